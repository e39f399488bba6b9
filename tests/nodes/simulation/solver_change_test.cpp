// tendril::solver: rods that are born, grow, vanish, are cut, break, and bend for good.
#include <gtest/gtest.h>

#include <cmath>

#include "nodes/simulation/simulation.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/plasticity.h"
#include "solver/rods/reknot.h"
#include "solver/scene/si_units.h"
#include "solver/statics/statics.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;

std::size_t primitiveOf(const Geometry& g, std::int64_t id) {
  const std::vector<std::int64_t> ids = idsOf(g);
  const auto found = std::find(ids.begin(), ids.end(), id);
  EXPECT_NE(found, ids.end()) << id;
  return static_cast<std::size_t>(found - ids.begin());
}

Geometry only(const Geometry& g, std::vector<std::int32_t> primitives) {
  return extractPrimitives(g, Span<const std::int32_t>(primitives));
}

double lengthOf(const Geometry& g, std::size_t primitive) {
  const Span<const std::int32_t> points = g.pointsOf(primitive);
  return numberAt(g.find(Owner::point, "arclength")->numbers,
                  static_cast<std::size_t>(points[points.size() - 1]));
}

// All state of one rod.
bool sameRod(const Geometry& a, const Geometry& b, std::int64_t id) {
  const Geometry x = only(a, {static_cast<std::int32_t>(primitiveOf(a, id))}),
                 y = only(b, {static_cast<std::int32_t>(primitiveOf(b, id))});
  for (const char* name : {"P", "kappa", "kapparate", "pastkappa", "goalpos"})
    if (!sameBits(x.find(Owner::point, name)->numbers, y.find(Owner::point, name)->numbers)) return false;
  for (const char* name : {"rootpos", "rootorient", "rootvel", "pastpos", "paststep"})
    if (!sameBits(x.find(Owner::primitive, name)->numbers, y.find(Owner::primitive, name)->numbers))
      return false;
  return true;
}

TEST(SolverChange, RodsAreBornAndVanishAndOthersKeepTheirBits) {
  ShotHost host;
  const Geometry all = hairsOf(host, 6), few = only(all, {0, 1, 2}), others = only(all, {4, 1, 2});
  const auto input = [a = still(few), b = still(all), c = still(others)](double frame) {
    return frame < 5 ? a(frame) : frame < 9 ? b(frame) : c(frame);
  };
  Shot shot(host, {}, {input}), alone(host, {}, {still(few)});
  EXPECT_EQ(shot.at(4).primitiveCount(), 3u);
  const Geometry born = shot.at(5), later = shot.at(8), end = shot.at(12);
  EXPECT_EQ(born.primitiveCount(), 6u);
  EXPECT_EQ(end.primitiveCount(), 3u);
  for (const std::int64_t id : {0, 1, 2}) EXPECT_TRUE(sameRod(later, alone.at(8), id)) << id;
  for (const std::int64_t id : {1, 2}) EXPECT_TRUE(sameRod(end, alone.at(12), id)) << id;
  // who was born at 5 moves as one that starts there, and is the same after others have gone
  Shot late(host, {{"startframe", "4"}}, {still(only(all, {4}))});
  EXPECT_TRUE(sameRod(end, late.at(12), 4));
}

// ---- growth

TEST(SolverChange, GrowthOver200FramesAddsKnotsWithoutAJump) {
  for (const char* model : kModels) {
    ShotHost host;
    const Geometry rods = lineRod(
        host, {{"length", "0.6"}, {"direction", "1 0.5 0"}},
        {{"model", model}, {"material", "vine"}, {"elements", "8"}, {"radius", "0.002"}, {"young", "3e7"}});
    const auto grown = [](double frame) { return std::min(1.0, 0.05 + 0.95 * (frame - 1) / 199); };
    Shot shot(host, {}, {still(rods)}, [&](double frame) -> Values {
      return {{"growth", std::to_string(grown(frame))}};
    });
    std::vector<Vector3d> tips;
    std::vector<std::size_t> knots;
    std::vector<double> energies;
    for (int frame = 1; frame <= 200; ++frame) {
      const Geometry g = shot.at(frame);
      tips.push_back(tipOf(g));
      knots.push_back(g.pointsOf(0).size());
      energies.push_back(frame > 1 ? detailNumber(g, "elastic") + detailNumber(g, "potential") : 0);
      EXPECT_NEAR(lengthOf(g, 0), 0.6 * grown(frame), 1e-6);
    }
    EXPECT_EQ(knots.front(), 2u);
    EXPECT_EQ(knots.back(), 9u);
    // a knot more is not to be seen in the tip's way, nor in the energy: what two neighbouring frames add
    // differs no more than elsewhere
    double usual = 0, added = 0, usualEnergy = 0, addedEnergy = 0;
    for (std::size_t i = 3; i + 1 < tips.size(); ++i) {
      const double turn = (tips[i + 1] - 2 * tips[i] + tips[i - 1]).norm(),
                   gain = std::abs(energies[i + 1] - 2 * energies[i] + energies[i - 1]);
      const bool isNew = knots[i + 1] > knots[i] || knots[i] > knots[i - 1];
      (isNew ? added : usual) = std::max(isNew ? added : usual, turn);
      (isNew ? addedEnergy : usualEnergy) = std::max(isNew ? addedEnergy : usualEnergy, gain);
    }
    EXPECT_LT(added, 1.5 * usual + 1e-6) << model;
    EXPECT_LT(addedEnergy, 1.5 * usualEnergy + 1e-9) << model;
  }
}

