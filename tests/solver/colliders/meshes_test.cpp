// Meshes as colliders, against every triangle one by one, winding numbers and closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/base/error.h"
#include "solver/colliders/collider_shape.h"
#include "solver/colliders/mesh_collider.h"
#include "tests/support/ball_mesh.h"
#include "tests/support/dice.h"

namespace tendril::test {
namespace {

void append(Mesh& to, const Mesh& other) {
  const auto first = static_cast<std::int32_t>(to.points.size());
  to.points.insert(to.points.end(), other.points.begin(), other.points.end());
  for (const Triangle& t : other.faces) to.faces.push_back({t[0] + first, t[1] + first, t[2] + first});
}

Mesh bumpy(Dice& dice, int across = 6) {
  Mesh mesh = ball(across, [&](const Vector3d&) { return dice.in(0.6, 1.0); });
  append(mesh, ball(4, [&](const Vector3d&) { return dice.in(0.2, 0.4); }, {1.8, 0.2, 0}));
  return mesh;
}

MeshMotion still(const Mesh& mesh) {
  MeshMotion motion;
  motion.start = mesh.points;
  return motion;
}

MeshCollider made(const Mesh& mesh, const MeshMotion& motion, MeshSides sides = MeshSides::both,
                  bool inverted = false) {
  return MeshCollider(std::make_shared<MeshTopology>(mesh.points, mesh.faces, inverted), motion, sides,
                      inverted);
}

double toSegment(const Vector3d& p, const Vector3d& a, const Vector3d& b) {
  const double u = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (p - a - u * (b - a)).norm();
}

// By the plane where the foot is within, by the sides elsewhere.
double bruteDistance(const Mesh& mesh, const Vector3d& p) {
  double nearest = 1e9;
  for (const Triangle& t : mesh.faces) {
    const Vector3d &a = mesh.points[asIndex(t[0])], &b = mesh.points[asIndex(t[1])],
                   &c = mesh.points[asIndex(t[2])];
    const Vector3d n = (b - a).cross(c - a).normalized(), foot = p - n.dot(p - a) * n;
    const bool within = n.dot((b - a).cross(foot - a)) > 0 && n.dot((c - b).cross(foot - b)) > 0 &&
                        n.dot((a - c).cross(foot - c)) > 0;
    if (within) nearest = std::min(nearest, std::abs(n.dot(p - a)));
    for (const double side : {toSegment(p, a, b), toSegment(p, b, c), toSegment(p, c, a)})
      nearest = std::min(nearest, side);
  }
  return nearest;
}

// 1 inside, 0 outside: the sum of solid angles.
double windingNumber(const Mesh& mesh, const Vector3d& p) {
  double sum = 0;
  for (const Triangle& t : mesh.faces) {
    const Vector3d a = mesh.points[asIndex(t[0])] - p, b = mesh.points[asIndex(t[1])] - p,
                   c = mesh.points[asIndex(t[2])] - p;
    const double x = a.norm(), y = b.norm(), z = c.norm();
    sum += 2 * std::atan2(a.dot(b.cross(c)), x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y);
  }
  return sum / (2 * kTurn);
}

TEST(ColliderMeshes, DistancesAreThoseOfAllTriangles) {
  Dice dice(1);
  int inside = 0, parts[3] = {};
  for (int shape = 0; shape < 6; ++shape) {
    const Mesh mesh = bumpy(dice);
    const bool inverted = shape % 2;
    const MeshCollider collider = made(mesh, still(mesh), MeshSides::both, inverted);
    MeshTopology topology(mesh.points, mesh.faces, false);
    EXPECT_EQ(topology.report().closedPieces, 2u);
    EXPECT_TRUE(topology.report().warnings().empty());
    MeshSurface surface;
    surface.set(topology, topology.welded(mesh.points));
    for (int trial = 0; trial < 400; ++trial) {
      const Vector3d at = dice.vector(1.3) + Vector3d(trial % 3 == 0 ? 1.2 : 0, 0, 0);
      const double distance = bruteDistance(mesh, at), winding = windingNumber(mesh, at);
      const bool within = winding > 0.5;
      SurfacePoint found;
      ASSERT_TRUE(collider.closest(at, 10, found));
      EXPECT_NEAR(found.distance, within != inverted ? -distance : distance, 1e-12);
      EXPECT_LT((found.place + found.distance * found.normal - at).norm(), 1e-9);
      EXPECT_EQ(collider.closest(at, 0.9 * distance, found), within != inverted);
      EXPECT_TRUE(collider.closest(at, 1.1 * distance, found));
      OnMesh on;
      Nearest nearest;
      surface.nearest(topology, at, 10, MeshSurface::Which::all, on, nearest);
      ++parts[on.part.kind];
      inside += within;
    }
  }
  EXPECT_GT(inside, 200);
  for (const int part : parts) EXPECT_GT(part, 100);  // faces, edges and corners
}

// The times when a moving point is in the plane of a moving triangle, and within, by small steps.
TEST(ColliderMeshes, MeetingsAreThoseOfSmallSteps) {
  Dice dice(2);
  int meetings = 0, several = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const Corners begin{dice.vector(1), dice.vector(1), dice.vector(1)},
        end{dice.vector(1), dice.vector(1), dice.vector(1)};
    const Vector3d from = dice.vector(0.5), to = dice.vector(0.5);
    Meeting found[3];
    const int count = meetingsOf(from, to, begin, end, found);
    int expected = 0;
    bool doubtful = false;
    double last = 0;
    constexpr int kSteps = 2000;
    for (int i = 0; i <= kSteps; ++i) {
      const double t = static_cast<double>(i) / kSteps;
      const Vector3d p = from + t * (to - from), a = begin.a + t * (end.a - begin.a),
                     b = begin.b + t * (end.b - begin.b), c = begin.c + t * (end.c - begin.c);
      const Vector3d n = (b - a).cross(c - a);
      const double side = n.dot(p - a);
      if (i > 0 && (side > 0) != (last > 0)) {
        const Vector3d weights =
            Vector3d(n.dot((b - p).cross(c - p)), n.dot((c - p).cross(a - p)), n.dot((a - p).cross(b - p))) /
            n.squaredNorm();
        doubtful = doubtful || std::abs(weights.minCoeff()) < 0.05;
        if (weights.minCoeff() > 0) {
          if (expected < count) {
            EXPECT_NEAR(found[expected].time, t, 1.0 / kSteps);
            EXPECT_EQ(found[expected].inwards, side < 0);
          }
          ++expected;
        }
      }
      last = side;
    }
    if (doubtful) continue;
    EXPECT_EQ(count, expected) << trial;
    meetings += count;
    several += count > 1;
    for (int i = 0; i < count; ++i) {
      const double t = found[i].time;
      const Vector3d &w = found[i].weights, p = from + t * (to - from);
      const Vector3d at = w[0] * (begin.a + t * (end.a - begin.a)) +
                          w[1] * (begin.b + t * (end.b - begin.b)) + w[2] * (begin.c + t * (end.c - begin.c));
      EXPECT_LT((at - p).norm(), 1e-9);
    }
  }
  EXPECT_GT(meetings, 100);
  EXPECT_GT(several, 2);
}

// The same ball as triangles and as a formula, under any motion.
TEST(ColliderMeshes, AFineBallIsASphere) {
  Dice dice(3);
  const Mesh mesh = ball(60, [](const Vector3d&) { return 0.3; });
  for (int trial = 0; trial < 40; ++trial) {
    MeshMotion motion = still(mesh);
    motion.path = {dice.pose(0.2), dice.pose(0.2)};
    MeshCollider collider = made(mesh, motion);
    const auto sphere = makeCollider(*findColliderShape("sphere"), {0.3}, motion.path);
    collider.setInterval(0.25, 0.5), sphere->setInterval(0.25, 0.5);
    for (int i = 0; i < 50; ++i) {
      const Vector3d from = dice.vector(0.6), to = dice.vector(0.6);
      SurfacePoint a, b;
      ASSERT_TRUE(collider.closest(to, 9, a) && sphere->closest(to, 9, b));
      EXPECT_NEAR(a.distance, b.distance, 5e-4);
      if (std::abs(b.distance) > 0.05 && b.distance > -0.2) {
        EXPECT_LT((a.normal - b.normal).norm(), 0.05);
        EXPECT_LT((a.startPlace - b.startPlace).norm(), 0.02);
      }
      ASSERT_TRUE(collider.closestFrom(from, to, 9, a) && sphere->closestFrom(from, to, 9, b));
      if ((a.distance < 0) == (b.distance < 0)) {
        EXPECT_NEAR(a.distance, b.distance, 0.05);  // faces are 3 degrees apart
      }
    }
  }
}

// A rigid motion given as one, and as places of points.
TEST(ColliderMeshes, RigidAndDeformingAgree) {
  Dice dice(4);
  int crossed = 0;
  for (int trial = 0; trial < 30; ++trial) {
    const Mesh mesh = bumpy(dice);
    MeshMotion rigid = still(mesh), deforming;
    rigid.path.end.position = dice.vector(1);  // a shift: points move evenly in both
    for (const Vector3d& p : mesh.points) {
      deforming.start.push_back(toWorld(rigid.path.start, p));
      deforming.end.push_back(toWorld(rigid.path.end, p));
    }
    MeshCollider a = made(mesh, rigid), b = made(mesh, deforming);
    for (const auto& [begin, end] : {std::pair(0.0, 0.5), std::pair(0.5, 1.0), std::pair(0.0, 1.0)}) {
      a.setInterval(begin, end), b.setInterval(begin, end);
      EXPECT_LT((a.bounds().low - b.bounds().low).norm(), 1e-12);
      for (int i = 0; i < 40; ++i) {
        const Vector3d from = dice.vector(2), to = dice.vector(2);
        SurfacePoint p, q;
        const bool near = a.closestFrom(from, to, 0.1, p);
        ASSERT_EQ(near, b.closestFrom(from, to, 0.1, q));
        if (!near) continue;
        crossed += p.distance < 0;
        EXPECT_NEAR(p.distance, q.distance, 1e-9);
        EXPECT_LT((p.place - q.place).norm(), 1e-6);
        EXPECT_LT((p.startPlace - q.startPlace).norm(), 1e-6);
      }
    }
  }
  EXPECT_GT(crossed, 200);
}

// A ball that grows, at its ends and between: its material moves outwards.
TEST(ColliderMeshes, AGrowingBallMovesOutwards) {
  const Mesh mesh = ball(40, [](const Vector3d&) { return 0.1; });
  MeshMotion motion = still(mesh);
  for (const Vector3d& p : mesh.points) motion.end.push_back(3 * p);
  MeshCollider even = made(mesh, motion);
  for (const Vector3d& p : mesh.points) motion.startWay.push_back(0 * p), motion.endWay.push_back(2 * p);
  MeshCollider speeding = made(mesh, motion);
  even.setInterval(0.5, 1), speeding.setInterval(0.5, 1);
  Dice dice(5);
  for (int i = 0; i < 100; ++i) {
    const Vector3d at = 0.35 * dice.vector(1).normalized();
    SurfacePoint found;
    ASSERT_TRUE(even.closest(at, 1, found));
    EXPECT_NEAR(found.distance, 0.05, 1e-3);
    EXPECT_LT((found.startPlace - 2.0 / 3 * found.place).norm(), 1e-12);
    ASSERT_TRUE(speeding.closest(at, 1, found));
    // u^2 (3 - 2 u) - u^2 (1 - u) at 1/2 is 3/8 of the way
    EXPECT_LT((found.startPlace - (0.1 + 0.375 * 0.2) / 0.3 * found.place).norm(), 1e-12);
    // a point at rest that the surface has swept over is held in front of it
    ASSERT_TRUE(even.closestFrom(at * 0.6 / 0.7, at * 0.6 / 0.7, 0.001, found));
    EXPECT_NEAR(found.distance, 0, 2e-3);
    ASSERT_TRUE(even.closestFrom(at * 0.62, at * 0.62, 0.001, found));
    EXPECT_NEAR(found.distance, 0.217 - 0.3, 1e-3);
  }
  // interval after interval gives the bits of each alone
  SurfacePoint a, b;
  even.setInterval(0, 0.3), even.setInterval(0.3, 0.6);
  ASSERT_TRUE(even.closest({0.3, 0.1, 0}, 1, a));
  MeshCollider fresh = made(mesh, [&] {
    MeshMotion m = motion;
    m.startWay.clear(), m.endWay.clear();
    return m;
  }());
  fresh.setInterval(0.3, 0.6);
  ASSERT_TRUE(fresh.closest({0.3, 0.1, 0}, 1, b));
  EXPECT_EQ(a.distance, b.distance);
  EXPECT_EQ(a.startPlace, b.startPlace);
}

Mesh sheet(int cells) {
  Mesh mesh;
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j) mesh.points.push_back({2.0 * i / cells - 1, 0, 2.0 * j / cells - 1});
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      const int a = i * (cells + 1) + j, b = a + 1, c = a + cells + 1, d = c + 1;
      mesh.faces.push_back({a, b, d});
      mesh.faces.push_back({a, d, c});
    }
  return mesh;
}

