// Rods whose elements differ a thousandfold in length hang and swing as rods of even elements do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/base/math.h"
#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"
#include "tests/solver/statics/elastica.h"
#include "tests/support/random_scene.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

constexpr double kUnevenLength = 1;  // m
const SectionInput kUnevenSection = {5e-3, 1, 1000, 1e8, 0.3};

// How they follow each other, from the root.
enum class ElementLengths { even, growing, shrinking, alternating };

SceneRod unevenRod(Model model, int elements, ElementLengths lengths) {
  SceneRod rod = evenRod(model, elements, kUnevenLength, kUnevenSection);
  double sum = 0;
  for (int e = 0; e < elements; ++e) {
    const double part = static_cast<double>(e) / (elements - 1);
    sum += lengths == ElementLengths::even        ? 1
           : lengths == ElementLengths::growing   ? std::pow(1000, part)
           : lengths == ElementLengths::shrinking ? std::pow(1000, 1 - part)
                                                  : (e % 2 ? 1000 : 1);
    rod.arc[static_cast<std::size_t>(e) + 1] = sum;
  }
  for (double& arc : rod.arc) arc *= kUnevenLength / sum;
  return rod;
}

// Longest by shortest element.
double unevennessOf(const SceneRod& rod) {
  double shortest = rod.length(0), longest = shortest;
  for (std::size_t e = 1; e < rod.elements(); ++e) {
    shortest = std::min(shortest, rod.length(e));
    longest = std::max(longest, rod.length(e));
  }
  return longest / shortest;
}

Scene sceneOfRod(const SceneRod& rod, double angle) {
  Scene scene;
  scene.rods = {rod};
  scene.rods[0].attachment.axes = turnBy({0, 0, angle}).toRotationMatrix();
  return scene;
}

Vector3d hangingTip(const SceneRod& rod, double angle) {
  const Scene scene = sceneOfRod(rod, angle);
  State state = restState(scene);
  const Equilibrium found = findEquilibrium(scene, state);
  EXPECT_TRUE(found.found && found.stable);
  EXPECT_LE(found.iterations, 8);
  return tipsOf(scene, state)[0];
}

// A heavy beam, EI theta'' = w (L - s) cos(theta), clamped level or steeply downwards: w L^3 / EI = 15.7.
TEST(UnevenElements, HangWhereTheHeavyElasticaDoes) {
  const Section section = makeSection(kUnevenSection);
  for (const double angle : {0.0, -0.4 * kPi}) {  // rad, of the root
    Beam beam;
    beam.parts = {{kUnevenLength, section.stiffness[2], 9.81 * section.mass}};
    beam.rootAngle = angle;
    const BeamShape exact = shapeOfBeam(beam, -0.5 * kPi, 0.5 * kPi);
    const Vector3d tip(exact.ends[0][0], exact.ends[0][1], 0);
    for (const ElementLengths lengths : {ElementLengths::even, ElementLengths::growing,
                                         ElementLengths::shrinking, ElementLengths::alternating}) {
      SCOPED_TRACE("lengths " + std::to_string(static_cast<int>(lengths)));
      for (const Model model : sweptModels()) {
        const SceneRod rod = unevenRod(model, 120, lengths);
        EXPECT_NEAR(unevennessOf(rod), lengths == ElementLengths::even ? 1 : 1000, 1e-6);
        const double bound = model == Model::clothoid ? 5e-7 : model == Model::helix ? 1e-3 : 3e-3;
        EXPECT_LT((hangingTip(rod, angle) - tip).norm(), bound * kUnevenLength) << nameOf(model);
      }
    }
  }
}

// Released from level, for a second, against the even rod of as many elements; energy gained, in m g L / 2.
THOROUGH_TEST(UnevenElements, SwingStablyAndAsEvenOnesDo) {
  const double size = 0.5 * 9.81 * makeSection(kUnevenSection).mass * kUnevenLength * kUnevenLength;
  struct Run {
    const Scene scene;
    State state = restState(scene);
    Workspace work{scene};
    double start = energiesOf(scene, state).total();
  };
  for (const Scheme scheme : {Scheme::smooth, Scheme::robust})
    for (const Model model : sweptModels())
      for (const ElementLengths lengths :
           {ElementLengths::growing, ElementLengths::shrinking, ElementLengths::alternating}) {
        SCOPED_TRACE(std::string(nameOf(model)) + ", lengths " + std::to_string(static_cast<int>(lengths)));
        SceneRod rods[] = {unevenRod(model, 60, lengths), unevenRod(model, 60, ElementLengths::even)};
        for (SceneRod& rod : rods) rod.damping = 0.02;
        Run uneven{sceneOfRod(rods[0], 0)}, even{sceneOfRod(rods[1], 0)};
        StepSettings settings;
        settings.scheme = scheme;
        settings.dt = 1.0 / 60;
        settings.tolerance = 1e-12;
        double apart = 0;
        for (int i = 0; i < 60; ++i) {
          for (Run* run : {&uneven, &even}) {
            const Report report = step(run->scene, run->state, run->work, settings);
            EXPECT_TRUE(report.failed.empty() && report.retries == 0) << "step " << i;
            EXPECT_LT(energiesOf(run->scene, run->state).total() - run->start, 1e-3 * size) << "step " << i;
          }
          apart = std::max(
              apart, (tipsOf(uneven.scene, uneven.state)[0] - tipsOf(even.scene, even.state)[0]).norm());
        }
        EXPECT_LT(apart, (model == Model::clothoid ? 2e-4 : 2e-2) * kUnevenLength);
      }
}

}  // namespace
}  // namespace tendril::test
