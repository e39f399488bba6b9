// What acts on a rod, and what surrounds all rods.
#pragma once

#include "solver/forces/drag.h"
#include "solver/forces/goal.h"
#include "solver/forces/point_force.h"
#include "solver/forces/target_spring.h"
#include "solver/forces/wind.h"

namespace tendril::solver {

// Of a force with properties.
struct ForceInput {
  std::vector<double> values;   // of its properties; empty: it does not act
  std::vector<double> factors;  // knots; empty: 1

  bool acts() const { return !values.empty(); }
  // At the part u of an element.
  double factor(std::size_t element, double u) const {
    return factors.empty() ? 1 : (1 - u) * factors[element] + u * factors[element + 1];
  }
};

struct RodForces {
  double weight = 1;  // factor on gravity
  std::vector<PointForce> forces;
  std::vector<TargetSpring> targetSprings;
  std::vector<Drag> drag;  // knots; empty: vacuum
  Goal goal;
  std::vector<ForceInput> inputs;  // by forceTypes(); empty: none

  const ForceInput* inputOf(const ForceType& type) const {
    const std::size_t i = indexOf(type);
    return i < inputs.size() && inputs[i].acts() ? &inputs[i] : nullptr;
  }
};

struct Surroundings {
  Vector3d gravity = {0, -9.81, 0};  // m/s2
  Wind wind;                         // acts on rods that have drag
};

}  // namespace tendril::solver