TEST(ColliderMeshes, SheetsKeepSides) {
  const Mesh mesh = sheet(9);  // points up
  const MeshCollider both = made(mesh, still(mesh)), front = made(mesh, still(mesh), MeshSides::front);
  SurfacePoint found;
  Dice dice(6);
  for (int i = 0; i < 500; ++i) {
    // also along seams of triangles
    const Vector3d above(i % 3 ? dice.in(-0.9, 0.9) : 0.111111 * (i % 7), dice.in(0.01, 1),
                         dice.in(-0.9, 0.9));
    const Vector3d below(i % 3 ? dice.in(-0.9, 0.9) : above.x(), -dice.in(0.001, 1), dice.in(-0.9, 0.9));
    ASSERT_TRUE(both.closestFrom(above, below, 0.01, found));
    EXPECT_NEAR(found.distance, below.y(), 1e-12);
    EXPECT_LT((found.normal - Vector3d::UnitY()).norm(), 1e-12);
    ASSERT_TRUE(front.closestFrom(above, below, 0.01, found));
    EXPECT_NEAR(found.distance, below.y(), 1e-12);
    ASSERT_TRUE(both.closestFrom(below, above, 0.01, found));
    EXPECT_NEAR(found.distance, -above.y(), 1e-12);
    EXPECT_LT((found.normal + Vector3d::UnitY()).norm(), 1e-12);
    EXPECT_EQ(front.closestFrom(below, above, 0.01, found), above.y() < 0.01);  // comes through from behind
    EXPECT_EQ(both.closestFrom(below, 1.1 * below, 0.01, found), -1.1 * below.y() < 0.01);
    EXPECT_FALSE(front.closestFrom(below, 1.1 * below, 10, found));
  }
  // past the rim it goes free
  EXPECT_FALSE(both.closestFrom({1.2, 0.5, 0}, {1.1, -0.5, 0}, 0.01, found));
}

