// What a ray meets, described: place, normal, colour, thickness.
#include <algorithm>
#include <cmath>

#include "cli/render/ray_scene.h"

namespace tendril::cli::show {

namespace {

constexpr float kCreased = 0.766f;  // cosine of 40 degrees: faces that meet at more are not smooth

}  // namespace

void RayScene::describe(const Met& met, const Ray& ray, Seen& seen) const {
  seen = Seen();
  seen.place = ray.from + met.far * ray.way;
  const float norm = met.normal.norm();
  seen.normal = norm > 0 ? Vector3f(met.normal / norm) : Vector3f(-ray.way);
  if (seen.normal.dot(ray.way) > 0) seen.normal = -seen.normal;
  seen.fibre.thick = 1;
  const Part& part = *parts_[met.part];
  if (part.kind == Kind::curves) {
    describeCurve(part, met, ray, seen);
  } else if (part.kind == Kind::balls) {
    const DrawnBall& ball = drawing_.balls[part.balls[met.primitive]];
    seen.fibre.colour = shown(ball.value, ball.colour);
    seen.fibre.tangent = seen.normal.unitOrthogonal();
    seen.fibre.shine = 0.3f;
    seen.fibre.normal = seen.normal;
  } else {
    describeMesh(part, met, ray, seen);
  }
  seen.fibre.colour = toLight(seen.fibre.colour);
  if (settings_.showsValues) seen.fibre.shine *= 0.3f;
}

Vector3f RayScene::shown(float value, const Vector3f& colour) const {
  if (!settings_.showsValues || std::isnan(value)) return colour;
  const double range = settings_.high - settings_.low;
  return rampColour(range > 0 ? (value - settings_.low) / range : 0.5);
}

Vector3f RayScene::placeAt(std::size_t first, float u, float time) const {
  const Vector3f open = bezierAt(&controls_[0][first], u).head<3>();
  if (steps_ == 1) return open;
  return (1 - time) * open + time * bezierAt(&controls_[1][first], u).head<3>();
}

void RayScene::describeStation(std::size_t station, float time, Seen& seen) const {
  seen = Seen();
  const Station& at = stations_[station];
  const std::size_t first = ribbons_->starts[at.segment];
  seen.place = placeAt(first, at.u, time);
  seen.radius = (1 - at.u) * controls_[0][first][3] + at.u * controls_[0][first + 3][3];
  seen.fibre.tangent = tangentAt(first, at.u, time);
  const Vector3f way = (seen.place - eye_).normalized();
  const Vector3f across = seen.fibre.tangent.dot(way) * seen.fibre.tangent - way;
  seen.normal = seen.fibre.normal = across.norm() > 1e-4f ? Vector3f(across.normalized()) : Vector3f(-way);
}

// The curve's derivative.
Vector3f RayScene::tangentAt(std::size_t first, float u, float time) const {
  const float v = 1 - u;
  const auto at = [&](std::size_t i) {
    const Vector3f open = controls_[0][first + i].head<3>();
    if (steps_ == 1) return open;
    return Vector3f((1 - time) * open + time * controls_[1][first + i].head<3>());
  };
  const Vector3f way = v * v * (at(1) - at(0)) + 2 * u * v * (at(2) - at(1)) + u * u * (at(3) - at(2));
  const float norm = way.norm();
  return norm > 0 ? Vector3f(way / norm) : Vector3f(Vector3f::UnitX());
}

void RayScene::describeCurve(const Part& part, const Met& met, const Ray& ray, Seen& seen) const {
  const std::size_t vertex = part.vertices[met.primitive], first = part.starts[met.primitive];
  const float u = met.u;
  seen.fibre.tangent = tangentAt(first, u, ray.time);
  seen.radius = (1 - u) * controls_[0][first][3] + u * controls_[0][first + 3][3];
  seen.fibre.colour = (1 - u) * drawing_.colours[vertex] + u * drawing_.colours[vertex + 1];
  if (settings_.showsValues)
    seen.fibre.colour =
        shown((1 - u) * drawing_.values[vertex] + u * drawing_.values[vertex + 1], seen.fibre.colour);
  const float pixels = 2 * seen.radius / (pixel_ * met.far);
  seen.fibre.thick = std::clamp((pixels - 1) / 3, 0.0f, 1.0f);
  if (part.ribbons) {  // a ribbon faces the ray
    const Vector3f across = seen.fibre.tangent.dot(ray.way) * seen.fibre.tangent - ray.way;
    seen.normal = across.norm() > 1e-4f ? Vector3f(across.normalized()) : Vector3f(-ray.way);
    const unsigned steps = part.steps[met.primitive];
    const float step = std::clamp(u, 0.0f, 1.0f) * static_cast<float>(steps);
    const unsigned before = std::min(steps - 1, static_cast<unsigned>(step));
    seen.station = part.firstStation[met.primitive] + before;
    seen.part = step - static_cast<float>(before);
  }
  seen.fibre.normal = seen.normal;
}

void RayScene::describeMesh(const Part& part, const Met& met, const Ray& ray, Seen& seen) const {
  const DrawnMesh& mesh = drawing_.meshes[part.mesh];
  const auto& corners = mesh.triangles[met.primitive];
  const float parts[] = {1 - met.u - met.v, met.u, met.v};
  Vector3f smooth = Vector3f::Zero();
  seen.fibre.colour = Vector3f::Zero();
  for (std::size_t k = 0; k < 3; ++k) {
    Vector3f normal = normals_[part.mesh][corners[k]];
    const float facing = normal.dot(seen.normal);
    if (facing < 0) normal = -normal;
    smooth += parts[k] * (std::abs(facing) > kCreased ? normal : seen.normal);
    seen.fibre.colour += parts[k] * mesh.colours[corners[k]];
  }
  smooth.normalize();
  seen.fibre.normal = smooth.dot(ray.way) < 0 ? smooth : seen.normal;
  seen.fibre.tangent = seen.fibre.normal.unitOrthogonal();
  seen.fibre.shine = 0;
}

}  // namespace tendril::cli::show
