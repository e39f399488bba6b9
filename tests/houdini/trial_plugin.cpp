// A plugin that offers the trial node through Tendril's own adapters.
#include <SOP/SOP_Node.h>
#include <UT/UT_DSOVersion.h>

#include "hdk/sop.h"
#include "trial_node.h"

void newSopOperator(OP_OperatorTable* table) {
  static const tendril::NodeDefinition node = tendril::test::trialNode();
  tendril::hdk::addSop(*table, node);
}
