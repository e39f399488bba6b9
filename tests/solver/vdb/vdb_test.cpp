// OpenVDB grids as colliders and as winds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "solver/base/error.h"
#include "solver/colliders/collider_shape.h"
#include "solver/vdb/vdb.h"
#include "tests/support/ball_mesh.h"
#include "tests/support/dice.h"

namespace tendril::test {
namespace {

constexpr double kBall = 0.1, kVoxel = 0.002, kBand = 0.012;  // m

Mesh ballSkin(int across = 100) {
  return ball(across, [](const Vector3d&) { return kBall; });
}

const VdbGrid& ballGrid() {
  static const VdbGrid grid = [] {
    const Mesh skin = ballSkin();
    return levelSetGrid(skin.points, skin.faces, kVoxel, kBand);
  }();
  return grid;
}

template <class F>
std::string errorOf(const F& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

class Vdb : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!hasOpenVdb()) GTEST_SKIP() << "a build without OpenVDB";
  }
};

TEST_F(Vdb, ALevelSetOfABallIsASphere) {
  EXPECT_EQ(ballGrid().kind, VdbKind::levelSet);
  Dice dice(1);
  RigidPath path{dice.pose(0.2), dice.pose(0.2)};
  RigidCollider round(levelSetOf(ballGrid().bytes, 1), path, false);
  const auto sphere = makeCollider(*findColliderShape("sphere"), {kBall}, path);
  round.setInterval(0.5, 1), sphere->setInterval(0.5, 1);
  int inBand = 0, deep = 0;
  for (int i = 0; i < 2000; ++i) {
    const double far = dice.in(0.02, 0.13);
    const Vector3d at = toWorld(path.end, far * dice.vector(1).normalized());
    SurfacePoint a, b;
    ASSERT_TRUE(sphere->closest(at, 1, b));
    const bool near = round.closest(at, 0.01, a);
    if (std::abs(b.distance - 0.01) > 5e-5) {
      EXPECT_EQ(near, b.distance < 0.01) << b.distance;
    }
    if (!near) continue;
    EXPECT_NEAR(a.distance, b.distance, b.distance > -0.01 ? 1e-4 : 0.06);
    EXPECT_LT((a.place + a.distance * a.normal - at).norm(), 1e-12);
    if (b.distance > -0.01 && std::abs(b.distance) > 1e-3) {
      EXPECT_LT((a.normal - b.normal).norm(), 0.045);  // faces are 0.03 rad apart
      EXPECT_LT((a.startPlace - b.startPlace).norm(), 1e-3);
      ++inBand;
    }
    deep += b.distance < -0.03;
  }
  EXPECT_GT(inBand, 200);
  EXPECT_GT(deep, 200);
}

TEST_F(Vdb, LevelSetsHoldFastPoints) {
  const RigidCollider round(levelSetOf(ballGrid().bytes, 1), RigidPath::still({}), false);
  const auto sphere = makeCollider(*findColliderShape("sphere"), {kBall}, RigidPath::still({}));
  Dice dice(2);
  int crossed = 0;
  for (int i = 0; i < 500; ++i) {
    const Vector3d from = 0.15 * dice.vector(1).normalized(), to = dice.vector(0.2);
    SurfacePoint a, b;
    const bool held = sphere->closestFrom(from, to, 0.005, b);
    if (!held || b.distance > -0.01) continue;  // grazes are a matter of the voxels
    ASSERT_TRUE(round.closestFrom(from, to, 0.005, a));
    EXPECT_LT(a.distance, 0);
    if (to.norm() > 0.11) {
      EXPECT_LT((a.normal - b.normal).norm(), 0.02);
    }
    ++crossed;
  }
  EXPECT_GT(crossed, 50);
}

TEST_F(Vdb, UnitsScaleGrids) {
  // the grid is in decimetres
  const RigidCollider round(levelSetOf(ballGrid().bytes, 0.1), RigidPath::still({}), false);
  SurfacePoint found;
  ASSERT_TRUE(round.closest({0.0105, 0, 0}, 0.001, found));
  EXPECT_NEAR(found.distance, 0.0005, 1e-5);
}