// Out through the far wall, or ending in the far half of a shell 1 mm thick.
TEST(ColliderMeshes, FastPointsAreHeldInFront) {
  Dice dice(7);
  Mesh wall = ball(1 + 7, [](const Vector3d&) { return 1.0; });
  for (Vector3d& p : wall.points) p.y() *= 5e-4;
  const MeshCollider plate = made(wall, still(wall));
  for (int i = 0; i < 500; ++i) {
    const Vector3d from = Vector3d(dice.in(-0.5, 0.5), 0.3, dice.in(-0.5, 0.5));
    const Vector3d to = Vector3d(dice.in(-0.5, 0.5), i % 2 ? -dice.in(0.01, 0.3) : -2e-4, dice.in(-0.5, 0.5));
    SurfacePoint found;
    ASSERT_TRUE(plate.closestFrom(from, to, 0.01, found));
    EXPECT_LT(found.distance, 0);
    EXPECT_GT(found.normal.y(), 0.9);
  }
}

TEST(ColliderMeshes, PointsAtOnePlaceAreOne) {
  Dice dice(8);
  const Mesh mesh = bumpy(dice);
  Mesh loose;  // each face with points of its own
  for (const Triangle& t : mesh.faces) {
    for (const std::int32_t p : t) loose.points.push_back(mesh.points[asIndex(p)]);
    const auto n = static_cast<std::int32_t>(loose.points.size());
    loose.faces.push_back({n - 3, n - 2, n - 1});
  }
  const MeshCollider a = made(mesh, still(mesh)), b = made(loose, still(loose));
  for (int i = 0; i < 300; ++i) {
    const Vector3d at = dice.vector(1);
    SurfacePoint p, q;
    ASSERT_TRUE(a.closest(at, 5, p) && b.closest(at, 5, q));
    EXPECT_EQ(p.distance, q.distance);
    EXPECT_EQ(p.feature, q.feature);
  }
}

