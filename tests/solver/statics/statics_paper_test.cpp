// What the papers say of rods at rest.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "solver/base/math.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"
#include "tests/support/random_scene.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

Vector3d tipOf(const Scene& scene, const State& state) {
  return knotFrames(shapeOf(scene.rods[0], state.rods[0].pose)).back().position;
}

// ---- the cantilever of the thesis on plants, 8.3: 1 m, radius 1 cm, E = 8100 MPa, 923 kg/m3

constexpr double kLength = 1, kRadius = 0.01, kYoung = 8.1e9, kDensity = 923, kGravity = 9.81;
const double kStiffness = kYoung * kPi * std::pow(kRadius, 4) / 4,
             kWeight = kDensity * kPi * kRadius * kRadius * kGravity;

Scene cantilever(int n, bool halfFirst, double gravity) {
  Scene scene;
  scene.rods = {evenRod(Model::chain, n, kLength, {kRadius, 1, kDensity, kYoung, 0.3})};
  scene.rods[0].halfFirst = halfFirst;
  scene.gravity = {0, -kGravity * gravity, 0};
  return scene;
}

double sag(const Scene& scene) {
  State state = restState(scene);
  const Equilibrium found = findEquilibrium(scene, state);
  EXPECT_TRUE(found.found && found.stable);
  return -tipOf(scene, state).y();
}

// An independent solution: links in a plane, absolute angles, Newton's method on a tridiagonal system.
// U = 1/2 sum k_i (a_i - a_i-1)^2 + sum over links of their weight times their height.
double planarSag(int n, bool halfFirst, double gravity) {
  const double l = kLength / n, w = kWeight * gravity * l;
  std::vector<double> angle(static_cast<std::size_t>(n), 0), k(angle.size(), kStiffness / l);
  if (halfFirst) k[0] *= 2;
  for (int iteration = 0; iteration < 50; ++iteration) {
    std::vector<double> diagonal(angle.size()), right(angle.size());
    for (std::size_t i = 0; i < angle.size(); ++i) {
      const double beyond = w * (static_cast<double>(angle.size() - i) - 0.5) * l;  // weight times lever
      const double before = i > 0 ? angle[i - 1] : 0;
      right[i] = -(k[i] * (angle[i] - before) + beyond * std::cos(angle[i]));
      diagonal[i] = k[i] - beyond * std::sin(angle[i]);
      if (i + 1 < angle.size()) {
        right[i] += k[i + 1] * (angle[i + 1] - angle[i]);
        diagonal[i] += k[i + 1];
      }
    }
    for (std::size_t i = 1; i < angle.size(); ++i) {  // off the diagonal: -k
      const double factor = -k[i] / diagonal[i - 1];
      diagonal[i] += factor * k[i];
      right[i] -= factor * right[i - 1];
    }
    double change = 0, next = 0;
    for (std::size_t i = angle.size(); i-- > 0;) {
      next = (right[i] + (i + 1 < angle.size() ? k[i + 1] * next : 0)) / diagonal[i];
      angle[i] += next;
      change = std::max(change, std::abs(next));
    }
    if (change < 1e-15) break;
  }
  double height = 0;
  for (const double a : angle) height += l * std::sin(a);
  return -height;
}

class Cantilever : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Bodies, Cantilever, testing::Values(10, 25, 100, 250, 500));

TEST_P(Cantilever, DeflectionIsTheDiscreteClosedForm) {
  const int n = GetParam();
  const double delta = kWeight * std::pow(kLength, 4) / (8 * kStiffness), u = 1.0 / n;
  EXPECT_NEAR(delta, 0.0055893, 1e-7);  // as printed
  const double whole = delta * (1 + u) * (1 + u), half = delta * (1 + u * u);
  EXPECT_NEAR(sag(cantilever(n, false, 1e-3)) / (1e-3 * whole), 1, 1e-8);
  EXPECT_NEAR(sag(cantilever(n, true, 1e-3)) / (1e-3 * half), 1, 1e-8);
  for (const bool halfFirst : {false, true}) {
    const double found = sag(cantilever(n, halfFirst, 1));
    EXPECT_NEAR(found / (halfFirst ? half : whole), 1, 5e-5);
    EXPECT_NEAR(found, planarSag(n, halfFirst, 1), 1e-9);
  }
}

// The thesis' own integrator needs steps of 2e-4 s (n = 10) to 7e-8 s (n = 500).
TEST_P(Cantilever, LargeStepsAreStable) {
  const Scene scene = cantilever(GetParam(), true, 1);
  State state = restState(scene);
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1.0 / 24;
  const double start = energiesOf(scene, state).total(), exchanged = kWeight * kLength * sag(scene);
  double lowest = 0;
  for (int i = 0; i < 48; ++i) {
    const Report report = step(scene, state, work, settings);
    EXPECT_TRUE(report.failed.empty() && report.retries == 0);
    EXPECT_LT(energiesOf(scene, state).total() - start, 0.01 * exchanged);
    lowest = std::min(lowest, tipOf(scene, state).y());
  }
  EXPECT_LT(lowest, -sag(scene));        // it swung beyond where it comes to rest
  EXPECT_GT(lowest, -2.1 * sag(scene));  // and not farther than it can
}

// ---- figure 9 of the paper on clothoids: error of a hanging curl against degrees of freedom

struct Curve {
  std::vector<Vector3d> points;
};

