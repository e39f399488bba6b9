// Rods to measure.
#include "bench/rods.h"

#include <cmath>

#include "solver/rotations.h"

namespace tendril {

SceneRod straightRod(Model model, int elements, double length, double young, double radius) {
  SceneRod rod;
  rod.model = model;
  for (int k = 0; k <= elements; ++k) rod.arc.push_back(length * k / elements);
  rod.sections.assign(rod.arc.size(), makeSection({radius, 1, 1000, young, 0.3}));
  rod.kappaRest.assign(rod.arc.size(), Vector3d::Zero());
  rod.jointRest.assign(rod.arc.size(), Eigen::Quaterniond::Identity());
  return rod;
}

void bendRest(SceneRod& rod, const Vector3d& kappa) {
  for (Vector3d& rest : rod.kappaRest) rest = kappa;
  for (std::size_t e = 0; e < rod.elements(); ++e)
    rod.jointRest[e] = turnBy(kappa * 0.5 * ((e == 0 ? 0 : rod.length(e - 1)) + rod.length(e)));
}

Scene hangingCurl(Model model, int elements, double young, double radius, double pitch) {
  Scene scene;
  scene.rods = {straightRod(model, elements, 0.3, young)};
  const double rise = pitch / (2 * 3.14159265358979323846), square = radius * radius + rise * rise;
  bendRest(scene.rods[0], {rise / square, 0, radius / square});
  const Vector3d tangent = Vector3d(0, -rise, radius) / std::sqrt(square), inwards(-1, 0, 0);
  Frame<double>& root = scene.rods[0].attachment;
  root.axes << tangent, inwards, tangent.cross(inwards);
  root.position = {radius, 0, 0};
  return scene;
}

}  // namespace tendril
