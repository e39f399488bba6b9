// Rods at rest: how many degrees of freedom a curl needs, what they cost, and rest shapes free of sag.
#include <cmath>
#include <string>

#include "bench/bench.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/model.h"
#include "solver/statics/sag_free.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"

namespace tendril {
namespace {

std::vector<Vector3d> curveOf(const Scene& scene, const State& state) {
  const Shape shape = shapeOf(scene.rods[0], state.rods[0].pose);
  std::vector<Vector3d> points;
  ShapeWalker walker(shape);
  for (int i = 0; i <= 600; ++i) points.push_back(walker.at(shape.length() * i / 600).position);
  return points;
}

std::vector<Vector3d> hanging(Model model, int elements) {
  const Scene scene = hangingCurl(model, elements, 1e7, 0.02, 0.02);
  State state = restState(scene);
  findEquilibrium(scene, state);
  return curveOf(scene, state);
}

// Figure 9 of the paper on clothoids, left, middle, right.
void figure9(BenchReport& report) {
  Plot left{"figure9-left",
            "A hanging curl: error against degrees of freedom",
            "degrees of freedom",
            "rms distance / length",
            {}};
  Plot middle{"figure9-middle",
              "Cost against degrees of freedom",
              "degrees of freedom",
              "s for a second of motion at 11 ms",
              {}};
  Plot right{"figure9-right",
             "Error against cost",
             "s for a second of motion at 11 ms",
             "rms distance / length",
             {}};
  const std::vector<Vector3d> limit = hanging(Model::clothoid, 80);
  for (const Model model : sweptModels()) {
    const std::string name = nameOf(model);
    double fitX = 0, fitY = 0, fitXX = 0, fitXY = 0, count = 0, reached = 0;
    for (const int elements : {5, 6, 7, 8, 10, 12, 16, 22, 32, 48, 64, 96, 128, 192, 256, 333}) {
      if (model == Model::clothoid && elements > 32) continue;
      const std::vector<Vector3d> curve = hanging(model, elements);
      double error = 0;
      for (std::size_t i = 0; i < curve.size(); ++i) error += (curve[i] - limit[i]).squaredNorm();
      error = std::sqrt(error / static_cast<double>(curve.size())) / 0.3;
      const double freedoms = 3 * (elements + (model == Model::clothoid ? 1 : 0));
      const Scene scene = hangingCurl(model, elements, 1e7, 0.02, 0.02);
      const double cost = bestOf(
                              [&] {
                                State state = restState(scene);
                                Workspace work(scene);
                                StepSettings settings;
                                settings.dt = 0.011;
                                for (int i = 0; i < 91; ++i) step(scene, state, work, settings);
                              },
                              3)
                              .best;
      left.series[name].push_back({freedoms, error});
      middle.series[name].push_back({freedoms, cost});
      right.series[name].push_back({cost, error});
      if (error < 1e-3 && reached == 0) reached = freedoms;
      if (error > 3e-3) continue;  // before the order shows
      const double x = std::log(freedoms), y = std::log(error);
      fitX += x, fitY += y, fitXX += x * x, fitXY += x * y, ++count;
    }
    report.figure("figure 9, " + name + ": freedoms for 0.1 % of the length", reached, "1");
    report.figure("figure 9, " + name + ": order",
                  -(count * fitXY - fitX * fitY) / (count * fitXX - fitX * fitX), "1");
  }
  for (const Plot& plot : {left, middle, right}) report.plot(plot);
}

// How far tips get in ten seconds, in parts of the length.
double wandering(const Scene& scene, const State& drawn, double kick) {
  State state = drawn;
  for (std::size_t r = 0; r < state.rods.size(); ++r)
    for (Vector3d& kappa : state.rods[r].pose.kappa)
      kappa += kick / scene.rods[r].arc.back() * Vector3d(0.5, 0.7, -0.5);
  const auto tip = [&](const State& of, std::size_t r) {
    return knotFrames(shapeOf(scene.rods[r], of.rods[r].pose)).back().position;
  };
  Workspace work(scene);
  StepSettings settings;
  for (int i = 0; i < 240; ++i) step(scene, state, work, settings);
  double most = 0;
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    most = std::max(most, (tip(state, r) - tip(drawn, r)).norm() / scene.rods[r].arc.back());
  return most;
}

void sagFree(BenchReport& report) {
  for (const bool heavy : {false, true}) {
    const std::string name = heavy ? "10,000 heavy hairs" : "10,000 hairs";
    const Scene drawn = hairs(Model::clothoid, 10000, heavy);
    State state = restState(drawn);
    Scene scene;
    SagReport found;
    const double time = bestOf(
                            [&] {
                              scene = drawn;
                              found = makeSagFree(scene, state);
                            },
                            3)
                            .best;
    report.atMost(name + ": free of sag in", time, "s", 1);
    double most = 1;
    for (const SagReport::Tree& tree : found.trees) most = std::max(most, tree.factor);
    report.figure("  that were not stable", static_cast<double>(found.trees.size()), "1");
    report.figure("  the largest factor of stiffness", most, "x");
    report.atLeast("  that are now", static_cast<double>(found.stableCount), "1", 10000);
    constexpr std::size_t kFew = 1000;  // of them, moved
    scene.rods.resize(kFew);
    state.rods.resize(kFew);
    report.atMost("  wander in 10 s", wandering(scene, state, 0), "of L", 1e-6);
    report.atMost("  wander in 10 s, kicked by 1e-6", wandering(scene, state, 1e-6), "of L", 1e-5);
  }
}

}  // namespace

void bench_equilibria(BenchReport& report) {
  figure9(report);
  sagFree(report);
}

}  // namespace tendril
