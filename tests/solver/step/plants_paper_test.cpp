// The thesis on plants as articulated bodies: how its plants move here.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/examples/rod_scenes.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"
#include "tests/support/random_scene.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

// Bent by a pull from the side, and let go.
State bentAside(Scene& scene) {
  State state = restState(scene);
  const Vector3d gravity = scene.gravity;
  scene.gravity += Vector3d(3, 0, 1);
  EXPECT_TRUE(findEquilibrium(scene, state).stable);
  scene.gravity = gravity;
  return state;
}

// Tips on every 120th of a second.
std::vector<std::vector<Vector3d>> run(int links, int fine, double seconds) {
  Scene scene = potPlant(links);
  State state = bentAside(scene);
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1.0 / 120 / fine;
  std::vector<std::vector<Vector3d>> tips = {tipsOf(scene, state)};
  for (int i = 0; i < static_cast<int>(seconds * 120); ++i) {
    for (int k = 0; k < fine; ++k) EXPECT_TRUE(step(scene, state, work, settings).failed.empty());
    tips.push_back(tipsOf(scene, state));
  }
  return tips;
}

// Table 9.18: 45 to 150 bodies.
class Plants : public testing::TestWithParam<int> {};

TEST_P(Plants, SwayEqualsStepsSixteenTimesFiner) {
  const auto coarse = run(GetParam(), 1, 2), fine = run(GetParam(), 16, 2);
  double excursion = 0, error = 0;
  for (std::size_t i = 0; i < fine.size(); ++i)
    for (std::size_t r = 0; r < fine[i].size(); ++r) {
      excursion = std::max(excursion, (fine[i][r] - fine[0][r]).norm());
      error = std::max(error, (coarse[i][r] - fine[i][r]).norm());
    }
  EXPECT_GT(excursion, 0.02);
  EXPECT_LT(error, 0.02 * excursion) << "excursion " << excursion;
  RecordProperty("error", std::to_string(error / excursion));
}

TEST_P(Plants, FirstModeIsSlowAndDamped) {
  const auto tips = run(GetParam(), 1, 4);
  const Scene scene = potPlant(GetParam());
  State still = restState(scene);
  ASSERT_TRUE(findEquilibrium(scene, still).stable);
  const double rest = tipsOf(scene, still)[0].x();
  std::vector<std::pair<double, double>> peaks;  // time, size
  for (std::size_t i = 1; i + 1 < tips.size(); ++i) {
    const double a = std::abs(tips[i - 1][0].x() - rest), b = std::abs(tips[i][0].x() - rest),
                 c = std::abs(tips[i + 1][0].x() - rest);
    if (b > a && b >= c && b > 1e-4) peaks.emplace_back(static_cast<double>(i) / 120, b);
  }
  ASSERT_GT(peaks.size(), 3u);
  const double half = (peaks[3].first - peaks[1].first) / 2, frequency = 0.5 / half;
  const double decrement = std::log(peaks[1].second / peaks[3].second), pi = 3.14159265358979;
  const double ratio = decrement / std::sqrt(4 * pi * pi + decrement * decrement);
  EXPECT_LE(frequency, 1.5);
  EXPECT_GT(frequency, 0.5);
  EXPECT_GE(ratio, 0.05);
  EXPECT_LT(ratio, 0.3) << "it sways, and does not creep";
}

// the smallest says what sanitizers want to know
#ifdef TENDRIL_SANITIZED
INSTANTIATE_TEST_SUITE_P(Table9_18, Plants, testing::Values(45));
#else
INSTANTIATE_TEST_SUITE_P(Table9_18, Plants, testing::Values(45, 51, 63, 99, 150));
#endif

}  // namespace
}  // namespace tendril::test
