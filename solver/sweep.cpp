// One sweep over a forest.
#include "solver/sweep.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "solver/error.h"

namespace tendril {

std::vector<std::vector<std::size_t>> treesOf(const Scene& scene) {
  std::vector<std::vector<std::size_t>> trees;
  std::vector<std::size_t> treeOf(scene.rods.size());
  for (std::size_t r = 0; r < scene.rods.size(); ++r) {
    const SceneRod& rod = scene.rods[r];
    treeOf[r] = rod.root == Root::hung ? treeOf[static_cast<std::size_t>(rod.parent)] : trees.size();
    if (rod.root != Root::hung) trees.emplace_back();
    trees[treeOf[r]].push_back(r);
  }
  return trees;
}

namespace {

std::vector<std::size_t> allOf(const Scene& scene) {
  std::vector<std::size_t> all(scene.rods.size());
  std::iota(all.begin(), all.end(), std::size_t(0));
  return all;
}

}  // namespace

Sweep::Sweep(const Scene& scene) : Sweep(scene, allOf(scene)) {}

Sweep::Sweep(const Scene& scene, const std::vector<std::size_t>& rods)
    : scene_(scene),
      parents_(rods.size()),
      hooks_(rods.size()),
      inertias_(rods.size()),
      rootAccelerations_(rods.size(), Vec6d::Zero()) {
  std::vector<std::vector<Hanger>> hangers(rods.size());
  for (std::size_t i = 0; i < rods.size(); ++i) {
    described_.push_back(&scene.rods[rods[i]]);
    const SceneRod& rod = *described_[i];
    if (rod.root != Root::hung) continue;
    const auto parent = std::lower_bound(rods.begin(), rods.end(), static_cast<std::size_t>(rod.parent));
    parents_[i] = static_cast<std::size_t>(parent - rods.begin());
    hooks_[i] = hangers[parents_[i]].size();
    hangers[parents_[i]].push_back({rod.parentArc, rod.attachment});
  }
  for (std::size_t i = 0; i < rods.size(); ++i) rods_.push_back(makeRodSolver(*described_[i], hangers[i]));
}

Placement placementOf(const std::vector<RodState>& rods) {
  Placement placement;
  for (const RodState& rod : rods) {
    placement.poses.push_back(rod.pose);
    placement.roots.push_back({rod.spin, rod.velocity});
    placement.rates.push_back(rod.rates);
  }
  return placement;
}

bool Sweep::allow(const std::vector<Pose>& poses, bool fresh) {
  bool all = true;
  for (std::size_t r = 0; r < rods_.size(); ++r) all = rods_[r]->allow(poses[r], fresh) && all;
  return all;
}

bool Sweep::settle() {
  bool same = true;
  for (const auto& rod : rods_) same = rod->settle() && same;
  return same;
}

void Sweep::place(std::vector<Pose>& poses) {
  for (std::size_t r = 0; r < rods_.size(); ++r) {  // parents come first
    if (isHung(r)) poses[r].root = hook(r).world;
    rods_[r]->place(poses[r]);
  }
}

void Sweep::move(std::vector<RootMotion>& roots, const std::vector<Vectors>& rates) {
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    if (isHung(r)) roots[r] = {hook(r).motion.head<3>(), hook(r).motion.tail<3>()};
    rods_[r]->move(roots[r].both(), rates[r]);
  }
}

void Sweep::bias() {
  for (const auto& rod : rods_) rod->bias();
}

void Sweep::stand(Placement& placement) {
  if (!allow(placement.poses, true)) throw Error("a rod turns more than can be followed");
  settle();
  place(placement.poses);
  move(placement.roots, placement.rates);
  bias();
}

void Sweep::feel(const Wind& wind, double time) {
  for (const auto& rod : rods_) rod->feel(wind, time);
}

void Sweep::loadMoment() {
  for (const auto& rod : rods_) rod->loadMoment();
}

bool Sweep::solve(const std::vector<Vec6d>& held, double least) {
  for (std::size_t r = rods_.size(); r-- > 0;) {  // children come last
    if (!rods_[r]->backward(least)) return false;
    if (isHung(r)) rods_[parents_[r]]->hang(hooks_[r], rods_[r]->rootInertia(), rods_[r]->rootBias());
    if (described_[r]->root != Root::free) continue;
    inertias_[r].compute(rods_[r]->rootInertia());
    if (inertias_[r].info() != Eigen::Success) return false;
  }
  forward(held);
  return true;
}

void Sweep::forward(const std::vector<Vec6d>& held) {
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    Vec6d& root = rootAccelerations_[r];
    if (described_[r]->root == Root::held) root = held[r];
    if (isHung(r)) root = rods_[parents_[r]]->accelerationAt(hooks_[r]);
    if (described_[r]->root == Root::free) root = -inertias_[r].solve(rods_[r]->rootBias());
    rods_[r]->forward(root);
  }
}

void Sweep::passLoad(std::size_t r) {
  if (isHung(r)) rods_[parents_[r]]->setLoad(hooks_[r], -rods_[r]->rootWrench());
}

void Sweep::findLoads() {
  for (std::size_t r = rods_.size(); r-- > 0;) {
    rods_[r]->findLoads();
    passLoad(r);
  }
}

void Sweep::weigh(const Newton& how) {
  for (std::size_t r = rods_.size(); r-- > 0;) {
    rods_[r]->weigh(how);
    passLoad(r);
  }
}

void Sweep::loadNewton(const Newton& how, const std::vector<Vectors>& rates) {
  for (std::size_t r = 0; r < rods_.size(); ++r) rods_[r]->loadNewton(how, rates[r]);
}

void Sweep::loadRates(const Newton& how) {
  for (const auto& rod : rods_) rod->loadRates(how);
}

double Sweep::potential(const Newton& how, const std::vector<Vectors>& rates, double& size) const {
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

}  // namespace tendril
