// What attributes of curves say to the rods that are made of them: material, radius, ids, frames of roots.
#include <gtest/gtest.h>

#include <cmath>

#include "nodes/attributes/radius.h"
#include "solver/rods/rod_geometry.h"
#include "tests/nodes/making/curves_by_hand.h"

namespace tendril::test {
namespace {

TEST(Rods, AttributesOverrideTheMaterial) {
  Geometry curves = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0), Vector3d(0, 2, 0)});
  curves.add(Owner::primitive, "density", Storage::real32, 1).values<float>()[0] = 42;
  const Span<float> young = curves.add(Owner::point, "young", Storage::real32, 1).values<float>();
  young[0] = 1e6f, young[1] = 2e6f, young[2] = 3e6f;
  TestHost host;
  const Geometry rods =
      cook(host, "rods", {{"elements", "4"}, {"material", "rope"}, {"taper", "0:1 1:0.5"}}, {&curves});
  EXPECT_EQ(attributeAt(rods, Owner::primitive, "density", 0), 42);
  EXPECT_EQ(rods.find(Owner::primitive, "young"), nullptr);
  EXPECT_NEAR(attributeAt(rods, Owner::point, "young", 1), 1.5e6, 1);
  EXPECT_NEAR(attributeAt(rods, Owner::primitive, "damping", 0), 0.02, 1e-6);
  EXPECT_NEAR(attributeAt(rods, Owner::point, "pscale", 0), 0.008, 1e-8);
  EXPECT_NEAR(attributeAt(rods, Owner::point, "pscale", 4), 0.004, 1e-8);
  curves.find(Owner::primitive, "density")->values<float>()[0] = -1;
  EXPECT_THROW(cook(host, "rods", {}, {&curves}), Error);
}

// pscale and width count wherever they stand, a diameter as half of it.
TEST(Rods, RadiusComesFromEveryOwner) {
  for (const Owner owner : kOwners)
    for (const bool width : {false, true}) {
      Geometry curves = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0)});
      Attribute& given = curves.add(owner, width ? "width" : "pscale", Storage::real64, 1);
      for (double& value : given.values<double>()) value = width ? 0.5 : 0.25;
      TestHost host;
      const Geometry rods = cook(host, "rods", {}, {&curves});
      for (std::size_t i = 0; i < rods.pointCount(); ++i)
        EXPECT_EQ(attributeAt(rods, Owner::point, "pscale", i), 0.25) << nameOf(owner) << width;
      given.values<double>()[0] = -1;
      EXPECT_THROW(cook(host, "rods", {}, {&curves}), Error);
    }
}

// A groom may bring both: pscale for what bends and collides, width for what is seen.
TEST(Radius, PscaleBendsAndWidthIsSeen) {
  Geometry g = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0)});
  EXPECT_FALSE(findRadius(g));
  g.add(Owner::primitive, "width", Storage::real32, 1).values<float>()[0] = 0.5f;
  EXPECT_EQ(findRadius(g).at(g, 0, 0), 0.25);
  EXPECT_EQ(findDrawnRadius(g).at(g, 0, 0), 0.25);
  g.add(Owner::point, "pscale", Storage::real32, 1).values<float>()[1] = 2;
  EXPECT_EQ(findRadius(g).at(g, 0, 1), 2);
  EXPECT_EQ(findDrawnRadius(g).at(g, 0, 1), 0.25);
  EXPECT_EQ(findRadius(g, {"pscale"}).at(g, 0, 1), 0.25);
  EXPECT_TRUE(g.remove(Owner::primitive, "width"));
  EXPECT_EQ(findDrawnRadius(g).at(g, 0, 1), 2);
}

// What an artist has under a name that Tendril uses is refused, not replaced.
TEST(Rods, AttributesInTheWayAreNamed) {
  const auto errorOf = [](const Geometry& curves) -> std::string {
    TestHost host;
    try {
      cook(host, "rods", {}, {&curves});
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  const Geometry curves = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0)});
  Geometry text = curves, vector = curves, state = curves, id = curves;
  text.addString(Owner::primitive, "drag");
  vector.add(Owner::primitive, "density", Storage::real32, 3);
  state.add(Owner::point, "kappa", Storage::real32, 3);
  id.add(Owner::primitive, "id", Storage::real32, 1);
  EXPECT_NE(errorOf(text).find("primitive attribute 'drag' is no single number"), std::string::npos)
      << errorOf(text);
  EXPECT_NE(errorOf(vector).find("'density'"), std::string::npos);
  EXPECT_NE(errorOf(state).find("'kappa' is in the way"), std::string::npos) << errorOf(state);
  EXPECT_NE(errorOf(id).find("'id' is no whole number"), std::string::npos) << errorOf(id);
}

TEST(Rods, DoubledIdsAreErrors) {
  Geometry curves = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0)});
  append(curves, curves);
  const Span<std::int32_t> id = curves.add(Owner::primitive, "id", Storage::int32, 1).values<std::int32_t>();
  id[0] = id[1] = 7;
  TestHost host;
  try {
    cook(host, "rods", {}, {&curves});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("primitives 0 and 1 both have id 7"), std::string::npos)
        << error.what();
  }
  id[1] = -3;
  const Geometry rods = cook(host, "rods", {}, {&curves});
  EXPECT_EQ(readRods(rods)[1].id, -3);
  expectOnlyMoved(curves, cook(host, "curves", {}, {&rods, &curves}));
}

