// A node's table as templates of parameters, for data in DOP networks.
#pragma once

#include <PRM/PRM_Template.h>

#include "nodes/parameters/definition.h"

namespace tendril::hdk {

// The names of the object's data first, then the rows: tabs and folders become headings, since no plugin
// known to compile has folders in a SIM description. Lives as long as the program.
PRM_Template* templatesOf(const NodeDefinition& node);

}  // namespace tendril::hdk
