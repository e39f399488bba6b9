// A rod with natural curvature that grows round a pole, in the plane and without friction: it winds below one
// curvature, and folds away above (Goriely and Neukirch 2006; Casati and Bertails-Descoubes 2013,
// section 8.2).
//
// Lengths in units of R, the distance of the centreline from the pole's axis where it touches; forces in
// EI/R^2.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "solver/base/math.h"
#include "solver/colliders/collider_shape.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/evaluate.h"
#include "solver/step/step.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

constexpr double kAxis = 0.05;         // m: R
constexpr double kStem = 0.1 * kAxis;  // m, radius of the rod
constexpr double kCritical = 3.309;    // kappa R, by shooting
constexpr double kYoung = 4e5;         // Pa: R^2 sqrt(m / EI) is 0.05 s

enum class Pace { quasistatic, dynamic };

// Weightless, clamped at (R, 0, 0), along y or rising along the pole (z) by an angle.
struct Twiner {
  Twiner(int elements, const Vector3d& curvature, Pace at, double rise = 0)
      : pace(at),
        natural(curvature / kAxis),
        pole(
            makeCollider(*findColliderShape("capsule"), {kAxis - kStem, 20},
                         RigidPath::still({Eigen::AngleAxisd(0.5 * kPi, Vector3d::UnitX()).toRotationMatrix(),
                                           Vector3d::Zero()}))) {
    pole->setInterval(0, 1);
    pole->friction = 0;
    scene.gravity.setZero();
    scene.rods = {evenRod(Model::clothoid, elements, 0.3 * kAxis, {kStem, 1, 1000, kYoung, 0.3})};
    SceneRod& rod = scene.rods[0];
    if (pace == Pace::dynamic) rod.damping = 0.05;
    bendRest(rod, natural);
    rod.contact.radius.assign(rod.arc.size(), kStem);
    scene.colliders = {pole.get()};
    state = restState(scene);
    Pose& pose = state.rods[0].pose;
    const double along = std::sin(rise), round = std::cos(rise);
    pose.root.position = {kAxis, 0, 0};
    pose.root.axes << 0, -1, 0, round, 0, -along, along, 0, round;
    for (Vector3d& kappa : pose.kappa) kappa = Vector3d(along, 0, round) * round / kAxis;
  }
  static Twiner inThePlane(int elements, double curvature, Pace pace) {
    Twiner rod(elements, {0, 0, curvature}, pace);
    for (Section& section : rod.scene.rods[0].sections) section.stiffness.head<2>() *= 1e3;
    return rod;
  }

  double length() const { return scene.rods[0].arc.back() / kAxis; }
  double stiffness() const { return scene.rods[0].sections[0].stiffness[2]; }

  // Equal elements again, on the same curve; the new part has its natural curvature.
  void grow(double way) {
    SceneRod& rod = scene.rods[0];
    const double ratio = (length() + way) / length();
    const auto moveKnots = [&](std::vector<Vector3d>& values, const Vector3d& tip) {
      const std::vector<Vector3d> old = values;
      for (std::size_t k = 0; k < values.size(); ++k) {
        const double x = static_cast<double>(k) * ratio;
        const std::size_t e = static_cast<std::size_t>(x);
        const double u = x - static_cast<double>(e);
        values[k] = e + 1 < old.size() ? Vector3d((1 - u) * old[e] + u * old[e + 1]) : tip;
      }
    };
    for (std::vector<RodState>* all : {&state.rods, &state.past})
      for (RodState& its : *all) {
        moveKnots(its.pose.kappa, natural);
        moveKnots(its.rates, Vector3d::Zero());
      }
    for (double& arc : rod.arc) arc *= ratio;
  }

  void rest(int steps) {
    StepSettings settings;
    settings.dt = pace == Pace::dynamic ? 1.0 / 60 : 0.1;
    settings.scheme = pace == Pace::dynamic ? Scheme::smooth : Scheme::robust;
    for (int i = 0; i < steps; ++i) {
      Workspace work(scene);  // a rod that grew is another one
      const Report report = step(scene, state, work, settings);
      EXPECT_TRUE(report.failed.empty() && report.stopped.empty());
      contacts = work.contactResults(0);
    }
  }
  void growTo(double end) {
    const double way = pace == Pace::dynamic ? 0.0025 : 0.005;
    while (length() < end - 0.5 * way && !hasFolded()) {
      grow(way);
      rest(pace == Pace::dynamic ? 1 : 2);
    }
  }

  double turn() const {  // rad, of the tangent from root to tip
    const std::vector<Vector3d>& kappa = state.rods[0].pose.kappa;
    double sum = 0;
    for (std::size_t k = 0; k + 1 < kappa.size(); ++k)
      sum += 0.5 * (kappa[k].z() + kappa[k + 1].z()) * scene.rods[0].length(k);
    return sum;
  }
  // A rod that winds turns by its length, and by less than a radian more at its tip.
  bool hasFolded() const { return turn() > length() + 2; }
  Vector3d placeAt(double arc) const {
    return sampleRod(shapeOf(scene.rods[0], state.rods[0].pose), {}, {arc})[0].frame.position;
  }

  Pace pace;
  Vector3d natural;  // 1/m
  std::unique_ptr<Collider> pole;
  Scene scene;
  State state;
  std::vector<ContactResult> contacts;
};

bool winds(int elements, double length, double curvature, Pace pace) {
  Twiner rod = Twiner::inThePlane(elements, curvature, pace);
  rod.growTo(length);
  return !rod.hasFolded();
}

