// Rods of a million times each other's mass, attached: a twig on a trunk, a weight on a straw.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/base/math.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/model.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"
#include "tests/solver/statics/elastica.h"
#include "tests/support/random_scene.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

constexpr double kPartLength = 0.5;  // m, of both rods

struct MassPair {
  const char* name;
  SectionInput first, second;
};

// kg/m3 and Pa: both bend by their load, by some tenths of the length.
const MassPair kMassPairs[] = {
    {"a light twig on a heavy trunk", {5e-3, 1, 1e6, 1e11, 0.3}, {5e-3, 1, 1, 1e5, 0.3}},
    {"a heavy rod on a light one", {5e-3, 1, 1, 3e11, 0.3}, {5e-3, 1, 1e6, 3e11, 0.3}}};

Scene massPairScene(const MassPair& pair, Model model, double damping) {
  const int elements = model == Model::clothoid ? 8 : 64;
  Scene scene;
  scene.rods = {evenRod(model, elements, kPartLength, pair.first),
                evenRod(model, elements, kPartLength, pair.second)};
  for (SceneRod& rod : scene.rods) rod.damping = damping;
  scene.rods[1].root = Root::attached;
  scene.rods[1].parent = 0;
  scene.rods[1].parentArc = kPartLength;
  return scene;
}

State hangingState(const Scene& scene) {
  State state = restState(scene);
  const Equilibrium found = findEquilibrium(scene, state);
  EXPECT_TRUE(found.found && found.stable);
  EXPECT_LE(found.iterations, 8);
  return state;
}

// Two beams in one: EI_i theta'' = V cos(theta), V the weight beyond, N; the moment EI theta' is continuous.
TEST(MassRatio, AMillionfoldHangsWhereTheElasticaDoes) {
  for (const MassPair& pair : kMassPairs) {
    const Section first = makeSection(pair.first), second = makeSection(pair.second);
    EXPECT_NEAR(std::abs(std::log10(first.mass / second.mass)), 6, 1e-9);
    Beam beam;
    beam.parts = {{kPartLength, first.stiffness[2], 9.81 * first.mass},
                  {kPartLength, second.stiffness[2], 9.81 * second.mass}};
    const BeamShape exact = shapeOfBeam(beam, -0.5 * kPi, 0);
    for (const Model model : sweptModels()) {
      const Scene scene = massPairScene(pair, model, 0);
      const std::vector<Vector3d> tips = tipsOf(scene, hangingState(scene));
      const double bound = model == Model::clothoid ? 5e-7 : model == Model::helix ? 5e-4 : 5e-3;
      for (std::size_t r = 0; r < 2; ++r) {
        EXPECT_LT((tips[r] - Vector3d(exact.ends[r][0], exact.ends[r][1], 0)).norm(), bound * kPartLength)
            << pair.name << ", " << nameOf(model);
      }
    }
  }
}

// Released from level, ten seconds at 1/24 s: no attempt fails and no energy is gained. (Where a swing turns,
// the energy guard of `smooth` may refuse a step at other dampings and steps, for equal masses as well.)
THOROUGH_TEST(MassRatio, AMillionfoldSwingsWithoutARetry) {
  for (const MassPair& pair : kMassPairs)
    for (const Model model : sweptModels())
      for (const Scheme scheme : {Scheme::smooth, Scheme::robust}) {
        SCOPED_TRACE(std::string(pair.name) + ", " + nameOf(model));
        const Scene scene = massPairScene(pair, model, 0.02);
        State state = restState(scene);
        Workspace work(scene);
        StepSettings settings;
        settings.scheme = scheme;
        const double start = energiesOf(scene, state).total(),
                     size = start - energiesOf(scene, hangingState(scene)).total();
        int sweeps = 0;
        for (int i = 0; i < 240; ++i) {
          const Report report = step(scene, state, work, settings);
          EXPECT_TRUE(report.failed.empty() && report.retries == 0) << "step " << i;
          EXPECT_LT(energiesOf(scene, state).total() - start, 1e-3 * size) << "step " << i;
          sweeps += report.sweeps;
        }
        EXPECT_LT(sweeps, 1.5 * 240);
      }
}

// With more damping it comes to rest where it hangs.
THOROUGH_TEST(MassRatio, AMillionfoldComesToRestWhereItHangs) {
  for (const MassPair& pair : kMassPairs)
    for (const Model model : sweptModels()) {
      const Scene scene = massPairScene(pair, model, 0.2);
      const std::vector<Vector3d> hanging = tipsOf(scene, hangingState(scene));
      State state = restState(scene);
      StepSettings settings;
      settings.scheme = Scheme::robust;
      EXPECT_TRUE(simulate(scene, state, settings, 480).failed.empty());
      const std::vector<Vector3d> tips = tipsOf(scene, state);
      for (std::size_t r = 0; r < 2; ++r) {
        EXPECT_LT((tips[r] - hanging[r]).norm(), 1e-9) << pair.name << ", " << nameOf(model);
      }
    }
}

}  // namespace
}  // namespace tendril::test
