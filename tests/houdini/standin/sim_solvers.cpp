// Solvers, their DOPs, forces, guides.
#include "standin/solvers.h"

#include <SIM/SIM_Force.h>
#include <SIM/SIM_GuidePerObject.h>
#include "standin/threads.h"

SIM_Solver::SIM_Solver(const SIM_DataFactory* factory) : SIM_Data(factory) {}
SIM_Solver::~SIM_Solver() = default;
GAS_SubSolver::GAS_SubSolver(const SIM_DataFactory* factory) : SIM_Solver(factory), SIM_OptionsUser(this) {}
GAS_SubSolver::~GAS_SubSolver() = default;
// A microsolver's: whatever was set before.
void GAS_SubSolver::setGasDescription(SIM_DopDescription& description) {
  standin::called(__func__);
  description.appliesOnly = description.bypassIsMultiSolver = description.isUnique = true;
}
SIM_SolverMulti::SIM_SolverMulti(const SIM_DataFactory* factory) : SIM_Solver(factory) {}
GAS_SubStep::GAS_SubStep(const SIM_DataFactory* factory) : SIM_SolverMulti(factory) {}
void GAS_SubStep::makeEqualSubclass(const SIM_Data* source) {
  standin::called(__func__);
  if (const auto* from = dynamic_cast<const GAS_SubStep*>(source)) count = from->count;
}
SIM_DopDescription::SIM_DopDescription(bool createdop, const char* dopname, const char* english,
                                       const char* dataname, const char* datatype, const PRM_Template* all)
    : makesDop(createdop),
      dopName(dopname),
      label(english),
      dataName(dataname),
      dataType(datatype),
      templates(all) {}
void SIM_DopDescription::setDefaultUniqueDataName(int unique) {
  standin::called(__func__);
  isUnique = unique != 0;
}
void SIM_DopDescription::setGuideTemplates(const PRM_Template* all) {
  standin::called(__func__);
  guides = all;
}
const SIM_Time& SIM_Engine::getSimulationTime() const {
  standin::called(__func__);
  return now;
}
SIM_Force::SIM_Force(const SIM_DataFactory* factory) : SIM_Data(factory), SIM_OptionsUser(this) {}
SIM_ForceResolver::~SIM_ForceResolver() = default;
bool SIM_ForceResolver::threadsafe() const {
  standin::called(__func__);
  return false;
}
SIM_Guide::~SIM_Guide() = default;
SIM_GuidePerObject::SIM_GuidePerObject(const SIM_Data* from) : owner(from) {}
SIM_GuidePerObject::~SIM_GuidePerObject() = default;
