// What Houdini calls when it loads the plugin.
#include <SOP/SOP_Node.h>
#include <UT/UT_DSOVersion.h>

#include "hdk/sop.h"

void newSopOperator(OP_OperatorTable* table) {
  for (const tendril::NodeDefinition& node : tendril::allNodes())
    if (node.inHoudini) tendril::hdk::addSop(*table, node);
}
