// Houdini's own solvers that run others: those attached below them.
#pragma once
#include <GAS/GAS_SubSolver.h>

class SIM_SolverMulti : public SIM_Solver {
 public:
  int count = 1;  // of steps that a step is divided into

 protected:
  explicit SIM_SolverMulti(const SIM_DataFactory* factory);
  DECLARE_STANDARD_GETCASTTOTYPE()
  DECLARE_DATAFACTORY(SIM_SolverMulti, SIM_Solver, "Multiple Solver", nullptr)
};

class GAS_SubStep : public SIM_SolverMulti {
 protected:
  explicit GAS_SubStep(const SIM_DataFactory* factory);
  void makeEqualSubclass(const SIM_Data* source) override;
  DECLARE_STANDARD_GETCASTTOTYPE()
  DECLARE_DATAFACTORY(GAS_SubStep, SIM_SolverMulti, "Gas SubStep", nullptr)
};
