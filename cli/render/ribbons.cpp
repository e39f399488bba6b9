// Fibres of a pixel or two: ribbons that face the ray, in straight pieces, with the stations of their light.
#include <algorithm>
#include <cmath>

#include "cli/render/embree_buffer.h"
#include "cli/render/ray_scene.h"

namespace tendril::cli::show {

namespace {

constexpr float kStation = 12;  // pixels between stations

}  // namespace

// Straight pieces are met faster than cubics, and enough of them leave no corner that can be seen.
void RayScene::addRibbons() {
  auto part = std::make_unique<Part>();
  part->scene = this;
  part->kind = Kind::curves;
  part->ribbons = true;
  for (std::size_t c = 0; c < drawing_.curves.size(); ++c) {
    if (!thin_[c]) continue;
    const DrawnCurve& curve = drawing_.curves[c];
    for (std::size_t s = 0; s < curve.segments; ++s) {
      part->vertices.push_back(curve.firstVertex + s);
      part->starts.push_back(curve.firstControl + 3 * s);
    }
    addStations(*part, curve);
  }
  if (part->starts.empty()) return;
  ribbons_ = part.get();
  std::vector<Vector4f> places[2];
  cutToPieces(*part, places);
  RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_FLAT_LINEAR_CURVE);
  rtcSetGeometryTimeStepCount(geometry, steps_);
  for (unsigned k = 0; k < steps_; ++k) {
    auto* points =
        buffer<float>(geometry, RTC_BUFFER_TYPE_VERTEX, k, RTC_FORMAT_FLOAT4, 16, places[k].size());
    for (const Vector4f& place : places[k]) points = std::copy_n(place.data(), 4, points);
  }
  auto* indices =
      buffer<unsigned>(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT, 4, part->pieces.size());
  // a segment's pieces share points, segments do not
  for (std::size_t i = 0, at = 0; i < part->pieces.size(); ++i, ++at) {
    if (i > 0 && part->pieces[i].segment != part->pieces[i - 1].segment) ++at;
    *indices++ = static_cast<unsigned>(at);
  }
  attach(geometry, std::move(part));
}

void RayScene::cutToPieces(Part& part, std::vector<Vector4f> (&places)[2]) const {
  for (std::size_t s = 0; s < part.starts.size(); ++s) {
    const std::size_t first = part.starts[s];
    const int count = piecesOf(first);
    for (int i = 0; i <= count; ++i) {
      const float u = static_cast<float>(i) / static_cast<float>(count);
      for (unsigned k = 0; k < steps_; ++k) places[k].push_back(bezierAt(&controls_[k][first], u));
    }
    const auto between = [&](const std::vector<float>& of, float u) {
      return (1 - u) * of[first] + u * of[first + 3];
    };
    for (int i = 0; i < count; ++i) {
      const float from = static_cast<float>(i) / static_cast<float>(count),
                  to = static_cast<float>(i + 1) / static_cast<float>(count);
      part.pieces.push_back({static_cast<std::uint32_t>(s),
                             from,
                             to,
                             {between(covers_, from), between(covers_, to)},
                             {between(densities_, from), between(densities_, to)}});
    }
  }
}

// So many that a segment is nowhere off by more than a part of a pixel.
int RayScene::piecesOf(std::size_t first) const {
  constexpr float kOffPixels = 0.12f, kMost = 32;
  float most = 0;
  for (unsigned k = 0; k < steps_; ++k) {
    const auto at = [&](std::size_t i) { return Vector3f(controls_[k][first + i].head<3>()); };
    const float bend = std::max((at(0) - 2 * at(1) + at(2)).norm(), (at(1) - 2 * at(2) + at(3)).norm());
    const float pixel = pixel_ * std::max(1e-6f, back_.dot(eye_ - at(0)));
    most = std::max(most, 6.0f / 8 * bend / (kOffPixels * pixel));  // a chord's distance: bend / 8 by square
  }
  return static_cast<int>(std::clamp(std::ceil(std::sqrt(most)), 1.0f, kMost));
}

// Of a segment, in pixels.
float RayScene::lengthOf(std::size_t first) const {
  const Vector3f from = controls_[0][first].head<3>(), to = controls_[0][first + 3].head<3>();
  return (to - from).norm() / (pixel_ * std::max(1e-6f, back_.dot(eye_ - from)));
}

// For the segments of the curve that the part got last.
void RayScene::addStations(Part& part, const DrawnCurve& curve) {
  constexpr float kMost = 64;
  for (std::size_t s = 0; s < curve.segments; ++s) {
    const std::size_t segment = part.starts.size() - curve.segments + s;
    const float steps = std::clamp(std::round(lengthOf(part.starts[segment]) / kStation), 1.0f, kMost);
    part.firstStation.push_back(stations_.size());
    part.steps.push_back(static_cast<unsigned>(steps));
    for (float k = 0; k < steps; ++k) stations_.push_back({static_cast<std::uint32_t>(segment), k / steps});
  }
  stations_.push_back({static_cast<std::uint32_t>(part.starts.size() - 1), 1});
}

}  // namespace tendril::cli::show
