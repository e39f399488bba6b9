// Stand-in: data that move objects.
#pragma once
#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_Engine.h>
#include <SIM/SIM_Object.h>
class SIM_Solver : public SIM_Data {
 protected:
  explicit SIM_Solver(const SIM_DataFactory* factory);
  ~SIM_Solver() override;
  DECLARE_CLASSNAME(SIM_Solver, SIM_Data)
  DECLARE_STANDARD_GETCASTTOTYPE()
};
