// Rods that touch colliders: rest, landing, slopes, thrown rods.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/base/math.h"
#include "solver/colliders/collider_shape.h"
#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

std::unique_ptr<Collider> shape(const char* name, const std::vector<double>& numbers, const RigidPath& path) {
  auto made = makeCollider(*findColliderShape(name), numbers, path);
  made->setInterval(0, 1);
  return made;
}

RigidPath at(const Vector3d& place) {
  return RigidPath::still({Matrix3d::Identity(), place});
}

// A free rod of 0.4 m and radius 4 mm along x, its surface `height` above the plane y = 0.
struct Floor {
  explicit Floor(Model model, double height, double slope = 0, double friction = 0.5)
      : floor(shape("plane", {}, at(Vector3d::Zero()))) {
    scene.gravity = 9.81 * Vector3d(std::sin(slope), -std::cos(slope), 0);
    scene.rods = {evenRod(model, 8, 0.4, {kRadius, 1, 1000, 1e8, 0.3})};
    scene.rods[0].root = Root::free;
    scene.rods[0].contact.radius.assign(scene.rods[0].arc.size(), kRadius);
    floor->friction = friction;
    scene.colliders = {floor.get()};
    state = restState(scene);
    state.rods[0].pose.root.position.y() = kRadius + height;
    work = std::make_unique<Workspace>(scene);
  }
  void run(double seconds, double dt, Scheme scheme = Scheme::smooth) {
    StepSettings settings;
    settings.dt = dt;
    settings.scheme = scheme;
    for (long i = 0; i < std::lround(seconds / dt); ++i) {
      settings.time += dt;
      const Report report = step(scene, state, *work, settings);
      ASSERT_TRUE(report.failed.empty() && report.stopped.empty());
      for (const Frame<double>& knot : knots()) {
        lowest = std::min(lowest, knot.position.y() - kRadius);
        highest = std::max(highest, knot.position.y() - kRadius);
      }
    }
  }
  std::vector<Frame<double>> knots() const { return knotFrames(shapeOf(scene.rods[0], state.rods[0].pose)); }
  double middle() const { return knots()[4].position.x(); }
  double weight() const { return 0.4 * scene.rods[0].sections[0].mass * 9.81; }

  static constexpr double kRadius = 4e-3;
  std::unique_ptr<Collider> floor;
  Scene scene;
  State state;
  std::unique_ptr<Workspace> work;
  double lowest = 1e300, highest = -1e300;
};

class ContactOfModels : public testing::TestWithParam<Model> {};

TEST_P(ContactOfModels, RestsOnAPlane) {
  for (const double rate : {24, 60, 240}) {
    Floor rod(GetParam(), 0);
    rod.run(1, 1 / rate);
    const auto before = rod.knots();
    rod.run(kThorough ? 10 : 1, 1 / rate);
    const auto after = rod.knots();
    Vector3d most = Vector3d::Zero();
    for (std::size_t k = 0; k < after.size(); ++k)
      most = most.cwiseMax((after[k].position - before[k].position).cwiseAbs());
    EXPECT_LT(most.head<2>().maxCoeff(), 1e-6) << rate;
    EXPECT_LT(most.z(), 5e-6) << rate;  // nothing resists rolling
    EXPECT_GT(rod.lowest, -0.02 * Floor::kRadius) << rate;
    // the floor carries the rod
    double carried = 0;
    for (const ContactResult& contact : rod.work->contactResults(0)) carried += contact.force.y();
    EXPECT_NEAR(carried, rod.weight(), 1e-3 * rod.weight()) << rate;
  }
}

TEST_P(ContactOfModels, LandsWithoutARebound) {
  for (const Scheme scheme : {Scheme::smooth, Scheme::robust})
    for (const double rate : {24, 60, 240}) {
      Floor rod(GetParam(), 0.3);
      const double fall = std::sqrt(2 * 0.3 / 9.81);
      rod.run(std::ceil((fall + 2 / rate) * rate) / rate, 1 / rate, scheme);
      rod.highest = -1;
      rod.run(0.5, 1 / rate, scheme);
      EXPECT_LT(rod.highest, 0.01 * 0.3) << rate;
      EXPECT_GT(rod.lowest, -0.02 * Floor::kRadius) << rate;
    }
}

