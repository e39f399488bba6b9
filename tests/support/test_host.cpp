// A host for tests.
#include "tests/support/test_host.h"

#include "cli/network/host_nodes.h"

namespace tendril::test {

Geometry cook(Host& host, const std::string& type,
              const std::vector<std::pair<std::string, std::string>>& values,
              const std::vector<const Geometry*>& inputs, const Asked& asked) {
  const NodeDefinition* node = findCommandLineNode(type);
  if (!node) throw Error("no node " + type);
  Parms parms(*node);
  for (const auto& [name, text] : values) parms.setText(name, text);
  Cook with{host, {}, asked.frame, 24, asked.unitLength};
  for (const Geometry* input : inputs)
    with.inputs.push_back(input ? std::shared_ptr<const Geometry>(input, [](const Geometry*) {}) : nullptr);
  const Outputs results = node->cook(parms.data(), with);
  for (const auto& result : results) result->check();
  return *results.at(0);
}

}  // namespace tendril::test
