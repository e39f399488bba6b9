// The forces attached to an object (Gravity, Wind, Fan, Drag, Uniform ...).
#pragma once

#include <SIM/SIM_Force.h>
#include <SIM/SIM_Object.h>

#include <memory>
#include <vector>

#include "nodes/simulation/host_forces.h"

namespace tendril::hdk {

class ObjectForces : public HostForces {
 public:
  // On the cook's thread, as at(). Forces that are thread-safe are evaluated in tasks.
  explicit ObjectForces(const SIM_Object& object);

  bool any() const { return !resolvers_.empty(); }
  std::vector<KnotForce> at(const std::vector<KnotMotion>& knots) override;

 private:
  struct Resolver {
    std::unique_ptr<SIM_ForceResolver> itself;
    bool manyAtOnce = false;
  };
  std::vector<Resolver> resolvers_;
};

}  // namespace tendril::hdk
