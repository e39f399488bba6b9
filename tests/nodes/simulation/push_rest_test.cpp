// Push Rest Shapes Out: rods that are drawn inside of colliders.
#include <gtest/gtest.h>

#include "nodes/simulation/simulation.h"
#include "solver/geometry/topology.h"
#include "tests/support/shot.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;

constexpr int kLast = kThorough ? 40 : 24;                   // frame
constexpr double kBall = 0.1, kRope = 0.004, kDepth = 0.03;  // m
const Vector3d kMiddle(0.25, -kBall + kDepth, 0.002);

// A held rope along x whose middle is in a ball below it.
Geometry ropeIn(TestHost& host, const char* model, std::vector<Shot::Input>& inputs) {
  const Geometry rope =
      lineRod(host, {{"length", "0.5"}, {"direction", "1 0 0"}},
              {{"model", model}, {"material", "rope"}, {"elements", "12"}, {"radius", "0.004"}});
  Geometry ball = cook(host, "collider", {{"type", "sphere"}, {"radius", "0.1"}}, {});
  Matrix4d place = Matrix4d::Identity();
  place.bottomLeftCorner<1, 3>() = kMiddle.transpose();
  transform(ball, place);
  inputs = {still(rope), {}, still(ball), {}};
  return rope;
}

double deepestOf(const Geometry& rods) {
  double least = 1;
  for (std::size_t i = 0; i < rods.pointCount(); ++i)
    least = std::min(least, (pointAt(rods, i) - kMiddle).norm() - kBall - kRope);
  return -least;
}

double forceOn(const Geometry& rods) {
  double most = 0;
  for (std::size_t i = 0; i < rods.pointCount(); ++i) {
    const Attribute& force = *rods.find(Owner::point, "contactforce");
    for (std::size_t k = 0; k < 3; ++k) most = std::max(most, std::abs(numberAt(force.numbers, 3 * i + k)));
  }
  return most;
}

TEST(PushRest, RodsDoNotPressAgainstWhatTheyWereDrawnIn) {
  for (const char* model : kModels) {
    if (!kThorough && model != kModels[0]) continue;
    ShotHost host;
    host.allowWarnings();  // of rods that begin inside
    std::vector<Shot::Input> inputs;
    const Geometry rope = ropeIn(host, model, inputs);
    ASSERT_GT(deepestOf(rope), 0.9 * kDepth);
    const Values weightless = {{"gravity", "0 0 0"}};
    Values pushed = weightless;
    pushed.push_back({"pushrest", "1"});
    Shot let(host, weightless, inputs);
    EXPECT_GT(forceOn(let.at(kLast)), 0) << model;
    EXPECT_EQ(host.told.find("pushed out"), std::string::npos);
    Shot shot(host, pushed, inputs);
    EXPECT_EQ(farthest(shot.at(1), let.at(1)), 0) << model;  // as drawn
    EXPECT_TRUE(shot.at(1).find(Owner::detail, "pushout"));
    const Geometry second = shot.at(2), last = shot.at(kLast);
    EXPECT_NE(host.told.find("1 rod was pushed out of colliders"), std::string::npos) << host.told;
    EXPECT_LT(deepestOf(second), 0.1 * kRope) << model;
    EXPECT_LT(farthest(second, last), 1e-4) << model;
    EXPECT_LT(forceOn(last), 1e-6) << model;
    EXPECT_FALSE(last.find(Owner::detail, "pushout"));
  }
}

TEST(PushRest, CachedFramesGoOnExactly) {
  ShotHost host;
  host.allowWarnings();
  std::vector<Shot::Input> inputs;
  ropeIn(host, "clothoid", inputs);
  Shot shot(host, {{"pushrest", "1"}}, inputs);
  const Geometry end = shot.at(6);
  for (const char* frame : {"1", "3"}) {
    ShotHost other;
    other.allowWarnings();
    other.files["cached"] = shot.at(std::atof(frame));
    Shot next(other,
              {{"pushrest", "1"}, {"startfrom", "cache"}, {"cachefile", "cached"}, {"cacheframe", frame}},
              inputs);
    EXPECT_TRUE(next.at(6) == end) << frame;
  }
}

TEST(PushRest, RodsOutsideKeepTheirBits) {
  ShotHost host;
  host.allowWarnings();
  std::vector<Shot::Input> inputs;
  ropeIn(host, "clothoid", inputs);
  Geometry away = *inputs[2](1);
  Matrix4d far = Matrix4d::Identity();
  far(3, 1) = -0.3;
  transform(away, far);
  inputs[2] = still(away);
  Shot with(host, {{"pushrest", "1"}}, inputs), without(host, {}, inputs);
  EXPECT_TRUE(with.at(5) == without.at(5));
}

}  // namespace
}  // namespace tendril::test
