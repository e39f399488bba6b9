// What tests of the microsolver share: a DOP network, fed as the command line's solver is.
#pragma once

#include <gtest/gtest.h>

#include <SIM/SIM_DopDescription.h>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "cli/host/finite.h"
#include "dops.h"
#include "forces.h"
#include "hdk/object_colliders.h"
#include "plugin_file.h"
#include "same_geometry.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "standin/faults.h"
#include "standin/geometry.h"
#include "standin/interrupt.h"
#include "tests/support/shot.h"
#include "tests/support/thorough.h"

namespace tendril::test {

using Eigen::Matrix4d;
using Eigen::Vector3d;

// Of long runs.
constexpr int kFrames = kThorough ? 100 : 24;

inline Dops::Source sourceOf(const Shot::Input& input) {
  return [input](double frame) { return detailOf(*input(frame)); };
}

// Without where the object stood, which the command line knows nothing of.
inline Geometry read(const GU_Detail& detail) {
  Geometry g = hdk::fromDetail(detail);
  g.remove(Owner::detail, "objectplace");
  return g;
}

inline Matrix4d moveBy(double x, double y, double z) {
  Matrix4d matrix = Matrix4d::Identity();
  matrix.row(3).head<3>() << x, y, z;
  return matrix;
}

inline Matrix4d turnedAbout(const Vector3d& axis, double angle) {
  Matrix4d matrix = Matrix4d::Identity();
  matrix.topLeftCorner<3, 3>() = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix().transpose();
  return matrix;
}

inline UT_DMatrix4 houdinis(const Matrix4d& matrix) {
  UT_DMatrix4 made;
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c) made.data()[4 * r + c] = matrix(r, c);
  return made;
}

// Nods and walks.
inline Matrix4d walk(double frame) {
  return turnedAbout({1, 0.3, 0}, 0.5 * std::sin(0.3 * (frame - 1))) * moveBy(0.004 * (frame - 1), 0, 0);
}

class Microsolver : public ::testing::Test {
 protected:
  void SetUp() override { addForces(); }
  void TearDown() override { EXPECT_EQ(dops.faults(), std::vector<std::string>()); }

  // An object fed as the command line's solver is.
  void add(const std::string& name, const Shot::Input& rods, const Shot::Input& goal = {}, int born = 1,
           const std::string& type = "SIM_SopGeometry") {
    dops.addObject(name, born);
    dops.attach(name, "Geometry", sourceOf(rods), Dops::kInitially, type);
    dops.attach(name, "RestGeometry", sourceOf(rods), Dops::kAlways);
    if (goal) dops.attach(name, "TargetGeometry", sourceOf(goal), Dops::kAlways);
  }

  Geometry at(const std::string& name, int frame) {
    const Dops::Cooked cooked = dops.cook(frame);
    EXPECT_EQ(cooked.text(), "");
    return read(dops.geometry(name));
  }

  ShotHost host;
  Dops dops{pluginFile()};
};

}  // namespace tendril::test
