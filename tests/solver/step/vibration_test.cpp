// Small vibrations of a cantilever of clothoids against the frequencies of the beam and of the shaft.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/base/math.h"
#include "solver/examples/rod_scenes.h"
#include "solver/step/step.h"

namespace tendril::test {
namespace {

constexpr double kBeamLength = 0.5;  // m
constexpr int kBeamElements = 12, kStepsInAPeriod = 200;
const SectionInput kThinBeam = {1e-3, 1, 1000, 1e8, 0.3};

// Hz, of a clamped rod without weight that is let go with `mode` (by part of the length) as its curvature
// about one axis. The times at which the state's part along the mode passes zero count, over two periods;
// `expected` sets the step.
template <class Mode>
double frequencyOf(int axis, double expected, Mode&& mode) {
  Scene scene;
  scene.gravity.setZero();
  scene.rods = {evenRod(Model::clothoid, kBeamElements, kBeamLength, kThinBeam)};
  State state = restState(scene);
  std::vector<double> shape;  // 1/m
  for (const double arc : scene.rods[0].arc) shape.push_back(1e-3 * mode(arc / kBeamLength));
  for (std::size_t k = 0; k < shape.size(); ++k) state.rods[0].pose.kappa[k][axis] = shape[k];
  const auto amplitude = [&] {
    double sum = 0;
    for (std::size_t k = 0; k < shape.size(); ++k)
      sum += (k == 0 || k + 1 == shape.size() ? 0.5 : 1) * shape[k] * state.rods[0].pose.kappa[k][axis];
    return sum;
  };
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1 / (expected * kStepsInAPeriod);
  std::vector<double> zeros;  // s
  double before = amplitude();
  for (int i = 1; zeros.size() < 5 && i < 4 * kStepsInAPeriod; ++i) {
    const Report report = step(scene, state, work, settings);
    EXPECT_TRUE(report.failed.empty() && report.retries == 0);
    const double now = amplitude();
    if (before * now < 0) zeros.push_back((i - now / (now - before)) * settings.dt);
    before = now;
  }
  EXPECT_EQ(zeros.size(), 5u);
  return zeros.size() == 5 ? 2 / (zeros[4] - zeros[0]) : 0;
}

// BDF2 slows an oscillation of `n` steps a period by the part (2 pi / n)^2 / 3: from 3/2 - 2/z + 1/(2 z^2) =
// i w dt, log z = i w dt (1 - (w dt)^2 / 3) + O((w dt)^4).
const double kSlowed = 1 - std::pow(kTurn / kStepsInAPeriod, 2) / 3;

// f = beta^2 / (2 pi L^2) sqrt(EI / rho S), cosh(beta) cos(beta) = -1 (Euler and Bernoulli). Curvature of the
// mode: cosh(b u) + cos(b u) - (cosh b + cos b) / (sinh b + sin b) (sinh(b u) + sin(b u)).
TEST(Vibration, BendingModesHaveTheBeamsFrequencies) {
  const Section section = makeSection(kThinBeam);
  for (int mode = 1; mode <= 3; ++mode) {
    double low = (mode - 0.75) * kPi, high = (mode - 0.25) * kPi;
    const auto root = [](double b) { return std::cos(b) + 1 / std::cosh(b); };
    const bool falls = root(low) > root(high);
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      ((root(middle) > 0) == falls ? low : high) = middle;
    }
    const double b = low, exact = b * b / (kTurn * kBeamLength * kBeamLength) *
                                  std::sqrt(section.stiffness[1] / section.mass);  // Hz
    const double part = (std::cosh(b) + std::cos(b)) / (std::sinh(b) + std::sin(b));
    const double found = frequencyOf(2, exact, [&](double u) {
      return std::cosh(b * u) + std::cos(b * u) - part * (std::sinh(b * u) + std::sin(b * u));
    });
    EXPECT_NEAR(found / exact, 1, 1e-3) << "mode " << mode;
    EXPECT_NEAR(found / (kSlowed * exact), 1, 2e-4) << "mode " << mode;
  }
}

// f = (n - 1/2) / (2 L) sqrt(GJ / rho Ip); the twist of the mode is cos((n - 1/2) pi u), rho Ip in kg m.
TEST(Vibration, TorsionModesHaveTheShaftsFrequencies) {
  const Section section = makeSection(kThinBeam);
  for (int mode = 1; mode <= 2; ++mode) {
    const double wave = (mode - 0.5) * kPi,
                 exact = wave / (kTurn * kBeamLength) *
                         std::sqrt(section.stiffness[0] / section.inertia[0]);  // Hz
    const double found = frequencyOf(0, exact, [&](double u) { return std::cos(wave * u); });
    EXPECT_NEAR(found / exact, 1, 1e-3) << "mode " << mode;
    EXPECT_NEAR(found / (kSlowed * exact), 1, 5e-5) << "mode " << mode;
  }
}

}  // namespace
}  // namespace tendril::test
