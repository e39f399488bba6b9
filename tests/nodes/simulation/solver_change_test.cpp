// tendril::solver: rods that are born, grow and vanish.
#include <gtest/gtest.h>

#include <cmath>

#include "nodes/simulation/simulation.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/reknot.h"
#include "solver/scene/si_units.h"
#include "solver/statics/statics.h"
#include "tests/nodes/simulation/parts_of_rods.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;

std::size_t primitiveOf(const Geometry& g, std::int64_t id) {
  const std::vector<std::int64_t> ids = idsOf(g);
  const auto found = std::find(ids.begin(), ids.end(), id);
  EXPECT_NE(found, ids.end()) << id;
  return static_cast<std::size_t>(found - ids.begin());
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
    Coordinates straight = full[0].rest.first(arc.size());
    for (std::size_t k = 0; k < arc.size(); ++k) straight.setStraight(k);
    reknot(is, arc, straight);
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

}  // namespace
}  // namespace tendril::test
