// One rod inside a step: its elements' terms and its part of the sweep. makeRodSolver() makes it for a model.
// Rods of different models exchange only six numbers at a Hook. World axes.
//
// Order of calls for all rods of a Sweep (solver/sweep/sweep.h calls them):
//   reserveStations(), applyStations()     how many stations
//   setPose(), setRates(), computeBias()   parents first: stations; their motion; their velocity products
//   computeLoads()                         children first: loads beyond each station
//   assemble...()                          any order: matrices and vectors of the linear system
//   addInertiaAt(), eliminate()            children first: elimination from the tips to the roots
//   substitute()                           parents first: the solution
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

// A place on a rod where an attached rod, a force, a target spring or a constraint acts.
struct Hook {
  std::size_t element = 0;
  double arc = 0;            // from the element's start, m
  Frame<double> attachment;  // in the material frame at `arc`
  Frame<double> world;
  Vector3d offset = Vector3d::Zero();                  // of the origin from the centreline
  MotionMap map = MotionMap::Zero();                   // transposed: motion by the element's z
  Vec6d motion = Vec6d::Zero(), bias = Vec6d::Zero();  // spin and velocity; their derivative at z' = 0
  Vec6d load = Vec6d::Zero();                          // moment about the origin and force, on the rod
};

// A time step or an equilibrium is a minimum (solver/step/step.h). The potential is
//
//   integral of rho/2 |x - inertial target|^2 / gamma^2 + elastic energy - loads . x + gamma * dissipation
//
// over all poses; x are points of the centreline and, for rotary inertia, of both directors. Its gradient and
// its exact Hessian M / gamma^2 + K + S go through the same sweep.
struct StepTerms {
  double gamma = 0;          // s; 0: an equilibrium
  double historyWeight = 0;  // of BDF2; 0: implicit Euler
  Vector3d gravity = Vector3d::Zero();
  bool fullHessian = true;  // false: only the positive part of S, with which no pivot fails
};

// Momentum of stored points, about the world's origin.
struct Momentum {
  double mass = 0;                    // kg
  Vector3d first = Vector3d::Zero();  // integral of x dm
  Matrix3d inertia = Matrix3d::Zero();
  Vector3d linear = Vector3d::Zero(), angular = Vector3d::Zero();
  Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();  // of gravity and of point forces
};

class RodSolver {
 public:
  virtual ~RodSolver() = default;

  // Coordinates. `by`: as many as the rod has.
  virtual void add(const Pose& from, const Vectors& by, double part, Pose& to) const = 0;
  virtual void difference(const Pose& from, const Pose& to, double part, Vectors& by) const = 0;
  virtual double largestTurn(const Vectors& by) const = 0;  // rad, of an element; NaN if any is NaN

  // Reserves the stations that this pose needs, besides those reserved before (`fresh`: for this pose alone).
  // All poses of a step must share their material points. False: the rod turns too much.
  virtual bool reserveStations(const Pose& pose, bool fresh) = 0;
  virtual bool applyStations() = 0;  // makes the reserved stations; true: unchanged

  virtual void setPose(const Pose& pose) = 0;  // keeps a reference until the next call
  virtual void updateElastic() = 0;            // at the pose, after a change of rest shape or stiffness
  virtual void setRates(const Vec6d& rootMotion, const Vectors& rates) = 0;
  virtual void computeBias() = 0;

  // Assembles for the accelerations at the present pose and rates, which the sweep then solves for. Gravity
  // enters as an upward acceleration of the roots.
  virtual void assembleAccelerations() = 0;
  virtual void addInertiaAt(std::size_t hook, const Mat6d& inertia, const Vec6d& bias) = 0;
  // Eliminates all rates; false if a pivot is not positive and `least` is 0 (Pivot). Leaves inertia and bias
  // at the root.
  virtual bool eliminate(double least) = 0;
  virtual void substitute(const Vec6d& rootAcceleration) = 0;
  virtual Vec6d accelerationAt(std::size_t hook) const = 0;
  // Internal forces from the accelerations; loads of attached rods must be set before.
  virtual void findLoads() = 0;

