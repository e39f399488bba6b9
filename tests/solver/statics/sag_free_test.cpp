// Rest shapes with which rods hang as they were drawn.
#include "solver/statics/sag_free.h"
#include "solver/base/math.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solver/base/error.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"
#include "tests/support/random_scene.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

// How far the tips get from where they were drawn, in parts of the length: in ten seconds.
double wandering(const Scene& scene, const State& drawn, double kick) {
  State state = drawn;
  for (RodState& rod : state.rods) {
    const Vector3d by = kick * Vector3d(0.5, 0.7, -0.5);
    for (Vector3d& kappa : rod.pose.kappa) kappa += by / scene.rods[0].arc.back();
    for (Eigen::Quaterniond& joint : rod.pose.joints)
      joint = joint * turnBy(by / static_cast<double>(rod.pose.joints.size()));
  }
  const auto tip = [&](const State& of, std::size_t r) {
    return knotFrames(shapeOf(scene.rods[r], of.rods[r].pose)).back().position;
  };
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1.0 / 24;
  double most = 0;
  for (int i = 0; i < (kThorough ? 240 : 120); ++i) {
    EXPECT_TRUE(step(scene, state, work, settings).failed.empty());
    for (std::size_t r = 0; r < scene.rods.size(); ++r)
      most = std::max(most, (tip(state, r) - tip(drawn, r)).norm() / scene.rods[r].arc.back());
  }
  return most;
}

class SagFree : public testing::TestWithParam<Model> {};
INSTANTIATE_TEST_SUITE_P(All, SagFree, testing::ValuesIn(sweptModels()),
                         [](const auto& info) { return std::string(nameOf(info.param)); });

TEST_P(SagFree, HairsStayAsDrawn) {
  for (const bool heavy : {false, true})
    for (const Stabilise how : {Stabilise::stiffen, Stabilise::relieve}) {
      Scene scene = hairs(GetParam(), kThorough ? 24 : 6, heavy);
      State state = restState(scene);
      SagSettings settings;
      settings.stabilise = how;
      if (!heavy) settings.margin = 0.1;  // the default changes some: a column of w L^3 / EI = 7.8 buckles
      const SagReport report = makeSagFree(scene, state, settings);
      EXPECT_EQ(report.stableCount, scene.rods.size());
      EXPECT_EQ(report.trees.empty(), !heavy);
      for (const SagReport::Tree& tree : report.trees) {
        EXPECT_TRUE(tree.stable);
        EXPECT_TRUE(how == Stabilise::stiffen ? tree.factor > 1 : tree.factor < 1) << tree.factor;
      }
      EXPECT_LT(wandering(scene, state, 0), 1e-6);
      EXPECT_LT(wandering(scene, state, 1e-6), 1e-5);
    }
}

// Without help, the unstable ones are named, and they do fall.
TEST_P(SagFree, UnstableRodsAreReported) {
  Scene scene = hairs(GetParam(), 12, true);
  State state = restState(scene);
  SagSettings settings;
  settings.stabilise = Stabilise::no;
  const SagReport report = makeSagFree(scene, state, settings);
  ASSERT_GE(report.trees.size(), 10u);
  EXPECT_EQ(report.stableCount + report.trees.size(), 12u);
  for (const SagReport::Tree& tree : report.trees) {
    EXPECT_FALSE(tree.stable);
    EXPECT_EQ(tree.factor, 1);
  }
  EXPECT_GT(wandering(scene, state, 1e-6), 0.1);
}

// The factor is just enough: with a little less the certificate fails.
TEST_P(SagFree, FactorsAreMinimal) {
  Scene scene = hairs(GetParam(), 8, true);
  const Scene drawn = scene;
  State state = restState(scene);
  SagSettings settings;
  settings.margin = settings.ratio = 0;
  const SagReport report = makeSagFree(scene, state, settings);
  ASSERT_GE(report.trees.size(), 6u);
  for (const SagReport::Tree& tree : report.trees) {
    Scene softer;
    softer.rods = {drawn.rods[tree.rod]};
    for (Section& section : softer.rods[0].sections)
      section.stiffness *= tree.factor / (1 + 1.5 * settings.near);
    State own = restState(softer);
    SagSettings none = settings;
    none.stabilise = Stabilise::no;
    EXPECT_EQ(makeSagFree(softer, own, none).stableCount, 0u) << tree.rod << " " << tree.factor;
  }
}

// With a limit on what is added, rods sag; but to a place that is stable.
TEST_P(SagFree, AddedCurvatureIsLimited) {
  Scene scene = hairs(GetParam(), 8, true);
  const Scene drawn = scene;
  State state = restState(scene);
  SagSettings settings;
  settings.stabilise = Stabilise::limit;
  settings.most = 20;
  const SagReport report = makeSagFree(scene, state, settings);
  EXPECT_EQ(report.stableCount, scene.rods.size());
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    for (std::size_t k = 0; k < state.rods[r].pose.kappa.size(); ++k)
      EXPECT_LT((scene.rods[r].rest.kappa[k] - drawn.rods[r].rest.kappa[k]).norm(), 20 * (1 + 1e-12));
  EXPECT_LT(wandering(scene, state, 0), 1e-6);
}

