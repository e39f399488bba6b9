// tendril::solver: goals, soft targets, and pins.
#include <gtest/gtest.h>

#include <cmath>

#include "nodes/simulation/simulation.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"
#include "tests/nodes/simulation/moving_goals.h"

namespace tendril::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::Vector3d;

TEST(SolverMotion, AWholeGoalIsMetExactlyAndNoneIsNoForce) {
  for (const char* model : kModels) {
    TestHost host;
    const Geometry rods = hairsOf(host, 4, {{"model", model}, {"material", "hair"}, {"elements", "4"}});
    const auto turn = [](double frame) {
      Matrix4d m = Matrix4d::Identity();
      m.topLeftCorner<3, 3>() =
          Eigen::AngleAxisd(0.1 * (frame - 1), Vector3d(1, 1, 0).normalized()).toRotationMatrix();
      return m;
    };
    Shot whole(host, {{"goalweight", "1"}, {"wind", "3 0 0"}}, {still(rods), {}, {}, moving(rods, turn)});
    for (const double frame : {2.0, 7.0}) {
      Geometry goal = rods;
      transform(goal, turn(frame));
      EXPECT_LT(farthest(whole.at(frame), goal), 3e-6) << model;
    }
    // of no weight: as with a goal that tells where roots are and has another shape
    const Geometry bent =
        hairsOf(host, 4, {{"model", model}, {"material", "hair"}, {"elements", "4"}, {"curl", "0.5"}});
    Shot none(host, {{"goalweight", "0"}}, {still(rods), {}, {}, still(bent)}),
        alone(host, {}, {still(rods)});
    EXPECT_LT(farthest(none.at(8), alone.at(8)), 1e-9) << model;
    Shot half(host, {{"goalweight", "0.5"}}, {still(rods), {}, {}, still(bent)});
    EXPECT_GT(farthest(half.at(8), alone.at(8)), 1e-5) << model;
  }
}

TEST(SolverMotion, APaintedGoalHoldsTheRootAndFreesTheTip) {
  TestHost host;
  const Geometry rods = lineRod(host, {{"length", "0.4"}, {"direction", "1 0 0"}},
                                {{"material", "rope"}, {"elements", "8"}, {"radius", "0.003"}});
  Geometry painted = rods;
  Attribute& weight = painted.add(Owner::point, "goalweight", Storage::real32, 1);
  for (std::size_t k = 0; k < 9; ++k) setNumber(weight.numbers, k, k < 5 ? 1 : 0);
  Shot shot(host, {{"goalweight", "1"}}, {still(rods), {}, {}, still(painted)});
  const Geometry hung = shot.at(24);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_LT((pointAt(hung, k) - pointAt(rods, k)).norm(), 1e-6) << k;
  EXPECT_LT(tipOf(hung).y(), -0.03);
  // a ramp does the same for all rods
  Shot ramped(host, {{"goalweight", "1"}, {"goalramp", "0:1 0.5:1 0.51:0 1:0"}},
              {still(rods), {}, {}, still(rods)});
  EXPECT_LT(farthest(ramped.at(24), hung), 0.02);
}

// How far a curl has rolled about its own line: the turn of the tip's frame about the vertical.
double rolled(const Geometry& before, const Geometry& now) {
  const auto axes = [](const Geometry& g) {
    const Eigen::Quaterniond q{Eigen::Vector4d(tupleAt(*g.find(Owner::point, "orient"), g.pointCount() / 2))};
    return Matrix3d(axesOf(q.normalized()));
  };
  const Matrix3d turn = axes(now) * axes(before).transpose();
  return std::abs(std::atan2(turn(0, 2) - turn(2, 0), turn(0, 0) + turn(2, 2)));
}

TEST(SolverMotion, ALockedCurlBouncesButDoesNotRoll) {
  TestHost host;
  const Geometry rods =
      rodsOf(host, cook(host, "helix", {{"radius", "0.015"}, {"height", "0.15"}, {"turns", "5"}}, {}),
             {{"material", "cable"}, {"radius", "0.0008"}, {"young", "1e7"}, {"elements", "10"}});
  const auto bounce = [](double frame) { return moved(Vector3d(0, 0.05 * std::sin(1.2 * (frame - 1)), 0)); };
  double roll[2] = {0, 0}, way[2] = {0, 0};
  for (const int locked : {0, 1}) {
    Shot shot(host, {{"curllock", locked ? "0.9" : "0"}, {"substeps", "4"}},
              {still(rods), {}, {}, moving(rods, bounce)});
    for (int frame = 2; frame <= 24; ++frame) {
      const Geometry g = shot.at(frame);
      roll[locked] = std::max(roll[locked], rolled(rods, g));
      way[locked] = std::max(way[locked], std::abs(tipOf(g).y() - tipOf(rods).y()));
    }
  }
  EXPECT_GT(roll[0], 0.15);
  EXPECT_LT(roll[1], 0.35 * roll[0]);
  EXPECT_GT(way[1], 0.4 * way[0]) << "it still bounces";
}

struct PinCase {
  const char* name;
  double value;
  bool turns;  // it holds the turn as well
};

