// One sweep over trees of rods.
#include "solver/sweep/sweep.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "solver/base/assert.h"
#include "solver/base/error.h"

namespace tendril::solver {

namespace {

std::vector<std::size_t> allOf(const Scene& scene) {
  std::vector<std::size_t> all(scene.rods.size());
  std::iota(all.begin(), all.end(), std::size_t(0));
  return all;
}

}  // namespace

Sweep::Sweep(const Scene& scene) : Sweep(scene, allOf(scene)) {}

Sweep::Sweep(const Scene& scene, const std::vector<std::size_t>& rods,
             const std::vector<std::size_t>* constraints)
    : scene_(scene),
      parents_(rods.size()),
      hooks_(rods.size()),
      inertias_(rods.size()),
      rootAccelerations_(rods.size(), Vec6d::Zero()) {
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
  std::vector<std::size_t> all;
  if (!constraints) {
    all.resize(scene.constraints.size());
    std::iota(all.begin(), all.end(), std::size_t(0));
    constraints = &all;
  }
  std::vector<std::vector<Hanger>> grips(rods.size());
  grips_.assign(2 * constraints->size(), 0);
  const auto eachEnd = [&](const auto& f) {  // for ends on our rods: index of the end, of the rod
    for (std::size_t i = 0; i < grips_.size(); ++i) {
      const ConstraintEnd& end = scene.constraints[(*constraints)[i / 2]].ends[i % 2];
      const auto found = std::lower_bound(rods.begin(), rods.end(), static_cast<std::size_t>(end.rod));
      if (end.rod >= 0 && found != rods.end() && *found == static_cast<std::size_t>(end.rod))
        f(i, static_cast<std::size_t>(found - rods.begin()), end);
    }
  };
  eachEnd([&](std::size_t i, std::size_t r, const ConstraintEnd& end) {
    grips_[i] = grips[r].size();
    grips[r].push_back({end.arc, end.attachment});
  });
  for (std::size_t i = 0; i < rods.size(); ++i)
    rods_.push_back(makeRodSolver(*described_[i], hangers[i], grips[i]));
  eachEnd([&](std::size_t i, std::size_t r, const ConstraintEnd&) { grips_[i] += rods_[r]->firstGrip(); });
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
  bool all = true;
  for (std::size_t r = 0; r < rods_.size(); ++r) all = rods_[r]->reserveStations(poses[r], fresh) && all;
  return all;
}

bool Sweep::applyStations() {
  done_ = {};
  done_.stations = true;
  bool same = true;
  for (const auto& rod : rods_) same = rod->applyStations() && same;
  return same;
}

void Sweep::setPose(std::vector<Pose>& poses) {
  ASSERT(done_.stations);
  done_ = {};
  done_.stations = done_.pose = true;
  placed_ = &poses;
  for (std::size_t r = 0; r < rods_.size(); ++r) {  // parents come first
    if (isAttached(r)) poses[r].root = hook(r).world;
    rods_[r]->setPose(poses[r]);
  }
}

void Sweep::setRates(std::vector<RootMotion>& roots, const std::vector<Vectors>& rates) {
  ASSERT(done_.pose);
  done_.rates = true;
  done_.bias = done_.assembled = done_.eliminated = false;
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    if (isAttached(r)) roots[r] = {hook(r).motion.head<3>(), hook(r).motion.tail<3>()};
    rods_[r]->setRates(roots[r].both(), rates[r]);
  }
}

void Sweep::computeBias() {
  ASSERT(done_.rates);
  done_.bias = true;
  for (const auto& rod : rods_) rod->computeBias();
}

void Sweep::setState(ForestState& placement) {
  if (!reserveStations(placement.poses, true)) throw Error("a rod turns more than can be followed");
  applyStations();
  setPose(placement.poses);
  setRates(placement.roots, placement.rates);
  computeBias();
}

void Sweep::sampleWind(const Wind& wind, double time) {
  for (const auto& rod : rods_) rod->sampleWind(wind, time);
}

void Sweep::assembleAccelerations() {
  ASSERT(done_.bias);
  done_.assembled = true;
  for (const auto& rod : rods_) rod->assembleAccelerations();
}

