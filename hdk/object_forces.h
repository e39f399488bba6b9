// The forces attached to an object (Gravity, Wind, Fan, Drag, Uniform ...).
#pragma once

#include <SIM/SIM_Force.h>
#include <SIM/SIM_Object.h>

#include <memory>
#include <vector>

#include "hdk/houdini_host.h"
#include "nodes/simulation/host_forces.h"

namespace tendril::hdk {

class ObjectForces : public HostForces {
 public:
  // Forces are made and copied on the cook's thread; those that are not thread-safe are also evaluated there.
  ObjectForces(const SIM_Object& object, HoudiniHost& host);

  bool any() const { return !resolvers_.empty(); }
  std::vector<KnotForce> at(const std::vector<KnotMotion>& knots) override;

 private:
  struct Resolver {
    std::unique_ptr<SIM_ForceResolver> itself;
    bool manyAtOnce = false;
  };
  HoudiniHost& host_;
  std::vector<Resolver> resolvers_;
};

}  // namespace tendril::hdk
