// Nodes of the command line alone: reading and writing files.
#pragma once

#include "nodes/definition.h"

namespace tendril {

// These and all others.
const std::vector<NodeDefinition>& commandLineNodes();
const NodeDefinition* findCommandLineNode(std::string_view type);

}  // namespace tendril
