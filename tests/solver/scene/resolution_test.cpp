// Where elements are too long for the tension: the estimate is the error that finer elements take away.
#include "solver/scene/resolution.h"

#include <gtest/gtest.h>

#include "solver/base/math.h"
#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/statics/statics.h"

namespace tendril::test {
namespace {

// A rod that is held level and hangs down: it bends near its root, within a bending length of 2 cm.
constexpr double kLong = 1, kThick = 1e-3, kBending = 0.02;  // m

Scene levelRoot(Model model, int elements, double bending = kBending) {
  const double mass = 1000 * kPi * kThick * kThick, inertia = 0.25 * kPi * std::pow(kThick, 4);
  Scene scene;
  scene.rods = {
      straightRod(model, elements, kLong, bending * bending * mass * 9.81 * kLong / inertia, kThick)};
  return scene;
}

State hanging(const Scene& scene) {
  State state = restState(scene);
  EXPECT_TRUE(findEquilibrium(scene, state).found);
  return state;
}

// The largest distance of places at equal arc lengths.
double farthestOf(const Scene& a, const State& ofA, const Scene& b, const State& ofB) {
  const Shape first = shapeOf(a.rods[0], ofA.rods[0].pose), second = shapeOf(b.rods[0], ofB.rods[0].pose);
  ShapeWalker one(first), other(second);
  double most = 0;
  for (int i = 0; i <= 400; ++i)
    most = std::max(most, (one.at(kLong * i / 400).position - other.at(kLong * i / 400).position).norm());
  return most;
}

TEST(Resolution, TheMissIsWhatFinerElementsTakeAway) {
  for (const Model model : {Model::clothoid, Model::helix}) {
    const Scene fine = levelRoot(model, 128);
    const State there = hanging(fine);
    EXPECT_TRUE(coarsePlaces(fine, there, {}).empty());
    for (const int elements : {2, 4, 6}) {
      SCOPED_TRACE(std::string(nameOf(model)) + ", " + std::to_string(elements));
      const Scene scene = levelRoot(model, elements);
      const State state = hanging(scene);
      const std::vector<CoarsePlace> found = coarsePlaces(scene, state, {});
      ASSERT_EQ(found.size(), 1u);
      EXPECT_LT(found[0].arc, kLong / elements);
      EXPECT_NEAR(found[0].element, kLong / elements, 1e-12);
      const double miss = farthestOf(scene, state, fine, there);
      EXPECT_GT(found[0].miss, miss / 3);
      EXPECT_LT(found[0].miss, miss * 3);
      // elements of the wanted length do
      const Scene better = levelRoot(model, static_cast<int>(std::ceil(kLong / found[0].wanted)));
      EXPECT_TRUE(coarsePlaces(better, hanging(better), {}).empty()) << found[0].wanted;
    }
  }
}

TEST(Resolution, WhatIsSmoothOrSlackIsFineEnough) {
  // hangs straight: taut, and no turn anywhere
  Scene straight = levelRoot(Model::clothoid, 2);
  straight.rods[0].attachment.axes = turnBy({0, 0, -0.5 * kPi}).toRotationMatrix();
  EXPECT_TRUE(coarsePlaces(straight, hanging(straight), {}).empty());
  // leans over by its weight, evenly
  const Scene leaning = levelRoot(Model::clothoid, 2, 0.6);
  const State bent = hanging(leaning);
  EXPECT_LT(knotFrames(shapeOf(leaning.rods[0], bent.rods[0].pose)).back().position.y(), -0.2);
  EXPECT_TRUE(coarsePlaces(leaning, bent, {}).empty());
  // links are what they are
  const Scene chain = levelRoot(Model::chain, 4);
  EXPECT_TRUE(coarsePlaces(chain, hanging(chain), {}).empty());
}

// A light rod is taut by what pulls at its tip; without the load's name there is no tension.
TEST(Resolution, LoadsMakeTension) {
  Scene scene = levelRoot(Model::clothoid, 4);
  const State state = hanging(scene);
  ASSERT_EQ(coarsePlaces(scene, state, {}).size(), 1u);
  const Vector3d weight = scene.rods[0].sections[0].mass * kLong * scene.gravity;
  scene.gravity.setZero();
  EXPECT_TRUE(coarsePlaces(scene, state, {}).empty());
  EXPECT_EQ(coarsePlaces(scene, state, {{0, kLong, weight}}).size(), 1u);
  EXPECT_TRUE(coarsePlaces(scene, state, {{0, kLong, -weight}}).empty());
  // by a rod on its tip
  scene.rods.push_back(scene.rods[0]);
  scene.rods[1].root = Root::attached;
  scene.rods[1].parent = 0;
  scene.rods[1].parentArc = kLong;
  State two = state;
  two.rods.push_back(state.rods[0]);
  for (std::vector<RodState>* rods : {&two.past}) rods->clear();
  two.pastStep.clear();
  const std::vector<CoarsePlace> found = coarsePlaces(scene, two, {{1, kLong, weight}});
  EXPECT_EQ(found.size(), 2u);
}

}  // namespace
}  // namespace tendril::test
