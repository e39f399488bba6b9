// One sweep over trees of rods.
#include "solver/sweep/sweep.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <string>

#include "solver/base/assert.h"
#include "solver/base/error.h"

namespace tendril::solver {

namespace {

std::vector<std::size_t> upTo(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t(0));
  return all;
}

}  // namespace

Sweep::Sweep(const Scene& scene) : Sweep(scene, upTo(scene.rods.size())) {}

Sweep::Sweep(const Scene& scene, const std::vector<std::size_t>& rods)
    : scene_(scene),
      parents_(rods.size()),
      hooks_(rods.size()),
      inertias_(rods.size()),
      rootAccelerations_(rods.size(), Vec6d::Zero()),
      sums_(rods.size()),
      sizes_(rods.size()) {
  makeRods(scene, rods);
  findBranches();
}

void Sweep::makeRods(const Scene& scene, const std::vector<std::size_t>& rods) {
  std::vector<std::vector<Hanger>> hangers(rods.size());
  for (std::size_t i = 0; i < rods.size(); ++i) {
    described_.push_back(&scene.rods[rods[i]]);
    const SceneRod& rod = *described_[i];
    if (rod.root != Root::attached) continue;
    const auto parent = std::lower_bound(rods.begin(), rods.end(), static_cast<std::size_t>(rod.parent));
    parents_[i] = static_cast<std::size_t>(parent - rods.begin());
    hooks_[i] = hangers[parents_[i]].size();
    hangers[parents_[i]].push_back({rod.parentArc, rod.attachment});
  }
  for (std::size_t i = 0; i < rods.size(); ++i) {
    rods_.push_back(makeRodSolver(*described_[i], hangers[i]));
    firstResponse_.push_back(responseSize_);
    responseSize_ += 3 * described_[i]->coordinates() + (described_[i]->root == Root::free ? 6 : 0);
  }
}

// Branches: subtrees of not too many elements, small ones put together.
void Sweep::findBranches() {
  constexpr std::size_t kWorth = 512, kLeast = 64, kParts = 32;  // elements; branches
  std::vector<std::size_t> beyond(rods_.size());                 // elements of the rod and what hangs on it
  std::size_t all = 0;
  for (std::size_t r = rods_.size(); r-- > 0;) {
    beyond[r] += described_[r]->elements();
    all += described_[r]->elements();
    if (isAttached(r)) beyond[parents_[r]] += beyond[r];
  }
  if (all < kWorth) return;
  const std::size_t most = std::max(kLeast, all / kParts);
  std::vector<std::size_t> branchOf(rods_.size(), SIZE_MAX);
  std::size_t filled = most;
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    if (isAttached(r) && branchOf[parents_[r]] != SIZE_MAX) {
      branchOf[r] = branchOf[parents_[r]];
    } else if (beyond[r] <= most) {
      if (filled + beyond[r] > most) {
        branches_.emplace_back();
        filled = 0;
      }
      filled += beyond[r];
      branchOf[r] = branches_.size() - 1;
    }
    (branchOf[r] == SIZE_MAX ? stem_ : branches_[branchOf[r]]).push_back(r);
  }
}

template <class F>
bool Sweep::backward(const F& f) {
  const auto run = [&](const std::vector<std::size_t>& rods) {
    for (std::size_t i = rods.size(); i-- > 0;)
      if (!f(rods[i])) return false;
    return true;
  };
  if (branches_.empty()) {
    for (std::size_t r = rods_.size(); r-- > 0;)
      if (!f(r)) return false;
    return true;
  }
  // what a pass forward has left in the cache comes first
  std::atomic<bool> good{true};
  parallelFor(branches_.size(), [&](std::size_t b) {
    if (good && !run(branches_[branches_.size() - 1 - b])) good = false;
  });
  return good && run(stem_);
}

ForestState forestStateOf(const std::vector<RodState>& rods) {
  ForestState placement;
  for (const RodState& rod : rods) {
    placement.poses.push_back(rod.pose);
    placement.roots.push_back({rod.spin, rod.velocity});
    placement.rates.push_back(rod.rates);
  }
  return placement;
}

bool Sweep::reserveStations(const std::vector<Pose>& poses, bool fresh) {
  std::atomic<bool> all{true};
  each([&](std::size_t r) {
    if (!rods_[r]->kinematics.reserveStations(poses[r], fresh)) all = false;
  });
  return all;
}

bool Sweep::applyStations() {
  done_ = {};
  done_.stations = true;
  std::atomic<bool> same{true};
  each([&](std::size_t r) {
    if (!rods_[r]->kinematics.applyStations()) same = false;
  });
  return same;
}

void Sweep::beginPose(std::vector<Pose>& poses) {
  ASSERT(done_.stations);
  done_ = {};
  done_.stations = done_.pose = true;
  placed_ = &poses;
}

