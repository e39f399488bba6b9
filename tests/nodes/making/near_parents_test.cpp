// tendril::rods: roots that share no point with another curve but lie near one.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

// A stem of 1 m and shoots: each begins at a height on it and `beside` it, between its points.
Geometry plant(const std::vector<double>& heights, double beside, const std::string& more = {}) {
  TestHost host;
  std::string points = "0 0 0, 0 0.31 0, 0 0.64 0, 0 1 0";
  for (const double y : heights) {
    const std::string x = std::to_string(beside), at = std::to_string(y), up = std::to_string(y + 0.1);
    points += "; " + x + " " + at + " 0, 0.15 " + up + " 0, 0.3 " + up + " 0";
  }
  return cook(host, "draw", {{"points", points + more}, {"segments", "1"}}, {});
}

Geometry withWhole(Geometry g, const char* name, const std::vector<int>& values) {
  Attribute& attribute = g.add(Owner::primitive, name, Storage::int32, 1);
  for (std::size_t p = 0; p < values.size(); ++p) setNumber(attribute.numbers, p, values[p]);
  return g;
}

std::vector<int> parentsOf(const Geometry& rods) {
  std::vector<int> parents;
  for (std::size_t p = 0; p < rods.primitiveCount(); ++p)
    parents.push_back(static_cast<int>(numberAt(rods.find(Owner::primitive, "rodparent")->numbers, p)));
  return parents;
}

double lengthOf(const Geometry& rods, std::size_t p) {
  return numberAt(rods.find(Owner::primitive, "rodparentlength")->numbers, p);
}

const Values kVine = {{"material", "vine"}, {"radius", "0.004"}};

Values vine(std::initializer_list<std::pair<std::string, std::string>> more) {
  Values values = kVine;
  values.insert(values.end(), more);
  return values;
}

using Ids = std::vector<int>;

TEST(NearParents, ShootsBesideAStemAreAttachedWhereTheyAre) {
  TestHost host;
  const Geometry curves = plant({0.2, 0.5, 0.77}, 0.005);
  const Geometry rods = rodsOf(host, curves, kVine);
  EXPECT_EQ(parentsOf(rods), (Ids{-1, 0, 0, 0}));
  EXPECT_NEAR(lengthOf(rods, 1), 0.2, 1e-6);
  EXPECT_NEAR(lengthOf(rods, 2), 0.5, 1e-6);
  EXPECT_NEAR(lengthOf(rods, 3), 0.77, 1e-6);
  // farther than two radii, and no attribute says that they are shoots
  EXPECT_EQ(parentsOf(rodsOf(host, plant({0.2, 0.5}, 0.02), kVine)), (Ids{-1, -1, -1}));
  EXPECT_EQ(parentsOf(rodsOf(host, plant({0.2, 0.5}, 0.02), vine({{"attachwithin", "0.025"}}))),
            (Ids{-1, 0, 0}));
}

TEST(NearParents, SwitchedOffAWarningCountsThem) {
  TestHost host;
  host.expect("2 roots lie within 0.005 m of another rod and are not attached to it (primitives 1, 2)");
  EXPECT_EQ(parentsOf(rodsOf(host, plant({0.2, 0.5}, 0.005), vine({{"attachwithin", "0"}}))),
            (Ids{-1, -1, -1}));
}

TEST(NearParents, OneShootAmongManyStemsIsTold) {
  TestHost host;
  std::string stems;
  for (int i = 1; i < 6; ++i) stems += "; " + std::to_string(i) + " 0 0, " + std::to_string(i) + " 1 0";
  host.expect("1 root lies within");
  EXPECT_EQ(parentsOf(rodsOf(host, plant({0.5}, 0.005, stems), kVine)), (Ids(7, -1)));
}

TEST(NearParents, WhatStartsTogetherIsNotAttachedToEachOther) {
  TestHost host;
  // stems from one place on the ground
  const Geometry stems =
      cook(host, "draw", {{"points", "0 0 0, 0 1 0; 0.001 0 0, 0.5 1 0; 0 0 0.001, 0.1 0.9 0.5"}}, {});
  EXPECT_EQ(parentsOf(rodsOf(host, stems, kVine)), (Ids{-1, -1, -1}));
  EXPECT_EQ(parentsOf(rodsOf(host, stems, vine({{"attachwithin", "0.05"}}))), (Ids{-1, -1, -1}));
  // shoots from one place on a stem hang on the stem, with a generation or without
  const Geometry whorl = plant({0.5, 0.5005, 0.501}, 0.002);
  EXPECT_EQ(parentsOf(rodsOf(host, whorl, kVine)), (Ids{-1, 0, 0, 0}));
  EXPECT_EQ(parentsOf(rodsOf(host, withWhole(whorl, "generation", {0, 1, 1, 1}), kVine)), (Ids{-1, 0, 0, 0}));
}

