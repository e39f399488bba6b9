// A rod's solver for elements of one algorithm: all four roles on the same parts. Its instances are compiled
// once, in rod_solver_<layout>.cpp; a model only gives its ElementModel.
#pragma once

#include "solver/elements/curved_element.h"
#include "solver/elements/rigid_element.h"
#include "solver/elements/rod_solver.h"

namespace tendril::solver {

// ModelType::makeSolver of a model: keeps a reference to `model`.
template <class E>
std::unique_ptr<RodSolver> makeRodSolverOf(const ElementModel<typename E::StationType>& model,
                                           const SceneRod& rod, const std::vector<Hanger>& hangers);

extern template std::unique_ptr<RodSolver> makeRodSolverOf<CurvedElement<2>>(const ElementModel<Station<2>>&,
                                                                             const SceneRod&,
                                                                             const std::vector<Hanger>&);
extern template std::unique_ptr<RodSolver> makeRodSolverOf<CurvedElement<1>>(const ElementModel<Station<1>>&,
                                                                             const SceneRod&,
                                                                             const std::vector<Hanger>&);
extern template std::unique_ptr<RodSolver> makeRodSolverOf<RigidElement>(const ElementModel<LinkStation>&,
                                                                         const SceneRod&,
                                                                         const std::vector<Hanger>&);

}  // namespace tendril::solver
