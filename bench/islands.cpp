// What runs side by side: cost an element in trees of 100 to 10,000 elements, two threads against one in a
// large tree and in rods tied into one island.
#include <tbb/global_control.h>

#include <map>
#include <memory>
#include <string>

#include "bench/bench.h"
#include "solver/base/math.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "solver/sweep/sweep.h"

namespace tendril {
namespace {

constexpr double kElement = 0.02;  // m

Scene rodOf(Model model, int elements) {
  Scene scene;
  scene.rods = {straightRod(model, elements, kElement * elements, 1e8)};
  return scene;
}

// A plant: rods of ten elements, each with four shoots.
Scene plantOf(Model model, int elements) {
  constexpr int kEach = 10, kShoots = 4;
  Scene scene;
  for (int r = 0; r < elements / kEach; ++r) {
    SceneRod rod = straightRod(model, kEach, kElement * kEach, 1e8);
    if (r > 0) {
      const int shoot = (r - 1) % kShoots;
      rod.root = Root::attached;
      rod.parent = (r - 1) / kShoots;
      rod.parentArc = kElement * kEach * (0.4 + 0.2 * shoot);
      rod.attachment.axes = Eigen::AngleAxisd(0.4 * (shoot - 1.5), Vector3d::UnitZ()).toRotationMatrix();
    }
    scene.rods.push_back(rod);
  }
  return scene;
}

// Hanging rods side by side, each tied to the next at its middle and its tip.
Scene curtainOf(int rods, int elements) {
  constexpr double kLength = 0.3, kApart = 0.02;  // m
  Scene scene;
  for (int r = 0; r < rods; ++r) {
    scene.rods.push_back(straightRod(Model::clothoid, elements, kLength, 1e8));
    scene.rods.back().attachment.axes = Eigen::AngleAxisd(-0.5 * kPi, Vector3d::UnitZ()).toRotationMatrix();
    scene.rods.back().attachment.position = {kApart * r, 0, 0};
  }
  for (int r = 0; r + 1 < rods; ++r)
    for (const double arc : {0.5 * kLength, kLength}) {
      SceneConstraint tie;
      tie.type = findConstraintType("distance");
      tie.ends[0] = {r, arc, {}};
      tie.ends[1] = {r + 1, arc, {}};
      tie.rest = kApart;
      scene.constraints.push_back(tie);
    }
  return scene;
}

// A step on any number of threads, from a state that has been stepped twice.
class Stepped {
 public:
  Stepped(Scene scene, double dt, int iterations)
      : scene_(std::move(scene)), state_(restState(scene_)), work_(scene_) {
    settings_.dt = dt;
    settings_.iterations = iterations;
    once(2);
    once(2);
  }
  void once(std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    step(scene_, state_, work_, settings_);
  }

 private:
  Scene scene_;
  State state_;
  Workspace work_;
  StepSettings settings_;
};

void sizes(BenchReport& report) {
  Plot plot{"trees", "A step of one tree against its elements", "elements", "microseconds an element", {}};
  for (const Model model : sweptModels())
    for (const bool plant : {false, true}) {
      const std::string name = std::string(nameOf(model)) + (plant ? ", plant" : ", one rod");
      std::map<int, std::unique_ptr<Stepped>> scenes;
      std::vector<std::function<void()>> contenders;
      const int counts[] = {100, 400, 2500, 10000};
      for (const int n : counts) {
        scenes[n] = std::make_unique<Stepped>(plant ? plantOf(model, n) : rodOf(model, n), 1e-3, 1);
        contenders.push_back([scene = scenes[n].get()] { scene->once(1); });
      }
      const std::vector<Timing> times = bestOfEach(contenders, 20);
      for (std::size_t i = 0; i < times.size(); ++i)
        plot.series[name].push_back({static_cast<double>(counts[i]), 1e6 * times[i].best / counts[i]});
      report.figure(name + ", 100: a step, an element", 1e6 * times[0].best / 100, "us");
      report.figure(name + ", 10,000: a step, an element", 1e6 * times[3].best / 10000, "us");
      report.atMost(name + ": t(10,000) / t(2,500)", times[3].best / times[2].best, "x", 4.5);
    }
  report.plot(plot);
}

void threads(BenchReport& report, const std::string& what, Stepped& scene, double least) {
  const std::vector<Timing> times = bestOfEach({[&] { scene.once(1); }, [&] { scene.once(2); }}, 20);
  report.figure(what + ": a step, one thread", 1e3 * times[0].best, "ms");
  report.atLeast(what + ": one thread / two", times[0].best / times[1].best, "x", least);
}

// A point of a rod that bends by `kappa`, at a place that changes every time: exact, as constraints hold it,
// and interpolated, as what touches the rod asks for it.
void points(BenchReport& report, Model model, double kappa) {
  constexpr int kElements = 10, kPoints = 100;
  Scene scene;
  scene.rods = {straightRod(model, kElements, kElement * kElements, 1e8)};
  ForestState state = forestStateOf(restState(scene).rods);
  for (Vector3d& at : state.poses[0].kappa) at = {0.1 * kappa, kappa, 0.3 * kappa};
  Sweep sweep(scene);
  sweep.setState(state);
  RodKinematics& rod = sweep.rod(0).kinematics;
  const double length = scene.rods[0].arc.back();
  std::vector<std::size_t> grips;
  for (int i = 0; i < kPoints; ++i) grips.push_back(rod.addGrip({length * (i + 0.5) / kPoints, {}}));
  double sum = 0;
  const std::vector<Timing> times =
      bestOfEach({[&] { rod.placeGrips(); },
                  [&] {
                    for (int i = 0; i < kPoints; ++i)
                      sum += rod.pointAt(length * (i + 0.5) / kPoints, {}).map(6, 5);
                  }},
                 200);
  const std::string name =
      std::string(nameOf(model)) + " of curvature " + std::to_string(std::lround(kappa)) + "/m: a point, ";
  report.figure(name + "exact", 1e9 * times[0].best / kPoints, "ns");
  report.figure(name + "interpolated", 1e9 * times[1].best / kPoints, "ns");
  report.atLeast(name + "exact / interpolated", times[0].best / times[1].best, "x",
                 model == Model::chain ? 0.5 : 4);
  if (!(std::abs(sum) < 1e300)) report.figure(name + "not finite", sum, "");
}

}  // namespace

void bench_islands(BenchReport& report) {
  sizes(report);
  for (const Model model : sweptModels())
    for (const double kappa : {5.0, 80.0}) points(report, model, kappa);
  Stepped plant(plantOf(Model::chain, 10000), 1e-3, 1);
  threads(report, "plant of 10,000 links", plant, 1.5);
  Stepped curtain(curtainOf(601, 8), 1.0 / 240, 8);
  threads(report, "601 rods tied by 1,200 rows", curtain, 1.6);
}

}  // namespace tendril
