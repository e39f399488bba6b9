// The work behind tendril::constrain, and its parameters.
#pragma once

#include "nodes/parameters/definition.h"

namespace tendril::nodes {

// The types of solver/constraints in the order of constraints.def, then those that are read elsewhere.
enum class MakeConstraint {
#define CONSTRAINT(name) name,
#include "solver/constraints/constraints.def"
#undef CONSTRAINT
  pins,   // of points marked for Wire and Vellum
  vellum  // of Vellum's constraint geometry
};
enum class ConstraintPlace { root, tip, ends, lengths, even, points, nearest };
enum class LengthUnit { fraction, distance };
enum class ConstraintHold { world, targets, rods };
enum class TargetMatch { nearest, order, surface };
enum class RodPairs { nearest, order, neighbours, same };
enum class RestMode { keep, set };

struct ConstrainParms {
  std::string group, points, name;
  MakeConstraint type = MakeConstraint::position;
  ConstraintPlace place = ConstraintPlace::tip;
  std::string lengths = "0.5";
  LengthUnit lengthUnit = LengthUnit::fraction;
  int count = 5;
  double from = 0, to = 1;  // parts of the length
  ConstraintHold hold = ConstraintHold::world;
  TargetMatch match = TargetMatch::nearest;
  RodPairs pairs = RodPairs::nearest;
  std::string secondGroup, secondLengths;
  double maxDistance = 0;  // m; 0: none
  // what the types have
  std::array<double, 3> normal = {0, 1, 0};
  RestMode rest = RestMode::keep;
  double restLength = 0.1;  // m
  double restAngle = 0;     // degrees
  bool setTurn = false;
  double friction = 0;
  bool slideBoth = false, slipOff = false, imposeSlide = false;
  double slideRate = 0;  // m/s
  double mass = 0.001, radius = 0.005, restitution = 0;
  bool active = true;
  double compliance = 0, damping = 0, maxForce = 0;
  double closeTime = 0, closeSpeed = 0;  // s; m/s
  // of single types, one type after the other
  std::vector<double> own = defaultOwnValues();

  static std::vector<double> defaultOwnValues();
};

// Inputs: rods; targets; constraints to add to; the curves that Vellum's constraints were made on.
Geometry makeConstraints(const ConstrainParms& parms, const Cook& cook);

// The attributes that it reads and writes, for the node's help card.
void addConstraintAttributes(NodeDefinition& node);

}  // namespace tendril::nodes
