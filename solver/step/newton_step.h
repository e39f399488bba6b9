// One attempt at a step of an island: prediction, Newton iterations with a line search, rates, energy guard.
//
//   if (!newtonStep(island, scene, settings)) ...   // nothing was changed but the report
#pragma once

#include "solver/kinematics/rotation_vector.h"
#include "solver/step/island_step.h"

namespace tendril::solver {

// rad, of an element in one iteration. Limp rods that turn more in one go land in crumpled minima.
constexpr double kMostTurn = 1;
constexpr double kLeastPivot = 1e-14;  // of what is positive but for rounding

inline Matrix3d turnedAxes(const Vector3d& by, const Matrix3d& axes) {
  return (turnBy(by) * Eigen::Quaterniond(axes)).normalized().toRotationMatrix();
}

class NewtonStep {
 public:
  NewtonStep(Island& island, const Scene& scene, const StepSettings& settings)
      : island_(island),
        scene_(scene),
        settings_(settings),
        sweep_(island.sweep),
        count_(island.rods.size()) {
    second_ = settings.scheme == Scheme::smooth && island.pastStep > 0;
    ratio_ = second_ ? settings.dt / island.pastStep : 0;
    terms_.gamma = settings.dt * (1 + ratio_) / (1 + 2 * ratio_);
    terms_.gravity = scene.gravity;
    historyWeight_ = ratio_ * ratio_ / (1 + 2 * ratio_);
  }

  bool run();

 private:
  bool iterate();
  // With constraints: until their rows are 0, too. What is lowered is the potential and what rows cost.
  bool iterateConstrained();
  bool iterateConstrainedOnce();
  void constrainedLineSearch();
  // Where the motion so far leads to.
  void predict();
  // What is locked.
  void goTowardsGoal(std::size_t r);
  void predictRoot(std::size_t r);
  // How the coordinates' formula says that they move.
  void findPlacedRates();
  // Where material points are at both states that the step comes from.
  bool findPoints();
  void storeStates(const std::vector<RodState>& states);
  void findInertialTargets();
  void refineInertialTarget(std::size_t r);
  bool solve();
  // No free root is blown away: turns alone do not tell.
  bool drivesNoRoot() const;
  // That the sweep asks for, rad.
  double largestTurn() const;
  // A part of what the sweep found, from where it was found (`there`).
  void advance(double part);
  // The whole of it, or less until the potential falls. False: it does not, to rounding, and nothing moved.
  bool lineSearch(double& potential);
  // The coordinates' own formula for rates would cost a step an order: rates are those that fit best what the
  // points did.
  void findRates();
  bool isFinite() const;
  // A step gains no energy but what moving roots and the wind bring in. Whips that outrun the scheme do:
  // false. In air, where all motion dies, what little BDF2 adds at turning points is taken off the rates.
  bool passesEnergyGuard();
  static bool isLed(const SceneRod& rod) {
    return std::any_of(rod.goal.locked.begin(), rod.goal.locked.end(),
                       [](std::uint8_t locked) { return locked; });
  }

  void slowDown(double factor);
  void finish();
  // To a free tree, as a turn and a shift of the whole: what its momentum lacks. It changes by the impulse of
  // gravity and of forces at points (the mean of both ends), less what damps it.
  void giveMomentum();

  Island& island_;
  const Scene& scene_;
  const StepSettings& settings_;
  Sweep& sweep_;
  std::size_t count_;
  StepTerms terms_;
  double ratio_ = 0, historyWeight_ = 0, change_ = 0;
  bool second_ = false;
  bool curved_ = true;  // where all second derivatives were positive once in this step
};

}  // namespace tendril::solver
