// A node's table as parameter templates, for data in DOP networks.
#pragma once

#include <PRM/PRM_Template.h>

#include "nodes/parameters/definition.h"

namespace tendril::hdk {

// First the names of the object's data, then its parameters. Tabs and folders become headings: no plugin
// known to compile has folders in a SIM description. Lives as long as the program.
PRM_Template* templatesOf(const NodeDefinition& node);

}  // namespace tendril::hdk
