// One rod inside a step: its elements' terms, and its part of the sweep. Made for a model by makeRodSolver();
// rods of different models hang on each other through six numbers (Hook), so that none knows another's
// coordinates. All in the world's axes.
//
// The order of calls, for a forest (solver/sweep/sweep.h does this):
//   place(), move(), bias()  parents first: where stations are; how they move; their velocity products
//   computeLoads()                  children first: loads beyond each station
//   load...()                any order: the matrices and vectors of what is to be solved
//   addInertiaAt() and eliminate()    children first: what is beyond each element, eliminated towards the root
//   substitute()                parents first: what is found
#pragma once

#include <memory>

#include "solver/elements/element_terms.h"
#include "solver/linear/delassus_system.h"
#include "solver/scene/motion.h"
#include "solver/scene/scene.h"

namespace tendril::solver {

using Vectors = std::vector<Vector3d>;
using ElementMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kRows, kRows>;
using ElementVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kRows, 1>;

// A place on a rod where another hangs or a force acts.
struct Hook {
  std::size_t element = 0;
  double arc = 0;            // from the element's start, m
  Frame<double> attachment;  // in the material frame there
  Frame<double> world;
  Vector3d offset = Vector3d::Zero();                  // of its origin from the centreline
  MotionMap map = MotionMap::Zero();                   // its motion by that of the element
  Vec6d motion = Vec6d::Zero(), bias = Vec6d::Zero();  // spin and velocity; their change at z' = 0
  Vec6d load = Vec6d::Zero();  // moment and force on the rod, about its origin; found by what hangs there
};

// A step, or an equilibrium, as a minimum (solver/step/step.h): the potential is
//
//   integral of rho/2 |x - aim|^2 / gamma^2 + elastic energy - loads . x + gamma * dissipation
//
// over all poses; x are the points of the centreline and, for the rotary part, of both directors. Its
// gradient and its exact second derivative M / gamma^2 + K + S go through the same sweep.
struct StepTerms {
  double gamma = 0;    // s; 0: an equilibrium
  double historyWeight = 0;  // of the step before
  Vector3d gravity = Vector3d::Zero();
  bool fullHessian = true;  // all of S; else its positive part, with which no pivot fails
};

// Of what moves as it did when its points were kept, about the world's origin.
struct Momentum {
  double mass = 0;                    // kg
  Vector3d first = Vector3d::Zero();  // integral of x dm
  Matrix3d inertia = Matrix3d::Zero();
  Vector3d linear = Vector3d::Zero(), angular = Vector3d::Zero();
  Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();  // of gravity and of forces at points
};

class RodSolver {
 public:
  virtual ~RodSolver() = default;

  // Coordinates. `by`: as many as the rod has.
  virtual void add(const Pose& from, const Vectors& by, double part, Pose& to) const = 0;
  virtual void difference(const Pose& from, const Pose& to, double part, Vectors& by) const = 0;
  virtual double largestTurn(const Vectors& by) const = 0;  // rad, of an element; NaN where one is

  // Stations enough for this pose, too (fresh: for this one alone). Material points must be the same ones at
  // all poses of a step. False: it turns so much that no rod does.
  virtual bool reserveStations(const Pose& pose, bool fresh) = 0;
  virtual bool applyStations() = 0;  // as allowed; true: the stations are the same as before

  virtual void setPose(const Pose& pose) = 0;  // which must last until the next
  virtual void updateElastic() = 0;                 // where it is placed, to another rest shape or stiffness
  virtual void setRates(const Vec6d& rootMotion, const Vectors& rates) = 0;
  virtual void computeBias() = 0;

  // Accelerations of this very moment, at the rates moved with: solve() then gives them. Gravity enters as
  // an acceleration of the roots, upwards.
  virtual void assembleAccelerations() = 0;
  virtual void addInertiaAt(std::size_t hook, const Mat6d& inertia, const Vec6d& bias) = 0;
  // Eliminates all rates; false where a pivot is not positive, unless made so (Pivot). What is left: inertia
  // and bias at the root.
  virtual bool eliminate(double least) = 0;
  virtual void substitute(const Vec6d& rootAcceleration) = 0;
  virtual Vec6d accelerationAt(std::size_t hook) const = 0;
  // Internal forces from the accelerations found; of all that hangs here, the loads are known.
  virtual void findLoads() = 0;

