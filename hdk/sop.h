// One generic SOP for all node definitions: a verb that cooks the definition, and a node that runs the verb.
#pragma once

#include <OP/OP_OperatorTable.h>

#include "nodes/parameters/definition.h"

namespace tendril::hdk {

// Registers the operator of a definition, which must live as long as the program.
void addSop(OP_OperatorTable& table, const NodeDefinition& node);

}  // namespace tendril::hdk
