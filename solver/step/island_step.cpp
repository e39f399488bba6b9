// A step of one tree: tries, halves, and what stays where nothing helps.
#include "solver/step/island_step.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "solver/base/error.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

using Eigen::Quaterniond;

TreeWork::TreeWork(const Scene& scene, std::vector<std::size_t> its,
                   const std::vector<std::size_t>& constraints)
    : rods(std::move(its)),
      sweep(scene, rods, &constraints),
      ties(scene, rods, sweep, constraints),
      now(rods.size()),
      past(rods.size()),
      targets(rods.size()),
      still(rods.size(), Vec6d::Zero()),
      moved(rods.size()),
      hat(rods.size()) {
  held.resize(ties.constraints().size());
  heldTargets.resize(held.size());
  heldFound.resize(held.size());
  std::size_t most = 0;
  for (Placement* placement : {&placed, &there}) {
    placement->poses.resize(rods.size());
    placement->roots.resize(rods.size());
    placement->rates.resize(rods.size());
  }
  for (auto* list : {&rootMoved, &rootTurned, &rootMovedHat, &rootTurnedHat})
    list->resize(rods.size(), Vector3d::Zero());
  for (std::size_t r = 0; r < rods.size(); ++r) {
    const std::size_t count = sweep.description(r).coordinates();
    moved[r].resize(count);
    hat[r].resize(count);
    placed.rates[r].resize(count);
    there.rates[r].resize(count);
    most = std::max(most, count);
  }
  gains.reserve(most);
}

void TreeWork::checkHooks() const {
  for (std::size_t r = 0; r < rods.size(); ++r)
    if (sweep.rod(r).hooksOfItsOwn() !=
        sweep.description(r).forces.size() + sweep.description(r).pulls.size())
      throw Error("rod " + std::to_string(rods[r]) +
                  " has other forces and pulls than when its work was made");
}

void TreeWork::take(const State& state) {
  for (std::size_t r = 0; r < rods.size(); ++r) {
    // where the state is the one that the last step left, points need not be found again
    keptNow = keptNow && now[r] == state.rods[rods[r]];
    keptPast = keptPast && past[r] == state.past[rods[r]];
    now[r] = state.rods[rods[r]];
    past[r] = state.past[rods[r]];
  }
  pastStep = state.pastStep[rods[0]];
  for (std::size_t i = 0; i < held.size(); ++i) held[i] = state.constraints[ties.constraints()[i]];
}

void TreeWork::give(State& state) const {
  for (std::size_t r = 0; r < rods.size(); ++r) {
    state.rods[rods[r]] = now[r];
    state.past[rods[r]] = past[r];
    state.pastStep[rods[r]] = pastStep;
  }
  for (std::size_t i = 0; i < held.size(); ++i) state.constraints[ties.constraints()[i]] = held[i];
}

void TreeWork::stepSurely(const Scene& scene, StepSettings settings) {
  std::fill(heldFound.begin(), heldFound.end(), ConstraintFound());
  report.sweeps = report.retries = 0;
  report.change = 0;
  report.held.clear();
  report.lost = false;
  bool good = true;
  for (std::size_t r = 0; r < rods.size(); ++r)
    good = good && (sweep.description(r).root != Root::held || isFrame(targets[r].pose));
  if (good && tried(scene, settings, settings.halvings)) return;
  // constraints that are against each other do not stop the rest
  if (good && ties.yield(held) && tried(scene, settings, settings.halvings)) return;
  keptNow = keptPast = false;
  pastStep = 0;
  report.held = rods;
  for (std::size_t i = 0; i < held.size(); ++i) {
    held[i].force.setZero();
    if (!held[i].broken) held[i].moves = held[i].moved = false;
    heldFound[i] = {};
  }
  for (std::size_t r = 0; r < rods.size(); ++r) {
    std::fill(now[r].rates.begin(), now[r].rates.end(), Vector3d::Zero());
    now[r].velocity = now[r].spin = Vector3d::Zero();
    if (sweep.description(r).root == Root::held && isFrame(targets[r].pose))
      now[r].pose.root = targets[r].pose;
  }
  // what hangs on it comes along
  for (std::size_t r = 0; r < rods.size(); ++r) placed.poses[r] = now[r].pose;
  if (!sweep.allow(placed.poses, true)) {
    report.lost = true;
    return;
  }
  sweep.settle();
  sweep.place(placed.poses);
  for (std::size_t r = 0; r < rods.size(); ++r) {
    now[r].pose.root = placed.poses[r].root;
    placed.rates[r] = now[r].rates;
    placed.roots[r] = {};
  }
  sweep.move(placed.roots, placed.rates);  // for who asks what was found
}

bool TreeWork::tried(const Scene& scene, StepSettings settings, int halvings) {
  if (tryStep(*this, scene, settings)) return true;
  ++report.retries;
  if (settings.scheme == Scheme::smooth) {
    settings.scheme = Scheme::robust;
    if (tryStep(*this, scene, settings)) return true;
    ++report.retries;
  }
  if (halvings <= 0) return false;
  const std::vector<RodState> start = now, before = past;
  const std::vector<RootTarget> ends = targets;
  const double stepBefore = pastStep;
  const std::vector<ConstraintState> heldStart = held;
  const std::vector<ConstraintFound> foundStart = heldFound;
  const std::vector<Frame<double>> heldEnds = heldTargets;
  for (std::size_t i = 0; i < held.size(); ++i)
    if (held[i].begun)
      heldTargets[i] = between({held[i].target, {}}, {heldEnds[i], {}}, settings.dt, 0.5).pose;
  for (std::size_t r = 0; r < rods.size(); ++r)
    if (sweep.description(r).root == Root::held)
      targets[r] = between({now[r].pose.root, {now[r].spin, now[r].velocity}}, ends[r], settings.dt, 0.5);
  settings.dt *= 0.5;
  const double end = settings.time, part = settings.part;
  settings.time = end - settings.dt;
  settings.part = 0.5 * part;
  bool good = tried(scene, settings, halvings - 1);
  targets = ends;
  heldTargets = heldEnds;
  settings.time = end;
  settings.part = part < 1 ? 0.5 * part / (1 - 0.5 * part) : 1;
  good = good && tried(scene, settings, halvings - 1);
  if (good) return true;
  now = start;
  past = before;
  pastStep = stepBefore;
  held = heldStart;
  heldFound = foundStart;
  keptNow = keptPast = false;
  return false;
}

}  // namespace tendril::solver
