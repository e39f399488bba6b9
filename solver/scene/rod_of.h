// A scene's rod from a polyline: fitted, of one material, at rest as drawn.
//
//   SceneRod rod = rodOf(points, {40e-6, 1, 1300, 4e9, 0.35}, 6);
#pragma once

#include <vector>

#include "solver/scene/scene.h"

namespace tendril::solver {

// `points`: m, at least two. The root is clamped at the polyline's start. Throws an Error if points or
// material are invalid.
SceneRod rodOf(const std::vector<Eigen::Vector3d>& points, const SectionInput& material, int elements,
               Model model = Model::clothoid);

}  // namespace tendril::solver
