// One sweep over trees of rods: from the tips to the roots it eliminates everything beyond an element (a
// Riccati recursion); from the roots to the tips the accelerations follow. Linear in elements
// (docs/method.md, 5).
//
//   Sweep sweep(scene);
//   sweep.setState(placement);
//   sweep.assembleAccelerations();
//   sweep.solve(rootAccelerations);
//   sweep.rod(0).elimination.accelerations();
//
// In large trees branches go side by side. Which rods are a branch depends on the tree alone, so results have
// the same bits for any number of threads.
#pragma once

#include <Eigen/Cholesky>
#include <memory>
#include <vector>

#include "solver/base/parallel.h"
#include "solver/elements/rod_solver.h"
#include "solver/scene/scene.h"
#include "solver/sweep/responses.h"

namespace tendril::solver {

// Poses and rates of all rods of a sweep.
struct ForestState {
  std::vector<Pose> poses;
  std::vector<RootMotion> roots;
  std::vector<Vectors> rates;
};
ForestState forestStateOf(const std::vector<RodState>& rods);

// The step for which inertial targets are found.
struct StepStart {
  double historyWeight, gamma;  // of BDF2; s
  bool second;                  // BDF2
  const Surroundings& surroundings;
  double time;  // s
  // of the tree's first rod; null: it is free, or stands still
  const Carrier* carrier = nullptr;
};

class Sweep {
 public:
  explicit Sweep(const Scene& scene);                               // of all rods; keeps a reference
  Sweep(const Scene& scene, const std::vector<std::size_t>& rods);  // of whole trees

  // Rods are numbered by their order in `rods`.
  std::size_t size() const { return rods_.size(); }
  const SceneRod& description(std::size_t r) const { return *described_[r]; }
  std::size_t parent(std::size_t r) const { return parents_[r]; }  // of an attached rod

  // Calls f(rod) for all rods: parents before their children, or in any order.
  template <class F>
  void forward(const F& f);
  template <class F>
  void each(const F& f);

  // RodKinematics::reserveStations and applyStations for all rods.
  bool reserveStations(const std::vector<Pose>& poses, bool fresh);
  bool applyStations();
  // Writes the roots of attached rods, which follow their parents. Keeps a reference to `poses`.
  void setPose(std::vector<Pose>& poses);
  void setRates(std::vector<RootMotion>& roots, const std::vector<Vectors>& rates);
  void computeBias();
  void setState(ForestState& placement);  // all of these; throws if a rod turns too much

  void startForces(const Surroundings& surroundings, double time);

  // Which system solve() assembles and solves.
  void assembleAccelerations();
  // A Newton step at the pose, for changes of coordinates; `rates`: of the step so far.
  void assembleNewton(const StepTerms& how, const std::vector<Vectors>& rates);
  void assembleRates(const StepTerms& how);

  // `held`: acceleration less gravity of each clamped root, in the world. False: a pivot was not positive.
  // `least`: floor of the pivots as a part of the largest diagonal entry, where only rounding can make them
  // negative.
  bool solve(const std::vector<Vec6d>& held, double least = 0);
  bool eliminate(double least);                     // first half of solve()
  void substitute(const std::vector<Vec6d>& held);  // second half

  // Passes that do several stages at once (RodSolver). The start of a step at the predicted state `to`; the
  // accelerations there: of the coordinates, and of roots, of which attached ones follow their parents.
  void startStep(const StepStart& how, ForestState& to, const std::vector<Vectors>& accelerations,
                 std::vector<Vec6d>& rootAccelerations);
  // A new pose, for each rod after change(rod), and its potential.
  template <class F>
  void moveTo(const StepTerms& how, ForestState& to, bool withPotential, double& sum, double& size,
              const F& change);
  // The second half of solve() for rates, which are added to those of `to`.
  void finishRates(const std::vector<Vec6d>& held, ForestState& to);
  // Constraint rows: between eliminate() and substitute().
  void addColumns();
  void addDelassusBlock(std::size_t rod, DelassusSystem& to);
  void applyMultipliers(const PooledVector& by);

