// One rod inside a step, in four roles. Rods of different models exchange only six numbers at a Hook. World
// axes.
//
//   RodKinematics    where the rod is and how it moves: stations, hooks
//   RodTerms         gradient and Hessian of the step's potential, element by element
//   RodElimination   the rod's part of the linear solution; columns of coupled rows
//   RodResults       energies, momentum, work
//
// Order of calls for all rods of a Sweep (solver/sweep/sweep.h, which asserts it):
//   reserveStations(), applyStations()     how many stations
//   setPose(), setRates(), computeBias()   parents first: stations; their motion; their velocity products
//   assemble...()                          says which system; any order
//   attach(), eliminate()                  children first: assembles, and eliminates from tips to roots
//   substitute()                           parents first: the solution
#pragma once

#include <functional>
#include <memory>

#include "solver/elements/carrier.h"
#include "solver/elements/element_model.h"
#include "solver/elements/hook.h"
#include "solver/elements/step_terms.h"
#include "solver/linear/delassus_system.h"
#include "solver/scene/motion.h"
#include "solver/scene/scene.h"

namespace tendril::solver {

// Asked for each station of an element: its number, arc length from the rod's root (m), where the centreline
// was when points were last stored, and where it is. False: the walk ends.
using StationVisitor =
    std::function<bool(std::size_t element, double arc, const Vector3d& was, const Vector3d& is)>;

class RodKinematics {
 public:
  virtual ~RodKinematics() = default;
  virtual double largestTurn(const Vectors& changes) const = 0;  // rad, of an element; NaN if any is NaN

  // Reserves the stations that this pose needs, besides those reserved before (`fresh`: for this pose alone).
  // All poses of a step must share their material points. False: the rod turns too much.
  virtual bool reserveStations(const Pose& pose, bool fresh) = 0;
  virtual bool applyStations() = 0;  // makes the reserved stations; true: unchanged

  virtual void setPose(const Pose& pose) = 0;  // keeps a reference until the next call
  virtual void setRates(const Vec6d& rootMotion, const Vectors& rates) = 0;
  virtual void computeBias() = 0;
  virtual void storePoints() = 0;    // points and their velocities; those stored before become the past
  virtual void replacePoints() = 0;  // same, but leaves the past

  // Hooks: those of attached rods, of forces, and grips, which constraints may move along
  // the rod at any time.
  const Hook& hook(std::size_t i) const { return hooks_[i]; }
  void setLoad(std::size_t hook, const Vec6d& load) { hooks_[hook].load = load; }
  virtual std::size_t hooksOfForces() const = 0;  // their number
  virtual void clearGrips() = 0;
  virtual std::size_t addGrip(const Hanger& grip) = 0;  // returns its hook
  virtual void moveGrip(std::size_t hook, double arc) = 0;
  virtual void placeGrips() = 0;  // at the pose, after moveGrip()
  // A point of the rod at the pose and rates, from the stations that are there
  // (solver/elements/interpolated_station.h): for what touches the rod at other places every step. It is no
  // hook and keeps nothing.
  virtual RodPoint pointAt(double arc, const Frame<double>& attachment = {}) const = 0;
  // Contacts: forces at such points, which loads contain until they are set anew; ascending by element. Then
  // a second pose beside the present one, at the same stations: the start of the step.
  virtual void setTouches(const std::vector<LoadedPoint>& touches) = 0;
  virtual void keepStations() = 0;  // of the present pose
  virtual Frame<double> keptFrameAt(double arc) const = 0;
  // Centrelines at the last stored points and at the pose, roughly: calls for the points of both, in turn.
  virtual void visitStations(const StationVisitor& visit) const = 0;

  // For tests.
  virtual std::size_t elements() const = 0;
  virtual int ends() const = 0;
  virtual ElementMatrix endMap(std::size_t e) const = 0;
  virtual Vec6d endBias(std::size_t e) const = 0;
  virtual Frame<double> elementFrame(std::size_t e) const = 0;
  virtual Vec6d elementMotion(std::size_t e) const = 0;