// A rod that lies along a slope: it sticks below its cone and slides above, with the right acceleration.
TEST_P(ContactOfModels, SticksAndSlidesAtItsCone) {
  const double friction = 0.5, dt = 1.0 / 240;
  for (const double part : {0.995, 1.005}) {
    const double slope = std::atan(part * friction);
    Floor rod(GetParam(), 0, slope, friction);
    const double from = rod.middle();
    rod.run(1, dt);
    const double pull = 9.81 * (std::sin(slope) - friction * std::cos(slope));
    if (part < 1) {
      EXPECT_LT(std::abs(rod.middle() - from), 1e-6);
    } else {
      EXPECT_NEAR(rod.middle() - from, 0.5 * pull, 0.02 * pull);
    }
  }
}

TEST_P(ContactOfModels, SlidesAndStopsByItsFriction) {
  const double friction = 0.3, dt = 1.0 / 240;
  Floor rod(GetParam(), 0, 0, friction);
  rod.run(0.1, dt);
  rod.state.rods[0].velocity = {1, 0, 0};
  rod.state.pastStep.assign(1, 0);
  const double from = rod.middle();
  rod.run(0.1, dt);
  EXPECT_NEAR(rod.state.rods[0].velocity.x(), 1 - friction * 9.81 * 0.1, 1e-4);
  rod.run(0.5, dt);
  EXPECT_NEAR(rod.middle() - from, 1 / (2 * friction * 9.81), 1e-3);
  EXPECT_LT(rod.state.rods[0].velocity.norm(), 1e-6);
}

// A thick rod across a slope rolls: it has 2/3 of the acceleration of one that slides without friction.
TEST_P(ContactOfModels, RollsAcrossASlope) {
  Floor rod(GetParam(), 0, 0, 0.8);
  const double slope = 0.3, dt = 1.0 / 960;
  rod.scene.gravity = 9.81 * Vector3d(0, -std::cos(slope), std::sin(slope));
  rod.run(0.02, dt);
  const double before = rod.state.rods[0].velocity.z();
  rod.run(0.05, dt);
  const double gain = rod.state.rods[0].velocity.z() - before;
  EXPECT_NEAR(gain, 2.0 / 3 * 9.81 * std::sin(slope) * 0.05, 0.02 * gain);
}

// A bristle: what its root does on it is work, though the floor takes the momentum.
TEST_P(ContactOfModels, BendsWhereItsRootPressesItOn) {
  constexpr double kLength = 0.35, kThin = 1.2e-3, kSpeed = 0.25, kLean = 0.35;  // m, m, m/s, rad
  const auto floor = shape("plane", {}, at(Vector3d::Zero()));
  Scene scene;
  scene.gravity = {0, -9.81, 0};
  scene.rods = {evenRod(GetParam(), 8, kLength, {kThin, 1, 700, 4e9, 0.3})};
  SceneRod& rod = scene.rods[0];
  rod.damping = 0.005;
  rod.contact.radius.assign(rod.arc.size(), kThin);
  rod.attachment.axes = Eigen::AngleAxisd(kLean - 0.5 * kPi, Vector3d::UnitZ()).toRotationMatrix();
  rod.attachment.position = {0, kLength, 0};
  scene.colliders = {floor.get()};
  State state = restState(scene);
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1.0 / 48;
  std::vector<RootTarget> roots = {{state.rods[0].pose.root, RootMotion()}};
  roots[0].motion.velocity = {0, -kSpeed, 0};
  settings.roots = &roots;
  double lowest = 1, pressed = 0;
  for (int i = 0; i < 48; ++i) {
    settings.time += settings.dt;
    roots[0].pose.position.y() -= kSpeed * settings.dt;
    const Report report = step(scene, state, work, settings);
    ASSERT_TRUE(report.failed.empty() && report.stopped.empty()) << i;
    for (const Frame<double>& knot : knotFrames(shapeOf(rod, state.rods[0].pose)))
      lowest = std::min(lowest, knot.position.y() - kThin);
    for (const ContactResult& contact : work.contactResults(0)) pressed += contact.force.y();
  }
  EXPECT_GT(lowest, -0.1 * kThin);
  EXPECT_GT(pressed, 0);
}

