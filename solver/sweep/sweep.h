// One sweep over trees of rods: from the tips to the roots it eliminates everything beyond an element (a
// Riccati recursion); from the roots to the tips the accelerations follow. Linear in elements
// (docs/method.md, 5).
//
//   Sweep sweep(scene);
//   sweep.setState(placement);
//   sweep.assembleAccelerations();
//   sweep.solve(rootAccelerations);
//   sweep.rod(0).accelerations();
#pragma once

#include <Eigen/Cholesky>
#include <memory>
#include <vector>

#include "solver/elements/rod_solver.h"
#include "solver/scene/scene.h"

namespace tendril::solver {

// Poses and rates of all rods of a sweep.
struct ForestState {
  std::vector<Pose> poses;
  std::vector<RootMotion> roots;
  std::vector<Vectors> rates;
};
ForestState forestStateOf(const std::vector<RodState>& rods);

class Sweep {
 public:
  explicit Sweep(const Scene& scene);  // of all rods; keeps a reference
  // Of whole trees. `constraints`: those of the scene that act on them; null: all of the scene's.
  Sweep(const Scene& scene, const std::vector<std::size_t>& rods,
        const std::vector<std::size_t>* constraints = nullptr);

  // Rods are numbered by their order in `rods`.
  std::size_t size() const { return rods_.size(); }
  const SceneRod& description(std::size_t r) const { return *described_[r]; }
  std::size_t parent(std::size_t r) const { return parents_[r]; }  // of an attached rod

  // RodSolver::reserveStations and applyStations for all rods.
  bool reserveStations(const std::vector<Pose>& poses, bool fresh);
  bool applyStations();
  // Writes the roots of attached rods, which follow their parents. Keeps a reference to `poses`.
  void setPose(std::vector<Pose>& poses);
  void setRates(std::vector<RootMotion>& roots, const std::vector<Vectors>& rates);
  void computeBias();
  void setState(ForestState& placement);  // all of these; throws if a rod turns too much

  void sampleWind(const Wind& wind, double time);

  void assembleAccelerations();
  // Constraint rows: between eliminate() and substitute().
  void addColumns();
  void addDelassusBlock(DelassusSystem& to) const;
  void applyMultipliers(const Eigen::VectorXd& by);

  // `held`: acceleration less gravity of each clamped root, in the world. False: a pivot was not positive.
  // `least`: floor of the pivots as a part of the largest diagonal entry, where only rounding can make them
  // negative.
  bool solve(const std::vector<Vec6d>& held, double least = 0);
  bool eliminate(double least);                     // first half of solve()
  void substitute(const std::vector<Vec6d>& held);  // second half
  void findLoads();

  // Newton's method: loads and derivatives at the pose; solve() then gives changes of coordinates.
  void computeLoads(const StepTerms& how);
  void assembleNewton(const StepTerms& how, const std::vector<Vectors>& rates);
  void assembleRates(const StepTerms& how);
  // `size`: sum of the absolute parts, by which rounding is judged.
  double potential(const StepTerms& how, const std::vector<Vectors>& rates, double& size) const;

  RodSolver& rod(std::size_t r) { return *rods_[r]; }
  const RodSolver& rod(std::size_t r) const { return *rods_[r]; }
  const Hook& hook(std::size_t r) const { return rods_[parents_[r]]->hook(hooks_[r]); }  // of an attached rod
  const Vec6d& rootAcceleration(std::size_t r) const { return rootAccelerations_[r]; }   // less gravity
  Vec6d predictedRoot(std::size_t r) const { return rods_[parents_[r]]->predictedAt(hooks_[r]); }
  Energies energies() const;

  const Pose& pose(std::size_t r) const { return (*placed_)[r]; }  // of the last setPose()
  // The hook of a constraint's end, numbered by the order in `constraints`.
  std::size_t grip(std::size_t constraint, int end) const {
    return grips_[2 * constraint + static_cast<std::size_t>(end)];
  }

 private:
  bool isAttached(std::size_t r) const { return described_[r]->root == Root::attached; }
  void passLoad(std::size_t r);

  // Stages done since the pose was last set; each needs those before it.
  struct Stages {
    bool stations = false, pose = false, rates = false, bias = false, loads = false;
    bool assembled = false, eliminated = false;
  };

  Stages done_;
  const Scene& scene_;
  std::vector<const SceneRod*> described_;
  std::vector<std::unique_ptr<RodSolver>> rods_;
  const std::vector<Pose>* placed_ = nullptr;
  std::vector<std::size_t> grips_;            // by ends of constraints
  std::vector<std::size_t> parents_, hooks_;  // of attached rods: parent, hook there
  std::vector<Eigen::LLT<Mat6d>> inertias_;   // of free roots
  std::vector<Vec6d> rootAccelerations_;
};

}  // namespace tendril::solver
