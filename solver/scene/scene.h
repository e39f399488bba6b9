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
#include "solver/forces/rod_forces.h"
#include "solver/rods/section.h"
#include "solver/rods/shape.h"

namespace tendril::solver {

class Collider;  // solver/colliders/collider.h

enum class Root {
  clamped,  // follows StepSettings::roots
  free,
  attached  // on another rod
};

// A rod's pose: root frame and coordinates.
struct Pose : Coordinates {
  Frame<double> root;
};

// What a rod touches colliders and rods with.
struct RodContact {
  std::vector<double> radius;    // knots, m; empty: it touches nothing
  std::vector<double> friction;  // knots, factors on the colliders' coefficients; empty: 1
  std::vector<double> cohesion;  // knots, N/m, added to the colliders'; empty: 0
  double from = 0;               // m: nothing touches nearer than this to a root that is held
  // Other rods, and itself: two rods keep the sum of these off each other; the coefficient of friction is the
  // geometric mean.
  std::vector<double> selfRadius;    // knots, m; empty: it touches no rod
  std::vector<double> selfFriction;  // knots
};

struct SceneRod : RodForces {
  Model model = Model::clothoid;
  std::vector<double> arc;             // knots, m from the root
  std::vector<Section> sections;       // knots
  Coordinates rest;                    // natural shape: as many values as coordinates, or more
  double damping = 0;                  // s, stiffness-proportional
  std::vector<double> dampingFactors;  // knots, factors on `damping`; empty: 1
  double massDamping = 0;              // 1/s, mass-proportional
  // Chains: stiffness of the joints' springs. True: the first joint has half an element, the others the
  // halves of both neighbours (second order). False: each joint has the element behind it (thesis on plants).
  bool halfFirst = true;
  Root root = Root::clamped;
  int parent = -1;           // attached: number of the parent rod, lower than its own
  double parentArc = 0;      // m
  Frame<double> attachment;  // the root's frame in the parent's material frame there
  RodContact contact;

  std::size_t elements() const { return arc.size() - 1; }
  double length(std::size_t element) const { return arc[element + 1] - arc[element]; }
  std::size_t coordinates() const { return coordinateCount(layoutOf(model), elements()); }
  double dampingOf(std::size_t e) const {  // s, of an element
    return dampingFactors.empty() ? damping : damping * 0.5 * (dampingFactors[e] + dampingFactors[e + 1]);
  }
  bool isDamped() const { return damping > 0; }
};

// Of values at knots, linear in between.
double valueAt(const SceneRod& rod, const std::vector<double>& values, double arc);

struct Scene : Surroundings {
  std::vector<SceneRod> rods;
  std::vector<SceneConstraint> constraints;
  std::vector<const Collider*> colliders;  // which change their places between steps only
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
