// Colliders that are not what they should be: each has a warning of its own, and the run goes on with the
// others.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "nodes/simulation/vdb_primitives.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "solver/vdb/vdb.h"
#include "tests/support/laid_file.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

constexpr double kBallRadius = 0.1;  // m, of balls

// A mesh of that name.
Geometry ballMesh(TestHost& host, const char* name) {
  Geometry g = cook(host, "collider", {{"type", "sphere"}, {"radius", "0.1"}}, {});
  for (const char* attribute : {"collidertype", "colliderplace", "collideraxes", "collidernumbers",
                                "friction", "thickness", "invert", "onesided", "name"})
    g.remove(Owner::primitive, attribute);
  return cook(host, "collider", {{"name", name}}, {&g});
}

void turnPolygons(Geometry& g, std::size_t from, std::size_t to) {
  for (std::size_t p = from; p < to; ++p)
    std::reverse(g.vertexPoints.begin() + static_cast<std::ptrdiff_t>(g.starts[p]),
                 g.vertexPoints.begin() + static_cast<std::ptrdiff_t>(g.starts[p + 1]));
}

Geometry withoutPolygons(Geometry g, std::size_t from, std::size_t to) {
  std::vector<std::uint8_t> marked(g.primitiveCount(), 0);
  for (std::size_t p = from; p < to; ++p) marked[p] = 1;
  removePrimitives(g, marked);
  return g;
}

// A rope over a good ball at the origin, and a bad collider besides. `holds`: the bad one is a ball 1 m along
// x that still holds a rope of its own.
void expectGoesOn(ShotHost& host, const Geometry& bad, const std::string& warning, bool holds) {
  Geometry good = cook(host, "collider", {{"type", "sphere"}, {"radius", "0.1"}}, {});
  Geometry there = bad;
  Eigen::Matrix4d aside = Eigen::Matrix4d::Identity();
  aside(3, 0) = 1;
  transform(there, aside);
  const Geometry first =
      lineRod(host, {{"length", "0.4"}, {"direction", "1 0 0"}, {"translate", "-0.2 0.12 0"}},
              {{"material", "rope"}, {"elements", "10"}, {"radius", "0.004"}});
  Geometry second = first;
  transform(second, aside);
  for (const Geometry* rods : {static_cast<const Geometry*>(&first), static_cast<const Geometry*>(&second)}) {
    const Geometry all = joined({good, there});
    if (!warning.empty()) host.expect(warning);
    Shot shot(host, {}, {still(*rods), {}, still(all), {}}), falls(host, {}, {still(*rods)});
    const Geometry now = shot.at(15), free = falls.at(15);
    const Eigen::Vector3d centre(rods == &second ? 1 : 0, 0, 0);
    for (std::size_t i = 0; i < now.pointCount(); ++i) {
      ASSERT_TRUE(pointAt(now, i).allFinite());
      if (rods == &first || holds) {
        EXPECT_GT((pointAt(now, i) - centre).norm(), kBallRadius + 0.0005) << warning << " " << i;
      }
    }
    if (rods == &second && !holds) {
      EXPECT_EQ(farthest(now, free), 0) << warning;
    }
  }
}

TEST(BadColliders, HolesAreNamed) {
  ShotHost host;
  const Geometry whole = ballMesh(host, "torn");
  expectGoesOn(host, withoutPolygons(whole, 7, 8), "collider 'torn': has holes (3 boundary edges)", true);
}

TEST(BadColliders, TurnedNormalsAreNamed) {
  ShotHost host;
  Geometry some = ballMesh(host, "patched"), all = some;
  turnPolygons(some, 20, 60);
  turnPolygons(all, 0, all.primitiveCount());
  expectGoesOn(host, some, "collider 'patched': 76 faces point against most of the surface", true);
  expectGoesOn(host, all, "collider 'patched': 1 closed piece points inwards", true);
}

TEST(BadColliders, PointsThatAreNoNumbersAreNamed) {
  ShotHost host;
  Geometry bad = ballMesh(host, "blown");
  bad.positions()[13] = std::nanf("");
  expectGoesOn(host, bad, "collider 'blown': point", false);
}

TEST(BadColliders, MeshesWithoutFacesAreNamed) {
  ShotHost host;
  const Geometry ball = ballMesh(host, "bare");
  Geometry flat = ball;
  for (std::size_t i = 0; i < flat.pointCount(); ++i)
    setTuple(*flat.find(Owner::point, "P"), i, Eigen::Vector3d(0, 0, 0));
  expectGoesOn(host, flat, "collider 'bare': no face of the mesh has an area", false);
}

// Alone: nothing else makes the warning about what nothing touches.
TEST(BadColliders, WhatIsNoColliderIsNamed) {
  ShotHost host;
  const Geometry rope = lineRod(host, {{"length", "0.4"}}, {{"material", "rope"}});
  Shot falls(host, {}, {still(rope)});
  const Geometry free = falls.at(6);
  const auto isFree = [&](const Geometry& colliders, const std::string& warning) {
    host.expect(warning);
    Shot shot(host, {}, {still(rope), {}, still(colliders), {}});
    const Geometry now = shot.at(6);
    EXPECT_EQ(farthest(now, free), 0) << warning;
  };
  Geometry points;
  points.addPoints(3);
  isFree(points, "colliders: no polygon, sphere, tube or level set in 0 primitives and 3 points");
  isFree(cook(host, "line", {}, {}), "colliders: no polygon, sphere, tube or level set in 1 primitive");
}

// As Houdini saves them in a geometry file.
TEST(BadColliders, VolumesOfGeometryFilesAreNamed) {
  ShotHost host;
  const auto saved = [](const char* type) {
    return readLaid(layFile(1, 1, [type](Tokens& t) {
      t.open().open().text("type").text(type).close().open();
      t.text("vertex").whole(0).text("vdb").text("bytes of Houdini").close().close();
    }));
  };
  expectGoesOn(host, saved("VDB"), "Houdini's VDB primitives cannot be read from geometry files", false);
  expectGoesOn(host, saved("Volume"), "colliders: 1 primitive is of type Volume", false);
}

TEST(BadColliders, GridsAreNamed) {
  if (!hasOpenVdb()) GTEST_SKIP() << "a build without OpenVDB";
  ShotHost host;
  const auto nothing = [](const Eigen::Vector3d&) { return Eigen::Vector3d(1, 0, 0); };
  const VdbGrid wind = velocityGrid({0, 0, 0}, {1, 1, 1}, 0.25, false, nothing),
                empty = velocityGrid({1, 1, 1}, {0, 0, 0}, 0.25, false, nothing);
  expectGoesOn(host, geometryOf({wind}), "collider 'vel': grid 'vel' is a vector grid and no level set",
               false);
  expectGoesOn(host, geometryOf({empty}), "collider 'vel': grid 'vel' is", false);
}

}  // namespace
}  // namespace tendril::test
