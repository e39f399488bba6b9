// Stand-in: what shows data in a viewport.
#pragma once
class SIM_Data;
class SIM_Guide {
 public:
  virtual ~SIM_Guide();
};
