// One sweep over a forest.
#include "solver/sweep.h"

#include <Eigen/Cholesky>

namespace tendril {

Sweep::Sweep(const Scene& scene)
    : scene_(scene),
      hooks_(scene.rods.size()),
      children_(scene.rods.size()),
      rootAccelerations_(scene.rods.size()) {
  for (std::size_t r = 0; r < scene.rods.size(); ++r) {
    rods_.push_back(makeRodSolver(scene.rods[r]));
    if (scene.rods[r].root == Root::hung)
      children_[static_cast<std::size_t>(scene.rods[r].parent)].push_back(r);
  }
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

void Sweep::place(Placement& placement) {
  auto& [poses, roots, rates] = placement;
  for (std::size_t r = 0; r < rods_.size(); ++r) {  // parents come first
    const SceneRod& rod = scene_.rods[r];
    Vec6d motion = roots[r].in(poses[r].root.axes);
    if (rod.root == Root::hung) {
      hooks_[r] = rods_[static_cast<std::size_t>(rod.parent)]->hookAt(rod.parentArc, rod.attachment);
      poses[r].root = hooks_[r].world;
      motion = hooks_[r].motion;
      roots[r] = {poses[r].root.axes * motion.head<3>(), poses[r].root.axes * motion.tail<3>()};
    }
    rods_[r]->place(poses[r], motion, rates[r]);
  }
}

void Sweep::loadMoment() {
  for (const auto& rod : rods_) rod->loadMoment();
}

bool Sweep::solve(const std::vector<Vec6d>& held) {
  for (std::size_t r = rods_.size(); r-- > 0;) {  // children come last
    failed_ = r;
    if (!rods_[r]->backward()) return false;
    if (scene_.rods[r].root == Root::hung)
      rods_[static_cast<std::size_t>(scene_.rods[r].parent)]->hang(hooks_[r], rods_[r]->rootInertia(),
                                                                   rods_[r]->rootBias());
  }
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    const SceneRod& rod = scene_.rods[r];
    Vec6d& root = rootAccelerations_[r];
    if (rod.root == Root::held) root = held[r];
    if (rod.root == Root::hung) root = rods_[static_cast<std::size_t>(rod.parent)]->accelerationAt(hooks_[r]);
    if (rod.root == Root::free) {
      const Eigen::LLT<Mat6d> inertia(rods_[r]->rootInertia());
      if (inertia.info() != Eigen::Success) {
        failed_ = r;
        return false;
      }
      root = -inertia.solve(rods_[r]->rootBias());
    }
    rods_[r]->forward(root);
  }
  return true;
}

void Sweep::findLoads() {
  for (std::size_t r = rods_.size(); r-- > 0;) {
    std::vector<Hook> hooks;
    for (const std::size_t child : children_[r]) hooks.push_back(hooks_[child]);
    rods_[r]->findLoads(hooks);
    if (scene_.rods[r].root == Root::hung) hooks_[r].load = -rods_[r]->rootWrench();
  }
}

void Sweep::weigh(const Newton& how) {
  std::vector<Hook> hooks;
  for (std::size_t r = rods_.size(); r-- > 0;) {
    hooks.clear();
    for (const std::size_t child : children_[r]) hooks.push_back(hooks_[child]);
    rods_[r]->weigh(how, hooks);
    if (scene_.rods[r].root == Root::hung) hooks_[r].load = -rods_[r]->rootWrench();
  }
}

void Sweep::loadNewton(const Newton& how, const std::vector<std::vector<Eigen::Vector3d>>& rates) {
  std::vector<Hook> hooks;
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    hooks.clear();
    for (const std::size_t child : children_[r]) hooks.push_back(hooks_[child]);
    rods_[r]->loadNewton(how, rates[r], hooks);
  }
}

void Sweep::loadRates(const Newton& how, const std::vector<std::vector<Eigen::Vector3d>>& rates) {
  for (std::size_t r = 0; r < rods_.size(); ++r) rods_[r]->loadRates(how, rates[r]);
}

double Sweep::potential(const Newton& how, const std::vector<std::vector<Eigen::Vector3d>>& rates) const {
  double sum = 0;
  for (std::size_t r = 0; r < rods_.size(); ++r) sum += rods_[r]->potential(how, rates[r]);
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
