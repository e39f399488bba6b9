// Shared by tests of constraints: constraints by type, and a run that measures violations.
#pragma once

#include "solver/step/step.h"

namespace tendril::test {

inline SceneConstraint constraintOf(const char* type, int rod, double arc,
                                    const Vector3d& target = Vector3d::Zero()) {
  SceneConstraint made;
  made.type = findConstraintType(type);
  EXPECT_TRUE(made.type) << type;
  made.ends[0].rod = rod;
  made.ends[0].arc = arc;
  made.target.position = target;
  return made;
}

inline SceneConstraint betweenRods(const char* type, int first, double firstArc, int second,
                                   double secondArc) {
  SceneConstraint made = constraintOf(type, first, firstArc);
  made.ends[1].rod = second;
  made.ends[1].arc = secondArc;
  return made;
}

struct Found {
  double residual = 0;  // largest violation of all steps, in parts of `size`
  int sweeps = 0, retries = 0;
  std::size_t held = 0;
};

inline Found run(const Scene& scene, State& state, Workspace& work, int steps, const StepSettings& settings,
                 double size) {
  Found run;
  for (int i = 0; i < steps; ++i) {
    const Report report = step(scene, state, work, settings);
    run.sweeps += report.sweeps;
    run.retries += report.retries;
    run.held += report.failed.size();
    for (std::size_t c = 0; c < scene.constraints.size(); ++c)
      run.residual = std::max(run.residual, work.constraintResult(c).residual / size);
  }
  return run;
}

inline StepSettings steps(double dt, Scheme scheme = Scheme::smooth) {
  StepSettings settings;
  settings.dt = dt;
  settings.scheme = scheme;
  return settings;
}

}  // namespace tendril::test
