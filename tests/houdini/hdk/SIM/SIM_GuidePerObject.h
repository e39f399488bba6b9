// Stand-in: a guide that each object has its own of.
#pragma once
#include <SIM/SIM_Guide.h>
class SIM_GuidePerObject : public SIM_Guide {
 public:
  explicit SIM_GuidePerObject(const SIM_Data* owner);
  ~SIM_GuidePerObject() override;

  const SIM_Data* owner;  // the stand-in's own
};
