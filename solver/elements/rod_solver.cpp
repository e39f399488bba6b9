// Makes a rod's solver by its model.
#include "solver/elements/rod_solver.h"

#include "solver/base/error.h"

namespace tendril::solver {

#define MODEL(name, label)                                                                     \
  std::unique_ptr<RodSolver> makeRodSolver_##name(const SceneRod&, const std::vector<Hanger>&, \
                                                  const std::vector<Hanger>&);
#include "solver/rods/models.def"
#undef MODEL

std::unique_ptr<RodSolver> makeRodSolver(const SceneRod& rod, const std::vector<Hanger>& hangers,
                                         const std::vector<Hanger>& grips) {
  switch (rod.model) {
#define MODEL(name, label) \
  case Model::name:        \
    return makeRodSolver_##name(rod, hangers, grips);
#include "solver/rods/models.def"
#undef MODEL
  }
  throw Error("a model without a solver");
}

}  // namespace tendril::solver