// The moment itself: the same rod on one knot more stands where it stood, with the energy that it had.
TEST(SolverChange, AKnotMoreMovesNothingAndCostsNothing) {
  for (const char* model : kModels) {
    ShotHost host;
    const Geometry rods = lineRod(
        host, {{"length", "0.6"}, {"direction", "1 0.5 0"}},
        {{"model", model}, {"material", "vine"}, {"elements", "8"}, {"radius", "0.002"}, {"young", "3e7"}});
    Shot shot(host, {}, {still(rods)}, [](double frame) -> Values {
      return {{"growth", frame < 30 ? "0.6245" : "0.63"}};  // the sixth element begins at 0.625
    });
    const Geometry before = shot.at(29);
    ASSERT_EQ(before.pointsOf(0).size(), 6u);
    std::vector<Rod> was = readRods(before), full = readRods(rods);
    Rod is = was[0];
    std::vector<double> arc = {0};
    for (int k = 1; k <= 5; ++k) arc.push_back(0.6 * k / 8);
    arc.push_back(0.6 * 0.63);
    Rod part = full[0];
    part.history.reset();
    reknot(part, arc, full[0].kappaRest, full[0].jointRest);
    reknot(is, arc,
           part.kappaRest.empty() ? part.kappaRest : std::vector<Vector3d>(arc.size(), Vector3d::Zero()),
           std::vector<Eigen::Quaterniond>(part.jointRest.empty() ? 0 : arc.size(),
                                           Eigen::Quaterniond::Identity()));
    ShapeWalker old(was[0].shape), now(is.shape);
    for (int i = 0; i <= 60; ++i) {
      const double s = was[0].shape.length() * i / 60;
      EXPECT_LT((old.at(s).position - now.at(s).position).norm(), 1e-6 * 0.6) << model << " at " << s;
    }
    // the new piece brings its own weight and no more
    const auto energyOf = [](const Rod& rod) {
      Scene scene;
      scene.rods = {describe(rod, 1)};
      SectionInput section;
      section.radius = 0.002;
      section.young = 3e7;
      section.density = 900;
      scene.rods[0].sections.assign(rod.shape.arc.size(), makeSection(section));
      State state;
      state.rods = {stateOf(rod, 1)};
      return std::pair(energiesOf(scene, state), scene.rods[0].sections[0].mass);
    };
    const auto [first, mass] = energyOf(was[0]);
    const auto [second, same] = energyOf(is);
    const double added = is.shape.length() - was[0].shape.length();
    ShapeWalker walker(is.shape);
    const double height = walker.at(was[0].shape.length() + 0.5 * added).position.y();  // of the middle
    const double weight = mass * added * 9.81 * height;
    const double exchange = mass * 0.6 * 9.81 * 0.6;
    EXPECT_NEAR(second.potential - first.potential, weight, 1e-6 * exchange) << model;
    EXPECT_NEAR(second.elastic, first.elastic, 1e-6 * exchange) << model;
  }
}

// A last element of next to no length is no trouble.
TEST(SolverChange, TinyTipsAreStable) {
  for (const char* model : kModels) {
    ShotHost host;
    const Geometry rods = lineRod(
        host, {{"length", "0.6"}, {"direction", "1 0.5 0"}},
        {{"model", model}, {"material", "vine"}, {"elements", "8"}, {"radius", "0.002"}, {"young", "3e7"}});
    Shot knot(host, {{"growth", "0.625"}}, {still(rods)}),
        tiny(host, {{"growth", "0.6250012"}}, {still(rods)});
    const Geometry a = knot.at(60), b = tiny.at(60);
    EXPECT_EQ(b.pointsOf(0).size(), a.pointsOf(0).size() + 1);
    EXPECT_LT((tipOf(a) - tipOf(b)).norm(), 1e-4) << model;
    EXPECT_TRUE(tipOf(b).allFinite());
  }
}

