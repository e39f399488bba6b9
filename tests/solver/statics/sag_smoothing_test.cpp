// Factors of sag-free trees change little from root to root.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>

#include "solver/base/math.h"
#include "solver/rods/model.h"
#include "solver/statics/sag_free.h"
#include "tests/support/random_scene.h"

namespace tendril::test {
namespace {

// Hairs on a disc of a 2 cm radius; every third is stable as drawn.
Scene tuft(Model model, int count) {
  Scene scene = hairs(model, count, true);
  const Scene light = hairs(model, count, false);
  for (int i = 0; i < count; ++i) {
    SceneRod& rod = scene.rods[static_cast<std::size_t>(i)];
    if (i % 3 == 0) rod = light.rods[static_cast<std::size_t>(i)];
    const double distance = 0.02 * std::sqrt((i + 0.5) / count), angle = 2.399963 * i;
    rod.attachment.position = {distance * std::cos(angle), 0.01 * std::sin(5.0 * i),
                               distance * std::sin(angle)};
  }
  return scene;
}

struct Smoothed {
  Scene scene;
  SagReport report;
  std::vector<double> needed, factor;  // of stiffness, or one by that of weight
};

Smoothed smoothedTuft(const Scene& drawn, const SagSettings& settings) {
  Smoothed result{drawn, {}, std::vector<double>(drawn.rods.size(), 1), {}};
  result.factor = result.needed;
  State state = restState(drawn);
  result.report = makeSagFree(result.scene, state, settings);
  for (const SagReport::Tree& tree : result.report.trees) {
    const bool stiffens = settings.stabilise == Stabilise::stiffen;
    result.needed[tree.rod] = stiffens ? tree.needed : 1 / tree.needed;
    result.factor[tree.rod] = stiffens ? tree.factor : 1 / tree.factor;
  }
  return result;
}

// By comparing all pairs. True at [a][b]: neighbours.
std::vector<std::vector<bool>> neighbourPairs(const Scene& scene, std::size_t count) {
  const std::size_t n = scene.rods.size();
  std::vector<std::vector<bool>> pairs(n, std::vector<bool>(n));
  for (std::size_t a = 0; a < n; ++a) {
    std::vector<std::pair<double, std::size_t>> near;
    for (std::size_t b = 0; b < n; ++b)
      if (a != b)
        near.emplace_back((scene.rods[a].attachment.position - scene.rods[b].attachment.position).norm(), b);
    std::sort(near.begin(), near.end());
    for (std::size_t i = 0; i < std::min(count, near.size()); ++i)
      if (near[i].first < std::min(scene.rods[a].arc.back(), scene.rods[near[i].second].arc.back()))
        pairs[a][near[i].second] = pairs[near[i].second][a] = true;
  }
  return pairs;
}

// The largest ratio of neighbours' factors.
double steepest(const std::vector<std::vector<bool>>& pairs, const std::vector<double>& factor) {
  double most = 1;
  for (std::size_t a = 0; a < factor.size(); ++a)
    for (std::size_t b = 0; b < factor.size(); ++b)
      if (pairs[a][b]) most = std::max(most, factor[a] / factor[b]);
  return most;
}

class SagSmoothing : public testing::TestWithParam<Model> {};
INSTANTIATE_TEST_SUITE_P(All, SagSmoothing, testing::ValuesIn(sweptModels()),
                         [](const auto& info) { return std::string(nameOf(info.param)); });

// Bounded, no tree below its need, none raised without a neighbour that asks for it, all certified.
TEST_P(SagSmoothing, NeighboursDifferByTheRatioAtMost) {
  const Scene drawn = tuft(GetParam(), 48);
  for (const Stabilise how : {Stabilise::stiffen, Stabilise::relieve}) {
    SagSettings settings;
    settings.stabilise = how;
    const auto pairs = neighbourPairs(drawn, static_cast<std::size_t>(settings.neighbours));
    const Smoothed smooth = smoothedTuft(drawn, settings);
    settings.ratio = 0;
    const Smoothed rough = smoothedTuft(drawn, settings);
    settings = SagSettings();
    EXPECT_EQ(smooth.needed, rough.needed);
    EXPECT_EQ(rough.factor, rough.needed);
    EXPECT_EQ(rough.report.raisedCount, 0u);
    EXPECT_GT(steepest(pairs, rough.factor), 5);
    EXPECT_LT(steepest(pairs, smooth.factor), settings.ratio * (1 + 1e-9));
    EXPECT_EQ(smooth.report.stableCount, drawn.rods.size());
    std::size_t raised = 0, ofStable = 0;
    for (std::size_t i = 0; i < drawn.rods.size(); ++i) {
      const double factor = smooth.factor[i], by = how == Stabilise::stiffen ? factor : 1;
      EXPECT_GE(factor, smooth.needed[i]);
      EXPECT_NEAR(smooth.scene.rods[i].sections[0].stiffness[0] / drawn.rods[i].sections[0].stiffness[0], by,
                  1e-12 * by);
      EXPECT_NEAR(smooth.scene.rods[i].weight, by == factor ? 1 : 1 / factor, 1e-12);
      if (factor == smooth.needed[i]) continue;
      ++raised;
      ofStable += smooth.needed[i] == 1;
      double asked = 0;
      for (std::size_t j = 0; j < drawn.rods.size(); ++j)
        if (pairs[i][j]) asked = std::max(asked, smooth.factor[j] / settings.ratio);
      EXPECT_NEAR(factor, asked, 1e-9 * factor);
    }
    EXPECT_EQ(smooth.report.raisedCount, raised);
    EXPECT_GT(ofStable, 5u);
    settings.stabilise = Stabilise::no;
    settings.margin -= 1e-6;
    Scene again = smooth.scene;
    State state = restState(drawn);
    EXPECT_EQ(makeSagFree(again, state, settings).stableCount, drawn.rods.size());
  }
}

// What is farther away than rods are long is not touched, nor by few roots.
TEST(SagSmoothing, StopsWhereRodsDoNotReach) {
  for (const double apart : {0.05, 0.2}) {
    Scene scene = hairs(Model::helix, 1, true);
    scene.rods.push_back(hairs(Model::helix, 1, false).rods[0]);  // 10 cm long, stable
    scene.rods[1].attachment.position = {0, 0, apart};
    const Smoothed smooth = smoothedTuft(scene, {});
    EXPECT_EQ(smooth.needed[1], 1);
    EXPECT_EQ(smooth.factor[1] > 1, apart < 0.1) << apart;
  }
}

// A tree's own shoots do not count as neighbours; all of its rods get its factor.
TEST(SagSmoothing, ATreeHasOneFactor) {
  Scene scene;
  for (int i = 0; i < 2; ++i) {
    SceneRod stem = hairs(Model::clothoid, 2, i == 1).rods[1], shoot = stem;
    stem.attachment.position = {0.01 * i, 0, 0};
    shoot.root = Root::attached;
    shoot.parent = 2 * i;
    shoot.parentArc = stem.arc[3];
    scene.rods.push_back(stem);
    scene.rods.push_back(shoot);
  }
  const Scene drawn = scene;
  State state = restState(scene);
  const SagReport report = makeSagFree(scene, state);
  EXPECT_EQ(report.stableCount, 2u);
  ASSERT_EQ(report.trees.size(), 2u);
  EXPECT_EQ(report.raisedCount, 1u);
  EXPECT_NEAR(report.trees[0].factor, report.trees[1].factor / SagSettings().ratio,
              1e-12 * report.trees[0].factor);
  for (std::size_t r = 0; r < 4; ++r) {
    const double factor = report.trees[r / 2].factor;
    EXPECT_EQ(report.trees[r / 2].rod, r / 2 * 2);
    EXPECT_NEAR(scene.rods[r].sections[1].stiffness[1] / drawn.rods[r].sections[1].stiffness[1], factor,
                1e-12 * factor);
  }
}

// Roots at one place, too.
TEST(SagSmoothing, SameBitsForAnyNumberOfThreads) {
  for (const bool oneRoot : {false, true}) {
    const Scene drawn = oneRoot ? hairs(Model::clothoid, 60, true) : tuft(Model::clothoid, 60);
    const Smoothed many = smoothedTuft(drawn, {});
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const Smoothed single = smoothedTuft(drawn, {});
    EXPECT_GT(many.report.raisedCount, 0u);
    EXPECT_EQ(many.factor, single.factor);
    for (std::size_t r = 0; r < drawn.rods.size(); ++r) {
      EXPECT_EQ(many.scene.rods[r].rest.kappa, single.scene.rods[r].rest.kappa);
      EXPECT_EQ(many.scene.rods[r].sections[0].stiffness, single.scene.rods[r].sections[0].stiffness);
    }
  }
}

}  // namespace
}  // namespace tendril::test
