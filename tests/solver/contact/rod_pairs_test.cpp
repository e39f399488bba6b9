// Rods that touch each other: at rest, sliding, themselves.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>

#include "solver/base/math.h"
#include "solver/colliders/collider_shape.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

constexpr double kRod = 2e-3, kRodLength = 0.2;  // m

void touchRods(SceneRod& rod, double radius, double friction) {
  rod.contact.selfRadius.assign(rod.arc.size(), radius);
  rod.contact.selfFriction.assign(rod.arc.size(), friction);
}

SceneRod rodOf(Model model, int elements = 4) {
  SceneRod rod = evenRod(model, elements, kRodLength, {kRod, 1, 1000, 1e8, 0.3});
  rod.root = Root::free;
  touchRods(rod, kRod, 0.3);
  return rod;
}

class RodPairsOf : public testing::TestWithParam<Model> {
 protected:
  Scene scene;
  State state;
  std::vector<Frame<double>> roots;

  void add(const SceneRod& rod, const Matrix3d& axes, const Vector3d& at) {
    scene.rods.push_back(rod);
    roots.push_back({axes, at});
  }
  void begin() {
    scene.gravity = {0, -9.81, 0};
    state = restState(scene);
    for (std::size_t r = 0; r < roots.size(); ++r) state.rods[r].pose.root = roots[r];
    work = std::make_unique<Workspace>(scene);
    targets.resize(roots.size());
    for (std::size_t r = 0; r < roots.size(); ++r) targets[r].pose = roots[r];
  }
  void run(double seconds, double dt = 1.0 / 60) {
    settings.dt = dt;
    settings.roots = &targets;
    for (long i = 0; i < std::lround(seconds / dt); ++i) {
      settings.time += dt;
      const Report report = step(scene, state, *work, settings);
      ASSERT_TRUE(report.failed.empty() && report.stopped.empty()) << "at " << settings.time << " s";
    }
  }
  std::vector<Vector3d> places() const {
    std::vector<Vector3d> all;
    for (std::size_t r = 0; r < scene.rods.size(); ++r)
      for (const Sample& sample :
           sampleRod(shapeOf(scene.rods[r], state.rods[r].pose), {}, {0, 0.5 * kRodLength, kRodLength}))
        all.push_back(sample.frame.position);
    return all;
  }

  std::vector<RootTarget> targets;
  StepSettings settings;
  std::unique_ptr<Workspace> work;
};

// Layers of four rods, each across the one below; the lowest is held.
TEST_P(RodPairsOf, CrossedLayersRest) {
  const int high = 4;
  const Matrix3d across = Eigen::AngleAxisd(-0.5 * kPi, Vector3d::UnitY()).toRotationMatrix();
  for (int layer = 0; layer < high; ++layer)
    for (int k = 0; k < 4; ++k) {
      SceneRod rod = rodOf(GetParam());
      if (layer == 0) rod.root = Root::clamped;
      if (layer == 0) rod.sections.assign(rod.arc.size(), makeSection({kRod, 1, 1000, 1e12, 0.3}));
      const double y = layer * (2 * kRod + 1e-4), to = (k - 1.5) * 0.04;
      if (layer % 2 == 0)
        add(rod, Matrix3d::Identity(), {-0.5 * kRodLength, y, to});
      else
        add(rod, across, {to, y, -0.5 * kRodLength});
    }
  begin();
  run(2);
  const std::vector<Vector3d> before = places();
  // carried: the weight of what lies above the lowest layer
  double carried = 0;
  std::size_t contacts = 0;
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    for (const ContactResult& contact : work->contactResults(r)) {
      EXPECT_TRUE(contact.withRod);
      EXPECT_LT(contact.overlap, 0.02);
      if (r < 4) carried -= contact.force.y();
      contacts += contact.again ? 0 : 1;
    }
  EXPECT_EQ(contacts, 48u);
  EXPECT_NEAR(carried / (12 * kRodLength * scene.rods[5].sections[0].mass * 9.81), 1, 1e-3);
  run(kThorough ? 10 : 2);
  const std::vector<Vector3d> after = places();
  double drift = 0;
  for (std::size_t i = 0; i < before.size(); ++i) drift = std::max(drift, (after[i] - before[i]).norm());
  EXPECT_LT(drift, GetParam() == Model::chain ? 3e-6 : 1e-6);
}

// A stiff rod on two rails that go down: it sticks below the angle of friction and slides above it.
TEST_P(RodPairsOf, SticksAndSlides) {
  constexpr double kFriction = 0.3;
  for (const double part : {0.99, 1.01, 1.5}) {
    scene = {};
    roots.clear();
    settings = {};
    const double angle = std::atan(part * kFriction);
    const Matrix3d down = Eigen::AngleAxisd(-angle, Vector3d::UnitZ()).toRotationMatrix();
    const Matrix3d across = Eigen::AngleAxisd(-0.5 * kPi, Vector3d::UnitY()).toRotationMatrix();
    for (const double z : {-0.05, 0.05}) {
      SceneRod rail = rodOf(GetParam());
      rail.root = Root::clamped;
      rail.sections.assign(rail.arc.size(), makeSection({kRod, 1, 1000, 1e13, 0.3}));
      add(rail, down, down * Vector3d(-0.05, 0, z));
    }
    SceneRod rod = rodOf(GetParam());
    rod.sections.assign(rod.arc.size(), makeSection({kRod, 1, 1000, 1e12, 0.3}));
    add(rod, down * across, down * Vector3d(0, 2 * kRod + 1e-9, -0.5 * kRodLength));
    begin();
    const Vector3d before = roots[2].position;
    run(0.2, 1.0 / 240);
    const double way = (state.rods[2].pose.root.position - before).dot(down.col(0)),
                 speed = state.rods[2].velocity.dot(down.col(0)),
                 gains = 9.81 * (std::sin(angle) - kFriction * std::cos(angle));
    if (part < 1) {
      EXPECT_LT(std::abs(way), 1e-7) << part;
    } else {
      EXPECT_NEAR(speed, gains * 0.2, 0.01 * gains * 0.2) << part;
    }
  }
}

