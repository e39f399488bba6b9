// A node's parameters as a JSON schema, for editors and for programs that write networks.
#pragma once

#include <string>

#include "nodes/parameters/definition.h"

namespace tendril::cli {

std::string jsonSchema(const NodeDefinition& node);
std::string jsonSchema(const std::vector<NodeDefinition>& nodes);  // of a whole network

}  // namespace tendril::cli
