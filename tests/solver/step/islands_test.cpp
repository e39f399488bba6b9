// What is coupled changes from step to step: the same bits as with a workspace made for every step, without
// asking for memory; and islands on any number of threads.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <random>

#include "solver/examples/rod_scenes.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "tests/support/allocations.h"
#include "tests/support/constraint_runs.h"
#include "tests/support/random_scene.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

constexpr int kRods = 12;

// Rods of all models side by side, some attached to each other, one free.
Scene manyRods() {
  Scene scene;
  const std::vector<Model> models = sweptModels();
  for (int r = 0; r < kRods; ++r) {
    SceneRod rod = straightRod(models[static_cast<std::size_t>(r) % models.size()], 4, 0.3, 1e8);
    rod.attachment.position = {0, 0, 0.02 * r};
    rod.damping = 1e-3;
    if (r % 4 == 3) {
      rod.root = Root::attached;
      rod.parent = r - 1;
      rod.parentArc = 0.2;
      rod.attachment = {};
      rod.attachment.axes = Eigen::AngleAxisd(0.3, Vector3d::UnitY()).toRotationMatrix();
    }
    if (r == kRods - 2) rod.root = Root::free;
    scene.rods.push_back(rod);
  }
  return scene;
}

// Rows that come and go: each step a few of the constraints are taken away, and others are made where rods
// are.
class ComingAndGoing {
 public:
  ComingAndGoing(Scene& scene, unsigned seed) : scene_(scene), random_(seed) {}

  void change(State& state) {
    for (std::size_t c = scene_.constraints.size(); c-- > 0;)
      if (below(4) == 0) {
        scene_.constraints.erase(scene_.constraints.begin() + static_cast<std::ptrdiff_t>(c));
        state.constraints.erase(state.constraints.begin() + static_cast<std::ptrdiff_t>(c));
      }
    while (scene_.constraints.size() < 8 && below(3) > 0) {
      add(state);
      state.constraints.emplace_back();
    }
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  void add(const State& state) {
    const int a = below(kRods), b = below(kRods);
    const char* kinds[] = {"distance", "distance", "position", "keyhole"};
    const std::string kind = kinds[below(4)];
    const auto at = [&](int rod, double arc) {
      const std::size_t r = static_cast<std::size_t>(rod);
      return ShapeWalker(shapeOf(scene_.rods[r], state.rods[r].pose)).at(arc);
    };
    const double first = 0.05 * (1 + below(6)), second = 0.05 * (1 + below(6));
    SceneConstraint made;
    made.type = findConstraintType(kind);
    made.ends[0] = {a, first, {}};
    made.target = at(a, first);
    if (kind == "distance" && a != b) {
      made.ends[1] = {b, second, {}};
      made.rest = (at(a, first).position - at(b, second).position).norm();
      made.compliance = 1e-3;
    }
    scene_.constraints.push_back(made);
  }

  Scene& scene_;
  std::mt19937 random_;
};

TEST(Islands, RowsThatComeAndGoEqualAWorkspaceMadeAnew) {
  Scene scene = manyRods();
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1.0 / 240;
  // the second time round, as much has been there before
  for (const bool warm : {false, true}) {
    scene.constraints.clear();
    State state = restState(scene), anew = state;
    ComingAndGoing rows(scene, 1);
    std::size_t coupled = 0, quiet = 0;
    for (int i = 0; i < 500; ++i) {
      rows.change(state);
      anew.constraints = state.constraints;
      const std::size_t before = allocations();
      const Report report = step(scene, state, work, settings);
      if (i > 0 && report.retries ==
                       0) {  // a state makes its past at first; halves of a step that failed keep its start
        const std::size_t asked = allocations() - before;
        EXPECT_TRUE(asked == 0 || !warm) << asked << " in step " << i;
        ++quiet;
      }
      Workspace fresh(scene);
      step(scene, anew, fresh, settings);
      ASSERT_NO_FATAL_FAILURE(expectSameBits(state, anew)) << "step " << i;
      for (const SceneConstraint& constraint : scene.constraints) coupled += constraint.holdsTwo();
    }
    EXPECT_GT(coupled, 500u);
    EXPECT_GT(quiet, warm ? 300u : 0u) << warm;
  }
}

// A curtain: all rods are one island, whose trees run side by side.
TEST(Islands, TheSameBitsForAnyThreads) {
  Scene scene;
  constexpr int kMany = kThorough ? 60 : 20;
  const std::vector<Model> models = sweptModels();
  for (int r = 0; r < kMany; ++r) {
    SceneRod rod = straightRod(models[static_cast<std::size_t>(r) % models.size()], 4, 0.3, 1e8);
    rod.attachment.axes = Eigen::AngleAxisd(-1.2, Vector3d::UnitZ()).toRotationMatrix();
    rod.attachment.position = {0, 0, 0.02 * r};
    scene.rods.push_back(rod);
  }
  for (int r = 0; r + 1 < kMany; ++r)
    for (const double arc : {0.15, 0.3}) {
      scene.constraints.push_back(betweenRods("distance", r, arc, r + 1, arc));
      scene.constraints.back().rest = 0.02;
    }
  const auto run = [&](std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    State state = restState(scene);
    simulate(scene, state, {}, 10);
    return state;
  };
  const State one = run(1);
  for (const std::size_t threads : {2u, 8u}) expectSameBits(one, run(threads));
}

// Branches of a large tree run side by side.
TEST(Islands, ALargeTreeHasTheSameBitsForAnyThreads) {
  for (const Model model : sweptModels()) {
    Scene scene;
    constexpr int kShoots = 120;
    for (int r = 0; r < kShoots; ++r) {
      SceneRod rod = straightRod(model, 6, 0.1, 1e8);
      if (r > 0) {
        rod.root = Root::attached;
        rod.parent = (r - 1) / 3;
        rod.parentArc = 0.03 * (1 + (r - 1) % 3);
        rod.attachment.axes = Eigen::AngleAxisd(0.5 * (r % 3 - 1), Vector3d(0, 0.6, 0.8)).toRotationMatrix();
      }
      scene.rods.push_back(rod);
    }
    const auto run = [&](std::size_t threads) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
      State state = restState(scene);
      simulate(scene, state, {}, 4);
      return state;
    };
    const State one = run(1);
    for (const std::size_t threads : {2u, 8u}) expectSameBits(one, run(threads));
  }
}

}  // namespace
}  // namespace tendril::test
