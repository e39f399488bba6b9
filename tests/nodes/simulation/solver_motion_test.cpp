// tendril::solver: how rods move. Moving roots, substeps, goals, pins, forces, the reference frame.
#include <gtest/gtest.h>

#include <cmath>

#include "nodes/simulation/simulation.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"
#include "tests/support/shot.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::Vector3d;

Matrix4d moved(const Vector3d& by) {
  Matrix4d m = Matrix4d::Identity();
  m.bottomLeftCorner<1, 3>() = by.transpose();
  return m;
}

// Smooth enough for second order: from rest, to and fro.
Matrix4d swing(double frame) {
  const double t = (frame - 1) / 24;
  return moved(Vector3d(0.1 * (1 - std::cos(4 * t)), 0, 0.05 * std::sin(3 * t) * std::sin(3 * t)));
}

Geometry swinging(Host& host, const std::string& scheme, const std::string& model, int substeps, int frames) {
  const Geometry rods =
      lineRod(host, {{"length", "0.4"}},
              {{"model", model}, {"material", "rope"}, {"elements", "5"}, {"radius", "0.003"}});
  Shot shot(host, {{"substeps", std::to_string(substeps)}, {"scheme", scheme}, {"tolerance", "1e-12"}},
            {still(rods), {}, {}, moving(rods, swing)});
  return shot.at(1 + frames);
}

TEST(SolverMotion, AMovingRootConvergesAtTheSchemesOrder) {
  for (const char* model : kModels)
    for (const bool smooth : {true, false}) {
      TestHost host;
      std::vector<Geometry> runs;
      for (const int substeps : {2, 4, 8, 16})
        runs.push_back(swinging(host, smooth ? "smooth" : "robust", model, substeps, 24));
      const double first = farthest(runs[0], runs[1]), second = farthest(runs[1], runs[2]),
                   third = farthest(runs[2], runs[3]);
      EXPECT_GT(first, 1e-5) << "it moves";
      EXPECT_GT(second / third, smooth ? 3.3 : 1.7) << model << (smooth ? ", smooth " : ", robust ") << first;
      EXPECT_LT(second / third, smooth ? 5.5 : 2.6) << model;
    }
}

// Wind does work on rods; a step must not take that for a gain.
TEST(SolverMotion, InWindItConvergesToo) {
  TestHost host;
  const Geometry rods =
      lineRod(host, {{"length", "0.4"}}, {{"material", "rope"}, {"elements", "5"}, {"radius", "0.002"}});
  std::vector<Geometry> runs;
  for (const int substeps : {4, 8, 16, 32}) {
    Shot shot(host, {{"substeps", std::to_string(substeps)}, {"tolerance", "1e-12"}, {"wind", "4 0 0"}},
              {still(rods)});
    runs.push_back(shot.at(25));
  }
  EXPECT_GT(farthest(runs[0], rods), 0.02);
  EXPECT_GT(farthest(runs[1], runs[2]) / farthest(runs[2], runs[3]), 2.8);
}

// A pot that is pushed along a table: the plant's tip stays behind, swings past, and comes after; so much and
// at such a time as in steps sixteen times as fine.
TEST(SolverMotion, APottedPlantLagsAsPhysicsSays) {
  TestHost host;
  const Geometry rods =
      lineRod(host, {{"length", "0.6"}, {"direction", "0 1 0"}},
              {{"material", "vine"}, {"elements", "4"}, {"damping", "0.02"}, {"radius", "0.004"}});
  const auto push = [](double frame) {
    const double u = std::min(1.0, (frame - 1) / 10), way = 0.3 * u * u * (3 - 2 * u);
    return moved(Vector3d(way, 0, 0));
  };
  std::vector<double> lag[2];
  for (const int fine : {0, 1}) {
    Shot shot(host, {{"substeps", fine ? "32" : "2"}}, {still(rods), {}, {}, moving(rods, push)});
    for (int frame = 1; frame <= 48; ++frame) {
      const Geometry g = shot.at(frame);
      EXPECT_NEAR(pointAt(g, 0).x(), push(frame)(3, 0), 1e-7) << "no lag of the root";
      lag[fine].push_back(tipOf(g).x() - pointAt(g, 0).x());
    }
  }
  const double most = -*std::min_element(lag[1].begin(), lag[1].end());
  EXPECT_GT(most, 0.02) << "stays behind while the pot gains speed";
  EXPECT_GT(*std::max_element(lag[1].begin(), lag[1].end()), 0.02) << "and swings past when it stops";
  for (std::size_t i = 0; i < lag[0].size(); ++i) EXPECT_NEAR(lag[0][i], lag[1][i], 0.04 * most) << i;
}