// A mesh beside the hair has the ids that Merge leaves it: 0.
TEST(Rods, OtherPrimitivesMayShareAnId) {
  Geometry quad = curveOf({Vector3d(5, 0, 0), Vector3d(6, 0, 0), Vector3d(6, 1, 0), Vector3d(5, 1, 0)},
                          PrimitiveKind::polygon);
  Geometry hair = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0), Vector3d(0.5, 1.5, 0), Vector3d(1, 1, 0)});
  quad.add(Owner::primitive, "id", Storage::int64, 1);
  hair.add(Owner::primitive, "id", Storage::int64, 1);
  const Geometry both = merged(quad, hair);
  TestHost host;
  Geometry rods = cook(host, "rods", {{"group", "1"}}, {&both, &both});
  std::vector<Rod> all = readRods(rods);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_LT(all[0].shape.length(), 2.5);
  all[0].shape.root.position.y() += 1;
  writeRods(rods, all);
  const Geometry moved = cook(host, "curves", {}, {&rods, &both});
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_NEAR((pointAt(moved, i) - pointAt(both, i)).y(), i < 4 ? 0 : 1, 1e-5) << i;
}

TEST(Rods, LargeIdsKeepTheirBits) {
  Geometry curves = merged(curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0)}),
                           curveOf({Vector3d(2, 0, 0), Vector3d(2, 1, 0)}));
  const Span<std::int64_t> id = curves.add(Owner::primitive, "id", Storage::int64, 1).values<std::int64_t>();
  id[0] = 4294967297;
  id[1] = (std::int64_t(1) << 60) + 1;
  TestHost host;
  const Geometry rods = cook(host, "rods", {}, {&curves});
  EXPECT_EQ(readRods(rods)[1].id, (std::int64_t(1) << 60) + 1);
  expectOnlyMoved(curves, cook(host, "curves", {}, {&rods, &curves}));
}

TEST(Rods, RootFramesFollowTheirAttribute) {
  Geometry curves = curveOf({Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(2, 0, 0)});
  TestHost host;
  const auto n2 = [&](const char* frame) {
    return Vector3d(
        readRods(cook(host, "rods", {{"rootframe", frame}}, {&curves}))[0].shape.root.axes.col(2));
  };
  EXPECT_LT((n2("auto") - Vector3d(0, 1, 0)).norm(), 1e-9);
  EXPECT_THROW(n2("normal"), Error);
  const Span<float> up = curves.add(Owner::point, "up", Storage::real32, 3, "vector").values<float>();
  up[2] = 1;
  EXPECT_LT((n2("auto") - Vector3d(0, 0, 1)).norm(), 1e-9);
  EXPECT_LT((n2("upvector") - Vector3d(0, 1, 0)).norm(), 1e-9);
  const Span<float> normal = curves.add(Owner::point, "N", Storage::real32, 3, "normal").values<float>();
  normal[1] = -1;
  EXPECT_LT((n2("auto") - Vector3d(0, -1, 0)).norm(), 1e-9);
  EXPECT_LT((n2("up") - Vector3d(0, 0, 1)).norm(), 1e-9);
}

// A root that only turns about its tangent moves no point, and yet its rod turns.
TEST(Rods, RootsThatTurnInPlaceTurnTheirRods) {
  Geometry rest = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0), Vector3d(0, 2, 0)});
  rest.add(Owner::point, "up", Storage::real32, 3, "vector").values<float>()[0] = 1;
  Geometry turned = rest;
  const Span<float> up = turned.find(Owner::point, "up")->values<float>();
  up[0] = 0, up[2] = 1;
  TestHost host;
  const Rod still = readRods(cook(host, "rods", {}, {&rest, &rest}))[0],
            moved = readRods(cook(host, "rods", {}, {&turned, &rest}))[0];
  EXPECT_LT((still.shape.root.axes.col(2) - Vector3d(1, 0, 0)).norm(), 1e-9);
  EXPECT_LT((moved.shape.root.axes.col(2) - Vector3d(0, 0, 1)).norm(), 1e-9);
}

// A root attribute that is there but unset does not make an animated rod's frame jump.
TEST(Rods, UnsetRootAttributesCarryTheRestsFrame) {
  Geometry rest = curveOf({Vector3d(0, 0, 0), Vector3d(0.1, 1, 0), Vector3d(0.2, 2, 0)});
  rest.add(Owner::point, "N", Storage::real32, 3, "normal");
  TestHost host;
  Eigen::Vector4d before = Eigen::Vector4d::Zero();
  for (int step = 0; step <= 20; ++step) {
    Geometry moving = rest;
    const Eigen::AngleAxisd tip(0.02 * step, Vector3d::UnitZ());
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3d p = tip * pointAt(rest, i);
      for (std::size_t c = 0; c < 3; ++c)
        moving.positions()[3 * i + c] = static_cast<float>(p[static_cast<Eigen::Index>(c)]);
    }
    const Eigen::Vector4d now = readRods(cook(host, "rods", {}, {&moving, &rest}))[0].rootOrient.coeffs();
    EXPECT_TRUE(step == 0 || std::abs(now.dot(before)) > 0.999) << step;
    before = now;
  }
}

}  // namespace
}  // namespace tendril::test
