// tendril::solver: rods that are cut, break, and bend for good.
#include <gtest/gtest.h>

#include <cmath>

#include "nodes/simulation/simulation.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/plasticity.h"
#include "tests/nodes/simulation/parts_of_rods.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;

TEST(SolverChange, ACutRodFallsInTwoAndGoesOn) {
  for (const char* model : kModels) {
    ShotHost host;
    const Geometry rods =
        lineRod(host, {{"length", "0.4"}},
                {{"model", model}, {"material", "rope"}, {"elements", "8"}, {"radius", "0.003"}});
    const auto cut = [](double frame) -> Values { return {{"cutlength", frame < 5 ? "-1" : "0.26"}}; };
    const auto blow = [&](Shot::Keys keys) {
      return Shot(host, {{"wind", "4 0 0"}, {"airdensity", "3"}}, {still(rods)}, keys);
    };
    Shot shot = blow(cut), whole = blow({});
    const Geometry before = shot.at(4), after = shot.at(5), later = shot.at(14);
    EXPECT_EQ(before.primitiveCount(), 1u);
    ASSERT_EQ(after.primitiveCount(), 2u) << model;
    EXPECT_NE(host.told.find("1 rod was cut"), std::string::npos);
    EXPECT_NEAR(lengthOf(after, 0), 0.25, 1e-7);
    EXPECT_NEAR(lengthOf(after, 1), 0.15, 1e-7);
    EXPECT_EQ(idsOf(after)[0], 0);
    // both ends stood where the knot had stood, and have hardly parted in a frame
    const Span<const std::int32_t> piece = after.pointsOf(1);
    EXPECT_LT((tipOf(after, 0) - pointAt(after, static_cast<std::size_t>(piece[0]))).norm(), 0.02);
    EXPECT_LT((tipOf(after, 1) - tipOf(whole.at(5))).norm(), 0.02);
    // free fall: nine frames
    EXPECT_LT(tipOf(later, 1).y(), tipOf(after, 1).y() - 0.4) << model;
    EXPECT_GT(tipOf(later, 0).y(), -0.27);
    // pieces keep their attributes, and a restart knows them
    EXPECT_EQ(later.find(Owner::primitive, "rodmodel")->stringAt(1), model);
    ShotHost other;
    other.files["cut"] = shot.at(8);
    Shot next(other,
              {{"wind", "4 0 0"},
               {"airdensity", "3"},
               {"startfrom", "cache"},
               {"cachefile", "cut"},
               {"cacheframe", "8"}},
              {still(rods)}, cut);
    EXPECT_TRUE(next.at(14) == later) << model;
  }
}

TEST(SolverChange, CutsMindOnlyRodsAndGoalsDoNotHoldWhatFell) {
  ShotHost host;
  // another primitive has the id of a rod
  Geometry groom = cook(host, "scalp", {{"hairs", "2"}}, {});
  const std::size_t lone = groom.addPoints(1);
  const std::int32_t point = static_cast<std::int32_t>(lone);
  const std::size_t bad = groom.addPrimitive(PrimitiveKind::polyline, Span<const std::int32_t>(&point, 1));
  setNumber(groom.find(Owner::primitive, "id")->numbers, bad, 0);
  host.expect("1 curve cannot be a rod");
  const Geometry rods = rodsOf(host, groom, {{"material", "hair"}});
  Shot shot(host, {{"cutlength", "0.1"}}, {still(rods)});
  EXPECT_EQ(shot.at(3).primitiveCount(), 5u);
  // boughs of a felled trunk follow no target
  const Geometry tree =
      rodsOf(host, cook(host, "tree", {{"height", "1"}, {"boughs", "4"}, {"width", "0.02"}}, {}),
             {{"material", "vine"}, {"elements", "4"}});
  Geometry marked = tree;
  Attribute& length = marked.add(Owner::primitive, "cutlength", Storage::real32, 1);
  for (std::size_t p = 0; p < 5; ++p) setNumber(length.numbers, p, p == 0 ? 0.25 : -1);
  Shot felled(host, {{"targetstiffness", "100"}, {"goalweight", "0.5"}},
              {still(marked), {}, {}, still(tree)});
  const Geometry later = felled.at(20);
  EXPECT_LT(tipOf(later, 5).y(), -1) << "it lies, or falls still";
}

