// Following: straight runs exactly, steps smoothed, the middle of each frame in the middle of its picture.
#include "cli/drawing/follow.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cli/drawing/view.h"
#include "tests/support/drawn.h"

namespace tendril::test {
namespace {

using namespace show;
using Eigen::Vector3d;

FrameBox unitBox(int frame, const Vector3d& middle) {
  return {frame, Eigen::AlignedBox3d(middle - Vector3d(0.5, 0.5, 0.5), middle + Vector3d(0.5, 0.5, 0.5))};
}

// Frames that are missing or show nothing, and the ends, where neighbours are on one side alone, make no
// difference.
TEST(Follow, StraightRunsAreMetExactly) {
  const Vector3d start(3, 1, -2), step(0.4, -0.1, 0.2);
  std::vector<FrameBox> boxes;
  for (const int frame : {1, 2, 3, 4, 7, 8, 11, 12, 13, 40})
    boxes.push_back(unitBox(frame, start + frame * step));
  boxes.push_back({41, {}});
  for (const int frame : {1, 5, 13, 40, 41}) {
    const Middle middle = middleOn(boxes, frame);
    if (frame < 40) {
      EXPECT_LT((middle.drift - step).norm(), 1e-9) << frame;
    }
    const Vector3d there = start + std::min(frame, 40) * step;
    EXPECT_LT((middle.at - there).norm(), frame < 40 ? 1e-9 : 0.5) << frame;
  }
  EXPECT_EQ(middleOn({}, 3).at, Vector3d(0, 0, 0));
  EXPECT_EQ(middleOn({unitBox(5, start)}, 500).at, start);
}

TEST(Follow, SettingOffLeavesNothingBehind) {
  std::vector<FrameBox> boxes;
  for (int frame = 1; frame <= 30; ++frame) boxes.push_back(unitBox(frame, {0.02 * frame * frame, 0, 0}));
  for (const int frame : {1, 2, 15, 30}) {
    EXPECT_NEAR(middleOn(boxes, frame).at.x(), 0.02 * frame * frame, 1e-9) << frame;
    EXPECT_NEAR(middleOn(boxes, frame).drift.x(), 0.04 * frame, 1e-9) << frame;
  }
}

TEST(Follow, StepsAreTakenOut) {
  std::vector<FrameBox> boxes;
  for (int frame = 1; frame <= 96; ++frame)
    boxes.push_back(unitBox(frame, {0.15 * frame, 0.2 * std::sin(kTurn * frame / 12), 0}));
  double most = 0;
  for (int frame = 13; frame <= 84; ++frame) most = std::max(most, std::abs(middleOn(boxes, frame).at.y()));
  EXPECT_LT(most, 0.2 * 0.2);
  EXPECT_GT(most, 0);
}

TEST(Follow, OnlyWhatGoesFar) {
  const auto apart = [](double far) {
    return goesFar({unitBox(1, {0, 0, 0}), {2, {}}, unitBox(3, {far, far, far})});
  };
  EXPECT_FALSE(apart(1.9));  // together three times as large as one at 2
  EXPECT_TRUE(apart(2.1));
  EXPECT_FALSE(goesFar({}));
  EXPECT_FALSE(goesFar({{1, {}}}));
}

// A rod sets off, runs and bobs.
std::vector<Drawing> aRun(std::vector<FrameBox>& boxes) {
  std::vector<Drawing> drawings;
  for (int frame = 1; frame <= 60; ++frame) {
    Rod rod = coil(Model::clothoid, 4, 0.6);
    const double t = frame / 24.0;
    rod.shape.root.position += Vector3d(t < 1 ? 2 * t * t : 4 * t - 2, 0.03 * std::sin(kTurn * 2 * t), 0);
    drawings.emplace_back();
    addGeometry(geometryOf({rod}, 0.01), {}, drawings.back());
    boxes.push_back(boxOf(frame, drawings.back()));
  }
  return drawings;
}

TEST(Follow, KeepsTheMiddleInTheMiddleAndAllInThePicture) {
  std::vector<FrameBox> boxes;
  const std::vector<Drawing> drawings = aRun(boxes);
  constexpr int kWide = 960, kHigh = 540;
  for (const double azimuth : {0.0, 70.0, 180.0}) {
    ViewFlags flags;
    flags.azimuth = azimuth;
    const CameraPath path = flags.path(boxes, 16.0 / 9);
    ASSERT_TRUE(path.follows());
    double most = 0;
    for (const FrameBox& one : boxes) {
      const Camera camera = path.on(one.frame);
      const Vector3d middle = camera.project(one.box.center(), kWide, kHigh);
      EXPECT_LT(std::hypot(middle.x() - 0.5 * kWide, middle.y() - 0.5 * kHigh), 0.12 * kHigh) << one.frame;
      for (const Vector4f& at : drawings[static_cast<std::size_t>(one.frame - 1)].controls[0]) {
        const Vector3d seen = camera.project(at.head<3>().cast<double>(), kWide, kHigh);
        most = std::max({most, std::abs(seen.x() / kWide - 0.5), std::abs(seen.y() / kHigh - 0.5)});
      }
    }
    EXPECT_LT(most, 0.5);  // nothing is cut off,
    EXPECT_GT(most, 0.4);  // and it fills the picture
  }
}

TEST(Follow, FlagsDecide) {
  std::vector<FrameBox> boxes;
  aRun(boxes);
  ViewFlags flags;
  EXPECT_TRUE(flags.path(boxes, 1).follows());
  flags.follow = false;
  EXPECT_FALSE(flags.path(boxes, 1).follows());
  EXPECT_EQ(flags.path(boxes, 1).on(1).eye, flags.path(boxes, 1).on(60).eye);
  flags.follow.reset();
  flags.eye = "0,0,9";  // who places the camera has it stand there
  EXPECT_FALSE(flags.path(boxes, 1).follows());
  flags.follow = true;
  const CameraPath path = flags.path(boxes, 1);
  EXPECT_EQ(path.on(1).eye, Vector3d(0, 0, 9));
  EXPECT_GT(path.on(60).eye.x(), 5);
  boxes.resize(5);  // hardly moved
  EXPECT_FALSE(ViewFlags().path(boxes, 1).follows());
  EXPECT_FALSE(ViewFlags().path({}, 1).follows());
}

// While the shutter is open the camera goes on: what runs beside it is sharp.
TEST(Follow, WhatClosesLaterMovesAsAWhole) {
  Rod rod = coil(Model::clothoid, 4, 0.6);
  rod.motion = Motion();
  rod.motion.rates.assign(rod.shape.arc.size(), Vector3d(0, 0, 0));
  rod.motion.velocity = Vector3d(4, 0, 0);
  Drawing drawing;
  DrawSettings settings;
  settings.shutter = 0.5 / 24;
  addGeometry(geometryOf({rod}, 0.01), settings, drawing);
  drawing.moveClosed(-0.5 * Vector3d(4.0 / 24, 0, 0));
  ASSERT_FALSE(drawing.controls[0].empty());
  for (std::size_t i = 0; i < drawing.controls[0].size(); ++i)
    EXPECT_LT((drawing.controls[0][i] - drawing.controls[1][i]).norm(), 1e-5f) << i;
}

}  // namespace
}  // namespace tendril::test
