// Steps in time: laws of mechanics, orders of convergence, and what must not blow up.
#include "solver/step/step.h"
#include "solver/sweep/sweep.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"
#include "tests/support/random_scene.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// A rod along x, held at its root, released from horizontal.
Scene swinging(Model model, int elements, double young, double length = 0.3, double radius = 1e-3) {
  Scene scene;
  scene.rods = {evenRod(model, elements, length, {radius, 1, 1000, young, 0.3})};
  return scene;
}

// m g L / 2: what a swinging rod exchanges.
double exchanged(const Scene& scene) {
  const SceneRod& rod = scene.rods[0];
  return 0.5 * rod.sections[0].mass * rod.arc.back() * rod.arc.back() * 9.81;
}

struct Flight {
  double energy = 0, highest = 0;  // over m g L / 2, from the start
  int sweeps = 0;
  State state;
};

Flight run(const Scene& scene, Scheme scheme, double dt, int steps, const State& from, bool calm = true) {
  Flight result;
  result.state = from;
  Workspace work(scene);
  StepSettings settings;
  settings.scheme = scheme;
  settings.dt = dt;
  const double start = energiesOf(scene, from).total();
  for (int i = 0; i < steps; ++i) {
    const Report report = step(scene, result.state, work, settings);
    EXPECT_TRUE(report.failed.empty());
    EXPECT_TRUE(report.retries == 0 || !calm);  // all in its own scheme
    result.sweeps += report.sweeps;
    result.energy = (energiesOf(scene, result.state).total() - start) / exchanged(scene);
    result.highest = std::max(result.highest, result.energy);
  }
  return result;
}

Flight run(const Scene& scene, Scheme scheme, double dt, int steps) {
  return run(scene, scheme, dt, steps, restState(scene));
}

TEST(Step, UndampedEnergyErrorFallsAtTheSchemesOrder) {
  for (const Model model : sweptModels()) {
    const Scene scene = swinging(model, 3, 1e6);
    for (const Scheme scheme : {Scheme::robust, Scheme::smooth}) {
      const bool smooth = scheme == Scheme::smooth;
      const int steps = smooth ? 200 : 800;
      const double coarse = std::abs(run(scene, scheme, 0.1 / steps, steps).energy),
                   fine = std::abs(run(scene, scheme, 0.05 / steps, 2 * steps).energy);
      const double order = std::log2(coarse / fine);
      EXPECT_GT(order, smooth ? 1.8 : 0.8) << nameOf(model) << " " << coarse << " " << fine;
    }
  }
}

// 30 cm, radius 1 mm, five clothoids, 11 ms, ten seconds: a swing is a swing for a long time.
TEST(Step, ASwingingRodHardlyLosesEnergy) {
  const Scene scene = swinging(Model::clothoid, 5, 1e8);
  const Flight smooth = run(scene, Scheme::smooth, 0.011, 909);
  EXPECT_GT(smooth.energy, -0.04);
  EXPECT_LT(smooth.highest, 1e-3);
  EXPECT_LT(smooth.sweeps, 1.3 * 909);  // calm motion needs one sweep a step
}

TEST(Step, ASoftSwingingRodNeverFails) {
  const Scene scene = swinging(Model::clothoid, 5, 1e7);
  for (const double dt : {0.011, 0.033})
    EXPECT_LT(run(scene, Scheme::smooth, dt, static_cast<int>(10 / dt), restState(scene), false).highest,
              0.01);
}

// Ropes of 1 m, released from horizontal without any damping, whip and snap for four seconds.
TEST(Step, RopesDoNotBlowUp) {
  const auto whip = [](Model model, double young, int elements, double dt) {
    SCOPED_TRACE(std::string(nameOf(model)) + " " + std::to_string(young) + " " + std::to_string(elements) +
                 " " + std::to_string(dt));
    const Scene rope = swinging(model, elements, young, 1, 2e-3);
    EXPECT_LT(run(rope, Scheme::smooth, dt, static_cast<int>(4 / dt), restState(rope), false).highest, 0.01);
  };
  for (const double young : {1e5, 1e6, 1e7})
    for (const int elements : {10, 40, 80})
      for (const double dt : {1.0 / 24, 1.0 / 60, 1.0 / 240})
        if (kThorough || (elements == 10 && dt > 0.01)) whip(Model::clothoid, young, elements, dt);
  for (const double dt : {1.0 / 24, 1.0 / 240})
    for (const Model model : sweptModels())
      if (kThorough || dt > 0.01) whip(model, 1e7, 10, dt);
}