TEST(ColliderMeshes, WhatIsWrongIsNamed) {
  const auto reportOf = [](const Mesh& mesh) {
    return MeshTopology(mesh.points, mesh.faces, false).report();
  };
  const auto messageOf = [](const Mesh& mesh) -> std::string {
    try {
      const MeshTopology topology(mesh.points, mesh.faces, false);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const Mesh good = ball(8, [](const Vector3d&) { return 1.0; });
  EXPECT_TRUE(reportOf(good).warnings().empty());
  Mesh mesh = good;
  mesh.faces.clear();
  EXPECT_EQ(messageOf(mesh), "the mesh has no faces");
  mesh = good;
  mesh.points[7].y() = std::nan("");
  EXPECT_EQ(messageOf(mesh), "point 7 of the mesh is not a number (1 such point)");
  mesh = good;
  for (Vector3d& p : mesh.points) p.setZero();
  EXPECT_EQ(messageOf(mesh), "no face of the mesh has an area");
  mesh = good;
  mesh.faces[3][1] = 4000;
  EXPECT_EQ(messageOf(mesh), "face 3 of the mesh has a point that does not exist");
  mesh = good;
  mesh.faces.push_back({0, 0, 1});
  EXPECT_EQ(reportOf(mesh).warnings(), std::vector<std::string>{"1 face has no area; nothing touches them"});
  mesh = good;
  mesh.faces.erase(mesh.faces.begin() + 40);
  ASSERT_EQ(reportOf(mesh).warnings().size(), 1u);
  EXPECT_NE(reportOf(mesh).warnings()[0].find("has holes (3 boundary edges)"), std::string::npos);
  EXPECT_EQ(reportOf(mesh).closedPieces, 0u);
  mesh = good;
  for (const std::size_t t : {5, 9, 60}) std::swap(mesh.faces[t][0], mesh.faces[t][1]);
  EXPECT_EQ(reportOf(mesh).turnedFaces, 3u);
  mesh = good;
  for (Triangle& t : mesh.faces) std::swap(t[0], t[1]);
  EXPECT_EQ(reportOf(mesh).inwardPieces, 1u);
  EXPECT_EQ(reportOf(mesh).turnedFaces, 0u);
  EXPECT_TRUE(reportOf(sheet(3)).warnings().empty());  // open as it is meant to be
}

// Turned faces and pieces change nothing, and a tree that is kept gives the bits of a new one.
TEST(ColliderMeshes, TurnedFacesAndKeptTreesChangeNothing) {
  Dice dice(9);
  const Mesh mesh = bumpy(dice);
  Mesh turned = mesh, moved = mesh;
  for (std::size_t t = 0; t < turned.faces.size(); t += 3) std::swap(turned.faces[t][0], turned.faces[t][2]);
  for (Vector3d& p : moved.points) p = 1.2 * p + 0.1 * Vector3d(std::sin(3 * p.y()), 0, 0);
  const auto kept = std::make_shared<MeshTopology>(mesh.points, mesh.faces, false);
  EXPECT_TRUE(kept->isFor(moved.points, moved.faces, false));
  EXPECT_FALSE(kept->isFor(moved.points, turned.faces, false));
  EXPECT_FALSE(kept->isFor(moved.points, moved.faces, true));
  const MeshCollider a = made(mesh, still(mesh)), b = made(turned, still(turned)),
                     c = made(moved, still(moved)), d(kept, still(moved), MeshSides::both);
  for (int i = 0; i < 300; ++i) {
    const Vector3d at = dice.vector(1), from = dice.vector(2);
    SurfacePoint p, q;
    ASSERT_TRUE(a.closest(at, 5, p) && b.closest(at, 5, q));
    EXPECT_NEAR(p.distance, q.distance, 1e-15);
    ASSERT_TRUE(c.closestFrom(from, at, 5, p) && d.closestFrom(from, at, 5, q));
    EXPECT_EQ(p.distance, q.distance);
    EXPECT_EQ(p.place, q.place);
    EXPECT_EQ(p.feature, q.feature);
  }
}

}  // namespace
}  // namespace tendril::test
