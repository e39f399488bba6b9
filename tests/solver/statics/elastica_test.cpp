// Cantilevers of one to ten clothoids under loads at their tip, bent as far as they go, against the elastica.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/base/math.h"
#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/statics/statics.h"
#include "tests/solver/statics/elastica.h"

namespace tendril::test {
namespace {

constexpr double kBarLength = 0.8;  // m
const SectionInput kBar = {5e-3, 1, 1000, 1e8, 0.3};

// A dead load and a spring that turns the tip: force L^2 / EI, spring L / EI, rad.
struct TipLoad {
  double force = 0, spring = 0, angle = 0;
};

Beam barUnder(const TipLoad& load) {
  const double bending = makeSection(kBar).stiffness[2];
  Beam beam;
  beam.parts = {{kBarLength, bending, 0}};
  beam.force = load.force * bending / (kBarLength * kBarLength);
  beam.spring = load.spring * bending / kBarLength;
  beam.springAngle = load.angle;
  return beam;
}

Frame<double> turnedInPlane(double angle) {
  Frame<double> frame;
  frame.axes = turnBy({0, 0, angle}).toRotationMatrix();
  return frame;
}

Scene barOf(int elements, const TipLoad& load) {
  const Beam beam = barUnder(load);
  Scene scene;
  scene.gravity.setZero();
  scene.rods = {evenRod(Model::clothoid, elements, kBarLength, kBar)};
  scene.rods[0].forces = {{kBarLength, {0, -beam.force, 0}}};
  scene.rods[0].targetSprings = {{kBarLength, turnedInPlane(beam.springAngle), 0, beam.spring}};
  return scene;
}

Frame<double> tipAtRest(const Scene& scene, State state) {
  const Equilibrium found = findEquilibrium(scene, state);
  EXPECT_TRUE(found.found && found.stable);
  return knotFrames(shapeOf(scene.rods[0], state.rods[0].pose)).back();
}

// How far the tip is from where the elastica has it, in parts of the length.
double missOfTip(int elements, const TipLoad& load, const BeamShape& exact) {
  const Scene scene = barOf(elements, load);
  const Frame<double> tip = tipAtRest(scene, restState(scene));
  return (tip.position - Vector3d(exact.ends[0][0], exact.ends[0][1], 0)).norm() / kBarLength;
}

// The first integral of EI theta'' = P cos(theta) from a level root to the tip:
// (m_0^2 - m_tip^2) / (2 EI) = -P sin(theta_tip), N. Finer steps change nothing.
TEST(Elastica, TheReferenceKeepsItsFirstIntegral) {
  const double bending = makeSection(kBar).stiffness[2];
  for (const TipLoad& load : {TipLoad{3, 0, 0}, TipLoad{10, 0, 0}, TipLoad{2, 4, 2}}) {
    const Beam beam = barUnder(load);
    const BeamShape coarse = shapeOfBeam(beam, -0.5 * kPi, kPi),
                    fine = shapeOfBeam(beam, -0.5 * kPi, kPi, 4000);
    EXPECT_NEAR(coarse.rootAngle, 0, 1e-12);
    EXPECT_NEAR(coarse.ends[0][0], fine.ends[0][0], 1e-11 * kBarLength);
    EXPECT_NEAR(coarse.ends[0][1], fine.ends[0][1], 1e-11 * kBarLength);
    const double moment = beam.spring * (beam.springAngle - coarse.tipAngle),
                 gained = (std::pow(coarse.rootMoment, 2) - moment * moment) / (2 * bending);
    EXPECT_NEAR(gained, -beam.force * std::sin(coarse.tipAngle), 1e-10 * beam.force);
  }
}

// The tip's error falls with the fourth power of the elements' length. A load of 10 EI / L^2 bends the tip by
// 82 degrees and moves it by 0.91 of the length.
TEST(Elastica, OneToTenClothoidsConvergeWithTheFourthPower) {
  struct Case {
    TipLoad load;
    double one, eight;  // largest error with as many elements, in parts of the length
  };
  const Case cases[] = {{{1, 0, 0}, 1e-4, 2e-8},
                        {{3, 0, 0}, 3e-3, 6e-7},
                        {{10, 0, 0}, 2e-2, 5.1e-6},
                        {{2, 4, 2}, 4e-3, 1.2e-6}};
  for (const Case& each : cases) {
    const Beam beam = barUnder(each.load);
    const BeamShape exact = shapeOfBeam(beam, -0.5 * kPi, kPi);
    std::vector<double> miss;
    for (int elements = 1; elements <= 10; ++elements) miss.push_back(missOfTip(elements, each.load, exact));
    SCOPED_TRACE("force " + std::to_string(each.load.force) + ", spring " + std::to_string(each.load.spring));
    EXPECT_LT(miss[0], each.one);
    EXPECT_LT(miss[7], each.eight);
    for (std::size_t n = 1; n < miss.size(); ++n) EXPECT_LT(miss[n], miss[n - 1]) << n + 1 << " elements";
    EXPECT_NEAR(std::log2(miss[4] / miss[9]), 4, 0.15);
  }
}

// A moment at the tip alone bends to an arc of angle M L / EI, which a single clothoid is: with the spring's
// moment M = c (angle - bent), bent = angle / (1 + EI / (c L)).
TEST(Elastica, AnEndMomentBendsToAnArcWithAnyElements) {
  for (const double angle : {1.0, 3.0, 4.5})  // the spring's, rad
    for (int elements = 1; elements <= 10; ++elements) {
      const TipLoad load = {0, 10, angle};
      const double bent = angle / (1 + 1 / load.spring), bend = bent / kBarLength;
      const Scene scene = barOf(elements, load);
      State state = restState(scene);
      // near the arc, so that the spring is turned by less than half a turn
      for (Vector3d& kappa : state.rods[0].pose.kappa) kappa = {0, 0, 0.9 * bend};
      const Vector3d tip = tipAtRest(scene, state).position,
                     exact = Vector3d(std::sin(bent), 1 - std::cos(bent), 0) / bend;
      EXPECT_LT((tip - exact).norm(), 1e-11 * kBarLength) << angle << " " << elements;
    }
}

}  // namespace
}  // namespace tendril::test
