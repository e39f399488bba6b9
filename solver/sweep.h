// One sweep over a forest of rods: from the tips to the roots everything beyond an element is eliminated (a
// Riccati recursion), from the roots to the tips accelerations follow. Linear in elements. design: the core.
//
//   Sweep sweep(scene);
//   sweep.place(placement);
//   sweep.loadMoment();
//   sweep.solve(rootAccelerations);
//   sweep.rod(0).accelerations();
#pragma once

#include <memory>
#include <vector>

#include "solver/rod_solver.h"
#include "solver/scene.h"

namespace tendril {

// A root's motion, in the world.
struct RootMotion {
  Eigen::Vector3d spin = Eigen::Vector3d::Zero(), velocity = Eigen::Vector3d::Zero();

  Vec6d in(const Eigen::Matrix3d& axes) const {
    Vec6d motion;
    motion << axes.transpose() * spin, axes.transpose() * velocity;
    return motion;
  }
};

// Where rods are and how they move.
struct Placement {
  std::vector<Pose> poses;
  std::vector<RootMotion> roots;
  std::vector<std::vector<Eigen::Vector3d>> rates;
};
Placement placementOf(const std::vector<RodState>& rods);

class Sweep {
 public:
  explicit Sweep(const Scene& scene);  // keeps a reference

  // Roots of hung rods follow from their parents, and are written. The placement must last until the next
  // one.
  void place(Placement& placement);
  void loadMoment();
  // `held`: acceleration less gravity of each held root, in its own frame. False: a pivot was not positive.
  bool solve(const std::vector<Vec6d>& held);
  void findLoads();

  // Newton's method: loads and derivatives where the rods are placed; solve() then gives changes of
  // coordinates.
  void weigh(const Newton& how);
  void loadNewton(const Newton& how, const std::vector<std::vector<Eigen::Vector3d>>& rates);
  void loadRates(const Newton& how, const std::vector<std::vector<Eigen::Vector3d>>& rates);
  double potential(const Newton& how, const std::vector<std::vector<Eigen::Vector3d>>& rates) const;

  std::size_t size() const { return rods_.size(); }
  RodSolver& rod(std::size_t r) { return *rods_[r]; }
  const RodSolver& rod(std::size_t r) const { return *rods_[r]; }
  const Hook& hook(std::size_t r) const { return hooks_[r]; }                           // of a hung rod
  const Vec6d& rootAcceleration(std::size_t r) const { return rootAccelerations_[r]; }  // less gravity
  std::size_t failedRod() const { return failed_; }  // after solve() was false
  Energies energies() const;

 private:
  const Scene& scene_;
  std::vector<std::unique_ptr<RodSolver>> rods_;
  std::vector<Hook> hooks_;
  std::vector<std::vector<std::size_t>> children_;
  std::vector<Vec6d> rootAccelerations_;
  std::size_t failed_ = 0;
};

}  // namespace tendril
