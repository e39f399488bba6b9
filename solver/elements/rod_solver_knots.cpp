// The solver of rods with curvature at every knot (clothoids).
#include "solver/elements/rod_solver_impl.h"

namespace tendril::solver {

template std::unique_ptr<RodSolver> makeRodSolverOf<CurvedElement<2>>(const ElementModel<Station<2>>&,
                                                                      const SceneRod&,
                                                                      const std::vector<Hanger>&);

}  // namespace tendril::solver