  // Newton's method.
  virtual void storePoints() = 0;       // where points are and how they move; what was kept before is the past
  virtual void replacePoints() = 0;  // the same, and the past stays
  virtual void setInertialTarget(double historyWeight, double gamma) = 0;  // where points would end without forces
  // Placed at a predicted end, moving as predicted: the aim of every point such that there its acceleration is
  // that of the coordinates, which turns do not falsify; where both aims are far apart (fast whips), the old
  // one stays, which is safe.
  virtual void refineInertialTarget(double gamma, const Vec6d& rootAcceleration, const Vectors& accelerations) = 0;
  virtual Vec6d predictedAt(std::size_t hook) const = 0;  // after it: a hook's acceleration
  // What the air does while the step lasts, where the rod is placed.
  virtual void sampleWind(const Wind& wind, double time) = 0;
  // J, at the most: what wind and a moving goal have done on the rod over a step, from where it was kept
  // before to where it was kept last.
  virtual double drivenWork(double dt) const = 0;
  virtual void computeLoads(const StepTerms& how) = 0;                             // loads, as placed
  virtual void assembleNewton(const StepTerms& how, const Vectors& rates) = 0;  // rates: those that led here
  // What is between how points move (from `hat` to here) and how the coordinates move with which it was
  // moved: solve() then gives the change of rates that fits best, by mass.
  virtual void assembleRates(const StepTerms& how) = 0;
  // `size`: the sum of what it is made of, for how far rounding goes.
  virtual double potential(const StepTerms& how, const Vectors& rates, double& size) = 0;
  // Of the loads' potential by the coordinates, after computeLoads(); the root holds still.
  virtual void findLoadGradient(Vectors& to) const = 0;
  // The rest shape that is in equilibrium with such a gradient in this pose.
  virtual void restFor(const Pose& pose, const Vectors& gradient, Vectors& kappa,
                       std::vector<Eigen::Quaterniond>& joints) const = 0;
  virtual Energies energies(const Vector3d& gravity) const = 0;
  // Where it was before the last keep(), or now; with today's rest shape and loads. `pose`: of that moment.
  virtual double keptEnergy(bool before, const Pose& pose, const Vector3d& gravity,
                            double& kinetic) const = 0;
  virtual void addMomentum(bool before, const Vector3d& gravity, Momentum& sum) const = 0;

  // Constraints (solver/coupling/constraint_solver.h). Grips are hooks that may go anywhere on the rod, at
  // any time.
  virtual std::size_t firstGrip() const = 0;
  virtual void moveGrip(std::size_t hook, double arc) = 0;
  virtual void placeGrips() = 0;  // after moves, where the rod is placed
  // Right sides of their own for what eliminate() has factored: each a load on a hook, added to row `row`.
  // The rod may be cut in front of elements, so that no right side goes far: what holds the cut together are
  // rows, too, as many as a cut has (rowsOfCut) from `firstRow` on.
  virtual void setCuts(const std::vector<std::size_t>& elements) = 0;
  void cut(bool on) { cutting_ = on; }  // else it is whole, as ever
  virtual int rowsOfCut() const = 0;
  virtual void beginColumns(std::size_t firstRow) = 0;
  virtual void addColumn(std::size_t row, std::size_t hook, const Vec6d& load) = 0;
  virtual void eliminateColumns() = 0;
  // What reaches the root.
  virtual const std::vector<std::size_t>& rootRows() const = 0;
  virtual const Eigen::Matrix<double, 6, Eigen::Dynamic>& rootColumns() const = 0;
  // Of the rows' system  (J H^-1 J^T) x = J dq : its blocks, one after the other.
  virtual void addDelassusBlock(DelassusSystem& to) const = 0;
  virtual void applyMultipliers(const Eigen::VectorXd& by) = 0;  // adds rows, each so much of it

  virtual std::size_t hooksOfForces() const = 0;  // of forces and pulls
  const Hook& hook(std::size_t i) const { return hooks_[i]; }
  void setLoad(std::size_t hook, const Vec6d& load) { hooks_[hook].load = load; }
  const Mat6d& rootInertia() const { return rootInertia_; }
  const Vec6d& rootBias() const { return rootBias_; }
  const Vec6d& rootWrench() const {
    return rootWrench_;
  }  // what holds the root, after computeLoads() or findLoads()
  const Vectors& accelerations() const { return accelerations_; }  // of the coordinates

  // For the dense twin and for tests: what was loaded.
  virtual std::size_t elements() const = 0;
  virtual int ends() const = 0;
  virtual bool isLocked(std::size_t coordinate) const = 0;  // it does not move
  virtual ElementMatrix elementMatrix(std::size_t e) const = 0;
  virtual ElementVector elementVector(std::size_t e) const = 0;
  virtual ElementMatrix endMap(std::size_t e) const = 0;
  virtual Vec6d endBias(std::size_t e) const = 0;
  virtual Frame<double> elementFrame(std::size_t e) const = 0;
  virtual Vec6d elementMotion(std::size_t e) const = 0;

 protected:
  bool cutting_ = false;
  std::vector<Hook> hooks_;
  Mat6d rootInertia_ = Mat6d::Zero();
  Vec6d rootBias_ = Vec6d::Zero(), rootWrench_ = Vec6d::Zero();
  Vectors accelerations_;
};

// What hangs on a rod.
struct Hanger {
  double arc = 0;
  Frame<double> attachment;
};

// Keeps a reference to the rod. Hooks: of `hangers`, in their order, then of the rod's forces and pulls, then
// `grips`, each with an attachment of its own.
std::unique_ptr<RodSolver> makeRodSolver(const SceneRod& rod, const std::vector<Hanger>& hangers,
                                         const std::vector<Hanger>& grips = {});

}  // namespace tendril::solver
