// Makes a rod's solver by its model.
#include "solver/elements/rod_solver.h"

#include "solver/base/error.h"
#include "solver/rods/model.h"

namespace tendril::solver {

std::unique_ptr<RodSolver> makeRodSolver(const SceneRod& rod, const std::vector<Hanger>& hangers) {
  const ModelType& type = modelType(rod.model);
  if (!type.makeSolver)
    throw Error(std::string("rods of the model ") + type.name + " have a stepper of their own");
  return type.makeSolver(rod, hangers);
}

}  // namespace tendril::solver