TEST(SolverMotion, PinsHoldWhatTheySayAndLetGoOverTime) {
  for (const PinCase& pin : {PinCase{"pintoanimation", 1, false}, PinCase{"gluetoanimation", 1, true},
                             PinCase{"stopped", 1, false}, PinCase{"stopped", 3, true}})
    for (const char* model : kModels) {
      TestHost host;
      const Geometry rods = lineRod(host, {{"length", "0.4"}, {"direction", "1 0 0"}},
                                    {{"model", model}, {"material", "rope"}, {"elements", "4"}});
      const Geometry held = withNumber(rods, pin.name, {pin.value, 0, 0, 0, 0}),
                     freed = withNumber(rods, pin.name, {0, 0, 0, 0, 0});
      const auto goal = [&, h = still(held), f = still(freed)](double frame) {
        return frame < 10 ? h(frame) : f(frame);
      };
      Shot shot(host, {{"substeps", "4"}}, {still(rods), {}, {}, goal});
      const Geometry early = shot.at(9), late = shot.at(22);
      const std::string what = std::string(pin.name) + " " + std::to_string(pin.value) + " " + model;
      EXPECT_LT(pointAt(early, 0).norm(), 1e-4) << what;
      const Vector3d edge = (pointAt(early, 1) - pointAt(early, 0)).normalized();
      if (pin.turns)
        EXPECT_GT(edge.x(), 0.95) << what;
      else
        EXPECT_LT(edge.x(), 0.9) << what << ": it turns about its root";
      // half a second's fall
      EXPECT_LT(pointAt(late, 0).y(), -0.5) << what;
    }
}

TEST(SolverMotion, AnInnerPinAndAnInactiveRodFollowTheirTargets) {
  for (const char* model : kModels) {
    TestHost host;
    const Geometry rods =
        lineRod(host, {{"length", "0.4"}}, {{"model", model}, {"material", "rope"}, {"elements", "8"}});
    // root glued, the middle drawn aside
    Geometry goal = withNumber(withNumber(rods, "gluetoanimation", {1, 0, 0, 0, 0, 0, 0, 0, 0}),
                               "pintoanimation", {0, 0, 0, 0, 1, 0, 0, 0, 0});
    goal.add(Owner::point, "animationP", Storage::real32, 3);
    const Vector3d aside(0.1, -0.12, 0.05);
    for (std::size_t k = 0; k < 9; ++k)
      setTuple(*goal.find(Owner::point, "animationP"), k, k == 4 ? aside : pointAt(rods, k));
    Shot shot(host, {{"substeps", "4"}}, {still(rods), {}, {}, still(goal)});
    EXPECT_LT((pointAt(shot.at(30), 4) - aside).norm(), 2e-3) << model;
    // an inactive rod is as its target is
    const Geometry stopped = withNumber(rods, "active", std::vector<double>(9, 0));
    Shot other(host, {{"wind", "5 0 0"}}, {still(rods), {}, {}, still(stopped)});
    EXPECT_LT(farthest(other.at(12), rods), 3e-6) << model;
  }
}

TEST(SolverMotion, SoftTargetsPullByStiffnessAndWeight) {
  TestHost host;
  const Geometry rods =
      lineRod(host, {{"length", "0.4"}, {"direction", "1 0 0"}}, {{"material", "rope"}, {"elements", "6"}});
  double sag[3];
  for (const int i : {0, 1, 2}) {
    const Geometry goal = withNumber(rods, "targetweight", std::vector<double>(7, i == 2 ? 4 : 1));
    Shot shot(host, {{"targetstiffness", i ? "400" : "0"}, {"targetdamping", "20"}},
              {still(rods), {}, {}, still(goal)});
    sag[i] = -tipOf(shot.at(60)).y();
  }
  EXPECT_GT(sag[0], 2 * sag[1]);
  EXPECT_GT(sag[1], 1.5 * sag[2]);
  EXPECT_LT(sag[2], 9.81 / 1600 * 2);
}

// Of curves that are no rods: places, pins and roots.
TEST(SolverMotion, PlainCurvesAreGoals) {
  TestHost host;
  const Geometry line = cook(host, "line", {{"length", "0.4"}, {"points", "21"}}, {}),
                 arc = cook(host, "arc", {{"radius", "0.2546"}, {"angle", "90"}, {"points", "31"}}, {});
  const Geometry rods = rodsOf(host, line, {{"material", "rope"}, {"elements", "6"}, {"radius", "0.003"}});
  Shot soft(host, {{"targetstiffness", "20000"}, {"targetdamping", "100"}, {"substeps", "4"}},
            {still(rods), {}, {}, still(arc)});
  const Vector3d tip = pointAt(arc, 30);
  EXPECT_LT((tipOf(soft.at(48)) - tip).norm(), 0.03);
  std::vector<double> pins(31, 0);
  pins[0] = pins[30] = 1;
  Shot pinned(host, {{"substeps", "4"}},
              {still(rods), {}, {}, still(withNumber(arc, "gluetoanimation", pins))});
  EXPECT_LT((tipOf(pinned.at(48)) - tip).norm(), 0.01);
  // and a preroll goes there
  const Geometry away = *moving(line, [](double) { return moved(Vector3d(2, 0, 0)); })(1);
  Shot eased(host, {{"preroll", "24"}}, {still(rods), {}, {}, still(away)});
  EXPECT_LT((pointAt(eased.at(1), 0) - pointAt(away, 0)).norm(), 1e-4);
}

}  // namespace
}  // namespace tendril::test
