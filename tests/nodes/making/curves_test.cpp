// Rods drawn as curves: points, velocities, widths, warnings.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/rods/evaluate.h"
#include "solver/rods/rod_geometry.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;

Geometry hair(const char* model) {
  TestHost host;
  const Geometry curves = cook(host, "scalp", {{"hairs", "5"}}, {});
  return cook(host, "rods", {{"model", model}}, {&curves});
}

Vector3d tuple(const Geometry& g, const char* name, std::size_t i) {
  const Attribute& a = *g.find(Owner::point, name);
  return {numberAt(a.numbers, 3 * i), numberAt(a.numbers, 3 * i + 1), numberAt(a.numbers, 3 * i + 2)};
}

// v is the difference quotient of P between sub-frames, for drawn curves and for original points.
TEST(Curves, VelocityIsTheDifferenceQuotient) {
  constexpr double kStep = 1e-3;  // s
  for (const char* model : {"clothoid", "helix", "chain"}) {
    TestHost host;
    const Geometry original = cook(host, "scalp", {{"hairs", "5"}}, {});
    Geometry now = hair(model);
    std::vector<Rod> rods = readRods(now);
    for (Rod& rod : rods) {
      rod.motion.velocity = Vector3d(0.3, -1, 0.2);
      rod.motion.spin = Vector3d(0.5, 2, -1);
      for (std::size_t k = 0; k < rod.motion.rates.size(); ++k) {
        const double u = static_cast<double>(k);
        rod.motion.rates[k] = Vector3d(std::sin(u), std::cos(2 * u), 1 - u);
      }
    }
    writeRods(now, rods);
    const auto after = [&](double seconds) {
      std::vector<Rod> ahead = rods;
      for (Rod& rod : ahead) {
        rod.shape = moved(rod.shape, rod.motion, seconds);
        turnRoot(rod, orientOf(rod.shape.root.axes));
      }
      Geometry g = now;
      writeRods(g, ahead);
      return g;
    };
    const Geometry before = after(-kStep), later = after(kStep);
    for (const bool drawn : {true, false}) {
      const auto curvesOf = [&](const Geometry& g) {
        return drawn ? cook(host, "curves", {{"points", "even"}}, {&g})
                     : cook(host, "curves", {}, {&g, &original});
      };
      const Geometry a = curvesOf(before), b = curvesOf(later), c = curvesOf(now);
      double fastest = 0, worst = 0;
      for (std::size_t i = 0; i < c.pointCount(); ++i) {
        const Vector3d quotient = (tuple(b, "P", i) - tuple(a, "P", i)) / (2 * kStep);
        worst = std::max(worst, (tuple(c, "v", i) - quotient).norm());
        fastest = std::max(fastest, quotient.norm());
      }
      EXPECT_GT(fastest, 1);
      EXPECT_LT(worst, 2e-4 * fastest) << model << (drawn ? " drawn" : " original");  // floats over the step
    }
  }
}

TEST(Curves, WidthIsADiameterAlways) {
  TestHost host;
  const Geometry rods = hair("clothoid");
  const Geometry drawn = cook(host, "curves", {{"points", "even"}, {"segments", "10"}}, {&rods});
  const Attribute &width = *drawn.find(Owner::point, "width"), &pscale = *drawn.find(Owner::point, "pscale");
  ASSERT_EQ(drawn.pointCount(), 55u);
  for (std::size_t i = 0; i < drawn.pointCount(); ++i) {
    EXPECT_GT(numberAt(width.numbers, i), 0);
    EXPECT_FLOAT_EQ(static_cast<float>(numberAt(width.numbers, i)),
                    static_cast<float>(2 * numberAt(pscale.numbers, i)));
  }
  // original curves without any width get the rods'
  const Geometry line = cook(host, "line", {}, {});
  const Geometry rope = cook(host, "rods", {{"material", "rope"}}, {&line});
  const Geometry back = cook(host, "curves", {}, {&rope, &line});
  for (std::size_t i = 0; i < back.pointCount(); ++i)
    EXPECT_NEAR(numberAt(back.find(Owner::point, "width")->numbers, i), 0.016, 1e-7);
}

