// Where a picture is taken from.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <string>
#include <vector>

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

// Sees all of some points from `azimuth` (degrees from +Z towards +X) and `elevation`, and looks at `target`.
Camera fitted(const std::vector<Eigen::Vector3d>& points, const Eigen::Vector3d& target, double azimuth,
              double elevation, double fieldOfView, double aspect);
// Of a box: its corners, from its middle.
Camera fitted(const Eigen::AlignedBox3d& box, double azimuth, double elevation, double fieldOfView,
              double aspect);

std::vector<Eigen::Vector3d> cornersOf(const Eigen::AlignedBox3d& box);  // none of an empty one

// {"eye": [x, y, z], "target": [...], "up": [...], "fov": degrees}; all but eye and target may be left out.
// Throws an Error that names the file and what is wrong.
Camera readCamera(const std::string& path);

}  // namespace tendril::cli::show
