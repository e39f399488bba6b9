// tendril::solver: how rods move. Moving roots, substeps, kinds of simulation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "nodes/simulation/simulation.h"
#include "solver/geometry/topology.h"
#include "solver/rods/rod_geometry.h"
#include "tests/nodes/simulation/moving_goals.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;

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
