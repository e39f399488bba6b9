// A network of nodes, read from JSON.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "cli/host/frames.h"
#include "cli/host/usage.h"
#include "cli/network/host_nodes.h"
#include "cli/network/json_values.h"
#include "cli/network/network.h"
#include "nodes/parameters/closest.h"
#include "nodes/parameters/text.h"
#include "solver/base/error.h"

namespace tendril::cli {
namespace {

using Json = nlohmann::json;

// Says already which node it is about.
class NodeError : public Error {
 public:
  using Error::Error;
};

struct Wish {
  std::string name;
  bool fixed = false;
  double frame = 1;
  std::string output;  // label; empty: the first
};

// Of a node; labels in small letters.
std::size_t outputOf(const NodeDefinition& definition, const std::string& wish) {
  if (wish.empty()) return 0;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < definition.outputs.size(); ++i) {
    std::string label = definition.outputs[i];
    std::transform(label.begin(), label.end(), label.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    if (label == wish) return i;
    labels.push_back(label);
  }
  throw Error("inputs: " + definition.type + " has no output \"" + wish + "\" (it has " +
              joined(labels, ", ") + ")");
}

std::vector<Wish> readInputs(const Json& json) {
  if (!json.is_array()) throw Error("inputs: is a list of node names");
  std::vector<Wish> wishes;
  for (const Json& entry : json) {
    if (entry.is_null()) {
      wishes.push_back({});
      continue;
    }
    if (!entry.is_string()) throw Error("inputs: is a list of node names, null for none");
    Wish wish{entry.get<std::string>(), false, 1, {}};
    if (wish.name.empty() || wish.name[0] == '@') throw Error("inputs: a name is empty; null means none");
    if (const std::size_t at = wish.name.find('@'); at != std::string::npos) {
      const auto frame = parseNumber(wish.name.substr(at + 1));
      if (!frame) throw Error("inputs: \"" + wish.name + "\": a frame number follows the @");
      wish = {wish.name.substr(0, at), true, *frame, {}};
    }
    if (const std::size_t at = wish.name.find(':'); at != std::string::npos) {
      wish.output = wish.name.substr(at + 1);
      wish.name.resize(at);
      if (wish.name.empty() || wish.output.empty())
        throw Error("inputs: \"" + entry.get<std::string>() +
                    "\": a node stands before the colon, its output behind");
    }
    wishes.push_back(wish);
  }
  return wishes;
}

class Reader {
 public:
  Reader(const Json& json, const std::vector<std::string>& settings) : json_(json), settings_(settings) {}

  Network read() {
    checkKeys(json_, "the network", {"unitlength", "fps", "frames", "subframes", "nodes"});
    if (json_.contains("unitlength"))
      network_.unitLength = numberOf(json_["unitlength"], "unitlength", 1e-9, 1e9);
    if (json_.contains("fps")) network_.framesPerSecond = numberOf(json_["fps"], "fps", 1e-3, 1e6);
    if (json_.contains("frames")) readFrames(json_["frames"]);
    if (json_.contains("subframes")) {
      if (!json_["subframes"].is_number_integer()) throw Error("subframes: is a whole number");
      network_.subframes = static_cast<int>(numberOf(json_["subframes"], "subframes", 1, 1000));
    }
    if (!json_.contains("nodes") || !json_["nodes"].is_object()) throw Error("nodes: is an object in braces");
    for (const auto& [name, value] : json_["nodes"].items()) visit(name, "");
    applySettings();
    for (NetworkNode& node : network_.nodes) node.moves = moves(node);
    return std::move(network_);
  }

 private:
  void readFrames(const Json& frames) {
    if (!frames.is_array() || frames.size() != 2 || !frames[0].is_number_integer() ||
        !frames[1].is_number_integer() || frames[1] < frames[0])
      throw Error("frames: is [first, last], whole numbers");
    constexpr double kMost = 1e7;
    network_.firstFrame = static_cast<int>(numberOf(frames[0], "frames", -kMost, kMost));
    network_.lastFrame = static_cast<int>(numberOf(frames[1], "frames", -kMost, kMost));
  }

  // Depth first, so that inputs come before those who use them. Returns the node's number.
  std::size_t visit(const std::string& name, const std::string& from) {
    if (const auto found = number_.find(name); found != number_.end()) return found->second;
    if (!json_["nodes"].contains(name))
      throw NodeError(from + ": inputs: there is no node called \"" + name + "\"" +
                      didYouMean(name, namesInFile()));
    if (!under_.insert(name).second) throw NodeError(name + ": inputs: it would feed itself");
    const Json& json = json_["nodes"][name];
    try {
      NetworkNode node = readNode(name, json);
      const std::vector<Wish> wishes =
          json.contains("inputs") ? readInputs(json["inputs"]) : std::vector<Wish>();
      connect(node, wishes);
      network_.nodes.push_back(std::move(node));
    } catch (const NodeError&) {  // of an input: it names its own node
      throw;
    } catch (const Error& error) {
      throw NodeError(name + ": " + error.what());
    }
    return number_[name] = network_.nodes.size() - 1;
  }

