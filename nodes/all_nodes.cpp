// Every node, from nodes.def.
#include "nodes/parameters/definition.h"

namespace tendril::nodes {

#define NODE(function) NodeDefinition function();
#include "nodes/nodes.def"
#undef NODE

const std::vector<NodeDefinition>& allNodes() {
  static const std::vector<NodeDefinition> nodes = {
#define NODE(function) function(),
#include "nodes/nodes.def"
#undef NODE
  };
  return nodes;
}

}  // namespace tendril::nodes