// By bisection, to 0.1 %.
double thresholdOf(int elements, double length, Pace pace) {
  double low = 3.2, high = 3.4;
  while (high - low > 0.003) {
    const double middle = 0.5 * (low + high);
    (winds(elements, length, middle, pace) ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

TEST(Twining, WindsBelowAndFoldsAboveTheCriticalCurvature) {
  constexpr double kWithin = 0.01;
  for (const Pace pace : {Pace::quasistatic, Pace::dynamic})
    for (const auto& [elements, length] : {std::pair(5, 4.0), std::pair(6, 6.0)}) {
      if (!kThorough && (elements == 6 || pace == Pace::dynamic)) continue;
      SCOPED_TRACE(std::to_string(elements) + (pace == Pace::dynamic ? " dynamic" : ""));
      if (std::getenv("TENDRIL_LONG")) {
        const double found = thresholdOf(elements, length, pace);
        RecordProperty("threshold" + std::to_string(elements) + (pace == Pace::dynamic ? "dynamic" : ""),
                       std::to_string(found));
        EXPECT_NEAR(found, kCritical, kWithin * kCritical);
        continue;
      }
      EXPECT_TRUE(winds(elements, length, (1 - kWithin) * kCritical, pace));
      EXPECT_FALSE(winds(elements, length, (1 + kWithin) * kCritical, pace));
    }
}

// The tip stands on the pole, then comes a stretch that is free, then one that lies on the pole: as long as
// the rod grows. `arc` and `force`: of the free stretch and of the tip, by shooting.
struct Climb {
  double curvature, arc, force;
};

// Where the force on the tip bends the rod from its natural curvature to the pole's: there it leaves the
// pole.
double arcOfLeaving(const Twiner& rod, double curvature) {
  const ContactResult& tip = rod.contacts.back();
  const Vector3d end = rod.placeAt(tip.arc);
  const double moment = rod.stiffness() * (curvature - 1) / kAxis;
  double arc = 0;
  while (arc < tip.arc && std::abs((end - rod.placeAt(arc)).cross(tip.force).z()) < moment)
    arc += 1e-3 * kAxis;
  return arc;
}

TEST(Twining, FreeArcAndTipForceAreThoseOfShooting) {
  for (const int elements : {5, 20})
    for (const Climb& climb : {Climb{2.5, 2.308, 1.730}, Climb{3.0, 2.438, 2.296}}) {
      Twiner rod = Twiner::inThePlane(elements, climb.curvature, Pace::quasistatic);
      for (const double length : {3.2, 3.6, 4.0}) {
        rod.growTo(length);
        SCOPED_TRACE(std::to_string(elements) + ", " + std::to_string(climb.curvature) + " at " +
                     std::to_string(length));
        ASSERT_GE(rod.contacts.size(), 2u);
        const ContactResult& tip = rod.contacts.back();
        EXPECT_NEAR(tip.arc, rod.scene.rods[0].arc.back(), 1e-9);
        EXPECT_NEAR(tip.force.norm() * kAxis * kAxis / rod.stiffness(), climb.force, 0.05 * climb.force);
        const double leaves = arcOfLeaving(rod, climb.curvature);
        EXPECT_NEAR((tip.arc - leaves) / kAxis, climb.arc, 0.03 * climb.arc);
        // no contact beyond, to a sample; all on the pole before
        const double last = rod.contacts[rod.contacts.size() - 2].arc;
        EXPECT_NEAR(last, leaves, 0.5 * rod.scene.rods[0].length(0));
        for (double arc = 0; arc < last && elements == 20; arc += 0.05 * kAxis)
          EXPECT_NEAR(rod.placeAt(arc).norm(), kAxis, 0.05 * kStem) << arc / kAxis;
        double farthest = 0;
        for (double arc = leaves; arc < tip.arc; arc += 0.05 * kAxis)
          farthest = std::max(farthest, rod.placeAt(arc).norm() - kAxis);
        EXPECT_GT(farthest, 0.1 * kAxis);
      }
    }
}

// With torsion, in space. `rise`: of the natural helix.
TEST(Twining, TenElementsMakeFiveLoopsWhosePitchChangesTowardsTheTip) {
  const Vector3d curvature(0.25, 0, 1.25);
  const double length = kThorough ? 32.5 : 8;
  Twiner rod(10, curvature, Pace::quasistatic, std::atan2(curvature.x(), curvature.z()));
  while (rod.length() < length) {
    rod.grow(0.1);
    rod.rest(4);
  }
  // heights after whole loops
  std::vector<double> heights = {0};
  double angle = 0, before = 0, nearest = 1e300, farthest = 0;
  const Shape shape = shapeOf(rod.scene.rods[0], rod.state.rods[0].pose);
  for (const Sample& sample : sampleRod(shape, {}, evenArcs(shape, 400))) {
    const Vector3d& place = sample.frame.position;
    const double now = std::atan2(place.y(), place.x()), away = std::hypot(place.x(), place.y());
    angle += std::remainder(now - before, kTurn);
    before = now;
    nearest = std::min(nearest, away);
    farthest = std::max(farthest, away);
    if (angle > kTurn * static_cast<double>(heights.size())) heights.push_back(place.z() / kAxis);
  }
  EXPECT_GT(nearest, kAxis - 0.2 * kStem);
  EXPECT_LT(farthest, 1.1 * kAxis);
  if (!kThorough) return;
  ASSERT_EQ(heights.size(), 6u);
  std::vector<double> pitches;
  for (std::size_t i = 1; i < heights.size(); ++i) pitches.push_back(heights[i] - heights[i - 1]);
  EXPECT_NEAR(pitches[1], pitches[2], 0.03 * pitches[2]);
  EXPECT_LT(pitches[4], 0.9 * pitches[2]);
}

}  // namespace
}  // namespace tendril::test
