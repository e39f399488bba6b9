// Cameras.
#include "cli/drawing/camera.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "solver/base/error.h"
#include "solver/base/math.h"

namespace tendril::cli::show {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

constexpr double kMargin = 1.06;

}  // namespace

Matrix3d Camera::axes() const {
  Matrix3d axes;
  const Vector3d back = (eye - target).normalized();
  Vector3d right = up.cross(back);
  if (!(right.norm() > 1e-9)) right = back.unitOrthogonal();  // straight up or down
  axes.col(2) = back;
  axes.col(0) = right.normalized();
  axes.col(1) = back.cross(Vector3d(axes.col(0)));
  return axes;
}

Vector3d Camera::project(const Vector3d& point, int width, int height) const {
  const Vector3d seen = axes().transpose() * (point - eye);
  const double depth = -seen.z(), scale = 0.5 * height / std::tan(0.5 * fieldOfView * kDegree) / depth;
  return {0.5 * width + scale * seen.x(), 0.5 * height - scale * seen.y(), depth};
}

Camera fitted(const std::vector<Vector3d>& points, const Vector3d& target, double azimuth, double elevation,
              double fieldOfView, double aspect) {
  Camera camera;
  camera.fieldOfView = fieldOfView;
  camera.target = target;
  const double a = azimuth * kDegree, e = elevation * kDegree;
  const Vector3d back(std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e));
  camera.eye = camera.target + back;
  const Matrix3d axes = camera.axes();
  const double high = std::tan(0.5 * fieldOfView * kDegree) / kMargin, wide = high * aspect;
  double distance = 1e-3;
  for (const Vector3d& point : points) {
    const Vector3d at = axes.transpose() * (point - camera.target);
    distance = std::max(distance, at.z() + std::max(std::abs(at.x()) / wide, std::abs(at.y()) / high));
  }
  camera.eye = camera.target + distance * back;
  return camera;
}

Camera fitted(const Eigen::AlignedBox3d& box, double azimuth, double elevation, double fieldOfView,
              double aspect) {
  const Vector3d middle = box.isEmpty() ? Vector3d(Vector3d::Zero()) : Vector3d(box.center());
  return fitted(cornersOf(box), middle, azimuth, elevation, fieldOfView, aspect);
}

std::vector<Vector3d> cornersOf(const Eigen::AlignedBox3d& box) {
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8 && !box.isEmpty(); ++i)
    corners.push_back(box.corner(static_cast<Eigen::AlignedBox3d::CornerType>(i)));
  return corners;
}

Camera readCamera(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw Error(path + ": cannot be read");
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false, true);
  if (!json.is_object()) throw Error(path + ": is no JSON object with eye and target");
  Camera camera;
  for (const auto& item : json.items()) {
    const std::string& key = item.key();
    const nlohmann::json& value = item.value();
    const auto vector = [&]() -> Vector3d {
      Vector3d v;
      if (!value.is_array() || value.size() != 3) throw Error(path + ": " + key + " wants three numbers");
      for (std::size_t i = 0; i < 3; ++i) {
        if (!value[i].is_number()) throw Error(path + ": " + key + " wants three numbers");
        v[static_cast<Eigen::Index>(i)] = value[i].get<double>();
      }
      return v;
    };
    if (key == "eye")
      camera.eye = vector();
    else if (key == "target")
      camera.target = vector();
    else if (key == "up")
      camera.up = vector();
    else if (key == "fov" && value.is_number())
      camera.fieldOfView = value.get<double>();
    else
      throw Error(path + ": " + key + " is not known; eye, target, up and fov are");
  }
  if (!json.contains("eye") || !json.contains("target")) throw Error(path + ": eye and target are needed");
  if ((camera.eye - camera.target).norm() == 0) throw Error(path + ": eye and target are one place");
  if (!(camera.fieldOfView > 0.1 && camera.fieldOfView < 170))
    throw Error(path + ": fov is an angle of 0.1 to 170 degrees");
  return camera;
}

}  // namespace tendril::cli::show
