// Rods in the wind of a grid.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>

#include "solver/examples/rod_scenes.h"
#include "solver/forces/wind.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "solver/sweep/rest_state.h"
#include "solver/vdb/vdb.h"

namespace tendril::test {
namespace {

// A stream along x that swirls about the vertical and dies away, m/s.
class Swirl : public VelocityField {
 public:
  static Vector3d formula(const Vector3d& p) {
    return std::exp(-p.squaredNorm()) *
           Vector3d(4 - 6 * p.z(), std::sin(5 * p.x()), 6 * p.x() + 2 * std::cos(4 * p.y()));
  }
  Vector3d at(const Vector3d& place) const override { return formula(place); }
};

std::shared_ptr<const VelocityField> swirlOfGrid(int across, bool staggered) {
  const Vector3d corner = Vector3d::Constant(0.8);
  return velocityFieldOf(velocityGrid(-corner, corner, 1.6 / (across - 1), staggered, Swirl::formula).bytes,
                         1);
}

Scene hairsIn(Model model, std::shared_ptr<const VelocityField> field) {
  Scene scene = hairs(model, 12, true);
  for (SceneRod& rod : scene.rods) rod.drag.assign(rod.arc.size(), dragOf({}, 4e-5, 4e-5, 1, 1));
  scene.wind.field = std::move(field);
  return scene;
}

// After 1 s.
State blown(const Scene& scene, int steps = 60) {
  State state = restState(scene);
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1.0 / 60;
  for (int i = 0; i < steps; ++i) {
    settings.time = (i + 1) * settings.dt;
    EXPECT_TRUE(step(scene, state, work, settings).failed.empty()) << i;
  }
  return state;
}

Vector3d tipOf(const Scene& scene, const State& state, std::size_t rod) {
  Shape shape;
  static_cast<Coordinates&>(shape) = state.rods[rod].pose;
  shape.model = scene.rods[rod].model;
  shape.root = state.rods[rod].pose.root;
  shape.arc = scene.rods[rod].arc;
  return knotFrames(shape).back().position;
}

class VdbWind : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!hasOpenVdb()) GTEST_SKIP() << "a build without OpenVDB";
  }
};

TEST_F(VdbWind, MovesRodsAsItsFormulaDoes) {
  const auto plain = swirlOfGrid(128, false), staggered = swirlOfGrid(128, true);
  for (const Model model : sweptModels()) {
    const Scene calm = hairsIn(model, nullptr), exact = hairsIn(model, std::make_shared<Swirl>());
    const State still = blown(calm), there = blown(exact);
    for (const auto& field : {plain, staggered}) {
      const Scene scene = hairsIn(model, field);
      const State found = blown(scene);
      for (std::size_t r = 0; r < scene.rods.size(); ++r) {
        const Vector3d tip = tipOf(exact, there, r);
        const double way = (tip - tipOf(calm, still, r)).norm();
        EXPECT_GT(way, 0.01) << nameOf(model) << " " << r;
        EXPECT_LT((tipOf(scene, found, r) - tip).norm(), 0.01 * way) << nameOf(model) << " " << r;
      }
    }
  }
}

TEST_F(VdbWind, IsAddedToOtherWind) {
  Wind wind;
  wind.steady = {1, 2, 3};
  wind.gust = 0.5;
  wind.noise = 2;
  const Vector3d at(0.1, 0.2, 0.3), without = wind.at(at, 0.7);
  EXPECT_TRUE(wind.blows());
  wind.field = swirlOfGrid(32, true);
  EXPECT_EQ(wind.at(at, 0.7), Vector3d(without + wind.field->at(at)));
  Wind alone;
  EXPECT_FALSE(alone.blows());
  alone.field = wind.field;
  EXPECT_TRUE(alone.blows());
}

TEST_F(VdbWind, SameBitsForAnyNumberOfThreadsAndAFreshWorkspace) {
  const Scene scene = hairsIn(sweptModels().front(), swirlOfGrid(48, true));
  const State all = blown(scene, 20);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const State alone = blown(scene, 20);
  for (std::size_t r = 0; r < scene.rods.size(); ++r) EXPECT_TRUE(all.rods[r] == alone.rods[r]);
}

// Beyond the grid: its background; at places that are no numbers, too.
TEST_F(VdbWind, OutsideIsTheBackground) {
  for (const bool staggered : {false, true}) {
    const auto field =
        velocityFieldOf(velocityGrid({0, 0, 0}, {1, 1, 1}, 0.25, staggered,
                                     [](const Vector3d&) { return Vector3d(1, 2, 3); }, {-1, 0, 4})
                            .bytes,
                        0.01);
    EXPECT_LT((field->at({0.005, 0.005, 0.005}) - Vector3d(0.01, 0.02, 0.03)).norm(), 1e-8);
    for (const double far : {0.05, -0.05, 1e4, 1e12, 1e300, static_cast<double>(INFINITY), double(NAN)})
      EXPECT_LT((field->at({far, 0.005, 0.005}) - Vector3d(-0.01, 0, 0.04)).norm(), 1e-8) << far;
  }
}

}  // namespace
}  // namespace tendril::test