Curve hanging(Model model, int elements, double radius, double pitch) {
  const Scene scene = hangingCurl(model, elements, 1e7, radius, pitch);
  State state = restState(scene);
  const Equilibrium found = findEquilibrium(scene, state);
  EXPECT_TRUE(found.found && found.stable) << nameOf(model) << " " << elements;
  Curve curve;
  const Shape shape = shapeOf(scene.rods[0], state.rods[0].pose);
  ShapeWalker walker(shape);
  for (int i = 0; i <= 600; ++i) curve.points.push_back(walker.at(0.3 * i / 600).position);
  return curve;
}

// Root of the mean square over the curve, in parts of its length.
double distanceOf(const Curve& a, const Curve& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.points.size(); ++i) sum += (a.points[i] - b.points[i]).squaredNorm();
  return std::sqrt(sum / static_cast<double>(a.points.size())) / 0.3;
}

TEST(Figure9, ModelsConvergeToOneLimitAtTheirOrders) {
  const Curve limit = hanging(Model::clothoid, 80, 0.02, 0.02);
  const auto error = [&](Model model, int elements) {
    return distanceOf(hanging(model, elements, 0.02, 0.02), limit);
  };
  EXPECT_LT(distanceOf(hanging(Model::helix, 2400, 0.02, 0.02), limit), 1e-6);
  EXPECT_LT(distanceOf(hanging(Model::chain, 2400, 0.02, 0.02), limit), 1e-5);
  const auto order = [&](Model model, int coarse, int fine) {
    return std::log(error(model, coarse) / error(model, fine)) / std::log(static_cast<double>(fine) / coarse);
  };
  EXPECT_NEAR(order(Model::clothoid, 12, 32), 4, 0.5);
  EXPECT_NEAR(order(Model::helix, 40, 160), 2, 0.3);
  EXPECT_NEAR(order(Model::chain, 200, 800), 2, 0.3);
}

// The number of degrees of freedom at which the error falls below: between elements as a power law.
double freedomsFor(Model model, double error) {
  const Curve limit = hanging(Model::clothoid, 80, 0.02, 0.02);
  const int more = model == Model::clothoid ? 1 : 0;
  double before = 0;
  for (int elements = 4;; ++elements) {
    const double here = distanceOf(hanging(model, elements, 0.02, 0.02), limit);
    const double fine = 3 * (elements + more), coarse = fine - 3;
    if (here < error && elements == 4) return fine;
    if (here < error)
      return coarse * std::exp(std::log(fine / coarse) * std::log(before / error) / std::log(before / here));
    before = here;
  }
}

TEST(Figure9, ClothoidsNeedAThirdOfTheFreedoms) {
  const double clothoid = freedomsFor(Model::clothoid, 1e-3), helix = freedomsFor(Model::helix, 1e-3);
  EXPECT_NEAR(clothoid, 24, 2);
  EXPECT_GE(helix, 60);
  EXPECT_LE(freedomsFor(Model::clothoid, 3e-4), 0.3 * freedomsFor(Model::helix, 3e-4));
}

// ---- a straight rod, clamped at both ends and twisted, buckles at M L / EI = 8.987 = 2 x, where tan x = x

TEST(Buckling, ATwistedRodBucklesAtGreenhillsTorque) {
  for (const Model model : sweptModels()) {
    if (!kThorough && model != Model::helix) continue;
    constexpr int kElements = 16;
    Scene scene;
    scene.gravity.setZero();
    scene.rods = {evenRod(model, kElements, 1, {5e-3, 1, 1000, 1e7, 0})};  // GJ = EI
    SceneRod& rod = scene.rods[0];
    const double bending = rod.sections[0].stiffness[1], clamp = 1e5 * bending;
    Frame<double> end;
    end.position = {1, 0, 0};
    rod.targetSprings = {{1, end, clamp, clamp}};
    const auto turned = [&](double angle) {
      rod.attachment.axes = turnBy({-angle, 0, 0}).toRotationMatrix();
      State state = restState(scene);
      for (Vector3d& kappa : state.rods[0].pose.kappa) kappa = {angle, 0, 0};
      for (Eigen::Quaterniond& joint : state.rods[0].pose.joints) joint = turnBy({angle / kElements, 0, 0});
      return state;
    };
    // the second variation
    double low = 6, high = 12;
    while (high - low > 1e-3) {
      const double middle = 0.5 * (low + high);
      State state = turned(middle);
      (findEquilibrium(scene, state).stable ? low : high) = middle;
    }
    EXPECT_NEAR(low, 8.9868, 0.02 * 8.9868) << nameOf(model);
    // and in motion: nudged below it, the rod comes back; above it, it bends as far as its ends, which cannot
    // come nearer, let it
    for (const double part : {0.97, 1.03}) {
      State state = turned(part * 8.9868);
      rod.damping = 0.01;
      for (std::size_t k = 0; k < state.rods[0].rates.size(); ++k) state.rods[0].rates[k] = {0, 1e-3, 2e-3};
      Workspace work(scene);
      StepSettings settings;
      settings.dt = 1.0 / 24;
      for (int i = 0; i < 1200; ++i) EXPECT_TRUE(step(scene, state, work, settings).failed.empty());
      double off = 0;
      for (const Frame<double>& frame : knotFrames(shapeOf(rod, state.rods[0].pose)))
        off = std::max(off, std::hypot(frame.position.y(), frame.position.z()));
      if (part < 1)
        EXPECT_LT(off, 1e-5) << nameOf(model);
      else
        EXPECT_GT(off, 1e-3) << nameOf(model);
    }
  }
}

}  // namespace
}  // namespace tendril::test
