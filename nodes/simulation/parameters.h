// The parameters of a simulation of rods: what tendril_rodsolver and tendril::solver share.
#pragma once

#include "nodes/parameters/definition.h"
#include "solver/step/step.h"

namespace tendril::nodes {

enum class SimType { dynamic, quasistatic };
enum class OnDivergence { warn, error };

struct SimulationParms {
  // solver
  SimType simType = SimType::dynamic;
  int substeps = 2;
  double timeScale = 1;
  Scheme scheme = Scheme::smooth;
  int iterations = 8;
  double tolerance = 1e-5;  // rad
  OnDivergence onDivergence = OnDivergence::warn;
  // forces
  std::array<double, 3> gravity = {0, -9.81, 0};  // m/s2
  double globalDamping = 0;                       // 1/s
  double airDensity = 1.2, airViscosity = 1.8e-5;
  double dragNormal = 1, dragTangent = 1;
  Ramp dragRamp = {{{0, 1, Ramp::Shape::linear}, {1, 1, Ramp::Shape::linear}}};
  std::array<double, 3> wind = {0, 0, 0};  // m/s
  double gust = 0, gustPeriod = 2;
  double noise = 0, noiseSize = 1, noiseTime = 1;
  int seed = 0;
  std::string windFile, windGrid;
  double windFileScale = 1;
  bool useFrame = false;
  std::array<double, 3> frameMove = {0, 0, 0},
                        frameTurn = {0, 0, 0};  // scene units; degrees, x then y then z
  double frameLinear = 0, frameAngular = 0;
  // goal
  double goalWeight = 0;
  Ramp goalRamp = {{{0, 1, Ramp::Shape::linear}, {1, 1, Ramp::Shape::linear}}};
  double goalDamping = 0.05;  // s
  double curlLock = 0;
  double targetStiffness = 0, targetDamping = 0;  // 1/s2, 1/s
  Ramp targetRamp = {{{0, 1, Ramp::Shape::linear}, {1, 1, Ramp::Shape::linear}}};
  // material
  double stiffness = 1, twistStiffness = 1, dampingScale = 1, densityScale = 1;
  Ramp stiffnessRamp = {{{0, 1, Ramp::Shape::linear}, {1, 1, Ramp::Shape::linear}}};
  Ramp dampingRamp = {{{0, 1, Ramp::Shape::linear}, {1, 1, Ramp::Shape::linear}}};
  Ramp densityRamp = {{{0, 1, Ramp::Shape::linear}, {1, 1, Ramp::Shape::linear}}};
  // collisions
  bool collides = true, pushesRest = false;
  bool selfCollides = false;
  double selfFriction = 0.2;
  double frictionScale = 1, thicknessScale = 1;
  double thickness = 0, skipRoots = 0;  // scene units
  double cohesion = 0;                  // N/m
  // shape
  double plasticBend = 0, plasticTwist = 0;  // rad/m
  double plasticRate = 5, plasticHardening = 0;
  double growth = 1;
  double cutLength = -1;  // m
  double maxBend = 0;     // rad/m
  // of forces with properties, one force after the other
  std::vector<double> forceValues = defaultForceValues();

  static std::vector<double> defaultForceValues();
};

void addContactParameters(ParameterTable<SimulationParms>& table);  // nodes/simulation/contact_parameters.cpp
void addForceParameters(ParameterTable<SimulationParms>& table);    // nodes/simulation/force_parameters.cpp

// The values of a force's properties among SimulationParms::forceValues.
std::vector<double> valuesOf(const ForceType& force, const SimulationParms& parms);

// Adds the parameters; `inside` finds the SimulationParms in the node's parameters.
void addSimulationParameters(NodeDefinition& node, Inside inside);
// The attributes that it reads and writes, for its help card; nodes/simulation/attribute_card.cpp.
void addSimulationAttributes(NodeDefinition& node);

}  // namespace tendril::nodes