// Twelve rods fall on each other: with any number of threads, and when a workspace begins in between.
TEST_P(RodPairsOf, SameBits) {
  const auto fall = [&](std::size_t threads, bool restarts) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    scene = {};
    roots.clear();
    settings = {};
    for (int i = 0; i < 12; ++i) {
      const Matrix3d axes =
          Eigen::AngleAxisd(0.9 * i, Vector3d(0.02, 1, 0.01).normalized()).toRotationMatrix();
      add(rodOf(GetParam(), 8), axes, Vector3d(0.002 * i, 0.006 * i, 0) - 0.5 * kRodLength * axes.col(0));
    }
    for (SceneRod* rod : {&scene.rods[0], &scene.rods[1]}) rod->root = Root::clamped;
    begin();
    run(0.2);
    if (restarts) work = std::make_unique<Workspace>(scene);
    run(0.2);
    std::size_t contacts = 0;
    for (std::size_t r = 0; r < scene.rods.size(); ++r) contacts += work->contactResults(r).size();
    EXPECT_GT(contacts, 4u);
    return state;
  };
  const State one = fall(1, false);
  for (const std::size_t threads : {2, 8}) {
    const State other = fall(threads, threads == 8);
    for (std::size_t r = 0; r < one.rods.size(); ++r) EXPECT_TRUE(one.rods[r] == other.rods[r]) << r;
  }
}

// Two rods on rails are tied to each other by two rows; a third lies on both. The rows hold as without
// contact.
TEST_P(RodPairsOf, RowsHoldBesideContacts) {
  const Matrix3d across = Eigen::AngleAxisd(-0.5 * kPi, Vector3d::UnitY()).toRotationMatrix();
  for (const double z : {-0.05, 0.05}) {
    SceneRod rail = rodOf(GetParam());
    rail.root = Root::clamped;
    rail.sections.assign(rail.arc.size(), makeSection({kRod, 1, 1000, 1e13, 0.3}));
    add(rail, Matrix3d::Identity(), {-0.5 * kRodLength, 0, z});
  }
  for (const double x : {-0.03, 0.03})
    add(rodOf(GetParam()), across, {x, 2 * kRod + 1e-5, -0.5 * kRodLength});
  add(rodOf(GetParam()), Matrix3d::Identity(), {-0.5 * kRodLength, 4 * kRod + 2e-5, 0});
  for (const double part : {0.3, 0.7}) {
    SceneConstraint tie;
    tie.type = findConstraintType("distance");
    tie.ends[0].rod = 2;
    tie.ends[1].rod = 3;
    tie.ends[0].arc = tie.ends[1].arc = part * kRodLength;
    tie.rest = 0.06;
    scene.constraints.push_back(tie);
  }
  begin();
  run(2);
  const std::vector<Vector3d> before = places();
  double carried = 0;
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    for (const ContactResult& contact : work->contactResults(r))
      if (r < 2) carried -= contact.force.y();
  EXPECT_NEAR(carried / (3 * kRodLength * scene.rods[4].sections[0].mass * 9.81), 1, 1e-3);
  run(1);
  const std::vector<Vector3d> after = places();
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_LT((after[i] - before[i]).norm(), 1e-6);
  for (std::size_t c = 0; c < scene.constraints.size(); ++c)
    EXPECT_LT(work->constraintResult(c).residual, 1e-9);
}

// A rod that is bent by more than a turn comes to lie on itself. A loop in a plane cannot close without.
TEST_P(RodPairsOf, TouchesItself) {
  SceneRod rod = rodOf(GetParam(), 12);
  rod.root = Root::clamped;
  bendRest(rod, Vector3d(0, 0.3, 40));
  add(rod, Matrix3d::Identity(), Vector3d::Zero());
  scene.rods[0].contact.selfRadius.clear();
  const auto nearest = [&] {
    std::vector<double> arcs;
    for (int i = 0; i <= 400; ++i) arcs.push_back(kRodLength * i / 400);
    const std::vector<Sample> at = sampleRod(shapeOf(scene.rods[0], state.rods[0].pose), {}, arcs);
    double least = 1;
    for (std::size_t i = 0; i < at.size(); ++i)
      for (std::size_t j = i; j < at.size(); ++j)
        if (arcs[j] - arcs[i] > 8 * kRod)
          least = std::min(least, (at[i].frame.position - at[j].frame.position).norm());
    return least;
  };
  // straight at first, it rolls up
  for (const bool touching : {false, true}) {
    touchRods(scene.rods[0], kRod, 0.1);
    if (!touching) scene.rods[0].contact.selfRadius.clear();
    begin();
    scene.gravity.setZero();
    scene.rods[0].damping = 0.02;
    work = std::make_unique<Workspace>(scene);
    for (Vector3d& kappa : state.rods[0].pose.kappa) kappa.setZero();
    for (Eigen::Quaterniond& joint : state.rods[0].pose.joints) joint.setIdentity();
    settings = {};
    run(1);
    if (touching)
      EXPECT_GT(nearest(), 2 * kRod * 0.98);
    else
      EXPECT_LT(nearest(), 2 * kRod * 0.7);  // or the test shows nothing
  }
}

INSTANTIATE_TEST_SUITE_P(All, RodPairsOf, testing::ValuesIn(sweptModels()),
                         [](const auto& info) { return std::string(modelType(info.param).name); });

}  // namespace
}  // namespace tendril::test