  std::vector<std::string> namesInFile() const {
    std::vector<std::string> names;
    for (const auto& [name, value] : json_["nodes"].items()) names.push_back(name);
    return names;
  }

  NetworkNode readNode(const std::string& name, const Json& json) const {
    checkKeys(json, "a node", {"type", "inputs", "parms"});
    if (name.empty() || name.find_first_of(".@=") != std::string::npos)
      throw Error("a node's name has no . @ or =");
    if (!json.contains("type") || !json["type"].is_string()) throw Error("type: is missing");
    const std::string type = json["type"].get<std::string>();
    const NodeDefinition* definition = findCommandLineNode(type);
    if (!definition) throw Error("type: " + noSuchNode(type));
    NetworkNode node{name, Parms(*definition), {}, {}, false, {}};
    if (json.contains("parms")) readParms(node, json["parms"]);
    return node;
  }

  void connect(NetworkNode& node, const std::vector<Wish>& wishes) {
    const NodeDefinition& definition = node.definition();
    if (wishes.size() > definition.inputs.size())
      throw Error("inputs: " + nodes::counted(wishes.size(), "is", "are") + " connected, " + definition.type +
                  " has " + std::to_string(definition.inputs.size()));
    for (std::size_t i = 0; i < definition.inputs.size(); ++i) {
      const bool open = i >= wishes.size() || wishes[i].name.empty();
      if (open && definition.inputs[i].required)
        throw Error("inputs: needs " + std::string(definition.inputs[i].label) + " in input " +
                    std::to_string(i + 1));
    }
    for (const Wish& wish : wishes) {
      NetworkInput input{{}, wish.fixed, wish.frame, 0};
      if (!wish.name.empty()) {
        input.node = visit(wish.name, node.name);
        input.output = outputOf(network_.nodes[*input.node].definition(), wish.output);
      }
      node.inputs.push_back(input);
    }
  }

  void applySettings() {
    for (const std::string& setting : settings_) {
      const std::size_t equal = setting.find('='), dot = setting.find('.');
      if (equal == std::string::npos || dot == std::string::npos || dot > equal)
        throw UsageError("--set " + setting + ": is written node.parameter=value");
      const std::string name = setting.substr(0, dot), parm = setting.substr(dot + 1, equal - dot - 1);
      const auto found = number_.find(name);
      if (found == number_.end())
        throw UsageError("--set " + setting + ": there is no node called \"" + name + "\"" +
                         didYouMean(name, namesInFile()));
      NetworkNode& node = network_.nodes[found->second];
      try {
        node.parms.setText(parm, setting.substr(equal + 1));
      } catch (const Error& error) {
        throw UsageError("--set " + name + "." + error.what());
      }
      if (node.parms.parameterOf(parm)->kind == ParameterKind::file)
        node.folders[parm] = std::filesystem::current_path().string();
      for (auto key = node.keys.begin(); key != node.keys.end();)
        key = node.parms.sameField(key->first, parm) ? node.keys.erase(key) : std::next(key);
    }
  }

  bool moves(const NetworkNode& node) const {
    if (!node.keys.empty() || node.definition().simulates) return true;
    for (const Parameter& parameter : node.definition().parameters)
      if (parameter.kind == ParameterKind::file &&
          hasFrame(std::get<std::string>(parameter.get(node.parms.data()))))
        return true;
    return std::any_of(node.inputs.begin(), node.inputs.end(), [&](const NetworkInput& input) {
      return input.node && !input.fixed && network_.nodes[*input.node].moves;
    });
  }

  const Json& json_;
  const std::vector<std::string>& settings_;
  Network network_;
  std::map<std::string, std::size_t> number_;
  std::set<std::string> under_;
};

// Where a relative name was looked for.
std::string lookedIn(const std::string& path) {
  std::error_code unknown;
  const std::filesystem::path shell = std::filesystem::current_path(unknown);
  return std::filesystem::path(path).is_absolute() || unknown ? ""
                                                              : " (looked for in " + shell.string() + ")";
}

}  // namespace

Network parseNetwork(const std::string& text, const std::string& folder,
                     const std::vector<std::string>& settings) {
  const Json json = jsonOf(text);
  Network network = Reader(json, settings).read();
  network.folder = folder;
  return network;
}

Network readNetwork(const std::string& path, const std::vector<std::string>& settings) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) throw Error(path + ": cannot be read" + lookedIn(path));
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  try {
    Network network = parseNetwork(text.str(), folder.string(), settings);
    network.path = path;
    return network;
  } catch (const UsageError&) {  // about --set, not the file
    throw;
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
}

}  // namespace tendril::cli