void Sweep::setPose(std::vector<Pose>& poses) {
  beginPose(poses);
  forward([&](std::size_t r) {
    if (isAttached(r)) poses[r].root = hook(r).world;
    rods_[r]->kinematics.setPose(poses[r]);
  });
}

void Sweep::setRates(std::vector<RootMotion>& roots, const std::vector<Vectors>& rates) {
  ASSERT(done_.pose);
  done_.rates = true;
  done_.bias = done_.assembled = done_.eliminated = false;
  forward([&](std::size_t r) {
    if (isAttached(r)) roots[r] = {hook(r).motion.head<3>(), hook(r).motion.tail<3>()};
    rods_[r]->kinematics.setRates(roots[r].both(), rates[r]);
  });
}

void Sweep::computeBias() {
  ASSERT(done_.rates);
  done_.bias = true;
  each([&](std::size_t r) { rods_[r]->kinematics.computeBias(); });
}

void Sweep::setState(ForestState& placement) {
  if (!reserveStations(placement.poses, true)) throw Error("a rod turns more than can be followed");
  applyStations();
  setPose(placement.poses);
  setRates(placement.roots, placement.rates);
  computeBias();
}

void Sweep::startForces(const Surroundings& surroundings, double time) {
  each([&](std::size_t r) { rods_[r]->terms.startForces(surroundings, time); });
}

void Sweep::assembleAccelerations() {
  ASSERT(done_.bias);
  done_.assembled = true;
  newton_ = false;
  each([&](std::size_t r) { rods_[r]->terms.assembleAccelerations(); });
}

void Sweep::assembleNewton(const StepTerms& how, const std::vector<Vectors>& rates) {
  ASSERT(done_.pose);
  done_.assembled = newton_ = true;
  each([&](std::size_t r) { rods_[r]->terms.assembleNewton(how, rates[r]); });
}

void Sweep::assembleRates(const StepTerms& how) {
  ASSERT(done_.rates);
  done_.assembled = true;
  newton_ = false;
  each([&](std::size_t r) { rods_[r]->terms.assembleRates(how); });
}

bool Sweep::solve(const std::vector<Vec6d>& held, double least) {
  if (!eliminate(least)) return false;
  substitute(held);
  return true;
}

bool Sweep::eliminate(double least) {
  ASSERT(done_.assembled);
  done_.assembled = false;
  done_.eliminated = backward([&](std::size_t r) { return eliminateRod(r, least); });
  return done_.eliminated;
}

bool Sweep::eliminateRod(std::size_t r, double least) {
  RodElimination& rod = rods_[r]->elimination;
  if (!rod.eliminate(least)) return false;
  if (newton_) passLoad(r);
  if (isAttached(r)) rods_[parents_[r]]->elimination.attach(hooks_[r], rod.rootInertia(), rod.rootBias());
  if (described_[r]->root != Root::free) return true;
  inertias_[r].compute(rod.rootInertia());
  return inertias_[r].info() == Eigen::Success;
}

// Columns that reach the root of an attached rod continue along its parent.
void Sweep::addColumns() {
  for (std::size_t r = rods_.size(); r-- > 0;) {
    RodElimination& rod = rods_[r]->elimination;
    rod.eliminateColumns();
    if (!isAttached(r)) continue;
    const std::vector<std::size_t>& rows = rod.rootRows();
    for (std::size_t i = 0; i < rows.size(); ++i)
      rods_[parents_[r]]->elimination.addColumn(rows[i], hooks_[r],
                                                rod.rootColumns().col(static_cast<Eigen::Index>(i)));
  }
}

void Sweep::addDelassusBlock(std::size_t r, DelassusSystem& to) {
  RodElimination& rod = rods_[r]->elimination;
  rod.addDelassusBlock(to);
  if (described_[r]->root != Root::free || rod.rootRows().empty()) return;
  const Pooled<6>::ConstMap columns = rod.rootColumns();
  const Eigen::Index n = columns.cols();
  PooledMatrix::Map answer = rootAnswer_.set(6, n);
  answer = inertias_[r].solve(columns);
  DelassusSystem::Block& block = to.addBlock(rod.rootRows());
  block.values.set(n, n).noalias() = columns.transpose() * answer;
  block.reach.set(n).noalias() = -answer.transpose() * rod.rootBias();
  to.close(block);
}

void Sweep::applyMultipliers(const PooledVector& by) {
  each([&](std::size_t r) { rods_[r]->elimination.applyMultipliers(by); });
}

void Sweep::respond(std::size_t r, const RodPoint& at, ThreeLoads loads, Responses& to) const {
  RodElimination& own = rods_[r]->elimination;
  own.respond(at, loads, to.add(firstResponse_[r], 3 * own.respondingCoordinates(at.element)));
  respondBelow(r, loads, to);
}

void Sweep::respondAtHook(std::size_t r, std::size_t hook, ThreeLoads loads, Responses& to) const {
  RodElimination& own = rods_[r]->elimination;
  const std::size_t coordinates = own.respondingCoordinates(own.elementOfHook(hook));
  own.respondAtHook(hook, loads, to.add(firstResponse_[r], 3 * coordinates));
  respondBelow(r, loads, to);
}

