// One attempt at a step of an island: predictor, Newton iterations with line search, rates, energy guard.
//
//   if (!newtonStep(island, scene, settings)) ...   // only the report was changed
#pragma once

#include "solver/kinematics/rotation_vector.h"
#include "solver/step/island_step.h"

namespace tendril::solver {

// rad, of an element in one iteration. Soft rods that turn more at once end in crumpled minima.
constexpr double kMostTurn = 1;
constexpr double kLeastPivot = 1e-14;  // floor, where only rounding can make a pivot negative

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
  // With constraints: until their violations vanish, too. The merit function is the potential plus penalties.
  bool iterateConstrained();
  bool iterateConstrainedOnce();
  void constrainedLineSearch();
  // Predictor: extrapolates the motion so far.
  void predict();
  // Locked coordinates take the goal's values.
  void goTowardsGoal(std::size_t r);
  void predictRoot(std::size_t r);
  // Rates from the coordinates' own difference formula.
  void findPlacedRates();
  // Points of `now` and `past`, at the same stations.
  bool findPoints();
  void storeStates(const std::vector<RodState>& states);
  void findInertialTargets();
  void refineInertialTarget(std::size_t r);
  bool solve();
  // No free root moves far: largestTurn() measures rotations only.
  bool drivesNoRoot() const;
  // Of the sweep's solution, rad.
  double largestTurn() const;
  // Adds a part of the sweep's solution to the pose where it was found (`there`).
  void advance(double part);
  // Halves the step until the potential does not rise. False: it rises at every part; the pose is unchanged.
  bool lineSearch(double& potential);
  // Rates fitted to the displacements of the points. The coordinates' own formula would lose one order.
  void findRates();
  bool isFinite() const;
  // False if the step gains more energy than moving roots, wind and goals bring in, as fast whips do. In air
  // the little that BDF2 gains at turning points is taken off the rates.
  bool passesEnergyGuard();
  static bool isLed(const SceneRod& rod) {
    return std::any_of(rod.goal.locked.begin(), rod.goal.locked.end(),
                       [](std::uint8_t locked) { return locked; });
  }

  void slowDown(double factor);
  void finish();
  // Gives a free island its lost momentum back as a rigid motion. Momentum changes by the mean impulse of
  // gravity and point forces at both ends, less mass damping.
  void giveMomentum();

  Island& island_;
  const Scene& scene_;
  const StepSettings& settings_;
  Sweep& sweep_;
  std::size_t count_;
  StepTerms terms_;
  double ratio_ = 0, historyWeight_ = 0, change_ = 0;
  bool second_ = false;
  bool curved_ = true;  // the full Hessian has not failed in this attempt
};

}  // namespace tendril::solver
