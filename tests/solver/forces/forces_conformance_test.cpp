// What every external force must hold. Loops over solver/forces/forces.def.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <Eigen/Eigenvalues>

#include "solver/forces/rod_forces.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/step/step.h"
#include "tests/support/allocations.h"
#include "tests/support/random_scene.h"
#include "tests/support/step_derivatives.h"
#include "tests/support/tolerances.h"

namespace tendril::test {
namespace {

class RodForce : public testing::TestWithParam<const ForceType*> {
 protected:
  const ForceType& type() const { return *GetParam(); }

  // Only this force acts on a rod.
  void let(SceneRod& rod) const {
    static_cast<RodForces&>(rod) = RodForces();
    rod.weight = 0;
    type().sample(rod, rod.rest.first(rod.coordinates()), rod.arc.size());
  }

  // A forest under this force alone.
  RandomScene forest(unsigned seed) const {
    RandomScene random = randomScene(seed, 4, 4);
    for (SceneRod& rod : random.scene.rods) {
      if (rod.root == Root::free) rod.root = Root::clamped;
      if (rod.model == Model::chain) rod.damping = 0;  // rates of turns: to first order only
      let(rod);
    }
    random.state = restState(random.scene);
    random.scene.wind.steady = {1, 0.5, -2};
    return random;
  }
};

class ForceAlong : public RodForce {};     // those that act along the rod
class ForceAtPlaces : public RodForce {};  // at single places

template <class F>
std::vector<const ForceType*> typesThat(const F& is) {
  std::vector<const ForceType*> types;
  for (const ForceType* type : forceTypes())
    if (is(*type)) types.push_back(type);
  return types;
}

std::string nameOfForce(const testing::TestParamInfo<const ForceType*>& info) {
  return info.param->name;
}

INSTANTIATE_TEST_SUITE_P(All, RodForce, testing::ValuesIn(forceTypes()), nameOfForce);
INSTANTIATE_TEST_SUITE_P(All, ForceAlong,
                         testing::ValuesIn(typesThat([](const ForceType& type) { return type.makeAlong; })),
                         nameOfForce);
INSTANTIATE_TEST_SUITE_P(All, ForceAtPlaces,
                         testing::ValuesIn(typesThat([](const ForceType& type) { return type.makeAt; })),
                         nameOfForce);

// Stations of one element, with velocities.
struct Stations {
  static constexpr std::size_t kCount = 4;
  Matrix3d axes[kCount];
  ForceStart::At at[kCount];
  Vector3d place[kCount], velocity[kCount], mass[kCount];
  Surroundings surroundings;
  double gamma = 0.01;

  Stations() {
    surroundings.wind.steady = {1, -2, 0.5};
    for (std::size_t i = 0; i < kCount; ++i) {
      const double u = (static_cast<double>(i) + 0.5) / kCount;
      axes[i] = turnBy({0.3 + u, 0.2, -u}).toRotationMatrix();
      at[i] = {0.1 * u, 0.1 / kCount, &axes[i]};
      place[i] = {0.1 * u, 0.02 * u, -0.03};
      velocity[i] = {0.3, -0.4 * u, 0.7};
      mass[i] = {2e-3, 1e-9, 1e-9};
    }
  }
  ForcePoints points(bool moving) const {
    return {0, kCount, place, moving ? velocity : nullptr, mass, surroundings.gravity, gamma};
  }
  void start(AlongForce& force) const {
    force.begin(kCount);
    force.start({0, 0, kCount, at, 0.1, place[0], place[kCount - 1], surroundings, 0.2});
  }
  std::vector<Matrix3d> loads(const AlongForce& force, bool moving) const {
    std::vector<Matrix3d> loads(kCount, Matrix3d::Zero());
    force.addLoads(points(moving), loads.data());
    return loads;
  }
  VectorsAt places() const { return {place[0].data(), 3, kCount}; }
};

// A rod of one element with this force alone, and the force as its solver makes it.
struct Sampled {
  explicit Sampled(const ForceType& type) {
    rod = evenRod(Model::clothoid, 1, 0.1, {});
    static_cast<RodForces&>(rod) = RodForces();
    type.sample(rod, rod.rest.first(rod.coordinates()), rod.arc.size());
    if (type.makeAlong) along = type.makeAlong(rod);
    if (type.makeAt) at = type.makeAt(rod);
  }
  SceneRod rod;
  std::unique_ptr<AlongForce> along;
  std::unique_ptr<HookForce> at;
};

TEST_P(RodForce, IsNamedAndActsWhereItsSampleSays) {
  EXPECT_STRNE(type().name, "");
  EXPECT_STRNE(type().label, "");
  EXPECT_STRNE(type().about, "");
  ASSERT_NE(type().sample, nullptr);
  const Sampled sampled(type());
  EXPECT_TRUE(sampled.along || sampled.at || (type().goalOf && type().goalOf(sampled.rod)));
  RandomScene with = forest(1), without = with;
  for (SceneRod& rod : without.scene.rods) static_cast<RodForces&>(rod) = RodForces{0, {}, {}, {}, {}, {}};
  EXPECT_GT((stepDerivatives(with.scene, with.state, 1).vector -
             stepDerivatives(without.scene, without.state, 1).vector)
                .norm(),
            0);
}

TEST_P(RodForce, IsAbsentFromARodThatHasNone) {
  SceneRod rod = evenRod(Model::helix, 2, 0.1, {});
  rod.weight = 0;
  if (const auto along = type().makeAlong ? type().makeAlong(rod) : nullptr) {
    Stations at;
    at.start(*along);
    for (const Matrix3d& load : at.loads(*along, true)) EXPECT_TRUE(load.isZero(0));
  }
  EXPECT_FALSE(type().makeAt && type().makeAt(rod));
  EXPECT_FALSE(type().goalOf && type().goalOf(rod));
}

// Newton's vector is the derivative of the potential, Newton's matrix that of the vector.
TEST_P(RodForce, DerivativesOfAStepAreExact) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    const RandomScene random = forest(seed);
    checkScene(random.scene);
    stepDerivatives(random.scene, random.state, seed).expectExact();
  }
}

