// The core of the dynamics: cost against elements, for each model and for trees; the dense composite beside
// it; the largest steps; and what steps do to energy and to a first swing.
#include <Eigen/Cholesky>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>

#include "bench/bench.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "solver/sweep/dense_twin.h"

namespace tendril {
namespace {

// A binary tree of rods with so many elements each.
Scene treeOf(Model model, int rods, int elements) {
  Scene scene;
  for (int r = 0; r < rods; ++r) {
    SceneRod rod = straightRod(model, elements, 0.02 * elements, 1e8);
    if (r > 0) {
      rod.root = Root::attached;
      rod.parent = (r - 1) / 2;
      rod.parentArc = 0.02 * elements;
      rod.attachment.axes = Eigen::AngleAxisd(r % 2 ? 0.4 : -0.4, Vector3d::UnitZ()).toRotationMatrix();
    }
    scene.rods.push_back(rod);
  }
  return scene;
}

Scene rodOf(Model model, int elements) {
  Scene scene;
  scene.rods = {straightRod(model, elements, 0.3, 1e8)};
  return scene;
}

double timeOfStep(const Scene& scene) {
  State state = restState(scene);
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1e-3;
  settings.iterations = 1;
  return bestOf([&] { step(scene, state, work, settings); }, 60).best;
}

void costs(BenchReport& report) {
  Plot plot{"cost", "A step against elements", "elements", "microseconds", {}};
  for (const bool tree : {false, true})
    for (const Model model : sweptModels()) {
      if (tree && model != Model::clothoid) continue;
      const std::string name = std::string(nameOf(model)) + (tree ? ", binary tree" : "");
      std::map<int, double> time;
      for (const int n : {5, 10, 20, 40, 80, 160, 320}) {
        time[n] = timeOfStep(tree ? treeOf(model, n / 5, 5) : rodOf(model, n));
        plot.series[name].push_back({n, 1e6 * time[n]});
      }
      report.figure(name + ": step, an element", 1e6 * time[320] / 320, "us");
      report.atMost(name + ": t(320) / t(80)", time[320] / time[80], "x", 4.4);
    }
  // table 1 of the super-helices' paper: pictures a second, one step each (2.1 GHz, one thread)
  for (const auto& [n, recursive, composite] :
       {std::tuple(1, 170.0, 170.0), std::tuple(2, 170.0, 170.0), std::tuple(10, 120.0, 40.0),
        std::tuple(20, 54.0, 4.0), std::tuple(30, 37.0, 1.4)}) {
    plot.printed["paper, recursive"].push_back({n, 1e6 / recursive});
    plot.printed["paper, composite"].push_back({n, 1e6 / composite});
  }
  report.plot(plot);
}

// One solve: by the sweep, and composed and dense, as the first papers had it.
double compositeOverSweep(const Scene& scene, int runs) {
  ForestState placed = forestStateOf(restState(scene).rods);
  Sweep sweep(scene);
  sweep.setState(placed);
  StepTerms newton;
  newton.gamma = 1e-3;
  newton.gravity = scene.gravity;
  for (std::size_t r = 0; r < sweep.size(); ++r) {
    sweep.rod(r).kinematics.storePoints();
    sweep.rod(r).terms.setInertialTarget(0, newton.gamma);
  }
  sweep.computeLoads(newton);
  const std::vector<Vec6d> still(scene.rods.size(), Vec6d::Zero());
  const auto times = bestOfEach({[&] {
                                   sweep.assembleNewton(newton, placed.rates);
                                   sweep.solve(still);
                                 },
                                 [&] {
                                   sweep.assembleNewton(newton, placed.rates);
                                   const Dense dense = composed(scene, sweep, still, true);
                                   const Eigen::VectorXd x = dense.matrix.ldlt().solve(dense.vector);
                                   if (!x.allFinite()) throw std::runtime_error("no solution");
                                 }},
                                runs);
  return times[1].best / times[0].best;
}

// Table 1 of the paper on helices in linear time: there 1 at N = 2, 3 at 10, 13 at 20, 26 at 30.
void composites(BenchReport& report) {
  int crossing = 0;
  for (const int n : {1, 2, 4, 8, 10, 20, 30}) {
    const double ratio = compositeOverSweep(rodOf(Model::helix, n), 30);
    report.figure("table 1, N = " + std::to_string(n) + ": composite / sweep", ratio, "x");
    if (crossing == 0 && ratio > 1) crossing = n;
  }
  report.atMost("the composite loses from N =", crossing, "1", 8);
  const std::tuple<const char*, int, int> trees[] = {{"palm, 8", 4, 2},
                                                     {"algae, 10", 5, 2},
                                                     {"tree, 50", 10, 5},
                                                     {"man, 81", 27, 3},
                                                     {"willow, 242", 22, 11}};
  for (const auto& [name, rods, elements] : trees)
    report.figure(std::string("table 1, ") + name + ": composite / sweep",
                  compositeOverSweep(treeOf(Model::helix, rods, elements), 5), "x");
}

struct Run {
  double lost = 0, highest = 0;  // of what is exchanged, m g L / 2
  int sweeps = 0, retries = 0, held = 0;
};

Run swing(const Scene& scene, const StepSettings& settings, double seconds) {
  Run run;
  State state = restState(scene);
  Workspace work(scene);
  const double length = scene.rods[0].arc.back(),
               unit = 0.5 * scene.rods[0].sections[0].mass * length * length * 9.81;
  const double start = energiesOf(scene, state).total();
  for (int i = 0; i < static_cast<int>(seconds / settings.dt); ++i) {
    const Report report = step(scene, state, work, settings);
    run.sweeps += report.sweeps;
    run.retries += report.retries;
    run.held += static_cast<int>(report.failed.size());
    run.lost = (start - energiesOf(scene, state).total()) / unit;
    run.highest = std::max(run.highest, -run.lost);
  }
  return run;
}

// Figure 6 of the same paper: the largest step with which a falling rod is neither held nor gains energy.
void largestSteps(BenchReport& report) {
  Plot plot{"largest-step",
            "Largest step against elements (helix, released from horizontal, 2 s)",
            "elements",
            "s",
            {}};
  for (const int iterations : {1, 8}) {
    const std::string name = iterations == 1 ? "one sweep" : "Newton";
    for (const int n : {1, 2, 5, 10, 20, 30}) {
      Scene scene = rodOf(Model::helix, n);
      for (Section& section : scene.rods[0].sections) section.stiffness *= 0.1;  // E = 1e7
      double largest = 1e-5;
      for (const double dt :
           {1.0 / 6, 0.1, 0.066, 0.04, 0.033, 0.022, 0.016, 0.011, 7e-3, 4e-3, 2e-3, 1e-3, 5e-4}) {
        StepSettings settings;
        settings.dt = dt;
        settings.iterations = iterations;
        settings.halvings = 0;
        const Run run = swing(scene, settings, 2);
        if (run.held > 0 || run.highest > 0.01) continue;
        largest = dt;
        break;
      }
      plot.series[name].push_back({n, largest});
      report.figure("figure 6, N = " + std::to_string(n) + ", " + name + ": largest step", largest, "s");
    }
  }
  report.plot(plot);
}

// Released from horizontal, ten seconds at 11 ms: what is left of the energy.
void hasGeometricStiffness(BenchReport& report) {
  Scene scene;
  scene.rods = {straightRod(Model::clothoid, 5, 0.3, 1e8)};
  StepSettings settings;
  settings.dt = 0.011;
  const Run smooth = swing(scene, settings, 10);
  settings.scheme = Scheme::robust;
  const Run robust = swing(scene, settings, 10);
  report.atMost("swinging rod, 10 s at 11 ms, smooth: energy lost", 100 * smooth.lost, "%", 4);
  report.figure("  sweeps a step", smooth.sweeps / 909.0, "1");
  report.figure("swinging rod, 10 s at 11 ms, robust: energy lost", 100 * robust.lost, "%");
  report.figure("  sweeps a step", robust.sweeps / 909.0, "1");
}

// Ropes of 1 m, radius 2 mm, undamped, released from horizontal, four seconds.
void ropes(BenchReport& report) {
  for (const int iterations : {8, 1}) {
    double highest = 0;
    int held = 0, retries = 0, survived = 0, count = 0, sweeps = 0, steps = 0;
    for (const double young : {1e5, 1e6, 1e7})
      for (const int elements : {10, 40, 80})
        for (const double dt : {1.0 / 24, 1.0 / 60, 1.0 / 240}) {
          Scene scene;
          scene.rods = {straightRod(Model::clothoid, elements, 1, young, 2e-3)};
          StepSettings settings;
          settings.dt = dt;
          settings.iterations = iterations;
          settings.halvings = iterations == 1 ? 0 : settings.halvings;
          const Run run = swing(scene, settings, 4);
          highest = std::max(highest, run.highest);
          held += run.held;
          retries += run.retries;
          survived += run.held == 0 && run.highest < 0.01;
          sweeps += run.sweeps;
          steps += static_cast<int>(4 / dt);
          ++count;
        }
    if (iterations == 1) {
      report.figure("ropes, one sweep a step: of 27, survive", survived, "1");
      continue;
    }
    report.atMost("27 ropes: held steps", held, "1", 0);
    report.figure("  steps done again by robust", 100.0 * retries / steps, "%");
    report.atMost("27 ropes: energy above the start, the most", 100 * highest, "%", 1);
    report.figure("  sweeps a step", static_cast<double>(sweeps) / steps, "1");
    report.atLeast("  ropes that survive", survived, "1", count);
  }
}

// A curl released from its rest shape, clamped at the top: how far its first swing goes, of 43.24 mm.
void firstSwings(BenchReport& report) {
  const Scene scene = hangingCurl(Model::clothoid, 24, 1e7);
  const auto tip = [&](const State& state) {
    return knotFrames(shapeOf(scene.rods[0], state.rods[0].pose)).back().position.y();
  };
  for (const Scheme scheme : {Scheme::smooth, Scheme::robust})
    for (const double rate : {240.0, 60.0, 24.0}) {
      State state = restState(scene);
      Workspace work(scene);
      StepSettings settings;
      settings.dt = 1 / rate;
      settings.scheme = scheme;
      const double start = tip(state);
      double lowest = start;
      for (int i = 0; i < static_cast<int>(0.25 * rate); ++i) {
        step(scene, state, work, settings);
        lowest = std::min(lowest, tip(state));
      }
      report.figure(std::string("first swing of a curl at 1/") + std::to_string(static_cast<int>(rate)) +
                        " s, " + (scheme == Scheme::smooth ? "smooth" : "robust"),
                    100 * (start - lowest) / 0.04324, "%");
    }
}

}  // namespace

void bench_dynamics(BenchReport& report) {
  costs(report);
  composites(report);
  largestSteps(report);
  hasGeometricStiffness(report);
  ropes(report);
  firstSwings(report);
}

}  // namespace tendril