TEST(Curves, DrawnPointsLieOnTheRod) {
  TestHost host;
  for (const char* model : {"clothoid", "helix", "chain"}) {
    const Geometry rods = hair(model);
    const Geometry bent = cook(host, "curves", {{"points", "bent"}, {"angle", "2"}}, {&rods});
    const std::vector<Rod> all = readRods(rods);
    ASSERT_EQ(bent.primitiveCount(), all.size());
    EXPECT_EQ(bent.find(Owner::point, "kappa"), nullptr);
    EXPECT_EQ(bent.find(Owner::primitive, "rootpos"), nullptr);
    EXPECT_NE(bent.find(Owner::primitive, "clumpid"), nullptr);
    for (std::size_t p = 0; p < all.size(); ++p) {
      const Span<const std::int32_t> points = bent.pointsOf(p);
      EXPECT_LT((tuple(bent, "P", static_cast<std::size_t>(points[0])) - all[p].shape.root.position).norm(),
                1e-6);
      const Vector3d tip = sampleRod(all[p].shape, {}, {all[p].shape.length()})[0].frame.position;
      EXPECT_LT((tuple(bent, "P", static_cast<std::size_t>(points[points.size() - 1])) - tip).norm(), 1e-6);
      if (std::string(model) == "chain") continue;
      for (std::size_t v = 1; v + 1 < points.size(); ++v) {
        const auto at = [&](std::size_t i) { return tuple(bent, "P", static_cast<std::size_t>(points[i])); };
        const Vector3d a = at(v) - at(v - 1), b = at(v + 1) - at(v);
        EXPECT_LT(std::atan2(a.cross(b).norm(), a.dot(b)),
                  0.045);  // 2 degrees, and a little for twist's share
      }
    }
  }
}

TEST(Curves, DirectionsTurnWithTheRod) {
  TestHost host;
  const Geometry ribbon = cook(host, "ribbon", {}, {});
  Geometry rods = cook(host, "rods", {{"elements", "2"}}, {&ribbon});
  std::vector<Rod> all = readRods(rods);
  const Eigen::Quaterniond quarter(Eigen::AngleAxisd(1.5707963267948966, Vector3d::UnitZ()));
  turnRoot(all[0], (quarter * all[0].rootOrient).normalized());
  writeRods(rods, all);
  const Geometry turned = cook(host, "curves", {}, {&rods, &ribbon});
  for (std::size_t i = 0; i < ribbon.pointCount(); ++i) {
    EXPECT_LT((tuple(turned, "N", i) - quarter * tuple(ribbon, "N", i)).norm(), 1e-5);
    const Vector3d expected =
        quarter * (tuple(ribbon, "P", i) - tuple(ribbon, "P", 0)) + tuple(ribbon, "P", 0);
    EXPECT_LT((tuple(turned, "P", i) - expected).norm(), 1e-6);
  }
}

TEST(Curves, WarnsOfWhatGoesWrong) {
  TestHost host;
  Geometry line = cook(host, "line", {}, {});
  EXPECT_THROW(cook(host, "curves", {{"points", "original"}}, {&line}), Error);
  host.expect("there are no rods in the first input");
  cook(host, "curves", {}, {&line});
  const Geometry rods = cook(host, "rods", {}, {&line}), other = cook(host, "line", {{"points", "7"}}, {});
  host.expect("another number of points");
  cook(host, "curves", {}, {&rods, &other});
  const Geometry none;
  host.expect("has no curve of its id");
  cook(host, "curves", {}, {&rods, &none});

  Geometry named = cook(host, "scalp", {{"hairs", "3"}}, {});
  Attribute& name = named.addString(Owner::primitive, "name");
  for (std::size_t p = 0; p < 3; ++p) name.setString(p, "hair" + std::to_string(p));
  const Geometry namedRods = cook(host, "rods", {}, {&named});
  ShotHost told;  // no warning: most curves do not go to USD
  cook(told, "curves", {}, {&namedRods, &named});
  EXPECT_NE(told.told.find("'name' has 3 values on these curves: USD will split them"), std::string::npos);
}

// State that cannot be is refused by name.
TEST(Curves, BrokenStateIsRefused) {
  TestHost host;
  Geometry rods = hair("clothoid");
  rods.find(Owner::point, "kappa")->values<double>()[4] = std::nan("");
  EXPECT_THROW(cook(host, "curves", {}, {&rods}), Error);
  rods = hair("clothoid");
  rods.find(Owner::point, "arclength")->values<double>()[2] = -1;
  EXPECT_THROW(cook(host, "curves", {}, {&rods}), Error);
  rods = hair("clothoid");
  rods.remove(Owner::primitive, "rootorient");
  EXPECT_THROW(cook(host, "curves", {}, {&rods}), Error);
  rods = hair("clothoid");
  rods.find(Owner::primitive, "rodmodel")->setString(1, "spaghetti");
  EXPECT_THROW(cook(host, "curves", {}, {&rods}), Error);
}

}  // namespace
}  // namespace tendril::test
