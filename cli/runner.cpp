// Cooks a network.
#include "cli/runner.h"

namespace tendril {
namespace {

constexpr std::size_t kNothing = static_cast<std::size_t>(-1);

// Warnings begin with the node's name.
class NodeHost : public Host {
 public:
  NodeHost(Host& host, const std::string& node) : host_(host), node_(node) {}
  bool interrupted() override { return host_.interrupted(); }
  void warn(const std::string& message) override { host_.warn(node_ + ": " + message); }
  void progress(double part, const char* what) override {
    host_.progress(part, (node_ + ": " + what).c_str());
  }

 private:
  Host& host_;
  const std::string& node_;
};

}  // namespace

std::shared_ptr<const Geometry> Runner::cookNode(std::size_t number, double frame) {
  const NetworkNode& node = network_.nodes[number];
  NodeHost host(host_, node.name);
  Cook cook{host, {}, frame, network_.framesPerSecond, network_.unitLength};
  for (const NetworkInput& input : node.inputs) {
    if (input.node == kNothing) {
      cook.inputs.push_back(nullptr);
      continue;
    }
    if (!input.fixed) {
      cook.inputs.push_back(output(input.node, frame));
      continue;
    }
    auto& fixed = kept_[input.node].fixed[input.frame];
    if (!fixed) fixed = output(input.node, input.frame);
    cook.inputs.push_back(fixed);
  }
  if (host_.interrupted()) throw Interrupted();
  try {
    const Parms parms = parmsAt(network_, node, frame);
    return std::make_shared<const Geometry>(std::move(node.definition().cook(parms.data(), cook).at(0)));
  } catch (const Error& error) {
    throw Error(node.name + ": " + error.what());
  }
}

std::shared_ptr<const Geometry> Runner::output(std::size_t node, double frame) {
  const bool moves = network_.nodes[node].moves;
  if (kept_[node].known && (!moves || kept_[node].frame == frame)) return kept_[node].geometry;
  const std::shared_ptr<const Geometry> made = cookNode(node, frame);
  Kept& kept = kept_[node];
  kept.known = true;
  kept.frame = frame;
  kept.geometry = made;
  return made;
}

void Runner::cook(double frame) {
  std::vector<bool> used(network_.nodes.size(), false);
  for (const NetworkNode& node : network_.nodes)
    for (const NetworkInput& input : node.inputs)
      if (input.node != kNothing) used[input.node] = true;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (!used[i]) output(i, frame);
}

}  // namespace tendril
