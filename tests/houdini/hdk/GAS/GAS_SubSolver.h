// Stand-in: solvers that do a part of the work.
#pragma once
#include <SIM/SIM_DopDescription.h>
#include <SIM/SIM_OptionsUser.h>
#include <SIM/SIM_Solver.h>
class GAS_SubSolver : public SIM_Solver, public SIM_OptionsUser {
 public:
  static void setGasDescription(SIM_DopDescription& description);

  struct StandIn;  // the stand-in's own

 protected:
  explicit GAS_SubSolver(const SIM_DataFactory* factory);
  ~GAS_SubSolver() override;
  virtual bool solveGasSubclass(SIM_Engine& engine, SIM_Object* object, SIM_Time time, SIM_Time timestep) = 0;
  DECLARE_CLASSNAME(GAS_SubSolver, SIM_Solver)
  DECLARE_STANDARD_GETCASTTOTYPE()
};
