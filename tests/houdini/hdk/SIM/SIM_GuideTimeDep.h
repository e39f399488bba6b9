// Stand-in: a guide that is another on each frame.
#pragma once
#include <SIM/SIM_Guide.h>
template <class Base>
class SIM_GuideTimeDep : public Base {
 public:
  explicit SIM_GuideTimeDep(const SIM_Data* owner) : Base(owner) {}
};
