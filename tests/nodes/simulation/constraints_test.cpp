// Constraint primitives: made by tendril::constrain, acted on by the solver, written back, cached, edited.
#include "nodes/simulation/constraints.h"

#include <gtest/gtest.h>

#include <limits>

#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;

Geometry ropes(Host& host, const char* points = "0 0 0, 0.5 -0.1 0, 1 0 0; 0 0 0.5, 0.5 -0.1 0.5, 1 0 0.5",
               const char* roots = "held") {
  const Geometry drawn = cook(host, "draw", {{"points", points}}, {});
  return rodsOf(
      host, drawn,
      {{"material", "cable"}, {"radius", "0.005"}, {"young", "2e7"}, {"elements", "6"}, {"roots", roots}});
}

Geometry constrain(Host& host, const Geometry& rods, const Values& parms, const Geometry* targets = nullptr,
                   const Geometry* before = nullptr) {
  return cook(host, "constrain", parms, {&rods, targets, before});
}

Vector3d vectorOf(const Geometry& g, const char* name, std::size_t primitive) {
  return tupleAt(*g.find(Owner::primitive, name), primitive);
}
double numberOf(const Geometry& g, const char* name, std::size_t primitive) {
  const Attribute* attribute = g.find(Owner::primitive, name);
  return attribute ? numberAt(attribute->numbers, primitive) : std::numeric_limits<double>::quiet_NaN();
}

Geometry with(Geometry g, Owner owner, const char* name, std::size_t element, double value) {
  setNumber(g.find(owner, name)->numbers, element, value);
  return g;
}

TEST(ConstraintPrimitives, EveryTypeIsMadeAndHolds) {
  for (const ConstraintType* type : constraintTypes()) {
    SCOPED_TRACE(type->name);
    ShotHost host;
    const Geometry rods = ropes(host);
    const bool two = std::string(type->name) == "slipknot" || std::string(type->name) == "fuse";
    Values parms = {{"type", type->name}, {"place", "lengths"}, {"lengths", "0.6"}, {"compliance", "0"}};
    if (two) {
      parms.insert(parms.end(), {{"hold", "rods"}, {"pairs", "order"}, {"group", "0"}, {"secondgroup", "1"}});
    }
    Geometry constraints = constrain(host, rods, parms);
    EXPECT_EQ(constraints.primitiveCount(), two ? 1u : 2u);
    // between two ropes there is half a metre
    if (two) {
      const Geometry crossed =
          ropes(host, "0 0 0, 0.5 -0.1 0, 1 0 0; 0.6 -0.0937 -0.6, 0.6 -0.0937 0, 0.6 0 0.6");
      constraints = constrain(host, crossed,
                              {{"type", type->name},
                               {"place", "lengths"},
                               {"lengths", "0.6"},
                               {"hold", "rods"},
                               {"group", "0"},
                               {"secondgroup", "1"}});
      Shot shot(host, {}, {still(crossed), still(constraints)});
      const Geometry after = shot.at(12, 1);
      EXPECT_LT(numberOf(after, "residual", 0), 2e-9);
      EXPECT_GT(vectorOf(after, "force", 0).norm(), 0);
      continue;
    }
    Shot shot(host, {}, {still(rods), still(constraints)});
    const Geometry after = shot.at(12, 1);
    EXPECT_LT(numberOf(after, "residual", 0), type->carries ? 1 : 2e-9);
    EXPECT_GT(vectorOf(after, "force", 0).norm() + vectorOf(after, "torque", 0).norm(), 0);
    EXPECT_EQ(numberOf(after, "broken", 0), 0);
  }
}

