// Energies, momentum and work of a rod.
#pragma once

#include "solver/elements/rod_parts.h"
#include "solver/elements/rod_solver.h"

namespace tendril::solver {

template <class E>
class RodResultsOf final : public RodResults {
  using Parts = RodParts<E>;
  using Element = typename Parts::Element;

 public:
  explicit RodResultsOf(Parts& parts) : p_(parts) {}

  Energies energies(const Vector3d& gravity) const override {
    Energies sum;
    for (std::size_t e = 0; e < p_.all.size(); ++e) {
      const Element& at = p_.all[e];
      sum.elastic += p_.model.energy(p_.rod, *p_.pose, e);
      for (std::size_t i = at.first; i < at.first + at.count; ++i) {
        const Matrix3d speed = p_.speedOf(at, i);
        for (int c = 0; c < 3; ++c) sum.kinetic += 0.5 * p_.masses[i][c] * speed.col(c).squaredNorm();
        sum.potential -=
            p_.masses[i][0] * p_.rod.weight * gravity.dot(at.world.position + p_.stations[i].position);
      }
    }
    for (std::size_t i = p_.forces; i < p_.grips; ++i)
      sum.potential += p_.hookPotential(i - p_.forces, p_.hooks[i].world);
    return sum;
  }

  double keptEnergy(bool before, const Pose& pose, const Vector3d& gravity, double& kinetic) const override {
    const std::size_t slot = before ? 0 : 1;
    double sum = 0;
    for (std::size_t e = 0; e < p_.all.size(); ++e) sum += p_.model.energy(p_.rod, pose, e);
    for (std::size_t i = 0; i < p_.kept[slot].size(); ++i) {
      const auto& [place, speed] = p_.kept[slot][i];
      kinetic += 0.5 * p_.masses[i].dot(Vector3d(speed.colwise().squaredNorm().transpose()));
      sum -= p_.masses[i][0] * p_.rod.weight * gravity.dot(place.col(0));
    }
    for (std::size_t i = 0; i < p_.drag.size(); ++i)
      sum -= p_.drag[i].drag.load.dot(p_.kept[slot][i].place.col(0));
    for (std::size_t i = 0; i < p_.keptHooks[slot].size(); ++i)
      sum += p_.hookPotential(i, p_.keptHooks[slot][i]);
    return sum;
  }

  void addMomentum(bool before, const Vector3d& gravity, Momentum& sum) const override {
    const std::size_t slot = before ? 0 : 1;
    for (std::size_t i = 0; i < p_.kept[slot].size(); ++i) {
      const auto& [place, speed] = p_.kept[slot][i];
      sum.mass += p_.masses[i][0];
      sum.first += p_.masses[i][0] * place.col(0);
      sum.linear += p_.masses[i][0] * speed.col(0);
      for (int c = 0; c < 3; ++c) {
        const Vector3d x = place.col(c), v = speed.col(c);
        sum.angular += p_.masses[i][c] * x.cross(v);
        sum.inertia += p_.masses[i][c] * (x.squaredNorm() * Matrix3d::Identity() - x * x.transpose());
      }
      sum.force += p_.masses[i][0] * p_.rod.weight * gravity;
      sum.torque += p_.masses[i][0] * p_.rod.weight * Vector3d(place.col(0)).cross(gravity);
    }
    for (std::size_t i = 0; i < p_.rod.forces.size(); ++i) {
      sum.force += p_.rod.forces[i].force;
      sum.torque += p_.keptHooks[slot][i].position.cross(p_.rod.forces[i].force);
    }
  }

  // Drag forces at both ends of the step times each point's displacement; the larger of both counts, if
  // positive.
  double drivenWork(double dt) override {
    double work = 0;
    if (!p_.drag.empty() && p_.drives)
      for (std::size_t i = 0; i < p_.drag.size(); ++i) {
        const Vector3d way = p_.kept[1][i].place.col(0) - p_.kept[0][i].place.col(0);
        const double first = p_.drag[i].force(p_.kept[0][i].speed.col(0)).dot(way),
                     last = p_.drag[i].force(p_.kept[1][i].speed.col(0)).dot(way);
        work += std::max({0.0, first, last});
      }
    const Goal& goal = p_.rod.goal;
    if (goal.weight.empty() || goal.rates.empty() || goal.damping == 0) return work;
    for (std::size_t e = 0; e < p_.all.size(); ++e) {
      const typename Parts::Rates& eta = p_.all[e].eta;
      const double power =
          -goal.damping * p_.goalLag(eta, e).dot(p_.elastic(e, ElementScratch<E>::here().elastic).goal *
                                                 eta.template head<E::kOwn>());
      work += std::max(0.0, power * dt);
    }
    return work;
  }

 private:
  Parts& p_;
};

}  // namespace tendril::solver