TEST_P(ForceAlong, LoadsAreMinusTheGradient) {
  const Sampled sampled(type());
  Stations at;
  at.start(*sampled.along);
  const double h = 1e-6;
  double seen = 0;
  for (const bool moving : {true, false}) {
    const std::vector<Matrix3d> loads = at.loads(*sampled.along, moving);
    std::vector<Matrix3d> slopes(Stations::kCount, Matrix3d::Zero());
    sampled.along->setSlopes(at.points(moving), slopes.data());
    for (std::size_t i = 0; i < Stations::kCount; ++i) {
      const Eigen::Vector3d values = Eigen::SelfAdjointEigenSolver<Matrix3d>(slopes[i]).eigenvalues();
      EXPECT_GE(values[0], -kRounding * std::abs(values[2])) << "a slope is not positive";
      EXPECT_LE((slopes[i] - slopes[i].transpose()).norm(), kRounding * slopes[i].norm());
      EXPECT_TRUE(loads[i].rightCols<2>().isZero(0)) << "acts on directors";
      for (int c = 0; c < 3; ++c) {
        double potentials[2][Stations::kCount], energies[2] = {0, 0};
        Vector3d load[2];
        for (const int side : {0, 1}) {
          Stations to = at;  // a point that moves by d has moved faster by d / gamma
          const double by = side == 0 ? -h : h;
          to.place[i][c] += by;
          to.velocity[i][c] += by / at.gamma;
          sampled.along->setPotentials(to.points(moving), potentials[side]);
          sampled.along->addEnergy(to.places(), to.mass, 0, to.surroundings.gravity, energies[side]);
          load[side] = to.loads(*sampled.along, moving)[i].col(0);
        }
        const double scale = std::max(loads[i].norm(), 1e-9);
        EXPECT_NEAR(loads[i](c, 0), -(potentials[1][i] - potentials[0][i]) / (2 * h), 1e-5 * scale);
        if (!moving) {
          EXPECT_NEAR(loads[i](c, 0), -(energies[1] - energies[0]) / (2 * h), 1e-5 * scale);
        }
        const Vector3d slope = -(load[1] - load[0]) / (2 * h);
        EXPECT_LT((slopes[i].col(c) - slope).norm(), 1e-5 * std::max(slopes[i].norm(), scale));
      }
      seen += loads[i].norm();
    }
  }
  EXPECT_GT(seen, 0) << "nothing to compare";
}

