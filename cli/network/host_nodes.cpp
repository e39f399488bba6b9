// Nodes of the command line.
#include "cli/network/host_nodes.h"

#include "nodes/parameters/closest.h"

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

std::string noSuchNode(const std::string& type) {
  std::vector<std::string> known;
  for (const NodeDefinition& node : commandLineNodes()) known.push_back(node.shortName());
  const std::size_t name = type.rfind("tendril::", 0) == 0 ? 9 : 0;
  const std::string hint = didYouMean(type.substr(name, type.find("::", name) - name), known);
  return "there is no node of type \"" + type + "\"" + (hint.empty() ? " (see `tendril nodes`)" : hint);
}

}  // namespace tendril::cli