// Curled ropes, and ropes that are twisted and kicked sideways: they whip in space.
TEST(Step, RopesInSpaceDoNotBlowUp) {
  for (const Model model : sweptModels())
    for (const double young : {1e5, 1e6, 1e7})
      for (const int elements : {10, 40})
        for (const double dt : {1.0 / 24, 1.0 / 60, 1.0 / 240})
          for (const bool kicked : {false, true}) {
            if (!kThorough && (elements > 10 || dt < 0.01)) continue;
            SCOPED_TRACE(std::string(nameOf(model)) + " " + std::to_string(young) + " " +
                         std::to_string(elements) + " " + std::to_string(dt) + " " + std::to_string(kicked));
            Scene rope = swinging(model, elements, young, 1, 2e-3);
            if (!kicked) bendRest(rope.rods[0], {0.5, 2, 1});
            State state = restState(rope);
            if (kicked)
              for (Vector3d& rate : state.rods[0].rates)
                rate = (model == Model::chain ? 1 : 10) * Vector3d(0.3, 0.05, 0.02);
            EXPECT_LT(run(rope, Scheme::smooth, dt, static_cast<int>(2 / dt), state, false).highest, 0.03);
          }
}

// A hanging curl, released from its rest shape: it first swings down to -90.39 mm, 43.24 mm below.
TEST(Step, ReleasedCurlsFirstSwingAmplitude) {
  const Scene scene = hangingCurl(Model::clothoid, 24, 1e7);
  const auto tipOf = [&](const State& state) {
    return knotFrames(shapeOf(scene.rods[0], state.rods[0].pose)).back().position.y();
  };
  const auto amplitude = [&](Scheme scheme, double dt) {
    State state = restState(scene);
    Workspace work(scene);
    StepSettings settings;
    settings.dt = dt;
    settings.scheme = scheme;
    double lowest = 0;
    for (int i = 0; i * dt < 0.25; ++i) {
      step(scene, state, work, settings);
      lowest = std::min(lowest, tipOf(state));
    }
    return (tipOf(restState(scene)) - lowest) / 0.04324;
  };
  EXPECT_NEAR(amplitude(Scheme::smooth, 1.0 / 240), 1, 0.03);
  EXPECT_NEAR(amplitude(Scheme::smooth, 1.0 / 60), 1, 0.15);
  EXPECT_NEAR(amplitude(Scheme::smooth, 1.0 / 24), 1, 0.25);
  EXPECT_GT(amplitude(Scheme::robust, 1.0 / 240), 0.92);
  EXPECT_GT(amplitude(Scheme::robust, 1.0 / 60), 0.77);
  EXPECT_GT(amplitude(Scheme::robust, 1.0 / 24), 0.62);
}

TEST(Step, AllModelsSwingAlike) {
  const double dt = 1.0 / 240;
  const auto tip = [&](Model model, int elements) {
    const Scene scene = swinging(model, elements, 1e8);
    const Flight swing = run(scene, Scheme::smooth, dt, 60);
    return knotFrames(shapeOf(scene.rods[0], swing.state.rods[0].pose)).back().position;
  };
  const Vector3d clothoid = tip(Model::clothoid, 6), helix = tip(Model::helix, 24),
                 chain = tip(Model::chain, 24);
  EXPECT_LT((clothoid - helix).norm(), 0.002 * 0.3);
  EXPECT_LT((clothoid - chain).norm(), 0.002 * 0.3);
}

// A rod in pieces, of all three models, hung end on end, swings as one rod does.
TEST(Step, AForestOfMixedModelsSwingsAsOneRod) {
  const Scene whole = swinging(Model::clothoid, 9, 1e8);
  Scene pieces;
  for (int r = 0; r < 3; ++r) {
    SceneRod rod =
        evenRod(sweptModels()[static_cast<std::size_t>(r)], r == 0 ? 4 : 16, 0.1, {1e-3, 1, 1000, 1e8, 0.3});
    if (r > 0) {
      rod.root = Root::attached;
      rod.parent = r - 1;
      rod.parentArc = 0.1;
      rod.halfFirst = false;  // the joint between two rods bends for a whole element
    }
    pieces.rods.push_back(rod);
  }
  const double dt = 1.0 / 240;
  const Flight one = run(whole, Scheme::smooth, dt, 60), three = run(pieces, Scheme::smooth, dt, 60);
  const Vector3d expected = knotFrames(shapeOf(whole.rods[0], one.state.rods[0].pose)).back().position,
                 found = knotFrames(shapeOf(pieces.rods[2], three.state.rods[2].pose)).back().position;
  EXPECT_LT((expected - found).norm(), 0.02 * 0.3);
}

TEST(Step, TheSameStateGivesTheSameBits) {
  const Scene scene = swinging(Model::clothoid, 5, 1e7);
  const auto on = [&](const State& from, int steps) {
    return run(scene, Scheme::smooth, 0.02, steps, from, false).state;
  };
  const State one = on(on(restState(scene), 20), 20), all = on(restState(scene), 40);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(one.rods[0].pose.kappa[k], all.rods[0].pose.kappa[k]);
    EXPECT_EQ(one.rods[0].rates[k], all.rods[0].rates[k]);
  }
}

// ---- accelerations of one moment

struct Instant {
  explicit Instant(const RandomScene& random)
      : scene(random.scene), parts(forestStateOf(random.state.rods)), sweep(scene) {
    held.assign(scene.rods.size(), Vec6d::Zero());
    for (std::size_t r = 0; r < held.size(); ++r) held[r].tail<3>() = -scene.gravity;
    sweep.setState(parts);
    sweep.assembleAccelerations();
    EXPECT_TRUE(sweep.solve(held));
    sweep.findLoads();
  }

