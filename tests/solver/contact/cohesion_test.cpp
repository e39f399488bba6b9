// Cohesion: rods hang on to what they touch up to a force per length.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "solver/base/math.h"
#include "solver/colliders/collider_shape.h"
#include "solver/contact/coulomb.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/evaluate.h"
#include "solver/step/step.h"
#include "tests/support/dice.h"

namespace tendril::test {
namespace {

constexpr double kRound = 4e-3, kHanging = 0.4;  // m: radius and length of a rod

// A free rod along x that touches a plane from below, frictionless.
struct Ceiling {
  explicit Ceiling(int elements, double gap = 0)
      : plane(makeCollider(*findColliderShape("plane"), {},
                           RigidPath::still({Eigen::AngleAxisd(kPi, Vector3d::UnitX()).toRotationMatrix(),
                                             Vector3d::Zero()}))) {
    plane->setInterval(0, 1);
    plane->friction = 0;
    scene.gravity = {0, -9.81, 0};
    scene.rods = {evenRod(Model::clothoid, elements, kHanging, {kRound, 1, 1000, 1e8, 0.3})};
    scene.rods[0].root = Root::free;
    scene.rods[0].contact.radius.assign(scene.rods[0].arc.size(), kRound);
    scene.colliders = {plane.get()};
    state = restState(scene);
    state.rods[0].pose.root.position = {0, -kRound - gap, 0};
    work = std::make_unique<Workspace>(scene);
  }
  std::vector<double> all(double value) const { return std::vector<double>(scene.rods[0].arc.size(), value); }
  double line() const { return 9.81 * scene.rods[0].sections[0].mass; }  // N/m, its weight
  Vector3d place() const {
    return sampleRod(shapeOf(scene.rods[0], state.rods[0].pose), {}, {0.5 * kHanging})[0].frame.position;
  }
  void run(double seconds, double dt = 1.0 / 60) {
    StepSettings settings;
    settings.dt = dt;
    for (long i = 0; i < std::lround(seconds / dt); ++i) {
      settings.time += dt;
      const Report report = step(scene, state, *work, settings);
      ASSERT_TRUE(report.failed.empty() && report.stopped.empty());
    }
  }

  std::unique_ptr<Collider> plane;
  Scene scene;
  State state;
  std::unique_ptr<Workspace> work;
};

// The law of Coulomb for r_n + c.
TEST(Cohesion, MovesTheApexOfTheCone) {
  Dice dice(5);
  int pulls = 0, opens = 0, slides = 0;
  for (int i = 0; i < 20000; ++i) {
    Matrix3d a;
    Vector3d b;
    for (int r = 0; r < 3; ++r) {
      b[r] = dice.in(-1, 1);
      for (int c = 0; c < 3; ++c) a(r, c) = dice.in(-1, 1);
    }
    const Matrix3d w = a * a.transpose() + 0.05 * Matrix3d::Identity();
    const double friction = 0.6, cohesion = 2;
    CoulombContact contact;
    ASSERT_TRUE(contact.set(w, friction, cohesion));
    const Vector3d r = contact.solve(b, std::numeric_limits<double>::infinity()), u = w * r + b;
    const double pressed = r[0] + cohesion, slip = u.tail<2>().norm(), along = r.tail<2>().norm();
    EXPECT_GE(pressed, 0);
    EXPECT_GE(u[0], -1e-8);
    EXPECT_LT(pressed * u[0], 1e-7);
    EXPECT_LE(along, friction * pressed + 1e-8);
    if (slip > 1e-6 && pressed > 0) {
      ++slides;
      EXPECT_NEAR(r.tail<2>().dot(u.tail<2>()), -friction * pressed * slip, 1e-6 * (1 + slip * pressed));
    }
    pulls += r[0] < 0 && pressed > 0;
    opens += pressed == 0;
  }
  EXPECT_GT(pulls, 100);
  EXPECT_GT(opens, 100);
  EXPECT_GT(slides, 100);
}

// Whatever the number of elements: it counts what touches by its length.
TEST(Cohesion, ARodHangsBelowACeilingUpToItsWeight) {
  for (const int elements : {3, 8, 24})
    for (const bool ofCollider : {false, true})
      for (const double part : {1.03, 0.97}) {
        SCOPED_TRACE(std::to_string(elements) + ", " + std::to_string(part));
        Ceiling rod(elements);
        if (ofCollider)
          rod.plane->cohesion = part * rod.line();
        else
          rod.scene.rods[0].contact.cohesion = rod.all(part * rod.line());
        rod.run(1);
        if (part > 1) {
          EXPECT_NEAR(rod.place().y(), -kRound, 1e-6);
          double pull = 0;
          for (const ContactResult& contact : rod.work->contactResults(0)) pull += contact.force.y();
          EXPECT_NEAR(pull, kHanging * rod.line(), 1e-3 * kHanging * rod.line());
        } else {
          EXPECT_LT(rod.place().y(), -0.5);
        }
      }
}

TEST(Cohesion, NothingIsAttractedFromADistance) {
  Ceiling sticky(8, 0.05 * kRound), plain(8, 0.05 * kRound);
  sticky.scene.rods[0].contact.cohesion = sticky.all(1e3);
  sticky.run(0.2);
  plain.run(0.2);
  EXPECT_TRUE(sticky.state.rods[0] == plain.state.rods[0]);
}

TEST(Cohesion, NoneChangesNoBit) {
  Ceiling zero(8), none(8);
  for (Ceiling* rod : {&zero, &none}) rod->scene.gravity = {1, 9.81, 0};  // pressed on
  zero.scene.rods[0].contact.cohesion = zero.all(0);
  zero.run(0.5);
  none.run(0.5);
  EXPECT_TRUE(zero.state.rods[0] == none.state.rods[0]);
}

}  // namespace
}  // namespace tendril::test
