// The core of the dynamics: cost against elements, for each model and a tree; the dense composite beside it;
// and what steps do to energy and to a first swing.
#include <Eigen/Cholesky>
#include <cmath>
#include <stdexcept>
#include <string>

#include "bench/bench.h"
#include "solver/dense.h"
#include "solver/step.h"

namespace tendril {
namespace {

using Eigen::Vector3d;

SceneRod straight(Model model, int elements, double length, double young) {
  SceneRod rod;
  rod.model = model;
  for (int k = 0; k <= elements; ++k) rod.arc.push_back(length * k / elements);
  rod.sections.assign(rod.arc.size(), makeSection({1e-3, 1, 1000, young, 0.3}));
  rod.kappaRest.assign(rod.arc.size(), Vector3d::Zero());
  rod.jointRest.assign(rod.arc.size(), Eigen::Quaterniond::Identity());
  return rod;
}

// A rod of so many elements; or a binary tree of rods of five, as near to that number as it can be.
Scene sceneOf(Model model, int elements, bool tree) {
  Scene scene;
  if (!tree) {
    scene.rods = {straight(model, elements, 0.3, 1e8)};
    return scene;
  }
  constexpr int kEach = 5;
  for (int r = 0; r < elements / kEach; ++r) {
    SceneRod rod = straight(model, kEach, 0.1, 1e8);
    if (r > 0) {
      rod.root = Root::hung;
      rod.parent = (r - 1) / 2;
      rod.parentArc = 0.1;
      rod.attachment.axes = Eigen::AngleAxisd(r % 2 ? 0.4 : -0.4, Vector3d::UnitZ()).toRotationMatrix();
    }
    scene.rods.push_back(rod);
  }
  return scene;
}

double timeOfStep(const Scene& scene) {
  State state = restState(scene);
  Work work(scene);
  StepSettings settings;
  settings.dt = 1e-3;
  settings.iterations = 1;
  return bestOf([&] { step(scene, state, work, settings); }, 30).best;
}

void costs(BenchReport& report) {
  const std::pair<Model, bool> kinds[] = {
      {Model::clothoid, false}, {Model::helix, false}, {Model::chain, false}, {Model::clothoid, true}};
  for (const auto& [model, tree] : kinds) {
    const std::string name = std::string(nameOf(model)) + (tree ? ", binary tree" : "");
    const double short80 = timeOfStep(sceneOf(model, 80, tree)),
                 long320 = timeOfStep(sceneOf(model, 320, tree));
    report.figure(name + ": step, an element", 1e6 * long320 / 320, "us");
    report.atMost(name + ": t(320) / t(80)", long320 / short80, "x", 4.4);
  }
}

// One solve of what load() made: by the sweep, and composed and dense, as the first papers had it.
void composites(BenchReport& report) {
  int crossing = 0;
  for (const int n : {1, 2, 4, 8, 16, 30}) {
    const Scene scene = sceneOf(Model::helix, n, false);
    Placement placed = placementOf(restState(scene).rods);
    Sweep sweep(scene);
    sweep.stand(placed);
    Newton newton;
    newton.gamma = 1e-3;
    newton.gravity = scene.gravity;
    sweep.rod(0).keep();
    sweep.rod(0).aim(0, newton.gamma);
    sweep.weigh(newton);
    const std::vector<Vec6d> still(1, Vec6d::Zero());
    const auto times = bestOfEach({[&] {
                                     sweep.loadNewton(newton, placed.rates);
                                     sweep.solve(still);
                                   },
                                   [&] {
                                     sweep.loadNewton(newton, placed.rates);
                                     const Dense dense = composed(scene, sweep, still, true);
                                     const Eigen::VectorXd x = dense.matrix.ldlt().solve(dense.vector);
                                     if (!x.allFinite()) throw std::runtime_error("no solution");
                                   }},
                                  30);
    const double ratio = times[1].best / times[0].best;
    report.figure("helix, N = " + std::to_string(n) + ": composite / sweep", ratio, "x");
    if (crossing == 0 && ratio > 1) crossing = n;
  }
  report.atMost("the composite loses from N =", crossing, "1", 8);
}

// Released from horizontal, ten seconds at 11 ms: what is left of the energy, in parts of m g L / 2.
void swings(BenchReport& report) {
  Scene scene;
  scene.rods = {straight(Model::clothoid, 5, 0.3, 1e8)};
  const double unit = 0.5 * scene.rods[0].sections[0].mass * 0.3 * 0.3 * 9.81;
  for (const Scheme scheme : {Scheme::smooth, Scheme::robust}) {
    State state = restState(scene);
    Work work(scene);
    StepSettings settings;
    settings.dt = 0.011;
    settings.scheme = scheme;
    const double start = energiesOf(scene, state).total();
    int sweeps = 0;
    for (int i = 0; i < 909; ++i) sweeps += step(scene, state, work, settings).sweeps;
    const double lost = 100 * (start - energiesOf(scene, state).total()) / unit;
    if (scheme == Scheme::smooth)
      report.atMost("swinging rod, 10 s at 11 ms, smooth: energy lost", lost, "%", 4);
    else
      report.figure("swinging rod, 10 s at 11 ms, robust: energy lost", lost, "%");
    report.figure("  sweeps a step", sweeps / 909.0, "1");
  }
}

}  // namespace

void bench_dynamics(BenchReport& report) {
  costs(report);
  composites(report);
  swings(report);
}

}  // namespace tendril