// A cached frame goes on as if it had never been written: rods and constraints, with slides, friction, pearls
// and what has broken.
TEST(ConstraintPrimitives, ARestartChangesNoBit) {
  ShotHost host;
  const Geometry rods = ropes(host);
  Geometry constraints = constrain(host, rods, {{"type", "position"}, {"place", "tip"}});
  constraints = constrain(host, rods,
                          {{"type", "distance"},
                           {"hold", "rods"},
                           {"pairs", "order"},
                           {"group", "0"},
                           {"secondgroup", "1"},
                           {"place", "even"},
                           {"count", "3"},
                           {"from", "0.2"},
                           {"to", "0.8"}},
                          nullptr, &constraints);
  constraints = constrain(host, rods,
                          {{"type", "pearl"},
                           {"group", "1"},
                           {"place", "even"},
                           {"count", "4"},
                           {"from", "0.1"},
                           {"to", "0.4"},
                           {"friction", "0.05"},
                           {"radius", "0.02"},
                           {"restitution", "0.5"}},
                          nullptr, &constraints);
  constraints = constrain(
      host, rods,
      {{"type", "position"}, {"group", "0"}, {"place", "lengths"}, {"lengths", "0.45"}, {"maxforce", "0.2"}},
      nullptr, &constraints);
  const Values wind = {{"wind", "2 0 3"}, {"gust", "0.5"}};
  Shot whole(host, wind, {still(rods), still(constraints)});
  for (const int cut : {3, 9, 14}) {
    host.files["rods"] = whole.at(cut);
    host.files["constraints"] = whole.at(cut, 1);
    Values again = wind;
    again.insert(again.end(), {{"startfrom", "cache"},
                               {"cacheframe", std::to_string(cut)},
                               {"cachefile", "rods"},
                               {"constraintfile", "constraints"}});
    Shot later(host, again, {still(rods), still(constraints)});
    EXPECT_TRUE(later.at(18) == whole.at(18)) << cut;
    EXPECT_TRUE(later.at(18, 1) == whole.at(18, 1)) << cut;
  }
  const Geometry end = whole.at(18, 1);
  EXPECT_NE(numberOf(end, "slide", 5), 0);                          // a pearl has slid
  EXPECT_EQ(numberOf(end, "broken", end.primitiveCount() - 1), 1);  // the thread has broken
}

// Keyed between frames: activity, target, place on the rod, type.
TEST(ConstraintPrimitives, MayChangeFromFrameToFrame) {
  ShotHost host;
  const Geometry rods = ropes(host);
  const Geometry pin = constrain(
      host, rods,
      {{"type", "position"}, {"group", "0"}, {"place", "tip"}, {"active", "1"}, {"compliance", "0"}});
  Geometry off = pin;
  setNumber(off.add(Owner::primitive, "active", Storage::int32, 1).numbers, 0, 0);
  const Geometry moved = with(pin, Owner::point, "target", 1, 0.2);
  const Geometry elsewhere =
      with(with(pin, Owner::point, "arclength", 0, 0.5), Owner::point, "target", 0, 0.45);
  const Vector3d tip = tipOf(rods);
  host.expect("cannot hold");  // half a rod's length in one frame: it is met in two
  Geometry plane = pin;
  plane.find(Owner::primitive, "type")->setString(0, "plane");
  const auto input = [&](double frame) {
    return std::make_shared<const Geometry>(frame < 6    ? pin
                                            : frame < 12 ? off
                                            : frame < 18 ? moved
                                            : frame < 24 ? elsewhere
                                                         : plane);
  };
  Shot shot(host, {}, {still(rods), input});
  EXPECT_LT((tipOf(shot.at(5)) - tip).norm(), 1e-6);
  EXPECT_GT((tipOf(shot.at(11)) - tip).norm(), 0.05);
  EXPECT_LT((tipOf(shot.at(14)) - Vector3d(tip.x(), 0.2, 0)).norm(), 1e-6);
  EXPECT_LT((pointAt(shot.at(20, 1), 0) - Vector3d(0.45, tip.y(), 0)).norm(), 1e-6);
  EXPECT_GT((tipOf(shot.at(20)) - tip).norm(), 0.05);
  EXPECT_NEAR(pointAt(shot.at(28, 1), 0).y(), tip.y(), 1e-6);  // in a plane across y
}

