// Rods that constraints hold, to the world and to each other, touch colliders.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>

#include "solver/colliders/collider_shape.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "tests/support/constraint_runs.h"
#include "tests/support/random_scene.h"

namespace tendril::test {
namespace {

constexpr double kRadius = 3e-3;  // m

std::unique_ptr<Collider> still(const char* name, const std::vector<double>& numbers, const Vector3d& place) {
  auto made =
      makeCollider(*findColliderShape(name), numbers, RigidPath::still({Matrix3d::Identity(), place}));
  made->setInterval(0, 1);
  made->friction = 0.4;
  return made;
}

SceneRod ropeAt(Model model, const Vector3d& place, Root root) {
  SceneRod rod = evenRod(model, 12, 0.4, {kRadius, 1, 1000, 2e6, 0.3});
  rod.damping = 0.02;
  rod.root = root;
  rod.attachment.position = place;
  rod.contact.radius.assign(rod.arc.size(), kRadius);
  return rod;
}

struct Tied {
  Scene scene;
  State state;
  std::unique_ptr<Collider> collider;
  std::unique_ptr<Workspace> work;
  StepSettings settings = steps(1.0 / 60);
  double residual = 0, lowest = 1e300;  // m or rad; m

  void begin(std::unique_ptr<Collider> with) {
    collider = std::move(with);
    scene.colliders = {collider.get()};
    state = restState(scene);
    work = std::make_unique<Workspace>(scene);
  }
  void run(int count) {
    for (int i = 0; i < count; ++i) {
      settings.time += settings.dt;
      const Report report = step(scene, state, *work, settings);
      ASSERT_TRUE(report.failed.empty()) << settings.time;
      ASSERT_TRUE(report.stopped.empty()) << settings.time;
      for (std::size_t c = 0; c < scene.constraints.size(); ++c)
        residual = std::max(residual, work->constraintResult(c).residual);
      look();
    }
  }
  void look() {
    for (std::size_t r = 0; r < scene.rods.size(); ++r)
      for (const Frame<double>& knot : knotFrames(shapeOf(scene.rods[r], state.rods[r].pose))) {
        SurfacePoint found;
        if (collider->closest(knot.position, 1, found)) lowest = std::min(lowest, found.distance - kRadius);
      }
  }
  Vector3d carried() const {
    Vector3d sum = Vector3d::Zero();
    for (std::size_t r = 0; r < scene.rods.size(); ++r)
      for (const ContactResult& contact : work->contactResults(r)) sum += contact.force;
    for (std::size_t c = 0; c < scene.constraints.size(); ++c)
      if (!scene.constraints[c].holdsTwo()) sum += work->constraintResult(c).force;
    return sum;
  }
  double weight() const {
    double sum = 0;
    for (const SceneRod& rod : scene.rods) sum += rod.sections[0].mass * rod.arc.back() * 9.81;
    return sum;
  }
};

// Four free ropes with rungs between them, above a ball.
Tied net(Model model, const char* tie) {
  Tied made;
  for (int r = 0; r < 4; ++r)
    made.scene.rods.push_back(ropeAt(model, {-0.2, 0.13, 0.05 * (r - 1.5)}, Root::free));
  for (int r = 0; r < 3; ++r)
    for (const double arc : {0.05, 0.15, 0.25, 0.35}) {
      made.scene.constraints.push_back(betweenRods(tie, r, arc, r + 1, arc));
      made.scene.constraints.back().rest = 0.05;
    }
  made.begin(still("sphere", {0.1}, Vector3d::Zero()));
  return made;
}

// A rope held at both ends, that hangs over a ball.
Tied hungOver(Model model, const Vector3d& beside = Vector3d::Zero()) {
  Tied made;
  made.scene.rods = {ropeAt(model, Vector3d(-0.2, 0.105, 0) + beside, Root::free)};
  made.scene.constraints = {constraintOf("position", 0, 0, Vector3d(-0.19, 0.08, 0) + beside),
                            constraintOf("position", 0, 0.4, Vector3d(0.19, 0.08, 0) + beside)};
  made.begin(still("sphere", {0.1}, beside));
  return made;
}

class TiedContact : public testing::TestWithParam<Model> {};

TEST_P(TiedContact, ANetFallsOnABall) {
  for (const char* tie : {"distance", "fuse"}) {
    SCOPED_TRACE(tie);
    Tied made = net(GetParam(), tie);
    const double energy = energiesOf(made.scene, made.state).total();
    made.run(90);
    EXPECT_LT(made.residual, 1e-9);
    EXPECT_GT(made.lowest, -0.02 * kRadius);
    EXPECT_LT(energiesOf(made.scene, made.state).total(), energy);
    // a hook's contact acts: without it the net falls by 11 m
    EXPECT_GT(made.state.rods[1].pose.root.position.y(), -0.3);
  }
}

TEST_P(TiedContact, ForcesOfPinsAndBallCarryARope) {
  Tied made = hungOver(GetParam());
  made.run(240);
  EXPECT_LT(made.residual, 1e-9);
  EXPECT_GT(made.lowest, -0.02 * kRadius);
  const Vector3d carried = made.carried();
  EXPECT_NEAR(carried.y(), made.weight(), 1e-3 * made.weight());
  EXPECT_LT(std::hypot(carried.x(), carried.z()), 1e-3 * made.weight());
  EXPECT_GT(made.work->contactResults(0).size(), 1u);
}

// Rows between rods make contacts springs, rows to the world leave them cones. Two ropes side by side with a
// row between them that has no force move as each alone.
TEST_P(TiedContact, RowsBetweenRodsChangeNothingWhereTheyHaveNoForce) {
  Tied alone = hungOver(GetParam()), both = hungOver(GetParam());
  const Vector3d beside(0, 0, 0.001);
  Scene& scene = both.scene;
  scene.rods.push_back(scene.rods[0]);
  for (const int end : {0, 1}) {
    scene.constraints.push_back(scene.constraints[static_cast<std::size_t>(end)]);
    scene.constraints.back().ends[0].rod = 1;
  }
  scene.constraints.push_back(betweenRods("orientation", 0, 0.2, 1, 0.2));
  both.begin(std::move(both.collider));
  alone.run(60);
  both.run(60);
  const auto one = knotFrames(shapeOf(alone.scene.rods[0], alone.state.rods[0].pose));
  for (const std::size_t r : {0u, 1u}) {
    const auto other = knotFrames(shapeOf(scene.rods[r], both.state.rods[r].pose));
    for (std::size_t k = 0; k < one.size(); ++k)
      EXPECT_LT((one[k].position - other[k].position).norm(), 5e-5) << k;
  }
  EXPECT_LT(both.residual, 1e-9);
}

// A pin that goes through the floor yields; the rod stays above.
TEST_P(TiedContact, APinBelowTheFloorDoesNotPullARodThroughIt) {
  Tied made;
  made.scene.rods = {ropeAt(GetParam(), {0, 0.05, 0}, Root::free)};
  made.scene.constraints = {constraintOf("position", 0, 0.2, {0.2, 0.05, 0})};
  made.begin(still("plane", {}, Vector3d::Zero()));
  made.run(10);
  for (int i = 0; i < 60; ++i) {
    made.scene.constraints[0].target.position.y() -= 0.002;
    made.settings.time += made.settings.dt;
    EXPECT_TRUE(step(made.scene, made.state, *made.work, made.settings).failed.empty());
    const auto knots = knotFrames(shapeOf(made.scene.rods[0], made.state.rods[0].pose));
    EXPECT_GT(knots.front().position.y(), 0);
    EXPECT_GT(knots.back().position.y(), 0);
    for (const Frame<double>& knot : knots) EXPECT_TRUE(knot.position.allFinite());
  }
}

TEST_P(TiedContact, TheSameBitsForAnyThreadsAndAfterARestart) {
  const auto run = [&](std::size_t threads, bool restart) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    Tied made = net(GetParam(), "distance");
    made.run(20);
    if (restart) made.work = std::make_unique<Workspace>(made.scene);
    made.run(20);
    return made.state;
  };
  const State one = run(1, false);
  expectSameBits(one, run(2, false));
  expectSameBits(one, run(8, true));
}

INSTANTIATE_TEST_SUITE_P(Models, TiedContact, testing::Values(Model::clothoid, Model::helix, Model::chain),
                         [](const auto& of) { return std::string(modelType(of.param).name); });

}  // namespace
}  // namespace tendril::test
