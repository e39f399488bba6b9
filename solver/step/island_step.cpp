// A step of one island: retries and halvings; if all fail, the island keeps its shape.
#include "solver/step/island_step.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "solver/base/error.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

using Eigen::Quaterniond;

Island::Island(const Scene& scene, std::vector<std::size_t> its, const std::vector<std::size_t>& constraints)
    : rods(std::move(its)),
      sweep(scene, rods, &constraints),
      coupling(scene, rods, sweep, constraints),
      now(rods.size()),
      past(rods.size()),
      targets(rods.size()),
      still(rods.size(), Vec6d::Zero()),
      moved(rods.size()),
      historyTerm(rods.size()) {
  constraintStates.resize(coupling.constraints().size());
  constraintTargets.resize(constraintStates.size());
  constraintResults.resize(constraintStates.size());
  std::size_t most = 0;
  for (ForestState* placement : {&current, &there}) {
    placement->poses.resize(rods.size());
    placement->roots.resize(rods.size());
    placement->rates.resize(rods.size());
  }
  for (auto* list : {&rootMoved, &rootTurned, &rootMovedHistory, &rootTurnedHistory})
    list->resize(rods.size(), Vector3d::Zero());
  for (std::size_t r = 0; r < rods.size(); ++r) {
    const std::size_t count = sweep.description(r).coordinates();
    moved[r].resize(count);
    historyTerm[r].resize(count);
    current.rates[r].resize(count);
    there.rates[r].resize(count);
    most = std::max(most, count);
  }
  gains.reserve(most);
}

void Island::checkHooks() const {
  for (std::size_t r = 0; r < rods.size(); ++r)
    if (sweep.rod(r).kinematics.hooksOfForces() !=
        sweep.description(r).forces.size() + sweep.description(r).targetSprings.size())
      throw Error("rod " + std::to_string(rods[r]) +
                  " has another number of forces or target springs than when its workspace was made");
}

void Island::take(const State& state) {
  for (std::size_t r = 0; r < rods.size(); ++r) {
    // where the state is what the last step left, the stored points are reused
    keptNow = keptNow && now[r] == state.rods[rods[r]];
    keptPast = keptPast && past[r] == state.past[rods[r]];
    now[r] = state.rods[rods[r]];
    past[r] = state.past[rods[r]];
  }
  pastStep = state.pastStep[rods[0]];
  for (std::size_t i = 0; i < constraintStates.size(); ++i)
    constraintStates[i] = state.constraints[coupling.constraints()[i]];
}

void Island::give(State& state) const {
  for (std::size_t r = 0; r < rods.size(); ++r) {
    state.rods[rods[r]] = now[r];
    state.past[rods[r]] = past[r];
    state.pastStep[rods[r]] = pastStep;
  }
  for (std::size_t i = 0; i < constraintStates.size(); ++i)
    state.constraints[coupling.constraints()[i]] = constraintStates[i];
}

void Island::stepWithRetries(const Scene& scene, StepSettings settings) {
  std::fill(constraintResults.begin(), constraintResults.end(), ConstraintResult());
  report.sweeps = report.retries = 0;
  report.change = 0;
  report.failed.clear();
  report.lost = false;
  bool good = true;
  for (std::size_t r = 0; r < rods.size(); ++r)
    good = good && (sweep.description(r).root != Root::clamped || isFrame(targets[r].pose));
  if (good && attempt(scene, settings, settings.halvings)) return;
  // contradictory constraints yield and do not stop the rest
  if (good && coupling.yield(constraintStates) && attempt(scene, settings, settings.halvings)) return;
  keptNow = keptPast = false;
  pastStep = 0;
  report.failed = rods;
  for (std::size_t i = 0; i < constraintStates.size(); ++i) {
    constraintStates[i].force.setZero();
    if (!constraintStates[i].broken) constraintStates[i].moves = constraintStates[i].moved = false;
    constraintResults[i] = {};
  }
  for (std::size_t r = 0; r < rods.size(); ++r) {
    std::fill(now[r].rates.begin(), now[r].rates.end(), Vector3d::Zero());
    now[r].velocity = now[r].spin = Vector3d::Zero();
    if (sweep.description(r).root == Root::clamped && isFrame(targets[r].pose))
      now[r].pose.root = targets[r].pose;
  }
  // attached rods follow their parents
  for (std::size_t r = 0; r < rods.size(); ++r) current.poses[r] = now[r].pose;
  if (!sweep.reserveStations(current.poses, true)) {
    report.lost = true;
    return;
  }
  sweep.applyStations();
  sweep.setPose(current.poses);
  for (std::size_t r = 0; r < rods.size(); ++r) {
    now[r].pose.root = current.poses[r].root;
    current.rates[r] = now[r].rates;
    current.roots[r] = {};
  }
  sweep.setRates(current.roots, current.rates);  // for the energies in result()
}

bool Island::attempt(const Scene& scene, StepSettings settings, int halvings) {
  if (newtonStep(*this, scene, settings)) return true;
  ++report.retries;
  if (settings.scheme == Scheme::smooth) {
    settings.scheme = Scheme::robust;
    if (newtonStep(*this, scene, settings)) return true;
    ++report.retries;
  }
  if (halvings <= 0) return false;
  const std::vector<RodState> start = now, before = past;
  const std::vector<RootTarget> ends = targets;
  const double stepBefore = pastStep;
  const std::vector<ConstraintState> constraintsStart = constraintStates;
  const std::vector<ConstraintResult> resultsStart = constraintResults;
  const std::vector<Frame<double>> constraintEnds = constraintTargets;
  for (std::size_t i = 0; i < constraintStates.size(); ++i)
    if (constraintStates[i].begun)
      constraintTargets[i] =
          between({constraintStates[i].target, {}}, {constraintEnds[i], {}}, settings.dt, 0.5).pose;
  for (std::size_t r = 0; r < rods.size(); ++r)
    if (sweep.description(r).root == Root::clamped)
      targets[r] = between({now[r].pose.root, {now[r].spin, now[r].velocity}}, ends[r], settings.dt, 0.5);
  settings.dt *= 0.5;
  const double end = settings.time, part = settings.part;
  settings.time = end - settings.dt;
  settings.part = 0.5 * part;
  bool good = attempt(scene, settings, halvings - 1);
  targets = ends;
  constraintTargets = constraintEnds;
  settings.time = end;
  settings.part = part < 1 ? 0.5 * part / (1 - 0.5 * part) : 1;
  good = good && attempt(scene, settings, halvings - 1);
  if (good) return true;
  now = start;
  past = before;
  pastStep = stepBefore;
  constraintStates = constraintsStart;
  constraintResults = resultsStart;
  keptNow = keptPast = false;
  return false;
}

}  // namespace tendril::solver