TEST(SolverChange, OriginalCurvesFallApartWithTheirRods) {
  ShotHost host;
  const Geometry groom = cook(host, "scalp", {{"hairs", "3"}, {"points", "30"}}, {});
  const Geometry rods = rodsOf(host, groom, {{"material", "hair"}, {"elements", "6"}});
  Geometry marked = rods;
  Attribute& length = marked.add(Owner::primitive, "cutlength", Storage::real32, 1);
  for (std::size_t p = 0; p < 3; ++p) setNumber(length.numbers, p, p == 1 ? 0.1 : -1);
  Shot shot(host, {}, {still(marked)});
  const Geometry cut = shot.at(2), later = shot.at(24);
  const Geometry soon = cook(host, "curves", {}, {&cut, &groom}),
                 fallen = cook(host, "curves", {}, {&later, &groom});
  ASSERT_EQ(fallen.pointCount(), groom.pointCount());
  ASSERT_EQ(fallen.primitiveCount(), 4u);
  fallen.check();
  EXPECT_EQ(fallen.pointsOf(1).size() + fallen.pointsOf(3).size(), groom.pointsOf(1).size());
  EXPECT_EQ(idsOf(fallen)[3], 1) << "attributes are handed down";
  EXPECT_LT(farthest(soon, groom), 0.05);
  EXPECT_LT(tipOf(fallen, 3).y(), tipOf(groom, 1).y() - 0.3) << "it falls";
  // edges keep their lengths: none is stretched between both parts
  for (std::size_t p = 0; p < 4; ++p)
    for (std::size_t v = 1; v < fallen.pointsOf(p).size(); ++v) {
      const auto edge = [&](const Geometry& g) {
        return (pointAt(g, static_cast<std::size_t>(fallen.pointsOf(p)[v])) -
                pointAt(g, static_cast<std::size_t>(fallen.pointsOf(p)[v - 1])))
            .norm();
      };
      EXPECT_LT(edge(fallen), 1.3 * edge(groom) + 1e-4) << p << " " << v;
    }
  // what has not grown yet waits at the tip
  Shot growing(host, {{"growth", "0.5"}}, {still(rods)});
  const Geometry half = growing.at(2), drawn = cook(host, "curves", {}, {&half, &groom});
  EXPECT_LT((tipOf(drawn) - tipOf(half)).norm(), 0.02);
}

TEST(SolverChange, ACutTrunkTakesItsShootsAlong) {
  ShotHost host;
  const Geometry vine = cook(host, "vine", {{"shoots", "4"}}, {});
  const Geometry rods = rodsOf(host, vine, {{"material", "vine"}, {"elements", "6"}});
  Geometry marked = rods;
  Attribute& length = marked.add(Owner::primitive, "cutlength", Storage::real32, 1);
  for (std::size_t p = 0; p < 5; ++p) setNumber(length.numbers, p, p == 0 ? 0.75 : -1);
  Shot shot(host, {}, {still(marked)});
  const Geometry later = shot.at(20);
  ASSERT_EQ(later.primitiveCount(), 6u);
  // shoots above the cut fall, those below stay
  std::size_t fell = 0;
  for (std::size_t p = 1; p < 5; ++p) {
    const double at = numberAt(rods.find(Owner::primitive, "rodparentlength")->numbers, p);
    const bool falls = tipOf(later, p).y() < tipOf(rods, p).y() - 1.6;  // farther than a stem that bows
    fell += falls;
    EXPECT_EQ(falls, at > 0.75) << p;
  }
  EXPECT_GT(fell, 0u);
  EXPECT_LT(fell, 4u);
}