TEST(ConstraintPrimitives, WhatIsWrongIsNamedAndTheRestGoesOn) {
  const auto frames = [](const std::function<void(Geometry&)>& spoil, const char* warning) {
    ShotHost host;
    const Geometry rods = ropes(host);
    Geometry constraints = constrain(host, rods, {{"type", "plane"}, {"place", "tip"}, {"name", "pin"}});
    spoil(constraints);
    for (int i = 0; i < 3; ++i) host.expect(warning);
    Shot shot(host, {}, {still(rods), still(constraints)});
    EXPECT_NEAR(tipOf(shot.at(4), 1).y(), tipOf(rods, 1).y(), 1e-6) << warning;  // the other one holds
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  frames([](Geometry& g) { setNumber(g.find(Owner::point, "rodid")->numbers, 0, 17); },
         "'pin0' (primitive 0): rod 17 is not there");
  frames([](Geometry& g) { setNumber(g.find(Owner::point, "arclength")->numbers, 0, 5); },
         "'pin0' (primitive 0): arc length 5 is not on rod 0");
  frames([](Geometry& g) { setTuple(*g.find(Owner::primitive, "normal"), 0, Vector3d(0, 0, 0)); },
         "normal has no length");
  frames([&](Geometry& g) { setNumber(g.find(Owner::point, "target")->numbers, 0, nan); },
         "its target is not finite");
  frames([](Geometry& g) { g.find(Owner::primitive, "type")->setString(0, "glue"); },
         "type 'glue' is none of Tendril's");
}

TEST(ConstraintPrimitives, CopiesActAsOne) {
  ShotHost host;
  const Geometry rods = ropes(host);
  Geometry one = constrain(host, rods,
                           {{"type", "distance"},
                            {"hold", "rods"},
                            {"pairs", "order"},
                            {"group", "0"},
                            {"secondgroup", "1"},
                            {"place", "tip"}});
  Geometry many = one;
  for (int i = 0; i < 12; ++i) append(many, Geometry(many));
  EXPECT_EQ(many.primitiveCount(), 4096u);
  Shot single(host, {}, {still(rods), still(one)});
  const Geometry expected = single.at(4);
  for (int i = 0; i < 3; ++i) host.expect("4095 constraints are copies of others");
  Shot shot(host, {}, {still(rods), still(many)});
  EXPECT_LT(farthest(shot.at(4), expected), 1e-7);
}

// Two places for one point: both are named, and it goes between them.
TEST(ConstraintPrimitives, WhatCannotHoldIsNamed) {
  ShotHost host;
  host.allowWarnings();
  const Geometry rods = ropes(host);
  Geometry constraints =
      constrain(host, rods, {{"type", "position"}, {"group", "0"}, {"place", "tip"}, {"name", "first"}});
  constraints =
      constrain(host, rods, {{"type", "position"}, {"group", "0"}, {"place", "tip"}, {"name", "second"}},
                nullptr, &constraints);
  setNumber(constraints.find(Owner::point, "target")->numbers, 4, 0.2);  // y of the second
  Shot shot(host, {{"substeps", "1"}}, {still(rods), still(constraints)});
  EXPECT_NEAR(tipOf(shot.at(30)).y(), 0.1, 1e-3);
  EXPECT_NEAR(tipOf(shot.at(30), 1).x(), tipOf(Shot(host, {{"substeps", "1"}}, {still(rods)}).at(30), 1).x(),
              1e-6);
}

TEST(Constrain, FindsPlacesAndPartners) {
  ShotHost host;
  const Geometry rods = ropes(host);
  EXPECT_EQ(constrain(host, rods, {{"place", "ends"}}).primitiveCount(), 4u);
  EXPECT_EQ(constrain(host, rods, {{"place", "even"}, {"count", "7"}, {"group", "1"}}).primitiveCount(), 7u);
  const Geometry lengths =
      constrain(host, rods,
                {{"place", "lengths"}, {"lengths", "0.1 -0.25"}, {"lengthunit", "distance"}, {"group", "0"}});
  ASSERT_EQ(lengths.primitiveCount(), 2u);
  EXPECT_NEAR(numberAt(lengths.find(Owner::point, "arclength")->numbers, 0), 0.1, 1e-9);
  const Geometry eyelets = cook(host, "draw", {{"points", "0.3 0 0.01; 0.7 0 0.52; 9 9 9"}}, {});
  const Geometry near =
      constrain(host, rods, {{"type", "keyhole"}, {"place", "nearest"}, {"maxdistance", "0.2"}}, &eyelets);
  ASSERT_EQ(near.primitiveCount(), 2u);
  EXPECT_EQ(numberAt(near.find(Owner::point, "rodid")->numbers, 0), 0);
  EXPECT_EQ(numberAt(near.find(Owner::point, "rodid")->numbers, 2), 1);
  EXPECT_EQ(numberAt(near.find(Owner::point, "targetpt")->numbers, 3), 1);
  // the rod that is nearest, on either side once
  const Geometry pairs = constrain(host, rods, {{"type", "distance"}, {"hold", "rods"}, {"place", "tip"}});
  EXPECT_EQ(pairs.primitiveCount(), 1u);
  host.expect("no constraint was made");
  EXPECT_EQ(constrain(host, rods,
                      {{"type", "distance"}, {"hold", "rods"}, {"place", "tip"}, {"maxdistance", "0.1"}})
                .primitiveCount(),
            0u);
  EXPECT_THROW(constrain(host, rods, {{"type", "slipknot"}}), Error);
}

// A point that goes with a triangle of a moving mesh.
TEST(Constrain, AttachFollowsASurface) {
  ShotHost host;
  const Geometry rods = ropes(host);
  Geometry mesh;
  mesh.addPoints(3);
  const float corners[] = {0.9f, 0, -0.1f, 1.1f, 0, -0.1f, 1, 0, 0.3f};
  std::copy(std::begin(corners), std::end(corners), mesh.positions().begin());
  const std::int32_t points[] = {0, 1, 2};
  mesh.addPrimitive(PrimitiveKind::polygon, {points, 3});
  const Geometry held = constrain(
      host, rods,
      {{"type", "attach"}, {"group", "0"}, {"place", "tip"}, {"hold", "targets"}, {"match", "surface"}},
      &mesh);
  ASSERT_EQ(held.primitiveCount(), 1u);
  EXPECT_LT((pointAt(held, 1) - Vector3d(1, 0, 0)).norm(), 1e-3);
  const auto lifted = [&](double frame) {
    Geometry now = mesh;
    for (std::size_t i = 0; i < 3; ++i) now.positions()[3 * i + 1] = static_cast<float>(0.01 * (frame - 1));
    append(now, rods);
    return std::make_shared<const Geometry>(std::move(now));
  };
  Shot shot(host, {}, {still(rods), still(held), {}, lifted});
  EXPECT_NEAR(tipOf(shot.at(11)).y(), 0.1, 1e-6);
}

TEST(Constrain, ReadsVellumAndPins) {
  ShotHost host;
  const Geometry curves =
      cook(host, "draw", {{"points", "0 0 0, 0.5 0 0, 1 0 0; 0 0 0.5, 0.5 0 0.5, 1 0 0.5"}}, {});
  Geometry rods = rodsOf(host, curves, {{"material", "cable"}, {"elements", "6"}});
  Geometry vellum = curves;
  vellum.kinds.clear();
  vellum.starts = {0};
  vellum.vertexPoints.clear();
  const std::int32_t last = static_cast<std::int32_t>(curves.pointsOf(0)[curves.pointsOf(0).size() - 1]);
  const std::int32_t other = static_cast<std::int32_t>(curves.pointsOf(1)[curves.pointsOf(1).size() - 1]);
  Geometry made;
  made.addPoints(curves.pointCount());
  std::copy(curves.positions().begin(), curves.positions().end(), made.positions().begin());
  const std::int32_t stitch[] = {last, other};
  made.addPrimitive(PrimitiveKind::polyline, {&last, 1});
  made.addPrimitive(PrimitiveKind::polyline, {stitch, 2});
  made.addString(Owner::primitive, "type").setString(0, "pin");
  made.addString(Owner::primitive, "type").setString(1, "stitch");
  setTuple(made.add(Owner::primitive, "restvector", Storage::real32, 4), 0, Eigen::Vector4d(1, 0.3, 0, 0));
  Attribute& stiffness = made.add(Owner::primitive, "stiffness", Storage::real32, 1);
  setNumber(stiffness.numbers, 0, 1e10);
  setNumber(stiffness.numbers, 1, 100);
  const Geometry read = cook(host, "constrain", {{"type", "vellum"}}, {&rods, &made, nullptr, &curves});
  ASSERT_EQ(read.primitiveCount(), 2u);
  EXPECT_EQ(read.find(Owner::primitive, "type")->stringAt(0), "position");
  EXPECT_EQ(read.find(Owner::primitive, "type")->stringAt(1), "distance");
  EXPECT_LT((Vector3d(tupleAt(*read.find(Owner::point, "target"), 0)) - Vector3d(1, 0.3, 0)).norm(), 1e-6);
  EXPECT_EQ(numberOf(read, "compliance", 0), 0);
  EXPECT_NEAR(numberOf(read, "compliance", 1), 0.01, 1e-12);
  // Wire's attributes on the rods' own points
  Attribute& pin = rods.add(Owner::point, "pintoanimation", Storage::int32, 1);
  setNumber(pin.numbers, 6, 1);
  const Geometry pins = cook(host, "constrain", {{"type", "pins"}}, {&rods});
  ASSERT_EQ(pins.primitiveCount(), 1u);
  EXPECT_NEAR(numberAt(pins.find(Owner::point, "arclength")->numbers, 0), 1, 1e-6);
}

// A cached constraint belongs to a type by its name. Caches of 0.1.0 have a number; they go on as well.
TEST(ConstraintPrimitives, StateBelongsToATypeByName) {
  ShotHost host;
  const Geometry rods = ropes(host);
  const Geometry constraints =
      constrain(host, rods, {{"type", "keyhole"}, {"place", "lengths"}, {"lengths", "0.6"}});
  const auto run = [&](const Geometry* cachedRods, const Geometry* cached, int frame, std::size_t output) {
    Values values;
    if (cached) {
      host.files["rods"] = *cachedRods;
      host.files["constraints"] = *cached;
      values = {{"startfrom", "cache"},
                {"cachefile", "rods"},
                {"constraintfile", "constraints"},
                {"cacheframe", "6"}};
    }
    return Shot(host, values, {still(rods), still(constraints)}).at(frame, output);
  };
  const Geometry cachedRods = run(nullptr, nullptr, 6, 0), cached = run(nullptr, nullptr, 6, 1),
                 expected = run(nullptr, nullptr, 12, 0);
  const Attribute* type = cached.find(Owner::primitive, "constrainttype");
  ASSERT_TRUE(type && type->isString());
  EXPECT_EQ(type->stringAt(0), "keyhole");
  EXPECT_TRUE(run(&cachedRods, &cached, 12, 0) == expected);
  Geometry numbered = cached;
  numbered.add(Owner::primitive, "constrainttype", Storage::real64, 1);
  for (std::size_t p = 0; p < numbered.primitiveCount(); ++p)
    setNumber(numbered.find(Owner::primitive, "constrainttype")->numbers, p, 6);
  EXPECT_TRUE(run(&cachedRods, &numbered, 12, 0) == expected);
  // the state of another type is none
  for (std::size_t p = 0; p < numbered.primitiveCount(); ++p)
    setNumber(numbered.find(Owner::primitive, "constrainttype")->numbers, p, 0);
  EXPECT_FALSE(run(&cachedRods, &numbered, 12, 0) == expected);
}

}  // namespace
}  // namespace tendril::test
