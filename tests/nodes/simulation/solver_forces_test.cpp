// tendril::solver: forces on points, wind, and the reference frame.
#include <gtest/gtest.h>

#include <cmath>

#include "nodes/simulation/simulation.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "tests/nodes/simulation/moving_goals.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;

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

}  // namespace
}  // namespace tendril::test