  // Newton's method.
  virtual void storePoints() = 0;    // points and their velocities; those stored before become the past
  virtual void replacePoints() = 0;  // same, but leaves the past
  virtual void setInertialTarget(double historyWeight, double gamma) = 0;  // and history terms
  // At the predicted pose and rates: moves each inertial target to where the point's acceleration is that of
  // the coordinates, which rotation does not falsify. Where both targets are far apart (fast whips), the old
  // one stays.
  virtual void refineInertialTarget(double gamma, const Vec6d& rootAcceleration,
                                    const Vectors& accelerations) = 0;
  virtual Vec6d predictedAt(std::size_t hook) const = 0;  // then: a hook's acceleration
  // Drag and wind for this step, sampled at the present pose.
  virtual void sampleWind(const Wind& wind, double time) = 0;
  // J, an upper estimate: work of wind and moving goal on the rod over the step between both stored states.
  virtual double drivenWork(double dt) const = 0;
  virtual void computeLoads(const StepTerms& how) = 0;                          // at the pose
  virtual void assembleNewton(const StepTerms& how, const Vectors& rates) = 0;  // rates: of the step so far
  // Fits rates to the displacements of the points from the history terms: the sweep then gives the change of
  // rates with the least error weighted by mass.
  virtual void assembleRates(const StepTerms& how) = 0;
  // `size`: adds the absolute values of the parts, by which rounding is judged.
  virtual double potential(const StepTerms& how, const Vectors& rates, double& size) = 0;
  // Gradient of the loads' potential by the coordinates, after computeLoads(); the root does not move.
  virtual void findLoadGradient(Vectors& to) const = 0;
  // The rest shape that balances this gradient in this pose.
  virtual void restFor(const Pose& pose, const Vectors& gradient, Coordinates& rest) const = 0;
  virtual Energies energies(const Vector3d& gravity) const = 0;
  // Energy at the last stored points, or at those before; with the present rest shape and loads. `pose`: of
  // that state.
  virtual double keptEnergy(bool before, const Pose& pose, const Vector3d& gravity,
                            double& kinetic) const = 0;
  virtual void addMomentum(bool before, const Vector3d& gravity, Momentum& sum) const = 0;

  // Constraints (solver/coupling/constraint_solver.h). Grips are hooks that can be moved along the rod at any
  // time.
  virtual std::size_t firstGrip() const = 0;
  virtual void moveGrip(std::size_t hook, double arc) = 0;
  virtual void placeGrips() = 0;  // at the pose, after moveGrip()
  // Further right sides for the factors of eliminate(): each is a load on a hook, added to row `row`. The rod
  // may be cut in front of elements, where right sides end. A cut is closed by rowsOfCut() rows, numbered
  // from `firstRow` on.
  virtual void setCuts(const std::vector<std::size_t>& elements) = 0;
  void cut(bool on) { cutting_ = on; }  // false: solve the rod uncut
  virtual int rowsOfCut() const = 0;
  virtual void beginColumns(std::size_t firstRow) = 0;
  virtual void addColumn(std::size_t row, std::size_t hook, const Vec6d& load) = 0;
  virtual void eliminateColumns() = 0;
  // Rows and columns that reach the root.
  virtual const std::vector<std::size_t>& rootRows() const = 0;
  virtual const Eigen::Matrix<double, 6, Eigen::Dynamic>& rootColumns() const = 0;
  // Adds the rod's blocks of the Delassus system  (J H^-1 J^T) lambda = J dq.
  virtual void addDelassusBlock(DelassusSystem& to) const = 0;
  virtual void applyMultipliers(const Eigen::VectorXd& by) = 0;  // multipliers by rows

  virtual std::size_t hooksOfForces() const = 0;  // of forces and target springs
  const Hook& hook(std::size_t i) const { return hooks_[i]; }
  void setLoad(std::size_t hook, const Vec6d& load) { hooks_[hook].load = load; }
  const Mat6d& rootInertia() const { return rootInertia_; }
  const Vec6d& rootBias() const { return rootBias_; }
  const Vec6d& rootWrench() const { return rootWrench_; }          // reaction at the root
  const Vectors& accelerations() const { return accelerations_; }  // or changes

  // For the dense twin and for tests: what was assembled.
  virtual std::size_t elements() const = 0;
  virtual int ends() const = 0;
  virtual bool isLocked(std::size_t coordinate) const = 0;  // it is no unknown
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

// Arc length and frame beside the rod of a hook.
struct Hanger {
  double arc = 0;
  Frame<double> attachment;
};

// Keeps a reference to the rod. Hooks: `hangers` in their order, the rod's forces and target springs, then
// `grips`.
std::unique_ptr<RodSolver> makeRodSolver(const SceneRod& rod, const std::vector<Hanger>& hangers,
                                         const std::vector<Hanger>& grips = {});

}  // namespace tendril::solver
