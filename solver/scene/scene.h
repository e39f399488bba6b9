// What is simulated: rods with sections and rest shapes, attachments, constraints, gravity, wind; and their
// state.
//
//   Scene scene;                       // constant during a simulation
//   scene.rods = {rod};
//   State state = restState(scene);
//   Workspace work(scene);             // solver/step/step.h
//   StepSettings settings;
//   settings.dt = 1.0 / 60;            // s
//   Report report = step(scene, state, work, settings);
//
// SI units; the world's axes unless said otherwise.
#pragma once

#include <string>
#include <vector>

#include "solver/constraints/constraint.h"
#include "solver/forces/drag.h"
#include "solver/forces/wind.h"
#include "solver/rods/section.h"
#include "solver/rods/shape.h"

namespace tendril::solver {

enum class Root {
  clamped,  // follows StepSettings::roots
  free,
  attached  // on another rod
};

struct PointForce {
  double arc = 0;                                   // m from the root
  Eigen::Vector3d force = Eigen::Vector3d::Zero();  // N, in the world
};

// Spring from a point of a rod to a place in the world: U = 1/2 k |x - target|^2 + 1/2 c |turn|^2.
struct TargetSpring {
  double arc = 0;  // m from the root
  Frame<double> target;
  double stiffness = 0, turnStiffness = 0;  // N/m, N m/rad; 0: no spring
  // if not zero, only rotation about this world axis counts
  Eigen::Vector3d turnAxis = Eigen::Vector3d::Zero();
  double damping = 0;                                  // N s/m, relative to the target's velocity
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  // m/s, of the target
};

// A rod's pose: root frame and coordinates.
struct Pose : Coordinates {
  Frame<double> root;
};

// A shape that attracts a rod by springs on its coordinates, or that prescribes them.
struct Goal {
  Pose shape;  // its root is not used
  // by coordinate; empty: no springs, nothing locked
  std::vector<double> weight;          // stiffness, as a multiple of the rod's own
  std::vector<std::uint8_t> locked;    // 1: prescribed by `shape`, no unknown
  std::vector<Eigen::Vector3d> rates;  // of the shape; empty: zero
  double damping = 0;                  // s
};

struct SceneRod {
  Model model = Model::clothoid;
  std::vector<double> arc;             // knots, m from the root
  std::vector<Section> sections;       // knots
  Coordinates rest;                    // natural shape: as many values as coordinates, or more
  double damping = 0;                  // s, stiffness-proportional
  std::vector<double> dampingFactors;  // knots, factors on `damping`; empty: 1
  double massDamping = 0;              // 1/s, mass-proportional
  double weight = 1;                   // factor on gravity
  // Chains: stiffness of the joints' springs. True: the first joint has half an element, the others the
  // halves of both neighbours (second order). False: each joint has the element behind it (thesis on plants).
  bool halfFirst = true;
  Root root = Root::clamped;
  int parent = -1;           // attached: number of the parent rod, lower than its own
  double parentArc = 0;      // m
  Frame<double> attachment;  // the root's frame in the parent's material frame there
  std::vector<PointForce> forces;
  std::vector<TargetSpring> targetSprings;
  std::vector<Drag> drag;  // knots; empty: vacuum
  Goal goal;

  std::size_t elements() const { return arc.size() - 1; }
  double length(std::size_t element) const { return arc[element + 1] - arc[element]; }
  std::size_t coordinates() const { return coordinateCount(layoutOf(model), elements()); }
  double dampingOf(std::size_t e) const {  // s, of an element
    return dampingFactors.empty() ? damping : damping * 0.5 * (dampingFactors[e] + dampingFactors[e + 1]);
  }
  bool isDamped() const { return damping > 0; }
};

struct Scene {
  std::vector<SceneRod> rods;
  std::vector<SceneConstraint> constraints;
  Eigen::Vector3d gravity = {0, -9.81, 0};  // m/s2
  Wind wind;                                // acts on rods that have drag
};

// Throws an Error that names rod and reason, e.g. knots that do not ascend, missing sections, a parent that
// comes later.
void checkScene(const Scene& scene);

// True if axes are orthonormal (to 1e-6) and all is finite.
bool isFrame(const Frame<double>& frame);

struct RodState {
  Pose pose;
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero(),
                  spin = Eigen::Vector3d::Zero();  // of the root, in the world
  std::vector<Eigen::Vector3d> rates;              // of the coordinates
};
bool operator==(const RodState& a, const RodState& b);  // bitwise

struct State {
  std::vector<RodState> rods;
  std::vector<RodState> past;                // one step before; empty: none
  std::vector<double> pastStep;              // by rods, s: length of the last step; 0: none
  std::vector<ConstraintState> constraints;  // one for each of the scene's; empty: none has begun
};

// Throws an Error that names the rod: wrong number of coordinates, or values that are not finite.
void checkState(const Scene& scene, const State& state);

// The rod's shape (solver/rods/shape.h), for frames and samples.
Shape shapeOf(const SceneRod& rod, const Pose& pose);

}  // namespace tendril::solver
