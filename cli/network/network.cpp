// A network of nodes, read from JSON.
#include "cli/network/network.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cli/host/frames.h"
#include "cli/host/usage.h"
#include "cli/network/host_nodes.h"
#include "nodes/parameters/text.h"
#include "solver/base/error.h"

namespace tendril::cli {
namespace {

using Json = nlohmann::json;

// The library keeps the last of two equal keys; here a node would vanish without a word.
Json parseJson(const std::string& text) {
  std::vector<std::set<std::string>> seen;
  const auto watch = [&](int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) seen.emplace_back();
    if (event == Json::parse_event_t::object_end) seen.pop_back();
    if (event == Json::parse_event_t::key && !seen.back().insert(parsed.get<std::string>()).second)
      throw Error("\"" + parsed.get<std::string>() + "\" is there twice");
    return true;
  };
  try {
    return Json::parse(text, watch, true, true);  // with comments
  } catch (const Json::exception& error) {
    const std::string what = error.what();  // "[json.exception.parse_error.101] parse error at line 1 ..."
    throw Error("is not valid JSON: " + what.substr(what.find("] ") + 2));
  }
}

double numberOf(const Json& json, const std::string& what, double low, double high) {
  const double value = json.is_number() ? json.get<double>() : std::nan("");
  if (!(value >= low && value <= high))
    throw Error(what + ": is a number from " + formatNumber(low) + " to " + formatNumber(high));
  return value;
}

void checkKeys(const Json& json, const std::string& what, const std::set<std::string>& known) {
  if (!json.is_object()) throw Error(what + ": is an object in braces");
  for (const auto& [key, value] : json.items())
    if (!known.count(key)) {
      const std::vector<std::string> names(known.begin(), known.end());
      throw Error(what + ": knows no \"" + key + "\"; it knows " + joined(names, ", "));
    }
}

Ramp::Shape rampShape(const std::string& token, const std::string& what) {
  try {
    return shapeOfRamp(token);
  } catch (const Error& error) {
    throw Error(what + ": " + error.what());
  }
}

Ramp rampOf(const Json& json, const std::string& what) {
  Ramp ramp;
  for (const Json& key : json) {
    const bool shaped = key.is_array() && key.size() == 3 && key[2].is_string();
    if (!key.is_array() || !(key.size() == 2 || shaped) || !key[0].is_number() || !key[1].is_number())
      throw Error(what + ": is a list of [position, value] or [position, value, \"shape\"]");
    const std::string shape = shaped ? key[2].get<std::string>() : nameOf(Ramp::Shape::linear);
    ramp.keys.push_back({static_cast<float>(numberOf(key[0], what + ": a position", 0, 1)),
                         static_cast<float>(numberOf(key[1], what + ": a value", -1e30, 1e30)),
                         rampShape(shape, what)});
    if (ramp.keys.size() > 1 && ramp.keys.back().position < (ramp.keys.end() - 2)->position)
      throw Error(what + ": positions ascend");
  }
  if (ramp.keys.empty()) throw Error(what + ": has no keys");
  return ramp;
}

void setJson(Parms& parms, const std::string& name, const Json& json) {
  const Parameter* row = parms.rowOf(name);
  const bool toggle = row && row->kind == ParameterKind::toggle, number = row && row->isNumber();
  if (json.is_boolean() && (toggle || !row)) return parms.set(name, json.get<bool>());
  if (json.is_number() && !toggle) return parms.set(name, json.get<double>());
  if (json.is_string() && !toggle && !number) return parms.setText(name, json.get<std::string>());
  if (json.is_array() && row && row->kind == ParameterKind::ramp) return parms.set(name, rampOf(json, name));
  if (json.is_array() && std::all_of(json.begin(), json.end(), [](const Json& v) { return v.is_number(); }))
    return parms.set(name, json.get<std::vector<double>>());
  throw Error(name + ": is " +
              (toggle   ? "true or false"
               : number ? "a number, or a list of them"
                        : "text") +
              ", or {\"keys\": ...}");
}

Key::Shape shapeOf(const Json& json, const std::string& what) {
  if (json == "linear") return Key::Shape::linear;
  if (json == "constant") return Key::Shape::constant;
  if (json == "smooth") return Key::Shape::smooth;
  throw Error(what + ": a key's shape is \"linear\", \"constant\" or \"smooth\"");
}

std::vector<Key> keysOf(const Parms& parms, const std::string& name, const Json& json) {
  checkKeys(json, name, {"keys"});
  const Parameter* row = parms.rowOf(name);
  if (row && !row->animatable) throw Error(name + ": cannot be animated");
  if (row && row->kind == ParameterKind::multiparm) throw Error(name + ": cannot be animated");
  if (!json.contains("keys") || !json["keys"].is_array() || json["keys"].empty())
    throw Error(name + ": \"keys\" is a list of [frame, value]");
  std::vector<Key> keys;
  for (const Json& entry : json["keys"]) {
    if (!entry.is_array() || entry.size() < 2 || entry.size() > 3 || !entry[0].is_number())
      throw Error(name + ": a key is [frame, value] or [frame, value, \"shape\"]");
    Parms held = parms.copy();
    setJson(held, name, entry[1]);
    Key key{entry[0].get<double>(), held.get(name), Key::Shape::linear};
    if (entry.size() == 3) key.shape = shapeOf(entry[2], name);
    if (!keys.empty() && !(key.frame > keys.back().frame)) throw Error(name + ": frames of keys ascend");
    keys.push_back(std::move(key));
  }
  return keys;
}

// Counts of instances first, then what fills in others, then the rest.
int turnOf(const Parms& parms, const std::string& name) {
  const Parameter* row = parms.rowOf(name);
  if (!row) return 2;
  return row->kind == ParameterKind::multiparm ? 0 : row->presets.empty() ? 2 : 1;
}

void readParms(NetworkNode& node, const Json& json) {
  if (!json.is_object()) throw Error("parms: is an object in braces");
  for (const int turn : {0, 1, 2})
    for (const auto& [name, value] : json.items()) {
      if (turn == 2 && !node.parms.rowOf(name)) setJson(node.parms, name, value);  // says that it is unknown
      if (turnOf(node.parms, name) != turn) continue;
      if (value.is_object())
        node.keys[name] = keysOf(node.parms, name, value);
      else
        setJson(node.parms, name, value);
    }
}

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
      throw NodeError(from + ": inputs: there is no node called \"" + name + "\"");
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