TEST(NearParents, BothEndsNearAndSiblingsThatTouchMakeNoCycle) {
  TestHost host;
  // a bridge between two stems hangs on that of its root; two rods that begin on each other: one hangs
  const Geometry bridge = cook(
      host, "draw",
      {{"points", "0 0 0, 0 1 0; 1 0 0, 1 1 0; 0 0.52 0.002, 0.5 0.7 0, 1 0.52 0.002"}, {"segments", "1"}},
      {});
  EXPECT_EQ(parentsOf(rodsOf(host, bridge, vine({{"attachwithin", "0.01"}}))), (Ids{-1, -1, 0}));
  const Geometry crossed =
      cook(host, "draw",
           {{"points", "0 0 0, 1 0 0.002; 0.5 0 0, 0.2 0 -0.0005, -0.5 0 -0.002"}, {"segments", "1"}}, {});
  const Ids found = parentsOf(rodsOf(host, crossed, vine({{"attachwithin", "0.01"}})));
  EXPECT_EQ(std::count(found.begin(), found.end(), -1), 1);
}

TEST(NearParents, AttributesChooseTheParent) {
  TestHost host;
  // a twig between a bough (1) and the trunk (0), nearer to another twig (3)
  const Geometry curves = cook(host, "draw",
                               {{"points",
                                 "0 0 0, 0 1 0; 0 0.5 0.004, 0.5 0.5 0.004; 0.2 0.5 0.008, 0.2 0.9 0.1; 0.19 "
                                 "0.5 0.0085, 0.21 0.5 0.0085, 0.3 0.3 0.3"},
                                {"segments", "1"}},
                               {});
  const Values near = vine({{"attachwithin", "0.01"}});
  EXPECT_EQ(parentsOf(rodsOf(host, withWhole(curves, "generation", {0, 1, 2, 2}), near)), (Ids{-1, 0, 1, 1}));
  EXPECT_EQ(parentsOf(rodsOf(host, withWhole(curves, "lod", {0, 1, 2, 2}), near)), (Ids{-1, 0, 1, 1}));
  EXPECT_EQ(parentsOf(rodsOf(host, withWhole(curves, "generation", {0, 1, 3, 2}), near)), (Ids{-1, 0, 3, 1}));
  EXPECT_EQ(parentsOf(rodsOf(host, withWhole(curves, "parent", {-1, 0, 3, 1}), near)), (Ids{-1, 0, 3, 1}));
  // rods that name each other, and themselves
  const Ids loop = parentsOf(rodsOf(host, withWhole(curves, "parent", {0, 0, 3, 2}), near));
  EXPECT_EQ(std::count(loop.begin(), loop.end(), -1), 2);
  // one generation too far away
  host.expect("1 rod has no rod of a lower generation near the root and will hang in the air (primitives 1)");
  EXPECT_EQ(parentsOf(rodsOf(host, withWhole(plant({0.5}, 0.1), "generation", {0, 1}), kVine)),
            (Ids{-1, -1}));
}

TEST(NearParents, FreeAndPinnedRootsStay) {
  TestHost host;
  const Geometry curves = plant({0.2, 0.5}, 0.005);
  EXPECT_EQ(parentsOf(rodsOf(host, curves, vine({{"roots", "free"}}))), (Ids{-1, -1, -1}));
  Geometry pinned = curves;
  Attribute& pin = pinned.add(Owner::point, "gluetoanimation", Storage::real32, 1);
  setNumber(pin.numbers, static_cast<std::size_t>(pinned.pointsOf(1)[0]), 1);
  EXPECT_EQ(parentsOf(rodsOf(host, pinned, kVine)), (Ids{-1, -1, 0}));
}

// Hair lies on hair; nothing of a groom may hang on it.
TEST(NearParents, AGroomStaysAsItIs) {
  TestHost host;
  const Geometry groom = cook(host, "scalp", {{"hairs", "1500"}}, {});
  const Geometry rods = rodsOf(host, groom, {{"elements", "2"}});
  for (const int parent : parentsOf(rods)) EXPECT_EQ(parent, -1);
}

