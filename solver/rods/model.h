// What a model of rods is. A model is a line in models.def and a file in solver/models/ that defines its
// ModelType: where its coordinates are, its shape inside an element, what it can, and how its motion is
// solved.
//
//   modelType(Model::helix).layout;   // Layout::elements
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "solver/rods/shape.h"

namespace tendril::solver {

class RodSolver;   // solver/elements/rod_solver.h
class OwnStepper;  // solver/scene/own_stepper.h
struct Hanger;
struct Scene;
struct SceneRod;

// Frames inside the elements of a shape, relative to the element's start (behind its joint).
class ElementWalker {
 public:
  virtual ~ElementWalker() = default;
  virtual void enter(std::size_t element) = 0;
  virtual Frame<double> at(double s) = 0;  // s from the element's start; must not decrease in an element
};

struct ModelType {
  const char* name;   // helix: in attributes and parameters
  const char* label;  // Helix: shown to artists
  Layout layout = Layout::knots;
  bool corners = false;  // the tangent jumps at knots: rods are drawn and slid along as polylines
  // What a rod of this model can do; what it cannot is an error that names it.
  bool canBranch = true;  // has a parent, or children
  bool canBeConstrained = true;
  bool canRest = true;  // an equilibrium under loads is searched for
  // Keeps a reference to the shape.
  std::unique_ptr<ElementWalker> (*makeWalker)(const Shape&) = nullptr;
  // Material curvature at the part u of an element.
  Eigen::Vector3d (*curvatureAt)(const Coordinates&, std::size_t element, double u) = nullptr;
  // The motion: as elements of the common sweep, or by a stepper of its own for all rods of the model, which
  // keeps a reference to the scene.
  std::unique_ptr<RodSolver> (*makeSolver)(const SceneRod&, const std::vector<Hanger>& hangers) = nullptr;
  std::unique_ptr<OwnStepper> (*makeStepper)(const Scene&, const std::vector<std::size_t>& rods) = nullptr;
};

const ModelType& modelType(Model model);
inline bool isSwept(Model model) {
  return modelType(model).makeSolver != nullptr;
}
inline std::vector<Model> sweptModels() {
  std::vector<Model> models;
  for (const Model model : kAllModels)
    if (isSwept(model)) models.push_back(model);
  return models;
}

}  // namespace tendril::solver