 protected:
  explicit RodKinematics(std::vector<Hook>& hooks) : hooks_(hooks) {}
  std::vector<Hook>& hooks_;
};

class RodTerms {
 public:
  virtual ~RodTerms() = default;
  virtual void updateElastic() = 0;  // at the pose, after a change of rest shape or stiffness

  // Inertial targets and history terms of all points, from those stored.
  virtual void setInertialTarget(double historyWeight, double gamma) = 0;
  virtual Vec6d predictedAt(std::size_t hook) const = 0;  // then: a hook's acceleration
  // Forces along the rod for this step, at the present pose.
  virtual void startForces(const Surroundings& surroundings, double time) = 0;
  virtual ForceTraits forceTraits() const = 0;  // of all forces together

  // Loads at the pose; those of attached rods must be set before.
  virtual void computeLoads(const StepTerms& how) = 0;
  // Internal forces after a solution for accelerations; loads of attached rods must be set before.
  virtual void findLoads() = 0;
  virtual const Vec6d& rootWrench() const = 0;  // reaction at the root, of the last loads
  // Gradient of the loads' potential by the coordinates, after computeLoads(); the root does not move.
  virtual void findLoadGradient(Vectors& to) const = 0;
  // The rest shape that balances this gradient in this pose.
  virtual void restFor(const Pose& pose, const Vectors& gradient, Coordinates& rest) const = 0;

  // The system that eliminate() assembles; keeps references. For accelerations at the present pose and rates,
  // with gravity as an upward acceleration of the roots; for a Newton step, with the loads (`rates`: of the
  // step so far); for the change of rates that fits the displacements of the points from the history terms
  // with the least error weighted by mass.
  virtual void assembleAccelerations() = 0;
  virtual void assembleNewton(const StepTerms& how, const Vectors& rates) = 0;
  virtual void assembleRates(const StepTerms& how) = 0;
  // `size`: adds the absolute values of the parts, by which rounding is judged.
  virtual double potential(const StepTerms& how, const Vectors& rates, double& size) = 0;

  virtual bool isLocked(std::size_t coordinate) const = 0;  // it is no unknown
  // For the dense twin: the elements' terms as eliminate() would assemble them.
  virtual void elementTerms(std::vector<ElementMatrix>& matrices, std::vector<ElementVector>& vectors) = 0;
};

class RodElimination {
 public:
  virtual ~RodElimination() = default;
  // Something that moves with a hook, in the next elimination: its inertia (or Hessian) and bias (or
  // gradient).
  virtual void attach(std::size_t hook, const Mat6d& inertia, const Vec6d& bias) = 0;
  // Eliminates all rates; false if a pivot is not positive and `least` is 0 (Pivot). Leaves inertia and bias
  // at the root.
  virtual bool eliminate(double least) = 0;
  virtual void substitute(const Vec6d& rootAcceleration) = 0;
  virtual Vec6d accelerationAt(std::size_t hook) const = 0;
  virtual Vec6d changeAt(const RodPoint& at) const = 0;  // of a Newton step
  const Mat6d& rootInertia() const { return rootInertia_; }
  const Vec6d& rootBias() const { return rootBias_; }
  const Vectors& accelerations() const { return accelerations_; }  // or changes

  // Further right sides for the factors of eliminate(): each is a load on a hook, added to row `row`. The rod
  // may be cut in front of elements, where right sides end. A cut is closed by rowsOfCut() rows, numbered
  // from `firstRow` on.
  virtual void setCuts(const std::vector<std::size_t>& elements) = 0;
  virtual void cut(bool on) = 0;  // false: solve the rod uncut
  virtual std::size_t cuts() const = 0;
  virtual int rowsOfCut() const = 0;
  virtual void beginColumns(std::size_t firstRow) = 0;
  virtual void addColumn(std::size_t row, std::size_t hook, const Vec6d& load) = 0;
  virtual void eliminateColumns() = 0;
  // Rows and columns that reach the root.
  virtual const std::vector<std::size_t>& rootRows() const = 0;
  virtual Pooled<6>::ConstMap rootColumns() const = 0;
  // Adds the rod's blocks of the Delassus system  (J H^-1 J^T) lambda = J dq.
  virtual void addDelassusBlock(DelassusSystem& to) = 0;
  virtual void applyMultipliers(const PooledVector& by) = 0;  // multipliers by rows

