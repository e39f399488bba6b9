// One sweep over a forest of rods: from the tips to the roots everything beyond an element is eliminated (a
// Riccati recursion), from the roots to the tips accelerations follow. Linear in elements. design: the core.
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

// Where rods are and how they move.
struct ForestState {
  std::vector<Pose> poses;
  std::vector<RootMotion> roots;
  std::vector<Vectors> rates;
};
ForestState forestStateOf(const std::vector<RodState>& rods);

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
  bool reserveStations(const std::vector<Pose>& poses, bool fresh);
  bool applyStations();
  // Roots of hung rods follow from their parents, and are written. Poses must last until the next.
  void setPose(std::vector<Pose>& poses);
  void setRates(std::vector<RootMotion>& roots, const std::vector<Vectors>& rates);
  void computeBias();
  void setState(ForestState& placement);  // all of these; throws where a rod turns absurdly

  void sampleWind(const Wind& wind, double time);

  void assembleAccelerations();
  // Rows of constraints, between eliminate() and substitute().
  void addColumns();
  void addDelassusBlock(DelassusSystem& to) const;
  void applyMultipliers(const Eigen::VectorXd& by);

  // `held`: acceleration less gravity of each held root, in the world. False: a pivot was not positive. What
  // is known to be positive but for rounding is made so by `least`, in parts of the largest pivot beside it.
  bool solve(const std::vector<Vec6d>& held, double least = 0);
  bool eliminate(double least);                     // the first half of solve()
  void substitute(const std::vector<Vec6d>& held);  // the second
  void findLoads();

  // Newton's method: loads and derivatives where the rods are placed; solve() then gives changes of
  // coordinates.
  void computeLoads(const StepTerms& how);
  void assembleNewton(const StepTerms& how, const std::vector<Vectors>& rates);
  void assembleRates(const StepTerms& how);
  // `size`: what rounding is measured by.
  double potential(const StepTerms& how, const std::vector<Vectors>& rates, double& size) const;

  RodSolver& rod(std::size_t r) { return *rods_[r]; }
  const RodSolver& rod(std::size_t r) const { return *rods_[r]; }
  const Hook& hook(std::size_t r) const { return rods_[parents_[r]]->hook(hooks_[r]); }  // of a hung rod
  const Vec6d& rootAcceleration(std::size_t r) const { return rootAccelerations_[r]; }   // less gravity
  Vec6d predictedRoot(std::size_t r) const { return rods_[parents_[r]]->predictedAt(hooks_[r]); }
  Energies energies() const;

  const Pose& pose(std::size_t r) const { return (*placed_)[r]; }  // as placed
  // The hook of an end of a constraint, numbered as in `constraints`.
  std::size_t grip(std::size_t constraint, int end) const {
    return grips_[2 * constraint + static_cast<std::size_t>(end)];
  }

 private:
  bool isHung(std::size_t r) const { return described_[r]->root == Root::attached; }
  void passLoad(std::size_t r);

  // What has been done since the rods were last moved: each stage needs those before it.
  struct Stages {
    bool stations = false, pose = false, rates = false, bias = false, loads = false;
    bool assembled = false, eliminated = false;
  };

  Stages done_;
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
