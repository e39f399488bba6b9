// Tendril as a library: a rod is let go from level and swings for a second.
#include <cmath>
#include <cstdio>
#include <vector>

#include "solver/tendril.h"

int main() {
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i <= 20; ++i) points.emplace_back(0.05 * i, 0, 0);
  tendril::Scene scene;
  scene.rods = {tendril::rodOf(points, {2e-3, 1, 1000, 1e7, 0.5}, 8)};
  tendril::State state = tendril::restState(scene);
  tendril::StepSettings settings;
  settings.dt = 1.0 / 60;
  const tendril::Report report = tendril::simulate(scene, state, settings, 60);
  const Eigen::Vector3d tip =
      tendril::knotFrames(tendril::shapeOf(scene.rods[0], state.rods[0].pose)).back().position;
  std::printf("the tip is at %.3f %.3f %.3f m after a second\n", tip.x(), tip.y(), tip.z());
  const bool swings = tip.allFinite() && tip.y() < -0.05 && std::abs(tip.norm()) <= 1 + 1e-9;
  return report.failed.empty() && swings ? 0 : 1;
}
