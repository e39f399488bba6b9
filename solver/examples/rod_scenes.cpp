// Sample rods and scenes.
#include "solver/examples/rod_scenes.h"

#include <cmath>
#include <random>

#include "solver/base/math.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

SceneRod evenRod(Model model, int elements, double length, const SectionInput& section) {
  SceneRod rod;
  rod.model = model;
  for (int k = 0; k <= elements; ++k) rod.arc.push_back(length * k / elements);
  rod.sections.assign(rod.arc.size(), makeSection(section));
  rod.rest = straightCoordinates(layoutOf(model), rod.arc.size());
  return rod;
}

SceneRod straightRod(Model model, int elements, double length, double young, double radius) {
  return evenRod(model, elements, length, {radius, 1, 1000, young, 0.3});
}

void bendRest(SceneRod& rod, const Vector3d& kappa) {
  for (Vector3d& rest : rod.rest.kappa) rest = kappa;
  for (std::size_t e = 0; e < rod.elements() && rod.rest.areJoints(); ++e)
    rod.rest.joints[e] = turnBy(kappa * 0.5 * ((e == 0 ? 0 : rod.length(e - 1)) + rod.length(e)));
}

Scene hangingCurl(Model model, int elements, double young, double radius, double pitch) {
  Scene scene;
  scene.rods = {straightRod(model, elements, 0.3, young)};
  const double rise = pitch / kTurn, square = radius * radius + rise * rise;
  bendRest(scene.rods[0], {rise / square, 0, radius / square});
  const Vector3d tangent = Vector3d(0, -rise, radius) / std::sqrt(square), inwards(-1, 0, 0);
  Frame<double>& root = scene.rods[0].attachment;
  root.axes << tangent, inwards, tangent.cross(inwards);
  root.position = {radius, 0, 0};
  return scene;
}

Scene potPlant(int links) {
  constexpr int kShoot = 3;
  const int shoots = links / 4, stem = links - kShoot * shoots;
  const double height = 0.6, golden = 2.399963229728653;
  const auto part = [&](int count, double length, double first, double last) {
    SceneRod rod = evenRod(Model::chain, count, length, {first, 1, 900, 1.8e8, 0.3});
    for (int k = 0; k <= count; ++k) {
      const double radius = first + (last - first) * k / count;
      rod.sections[static_cast<std::size_t>(k)] = makeSection({radius, 1, 900, 1.8e8, 0.3});
      rod.drag.push_back(dragOf(Air(), radius, radius, 3, 3));
    }
    rod.damping = 0.016;
    return rod;
  };
  Scene scene;
  scene.rods = {part(stem, height, 4e-3, 2e-3)};
  scene.rods[0].attachment.axes = turnBy({0, 0, 0.5 * kPi}).toRotationMatrix();  // upright
  for (int i = 0; i < shoots; ++i) {
    const double u = 0.2 + 0.8 * (i + 1) / shoots;
    SceneRod shoot = part(kShoot, 0.15 * (1.3 - u), 1.2e-3, 0.6e-3);
    shoot.root = Root::attached;
    shoot.parent = 0;
    shoot.parentArc = scene.rods[0].arc[static_cast<std::size_t>(std::max(1.0, std::round(u * stem)))];
    shoot.attachment.axes = (turnBy({golden * i, 0, 0}) * turnBy({0, 0, 0.9})).toRotationMatrix();
    scene.rods.push_back(shoot);
  }
  return scene;
}

Scene hairs(Model model, int count, bool heavy) {
  Scene scene;
  std::mt19937 random(1);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / 4294967296.0;
  };
  for (int i = 0; i < count; ++i) {
    const double length = heavy ? 0.3 : 0.1;
    SectionInput section{heavy ? 40e-6 : 1e-3, 1, 1300, 4e9, 0.35};
    if (!heavy)  // w L^3 / EI = 4 rho g L^3 / (E r^2)
      section.young = 4 * section.density * 9.81 * std::pow(length, 3) / (section.radius * section.radius) /
                      uniform(0.1, 4);
    SceneRod rod = evenRod(model, 6, length, section);
    const double bend = uniform(0, heavy ? 6 : 3) / length, towards = uniform(0, 6.2832);
    bendRest(rod, {0.3 * bend * uniform(-1, 1), bend * std::cos(towards), bend * std::sin(towards)});
    rod.attachment.axes = turnBy({uniform(-3, 3), uniform(-3, 3), uniform(-3, 3)}).toRotationMatrix();
    scene.rods.push_back(rod);
  }
  return scene;
}

}  // namespace tendril::solver
