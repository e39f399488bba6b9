// Stand-in: who runs a simulation.
#pragma once
#include <SIM/SIM_Time.h>
class SIM_Engine {
 public:
  const SIM_Time& getSimulationTime() const;

  explicit SIM_Engine(fpreal64 time) : now(time) {}  // the stand-in's own
  SIM_Time now;
};
