// A tree of rods within a step: its states, its iterate, and the stages of a step as functions. An island
// calls them for all of its trees, round by round:
//
//   start()                 scheme and lengths of the step
//   predict()               predictor
//   findPoints()            material points of both past states
//   prepare()               at the predicted pose: where points would end without forces; wind
//   sweep.assembleNewton() ... advance()    Newton iterations
//   findRates()             rates that fit the points' motion
//   finish()                the iterate becomes the state
#pragma once

#include "solver/base/assert.h"
#include "solver/contact/tree_contacts.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/step/root_path.h"
#include "solver/step/step.h"
#include "solver/sweep/sweep.h"

namespace tendril::solver {

// rad, of an element in one iteration. Soft rods that turn more at once end in crumpled minima.
constexpr double kMostTurn = 1;
constexpr double kLeastPivot = 1e-14;  // floor, where only rounding can make a pivot negative

inline Matrix3d turnedAxes(const Vector3d& by, const Matrix3d& axes) {
  return (turnBy(by) * Eigen::Quaterniond(axes)).normalized().toRotationMatrix();
}

class Tree {
 public:
  Tree(const Scene& scene, std::vector<std::size_t> rods);

  std::vector<std::size_t> rods;  // indices in the scene
  Sweep sweep;
  TreeContacts contacts;
  std::vector<RodState> now, past;  // at the start of the step, and one step before
  double pastStep = 0;              // s
  std::vector<RootTarget> targets;  // of clamped roots

  // of the step:
  StepTerms terms;
  double ratio = 0, historyWeight = 0;  // of steps; of BDF2
  bool second = false;                  // BDF2
  ForestState current, there;           // current iterate; start of the line search, or scratch
  // change of the coordinates since `now`; its history term w (q_0 - q_-1)
  std::vector<Vectors> moved, historyTerm;
  // of roots, in the world
  std::vector<Vector3d> rootMoved, rootTurned, rootMovedHistory, rootTurnedHistory;
  bool keptNow = false, keptPast = false;  // stored points are those of `now`, `past`

  void checkHooks() const;  // throws an Error if the number of forces or target springs has changed
  void take(const State& state, const StepSettings& settings);
  void give(State& state) const;
  bool hasGoodTargets() const;

  // solver/step/prediction.cpp
  void start(const StepSettings& settings, const Vector3d& gravity);
  void predict(double part);
  bool findPoints();  // false: a rod turns too much
  void prepare(const Surroundings& surroundings, double time);

  // solver/step/contact_step.cpp
  void keepStart();                            // stations of the pose when the step began; once a step
  void findContacts(const ContactTerms& how);  // at the pose
  // At rest, of free roots: moves on with a collider that would go over it. False: it turns too much.
  bool giveWay(const ContactTerms& how);
  void solveContacts();  // after solve(): the solution and forces that fit

  // solver/step/tree.cpp
  bool solve(bool full);
  void substitute() { sweep.substitute(still_); }
  // Of the sweep's solution, rad; NaN if any is NaN.
  double largestTurn() const;
  // No free root in air moves far: largestTurn() measures rotations only.
  bool drivesNoRoot(double tolerance) const;
  void keepPose() { there.poses = current.poses; }
  // Adds a part of the sweep's solution to the pose where it was found (keepPose()); returns the potential
  // there and the sum of its absolute parts, if wanted.
  double advance(double part, bool withPotential, double& size);
  // Bends elements by a millionth of a radian, each in its own direction: symmetry can hide that a pose is no
  // minimum.
  void nudge();
  // Rates fitted to the displacements of the points, which are stored. The coordinates' own formula would
  // lose one order.
  void findRates();
  void slowDown(double factor);  // all rates
  bool isFinite() const;
  void finish(double dt);
  void forget() { keptNow = keptPast = false; }  // of the points
  // No attempt succeeded: at rest in its last shape, roots at their targets. False: it turns too much.
  bool rest();

  // At the start of a step, to move without rates (solver/step/close_gaps.cpp). False: it turns too much.
  bool standAtStart(const StepTerms& how);
  void stand();      // after each change of the pose
  void keepStand();  // the pose becomes the state's; rates stay

  ForceTraits forceTraits() const;  // of all rods
  bool isLed() const;               // coordinates are locked to a goal
  std::size_t elements() const { return elements_; }

 private:
  void turnWithRoot(std::size_t r, RodState& state) const;
  void deriveMotion(std::size_t r, double dt);
  void goTowardsGoal(std::size_t r, double part);
  void predictRoot(std::size_t r);
  void findPlacedRates(std::size_t r);
  void storeStates(const std::vector<RodState>& states);
  void findAccelerations(std::size_t r);
  bool findCarrier();

  enum class Stage { idle, started, predicted, points, ready, solved };
  Stage stage_ = Stage::idle;
  std::vector<Vec6d> still_;    // zeros: clamped roots are at their targets from the first iteration on
  std::vector<Vectors> gains_;  // by rods: scratch
  std::vector<Vec6d> rootGains_;
  Carrier carrier_;
  std::size_t elements_ = 0;
  bool hasRates_ = true;  // findRates() has found some
};

}  // namespace tendril::solver
