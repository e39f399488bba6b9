// The energy guard: a step gains no more energy than moving roots, wind and goals bring in.
#include "solver/step/newton_step.h"

#include <algorithm>
#include <cmath>

namespace tendril::solver {

namespace {

constexpr double kGain = 1e-3;  // of the kinetic energy: rounding and truncation error stay below

}  // namespace

bool NewtonStep::passesEnergyGuard() {
  double before = 0, after = 0, kinetic = 0, still = 0, size = 0;
  bool air = false, closed = true;
  for (std::size_t r = 0; r < count_; ++r) {
    const SceneRod& rod = sweep_.description(r);
    double moving = 0;
    const double was = sweep_.rod(r).results.keptEnergy(true, island_.now[r].pose, terms_.gravity, moving);
    before += was + moving;
    kinetic += moving;
    moving = 0;
    const double is =
        sweep_.rod(r).results.keptEnergy(false, island_.current.poses[r], terms_.gravity, moving);
    after += is + moving;
    kinetic += moving;
    still += moving;
    size += std::abs(was) + std::abs(is);
    const double driven = sweep_.rod(r).results.drivenWork(settings_.dt);
    before += driven;
    closed = closed && driven == 0;
    air = air || !rod.drag.empty();
    if (isLed(rod) || island_.coupling.drives()) return true;  // their work is not accounted for
    for (const TargetSpring& pull : rod.targetSprings)
      if (pull.damping > 0) return true;
    closed = closed && rod.root != Root::free;
    if (rod.root != Root::clamped) continue;
    // work of the moving root: the wrench is known at the end only, so half its size is added as a margin
    const Vec6d start = RootMotion{island_.now[r].spin, island_.now[r].velocity}.both(),
                end = island_.targets[r].motion.both();
    const Vec6d motion = 0.5 * (start + end);
    closed = closed && start.isZero(0) && end.isZero(0);
    const Vec6d& wrench = sweep_.rod(r).terms.rootWrench();
    before += settings_.dt * (wrench.dot(motion) + 0.5 * wrench.cwiseAbs().dot(motion.cwiseAbs()));
  }
  before += island_.coupling.energy(true);
  after += island_.coupling.energy(false);
  const double gain = after - before;
  // energy that violations of the rows may hide
  const double rows = island_.coupling.empty() ? 0 : island_.coupling.slack();
  if (!(gain <= kGain * kinetic + 1e-11 * size + rows)) return false;  // false for NaN
  if (!air || !closed || gain <= 0) return true;
  if (gain >= still) return gain <= 1e-11 * size;
  slowDown(std::sqrt(1 - gain / still));
  return true;
}

void NewtonStep::slowDown(double factor) {
  for (Vectors& rates : island_.current.rates)
    for (Vector3d& rate : rates) rate *= factor;
  sweep_.setRates(island_.current.roots, island_.current.rates);
  for (std::size_t r = 0; r < count_; ++r) sweep_.rod(r).kinematics.replacePoints();
}

}  // namespace tendril::solver
