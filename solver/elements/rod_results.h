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
    ElementScratch<E>& scratch = ElementScratch<E>::here();
    StepTerms still;
    for (std::size_t e = 0; e < p_.all.size(); ++e) {
      const Element& at = p_.all[e];
      sum.elastic += p_.energy(*p_.pose, e);
      for (std::size_t i = at.first; i < at.first + at.count; ++i) {
        const Matrix3d speed = p_.speedOf(at, i);
        for (int c = 0; c < 3; ++c) sum.kinetic += 0.5 * p_.masses[i][c] * speed.col(c).squaredNorm();
      }
      p_.pointsOf(at, still, scratch);
      const VectorsAt places(scratch.places[0].data(), 3, at.count);
      for (const auto& force : p_.along)
        if (force->counts()) force->addEnergy(places, &p_.masses[at.first], at.first, gravity, sum.potential);
    }
    p_.eachForceHook([&](const HookForce& force, std::size_t i, std::size_t hook) {
      sum.potential += force.energy(i, p_.hooks[hook].world);
    });
    return sum;
  }

  double keptEnergy(bool before, const Pose& pose, const Vector3d& gravity, double& kinetic) const override {
    const std::size_t slot = before ? 0 : 1;
    double sum = 0;
    for (std::size_t e = 0; e < p_.all.size(); ++e) sum += p_.energy(pose, e);
    for (std::size_t i = 0; i < p_.kept[slot].size(); ++i)
      kinetic += 0.5 * p_.masses[i].dot(Vector3d(p_.kept[slot][i].speed.colwise().squaredNorm().transpose()));
    for (const auto& force : p_.along) force->addEnergy(keptPlaces(slot), p_.masses.data(), 0, gravity, sum);
    p_.eachForceHook([&](const HookForce& force, std::size_t i, std::size_t hook) {
      sum += force.energy(i, p_.keptHooks[slot][hook - p_.forces]);
    });
    return sum;
  }

  void addMomentum(bool before, Momentum& sum) const override {
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
    }
  }

  void addTurn(Matrix3d& sum) const override {
    for (std::size_t i = 0; i < p_.kept[1].size(); ++i)
      sum += p_.kept[1][i].place * p_.masses[i].asDiagonal() * p_.kept[0][i].place.transpose();
  }

  void addResultant(bool before, const Vector3d& gravity, Momentum& sum) const override {
    const std::size_t slot = before ? 0 : 1;
    for (const auto& force : p_.along)
      force->addResultant({keptPlaces(slot), keptVelocities(slot), p_.masses.data(), gravity}, sum.force,
                          sum.torque);
    p_.eachForceHook([&](const HookForce& force, std::size_t i, std::size_t hook) {
      const Frame<double>& at = p_.keptHooks[slot][hook - p_.forces];
      const Vec6d load = force.load(i, at);
      sum.force += load.template tail<3>();
      sum.torque += load.template head<3>() + at.position.cross(load.template tail<3>());
    });
  }

  double drivenWork(double dt) override {
    double work = 0;
    for (const auto& force : p_.along) work += force->drivenWork(p_.kept[0], p_.kept[1]);
    if (!p_.goal || p_.goal->rates.empty() || p_.goal->damping == 0) return work;
    Elastic<E::kEnds>& scratch = ElementScratch<E>::here().elastic;
    for (std::size_t e = 0; e < p_.all.size(); ++e) {
      const typename Parts::Rates& eta = p_.all[e].eta;
      const double power = -p_.goal->damping *
                           p_.goalLag(eta, e).dot(p_.elastic(e, scratch).goal * eta.template head<E::kOwn>());
      work += std::max(0.0, power * dt);
    }
    return work;
  }

 private:
  VectorsAt keptPlaces(std::size_t slot) const {
    const std::vector<Point>& points = p_.kept[slot];
    return {points.empty() ? nullptr : points[0].place.data(), sizeof(Point) / sizeof(double), points.size()};
  }

  VectorsAt keptVelocities(std::size_t slot) const {
    const std::vector<Point>& points = p_.kept[slot];
    return {points.empty() ? nullptr : points[0].speed.data(), sizeof(Point) / sizeof(double), points.size()};
  }

  Parts& p_;
};

}  // namespace tendril::solver
