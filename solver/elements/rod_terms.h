// Gradient and Hessian of a step's potential, and its value: inertia, elasticity, loads, dissipation
// (docs/method.md, 3 and 4).
#pragma once

#include "solver/elements/rod_parts.h"
#include "solver/elements/rod_solver.h"

namespace tendril::solver {

// A sum, and the sum of its absolute parts.
struct PotentialSum {
  double value = 0, size = 0;
  void take(double part) {
    value += part;
    size += std::abs(part);
  }
};

template <class E>
class RodTermsOf final : public RodTerms {
  using Parts = RodParts<E>;
  using Element = typename Parts::Element;
  using ElementTerms = typename E::Terms;
  using Scratch = ElementScratch<E>;
  static constexpr int kEnds = E::kEnds, kOwn = E::kOwn;
  static constexpr std::size_t kPoints = E::kPoints;

 public:
  explicit RodTermsOf(Parts& parts) : p_(parts) {}

  void updateElastic() override { p_.updateElastic(); }

  // solver/elements/inertial_target.h
  void setInertialTarget(double historyWeight, double gamma) override;
  Vec6d predictedAt(std::size_t hook) const override;

  // solver/elements/loads.h
  void startForces(const Surroundings& surroundings, double time) override;
  ForceTraits forceTraits() const override;
  void computeLoads(const StepTerms& how) override;
  void findLoads() override;
  const Vec6d& rootWrench() const override { return rootWrench_; }
  void findLoadGradient(Vectors& to) const override;

  void restFor(const Pose& pose, const Vectors& gradient, Coordinates& rest) const override {
    p_.model.restFor(p_.rod, pose, gradient, rest);
  }
  bool isLocked(std::size_t coordinate) const override { return p_.isLocked(coordinate); }

  // solver/elements/potential.h
  double potential(const StepTerms& how, const Vectors& rates, double& size) override;

  // solver/elements/assembly.h
  void assembleAccelerations() override;
  void assembleNewton(const StepTerms& how, const Vectors& rates) override;
  void assembleRates(const StepTerms& how) override;
  void elementTerms(std::vector<ElementMatrix>& matrices, std::vector<ElementVector>& vectors) override;

  // The same for some elements, from the root on; then for the hooks.
  void setTargets(ElementRange range, double historyWeight, double gamma);
  void setTargetsOfHooks(double historyWeight);
  // `root`: acceleration of the range's start, which becomes that of its end.
  void refineTargets(ElementRange range, double historyWeight, double gamma, const RodPrediction& to,
                     Vec6d& root);
  void beginForces();
  void startForces(ElementRange range, const Surroundings& surroundings, double time);
  void beginPotential(const StepTerms& how);
  void addPotential(ElementRange range, const StepTerms& how, const Vectors& rates, PotentialSum& sum);
  void addPotentialOfHooks(const StepTerms& how, PotentialSum& sum);

  // The terms of these elements, without what is attached to hooks and beyond. Ranges come from the tip.
  void assemble(ElementRange range, Scratch& scratch);
  static ElementTerms& of(std::size_t e, Scratch& scratch) { return scratch.block[e % Parts::kBlock]; }
  // Accelerations are solved for, so velocity products count.
  bool isMoment() const { return system_ == System::accelerations; }
  bool hasGrips() const { return system_ == System::newton; }

 private:
  enum class System { accelerations, newton, rates };

  void findHookLoads();
  void addHookResistance(const StepTerms& how);
  Vector3d velocityOf(std::size_t hook, const StepTerms& how) const;
  Matrix3d inertialLoadAt(const Element& at, std::size_t i, const StepTerms& how) const;
  void findElementLoads(const Element& at, const StepTerms& how, Scratch& scratch) const;
  template <class F>
  Vec6d spread(std::size_t e, const Vec6d& beyond, Scratch& scratch, const F& loads);
  template <class F>
  void spreadAll(const F& loads);
  void spreadNewton(std::size_t e, Scratch& scratch);
  void addHookLoads(const Element& at, double from, Vector3d& force, Vector3d& moment) const;
  void addTouchLoads(const Element& at, double from, Vector3d& force, Vector3d& moment) const;

  void assembleAccelerations(std::size_t e, Scratch& scratch);
  void assembleNewton(std::size_t e, Scratch& scratch);
  void assembleRates(std::size_t e, Scratch& scratch);
  void addSlopes(std::size_t e, Scratch& scratch, ElementTerms& to);
  void addLevers(std::size_t e, ElementTerms& to);
  void addHookSlopes(std::size_t e, ElementTerms& to);
  void addForces(std::size_t e, ElementTerms& to);

  Parts& p_;
  System system_ = System::newton;
  StepTerms how_;
  const Vectors* rates_ = nullptr;  // of the step so far
  Vec6d wrench_ = Vec6d::Zero();    // of all loads beyond the last element that was spread, about its start
  Vec6d rootWrench_ = Vec6d::Zero();
};

}  // namespace tendril::solver

#include "solver/elements/assembly.h"
#include "solver/elements/inertial_target.h"
#include "solver/elements/loads.h"
#include "solver/elements/potential.h"