TEST(SolverMotion, AGroomMovesTheSameWithAnySubsteps) {
  TestHost host;
  const Geometry rods =
      rodsOf(host, cook(host, "scalp", {{"hairs", kThorough ? "12" : "1"}, {"curls", "2"}}, {}),
             {{"material", "hair"}, {"elements", "4"}});
  const auto gentle = [](double frame) {
    const double t = (frame - 1) / 24;
    Matrix4d m = Matrix4d::Identity();
    m.topLeftCorner<3, 3>() =
        Eigen::AngleAxisd(0.25 * (1 - std::cos(1.5 * t)), Vector3d::UnitX()).toRotationMatrix().transpose();
    return m;
  };
  std::vector<Geometry> ends;
  for (const char* substeps : {"1", "2", "4", "8"}) {
    Shot shot(host, {{"substeps", substeps}}, {still(rods), {}, {}, moving(rods, gentle)});
    ends.push_back(shot.at(101));
  }
  EXPECT_GT(farthest(ends[3], rods), 0.02);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) EXPECT_LT(farthest(ends[i], ends[3]), 0.03 * 0.3) << i;
}

// ---- goals

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

// ---- pins

Geometry withNumber(Geometry g, const char* name, const std::vector<double>& values) {
  Attribute& attribute = g.add(Owner::point, name, Storage::real32, 1);
  for (std::size_t i = 0; i < values.size(); ++i) setNumber(attribute.numbers, i, values[i]);
  return g;
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

// ---- forces

TEST(SolverMotion, PointForcesAreALineLoadAndAreUsedUp) {
  TestHost host;
  // a force that balances gravity: the rod keeps its place
  const Geometry rods =
      lineRod(host, {{"length", "0.4"}, {"direction", "1 0 0"}},
              {{"material", "rope"}, {"elements", "8"}, {"radius", "0.004"}, {"density", "1000"}});
  const double weight = 1000 * 3.141592653589793 * 0.004 * 0.004 * 0.4 * 9.81;
  Geometry carried = rods;
  Attribute& force = carried.add(Owner::point, "force", Storage::real32, 3, "vector");
  for (std::size_t k = 0; k < 9; ++k)
    setTuple(force, k, Vector3d(0, weight / 8 * (k == 0 || k == 8 ? 0.5 : 1), 0));
  Shot shot(host, {}, {still(carried)}), falls(host, {}, {still(rods)});
  const Geometry after = shot.at(24);
  EXPECT_LT(farthest(after, rods), 1e-4);
  EXPECT_GT(farthest(falls.at(24), rods), 0.05);
  EXPECT_TRUE(Vector3d(tupleAt(*after.find(Owner::point, "force"), 4)).isZero(0)) << "used up";
}

TEST(SolverMotion, TargetvAndAirresistCarryAlong) {
  TestHost host;
  Geometry rods = lineRod(host, {{"length", "0.4"}}, {{"material", "rope"}, {"elements", "6"}});
  Geometry blown = rods;
  blown.add(Owner::point, "targetv", Storage::real32, 3, "vector");
  for (std::size_t k = 0; k < 7; ++k) {
    setTuple(*blown.find(Owner::point, "targetv"), k, Vector3d(2, 0, 0));
    setNumber(blown.add(Owner::point, "airresist", Storage::real32, 1).numbers, k, 0.05);
  }
  Shot shot(host, {}, {still(blown)}), other(host, {}, {still(rods)});
  EXPECT_GT(tipOf(shot.at(24)).x(), 0.05);
  EXPECT_LT(std::abs(tipOf(other.at(24)).x()), 1e-6);
}

TEST(SolverMotion, WindOfTheSameSeedIsTheSameAndBlows) {
  TestHost host;
  const Geometry rods = hairsOf(host, kThorough ? 4 : 1);
  const auto end = [&](const Values& values) {
    Shot shot(host, values, {still(rods)});
    return shot.at(12);
  };
  const Values noise = {{"windnoise", "2"}, {"windseed", "3"}};
  EXPECT_TRUE(end(noise) == end(noise));
  EXPECT_GT(farthest(end(noise), end({{"windnoise", "2"}, {"windseed", "4"}})), 1e-3);
  EXPECT_GT(farthest(end({{"wind", "2 0 0"}}), end({})), 1e-3);
  EXPECT_GT(farthest(end({{"wind", "2 0 0"}}), end({{"wind", "2 0 0"}, {"gust", "0.8"}})), 1e-4);
  EXPECT_EQ(farthest(end({{"wind", "2 0 0"}, {"airdensity", "0"}, {"airviscosity", "0"}}),
                     end({{"airdensity", "0"}, {"airviscosity", "0"}})),
            0);
}

// ---- the reference frame

Values frameAt(double frame, double linear, double angular) {
  const double t = (frame - 1) / 24, x = t * t, angle = 40 * t;
  return {{"framet", std::to_string(x) + " 0 0"},
          {"framer", "0 " + std::to_string(angle) + " 0"},
          {"framelinear", std::to_string(linear)},
          {"frameangular", std::to_string(angular)},
          {"useframe", "1"}};
}

Matrix4d frameMatrix(double frame) {
  const double t = (frame - 1) / 24;
  Matrix4d m = moved(Vector3d(std::stod(std::to_string(t * t)), 0, 0));
  m.topLeftCorner<3, 3>() =
      Eigen::AngleAxisd(std::stod(std::to_string(40 * t)) * 3.14159265358979 / 180, Vector3d::UnitY())
          .toRotationMatrix()
          .transpose();
  return m;
}

TEST(SolverMotion, AReferenceFramePassesOnWhatItIsTold) {
  TestHost host;
  const Geometry rods =
      rodsOf(host, cook(host, "scalp", {{"hairs", "5"}, {"curls", "1"}}, {}), {{"material", "hair"}});
  const Values calm = {{"substeps", "4"}, {"airdensity", "0"}, {"airviscosity", "0"}};
  const auto end = [&](const Shot::Keys& keys) {
    Shot shot(host, calm, {still(rods), {}, {}, moving(rods, frameMatrix)}, keys);
    return shot.at(25);
  };
  Shot atRest(host, calm, {still(rods)});
  Geometry still = atRest.at(25);
  transform(still, frameMatrix(25));
  const Geometry none = end([](double f) { return frameAt(f, 0, 0); }),
                 all = end([](double f) { return frameAt(f, 1, 1); }), without = end({}),
                 half = end([](double f) { return frameAt(f, 0.5, 0.5); });
  EXPECT_LT(farthest(none, still), 2e-4) << "as in a frame at rest";
  EXPECT_LT(farthest(all, without), 2e-4) << "as in nature";
  EXPECT_GT(farthest(all, none), 0.02);
  EXPECT_LT(farthest(half, none), farthest(all, none));
  EXPECT_LT(farthest(half, all), farthest(all, none));
  // pulls to targets that run along hold no rod back
  const auto pulled = [&](bool framed) {
    Shot shot(host, {{"airdensity", "0"}, {"airviscosity", "0"}, {"targetdamping", "20"}},
              {framed ? moving(rods, frameMatrix) : Shot::Input(test::still(rods)),
               {},
               {},
               framed ? moving(rods, frameMatrix) : Shot::Input(test::still(rods))},
              framed ? Shot::Keys([](double f) { return frameAt(f, 0, 0); }) : Shot::Keys());
    return shot.at(25);
  };
  Geometry calmly = pulled(false);
  transform(calmly, frameMatrix(25));
  EXPECT_LT(farthest(pulled(true), calmly), 0.02);  // a target's velocity is its mean over a frame
}

// ---- kinds of simulation

TEST(SolverMotion, QuasistaticRodsHangAndDoNotSwing) {
  for (const char* model : kModels) {
    TestHost host;
    const Geometry rods =
        lineRod(host, {{"length", "0.4"}, {"direction", "1 0 0"}},
                {{"model", model}, {"material", "rope"}, {"elements", "6"}, {"damping", "0.3"}});
    Shot shot(host, {{"simtype", "quasistatic"}}, {still(rods)});
    const Geometry first = shot.at(2), later = shot.at(10);
    EXPECT_GT(farthest(first, rods), 0.02);
    EXPECT_LT(farthest(first, later), 1e-6) << model;
    Shot dynamic(host, {{"globaldamping", "3"}}, {still(rods)});
    EXPECT_LT(farthest(dynamic.at(200), later), 1e-3) << model << ": where it comes to rest";
    // hung by a pin that lets it turn
    const Geometry pinned = withNumber(rods, "pintoanimation", {1, 0, 0, 0, 0, 0, 0});
    Shot hanging(host, {{"simtype", "quasistatic"}}, {still(rods), {}, {}, still(pinned)});
    const Geometry hung = hanging.at(3);
    EXPECT_LT((tipOf(hung) - Vector3d(0, -0.4, 0)).norm(), 2e-3) << model;
    EXPECT_LT(pointAt(hung, 0).norm(), 1e-3) << model;
  }
}

TEST(SolverMotion, TimeScaleAndPreroll) {
  TestHost host;
  const Geometry rods =
      lineRod(host, {{"length", "0.4"}, {"direction", "1 0 0"}}, {{"material", "rope"}, {"elements", "4"}});
  Shot frozen(host, {{"timescale", "0"}}, {still(rods)}),
      slow(host, {{"timescale", "0.5"}, {"substeps", "1"}}, {still(rods)}),
      fast(host, {{"substeps", "2"}}, {still(rods)});
  EXPECT_EQ(farthest(frozen.at(20), rods), 0);
  const Geometry first = slow.at(9), second = fast.at(5);
  EXPECT_LT(farthest(first, second), 1e-6) << "eight half frames are four whole ones";
  // after a preroll rods start nearly at rest; without one they begin to fall
  Shot jolt(host, {}, {still(rods)}),
      eased(host, {{"preroll", "100"}, {"globaldamping", "5"}}, {still(rods)});
  const double without = farthest(jolt.at(1), jolt.at(6)), with = farthest(eased.at(1), eased.at(6));
  EXPECT_LT(with, 0.1 * without);
}

TEST(SolverMotion, ReadOutsTellWhatTheMotionWas) {
  TestHost host;
  const Geometry rods = lineRod(host, {{"length", "0.4"}, {"direction", "1 0 0"}},
                                {{"material", "rope"}, {"elements", "4"}, {"damping", "0"}});
  Shot shot(host, {{"substeps", "8"}, {"airdensity", "0"}, {"airviscosity", "0"}}, {still(rods)});
  const auto energy = [](const Geometry& g) {
    return detailNumber(g, "kinetic") + detailNumber(g, "elastic") + detailNumber(g, "potential");
  };
  const Geometry a = shot.at(4), b = shot.at(10);
  EXPECT_GT(detailNumber(a, "kinetic"), 1e-4);
  EXPECT_GT(detailNumber(b, "elastic"), 0);
  EXPECT_NEAR(energy(a), 0, 0.02 * detailNumber(a, "kinetic"));  // it fell from height 0
  EXPECT_NEAR(energy(b), energy(a), 0.05 * detailNumber(a, "kinetic"));
  EXPECT_GE(detailNumber(a, "iterations"), 1);
  EXPECT_GT(detailNumber(a, "residual"), 0);
}

}  // namespace
}  // namespace tendril::test