  // Contact forces: after eliminate(). z has responseSize() numbers. `loads`: as RodElimination::respond().
  std::size_t responseSize() const { return responseSize_; }
  void respond(std::size_t rod, const RodPoint& at, ThreeLoads loads, Responses& to) const;
  void respondAtHook(std::size_t rod, std::size_t hook, ThreeLoads loads, Responses& to) const;
  void applyResponse(const double* z);

  void findLoads();                         // internal forces, after a solution for accelerations
  void computeLoads(const StepTerms& how);  // loads at the pose; a Newton step finds its own
  // `size`: sum of the absolute parts, by which rounding is judged.
  double potential(const StepTerms& how, const std::vector<Vectors>& rates, double& size);

  RodSolver& rod(std::size_t r) { return *rods_[r]; }
  const RodSolver& rod(std::size_t r) const { return *rods_[r]; }
  // Of an attached rod.
  const Hook& hook(std::size_t r) const { return rods_[parents_[r]]->kinematics.hook(hooks_[r]); }
  Vec6d predictedRoot(std::size_t r) const { return rods_[parents_[r]]->terms.predictedAt(hooks_[r]); }
  const Vec6d& rootAcceleration(std::size_t r) const { return rootAccelerations_[r]; }  // less gravity
  Energies energies() const;

  const Pose& pose(std::size_t r) const { return (*placed_)[r]; }  // of the last setPose()

 private:
  bool isAttached(std::size_t r) const { return described_[r]->root == Root::attached; }
  void respondBelow(std::size_t rod, ThreeLoads& loads, Responses& to) const;
  void makeRods(const Scene& scene, const std::vector<std::size_t>& rods);
  void findBranches();
  // Children before their parents. False if f is false for any rod.
  template <class F>
  bool backward(const F& f);
  bool eliminateRod(std::size_t r, double least);
  const Vec6d& findRootAcceleration(std::size_t r, const std::vector<Vec6d>& held);
  void addPotentials(double& sum, double& size) const;
  void beginPose(std::vector<Pose>& poses);
  void passLoad(std::size_t r);

  // Stages done since the pose was last set; each needs those before it.
  struct Stages {
    bool stations = false, pose = false, rates = false, bias = false;
    bool assembled = false, eliminated = false;
  };

  Stages done_;
  const Scene& scene_;
  std::vector<const SceneRod*> described_;
  std::vector<std::unique_ptr<RodSolver>> rods_;
  // Rods by which others are solved: the stem first, then branches side by side; ascending. No branches: all
  // rods in their order.
  std::vector<std::size_t> stem_;
  std::vector<std::vector<std::size_t>> branches_;
  const std::vector<Pose>* placed_ = nullptr;
  std::vector<std::size_t> parents_, hooks_;  // of attached rods: parent, hook there
  std::vector<Eigen::LLT<Mat6d>> inertias_;   // of free roots
  std::vector<Vec6d> rootAccelerations_;
  std::vector<double> sums_, sizes_;  // by rods
  // z of responses: first number of each rod's coordinates, which those of a free root follow; all
  std::vector<std::size_t> firstResponse_;
  std::size_t responseSize_ = 0;
  PooledMatrix rootAnswer_;  // scratch
  bool newton_ = false;      // loads are found with the elimination
};

template <class F>
void Sweep::forward(const F& f) {
  if (branches_.empty()) {
    for (std::size_t r = 0; r < rods_.size(); ++r) f(r);
    return;
  }
  for (const std::size_t r : stem_) f(r);
  parallelFor(branches_.size(), [&](std::size_t b) {
    for (const std::size_t r : branches_[b]) f(r);
  });
}

template <class F>
void Sweep::each(const F& f) {
  forward(f);
}

template <class F>
void Sweep::moveTo(const StepTerms& how, ForestState& to, bool withPotential, double& sum, double& size,
                   const F& change) {
  beginPose(to.poses);
  forward([&](std::size_t r) {
    change(r);
    if (isAttached(r)) to.poses[r].root = hook(r).world;
    sizes_[r] = 0;
    rods_[r]->moveTo(to.poses[r], how, to.rates[r], withPotential ? &sums_[r] : nullptr, sizes_[r]);
  });
  if (withPotential) addPotentials(sum, size);
}

}  // namespace tendril::solver
