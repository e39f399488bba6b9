// Nodes that only the command line has: reading and writing files.
#pragma once

#include "nodes/parameters/definition.h"

namespace tendril::cli {

// These and all others.
const std::vector<NodeDefinition>& commandLineNodes();
const NodeDefinition* findCommandLineNode(std::string_view type);
// To tell of a type that is not there: what may have been meant.
std::string noSuchNode(const std::string& type);

}  // namespace tendril::cli
