// tendril_rodsolver in a DOP network.
#pragma once

#include <GAS/GAS_SubSolver.h>
#include <SIM/SIM_DataUtils.h>

#include "hdk/parameters.h"

namespace tendril::hdk {

// Houdini copies it for every step that it caches, drops it and makes it anew: all that counts is in the
// object's geometry. The class has no namespace in its data type: other plugins must not have one of its
// name.
class GAS_TendrilRodSolver : public GAS_SubSolver {
 protected:
  explicit GAS_TendrilRodSolver(const SIM_DataFactory* factory);
  ~GAS_TendrilRodSolver() override;

  // One step of one object. Trouble becomes an error on the node, and the object stays as it is; others go
  // on.
  bool solveGasSubclass(SIM_Engine& engine, SIM_Object* object, SIM_Time time, SIM_Time timestep) override;
  SIM_Guide* createGuideObjectSubclass() const override;
  void buildGuideGeometrySubclass(const SIM_RootData& root, const SIM_Options& options,
                                  const GU_DetailHandle& handle, UT_DMatrix4* matrix,
                                  const SIM_Time& time) const override;

 private:
  void solve(SIM_Object& object, double seconds);
  void tell(const SIM_Object& object, const std::string& text, UT_ErrorSeverity severity) const;
  Evaluator evaluator() const;
  Evaluator evaluator(Host& host) const;
  std::string dataName(std::size_t input) const;

  static const SIM_DopDescription* getDopDescription();
  DECLARE_STANDARD_GETCASTTOTYPE();
  DECLARE_DATAFACTORY(GAS_TendrilRodSolver, GAS_SubSolver, "Tendril Rod Solver", getDopDescription());
};

}  // namespace tendril::hdk
