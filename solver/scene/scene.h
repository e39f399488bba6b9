// What is simulated: rods with their sections and rest shapes, how they hang together, gravity; and their
// state.
//
//   Scene scene;                       // fixed while it moves
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
  clamped,  // where `State` says, moving as `RootMotion` says
  free,
  attached  // on another rod
};

struct PointForce {
  double arc = 0;                                   // m from the root
  Eigen::Vector3d force = Eigen::Vector3d::Zero();  // N, in the world
};

// Springs from a place on a rod to a place in the world: U = 1/2 k |x - target|^2 + 1/2 c |turn|^2.
struct TargetSpring {
  double arc = 0;  // m from the root
  Frame<double> target;
  double stiffness = 0, turnStiffness = 0;  // N/m, N m/rad; 0: free
  // where it is not zero, only turns about this axis of the world count
  Eigen::Vector3d turnAxis = Eigen::Vector3d::Zero();
  double damping = 0;                                  // N s/m: against the target's velocity
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  // m/s, of the target
};

// Where a rod is.
struct Pose {
  Frame<double> root;
  std::vector<Eigen::Vector3d> kappa;      // clothoid: knots; helix: elements
  std::vector<Eigen::Quaterniond> joints;  // chain: elements
};

// A second shape that draws a rod, as springs on its coordinates; or that it has to take.
struct Goal {
  Pose shape;  // but for the root
  // of each coordinate; empty: nothing is drawn, nothing locked
  std::vector<double> weight;          // stiffness, in parts of the rod's own
  std::vector<std::uint8_t> locked;    // 1: the coordinate goes to where `shape` has it, and is no unknown
  std::vector<Eigen::Vector3d> rates;  // of the shape; empty: it is still
  double damping = 0;                  // s
};

struct SceneRod {
  Model model = Model::clothoid;
  std::vector<double> arc;                    // knots, m from the root
  std::vector<Section> sections;              // knots
  std::vector<Eigen::Vector3d> kappaRest;     // clothoid: knots; helix: elements (or more)
  std::vector<Eigen::Quaterniond> jointRest;  // chain: elements (or more)
  double damping = 0;                         // s: of stiffness
  std::vector<double> dampingFactors;         // knots: of `damping`; empty: 1
  double massDamping = 0;                     // 1/s
  double weight = 1;                          // how much gravity pulls, of what it does
  // chains: where the springs of joints sit. Half: the first has half an element to bend, the others the
  // halves of both neighbours, which converges at second order. Whole (the thesis on plants): each the
  // element behind it.
  bool halfFirst = true;
  Root root = Root::clamped;
  int parent = -1;           // hung: on which rod of the scene, with a lower number
  double parentArc = 0;      // m
  Frame<double> attachment;  // the root's frame in the parent's material frame there
  std::vector<PointForce> forces;
  std::vector<TargetSpring> targetSprings;
  std::vector<Drag> drag;  // knots; empty: a vacuum
  Goal goal;

  std::size_t elements() const { return arc.size() - 1; }
  double length(std::size_t element) const { return arc[element + 1] - arc[element]; }
  std::size_t coordinates() const { return elements() + (model == Model::clothoid ? 1 : 0); }
  double dampingOf(std::size_t e) const {  // s, of an element
    return dampingFactors.empty() ? damping : damping * 0.5 * (dampingFactors[e] + dampingFactors[e + 1]);
  }
  bool isDamped() const { return damping > 0; }
};

struct Scene {
  std::vector<SceneRod> rods;
  std::vector<SceneConstraint> constraints;
  Eigen::Vector3d gravity = {0, -9.81, 0};  // m/s2
  Wind wind;                                // felt by rods that have drag
};

// Throws an Error that names rod and reason: knots that do not ascend, missing sections, a parent that comes
// later.
void checkScene(const Scene& scene);

// True where axes are orthonormal (to 1e-6) and all is finite.
bool isFrame(const Frame<double>& frame);

struct RodState {
  Pose pose;
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero(),
                  spin = Eigen::Vector3d::Zero();  // of the root, in the world
  std::vector<Eigen::Vector3d> rates;              // of the coordinates
};
bool operator==(const RodState& a, const RodState& b);  // to the last bit

struct State {
  std::vector<RodState> rods;
  std::vector<RodState> past;                // before the last step; empty: there was none
  std::vector<double> pastStep;              // by rods, s: how long it was; 0: there was none
  std::vector<ConstraintState> constraints;  // as many as the scene has, or none: they begin now
};

// Throws an Error that names the rod: too few coordinates, or values that are not finite.
void checkState(const Scene& scene, const State& state);

// The rod's shape, to look at (solver/rods/shape.h): frames, samples.
Shape shapeOf(const SceneRod& rod, const Pose& pose);

}  // namespace tendril::solver
