// Contacts: hairs on a head and a rope over a ball, without colliders, with colliders out of reach, and
// touching. A row for the kernel (step) and one for the whole path (a frame of tendril::solver) each.
#include <chrono>
#include <cmath>
#include <memory>

#include "bench/bench.h"
#include "cli/network/runner.h"
#include "solver/base/math.h"
#include "solver/colliders/collider.h"
#include "solver/colliders/collider_shape.h"
#include "solver/colliders/rigid_path.h"
#include "solver/examples/rod_scenes.h"
#include "solver/geometry/tuples.h"
#include "solver/step/step.h"
#include "solver/sweep/rest_state.h"

namespace tendril {
namespace {

enum class Near { none, away, touching };
constexpr Near kAll[] = {Near::none, Near::away, Near::touching};

// ---- the kernel

constexpr double kHead = 0.09, kSubstep = 1.0 / 48;  // m, s

// Smooth hairs of four elements on the cap of a head, combed over it to one side: gravity lays them on it.
Scene hairsOn(int count) {
  constexpr double kGolden = 2.399963229728653, kLean = 1.35, kCap = 0.8;  // rad, rad, height of the radius
  constexpr double kLength = 0.12, kRadius = 4e-5;                         // m
  Scene scene;
  for (int i = 0; i < count; ++i) {
    const double y = 1 - kCap * (i + 0.5) / count, r = std::sqrt(1 - y * y);
    const Vector3d out(r * std::cos(kGolden * i), y, r * std::sin(kGolden * i));
    SceneRod rod = straightRod(Model::clothoid, 4, kLength, 4e9, kRadius);
    const Vector3d side = out.cross(Vector3d(1, 0.3, 0)).normalized();  // across the comb
    const Vector3d along = Eigen::AngleAxisd(kLean, side) * out;
    rod.attachment.position = kHead * out;
    rod.attachment.axes << along, side, along.cross(side);
    rod.drag.assign(rod.arc.size(), dragOf({}, kRadius, kRadius, 1, 1));
    rod.contact.radius.assign(rod.arc.size(), 5e-4);
    rod.contact.from = 5e-3;
    scene.rods.push_back(rod);
  }
  return scene;
}

// 1 m of rope of 24 elements that falls across a ball.
Scene ropeOver() {
  Scene scene;
  SceneRod rod = straightRod(Model::clothoid, 24, 1, 1e6, 0.005);
  rod.root = Root::free;
  rod.attachment.position = {-0.5, 0.15, 0};
  rod.drag.assign(rod.arc.size(), dragOf({}, 0.005, 0.005, 1, 1));
  rod.contact.radius.assign(rod.arc.size(), 0.005);
  scene.rods = {rod};
  return scene;
}

// A scene and its collider, from half a second after its start on.
class Kernel {
 public:
  Kernel(Scene scene, double radius, Near near)
      : scene_(std::move(scene)),
        ball_(makeCollider(
            *findColliderShape("sphere"), {radius},
            RigidPath::still({Eigen::Matrix3d::Identity(), Vector3d(0, near == Near::away ? -10 : 0, 0)}))) {
    if (near != Near::none) scene_.colliders = {ball_.get()};
    ball_->friction = 0.3;
    ball_->setInterval(0, 1);
    start_ = restState(scene_);
    work_ = std::make_unique<Workspace>(scene_);
    settings_.dt = kSubstep;
    for (int i = 0; i < 24; ++i) step(scene_, start_, *work_, settings_);
  }
  void run() {
    State state = start_;
    for (int i = 0; i < kSteps; ++i) step(scene_, state, *work_, settings_);
    contacts_ = 0;
    for (std::size_t r = 0; r < scene_.rods.size(); ++r) contacts_ += work_->contactResults(r).size();
  }
  std::size_t contacts() const { return contacts_; }
  static constexpr int kSteps = 12;

