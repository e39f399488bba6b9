// Stand-in: data that have options.
#pragma once
#include <SIM/SIM_Options.h>
class SIM_Data;
class SIM_OptionsUser {
 public:
  explicit SIM_OptionsUser(SIM_Data* owner);
  virtual ~SIM_OptionsUser();
  const SIM_Options& getOptions() const;

  SIM_Options& standInOptions() { return options_; }  // the stand-in's own

 protected:
  SIM_Options& getOptions();

 private:
  SIM_Options options_;
};
