// Where a picture is taken from.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <string>

#include "solver/base/layers.h"

namespace tendril::cli::show {

struct Camera {
  Eigen::Vector3d eye = {0, 0, 5}, target = {0, 0, 0}, up = {0, 1, 0};
  double fieldOfView = 35;  // degrees, of the picture's height

  // Columns: to the right, up, towards the viewer.
  Eigen::Matrix3d axes() const;
  // Where the picture of a point is, in pixels from its upper left corner; z: how far before the eye.
  Eigen::Vector3d project(const Eigen::Vector3d& point, int width, int height) const;
};

// Sees all of a box, from `azimuth` (degrees from +Z towards +X) and `elevation`.
Camera fitted(const Eigen::AlignedBox3d& box, double azimuth, double elevation, double fieldOfView,
              double aspect);

// {"eye": [x, y, z], "target": [...], "up": [...], "fov": degrees}; all but eye and target may be left out.
// Throws an Error that names the file and what is wrong.
Camera readCamera(const std::string& path);

}  // namespace tendril::cli::show
