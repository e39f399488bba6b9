// A rod of a scene from a polyline: fitted, with one material, at rest as it is drawn.
//
//   SceneRod rod = rodOf(points, {40e-6, 1, 1300, 4e9, 0.35}, 6);
#pragma once

#include <vector>

#include "solver/scene/scene.h"

namespace tendril::solver {

// `points`: m, at least two. The root is clamped where the polyline begins. Throws an Error where points or
// material cannot be.
SceneRod rodOf(const std::vector<Eigen::Vector3d>& points, const SectionInput& material, int elements,
               Model model = Model::clothoid);

}  // namespace tendril::solver
