// The solver of rods with curvature of every element (helices).
#include "solver/elements/rod_solver_impl.h"

namespace tendril::solver {

template std::unique_ptr<RodSolver> makeRodSolverOf<CurvedElement<1>>(const ElementModel<Station<1>>&,
                                                                      const SceneRod&,
                                                                      const std::vector<Hanger>&);

}  // namespace tendril::solver