  // Responses to contact forces (solver/elements/response.h). `loads`: three loads (moment about the point,
  // force), side by side; becomes what reaches the root. Writes y of the first respondingCoordinates(element)
  // coordinates to `to`, three numbers each, a column after the other.
  virtual std::size_t respondingCoordinates(std::size_t element) const = 0;
  virtual void respond(const RodPoint& at, ThreeLoads& loads, double* to) = 0;
  // The same for loads on a hook.
  virtual void respondAtHook(std::size_t hook, ThreeLoads& loads, double* to) = 0;
  virtual std::size_t elementOfHook(std::size_t hook) const = 0;
  // Adds the response z, three numbers for each coordinate, to the solution; then substitute().
  virtual void applyResponse(const double* z) = 0;
  void addRootBias(const Vec6d& by) { rootBias_ += by; }

 protected:
  Mat6d rootInertia_ = Mat6d::Zero();
  Vec6d rootBias_ = Vec6d::Zero();
  Vectors accelerations_;
};

class RodResults {
 public:
  virtual ~RodResults() = default;
  virtual Energies energies(const Vector3d& gravity) const = 0;
  // Energy at the last stored points, or at those before; with the present rest shape and loads. `pose`: of
  // that state.
  virtual double keptEnergy(bool before, const Pose& pose, const Vector3d& gravity,
                            double& kinetic) const = 0;
  virtual void addMomentum(bool before, Momentum& sum) const = 0;
  virtual void addResultant(bool before, const Vector3d& gravity, Momentum& sum) const = 0;  // of all forces
  // Sum of m x y^T over the last stored points x and those before, y: their mean rotation.
  virtual void addTurn(Matrix3d& sum) const = 0;
  // J, an upper estimate: work of wind and moving goal on the rod over the step between both stored states.
  virtual double drivenWork(double dt) = 0;
};

// The predicted state of a rod at the start of a step, and the accelerations that lead there.
struct RodPrediction {
  const Pose& pose;
  Vec6d rootMotion, rootAcceleration;
  const Vectors &rates, &accelerations;
  const Carrier* carrier;  // null: the tree's root is free, or stands still
};

class RodSolver {
 public:
  virtual ~RodSolver() = default;
  RodSolver(const RodSolver&) = delete;

  // Passes that do several of the roles' functions at once, block by block of elements, so that the data of a
  // long rod go through the cache once. Parents first.
  //
  // setInertialTarget(), setPose(), startForces(); with a history term (`second`) also setRates(),
  // computeBias(), and moves each inertial target to where the point's acceleration is
  // that of the coordinates, which rotation does not falsify. Where both targets are far apart, seen from the
  // carrier (fast whips), the old one stays.
  virtual void startStep(double historyWeight, double gamma, bool second, const Surroundings& surroundings,
                         double time, const RodPrediction& to) = 0;
  // setPose() and, with `sum`, potential().
  virtual void moveTo(const Pose& pose, const StepTerms& how, const Vectors& rates, double* sum,
                      double& size) = 0;
  // substitute(), whose solution is added to `rates`; setRates(); storePoints().
  virtual void finishRates(const Vec6d& rootAcceleration, const Vec6d& rootMotion, Vectors& rates) = 0;

  RodKinematics& kinematics;
  RodTerms& terms;
  RodElimination& elimination;
  RodResults& results;

 protected:
  RodSolver(RodKinematics& k, RodTerms& t, RodElimination& e, RodResults& r)
      : kinematics(k), terms(t), elimination(e), results(r) {}
};

// Keeps a reference to the rod. Hooks: `hangers` in their order, then those of the rod's forces.
std::unique_ptr<RodSolver> makeRodSolver(const SceneRod& rod, const std::vector<Hanger>& hangers);

}  // namespace tendril::solver