  NetworkNode readNode(const std::string& name, const Json& json) const {
    checkKeys(json, "a node", {"type", "inputs", "parms"});
    if (name.empty() || name.find_first_of(".@=") != std::string::npos)
      throw Error("a node's name has no . @ or =");
    if (!json.contains("type") || !json["type"].is_string()) throw Error("type: is missing");
    const std::string type = json["type"].get<std::string>();
    const NodeDefinition* definition = findCommandLineNode(type);
    if (!definition) throw Error("type: there is no node of type \"" + type + "\" (see `tendril nodes`)");
    NetworkNode node{name, Parms(*definition), {}, {}, false};
    if (json.contains("parms")) readParms(node, json["parms"]);
    return node;
  }

  void connect(NetworkNode& node, const std::vector<Wish>& wishes) {
    const NodeDefinition& definition = node.definition();
    if (wishes.size() > definition.inputs.size())
      throw Error("inputs: " + std::to_string(wishes.size()) + " are connected, " + definition.type +
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
        throw UsageError("--set " + setting + ": there is no node called \"" + name + "\"");
      NetworkNode& node = network_.nodes[found->second];
      try {
        node.parms.setText(parm, setting.substr(equal + 1));
      } catch (const Error& error) {
        throw UsageError("--set " + name + "." + error.what());
      }
      for (auto key = node.keys.begin(); key != node.keys.end();)
        key = node.parms.sameField(key->first, parm) ? node.keys.erase(key) : std::next(key);
    }
  }

