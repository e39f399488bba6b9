// The solver of rods with joints between rigid links (chains).
#include "solver/elements/rod_solver_impl.h"

namespace tendril::solver {

template std::unique_ptr<RodSolver> makeRodSolverOf<RigidElement>(const ElementModel<LinkStation>&,
                                                                  const SceneRod&,
                                                                  const std::vector<Hanger>&);

}  // namespace tendril::solver