// Trees with branches, beside the centreline and inside elements.
TEST(SagFree, ATreeStaysAsDrawn) {
  Scene scene;
  const SectionInput section{2e-3, 0.8, 900, 3e8, 0.3};
  scene.rods.push_back(evenRod(Model::clothoid, 5, 0.4, section));
  scene.rods[0].attachment.axes = turnBy({0, 0, 1.2}).toRotationMatrix();
  for (const Model model : sweptModels()) {
    SceneRod branch = evenRod(model, 4, 0.2, section);
    branch.root = Root::attached;
    branch.parent = model == Model::chain ? 1 : 0;
    branch.parentArc = model == Model::helix ? 0.33 : 0.17;
    branch.attachment.axes = turnBy({0.3, 0.5, -0.7}).toRotationMatrix();
    branch.attachment.position = {0, 0.004, 0};
    bendRest(branch, {1, 4, 2});
    scene.rods.push_back(branch);
  }
  State state = restState(scene);
  const SagReport report = makeSagFree(scene, state);
  EXPECT_EQ(report.stableCount, 1u);
  EXPECT_LT(wandering(scene, state, 0), 1e-6);
}

// Loads that do not weigh less when the rod does: a column under three times what it can bear.
TEST_P(SagFree, AnOverloadedColumnIsStiffenedOrReported) {
  for (const Stabilise how : {Stabilise::stiffen, Stabilise::relieve}) {
    Scene scene;
    scene.rods = {evenRod(GetParam(), 8, 0.5, {2e-3, 1, 1000, 1e8, 0.3})};
    scene.rods[0].attachment.axes = turnBy({0, 0, kPi / 2}).toRotationMatrix();
    const double bearable = kPi * kPi / 4 * scene.rods[0].sections[0].stiffness[1] / (0.5 * 0.5);
    scene.rods[0].forces = {{0.5, Vector3d(0, -3 * bearable, 0)}};
    State state = restState(scene);
    SagSettings settings;
    settings.stabilise = how;
    const SagReport report = makeSagFree(scene, state, settings);
    ASSERT_EQ(report.trees.size(), 1u);
    EXPECT_EQ(report.trees[0].stable, how == Stabilise::stiffen);
    if (how == Stabilise::stiffen) {
      EXPECT_GT(report.trees[0].factor, 3);
      EXPECT_LT(wandering(scene, state, 1e-6), 1e-5);
    }
  }
}

// Air at rest changes nothing; a load along the rod is held like its weight.
TEST_P(SagFree, LoadsAlongTheRodAreHeld) {
  Scene scene;
  scene.rods = {straightRod(GetParam(), 8, 0.5, 1e9)};
  bendRest(scene.rods[0], {1, 3, 2});
  Drag drag = dragOf(Air(), 1e-3, 1e-3, 1, 1);
  scene.rods[0].drag.assign(9, drag);
  Scene loaded = scene;
  for (Drag& knot : loaded.rods[0].drag) knot.load = {0, 0.1, 0.2};  // three times its weight
  const Scene drawn = loaded;
  State state = restState(scene), same = restState(loaded);
  EXPECT_EQ(makeSagFree(scene, state).stableCount, 1u);
  EXPECT_EQ(makeSagFree(loaded, same).stableCount, 1u);
  EXPECT_LT(wandering(scene, state, 0), 1e-6);
  EXPECT_LT(wandering(loaded, same, 0), 1e-6);
  EXPECT_GT(wandering(drawn, restState(drawn), 0), 1e-2);
}

TEST(SagFree, SettingsOutOfRangeAreRefused) {
  Scene scene = hairs(Model::helix, 1, false);
  State state = restState(scene);
  const auto tryWith = [&](double margin, double ratio, int neighbours) {
    SagSettings settings;
    settings.margin = margin;
    settings.ratio = ratio;
    settings.neighbours = neighbours;
    makeSagFree(scene, state, settings);
  };
  EXPECT_NO_THROW(tryWith(0, 1, 0));
  EXPECT_THROW(tryWith(1, 1.5, 6), Error);
  EXPECT_THROW(tryWith(-0.1, 1.5, 6), Error);
  EXPECT_THROW(tryWith(0.6, 0.5, 6), Error);
  EXPECT_THROW(tryWith(0.6, 1.5, -1), Error);
}

TEST(SagFree, AFreeRodIsRefused) {
  Scene scene = hairs(Model::helix, 1, false);
  scene.rods[0].root = Root::free;
  State state = restState(scene);
  EXPECT_THROW(makeSagFree(scene, state), Error);
}

}  // namespace
}  // namespace tendril::test
