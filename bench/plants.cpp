// Plants of rigid links, as in the thesis on plants as articulated bodies: how much faster than real time
// they sway.
#include <string>

#include "bench/bench.h"
#include "solver/examples/rod_scenes.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"

namespace tendril {
namespace {

// Seconds of plant in a second of ours; table 9.18 has 6.5 for 45 bodies and 0.69 for 150 (without pictures).
double realTimeFactor(int links) {
  Scene scene = potPlant(links);
  State bent = restState(scene);
  const Vector3d gravity = scene.gravity;
  scene.gravity += Vector3d(3, 0, 1);
  findEquilibrium(scene, bent);
  scene.gravity = gravity;
  StepSettings settings;
  settings.dt = 1.0 / 120;
  constexpr int kSteps = 240;
  Workspace work(scene);
  const double time = bestOf(
                          [&] {
                            State state = bent;
                            for (int i = 0; i < kSteps; ++i) step(scene, state, work, settings);
                          },
                          7)
                          .best;
  return kSteps * settings.dt / time;
}

}  // namespace

void bench_plants(BenchReport& report) {
  Plot plot{"plants", "Plants of rigid links at dt = 1/120 s: times real time", "links", "1", {}};
  for (const auto& [links, theirs] : {std::pair(45, 6.478), std::pair(51, 5.064), std::pair(63, 3.151),
                                      std::pair(99, 1.028), std::pair(150, 0.691)}) {
    const double factor = realTimeFactor(links);
    report.atLeast("table 9.18, " + std::to_string(links) + " bodies: times real time", factor, "x", 100);
    plot.series["Tendril"].push_back({static_cast<double>(links), factor});
    plot.printed["thesis"].push_back({static_cast<double>(links), theirs});
  }
  report.plot(plot);
}

}  // namespace tendril
