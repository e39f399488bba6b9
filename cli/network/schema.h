// JSON schema of a network with all nodes' parameters, for editors and programs.
#pragma once

#include <string>

#include "nodes/parameters/definition.h"

namespace tendril::cli {

std::string jsonSchema(const NodeDefinition& node);
std::string jsonSchema(const std::vector<NodeDefinition>& nodes);  // of a whole network

}  // namespace tendril::cli