bool Sweep::solve(const std::vector<Vec6d>& held, double least) {
  if (!eliminate(least)) return false;
  substitute(held);
  return true;
}

bool Sweep::eliminate(double least) {
  ASSERT(done_.assembled);
  done_.assembled = false;
  for (std::size_t r = rods_.size(); r-- > 0;) {  // children come last
    if (!rods_[r]->eliminate(least)) return false;
    if (isAttached(r))
      rods_[parents_[r]]->addInertiaAt(hooks_[r], rods_[r]->rootInertia(), rods_[r]->rootBias());
    if (described_[r]->root != Root::free) continue;
    inertias_[r].compute(rods_[r]->rootInertia());
    if (inertias_[r].info() != Eigen::Success) return false;
  }
  done_.eliminated = true;
  return true;
}

// Columns that reach the root of an attached rod continue along its parent.
void Sweep::addColumns() {
  for (std::size_t r = rods_.size(); r-- > 0;) {
    rods_[r]->eliminateColumns();
    if (!isAttached(r)) continue;
    const std::vector<std::size_t>& rows = rods_[r]->rootRows();
    for (std::size_t i = 0; i < rows.size(); ++i)
      rods_[parents_[r]]->addColumn(rows[i], hooks_[r],
                                    rods_[r]->rootColumns().col(static_cast<Eigen::Index>(i)));
  }
}

void Sweep::addDelassusBlock(DelassusSystem& to) const {
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    rods_[r]->addDelassusBlock(to);
    if (described_[r]->root != Root::free || rods_[r]->rootRows().empty()) continue;
    const auto& columns = rods_[r]->rootColumns();
    const Eigen::MatrixXd answer = inertias_[r].solve(columns);
    to.add(rods_[r]->rootRows(), columns.transpose() * answer, -answer.transpose() * rods_[r]->rootBias());
  }
}

void Sweep::applyMultipliers(const Eigen::VectorXd& by) {
  for (const auto& rod : rods_) rod->applyMultipliers(by);
}

void Sweep::substitute(const std::vector<Vec6d>& held) {
  ASSERT(done_.eliminated);
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    Vec6d& root = rootAccelerations_[r];
    if (described_[r]->root == Root::clamped) root = held[r];
    if (isAttached(r)) root = rods_[parents_[r]]->accelerationAt(hooks_[r]);
    if (described_[r]->root == Root::free) root = -inertias_[r].solve(rods_[r]->rootBias());
    rods_[r]->substitute(root);
  }
}

void Sweep::passLoad(std::size_t r) {
  if (isAttached(r)) rods_[parents_[r]]->setLoad(hooks_[r], -rods_[r]->rootWrench());
}

void Sweep::findLoads() {
  for (std::size_t r = rods_.size(); r-- > 0;) {
    rods_[r]->findLoads();
    passLoad(r);
  }
}

void Sweep::computeLoads(const StepTerms& how) {
  ASSERT(done_.pose);
  done_.loads = true;
  for (std::size_t r = rods_.size(); r-- > 0;) {
    rods_[r]->computeLoads(how);
    passLoad(r);
  }
}

void Sweep::assembleNewton(const StepTerms& how, const std::vector<Vectors>& rates) {
  ASSERT(done_.loads);
  done_.assembled = true;
  for (std::size_t r = 0; r < rods_.size(); ++r) rods_[r]->assembleNewton(how, rates[r]);
}

void Sweep::assembleRates(const StepTerms& how) {
  ASSERT(done_.rates);
  done_.assembled = true;
  for (const auto& rod : rods_) rod->assembleRates(how);
}

double Sweep::potential(const StepTerms& how, const std::vector<Vectors>& rates, double& size) const {
  double sum = 0;
  size = 0;
  for (std::size_t r = 0; r < rods_.size(); ++r) sum += rods_[r]->potential(how, rates[r], size);
  return sum;
}

Energies Sweep::energies() const {
  Energies sum;
  for (const auto& rod : rods_) {
    const Energies of = rod->energies(scene_.gravity);
    sum.kinetic += of.kinetic;
    sum.elastic += of.elastic;
    sum.potential += of.potential;
  }
  return sum;
}

}  // namespace tendril::solver
