// One generic SOP for every node definition: a verb that cooks it, and a node that cooks its verb.
#pragma once

#include <OP/OP_OperatorTable.h>

#include "nodes/parameters/definition.h"

namespace tendril::hdk {

// Adds the operator of a definition; it lives as long as the program.
void addSop(OP_OperatorTable& table, const NodeDefinition& node);

}  // namespace tendril::hdk