 private:
  Scene scene_;
  std::unique_ptr<Collider> ball_;
  State start_;
  std::unique_ptr<Workspace> work_;
  StepSettings settings_;
  std::size_t contacts_ = 0;
};

// ---- the whole path

class QuietHost : public Host {
 public:
  void warn(const std::string&) override {}
};

constexpr const char* kRopeNodes =
    R"("line": {"type": "tendril::line", "parms": {"length": 1, "direction": [1, 0, 0], "translate": [-0.5, 0.15, 0]}},
       "rods": {"type": "tendril::rods", "inputs": ["line"], "parms": {"material": "rope", "radius": 0.005, "elements": 24, "roots": "free"}},)";

std::string hairNodes(int count) {
  return R"("groom": {"type": "tendril::scalp", "parms": {"curls": 0, "hairs": )" + std::to_string(count) +
         R"(}}, "rods": {"type": "tendril::rods", "inputs": ["groom"], "parms": {"material": "hair", "elements": 4}},)";
}

std::string networkOf(const std::string& rods, double radius, Near near) {
  const std::string collider =
      R"("ball": {"type": "tendril::collider", "parms": {"type": "sphere", "friction": 0.3, "radius": )" +
      std::to_string(radius) + (near == Near::away ? R"(, "translate": [0, -10, 0]}},)" : "}},");
  return "{\"nodes\": {" + rods + (near == Near::none ? "" : collider) +
         R"("solver": {"type": "tendril::solver", "inputs": ["rods")" +
         (near == Near::none ? "" : R"(, null, "ball")") + R"(], "parms": {"substeps": 2}}}})";
}

// Frames 13 to 18 of networks, in turn: the best of some runs.
struct Path {
  double best = 1e300;  // s a frame
  double contacts = 0;
};
std::vector<Path> pathsOf(const std::vector<std::string>& texts) {
  constexpr int kWarm = 12, kFrames = 6, kRuns = 4;
  std::vector<Path> paths(texts.size());
  for (int run = 0; run < kRuns; ++run)
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const cli::Network network = cli::parseNetwork(texts[i], ".", {});
      QuietHost host;
      cli::Runner runner(network, host);
      const std::size_t solver = network.nodes.size() - 1;
      runner.output(solver, kWarm);
      const auto start = std::chrono::steady_clock::now();
      for (int frame = kWarm + 1; frame <= kWarm + kFrames; ++frame) {
        const auto made = runner.output(solver, frame);
        if (const Attribute* count = made->find(Owner::detail, "contacts"))
          paths[i].contacts = std::max(paths[i].contacts, numberAt(count->numbers, 0));
      }
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      paths[i].best = std::min(paths[i].best, took.count() / kFrames);
    }
  return paths;
}

// `most`: times as long with contacts as without colliders; 0: for information.
void compare(BenchReport& report, const std::string& name, const std::function<Scene()>& scene,
             double kernelRadius, const std::string& rods, double pathRadius, double most) {
  std::vector<std::unique_ptr<Kernel>> kernels;
  std::vector<std::function<void()>> contenders;
  for (const Near near : kAll) {
    kernels.push_back(std::make_unique<Kernel>(scene(), kernelRadius, near));
    contenders.push_back([kernel = kernels.back().get()] { kernel->run(); });
  }
  const std::vector<Timing> times = bestOfEach(contenders, 5);
  std::vector<std::string> networks;
  for (const Near near : kAll) networks.push_back(networkOf(rods, pathRadius, near));
  const std::vector<Path> paths = pathsOf(networks);
  const auto rows = [&](const std::string& what, double without, double away, double touching,
                        double contacts) {
    report.figure(name + what + ", without colliders", 1e3 * without, "ms");
    if (most > 0) {
      report.atMost(name + what + ", out of reach / without", away / without, "x", 1.05);
      report.atMost(name + what + ", touching / without", touching / without, "x", most);
    } else {
      report.figure(name + what + ", out of reach / without", away / without, "x");
      report.figure(name + what + ", touching / without", touching / without, "x");
    }
    report.atLeast(name + what + ", contacts", contacts, "", 1);
  };
  rows(": a step", times[0].best / Kernel::kSteps, times[1].best / Kernel::kSteps,
       times[2].best / Kernel::kSteps, static_cast<double>(kernels[2]->contacts()));
  rows(": a frame of the node", paths[0].best, paths[1].best, paths[2].best, paths[2].contacts);
}

}  // namespace

void bench_contact(BenchReport& report) {
  for (const int count : {200, 2000})
    compare(
        report, std::to_string(count) + " hairs on a head", [count] { return hairsOn(count); }, kHead,
        hairNodes(count), kHead, 2);
  compare(report, "a rope over a ball", ropeOver, 0.1, kRopeNodes, 0.1, 0);
}

}  // namespace tendril