TEST(SolverChange, WhatHangsOnAGrowingRodComesWithIt) {
  ShotHost host;
  const Geometry vine = cook(host, "vine", {{"shoots", "4"}}, {});
  const Geometry rods = rodsOf(host, vine, {{"material", "vine"}, {"elements", "6"}});
  Shot shot(host, {{"wind", "6 0 2"}}, {still(rods)}, [](double frame) -> Values {
    return {{"growth", std::to_string((frame - 1) / 40)}};
  });
  EXPECT_EQ(shot.at(1).primitiveCount(), 0u);
  std::size_t before = 0, stood = 0;
  double swayed = 0;
  for (int frame = 2; frame <= 41; ++frame) {
    const Geometry g = shot.at(frame);
    EXPECT_GE(g.primitiveCount(), before);
    before = g.primitiveCount();
    // shoots stand on the stem, however it has swayed when they are born
    const std::vector<Rod> now = readRods(g);
    for (std::size_t r = 1; r < now.size(); ++r) {
      ShapeWalker stem(now[0].shape);
      const double at = numberAt(g.find(Owner::primitive, "rodparentlength")->numbers, now[r].primitive);
      EXPECT_LT((stem.at(at).position - now[r].shape.root.position).norm(), 2e-3) << frame << " " << r;
      stood += frame > 20;
    }
    swayed = std::max(swayed, (tipOf(g) - tipOf(rods)).norm());
  }
  EXPECT_GT(stood, 0u);
  EXPECT_GT(swayed, 0.1);
  EXPECT_EQ(before, 5u);
  // one rod's own part
  Geometry slow = rods;
  Attribute& growth = slow.add(Owner::primitive, "growth", Storage::real32, 1);
  for (std::size_t p = 0; p < 5; ++p) setNumber(growth.numbers, p, p == 2 ? 0.5 : 1);
  Shot other(host, {}, {still(slow)});
  EXPECT_NEAR(lengthOf(other.at(3), 2), 0.5 * lengthOf(rods, 2), 1e-6);
  EXPECT_NEAR(lengthOf(other.at(3), 1), lengthOf(rods, 1), 1e-12);
}

TEST(SolverChange, AnAnimatedRestShapeCurlsARodUp) {
  for (const char* model : kModels) {
    ShotHost host;
    const Geometry rods =
        lineRod(host, {{"length", "0.3"}},
                {{"model", model}, {"material", "vine"}, {"elements", "12"}, {"radius", "0.002"}});
    const Geometry coil = rodsOf(host, cook(host, "arc", {{"radius", "0.191"}, {"angle", "90"}}, {}),
                                 {{"model", model}, {"elements", "12"}});
    const auto rest = [a = still(rods), b = still(coil)](double frame) {
      return frame < 6 ? a(frame) : b(frame);
    };
    Shot shot(host, {{"gravity", "0 0 0"}, {"globaldamping", "2"}}, {still(rods), {}, {}, {}, rest});
    EXPECT_LT(farthest(shot.at(5), rods), 1e-6) << model;
    const double straight = (tipOf(shot.at(5)) - pointAt(rods, 0)).norm();
    EXPECT_LT((tipOf(shot.at(90)) - pointAt(rods, 0)).norm(), 0.99 * straight) << model;
  }
}

TEST(SolverChange, WhoIsBornUnderAMovingGoalIsThere) {
  ShotHost host;
  const Geometry all = hairsOf(host, 2), first = only(all, {0});
  const auto run = [](double frame) {
    Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
    m(3, 0) = 0.2 * (frame - 1);
    return m;
  };
  const auto input = [a = still(first), b = still(all)](double frame) {
    return frame < 10 ? a(frame) : b(frame);
  };
  Shot shot(host, {}, {input, {}, {}, moving(all, run)});
  const Geometry g = shot.at(10);
  ASSERT_EQ(g.primitiveCount(), 2u);
  EXPECT_NEAR(pointAt(g, static_cast<std::size_t>(g.pointsOf(1)[0])).x() -
                  pointAt(all, static_cast<std::size_t>(all.pointsOf(1)[0])).x(),
              0.2 * 9, 1e-4);
  // not thrown there from where it was drawn
  EXPECT_LT(Vector3d(tupleAt(*g.find(Owner::primitive, "rootvel"), 1)).norm(), 6);
}

// ---- cuts

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
    EXPECT_NE(host.told.find("1 rods were cut"), std::string::npos);
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
  host.expect("1 curves cannot be rods");
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

// ---- plasticity

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
