// Cooks a network.
#include "cli/network/runner.h"

#include <algorithm>

#include "cli/host/file_writer.h"
#include "nodes/parameters/unused.h"

namespace tendril::cli {
namespace {

// Warnings begin with the node's name.
class NodeHost : public Host {
 public:
  NodeHost(Host& host, const NetworkNode& node)
      : host_(host), node_(node.name), simulates_(node.definition().simulates) {}
  bool interrupted() override { return host_.interrupted(); }
  void warn(const std::string& message) override { host_.warn(node_ + ": " + message); }
  void progress(double part, const char* what) override {
    host_.progress(part, (node_ + ": " + what).c_str());
  }
  void inform(const std::string& message) override {
    if (simulates_)
      host_.inform(node_ + ": " + message);  // what others made is the same on every frame, or nearly
  }
  void note(const std::string& message) override { host_.note(node_ + ": " + message); }
  void logFrame(const std::string& line) override { host_.logFrame(node_ + ": " + line); }
  void fail(const std::string& message) override { host_.fail(node_ + ": " + message); }
  Geometry read(const std::string& path) override { return host_.read(path); }
  void write(const std::string& path, std::size_t bytes, const std::function<void()>& work) override {
    host_.write(path, bytes, [node = node_, work] {
      try {
        work();
      } catch (const Error& error) {
        throw WriteError(node + ": " + error.what());
      }
    });
  }
  void await(const std::string& path) override { host_.await(path); }

 private:
  Host& host_;
  const std::string& node_;
  bool simulates_;
};

bool writesFiles(const NetworkNode& node) {
  return node.definition().writes;
}

}  // namespace

Runner::Runner(const Network& network, Host& host)
    : network_(network),
      host_(host),
      kept_(network.nodes.size()),
      memories_(network.nodes.size()),
      told_(network.nodes.size()) {
  for (const NetworkNode& node : network.nodes) {  // inputs come first
    bool writes = writesFiles(node);
    for (const NetworkInput& input : node.inputs)
      writes = writes || (input.node && !input.fixed && feedsOnCache_[*input.node]);
    feedsOnCache_.push_back(writes);
  }
}

Cook Runner::inputsOf(const NetworkNode& node, Host& host, double frame, bool writes) {
  Cook cook{host, {}, frame, network_.framesPerSecond, network_.unitLength};
  for (const NetworkInput& input : node.inputs) {
    if (!input.node) {
      cook.inputs.push_back(nullptr);
    } else if (input.fixed) {
      Outputs& fixed = kept_[*input.node].fixed[input.frame];
      if (fixed.empty()) fixed = outputs(*input.node, input.frame, false);
      cook.inputs.push_back(fixed.at(input.output));
    } else {
      cook.inputs.push_back(outputs(*input.node, frame, writes).at(input.output));
    }
  }
  return cook;
}

// One file, one writer; and a sequence needs a frame in its name.
void Runner::claim(const NetworkNode& node, const std::string& path) {
  const auto [writer, fresh] = writers_.emplace(path, node.name);
  if (!fresh && writer->second != node.name)
    throw Error("file: " + path + " is written by " + writer->second + ", too");
  if (!fresh && node.moves)
    host_.warn(node.name +
               ": file: has no $F (subframes: $FF), so each frame overwrites the one before: " + path);
}

void Runner::claimStage(const NetworkNode& node, const std::string& path) {
  const auto [writer, fresh] = writers_.emplace(path, node.name);
  if (!fresh && writer->second != node.name)
    throw Error("stage: " + path + " is written by " + writer->second + ", too");
}

void Runner::tellUnused(std::size_t number, const Cook& cook) {
  if (told_[number]) return;
  told_[number] = true;
  const std::vector<Parms> moments = momentsOf(network_, network_.nodes[number]);
  const std::vector<nodes::Unused> unused = nodes::unusedOf(moments, nodes::connectedOf(cook.inputs));
  if (!unused.empty()) cook.host.note(nodes::unusedText(unused));
  for (const std::string& attribute : nodes::unusedAttributes(moments, cook.inputs))
    cook.host.note(attribute);
}

Outputs Runner::cookNode(std::size_t number, double frame, bool writes) {
  const NetworkNode& node = network_.nodes[number];
  NodeHost host(host_, node);
  const Cook cook = inputsOf(node, host, frame, writes);
  if (writesFiles(node) && !writes) return {cook.inputs.at(0)};
  if (host_.interrupted()) throw Interrupted();
  try {
    tellUnused(number, cook);
    const Parms parms = parmsAt(network_, node, frame);
    if (writesFiles(node)) claim(node, std::get<std::string>(parms.get("file")));
    if (node.definition().find("stage")) claimStage(node, std::get<std::string>(parms.get("stage")));
    Cook whole = cook;
    whole.memory = &memories_[number];
    whole.firstFrame = std::min<double>(network_.firstFrame, frame);
    whole.lastFrame = std::max<double>(network_.lastFrame, frame);
    whole.at = [&](double other) {
      Moment moment;
      moment.parms = std::make_shared<Parms>(parmsAt(network_, node, other));
      moment.inputs = other == frame ? cook.inputs : inputsOf(node, host, other, false).inputs;
      moment.parms =
          std::shared_ptr<const void>(moment.parms, static_cast<const Parms*>(moment.parms.get())->data());
      return moment;
    };
    return node.definition().cook(parms.data(), whole);
  } catch (const WriteError&) {
    throw;
  } catch (const Error& error) {
    const std::string what = error.what();
    throw Error(node.name + ": " + what + hintTo(node, frame, what));
  }
}

// An error about a name of a file has none.
std::string Runner::hintTo(const NetworkNode& node, double frame, const std::string& what) const {
  try {
    return folderHint(network_, node, frame, what);
  } catch (const Error&) {
    return {};
  }
}

const Outputs& Runner::outputs(std::size_t node, double frame, bool writes) {
  const bool moves = network_.nodes[node].moves;
  const auto fits = [&](const Made& made) {
    return made.known && (!moves || made.frame == frame) && (made.written || !writes || !feedsOnCache_[node]);
  };
  for (const Made* made : {&kept_[node].now, &kept_[node].beside})
    if (fits(*made)) return made->outputs;
  Outputs made = cookNode(node, frame, writes);
  Made& to = frame == current_ ? kept_[node].now : kept_[node].beside;
  to = {true, writes, frame, std::move(made)};
  return to.outputs;
}

void Runner::cook(double frame) {
  current_ = frame;
  std::vector<bool> used(network_.nodes.size(), false);
  for (const NetworkNode& node : network_.nodes)
    for (const NetworkInput& input : node.inputs)
      if (input.node && !input.fixed) used[*input.node] = true;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (!used[i] || writesFiles(network_.nodes[i])) outputs(i, frame, true);
}

}  // namespace tendril::cli
