// Following.
#include "cli/drawing/follow.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tendril::cli::show {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

namespace {

constexpr double kSmooth = 4;  // frames: the deviation of the weights around one
constexpr double kFar = 3;

}  // namespace

// A straight line through the middles, those nearby weighing more.
Middle middleOn(const std::vector<FrameBox>& boxes, int frame) {
  double weights = 0, first = 0, second = 0;  // moments of time
  Vector3d sum = Vector3d::Zero(), turned = Vector3d::Zero();
  const FrameBox* nearest = nullptr;
  for (const FrameBox& one : boxes) {
    if (one.box.isEmpty()) continue;
    const double away = static_cast<double>(one.frame) - frame;
    if (!nearest || std::abs(away) < std::abs(static_cast<double>(nearest->frame) - frame)) nearest = &one;
    if (std::abs(away) > 6 * kSmooth) continue;
    const double weight = std::exp(-0.5 * away * away / (kSmooth * kSmooth));
    weights += weight;
    first += weight * away;
    second += weight * away * away;
    sum += weight * one.box.center();
    turned += weight * away * one.box.center();
  }
  Middle middle;
  if (!nearest) return middle;
  if (!(weights > 0)) {
    middle.at = nearest->box.center();
    return middle;
  }
  const double spread = second - first * first / weights;
  if (spread > 1e-9 * weights) middle.drift = (turned - (first / weights) * sum) / spread;
  middle.at = sum / weights - (first / weights) * middle.drift;
  return middle;
}

bool goesFar(const std::vector<FrameBox>& boxes) {
  AlignedBox3d all;
  double largest = 0;
  for (const FrameBox& one : boxes) {
    if (one.box.isEmpty()) continue;
    all.extend(one.box);
    largest = std::max(largest, one.box.diagonal().norm());
  }
  return !all.isEmpty() && all.diagonal().norm() > kFar * largest;
}

Vector3d CameraPath::shift(int frame) const {
  if (!follows()) return Vector3d::Zero();
  return middleOn(boxes_, frame).at - middleOn(boxes_, boxes_.front().frame).at;
}

Camera CameraPath::on(int frame) const {
  Camera camera = first_;
  camera.eye += shift(frame);
  camera.target += shift(frame);
  return camera;
}

AlignedBox3d boxAround(const std::vector<FrameBox>& boxes) {
  AlignedBox3d around;
  for (const FrameBox& one : boxes) {
    if (one.box.isEmpty()) continue;
    const Vector3d middle = middleOn(boxes, one.frame).at;
    around.extend(Vector3d(one.box.min() - middle));
    around.extend(Vector3d(one.box.max() - middle));
  }
  if (!around.isEmpty()) around.translate(middleOn(boxes, boxes.front().frame).at);
  return around;
}

}  // namespace tendril::cli::show
