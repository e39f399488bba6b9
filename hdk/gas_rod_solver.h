// tendril_rodsolver in a DOP network.
#pragma once

#include <GAS/GAS_SubSolver.h>
#include <SIM/SIM_DataUtils.h>

#include "hdk/parameters.h"

namespace tendril::hdk {

// Houdini copies, deletes and recreates it for every cached step, so all state is in the object's geometry.
// The class name in its data type has no namespace: it must be unique among plugins.
class GAS_TendrilRodSolver : public GAS_SubSolver {
 protected:
  explicit GAS_TendrilRodSolver(const SIM_DataFactory* factory);
  ~GAS_TendrilRodSolver() override;

  // One step of one object. A failure becomes a warning on the node, or an error where On Failure says so;
  // the object stays as it is, and others continue.
  bool solveGasSubclass(SIM_Engine& engine, SIM_Object* object, SIM_Time time, SIM_Time timestep) override;
  SIM_Guide* createGuideObjectSubclass() const override;
  void buildGuideGeometrySubclass(const SIM_RootData& root, const SIM_Options& options,
                                  const GU_DetailHandle& handle, UT_DMatrix4* matrix,
                                  const SIM_Time& time) const override;

 private:
  void solve(SIM_Object& object, double seconds);
  void tell(const SIM_Object& object, const std::string& text, UT_ErrorSeverity severity) const;
  bool asksForErrors() const;  // On Failure
  Evaluator evaluator() const;
  Evaluator evaluator(Host& host) const;
  std::string dataName(std::size_t input) const;

  static const SIM_DopDescription* getDopDescription();
  DECLARE_STANDARD_GETCASTTOTYPE();
  DECLARE_DATAFACTORY(GAS_TendrilRodSolver, GAS_SubSolver, "Tendril Rod Solver", getDopDescription());
};

}  // namespace tendril::hdk
