// Five hundred rods of one element, each attached to the tip of the one before: one rod of five hundred
// elements.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/base/math.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/model.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"
#include "tests/solver/statics/elastica.h"

namespace tendril::test {
namespace {

constexpr int kDepth = 500;
constexpr double kDeepLength = 1;  // m
const SectionInput kDeepSection = {5e-3, 1, 1000, 1e8, 0.3};

Scene wholeRod(Model model) {
  Scene scene;
  scene.rods = {evenRod(model, kDepth, kDeepLength, kDeepSection)};
  scene.rods[0].halfFirst = false;  // every joint has a whole element, as between two rods
  scene.rods[0].damping = 0.01;
  return scene;
}

Scene deepTree(Model model) {
  Scene scene;
  for (int r = 0; r < kDepth; ++r) {
    SceneRod rod = evenRod(model, 1, kDeepLength / kDepth, kDeepSection);
    rod.halfFirst = false;
    rod.damping = 0.01;
    if (r > 0) {
      rod.root = Root::attached;
      rod.parent = r - 1;
      rod.parentArc = kDeepLength / kDepth;
    }
    scene.rods.push_back(rod);
  }
  return scene;
}

// Places of all knots, from root to tip.
std::vector<Vector3d> placesOf(const Scene& scene, const State& state) {
  std::vector<Vector3d> places;
  for (std::size_t r = 0; r < scene.rods.size(); ++r) {
    const std::vector<Frame<double>> knots = knotFrames(shapeOf(scene.rods[r], state.rods[r].pose));
    for (std::size_t k = r == 0 ? 0 : 1; k < knots.size(); ++k) places.push_back(knots[k].position);
  }
  return places;
}

double mostApart(const std::vector<Vector3d>& a, const std::vector<Vector3d>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    EXPECT_TRUE(a[i].allFinite() && b[i].allFinite());
    most = std::max(most, (a[i] - b[i]).norm());
  }
  return most;
}

// The heavy elastica: EI theta'' = w (L - s) cos(theta), w L^3 / EI = 15.7. A chain of joints with a whole
// element each sags by (1 + 1/n)^2 as much (thesis on plants, 8.3).
TEST(DeepTree, HangsWhereOneRodAndTheElasticaHang) {
  const Section section = makeSection(kDeepSection);
  Beam beam;
  beam.parts = {{kDeepLength, section.stiffness[2], 9.81 * section.mass}};
  const BeamShape exact = shapeOfBeam(beam, -0.5 * kPi, 0);
  const Vector3d tip(exact.ends[0][0], exact.ends[0][1], 0);
  for (const Model model : sweptModels()) {
    SCOPED_TRACE(nameOf(model));
    const Scene tree = deepTree(model), whole = wholeRod(model);
    State deep = restState(tree), one = restState(whole);
    const Equilibrium found = findEquilibrium(tree, deep);
    EXPECT_TRUE(found.found && found.stable);
    EXPECT_TRUE(findEquilibrium(whole, one).stable);
    const std::vector<Vector3d> places = placesOf(tree, deep);
    EXPECT_LT(mostApart(places, placesOf(whole, one)), 1e-12 * kDeepLength);
    const double bound = model == Model::clothoid ? 1e-11 : model == Model::helix ? 2e-6 : 4e-3;
    EXPECT_LT((places.back() - tip).norm(), bound * kDeepLength);
  }
}

TEST(DeepTree, SwingsAsOneRodDoes) {
  for (const Model model : sweptModels()) {
    SCOPED_TRACE(nameOf(model));
    const Scene tree = deepTree(model), whole = wholeRod(model);
    State deep = restState(tree), one = restState(whole);
    Workspace work(tree), other(whole);
    StepSettings settings;
    settings.dt = 1.0 / 60;
    for (int i = 0; i < 24; ++i) {
      const Report ofTree = step(tree, deep, work, settings), ofRod = step(whole, one, other, settings);
      EXPECT_TRUE(ofTree.failed.empty() && ofTree.retries == 0);
      EXPECT_EQ(ofTree.sweeps, ofRod.sweeps);
    }
    const std::vector<Vector3d> places = placesOf(tree, deep);
    EXPECT_LT(mostApart(places, placesOf(whole, one)), 1e-10 * kDeepLength);
    EXPECT_LT(places.back().y(), -0.2 * kDeepLength);  // it fell
  }
}

}  // namespace
}  // namespace tendril::test