// Of the rods that a rod hangs on, and of a free root.
void Sweep::respondBelow(std::size_t r, ThreeLoads& loads, Responses& to) const {
  for (; isAttached(r); r = parents_[r]) {
    RodElimination& parent = rods_[parents_[r]]->elimination;
    const std::size_t coordinates = parent.respondingCoordinates(parent.elementOfHook(hooks_[r]));
    parent.respondAtHook(hooks_[r], loads, to.add(firstResponse_[parents_[r]], 3 * coordinates));
  }
  if (described_[r]->root != Root::free) return;
  Eigen::Map<ThreeLoads>(to.add(firstResponse_[r] + 3 * described_[r]->coordinates(), 6)) =
      inertias_[r].matrixL().solve(loads);
}

void Sweep::applyResponse(const double* z) {
  each([&](std::size_t r) {
    const double* its = z + firstResponse_[r];
    rods_[r]->elimination.applyResponse(its);
    if (described_[r]->root == Root::free)
      rods_[r]->elimination.addRootBias(
          -(inertias_[r].matrixL() * Eigen::Map<const Vec6d>(its + 3 * described_[r]->coordinates())));
  });
}

const Vec6d& Sweep::findRootAcceleration(std::size_t r, const std::vector<Vec6d>& held) {
  Vec6d& root = rootAccelerations_[r];
  if (described_[r]->root == Root::clamped) root = held[r];
  if (isAttached(r)) root = rods_[parents_[r]]->elimination.accelerationAt(hooks_[r]);
  if (described_[r]->root == Root::free) root = -inertias_[r].solve(rods_[r]->elimination.rootBias());
  return root;
}

void Sweep::substitute(const std::vector<Vec6d>& held) {
  ASSERT(done_.eliminated);
  forward([&](std::size_t r) { rods_[r]->elimination.substitute(findRootAcceleration(r, held)); });
}

void Sweep::startStep(const StepStart& how, ForestState& to, const std::vector<Vectors>& accelerations,
                      std::vector<Vec6d>& rootAccelerations) {
  beginPose(to.poses);
  done_.rates = done_.bias = how.second;
  forward([&](std::size_t r) {
    if (isAttached(r)) {
      to.poses[r].root = hook(r).world;
      if (how.second) to.roots[r] = {hook(r).motion.head<3>(), hook(r).motion.tail<3>()};
      if (how.second) rootAccelerations[r] = predictedRoot(r);
    }
    rods_[r]->startStep(
        how.historyWeight, how.gamma, how.second, how.surroundings, how.time,
        {to.poses[r], to.roots[r].both(), rootAccelerations[r], to.rates[r], accelerations[r], how.carrier});
  });
}

void Sweep::finishRates(const std::vector<Vec6d>& held, ForestState& to) {
  ASSERT(done_.eliminated);
  done_.rates = true;
  forward([&](std::size_t r) {
    const Vec6d& root = findRootAcceleration(r, held);
    if (isAttached(r)) to.roots[r] = {hook(r).motion.head<3>(), hook(r).motion.tail<3>()};
    if (described_[r]->root == Root::free) {
      to.roots[r].spin += root.head<3>();
      to.roots[r].velocity += root.tail<3>();
    }
    rods_[r]->finishRates(root, to.roots[r].both(), to.rates[r]);
  });
}

void Sweep::passLoad(std::size_t r) {
  if (isAttached(r)) rods_[parents_[r]]->kinematics.setLoad(hooks_[r], -rods_[r]->terms.rootWrench());
}

void Sweep::findLoads() {
  backward([&](std::size_t r) {
    rods_[r]->terms.findLoads();
    passLoad(r);
    return true;
  });
}

void Sweep::computeLoads(const StepTerms& how) {
  ASSERT(done_.pose);
  backward([&](std::size_t r) {
    rods_[r]->terms.computeLoads(how);
    passLoad(r);
    return true;
  });
}

double Sweep::potential(const StepTerms& how, const std::vector<Vectors>& rates, double& size) {
  each([&](std::size_t r) {
    sizes_[r] = 0;
    sums_[r] = rods_[r]->terms.potential(how, rates[r], sizes_[r]);
  });
  double sum = 0;
  addPotentials(sum, size);
  return sum;
}

void Sweep::addPotentials(double& sum, double& size) const {
  sum = size = 0;
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    sum += sums_[r];
    size += sizes_[r];
  }
}

Energies Sweep::energies() const {
  Energies sum;
  for (const auto& rod : rods_) {
    const Energies of = rod->results.energies(scene_.gravity);
    sum.kinetic += of.kinetic;
    sum.elastic += of.elastic;
    sum.potential += of.potential;
  }
  return sum;
}

}  // namespace tendril::solver
