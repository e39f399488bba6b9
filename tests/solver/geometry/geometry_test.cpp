// Geometry and the changes of a whole geometry.
#include "solver/geometry/geometry.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "solver/geometry/topology.h"
#include "tests/support/random_geometry.h"

namespace tendril::test {
namespace {

// Two polylines 0-1-2 and 2-3 and a lone point 4, with one value of each kind that names its element.
Geometry sketch() {
  Geometry g;
  g.addPoints(5);
  for (std::size_t i = 0; i < 5; ++i) g.positions()[3 * i] = static_cast<float>(i);
  const std::int32_t a[] = {0, 1, 2}, b[] = {2, 3};
  g.addPrimitive(PrimitiveKind::polyline, {a, 3});
  g.addPrimitive(PrimitiveKind::polyline, {b, 2});
  Attribute& name = g.addString(Owner::primitive, "name");
  name.setString(0, "long");
  name.setString(1, "short");
  auto number = g.add(Owner::vertex, "number", Storage::int32, 1).values<std::int32_t>();
  for (std::size_t v = 0; v < 5; ++v) number[v] = static_cast<std::int32_t>(v);
  Group& ends = g.addGroup(Owner::point, "ends");
  ends.members = {1, 0, 0, 1, 1};
  ends.ordered = true;
  ends.order = {4, 0, 3};
  g.edgeGroups.push_back({"edges", {{0, 1}, {2, 3}}});
  g.check();
  return g;
}

void expectError(const Geometry& g, const std::string& part) {
  try {
    g.check();
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Geometry, NewElementsGetDefaults) {
  Geometry g;
  Attribute& width = g.add(Owner::point, "width", Storage::real32, 2);
  width.defaults = std::vector<double>{0.5, 2.0};
  g.addPoints(3);
  EXPECT_EQ(width.values<float>()[4], 0.5f);
  EXPECT_EQ(width.values<float>()[5], 2.0f);
  EXPECT_EQ(g.addString(Owner::point, "tag").stringAt(2), "");
}

TEST(Geometry, CheckNamesTheFault) {
  Geometry g = sketch();
  g.vertexPoints[4] = 9;
  expectError(g, "vertex 4 refers to point 9");
  g = sketch();
  std::get<std::vector<std::int32_t>>(g.find(Owner::primitive, "name")->numbers)[1] = 2;
  expectError(g, "'name' refers to entry 2 of a table of 2");
  g = sketch();
  g.find(Owner::vertex, "number")->numbers = std::vector<std::int32_t>(4);
  expectError(g, "vertex attribute 'number' has values for 4 elements; there are 5");
  g = sketch();
  g.findGroup(Owner::point, "ends")->order = {4, 0, 0};
  expectError(g, "group 'ends' lists element 0 twice");
  g = sketch();
  g.attributes[static_cast<int>(Owner::point)].push_back(*g.find(Owner::point, "P"));
  expectError(g, "two point attributes named 'P'");
  g = sketch();
  g.remove(Owner::point, "P");
  expectError(g, "'P' of three reals is missing");
}

TEST(Geometry, WrongStorageIsAnErrorThatNamesTheAttribute) {
  Geometry g = sketch();
  EXPECT_THROW(g.find(Owner::vertex, "number")->values<float>(), Error);
}

TEST(Edit, RemovingAPrimitiveTakesItsOwnPointsOnly) {
  Geometry g = sketch();
  removePrimitives(g, {1, 0});
  g.check();
  EXPECT_EQ(g.pointCount(), 3u);  // the shared one, the last, the lone one
  EXPECT_EQ(g.positions()[0], 2.0f);
  EXPECT_EQ(g.vertexPoints, std::vector<std::int32_t>({0, 1}));
  EXPECT_EQ(g.find(Owner::primitive, "name")->stringAt(0), "short");
  EXPECT_EQ(g.find(Owner::vertex, "number")->values<std::int32_t>()[0], 3);
  EXPECT_EQ(g.findGroup(Owner::point, "ends")->order, std::vector<std::int64_t>({2, 1}));
  ASSERT_EQ(g.edgeGroups[0].edges.size(), 1u);
  EXPECT_EQ(g.edgeGroups[0].edges[0][1], 1);
}

TEST(Edit, AppendKeepsBothSides) {
  Geometry a = sketch(), b = sketch();
  b.addString(Owner::primitive, "name").setString(0, "other");
  b.add(Owner::point, "mass", Storage::real32, 1).values<float>()[1] = 7.0f;
  b.find(Owner::vertex, "number")->numbers = std::vector<std::int64_t>{10, 11, 12, 13, 14};
  append(a, b);
  a.check();
  EXPECT_EQ(a.pointCount(), 10u);
  EXPECT_EQ(a.vertexPoints[5], 5);
  EXPECT_EQ(a.find(Owner::primitive, "name")->stringAt(2), "other");
  EXPECT_EQ(a.find(Owner::primitive, "name")->stringAt(3), "short");
  EXPECT_EQ(a.find(Owner::point, "mass")->values<float>()[1], 0.0f);
  EXPECT_EQ(a.find(Owner::point, "mass")->values<float>()[6], 7.0f);
  EXPECT_EQ(a.find(Owner::vertex, "number")->storage(), Storage::int64);
  EXPECT_EQ(a.findGroup(Owner::point, "ends")->order, std::vector<std::int64_t>({4, 0, 3, 9, 5, 8}));
  EXPECT_EQ(a.edgeGroups[0].edges[3][1], 8);
  b.add(Owner::point, "mass", Storage::real32, 3);
  EXPECT_THROW(append(a, b), Error);
}

TEST(Edit, RandomGeometryStaysConsistent) {
  RandomOptions options;
  options.carried = false;
  for (unsigned seed = 0; seed < 30; ++seed) {
    Geometry g = randomGeometry(seed, options);
    const Geometry before = g;
    std::vector<std::uint8_t> marked(g.primitiveCount());
    for (std::size_t i = 0; i < marked.size(); ++i) marked[i] = i % 3 == 0;
    removePrimitives(g, marked);
    ASSERT_NO_THROW(g.check()) << seed;
    Geometry twice = before;
    append(twice, before);
    ASSERT_NO_THROW(twice.check()) << seed;
    EXPECT_EQ(twice.primitiveCount(), 2 * before.primitiveCount());
  }
}

TEST(Transform, FollowsTypeinfo) {
  Geometry g;
  g.addPoints(1);
  g.positions()[0] = 1.0f;
  const auto set = [&](const char* name, const char* type, std::vector<float> values) {
    g.add(Owner::point, name, Storage::real32, static_cast<int>(values.size()), type).numbers = values;
  };
  set("v", "vector", {1, 0, 0});
  set("N", "normal", {1, 0, 0});
  set("plain", "", {1, 0, 0});
  set("orient", "quaternion", {0, 0, 0, 1});
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();  // scale x by 2, turn x to y, move
  m.row(0).head<3>() = Eigen::RowVector3d(0, 2, 0);
  m.row(1).head<3>() = Eigen::RowVector3d(-1, 0, 0);
  m.row(3).head<3>() = Eigen::RowVector3d(5, 6, 7);
  transform(g, m);
  const auto get = [&](const char* name) {
    return std::get<std::vector<float>>(g.find(Owner::point, name)->numbers);
  };
  EXPECT_EQ(get("P"), std::vector<float>({5, 8, 7}));
  EXPECT_EQ(get("v"), std::vector<float>({0, 2, 0}));
  EXPECT_EQ(get("N"), std::vector<float>({0, 1, 0}));
  EXPECT_EQ(get("plain"), std::vector<float>({1, 0, 0}));
  const std::vector<float> q = get("orient");
  const Eigen::Vector3f turned = Eigen::Quaternionf(q[3], q[0], q[1], q[2]) * Eigen::Vector3f::UnitX();
  EXPECT_LT((turned - Eigen::Vector3f::UnitY()).norm(), 1e-6f);
}

TEST(Transform, NormalsStayPerpendicularUnderShear) {
  Geometry g;
  g.addPoints(1);
  g.add(Owner::point, "N", Storage::real64, 3, "normal").numbers = std::vector<double>{0, 1, 0};
  g.add(Owner::point, "v", Storage::real64, 3, "vector").numbers = std::vector<double>{1, 0, 0};
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m(0, 1) = 0.7;
  transform(g, m);
  const auto n = g.find(Owner::point, "N")->values<double>(), v = g.find(Owner::point, "v")->values<double>();
  EXPECT_NEAR(n[0] * v[0] + n[1] * v[1] + n[2] * v[2], 0.0, 1e-15);
  EXPECT_NEAR(std::hypot(n[0], n[1]), 1.0, 1e-15);
}

}  // namespace
}  // namespace tendril::test
