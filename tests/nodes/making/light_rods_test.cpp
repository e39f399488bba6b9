// Light rods: curves of them, their size, and that no simulation starts with them.
#include "nodes/attributes/light_rods.h"

#include <gtest/gtest.h>

#include "cli/io/geometry_file.h"
#include "solver/geometry/tuples.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

// Hairs as a groom has them, a few frames into a turn of the head.
struct Groom {
  Geometry curves, made, simulated;

  explicit Groom(const char* hairs, Values rodValues = {{"elements", "4"}}) {
    TestHost host;
    host.allowWarnings();
    curves = cook(host, "scalp", {{"hairs", hairs}, {"points", "50"}}, {});
    made = cook(host, "rods", rodValues, {&curves});
    Shot shot(host, {}, {still(made), {}, {}, moving(curves, [](double frame) {
                           Eigen::Matrix4d turn = Eigen::Matrix4d::Identity();
                           const double angle = 0.05 * (frame - 1);
                           turn(0, 0) = turn(2, 2) = std::cos(angle);
                           turn(2, 0) = std::sin(angle);
                           turn(0, 2) = -std::sin(angle);
                           return turn;
                         })});
    simulated = shot.at(3);
  }
};

double largestDifference(const Geometry& a, const Geometry& b, const char* name) {
  const Attribute &x = *a.find(Owner::point, name), &y = *b.find(Owner::point, name);
  EXPECT_EQ(sizeOf(x.numbers), sizeOf(y.numbers)) << name;
  double most = 0;
  for (std::size_t i = 0; i < std::min(sizeOf(x.numbers), sizeOf(y.numbers)); ++i)
    most = std::max(most, std::abs(numberAt(x.numbers, i) - numberAt(y.numbers, i)));
  return most;
}

TEST(LightRods, CurvesAreTheSameInSinglePrecision) {
  const Groom groom("6");
  const Geometry light = lightRods(groom.simulated, 24);
  for (const bool original : {true, false}) {
    TestHost host;
    const auto curvesOf = [&](const Geometry& rods, const Geometry* made) {
      return original ? cook(host, "curves", {}, {&rods, &groom.curves, made})
                      : cook(host, "curves", {{"points", "even"}}, {&rods, nullptr, made});
    };
    const Geometry full = curvesOf(groom.simulated, nullptr);
    const Geometry* bindings[] = {&groom.made, &groom.simulated};  // as made, or any full frame
    for (const Geometry* made : bindings) {
      const Geometry drawn = curvesOf(light, made);
      EXPECT_LT(largestDifference(full, drawn, "P"), 1e-6);  // of 0.3 m
      EXPECT_LT(largestDifference(full, drawn, "v"), 2e-3);  // of some 0.3 m/s
      EXPECT_LT(largestDifference(full, drawn, "up"), 1e-5);
      EXPECT_GT(largestDifference(full, drawn, "P"), 0) << "nothing was narrowed";
      EXPECT_FALSE(isLight(drawn));
    }
    try {
      curvesOf(light, nullptr);
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("third input"), std::string::npos) << error.what();
    }
  }
}

TEST(LightRods, CutRodsKeepTheirPieces) {
  TestHost host;
  host.allowWarnings();
  const Geometry curves = cook(host, "line", {{"points", "9"}}, {});
  const Geometry made = cook(host, "rods", {{"elements", "4"}}, {&curves});
  Shot shot(host, {{"cutlength", "0.4"}}, {still(made)});
  const Geometry full = shot.at(4), light = lightRods(full, 24);
  const auto curvesOf = [&](const Geometry& rods, const Geometry* other) {
    return cook(host, "curves", {}, {&rods, &curves, other});
  };
  const Geometry a = curvesOf(full, nullptr), b = curvesOf(light, &made);
  EXPECT_EQ(a.primitiveCount(), b.primitiveCount());
  EXPECT_EQ(a.pointCount(), b.pointCount());
  EXPECT_LT(largestDifference(a, b, "P"), 1e-5);
}

TEST(LightRods, NoSimulationStartsWithThem) {
  const Groom groom("2");
  const Geometry light = lightRods(groom.simulated, 12);
  ShotHost host;
  host.files["light.geo"] = light;
  Shot cached(host, {{"startfrom", "cache"}, {"cachefile", "light.geo"}, {"cacheframe", "3"}},
              {still(groom.made)});
  EXPECT_THROW(cached.at(4), Error);
  Shot input(host, {}, {still(light)});
  EXPECT_THROW(input.at(2), Error);
  EXPECT_TRUE(isRestartFrame(groom.simulated));
  EXPECT_FALSE(isRestartFrame(light));
  EXPECT_FALSE(isRestartFrame(groom.curves));
}

// Bytes on disk a knot, on average with a restart frame each 24 frames. 736 with full frames alone.
TEST(LightRods, TakeLessThanTwoHundredBytesAKnot) {
  const Groom groom("150");
  const auto bytes = [](const Geometry& g) {
    return static_cast<double>(io::formatGeometry(g, io::GeometryFormat::compressed).size());
  };
  const double full = bytes(groom.simulated), light = bytes(lightRods(groom.simulated, 24)),
               knots = static_cast<double>(groom.simulated.pointCount());
  RecordProperty("full", std::to_string(full / knots));
  RecordProperty("light", std::to_string(light / knots));
  EXPECT_LT((full + 23 * light) / 24, 200 * knots) << full / knots << " " << light / knots;
}

}  // namespace
}  // namespace tendril::test
