// Constraint primitives as drawn, with their state, as constraints of the scene; and back.
//
// A primitive has one point (a rod and the world) or two (two rods, a rod and the world, or a rod and a point
// of the Goal input). docs/constraints.md has the attributes. An invalid one does not act and is named in a
// warning; duplicates act once.
#pragma once

#include "nodes/simulation/workspace.h"
#include "solver/scene/resolution.h"

namespace tendril::nodes {

// The primitives drawn on this frame with the state of the last frame: by `id` if both have one, else by
// number.
Geometry withConstraintState(const Geometry& drawn, const Geometry& before);

class Constraints {
 public:
  // `g`: with state. `targets`: the Goal input.
  // `drawnAnew`: `g` was drawn for this frame, with targets where they are now.
  Constraints(const Geometry& g, const SimulationWorkspace& stage, const Geometry* targets, bool drawnAnew,
              Host& host);

  std::vector<SceneConstraint> described() const;
  std::vector<ConstraintState> states() const;
  // Sets rest lengths and orientations of new constraints from the rods' poses.
  void begin(const Scene& scene, const State& state);
  // Sets the targets at the part u of the frame.
  void driveAt(double u, Scene& scene) const;
  // Takes over state and results.
  void take(const ConstraintResult& found, std::size_t constraint);  // of a step
  void write(const Scene& scene, const State& state, Geometry& g) const;
  std::size_t broken(const State& state) const;  // in this frame
  double residual() const;                       // scene units, of the last step
  void tellImpossible(Host& host) const;
  // Those that broke in this frame: which, by what force, above which limit. `frame`: NaN where unknown.
  void tellBroken(const State& state, double frame, Host& host) const;
  std::vector<PointLoad> loads(const State& state) const;  // on rods, in the last step
  bool empty() const { return all_.empty(); }

 private:
  struct One {
    std::size_t primitive = 0;
    std::string name, shortName;  // the first with its primitive's number
    SceneConstraint is;
    ConstraintState state;
    Frame<double> targetBefore, target;
    bool turnKept = false, restKept = false;  // taken from the pose at the start
    bool brokenBefore = false;
    double drawn[2] = {0, 0};  // arc lengths as drawn; scene units
    double start[2] = {0, 0};  // start of the piece of a cut rod; scene units
    bool alone = false;        // made for a target point, and there is no Goal
    double slid = 0;           // m, since its start
    Eigen::Quaterniond turn =
        Eigen::Quaterniond::Identity();      // initial rotation of the first end relative to the second
    Vector3d direction = Vector3d::UnitY();  // in the world
    Vector3d normal = Vector3d::UnitY();     // of two rods: in the second's frame
    ConstraintResult found;
    std::vector<std::size_t> copies;  // duplicates: other primitives
  };
  class Reader;

  double unit_;
  std::vector<One> all_;
};

}  // namespace tendril::nodes
