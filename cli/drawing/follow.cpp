// Following.
#include "cli/drawing/follow.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

namespace tendril::cli::show {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

namespace {

constexpr double kSmooth = 5;  // frames: the deviation of the weights around one
constexpr double kReach = 3;   // deviations
constexpr double kFar = 3;

// Spread evenly over the sphere; the axes among them, so that the box is known.
std::vector<Eigen::Vector3f> directions() {
  constexpr int kMany = 90;
  std::vector<Eigen::Vector3f> made;
  for (int c = 0; c < 3; ++c)
    for (const float sign : {-1.0f, 1.0f}) made.push_back(sign * Eigen::Vector3f::Unit(c));
  for (int i = 0; i < kMany; ++i) {
    const double y = 1 - (2 * i + 1.0) / kMany, around = 2.399963229728653 * i, r = std::sqrt(1 - y * y);
    made.push_back(Vector3d(r * std::cos(around), y, r * std::sin(around)).cast<float>());
  }
  return made;
}

}  // namespace

FrameBox boxOf(int frame, const Drawing& drawing) {
  static const std::vector<Eigen::Vector3f> kDirections = directions();
  const auto shown = [](const auto& one) { return one.layer != Layer::debug; };
  const bool any = !drawing.meshes.empty() ||
                   std::any_of(drawing.curves.begin(), drawing.curves.end(), shown) ||
                   std::any_of(drawing.balls.begin(), drawing.balls.end(), shown);
  Eigen::AlignedBox3f box;
  std::vector<float> reach(kDirections.size(), -std::numeric_limits<float>::infinity());
  std::vector<Eigen::Vector3f> farthest(kDirections.size());
  const auto look = [&](const Eigen::Vector3f& at, float radius) {
    box.extend(Eigen::Vector3f(at.array() - radius));
    box.extend(Eigen::Vector3f(at.array() + radius));
    for (std::size_t d = 0; d < kDirections.size(); ++d) {
      const float far = kDirections[d].dot(at) + radius;
      if (far <= reach[d]) continue;
      reach[d] = far;
      farthest[d] = at + radius * kDirections[d];
    }
  };
  const auto radiusOf = [](const Vector4f& at, Layer layer) { return layer == Layer::debug ? 0 : at[3]; };
  for (const DrawnCurve& curve : drawing.curves) {
    if (any && !shown(curve)) continue;
    for (const auto& side : drawing.controls)
      for (std::size_t i = 0; i <= 3 * curve.segments; ++i) {
        const Vector4f& at = side[curve.firstControl + i];
        look(at.head<3>(), radiusOf(at, curve.layer));
      }
  }
  for (const DrawnBall& ball : drawing.balls) {
    if (any && !shown(ball)) continue;
    for (const Vector4f& at : ball.at) look(at.head<3>(), radiusOf(at, ball.layer));
  }
  for (const DrawnMesh& mesh : drawing.meshes)
    for (const auto& side : mesh.points)
      for (const Eigen::Vector3f& at : side) look(at, 0);
  FrameBox made = {frame, box.cast<double>()};
  if (!made.box.isEmpty())
    for (const Eigen::Vector3f& at : farthest) made.farthest.push_back(at.cast<double>());
  made.lowestRoot = drawing.lowestRoot();
  made.all = drawing.bounds().cast<double>();
  return made;
}

// A parabola through the middles, those nearby weighing more; a line or a point where there are fewer than
// three.
Middle middleOn(const std::vector<FrameBox>& boxes, int frame) {
  Eigen::Matrix3d moments = Eigen::Matrix3d::Zero();
  Eigen::Matrix3d sums = Eigen::Matrix3d::Zero();  // a row a power of time
  const FrameBox* nearest = nullptr;
  int count = 0;
  for (const FrameBox& one : boxes) {
    if (one.box.isEmpty()) continue;
    const double t = (static_cast<double>(one.frame) - frame) / kSmooth;
    if (!nearest || std::abs(one.frame - frame) < std::abs(nearest->frame - frame)) nearest = &one;
    if (std::abs(t) > kReach) continue;
    const Vector3d powers(1, t, t * t);
    const double weight = std::exp(-0.5 * t * t);
    moments += weight * powers * powers.transpose();
    sums += weight * powers * one.box.center().transpose();
    ++count;
  }
  Middle middle;
  if (!nearest) return middle;
  middle.at = nearest->box.center();
  if (count < 2) return middle;
  const int terms = std::min(count, 3);
  const Eigen::MatrixXd fit = moments.topLeftCorner(terms, terms).ldlt().solve(sums.topRows(terms));
  middle.at = fit.row(0).transpose();
  middle.drift = fit.row(1).transpose() / kSmooth;
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

std::vector<Vector3d> pointsToSee(const std::vector<FrameBox>& boxes, bool follows) {
  std::vector<Vector3d> points;
  const Vector3d first = follows ? middleOn(boxes, boxes.front().frame).at : Vector3d::Zero();
  for (const FrameBox& one : boxes) {
    const Vector3d shift = follows ? Vector3d(first - middleOn(boxes, one.frame).at) : first;
    for (const Vector3d& point : one.farthest.empty() ? cornersOf(one.box) : one.farthest)
      points.push_back(point + shift);
  }
  return points;
}

AlignedBox3d boxAround(const std::vector<Vector3d>& points) {
  AlignedBox3d box;
  for (const Vector3d& point : points) box.extend(point);
  return box;
}

}  // namespace tendril::cli::show
