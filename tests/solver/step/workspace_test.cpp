// A workspace keeps nothing that a state does not: a new one every few steps gives the same bits.
#include <gtest/gtest.h>

#include <memory>

#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "tests/support/constraint_runs.h"
#include "tests/support/random_scene.h"

namespace tendril::test {
namespace {

// A held rod with a branch of every model, a free rod that lies along it and is coupled to it; in gusts.
Scene coupledScene(const ConstraintType& type) {
  Scene scene;
  for (const Model model : sweptModels()) {
    SceneRod rod = straightRod(model, 6, 0.3, 1e7);
    if (!scene.rods.empty()) {
      rod.root = Root::attached;
      rod.parent = 0;
      rod.parentArc = model == Model::helix ? 0.3 : 0.15;
      rod.attachment.axes = turnBy({0.3, 0.8, 0}).toRotationMatrix();
    }
    scene.rods.push_back(rod);
  }
  SceneRod loose = straightRod(Model::clothoid, 6, 0.3, 1e7);
  loose.root = Root::free;
  loose.attachment.position = {0.05, 0, 0};
  scene.rods.push_back(loose);
  for (SceneRod& rod : scene.rods) {
    rod.damping = 1e-3;
    rod.drag.assign(rod.arc.size(), dragOf(Air(), 1e-3, 1e-3, 1, 1));
  }
  scene.wind.steady = {1, 0, 0.5};
  scene.wind.gust = 0.5;
  scene.wind.noise = 0.5;
  SceneConstraint made;
  made.setType(type);
  made.ends[0] = {3, 0.15, {}};
  if (type.carries) {
    made.mass = 2e-4;  // kg
    made.radius = 1e-3;
    made.restitution = 0.3;
  } else {
    made.ends[1] = {0, 0.2, {}};
  }
  if (type.slides) made.friction = 0.2;
  if (type.rest == ConstraintRest::length) made.rest = 0.05;
  if (type.rest == ConstraintRest::angle) made.rest = 0.5;
  if (type.slides) made.normal = Vector3d::UnitX();  // along the rods
  made.axis = made.normal;
  scene.constraints = {made};
  return scene;
}

struct CoupledRun {
  State state;
  std::size_t held = 0;
  double force = 0;  // N, or N m: the largest
};

CoupledRun runWithNewWorkspaces(const Scene& scene, int every, int count) {
  CoupledRun run;
  run.state = restState(scene);
  std::unique_ptr<Workspace> work;
  for (int i = 0; i < count; ++i) {
    if (i % every == 0) work = std::make_unique<Workspace>(scene);
    StepSettings settings = steps(1.0 / 120);
    settings.time = (i + 1) * settings.dt;
    run.held += step(scene, run.state, *work, settings).failed.size();
    const ConstraintResult result = work->constraintResult(0);
    run.force = std::max(run.force, result.force.norm() + result.torque.norm());
  }
  return run;
}

TEST(Workspace, ANewOneEverySeventhStepGivesTheSameBits) {
  constexpr int kCount = 24;
  for (const ConstraintType* type : constraintTypes()) {
    SCOPED_TRACE(type->name);
    const Scene scene = coupledScene(*type);
    const CoupledRun one = runWithNewWorkspaces(scene, kCount, kCount),
                     many = runWithNewWorkspaces(scene, 7, kCount);
    EXPECT_GT(one.force, 0) << "it acts";
    EXPECT_EQ(one.held, 0u);
    expectSameBits(one.state, many.state);
    const ConstraintState &a = one.state.constraints[0], &b = many.state.constraints[0];
    EXPECT_EQ(a.arcs[0], b.arcs[0]);
    EXPECT_EQ(a.arcs[1], b.arcs[1]);
    EXPECT_EQ(a.place, b.place);
    EXPECT_EQ(a.velocity, b.velocity);
    EXPECT_EQ(a.own, b.own);
  }
}

}  // namespace
}  // namespace tendril::test
