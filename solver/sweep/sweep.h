// One sweep over a forest of rods: from the tips to the roots everything beyond an element is eliminated (a
// Riccati recursion), from the roots to the tips accelerations follow. Linear in elements. design: the core.
//
//   Sweep sweep(scene);
//   sweep.stand(placement);
//   sweep.loadMoment();
//   sweep.solve(rootAccelerations);
//   sweep.rod(0).accelerations();
#pragma once

#include <Eigen/Cholesky>
#include <memory>
#include <vector>

#include "solver/elements/rod_solver.h"
#include "solver/scene/scene.h"

namespace tendril::solver {

// Where rods are and how they move.
struct Placement {
  std::vector<Pose> poses;
  std::vector<RootMotion> roots;
  std::vector<Vectors> rates;
};
Placement placementOf(const std::vector<RodState>& rods);

class Sweep {
 public:
  explicit Sweep(const Scene& scene);  // of all rods; keeps a reference
  // Of whole trees; `constraints`: those of the scene that hold them (null: all of the scene's).
  Sweep(const Scene& scene, const std::vector<std::size_t>& rods,
        const std::vector<std::size_t>* constraints = nullptr);

  // All rods below are numbered as in `rods`.
  std::size_t size() const { return rods_.size(); }
  const SceneRod& description(std::size_t r) const { return *described_[r]; }
  std::size_t parent(std::size_t r) const { return parents_[r]; }  // of a hung rod

  // Stations, where needed more of them: RodSolver::allow, settle.
  bool allow(const std::vector<Pose>& poses, bool fresh);
  bool settle();
  // Roots of hung rods follow from their parents, and are written. Poses must last until the next.
  void place(std::vector<Pose>& poses);
  void move(std::vector<RootMotion>& roots, const std::vector<Vectors>& rates);
  void bias();
  void stand(Placement& placement);  // all of these; throws where a rod turns absurdly

  void feel(const Wind& wind, double time);

  void loadMoment();
  // Rows of constraints, between eliminate() and forward().
  void addColumns();
  void addGram(RowSystem& to) const;
  void combineColumns(const Eigen::VectorXd& by);

  // `held`: acceleration less gravity of each held root, in the world. False: a pivot was not positive. What
  // is known to be positive but for rounding is made so by `least`, in parts of the largest pivot beside it.
  bool solve(const std::vector<Vec6d>& held, double least = 0);
  bool eliminate(double least);                  // the first half of solve()
  void forward(const std::vector<Vec6d>& held);  // the second
  void findLoads();

  // Newton's method: loads and derivatives where the rods are placed; solve() then gives changes of
  // coordinates.
  void weigh(const Newton& how);
  void loadNewton(const Newton& how, const std::vector<Vectors>& rates);
  void loadRates(const Newton& how);
  // `size`: what rounding is measured by.
  double potential(const Newton& how, const std::vector<Vectors>& rates, double& size) const;

  RodSolver& rod(std::size_t r) { return *rods_[r]; }
  const RodSolver& rod(std::size_t r) const { return *rods_[r]; }
  const Hook& hook(std::size_t r) const { return rods_[parents_[r]]->hook(hooks_[r]); }  // of a hung rod
  const Vec6d& rootAcceleration(std::size_t r) const { return rootAccelerations_[r]; }   // less gravity
  Vec6d foretoldRoot(std::size_t r) const { return rods_[parents_[r]]->foretoldAt(hooks_[r]); }
  Energies energies() const;

  const Pose& pose(std::size_t r) const { return (*placed_)[r]; }  // as placed
  // The hook of an end of a constraint, numbered as in `constraints`.
  std::size_t grip(std::size_t constraint, int end) const {
    return grips_[2 * constraint + static_cast<std::size_t>(end)];
  }

 private:
  bool isHung(std::size_t r) const { return described_[r]->root == Root::hung; }
  void passLoad(std::size_t r);

  const Scene& scene_;
  std::vector<const SceneRod*> described_;
  std::vector<std::unique_ptr<RodSolver>> rods_;
  const std::vector<Pose>* placed_ = nullptr;
  std::vector<std::size_t> grips_;            // by ends of the scene's constraints
  std::vector<std::size_t> parents_, hooks_;  // of hung rods: on which, and its hook there
  std::vector<Eigen::LLT<Mat6d>> inertias_;   // of free roots
  std::vector<Vec6d> rootAccelerations_;
};

}  // namespace tendril::solver
