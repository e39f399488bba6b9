// Included once for every algorithm of elements (rod_solver_<layout>.cpp).
#pragma once

#include "solver/elements/rod_elimination.h"
#include "solver/elements/rod_kinematics.h"
#include "solver/elements/rod_results.h"
#include "solver/elements/rod_solver_of.h"

namespace tendril::solver {

template <class E>
struct RodRoles {
  RodRoles(const ElementModel<E::kEnds>& model, const SceneRod& rod, const std::vector<Hanger>& hangers)
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
 public:
  RodSolverOf(const ElementModel<E::kEnds>& model, const SceneRod& rod, const std::vector<Hanger>& hangers)
      : RodRoles<E>(model, rod, hangers),
        RodSolver(RodRoles<E>::kinematics, RodRoles<E>::terms, RodRoles<E>::elimination,
                  RodRoles<E>::results) {}
};

template <class E>
std::unique_ptr<RodSolver> makeRodSolverOf(const ElementModel<E::kEnds>& model, const SceneRod& rod,
                                           const std::vector<Hanger>& hangers) {
  return std::make_unique<RodSolverOf<E>>(model, rod, hangers);
}

}  // namespace tendril::solver
