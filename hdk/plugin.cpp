// What Houdini calls when it loads the plugin.
#include <SIM/SIM_DataUtils.h>
#include <SOP/SOP_Node.h>
#include <SYS/SYS_Visibility.h>

#include <cstdio>
#include <exception>

#include "hdk/gas_rod_solver.h"
#include "hdk/sop.h"

extern "C" SYS_VISIBILITY_EXPORT void initializeSIM(void*);

void newSopOperator(OP_OperatorTable* table) {
  try {
    for (const tendril::NodeDefinition& node : tendril::allNodes())
      if (node.home == tendril::Home::sop) tendril::hdk::addSop(*table, node);
  } catch (const std::exception& problem) {  // Houdini must not fall with us
    std::fprintf(stderr, "Tendril cannot be loaded: %s\n", problem.what());
  }
}

void initializeSIM(void*) {
  using namespace tendril::hdk;  // the macro makes a name of what it is given
  IMPLEMENT_DATAFACTORY(GAS_TendrilRodSolver);
}
