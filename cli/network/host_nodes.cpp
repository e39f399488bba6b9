// Nodes of the command line.
#include "cli/network/host_nodes.h"

namespace tendril::cli {

#define NODE(function) NodeDefinition function();
#include "cli/network/host_nodes.def"
#undef NODE

const std::vector<NodeDefinition>& commandLineNodes() {
  static const std::vector<NodeDefinition> nodes = [] {
    std::vector<NodeDefinition> all = {
#define NODE(function) function(),
#include "cli/network/host_nodes.def"
#undef NODE
    };
    const std::vector<NodeDefinition>& others = allNodes();
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }();
  return nodes;
}

const NodeDefinition* findCommandLineNode(std::string_view type) {
  return findNode(commandLineNodes(), type);
}

}  // namespace tendril::cli