TEST(SolverChange, ARodBreaksWhereItIsBentTooFar) {
  for (const char* model : kModels) {
    ShotHost host;
    const Geometry rods =
        lineRod(host, {{"length", "0.4"}, {"direction", "1 0 0"}},
                {{"model", model}, {"material", "rope"}, {"elements", "6"}, {"radius", "0.003"}});
    Shot never(host, {}, {still(rods)}), soon(host, {{"maxbend", "3"}}, {still(rods)});
    EXPECT_EQ(never.at(24).primitiveCount(), 1u);
    const Geometry broken = soon.at(24);
    EXPECT_GT(broken.primitiveCount(), 1u) << model;
    EXPECT_NE(host.told.find("broke"), std::string::npos);
    double sum = 0;
    for (std::size_t p = 0; p < broken.primitiveCount(); ++p) sum += lengthOf(broken, p);
    EXPECT_NEAR(sum, 0.4, 1e-6) << "nothing is lost";
    // painted: only its middle is brittle
    Geometry painted = rods;
    Attribute& most = painted.add(Owner::point, "maxbend", Storage::real32, 1);
    for (std::size_t k = 0; k < 7; ++k) setNumber(most.numbers, k, k == 3 ? 0.5 : 0);
    Shot middle(host, {}, {still(painted)});
    const Geometry two = middle.at(24);
    ASSERT_EQ(two.primitiveCount(), 2u) << model;
    EXPECT_NEAR(lengthOf(two, 0), 0.2, 1e-6);
  }
}

TEST(SolverChange, AWireKeepsItsBend) {
  for (const char* model : kModels) {
    ShotHost host;
    const Geometry rods =
        lineRod(host, {{"length", "0.3"}, {"direction", "1 0 0"}},
                {{"model", model}, {"material", "rope"}, {"elements", "6"}, {"radius", "0.003"}});
    // weight bends it for a second, then there is none
    const auto keys = [](double frame) -> Values {
      return {{"gravity", frame < 25 ? "0 -9.81 0" : "0 0 0"}};
    };
    double left[3];
    for (const int i : {0, 1, 2}) {
      Shot shot(
          host,
          {{"plasticbend", i ? "1" : "0"}, {"plastichardening", i == 2 ? "5" : "0"}, {"globaldamping", "10"}},
          {still(rods)}, keys);
      left[i] = -tipOf(shot.at(150)).y();
    }
    EXPECT_LT(std::abs(left[0]), 2e-3) << model;
    EXPECT_GT(left[1], 0.05) << model;
    EXPECT_LT(left[2], 0.9 * left[1]) << model << ": it hardened";
  }
}

TEST(Plasticity, FlowsByTheLawForAnyStep) {
  const Plasticity how{2, 1, 3, 0.5};
  double once = 0, parts = 0;
  const Vector3d strain(0, 6, 8);  // bend 10
  Vector3d gained(0, 0, 0);
  const Vector3d whole = flowOf({2, 1, 3, 0}, strain, 0.4, once);
  EXPECT_NEAR(whole.norm(), (10 - 2) * (1 - std::exp(-3 * 0.4)), 1e-12);
  for (int i = 0; i < 100; ++i) gained += flowOf({2, 1, 3, 0}, strain - gained, 0.004, parts);
  EXPECT_NEAR((gained - whole).norm(), 0, 1e-12);
  EXPECT_NEAR(once, parts, 1e-12);
  double flow = 0;
  EXPECT_TRUE(flowOf(how, Vector3d(0.9, 1.9, 0), 1, flow).isZero(0));
  EXPECT_EQ(flow, 0);
  const Vector3d twisted = flowOf(how, Vector3d(-3, 0, 0), 1e9, flow);
  EXPECT_NEAR(twisted[0], -2 / 1.5,
              1e-9);  // until the strain that is left is the yield, which has grown by half of it
  EXPECT_NEAR(flow, 2 / 1.5, 1e-9);
  EXPECT_NEAR(3 + twisted[0], 1 + 0.5 * flow, 1e-9);
  EXPECT_TRUE(flowOf(how, Vector3d(1.6, 0, 0), 1, flow).isZero(0));
  // with hardening, too, many steps are one
  double all = 0, each = 0;
  const Vector3d one = flowOf({2, 1, 3, 5}, strain, 0.4, all);
  Vector3d sum(0, 0, 0);
  for (int i = 0; i < 100; ++i) sum += flowOf({2, 1, 3, 5}, strain - sum, 0.004, each);
  EXPECT_NEAR((sum - one).norm(), 0, 1e-9);
}

}  // namespace
}  // namespace tendril::test
