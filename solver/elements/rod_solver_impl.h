// Included once for every algorithm of elements (rod_solver_<layout>.cpp).
#pragma once

#include "solver/elements/rod_elimination.h"
#include "solver/elements/rod_kinematics.h"
#include "solver/elements/rod_results.h"
#include "solver/elements/rod_solver_of.h"

namespace tendril::solver {

template <class E>
struct RodRoles {
  RodRoles(const ElementModel<typename E::StationType>& model, const SceneRod& rod,
           const std::vector<Hanger>& hangers)
      : parts(rod, model),
        kinematics(parts, hangers),
        terms(parts),
        elimination(parts, terms),
        results(parts) {}

  RodParts<E> parts;
  RodKinematicsOf<E> kinematics;
  RodTermsOf<E> terms;
  RodEliminationOf<E> elimination;
  RodResultsOf<E> results;
};

template <class E>
class RodSolverOf final : private RodRoles<E>, public RodSolver {
  using Roles = RodRoles<E>;

 public:
  RodSolverOf(const ElementModel<typename E::StationType>& model, const SceneRod& rod,
              const std::vector<Hanger>& hangers)
      : Roles(model, rod, hangers),
        RodSolver(Roles::kinematics, Roles::terms, Roles::elimination, Roles::results) {}

  void startStep(double historyWeight, double gamma, bool second, const Surroundings& surroundings,
                 double time, const RodPrediction& to) override {
    Frame<double> world = Roles::kinematics.beginPose(to.pose);
    Vec6d motion = to.rootMotion, acceleration = to.rootAcceleration;
    Roles::terms.beginForces();
    Roles::terms.setTargetsOfHooks(historyWeight);
    Roles::parts.eachBlock([&](ElementRange range) {
      Roles::terms.setTargets(range, historyWeight, gamma);
      Roles::kinematics.place(range, world);
      Roles::terms.startForces(range, surroundings, time);
      if (!second) return;
      Roles::kinematics.move(range, to.rates, motion);
      Roles::kinematics.moveStations(range, ElementScratch<E>::here().motions);
      Roles::kinematics.bias(range);
      Roles::terms.refineTargets(range, historyWeight, gamma, to, acceleration);
    });
    Roles::kinematics.placeHooks();
    if (!second) return;
    Roles::kinematics.moveHooks();
    Roles::kinematics.biasHooks();
  }

  void moveTo(const Pose& pose, const StepTerms& how, const Vectors& rates, double* sum,
              double& size) override {
    Frame<double> world = Roles::kinematics.beginPose(pose);
    if (!sum) {
      Roles::kinematics.place(Roles::parts.whole(), world);
      Roles::kinematics.placeHooks();
      return;
    }
    PotentialSum of{0, size};
    Roles::terms.beginPotential(how);
    Roles::parts.eachBlock([&](ElementRange range) {
      Roles::kinematics.place(range, world);
      Roles::terms.addPotential(range, how, rates, of);
    });
    Roles::kinematics.placeHooks();
    Roles::terms.addPotentialOfHooks(how, of);
    *sum = of.value;
    size = of.size;
  }

  void finishRates(const Vec6d& rootAcceleration, const Vec6d& rootMotion, Vectors& rates) override {
    StateVector kept = Roles::elimination.beginSubstitution(rootAcceleration);
    Vec6d motion = rootMotion;
    Roles::kinematics.beginStore();
    const Vectors& change = Roles::elimination.accelerations();
    Roles::parts.eachBlock([&](ElementRange range) {
      Roles::elimination.substitute(range, kept);
      const std::size_t from = range.first + (E::kEnds == 2 && range.first > 0 ? 1 : 0),
                        to = range.end + (E::kEnds == 2 ? 1 : 0);
      for (std::size_t k = from; k < to; ++k) rates[k] += change[k];
      Roles::kinematics.move(range, rates, motion);
      Roles::kinematics.store(range);
    });
    Roles::kinematics.moveHooks();
    Roles::kinematics.storeHooks();
  }
};

template <class E>
std::unique_ptr<RodSolver> makeRodSolverOf(const ElementModel<typename E::StationType>& model,
                                           const SceneRod& rod, const std::vector<Hanger>& hangers) {
  return std::make_unique<RodSolverOf<E>>(model, rod, hangers);
}

}  // namespace tendril::solver