  const Scene& scene;
  ForestState parts;
  Sweep sweep;
  std::vector<Vec6d> held;
};

// Nothing holds a free rod: its momentum does not change, however it bends and turns.
TEST(Moment, AFreeRodKeepsItsMomentum) {
  for (const Model model : sweptModels())
    for (unsigned seed = 0; seed < 10; ++seed) {
      std::mt19937 noise(seed);
      const auto vector = [&](double size) {
        std::uniform_real_distribution<> part(-size, size);
        return Vector3d(part(noise), part(noise), part(noise));
      };
      RandomScene random;
      random.scene.rods = {evenRod(model, 4, 0.3, {1e-2, 0.7, 1000, 1e5, 0.3})};
      random.scene.rods[0].root = Root::free;
      random.scene.gravity.setZero();
      random.state = restState(random.scene);
      RodState& rod = random.state.rods[0];
      for (Vector3d& kappa : rod.pose.kappa) kappa = vector(10);
      for (std::size_t e = 1; e < rod.pose.joints.size(); ++e) rod.pose.joints[e] = turnBy(vector(0.5));
      for (std::size_t k = model == Model::chain ? 1 : 0; k < rod.rates.size(); ++k)
        rod.rates[k] = vector(10);
      rod.spin = vector(10);
      const Instant moment(random);
      const double weight = random.scene.rods[0].sections[0].mass * 0.3 * 9.81;
      EXPECT_LT(moment.sweep.rod(0).terms.rootWrench().norm(), 1e-12 * weight * 100)
          << nameOf(model) << " " << seed;
    }
}

// A straight rod that spins about itself has no acceleration, and a regular mass matrix.
TEST(Moment, ASpinningStraightRodHasNoAcceleration) {
  for (const Model model : sweptModels()) {
    RandomScene random;
    random.scene.rods = {evenRod(model, 6, 0.3, {})};
    random.scene.rods[0].root = Root::free;
    random.scene.gravity.setZero();
    random.state = restState(random.scene);
    random.state.rods[0].spin = {30, 0, 0};
    const Instant moment(random);
    for (const Vector3d& gain : moment.sweep.rod(0).elimination.accelerations())
      EXPECT_LT(gain.norm(), 1e-6) << nameOf(model);
  }
}

// Links without springs are pendulums: accelerations of the Lagrangian. Thin rods, so that a link's inertia
// about its end is m (L^2 / 3 + r^2 / 4).
TEST(Moment, PendulumAccelerationsEqualTheLagrangians) {
  const double length = 0.4, radius = 0.02, g = 9.81,
               mass = 1000 * 3.14159265358979323846 * radius * radius * length;
  const double inertia = mass * (length * length / 3 + radius * radius / 4);
  for (const int links : {1, 2}) {
    RandomScene random;
    random.scene.rods = {evenRod(Model::chain, links, links * length, {radius, 1, 1000, 1e7, 0.3})};
    for (Section& section : random.scene.rods[0].sections) section.stiffness.setConstant(1e-30);
    random.state = restState(random.scene);
    // angles from the horizontal, in the plane of x and y
    const double a = 0.3, b = -0.7, p = 1.5, q = -2.5;  // absolute angles and their rates
    RodState& rod = random.state.rods[0];
    rod.pose.joints[0] = turnBy({0, 0, a});
    rod.rates[0] = {0, 0, p};
    if (links == 2) {
      rod.pose.joints[1] = turnBy({0, 0, b - a});
      rod.rates[1] = {0, 0, q - p};
    }
    const Instant moment(random);
    const std::vector<Vector3d>& found = moment.sweep.rod(0).elimination.accelerations();
    if (links == 1) {
      EXPECT_NEAR(found[0].z(), -mass * g * length / 2 * std::cos(a) / inertia, 1e-10 * 100);
      continue;
    }
    // (I + m L^2) a'' + m L^2/2 cos(a-b) b'' + m L^2/2 sin(a-b) q^2 = -3/2 m g L cos a
    //  I b'' + m L^2/2 cos(a-b) a'' - m L^2/2 sin(a-b) p^2 = -1/2 m g L cos b
    const double half = mass * length * length / 2;
    Eigen::Matrix2d m;
    m << inertia + 2 * half, half * std::cos(a - b), half * std::cos(a - b), inertia;
    const Eigen::Vector2d right(-1.5 * mass * g * length * std::cos(a) - half * std::sin(a - b) * q * q,
                                -0.5 * mass * g * length * std::cos(b) + half * std::sin(a - b) * p * p);
    const Eigen::Vector2d expected = m.inverse() * right;
    EXPECT_NEAR(found[0].z(), expected[0], 1e-10 * 100);
    EXPECT_NEAR(found[1].z(), expected[1] - expected[0], 1e-10 * 100);
  }
}

}  // namespace
}  // namespace tendril::test
