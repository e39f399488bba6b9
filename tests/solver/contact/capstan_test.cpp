// A rope over a post holds what Euler and Eytelwein say: exp(mu phi), phi between its straight ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "solver/base/math.h"
#include "solver/colliders/collider_shape.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

constexpr double kPost = 0.05, kRope = 1e-3, kAround = kPost + kRope;  // m: radii
constexpr double kFriction = 0.3, kPull = 1;                           // N
constexpr double kEnd = 3 * kAround;                                   // m, straight

// Half round the post, ends down. EI / (T R^2) = 1e-3; weightless.
struct Capstan {
  Capstan(Model model, int elements)
      : post(
            makeCollider(*findColliderShape("capsule"), {kPost, 1},
                         RigidPath::still({Eigen::AngleAxisd(0.5 * kPi, Vector3d::UnitX()).toRotationMatrix(),
                                           Vector3d::Zero()}))) {
    post->setInterval(0, 1);
    post->friction = kFriction;
    const double length = kPi * kAround + 2 * kEnd,
                 young = 1e-3 * kPull * kAround * kAround / (0.25 * kPi * std::pow(kRope, 4));
    scene.gravity.setZero();
    scene.rods = {evenRod(model, elements, length, {kRope, 1, 1000, young, 0.3})};
    SceneRod& rod = scene.rods[0];
    rod.damping = 0.02;
    rod.root = Root::free;
    rod.contact.radius.assign(rod.arc.size(), kRope);
    scene.colliders = {post.get()};
    state = restState(scene);
    Pose& pose = state.rods[0].pose;
    pose.root = {Eigen::AngleAxisd(0.5 * kPi, Vector3d::UnitZ()).toRotationMatrix(), {-kAround, -kEnd, 0}};
    const double link = length / elements;
    // the part of a stretch about an arc length that lies on the post
    const auto onPost = [&](double s) {
      return std::clamp((std::min(s + 0.5 * link, length - kEnd) - std::max(s - 0.5 * link, kEnd)) / link,
                        0.0, 1.0);
    };
    for (std::size_t k = 0; k < rod.coordinates(); ++k) {
      const double s =
          model == Model::helix ? (static_cast<double>(k) + 0.5) * link : static_cast<double>(k) * link;
      const Vector3d bend(0, 0, -onPost(s) / kAround);
      if (pose.areJoints())
        pose.joints[k] = Eigen::Quaterniond(Eigen::AngleAxisd(link * bend.z(), Vector3d::UnitZ()));
      else
        pose.kappa[k] = bend;
    }
    rod.forces = {{0, {0, -kPull, 0}}, {length, {0, -kPull, 0}}};
    work = std::make_unique<Workspace>(scene);
  }

  struct Rise {
    double all = 0, last = 0;  // m, of the root: since it was at rest, and in the last 0.4 s
  };
  // Pulls its tip by up to `times` as much as its root.
  Rise riseAt(double times, double rate) {
    StepSettings settings;
    settings.dt = 1 / rate;
    double start = 0, late = 0, height = 0;
    for (int i = 0; i < static_cast<int>(2 * rate); ++i) {
      const double part = std::clamp((i / rate - 0.4) / 0.8, 0.0, 1.0);
      scene.rods[0].forces[1].force.y() = -kPull * (1 + part * (times - 1));
      settings.time += settings.dt;
      const Report report = step(scene, state, *work, settings);
      EXPECT_TRUE(report.failed.empty() && report.stopped.empty());
      height = state.rods[0].pose.root.position.y();
      if (part == 0) start = height;
      if (i < 1.6 * rate) late = height;
      if (height - start > kEnd) break;
    }
    return {height - start, height - late};
  }

  std::unique_ptr<Collider> post;
  Scene scene;
  State state;
  std::unique_ptr<Workspace> work;
};

// Elements of 0.2 radii show where the rope leaves the post to half an element: it may slip by that before it
// holds.
TEST(Capstan, HoldsBelowAndSlipsAboveItsLaw) {
  const double law = std::exp(kFriction * kPi), rate = std::getenv("TENDRIL_LONG") ? 240 : 60;
  constexpr int kElements = 46;
  for (const Model model : {Model::clothoid, Model::helix}) {
    SCOPED_TRACE(modelType(model).name);
    const auto holds = Capstan(model, kElements).riseAt(0.98 * law, rate);
    EXPECT_LT(std::abs(holds.all), 0.1 * kAround);
    EXPECT_LT(std::abs(holds.last), 1e-4);
    if (kThorough) {
      EXPECT_GT(Capstan(model, kElements).riseAt(1.02 * law, rate).all, 0.9 * kEnd);
    }
  }
}

}  // namespace
}  // namespace tendril::test
