// Rods that hit each other: none passes through another. Linking numbers tell, not the solver's own contacts.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/base/math.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "tests/support/dice.h"
#include "tests/support/linking.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

constexpr double kApart = 0.15;                // m, half the distance of a rod's ends
constexpr double kHair = 40e-6, kLink = 1e-3;  // m, radii: of hair; of chains
constexpr double kArc = 1;                     // rad, by which held rods are bent
constexpr double kOut = 5;                     // m

enum class Setup { looseOnHeld, heldOnHeld, looseOnLoose };
const char* const kSetups[] = {"LooseOnHeld", "HeldOnHeld", "LooseOnLoose"};

// One rod along x, and another across above it, which comes down with a velocity. Held rods are held at both
// ends and hang in an arc. The first one's loop is closed far below, the second one's far above.
class TwoRods {
 public:
  TwoRods(Model model, Setup setup, double speed, unsigned start) : speed_(speed) {
    Dice dice(static_cast<unsigned>(100 * static_cast<int>(setup)) + start);
    const auto add = [&](bool held, const Matrix3d& axes, const Vector3d& middle) {
      const double radius = model == Model::chain ? kLink : kHair;
      SceneRod rod = evenRod(model, 8, 2 * kApart, {radius, 1, 1300, model == Model::chain ? 1e7 : 4e9, 0.3});
      rod.root = held ? Root::clamped : Root::free;
      if (held) bendRest(rod, Vector3d(0, 0, kArc / (2 * kApart)));
      rod.contact.selfRadius.assign(rod.arc.size(), radius);
      rod.contact.selfFriction.assign(rod.arc.size(), 0.3);
      scene.rods.push_back(rod);
      roots_.push_back({axes, middle - kApart * axes.col(0)});
      if (held) roots_.back().axes *= Eigen::AngleAxisd(-0.5 * kArc, Vector3d::UnitZ()).toRotationMatrix();
      held_.push_back(held);
    };
    const double turn = 0.5 * kPi + dice.in(-0.5, 0.5), tilt = dice.in(-0.1, 0.1);
    add(setup != Setup::looseOnLoose, Matrix3d::Identity(), Vector3d::Zero());
    add(setup == Setup::heldOnHeld,
        (Eigen::AngleAxisd(turn, Vector3d::UnitY()) * Eigen::AngleAxisd(tilt, Vector3d::UnitZ()))
            .toRotationMatrix(),
        {dice.in(-0.05, 0.05), 0.03 + dice.in(0, 0.03), dice.in(-0.05, 0.05)});
    if (setup != Setup::looseOnLoose) scene.gravity = {0, -9.81, 0};
    state = restState(scene);
    targets_.resize(2);
    for (std::size_t r = 0; r < 2; ++r) {
      state.rods[r].pose.root = roots_[r];
      targets_[r].pose = roots_[r];
      if (!held_[r]) continue;
      SceneConstraint tip;
      tip.type = findConstraintType("position");
      tip.ends[0].rod = static_cast<int>(r);
      tip.ends[0].arc = scene.rods[r].arc.back();
      tip.target = sampleRod(shapeOf(scene.rods[r], state.rods[r].pose), {}, {2 * kApart})[0].frame;
      scene.constraints.push_back(tip);
    }
    work_ = std::make_unique<Workspace>(scene);
    settings_.dt = 1.0 / 60;
    settings_.roots = &targets_;
    if (held_[1])
      go(0);
    else
      state.rods[1].velocity = {0, -speed, 0};
  }

  // Supports of the second rod go down by 0.1 m at most.
  Report go() { return go(speed_); }
  Report go(double speed) {
    settings_.time += settings_.dt;
    const double way = std::min(speed * settings_.dt, 0.1 - down_);
    if (held_[1]) {
      down_ += way;
      targets_[1].pose.position.y() -= way;
      targets_[1].motion.velocity = {0, -way / settings_.dt, 0};
      scene.constraints.back().target.position.y() -= way;
    }
    const Report report = step(scene, state, *work_, settings_);
    for (std::size_t r = 0; r < 2; ++r) touched = touched || !work_->contactResults(r).empty();
    return report;
  }
  double linking() const {
    constexpr int kPoints = 300;
    Loop loops[2];
    for (std::size_t r = 0; r < 2; ++r) {
      std::vector<double> arcs;
      for (int i = 0; i <= kPoints; ++i) arcs.push_back(scene.rods[r].arc.back() * i / kPoints);
      for (const Sample& sample : sampleRod(shapeOf(scene.rods[r], state.rods[r].pose), {}, arcs))
        loops[r].push_back(sample.frame.position);
    }
    // out along its own ends, then far below, or above
    const Vector3d first = loops[0].front(), last = loops[0].back();
    for (const Vector3d& to : {Vector3d(kOut, last.y(), last.z()), Vector3d(kOut, -kOut, last.z()),
                               Vector3d(-kOut, -kOut, first.z()), Vector3d(-kOut, first.y(), first.z())})
      loops[0].push_back(to);
    const Vector3d begin = loops[1].front(), end = loops[1].back();
    loops[1].push_back({end.x(), kOut, end.z()});
    loops[1].push_back({begin.x(), kOut, begin.z()});
    return linkingOf(loops[0], loops[1]);
  }

  Scene scene;
  State state;
  bool touched = false;

 private:
  double speed_, down_ = 0;
  std::vector<Frame<double>> roots_;
  std::vector<bool> held_;
  std::vector<RootTarget> targets_;
  StepSettings settings_;
  std::unique_ptr<Workspace> work_;
};

using Case = std::tuple<Model, Setup, double>;
class PassingRods : public testing::TestWithParam<Case> {};

TEST_P(PassingRods, None) {
  const auto [model, setup, speed] = GetParam();
  const int starts = kThorough ? 16 : 6;
  // until a loose rod could have slid off the other
  const int steps = setup == Setup::heldOnHeld ? 30 : static_cast<int>(std::ceil(0.09 / (speed / 60)));
  int touched = 0, stopped = 0;
  for (int start = 0; start < starts; ++start) {
    TwoRods rods(model, setup, speed, static_cast<unsigned>(start));
    const double before = rods.linking();
    EXPECT_NEAR(before, std::round(before), 1e-6);
    for (int i = 0; i < steps; ++i) {
      const Report report = rods.go();
      EXPECT_TRUE(report.failed.empty());
      stopped += static_cast<int>(report.stopped.size());
      ASSERT_EQ(std::lround(rods.linking()), std::lround(before)) << "start " << start << ", step " << i;
    }
    touched += rods.touched ? 1 : 0;
  }
  EXPECT_EQ(touched, starts);
  EXPECT_EQ(stopped, 0);
}

std::string nameOf(const testing::TestParamInfo<Case>& info) {
  return std::string(modelType(std::get<0>(info.param)).name) +
         kSetups[static_cast<int>(std::get<1>(info.param))] +
         std::to_string(std::lround(std::get<2>(info.param)));
}

INSTANTIATE_TEST_SUITE_P(Loose, PassingRods,
                         testing::Combine(testing::ValuesIn(sweptModels()),
                                          testing::Values(Setup::looseOnHeld, Setup::looseOnLoose),
                                          testing::Values(1.0, 5.0)),
                         nameOf);
// Rods of other models are stopped where such arcs are pulled taut.
INSTANTIATE_TEST_SUITE_P(Held, PassingRods,
                         testing::Combine(testing::Values(Model::clothoid),
                                          testing::Values(Setup::heldOnHeld), testing::Values(1.0, 5.0)),
                         nameOf);

}  // namespace
}  // namespace tendril::test
