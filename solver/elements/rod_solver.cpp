// The table of models.
#include "solver/rod_solver.h"

#include "solver/error.h"

namespace tendril {

#define MODEL(name)                                                                            \
  std::unique_ptr<RodSolver> makeRodSolver_##name(const SceneRod&, const std::vector<Hanger>&, \
                                                  const std::vector<Hanger>&);
#include "solver/models/models.def"
#undef MODEL

std::unique_ptr<RodSolver> makeRodSolver(const SceneRod& rod, const std::vector<Hanger>& hangers,
                                         const std::vector<Hanger>& grips) {
  switch (rod.model) {
#define MODEL(name) \
  case Model::name: \
    return makeRodSolver_##name(rod, hangers, grips);
#include "solver/models/models.def"
#undef MODEL
  }
  throw Error("a model without a solver");
}

}  // namespace tendril