TEST_F(Vdb, FilesAreRead) {
  const VdbGrid wind =
      velocityGrid({0, 0, 0}, {1, 1, 1}, 0.1, true, [](const Vector3d& p) { return Vector3d(p.y(), 0, 2); });
  const std::string path = (std::filesystem::temp_directory_path() / "tendril_vdb_test.vdb").string();
  const std::vector<std::uint8_t> bytes = fileOf({ballGrid(), wind});
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  const std::vector<VdbGrid> read = readVdb(path);
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].kind, VdbKind::levelSet);
  EXPECT_EQ(read[1].kind, VdbKind::staggeredVelocity);
  EXPECT_EQ(read[1].name, "vel");
  EXPECT_EQ(read[0].active, ballGrid().active);
  std::ofstream(path, std::ios::binary) << "no grid at all";
  EXPECT_NE(errorOf([&] { readVdb(path); }).find(path), std::string::npos);
  const std::vector<std::uint8_t> none = fileOf({});
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(none.data()), static_cast<std::streamsize>(none.size()));
  EXPECT_TRUE(readVdb(path).empty());
  std::remove(path.c_str());
  EXPECT_NE(errorOf([&] { readVdb(path); }).find(path), std::string::npos);
}

TEST_F(Vdb, WhatIsWrongIsNamed) {
  const VdbGrid wind =
      velocityGrid({0, 0, 0}, {1, 1, 1}, 0.25, false, [](const Vector3d&) { return Vector3d(1, 0, 0); });
  EXPECT_EQ(errorOf([&] { levelSetOf(wind.bytes, 1); }), "grid 'vel' is a vector grid and no level set");
  EXPECT_NE(errorOf([&] { velocityFieldOf(ballGrid().bytes, 1); }).find("no vector grid"), std::string::npos);
  const VdbGrid bad = velocityGrid({0, 0, 0}, {1, 1, 1}, 0.25, false,
                                   [](const Vector3d& p) { return Vector3d(p.x() > 0.8 ? NAN : 1, 0, 0); });
  EXPECT_NE(errorOf([&] { velocityFieldOf(bad.bytes, 1); }).find("not numbers"), std::string::npos);
  Mesh skin = ballSkin(20);
  EXPECT_NE(errorOf([&] { levelSetGrid(skin.points, skin.faces, 1e-9, kBand); }).find("too small"),
            std::string::npos);
  skin.faces.pop_back();
  EXPECT_NE(errorOf([&] { levelSetGrid(skin.points, skin.faces, kVoxel, kBand); }).find("has holes"),
            std::string::npos);
  skin = ballSkin(20);
  skin.points[3].x() = NAN;
  EXPECT_NE(errorOf([&] { levelSetGrid(skin.points, skin.faces, kVoxel, kBand); }).find("not a number"),
            std::string::npos);
  EXPECT_NE(errorOf([&] { levelSetGrid(skin.points, {}, kVoxel, kBand); }).find("no faces"),
            std::string::npos);
}

// A linear field is exact between voxels, staggered or not.
TEST_F(Vdb, VelocityFieldsAreThoseOfTheirFormula) {
  const auto formula = [](const Vector3d& p) { return Vector3d(1 + p.y(), 2 * p.z(), p.x() - p.y()); };
  Dice dice(3);
  for (const bool staggered : {false, true})
    for (const double unit : {1.0, 0.01}) {
      const VdbGrid grid = velocityGrid({-1, -1, -1}, {1, 1, 1}, 0.05, staggered, formula);
      const auto field = velocityFieldOf(grid.bytes, unit);
      for (int i = 0; i < 200; ++i) {
        const Vector3d at = dice.vector(0.9);
        EXPECT_LT((field->at(unit * at) - unit * formula(at)).norm(), unit * 1e-5);
      }
      EXPECT_EQ(field->at({3, 0, 0}), Vector3d::Zero());
    }
}

}  // namespace
}  // namespace tendril::test
