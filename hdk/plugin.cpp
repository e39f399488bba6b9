// What Houdini calls when it loads the plugin.
#include <SOP/SOP_Node.h>
#include <UT/UT_DSOVersion.h>

#include <cstdio>
#include <exception>

#include "hdk/sop.h"

void newSopOperator(OP_OperatorTable* table) {
  try {
    for (const tendril::NodeDefinition& node : tendril::allNodes())
      if (node.inHoudini) tendril::hdk::addSop(*table, node);
  } catch (const std::exception& problem) {  // Houdini must not fall with us
    std::fprintf(stderr, "Tendril cannot be loaded: %s\n", problem.what());
  }
}
