// Scenes for tests.
#include "tests/support/random_scene.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"
#include "solver/sweep/rest_state.h"

namespace tendril::test {

using Eigen::Vector3d;

RandomScene randomScene(unsigned seed, int rods, int mostElements) {
  std::mt19937 random(seed);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<>(low, high)(random);
  };
  const auto vector = [&](double size) {
    return Vector3d(uniform(-size, size), uniform(-size, size), uniform(-size, size));
  };
  const auto whole = [&](int low, int high) { return std::uniform_int_distribution<>(low, high)(random); };
  const std::vector<Model> models = sweptModels();
  RandomScene made;
  for (int r = 0; r < rods; ++r) {
    const int elements = whole(1, mostElements);
    SceneRod rod = evenRod(models[static_cast<std::size_t>(whole(0, static_cast<int>(models.size()) - 1))],
                           elements, 1, {});
    double at = 0;
    for (std::size_t k = 0; k < rod.arc.size(); ++k) {
      rod.arc[k] = at;
      at += uniform(0.02, 0.1);
      rod.sections[k] =
          makeSection({uniform(2e-3, 6e-3), uniform(0.3, 1), uniform(500, 1500), uniform(1e6, 1e8), 0.3});
      const Vector3d curvature = vector(5), turn = vector(0.3);
      rod.rest.setStraight(k);
      rod.rest.change(k, rod.rest.areJoints() ? turn : curvature);
    }
    rod.damping = uniform(0, 0.01);
    rod.massDamping = uniform(0, 1);
    rod.halfFirst = whole(0, 1) == 1;
    rod.attachment.axes = turnBy(vector(1)).toRotationMatrix();
    rod.attachment.position = vector(0.1);
    rod.root = r == 0 ? (whole(0, 1) ? Root::clamped : Root::free)
                      : std::array<Root, 4>{Root::clamped, Root::free, Root::attached,
                                            Root::attached}[static_cast<std::size_t>(whole(0, 3))];
    if (rod.root == Root::attached) {
      rod.parent = whole(0, r - 1);
      const std::vector<double>& arc = made.scene.rods[static_cast<std::size_t>(rod.parent)].arc;
      const int place = whole(0, 3);
      rod.parentArc = place == 0   ? arc[static_cast<std::size_t>(whole(0, static_cast<int>(arc.size()) - 1))]
                      : place == 1 ? arc.back()
                                   : uniform(0, arc.back());
    }
    if (whole(0, 2) == 0) rod.forces.push_back({uniform(0, rod.arc.back()), vector(0.05)});
    if (whole(0, 2) == 0) {
      Frame<double> target;
      target.position = vector(0.3);
      target.axes = turnBy(vector(1)).toRotationMatrix();
      rod.targetSprings.push_back({uniform(0, rod.arc.back()), target, uniform(0, 2), uniform(0, 1e-3)});
    }
    made.scene.rods.push_back(rod);
  }
  made.state = restState(made.scene);
  for (RodState& rod : made.state.rods) {
    for (Vector3d& kappa : rod.pose.kappa) kappa += vector(20);
    for (Eigen::Quaterniond& joint : rod.pose.joints) joint = joint * turnBy(vector(0.5));
    for (Vector3d& rate : rod.rates) rate = vector(rod.pose.joints.empty() ? 50 : 5);
    rod.velocity = vector(1);
    rod.spin = vector(3);
  }
  return made;
}

void addSurroundings(RandomScene& random, unsigned seed) {
  std::mt19937 numbers(seed + 1000);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<>(low, high)(numbers);
  };
  const auto vector = [&](double size) {
    return Vector3d(uniform(-size, size), uniform(-size, size), uniform(-size, size));
  };
  random.scene.wind.steady = vector(3);
  random.scene.wind.gust = 0.5;
  random.scene.wind.noise = 1;
  for (std::size_t r = 0; r < random.scene.rods.size(); ++r) {
    SceneRod& rod = random.scene.rods[r];
    for (std::size_t k = 0; k < rod.arc.size(); ++k) {
      Drag drag = dragOf({}, uniform(0.002, 0.01), uniform(0.002, 0.01), uniform(0.5, 2), uniform(0.5, 2));
      drag.grip = uniform(0, 0.1);
      drag.target = vector(2);
      drag.load = vector(0.5);
      rod.drag.push_back(drag);
    }
    const std::size_t n = rod.coordinates();
    rod.goal.shape = random.state.rods[r].pose;
    for (Vector3d& kappa : rod.goal.shape.kappa) kappa += vector(5);
    for (Eigen::Quaterniond& joint : rod.goal.shape.joints) joint = joint * turnBy(vector(0.3));
    for (std::size_t k = 0; k < n; ++k) {
      rod.goal.weight.push_back(uniform(0, 2));
      rod.goal.locked.push_back(uniform(0, 1) < 0.2);
      rod.goal.rates.push_back(vector(3));
    }
    rod.goal.damping = rod.model == Model::chain ? 0 : 0.01;
    TargetSpring pull;
    pull.arc = uniform(0, rod.arc.back());
    pull.stiffness = 0.5;
    pull.damping = 0.1;
    pull.velocity = vector(1);
    rod.targetSprings.push_back(pull);
  }
}

void expectSameBits(const State& a, const State& b) {
  ASSERT_EQ(a.rods.size(), b.rods.size());
  ASSERT_EQ(a.constraints.size(), b.constraints.size());
  for (std::size_t r = 0; r < a.rods.size(); ++r) ASSERT_TRUE(a.rods[r] == b.rods[r]) << "rod " << r;
  for (std::size_t c = 0; c < a.constraints.size(); ++c)
    ASSERT_EQ(a.constraints[c].force, b.constraints[c].force) << "constraint " << c;
}

std::vector<Vector3d> tipsOf(const Scene& scene, const State& state) {
  std::vector<Vector3d> tips;
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    tips.push_back(knotFrames(shapeOf(scene.rods[r], state.rods[r].pose)).back().position);
  return tips;
}

}  // namespace tendril::test