// Clearly out of reach: the same bits as without a collider.
TEST_P(ContactOfModels, FarCollidersChangeNoBit) {
  Floor near(GetParam(), 0.3), none(GetParam(), 0.3);
  none.scene.colliders.clear();
  none.work = std::make_unique<Workspace>(none.scene);
  near.run(0.1, 1.0 / 60);
  none.run(0.1, 1.0 / 60);
  EXPECT_TRUE(near.state.rods[0] == none.state.rods[0]);
}

// What overlaps when it begins is let out slowly.
TEST_P(ContactOfModels, AnOverlapIsNotEjected) {
  Floor rod(GetParam(), -0.5 * Floor::kRadius);
  double fastest = 0;
  for (int i = 0; i < 60; ++i) {
    rod.run(1.0 / 60, 1.0 / 60);
    fastest = std::max(fastest, rod.state.rods[0].velocity.norm());
  }
  EXPECT_LT(fastest, 0.05);
  EXPECT_GT(rod.middle() * 0 + rod.knots()[4].position.y() - Floor::kRadius, -0.03 * Floor::kRadius);
}

// Hairs of 0.1 mm, thrown at 1 to 60 m/s, end on the side that they came from.
struct Throw {
  const char* name;
  std::vector<double> numbers;
  RigidPath path;
};

double outsideOf(const Collider& collider, const Vector3d& place) {
  SurfacePoint found;
  return collider.closest(place, 1, found) ? found.distance : 1;
}

void expectNoneThrough(Model model, const Throw& target, double speed, double shift) {
  auto collider = shape(target.name, target.numbers, target.path);
  Scene scene;
  scene.gravity.setZero();
  scene.rods = {evenRod(model, 8, 0.3, {1e-4, 1, 1300, 1e9, 0.3})};
  scene.rods[0].root = Root::free;
  scene.rods[0].contact.radius.assign(9, 1e-4);
  scene.colliders = {collider.get()};
  State state = restState(scene);
  state.rods[0].pose.root.position = {-0.15 + shift, 0.2 + 0.3 * shift, 0.4 * shift};
  state.rods[0].velocity = {0, -speed, 0};
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1.0 / 60;
  double deepest = 0;
  const double energy = energiesOf(scene, state).total();
  for (int i = 0; i < 30; ++i) {
    // a moving target moves in the first step only, as a substep of a frame
    if (i == 1) collider->setInterval(1, 1);
    settings.time += settings.dt;
    EXPECT_TRUE(step(scene, state, work, settings).failed.empty());
    for (const auto& knot : knotFrames(shapeOf(scene.rods[0], state.rods[0].pose)))
      deepest = std::min(deepest, outsideOf(*collider, knot.position));
    if (target.path.start.position == target.path.end.position) {
      EXPECT_LE(energiesOf(scene, state).total(), 1.01 * energy) << target.name << " " << speed;
    }
  }
  EXPECT_GT(deepest, -1e-4) << target.name << " " << speed << " m/s, " << shift;
}

// Faster throws and other targets: see docs/method.md, 11.
TEST_P(ContactOfModels, NothingIsThrownThroughASphere) {
  const Throw target = {"sphere", {0.1}, at(Vector3d::Zero())};
  for (const double speed : {1, 10}) expectNoneThrough(GetParam(), target, speed, 0.02);
}

INSTANTIATE_TEST_SUITE_P(Models, ContactOfModels,
                         testing::Values(Model::clothoid, Model::helix, Model::chain),
                         [](const auto& of) { return std::string(modelType(of.param).name); });

}  // namespace
}  // namespace tendril::test
