// Constraint primitives: what an artist drew, with the state that a simulation has left on them, as
// constraints of the scene; and back.
//
// A primitive of one point (a rod and the world) or two (two rods, a rod and the world, a rod and a point of
// the Goal input). docs/constraints.md has the attributes. One that cannot be does not act, and is named in a
// warning; copies of one act once.
#pragma once

#include "nodes/simulation/workspace.h"

namespace tendril::nodes {

// What is drawn on this frame with the state of the frame before: by `id` where both have one, else by
// number.
Geometry withConstraintState(const Geometry& drawn, const Geometry& before);

class Constraints {
 public:
  // `g`: with state. `targets`: what points of the Goal input are.
  Constraints(const Geometry& g, const SimulationWorkspace& stage, const Geometry* targets, Host& host);

  std::vector<SceneConstraint> described() const;
  std::vector<ConstraintState> states() const;
  // Rest lengths and turns of those that begin, from where rods are.
  void begin(const Scene& scene, const State& state);
  // Targets at a part u of the frame.
  void driveAt(double u, Scene& scene) const;
  // Back: state, and what was found.
  void take(const ConstraintResult& found, std::size_t constraint);  // of a step
  void write(const Scene& scene, const State& state, Geometry& g) const;
  std::size_t broken(const State& state) const;  // in this frame
  double residual() const;                       // scene units, of the last step
  void tellImpossible(Host& host) const;
  bool empty() const { return all_.empty(); }

 private:
  struct One {
    std::size_t primitive = 0;
    std::string name;
    SceneConstraint is;
    ConstraintState state;
    Frame<double> targetBefore, target;
    bool turnKept = false, restKept = false;  // as they are where it begins
    bool brokenBefore = false;
    double drawn[2] = {0, 0};  // arc lengths as drawn; scene units
    double start[2] = {0, 0};  // where the piece of a cut rod begins; scene units
    bool alone = false;        // its targets are not there
    double slid = 0;           // m, since it began
    Eigen::Quaterniond turn =
        Eigen::Quaterniond::Identity();      // of the first end in the second, where it began
    Vector3d direction = Vector3d::UnitY();  // in the world
    Vector3d normal = Vector3d::UnitY();     // in the second, of two rods
    ConstraintResult found;
    std::vector<std::size_t> copies;  // other primitives
  };
  class Reader;

  double unit_;
  std::vector<One> all_;
};

}  // namespace tendril::nodes
