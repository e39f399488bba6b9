// Collider geometry: what tendril::collider makes, and how the solver reads it.
#include <gtest/gtest.h>

#include <cmath>

#include "nodes/making/make_colliders.h"
#include "nodes/simulation/colliders.h"
#include "nodes/simulation/vdb_primitives.h"
#include "solver/base/math.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "tests/support/ball_mesh.h"
#include "tests/support/test_host.h"

namespace tendril::test {
namespace {

using Eigen::Matrix4d;

// Acts on row vectors.
Matrix4d motionOf(const Vector3d& shift, double turn = 0, double scale = 1) {
  Matrix4d m = Matrix4d::Identity();
  m.topLeftCorner<3, 3>() =
      scale * Eigen::AngleAxisd(turn, Vector3d(1, 2, 2).normalized()).toRotationMatrix().transpose();
  m.row(3).head<3>() = shift;
  return m;
}

Geometry moved(const Geometry& g, const Matrix4d& matrix) {
  Geometry made = g;
  transform(made, matrix);
  return made;
}

// As if it were drawn by hand: polygons without attributes.
Geometry bare(Geometry g) {
  for (const char* name : {"collidertype", "colliderplace", "collideraxes", "collidernumbers", "friction",
                           "thickness", "invert", "onesided", "name"})
    g.remove(Owner::primitive, name);
  return g;
}

std::unique_ptr<Collider> only(const Geometry* before, const Geometry& now, Host& host, double unit = 1,
                               double seconds = 0.04) {
  auto all = readColliders(before, now, unit, seconds, host);
  EXPECT_EQ(all.size(), 1u);
  return all.empty() ? nullptr : std::move(all[0]);
}

double distanceTo(const Collider& collider, const Vector3d& at) {
  SurfacePoint found;
  EXPECT_TRUE(collider.closest(at, 1e3, found));
  return found.distance;
}

const std::vector<std::pair<std::string, std::string>> kBall = {{"type", "sphere"},
                                                                {"radius", "0.25"},
                                                                {"translate", "1 2 3"},
                                                                {"friction", "0.2"},
                                                                {"thickness", "0.01"}};

TEST(ColliderGeometry, ShapesAreReadAsTheyWereMade) {
  TestHost host;
  for (const double unit : {1.0, 0.01}) {
    Geometry ball = cook(host, "collider", kBall, {}, {1, unit});
    const auto collider = only(nullptr, ball, host, unit);
    EXPECT_NEAR(distanceTo(*collider, {1, 2, 4}), 0.75, 1e-6);
    EXPECT_NEAR(collider->friction, 0.2, 1e-7);
    EXPECT_NEAR(collider->thickness, 0.01, 1e-8);
    // moved and scaled by another node
    transform(ball, motionOf(Vector3d(1, 0, 0) / unit, 0.3, 2));
    SurfacePoint found;
    const auto large = only(nullptr, ball, host, unit);
    const Vector3d centre =
        (motionOf({0, 0, 0}, 0.3, 2).topLeftCorner<3, 3>().transpose() * Vector3d(1, 2, 3)) +
        Vector3d(1, 0, 0);
    ASSERT_TRUE(large->closest(centre + Vector3d(0, 0, 1), 1, found));
    EXPECT_NEAR(found.distance, 0.5, 1e-5);
  }
}

// The drawing is about the exact shape, its points on it, and it is closed and points outwards.
TEST(ColliderGeometry, DrawingsShowTheShape) {
  TestHost host;
  for (const char* type : {"sphere", "capsule", "box", "plane"}) {
    const Geometry g =
        cook(host, "collider", {{"type", type}, {"rotate", "20 30 40"}, {"translate", "0.1 0 0"}}, {});
    const auto exact = only(nullptr, g, host), mesh = only(nullptr, bare(g), host);
    const Attribute& p = *g.find(Owner::point, "P");
    for (std::size_t i = 0; i < g.pointCount(); ++i)
      EXPECT_NEAR(distanceTo(*exact, tupleAt(p, i)), 0, 1e-6) << type;
    if (std::string(type) == "plane") continue;
    EXPECT_LT(distanceTo(*mesh, {0.1, 0, 0}), -0.05)
        << type;  // warnings of turned normals would fail the host
    EXPECT_GT(distanceTo(*mesh, {3, 0, 0}), 0) << type;
  }
}

TEST(ColliderGeometry, MotionIsTheChangeOfPoints) {
  TestHost host;
  const Matrix4d step = motionOf({0.1, 0.05, 0}, 0.2);
  for (const bool drawn : {false, true}) {
    Geometry before = cook(host, "collider", {{"type", "box"}, {"sizey", "0.5"}}, {});
    if (drawn) before = bare(before);
    const Geometry now = moved(before, step);
    const auto box = only(&before, now, host);
    box->setInterval(0, 1);
    SurfacePoint found;
    const Vector3d at(0.9, 0.2, 0.1);
    ASSERT_TRUE(box->closest(at, 10, found));
    Eigen::RowVector4d start;
    start << found.startPlace.transpose(), 1;
    EXPECT_LT(((start * step).head<3>().transpose() - found.place).norm(), 1e-6);
    EXPECT_GT((found.place - found.startPlace).norm(), 0.05);
    // in the middle of the frame it is half turned and undistorted
    box->setInterval(0, 0.5);
    const Box3 bounds = box->bounds();
    EXPECT_NEAR(distanceTo(*box, {0.05, 0.025, 0}), -0.25, 1e-6);
    EXPECT_TRUE(bounds.isFinite());
  }
}

TEST(ColliderGeometry, PointsAreMatchedByIdOrMoveByV) {
  TestHost host;
  Geometry before = bare(cook(host, "collider", {{"type", "box"}}, {}));
  Attribute& id = before.add(Owner::point, "id", Storage::int32, 1);
  for (std::size_t i = 0; i < before.pointCount(); ++i) setNumber(id.numbers, i, static_cast<double>(10 + i));
  Geometry now = moved(before, motionOf({0.2, 0, 0}));
  // one polygon goes away, and its points are numbered anew
  std::vector<std::int32_t> kept = {5, 4, 3, 2, 1};
  const Geometry fewer = extractPrimitives(now, kept);
  const auto byId = only(&before, fewer, host);
  SurfacePoint found;
  ASSERT_TRUE(byId->closest({0.2, 0.7, 0}, 1, found));
  EXPECT_LT((found.place - found.startPlace - Vector3d(0.2, 0, 0)).norm(), 1e-6);
  Geometry rushing = bare(cook(host, "collider", {{"type", "box"}}, {}));
  Attribute& v = rushing.add(Owner::point, "v", Storage::real32, 3, "vector");
  for (std::size_t i = 0; i < rushing.pointCount(); ++i) setTuple(v, i, Vector3d(0, 5, 0));
  const auto byV = only(nullptr, rushing, host, 1, 0.04);
  ASSERT_TRUE(byV->closest({0, 0.7, 0}, 1, found));
  EXPECT_LT((found.place - found.startPlace - Vector3d(0, 0.2, 0)).norm(), 1e-6);
  const Geometry other = bare(cook(host, "collider", {{"type", "sphere"}}, {}));
  host.expect("their motion is not known");
  Geometry plain = before;
  plain.remove(Owner::point, "id");
  only(&plain, other, host);
}

TEST(ColliderGeometry, DeformingMeshesFollowTheirPoints) {
  TestHost host;
  const Geometry before = bare(cook(host, "collider", {{"type", "sphere"}, {"radius", "0.1"}}, {}));
  const Geometry now = moved(before, motionOf({0, 0, 0}, 0, 1.5));
  const auto ball = only(&before, now, host);
  ball->setInterval(0, 0.5);
  EXPECT_NEAR(distanceTo(*ball, {0, 0.3, 0}), 0.3 - 0.125, 1e-6);
  ball->setInterval(0.5, 1);
  EXPECT_NEAR(distanceTo(*ball, {0, 0.3, 0}), 0.3 - 0.15, 1e-6);
}

TEST(ColliderGeometry, MergedCollidersStaySeparate) {
  TestHost host;
  const Geometry ball = cook(host, "collider", kBall, {});
  const Geometry second = cook(host, "collider", {{"type", "sphere"}, {"translate", "5 0 0"}}, {});
  const Geometry ground = cook(host, "collider", {{"type", "plane"}, {"name", "ground"}}, {});
  const Geometry box = bare(cook(host, "collider", {{"type", "box"}, {"translate", "0 5 0"}}, {}));
  const Geometry bowl = cook(host, "collider", {{"invert", "1"}, {"name", "bowl"}}, {&box});
  const auto all = readColliders(nullptr, joined({ball, second, ground, box, bowl}), 1, 0.04, host);
  ASSERT_EQ(all.size(), 5u);
  EXPECT_NEAR(distanceTo(*all[1], {5, 0.3, 0}), 0.2, 1e-6);
  EXPECT_EQ(all[2]->name, "ground");
  EXPECT_NEAR(distanceTo(*all[2], {90, 0.3, 7}), 0.3, 1e-6);
  EXPECT_NEAR(distanceTo(*all[3], {0, 5, 0}), -0.5, 1e-6);
  EXPECT_NEAR(distanceTo(*all[4], {0, 5, 0}), 0.5, 1e-6);
  EXPECT_FALSE(all[4]->bounds().isFinite());
}

// Of polygons with three or four corners.
Mesh skinOf(const Geometry& g) {
  Mesh skin;
  for (std::size_t i = 0; i < g.pointCount(); ++i)
    skin.points.push_back(tupleAt(*g.find(Owner::point, "P"), i));
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
    const Span<const std::int32_t> c = g.pointsOf(p);
    skin.faces.push_back({c[0], c[2], c[1]});
    if (c.size() == 4) skin.faces.push_back({c[0], c[3], c[2]});
  }
  return skin;
}

OtherPrimitive quadric(Geometry& g, const char* type, const Vector3d& at, const Vector3d& scale) {
  const std::size_t point = g.addPoints(1);
  setTuple(*g.find(Owner::point, "P"), point, at);
  const std::int32_t number = static_cast<std::int32_t>(point);
  OtherPrimitive made;
  made.primitive = g.addPrimitive(PrimitiveKind::other, {&number, 1});
  made.type = type;
  made.fields =
      Value::list({Value("transform"),
                   Value(Numbers(std::vector<double>{scale.x(), 0, 0, 0, scale.y(), 0, 0, 0, scale.z()}))});
  return made;
}

TEST(ColliderGeometry, SpheresAndTubesOfHoudiniAreShapes) {
  TestHost host;
  Geometry g;
  g.others.push_back(quadric(g, "Sphere", {1, 0, 0}, {0.5, 0.5, 0.5}));
  g.others.push_back(quadric(g, "Tube", {0, 3, 0}, {0.2, 2, 0.2}));
  g.others.push_back(quadric(g, "Sphere", {0, 0, 9}, {0.5, 0.7, 0.5}));
  host.expect("it is scaled unevenly");
  const auto all = readColliders(nullptr, g, 1, 0.04, host);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_NEAR(distanceTo(*all[0], {1, 2, 0}), 1.5, 1e-6);
  EXPECT_NEAR(distanceTo(*all[1], {1, 3.9, 0}), 0.8, 1e-6);
  EXPECT_NEAR(distanceTo(*all[1], {0, 5, 0}), 0.8, 1e-6);  // round ends
}

TEST(ColliderGeometry, WhatIsWrongIsAWarningWithItsName) {
  TestHost host;
  const Geometry ball = cook(host, "collider", {{"type", "sphere"}, {"name", "ball"}}, {});
  Geometry bad = cook(host, "collider", {{"name", "torn"}}, {&ball});
  bad.positions()[13] = std::nanf("");
  Geometry negative = ball;
  setNumber(negative.find(Owner::primitive, "friction")->numbers, 0, -1);
  const Geometry holed = [&] {
    Geometry g = cook(host, "collider", {{"name", "holed"}}, {&ball});
    std::vector<std::uint8_t> marked(g.primitiveCount(), 0);
    marked[100] = 1;
    removePrimitives(g, marked);
    return g;
  }();
  host.expect("collider 'torn': point");
  EXPECT_TRUE(readColliders(nullptr, bad, 1, 0.04, host).empty());
  host.expect("collider 'ball': friction is -1");
  EXPECT_EQ(readColliders(nullptr, negative, 1, 0.04, host).size(), 1u);  // the other polygons
  host.expect("collider 'holed': has holes (4 boundary edges)");
  EXPECT_EQ(readColliders(nullptr, holed, 1, 0.04, host).size(), 1u);
  host.expect("collider 'ball': moves by more than ten times its size");
  const Geometry far = moved(ball, motionOf({0, 90, 0}));
  const auto jumped = only(&ball, far, host);
  SurfacePoint found;
  ASSERT_TRUE(jumped->closest({0, 91, 0}, 2, found));
  EXPECT_EQ(found.place, found.startPlace);
  Geometry line;
  line.addPoints(2);
  const std::int32_t ends[] = {0, 1};
  line.addPrimitive(PrimitiveKind::polyline, {ends, 2});
  host.expect("no polygon, sphere, tube or level set");
  EXPECT_TRUE(readColliders(nullptr, line, 1, 0.04, host).empty());
  EXPECT_TRUE(readColliders(nullptr, Geometry(), 1, 0.04, host).empty());
  EXPECT_THROW(cook(host, "collider", {}, {}), Error);
}

// What a reader keeps saves time and changes no bit.
TEST(ColliderGeometry, AKeptReaderGivesTheSameBits) {
  TestHost host;
  const Geometry start = bare(cook(host, "collider", {{"type", "sphere"}, {"radius", "0.3"}}, {}));
  ColliderReader reader;
  Geometry before = start;
  for (int frame = 1; frame < 8; ++frame) {
    const bool rests = frame == 3 || frame == 4;
    const Geometry now =
        rests ? before : moved(start, motionOf({0.01 * frame, 0, 0}, 0.1 * frame, frame < 6 ? 1 : 1.1));
    const auto kept = reader.read(&before, now, 1, 0.04, host);
    const auto fresh = only(&before, now, host);
    ASSERT_EQ(kept.size(), 1u);
    for (int i = 0; i < 50; ++i) {
      const Vector3d at(0.4 * std::sin(i), 0.4 * std::cos(2.0 * i), 0.1 * i / 50), from(0.6, 0.01 * i, 0);
      SurfacePoint a, b;
      kept[0]->setInterval(0.25, 0.75), fresh->setInterval(0.25, 0.75);
      ASSERT_EQ(kept[0]->closestFrom(from, at, 9, a), fresh->closestFrom(from, at, 9, b));
      EXPECT_EQ(a.distance, b.distance);
      EXPECT_EQ(a.startPlace, b.startPlace);
      EXPECT_EQ(a.feature, b.feature);
    }
    before = now;
  }
}

// Of a file's grid, and of a mesh: where it stands, where it moves with a rest, and where it cannot be.
TEST(ColliderGeometry, LevelSetsActAsTheirSurface) {
  if (!hasOpenVdb()) GTEST_SKIP() << "a build without OpenVDB";
  TestHost host;
  const Geometry ball = bare(cook(host, "collider", {{"type", "sphere"}, {"radius", "0.1"}}, {}));
  Geometry coarse = cook(host, "collider", {{"voxelsize", "0.005"}, {"name", "head"}}, {&ball});
  const Matrix4d step = motionOf({0.02, 0, 0}, 0.1);
  EXPECT_NEAR(distanceTo(*only(nullptr, coarse, host), {0, 0.12, 0}), 0.02, 2e-3);
  host.expect("collider 'head': it moves and has no point attribute rest");
  const Geometry now = moved(coarse, step);
  EXPECT_NEAR(distanceTo(*only(&coarse, now, host), {0.02, 0.3, 0}), 0.2, 2e-3);  // by its polygons
  Attribute& rest = coarse.add(Owner::point, "rest", Storage::real32, 3);
  for (std::size_t i = 0; i < coarse.pointCount(); ++i)
    setTuple(rest, i, tupleAt(*coarse.find(Owner::point, "P"), i));
  ColliderReader reader;
  SurfacePoint a, b;
  for (int frame = 0; frame < 3; ++frame) {
    const Geometry end = moved(coarse, motionOf({0.02 * (1 + frame), 0, 0}, 0.1 * (1 + frame)));
    const Geometry start = moved(coarse, motionOf({0.02 * frame, 0, 0}, 0.1 * frame));
    const auto kept = reader.read(&start, end, 1, 0.04, host);
    const auto fresh = only(&start, end, host), exact = only(nullptr, bare(end), host);
    const Vector3d at(0.02 + 0.02 * frame, 0.115, 0.01);
    ASSERT_TRUE(kept[0]->closest(at, 0.02, a) && fresh->closest(at, 0.02, b));
    EXPECT_EQ(a.distance, b.distance);
    EXPECT_EQ(a.startPlace, b.startPlace);
    ASSERT_TRUE(exact->closest(at, 0.1, b));
    EXPECT_NEAR(a.distance, b.distance, 1e-3);
    EXPECT_GT((a.place - a.startPlace).norm(), 0.01);
  }
  const Mesh skin = skinOf(ball);
  VdbGrid grid = levelSetGrid(skin.points, skin.faces, 0.005, 0.05);
  grid.name = "surface";
  const VdbGrid wind =
      velocityGrid({0, 0, 0}, {1, 1, 1}, 0.25, false, [](const Vector3d&) { return Vector3d(1, 0, 0); });
  const Geometry file = moved(geometryOf({grid, wind}), motionOf({1, 0, 0}));
  host.expect("collider 'vel': grid 'vel' is a vector grid and no level set");
  const auto fromFile = only(nullptr, file, host);
  EXPECT_EQ(fromFile->name, "surface");
  ASSERT_TRUE(fromFile->closest({1, 0.12, 0}, 0.05, a));
  EXPECT_NEAR(a.distance, 0.02, 2e-3);
}

}  // namespace
}  // namespace tendril::test