TEST_P(ForceAtPlaces, LoadsAreMinusTheGradient) {
  const Sampled sampled(type());
  const HookForce& force = *sampled.at;
  ASSERT_GT(force.count(), 0u);
  Frame<double> at;
  at.position = {0.05, 0.1, -0.02};
  at.axes = turnBy({0.2, -0.4, 0.3}).toRotationMatrix();
  const Vector3d velocity(0.3, -0.7, 0.2);
  const double h = 1e-6, gamma = 0.01;
  for (std::size_t i = 0; i < force.count(); ++i) {
    EXPECT_GE(force.arc(i), 0);
    const Vec6d load = force.load(i, at);
    Mat6d slope = Mat6d::Zero();
    if (force.slope(i, at, gamma, slope)) {
      const Vec6d values = Eigen::SelfAdjointEigenSolver<Mat6d>(slope).eigenvalues();
      EXPECT_GE(values[0], -kRounding * values[5]) << "a slope is not positive";
    }
    for (int c = 0; c < 6; ++c) {
      const auto moved = [&](double by) {
        Frame<double> to = at;
        if (c < 3)
          to.axes = turnBy(by * Vector3d::Unit(c)).toRotationMatrix() * at.axes;
        else
          to.position[c - 3] += by;
        return force.energy(i, to);
      };
      EXPECT_NEAR(load[c], -(moved(h) - moved(-h)) / (2 * h), 1e-6 * load.norm());
    }
    const Vector3d resistance = force.resistance(i, velocity);
    EXPECT_EQ(force.isDamped(i), !resistance.isZero(0));
    for (int c = 0; c < 3; ++c) {
      const Vector3d by = h * Vector3d::Unit(c);
      const double change = force.dissipation(i, velocity + by) - force.dissipation(i, velocity - by);
      EXPECT_NEAR(resistance[c], -change / (2 * h), 1e-6 * std::max(1e-12, resistance.norm()));
    }
  }
}

// What it says of itself: the energy guard and the momentum of free rods rely on it.
TEST_P(ForceAlong, ItsTraitsAreTrue) {
  const Sampled sampled(type());
  const ForceTraits traits = sampled.along->traits();
  Stations here;
  here.start(*sampled.along);
  Stations faster = here, elsewhere = here;
  for (Vector3d& velocity : faster.velocity) velocity *= 1.5;
  for (Vector3d& place : elsewhere.place) place += Vector3d(0.3, -0.2, 0.1);
  const std::vector<Matrix3d> loads = here.loads(*sampled.along, true),
                              fast = faster.loads(*sampled.along, true),
                              away = elsewhere.loads(*sampled.along, true);
  EXPECT_EQ(traits.resists, loads != fast);
  if (traits.isSteady) {
    EXPECT_TRUE(loads == fast && loads == away);
  }
  Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero(), sum = force, moment = force;
  sampled.along->addResultant(
      {here.places(), {here.velocity[0].data(), 3, Stations::kCount}, here.mass, here.surroundings.gravity},
      force, torque);
  if (!traits.isSteady && force.isZero(0)) return;  // it gives none
  for (std::size_t i = 0; i < Stations::kCount; ++i) {
    sum += loads[i].col(0);
    moment += here.place[i].cross(loads[i].col(0));
  }
  EXPECT_LT((force - sum).norm(), kRounding * sum.norm());
  EXPECT_LT((torque - moment).norm(), kRounding * moment.norm());
}

// Steps under this force succeed, allocate nothing once warm, and have the same bits for any number of
// threads and from any state on.
TEST_P(RodForce, StepsAreSoundAndRestartExactly) {
  const RandomScene random = forest(3);
  StepSettings settings;
  settings.dt = 1.0 / 100;
  const auto run = [&](State state, int steps) {
    Workspace work(random.scene);
    for (int i = 0; i < steps; ++i) {
      const Report report = step(random.scene, state, work, settings);
      EXPECT_TRUE(report.failed.empty());
    }
    return state;
  };
  const State many = run(random.state, 12);
  {
    const tbb::global_control alone(tbb::global_control::max_allowed_parallelism, 1);
    EXPECT_TRUE(many.rods == run(random.state, 12).rods);
  }
  EXPECT_TRUE(many.rods == run(run(random.state, 5), 7).rods);
  Scene tree;
  tree.rods = {
      evenRod(Model::clothoid, 4, 0.2, {5e-3, 1, 1000, 1e10, 0.3})};  // hardly bends: no new stations
  let(tree.rods[0]);
  State state = restState(tree);
  Workspace work(tree);
  step(tree, state, work, settings);
  const std::size_t before = allocations();
  step(tree, state, work, settings);
  EXPECT_EQ(allocations() - before, 0u);
}

}  // namespace
}  // namespace tendril::test