// Stems of a dense tuft lean over their neighbours' roots, a radius above them. Nothing is attached to them,
// and no warning counts them, whether few of the roots lie so or most.
TEST(NearParents, ADenseTuftIsNoPlant) {
  TestHost host;
  const Values thin = {{"stems", "10000"}, {"spread", "60"}, {"bend", "60"}, {"width", "8e-5"}},
               flat = {{"stems", "4000"}, {"spread", "89"}, {"radius", "0.03"}, {"width", "8e-5"}},
               lawn = {{"stems", "4000"},
                       {"spread", "88"},
                       {"bend", "40"},
                       {"radius", "0.03"},
                       {"width", "0.001"}};
  const std::pair<Values, const char*> cases[] = {{thin, "-1"}, {flat, "0"}, {lawn, "-1"}, {lawn, "0"}};
  for (auto [values, within] : cases) {
    values.emplace_back("points", "6");
    const Geometry curves = cook(host, "tuft", values, {});
    const Ids parents = parentsOf(rodsOf(host, curves, {{"elements", "1"}, {"attachwithin", within}}));
    EXPECT_EQ(std::count(parents.begin(), parents.end(), -1), static_cast<int>(parents.size())) << within;
  }
}

// Needles crowd as hairs do, but on one twig: they are attached, or counted.
TEST(NearParents, NeedlesOnATwigAreAttached) {
  TestHost host;
  std::vector<double> heights;
  for (int i = 0; i < 40; ++i) heights.push_back(0.3 + 0.005 * i);
  const Geometry curves = plant(heights, 0.004);
  const Ids parents = parentsOf(rodsOf(host, curves, kVine));
  EXPECT_EQ(std::count(parents.begin(), parents.end(), 0), 40);
  host.expect("40 roots lie within 0.004 m of another rod");
  const Ids loose = parentsOf(rodsOf(host, curves, vine({{"attachwithin", "0"}})));
  EXPECT_EQ(std::count(loose.begin(), loose.end(), -1), 41);
}

// One hair that begins on another, in the middle of it, with no root around.
TEST(NearParents, ARootOnAnotherRodsMiddleIsToldInATuftToo) {
  TestHost host;
  const Geometry tuft = cook(host, "tuft", {{"stems", "2000"}, {"spread", "60"}, {"width", "8e-5"}}, {});
  const Geometry one =
      cook(host, "draw", {{"points", "0 1 0, 0 1.4 0; 0.00003 1.2 0, 0.3 1.3 0"}, {"width", "8e-5"}}, {});
  Geometry both = joined({tuft, one});
  Attribute& id = both.add(Owner::primitive, "id", Storage::int32, 1);
  for (std::size_t p = 0; p < both.primitiveCount(); ++p) setNumber(id.numbers, p, static_cast<double>(p));
  host.expect("1 root lies within 3e-05 m of another rod and is not attached to it (primitives 2001)");
  const Ids parents = parentsOf(rodsOf(host, both, {{"elements", "1"}}));
  EXPECT_EQ(std::count(parents.begin(), parents.end(), -1), 2002);
}

// The rest curves decide, so that a bough that swings past a root does not become its parent.
TEST(NearParents, RestCurvesDecide) {
  TestHost host;
  const Geometry rest = plant({0.2, 0.5}, 0.005), moved = plant({0.2, 0.5}, 0.3);
  const Geometry rods = cook(host, "rods", kVine, {&moved, &rest});
  EXPECT_EQ(parentsOf(rods), (Ids{-1, 0, 0}));
}

// The gap at the root stays what it was.
TEST(NearParents, AttachedRootsStayWithTheirParents) {
  TestHost host;
  const Geometry curves = plant({0.3, 0.6, 0.9}, 0.005);
  const Geometry rods = rodsOf(host, curves, vine({{"young", "1e6"}}));
  Shot shot(host, {{"wind", "20 0 5"}}, {still(rods)});
  const Geometry late = shot.at(30);
  const Geometry now = cook(host, "curves", {}, {&late, &curves});
  double moved = 0;
  for (std::size_t p = 1; p < 4; ++p) {
    const Eigen::Vector3d root = pointAt(now, static_cast<std::size_t>(now.pointsOf(p)[0]));
    moved = std::max(moved, (root - pointAt(curves, static_cast<std::size_t>(curves.pointsOf(p)[0]))).norm());
    double gap = 1;
    const Rod stem = readRods(late)[0];
    for (int i = 0; i <= 1000; ++i) {
      ShapeWalker walker(stem.shape);
      gap = std::min(gap, (walker.at(stem.shape.length() * i / 1000).position - root).norm());
    }
    EXPECT_NEAR(gap, 0.005, 5e-4) << p;
  }
  EXPECT_GT(moved, 0.1);
}

}  // namespace
}  // namespace tendril::test