  bool moves(const NetworkNode& node) const {
    if (!node.keys.empty() || node.definition().simulates) return true;
    for (const Parameter& row : node.definition().rows)
      if (row.kind == ParameterKind::file && hasFrame(std::get<std::string>(row.get(node.parms.data()))))
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

ParmValue between(const ParmValue& a, const ParmValue& b, double u) {
  const auto mix = [u](double x, double y) { return (1 - u) * x + u * y; };
  if (const auto* x = std::get_if<double>(&a)) return mix(*x, std::get<double>(b));
  if (const auto* x = std::get_if<std::int64_t>(&a))
    return mix(static_cast<double>(*x), static_cast<double>(std::get<std::int64_t>(b)));
  if (const auto* x = std::get_if<std::vector<double>>(&a)) {
    std::vector<double> mixed;
    for (std::size_t i = 0; i < x->size(); ++i)
      mixed.push_back(mix((*x)[i], std::get<std::vector<double>>(b)[i]));
    return mixed;
  }
  return a;  // text and toggles hold
}

ParmValue valueAt(const Parameter& row, const std::vector<Key>& keys, double frame) {
  if (frame <= keys.front().frame) return keys.front().value;
  if (frame >= keys.back().frame) return keys.back().value;
  const auto next = std::upper_bound(keys.begin(), keys.end(), frame,
                                     [](double f, const Key& key) { return f < key.frame; });
  const Key &a = *(next - 1), &b = *next;
  double u = (frame - a.frame) / (b.frame - a.frame);
  if (a.shape == Key::Shape::constant || row.kind == ParameterKind::menu) return a.value;
  if (a.shape == Key::Shape::smooth) u = u * u * (3 - 2 * u);
  ParmValue value = between(a.value, b.value, u);
  if (row.kind == ParameterKind::integer)
    if (const auto* number = std::get_if<double>(&value)) return std::round(*number);
  return value;
}

// A variable that nobody fills in would become a folder of that name.
void checkVariables(const std::string& path) {
  for (std::size_t at = path.find('$'); at != std::string::npos; at = path.find('$', at + 1)) {
    const std::size_t start = at + (path.compare(at + 1, 1, "{") == 0 ? 2 : 1);
    std::size_t end = start;
    while (end < path.size() && (std::isalnum(static_cast<unsigned char>(path[end])) || path[end] == '_'))
      ++end;
    const std::string name = path.substr(start, end - start);
    if (!name.empty() && name != "HIP")
      throw Error("file: $" + name + " is not known here; there are $F, $F4, $FF and $HIP");
  }
}

// $F, $FF first: they are the file's own; what the folder's name holds is not looked at.
std::string expanded(std::string path, const std::string& folder, double frame) {
  if (hasFrame(path)) path = expandFrame(path, frame);
  checkVariables(path);
  for (const std::string name : {"${HIP}", "$HIP"})
    for (std::size_t at = path.find(name); at != std::string::npos; at = path.find(name, at + folder.size()))
      path.replace(at, name.size(), folder);
  const std::filesystem::path p(path);
  return path.empty() || p.is_absolute() ? path : (std::filesystem::path(folder) / p).string();
}

}  // namespace

Parms parmsAt(const Network& network, const NetworkNode& node, double frame) {
  Parms parms = node.parms.copy();
  for (const auto& [name, keys] : node.keys) parms.set(name, valueAt(*parms.rowOf(name), keys, frame));
  for (const Parameter& row : node.definition().rows)
    if (row.kind == ParameterKind::file)
      parms.set(row.name, expanded(std::get<std::string>(parms.get(row.name)), network.folder, frame));
  return parms;
}

Network parseNetwork(const std::string& text, const std::string& folder,
                     const std::vector<std::string>& settings) {
  const Json json = parseJson(text);
  Network network = Reader(json, settings).read();
  network.folder = folder;
  return network;
}

Network readNetwork(const std::string& path, const std::vector<std::string>& settings) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) throw Error(path + ": cannot be read");
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  try {
    return parseNetwork(text.str(), folder.string(), settings);
  } catch (const UsageError&) {  // about --set, not the file
    throw;
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
}

}  // namespace tendril::cli
