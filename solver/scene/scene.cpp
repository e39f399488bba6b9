// Checks of scenes and states.
#include "solver/scene/scene.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "solver/base/error.h"
#include "solver/rods/model.h"

namespace tendril::solver {
namespace {

template <class F>
void checkDrag(const SceneRod& rod, const F& fail) {
  if (!rod.drag.empty() && rod.drag.size() != rod.arc.size()) fail("needs drag for each knot, or none");
  for (const Drag& drag : rod.drag)
    if (!(drag.linear.minCoeff() >= 0 && drag.square.minCoeff() >= 0 && drag.grip >= 0 &&
          drag.linear.allFinite() && drag.square.allFinite() && std::isfinite(drag.grip) &&
          drag.target.allFinite() && drag.load.allFinite()))
      fail("its drag or load is below 0 or not finite");
  if (!rod.dampingFactors.empty() && rod.dampingFactors.size() != rod.arc.size())
    fail("needs a factor of damping for each knot, or none");
  for (const double factor : rod.dampingFactors)
    if (!(factor >= 0 && std::isfinite(factor))) fail("a factor of its damping is below 0, or not finite");
}

template <class F>
void checkGoal(const SceneRod& rod, const F& fail) {
  const Goal& goal = rod.goal;
  const std::size_t n = rod.coordinates();
  if (goal.weight.empty() && goal.locked.empty()) return;
  if (!goal.shape.has(layoutOf(rod.model), n) || (!goal.weight.empty() && goal.weight.size() != n) ||
      (!goal.locked.empty() && goal.locked.size() != n) || (!goal.rates.empty() && goal.rates.size() != n))
    fail("its goal has not its " + std::to_string(n) + " coordinates");
  for (std::size_t k = 0; k < n; ++k)
    if (!goal.shape.isFinite(k) ||
        (!goal.weight.empty() && !(goal.weight[k] >= 0 && std::isfinite(goal.weight[k]))) ||
        (!goal.rates.empty() && !goal.rates[k].allFinite()))
      fail("its goal is not finite, or a weight is below 0");
  if (!(goal.damping >= 0 && std::isfinite(goal.damping))) fail("its goal's damping is below 0");
}

// Numbers for forces with properties.
template <class F>
void checkInputs(const SceneRod& rod, const F& fail) {
  if (rod.inputs.size() > forceTypes().size()) fail("has input for more forces than there are");
  for (std::size_t i = 0; i < rod.inputs.size(); ++i) {
    const ForceInput& input = rod.inputs[i];
    if (!input.acts()) continue;
    const std::string name = forceTypes()[i]->name;
    if (input.values.size() != forceTypes()[i]->properties.size()) fail(name + " has not its numbers");
    if (!input.factors.empty() && input.factors.size() != rod.arc.size())
      fail(name + " needs a factor for each knot, or none");
    for (const auto* numbers : {&input.values, &input.factors})
      for (const double number : *numbers)
        if (!std::isfinite(number)) fail(name + " is not finite");
  }
}

void checkRod(const Scene& scene, std::size_t r) {
  const SceneRod& rod = scene.rods[r];
  const auto fail = [&](const std::string& why) { throw Error("rod " + std::to_string(r) + ": " + why); };
  if (rod.arc.size() < 2) fail("has no element");
  if (rod.arc[0] != 0) fail("its first knot is not at arc length 0");
  for (std::size_t k = 1; k < rod.arc.size(); ++k)
    if (!(std::isfinite(rod.arc[k]) && rod.arc[k] > rod.arc[k - 1]))
      fail("arc lengths do not ascend at knot " + std::to_string(k));
  if (rod.sections.size() != rod.arc.size()) fail("needs a section for each knot");
  for (const Section& section : rod.sections)
    if (!(section.mass > 0 && section.stiffness.minCoeff() > 0 && section.inertia.minCoeff() > 0 &&
          std::isfinite(section.mass) && section.stiffness.allFinite() && section.inertia.allFinite()))
      fail("mass, inertia and stiffness must be above 0, and finite");
  if (!rod.rest.has(layoutOf(rod.model), rod.coordinates())) fail("has no rest shape");
  for (std::size_t k = 0; k < rod.coordinates(); ++k)
    if (!rod.rest.isFinite(k)) fail("its rest shape is not finite");
  if (!(rod.damping >= 0 && rod.massDamping >= 0 && std::isfinite(rod.damping + rod.massDamping)))
    fail("damping is below 0, or not finite");
  if (!isFrame(rod.attachment)) fail("its attachment is no frame");
  if (!std::isfinite(rod.weight)) fail("its weight is not finite");
  if (rod.root == Root::attached && (rod.parent < 0 || static_cast<std::size_t>(rod.parent) >= r))
    fail("hangs on rod " + std::to_string(rod.parent) + ", which must come before it");
  if (rod.root == Root::attached) {
    const SceneRod& parent = scene.rods[static_cast<std::size_t>(rod.parent)];
    for (const Model model : {rod.model, parent.model})
      if (!modelType(model).canBranch)
        fail(std::string("hangs on a rod; rods of the model ") + nameOf(model) + " have no branches");
    const double length = parent.arc.back();
    if (!(rod.parentArc >= 0 && rod.parentArc <= length * (1 + 1e-9)))
      fail("hangs at " + std::to_string(rod.parentArc) + " m of a rod of " + std::to_string(length) + " m");
  }
  for (const PointForce& force : rod.forces)
    if (!force.force.allFinite() || !std::isfinite(force.arc)) fail("a force on it is not finite");
  for (const TargetSpring& pull : rod.targetSprings)
    if (!(pull.stiffness >= 0 && pull.turnStiffness >= 0 && pull.damping >= 0 &&
          std::isfinite(pull.stiffness + pull.turnStiffness + pull.damping + pull.arc) &&
          pull.turnAxis.allFinite() && pull.velocity.allFinite() && isFrame(pull.target)))
      fail("a target spring on it is not finite, or its stiffness is below 0");
  checkDrag(rod, fail);
  checkGoal(rod, fail);
  checkInputs(rod, fail);
}

void checkConstraint(const Scene& scene, std::size_t c) {
  const SceneConstraint& is = scene.constraints[c];
  const auto fail = [&](const std::string& why) {
    throw Error("constraint " + std::to_string(c) + ": " + why);
  };
  if (!is.type) fail("has no type");
  if (is.ends[0].rod < 0) fail("is on no rod");
  for (const ConstraintEnd& end : is.ends) {
    if (end.rod >= static_cast<int>(scene.rods.size()))
      fail("rod " + std::to_string(end.rod) + " is not there");
    if (!std::isfinite(end.arc) || !isFrame(end.attachment)) fail("an end is not finite");
    if (end.rod < 0) continue;
    const Model model = scene.rods[static_cast<std::size_t>(end.rod)].model;
    if (!modelType(model).canBeConstrained)
      fail("rod " + std::to_string(end.rod) + " is a " + nameOf(model) + ", which takes no constraints");
  }
  if (!isFrame(is.target)) fail("its target is no frame");
  if (!(is.normal.allFinite() && is.axis.allFinite() &&
        std::isfinite(is.rest + is.friction + is.mass + is.radius + is.restitution + is.compliance +
                      is.damping + is.maxForce)))
    fail("a number is not finite");
  for (const double number : is.own)
    if (!std::isfinite(number)) fail("a number of its own is not finite");
  if (is.friction < 0 || is.radius < 0 || is.compliance < 0 || is.damping < 0) fail("a number is below 0");
  if (is.type->carries && !(is.mass > 0)) fail("a pearl needs a mass");
  if (is.type->carries && is.holdsTwo()) fail("a pearl is on one rod");
}

}  // namespace

void checkScene(const Scene& scene) {
  if (!scene.gravity.allFinite()) throw Error("gravity is not finite");
  const Wind& wind = scene.wind;
  if (!(wind.steady.allFinite() &&
        std::isfinite(wind.gust + wind.gustPeriod + wind.noise + wind.noiseSize + wind.noiseTime)))
    throw Error("the wind is not finite");
  for (std::size_t r = 0; r < scene.rods.size(); ++r) checkRod(scene, r);
  for (std::size_t c = 0; c < scene.constraints.size(); ++c) checkConstraint(scene, c);
}

bool isFrame(const Frame<double>& frame) {
  return frame.position.allFinite() && frame.axes.allFinite() &&
         (frame.axes.transpose() * frame.axes).isIdentity(1e-6) && frame.axes.determinant() > 0;
}

void checkState(const Scene& scene, const State& state) {
  if (state.rods.size() != scene.rods.size())
    throw Error("a state of " + std::to_string(state.rods.size()) + " rods for a scene of " +
                std::to_string(scene.rods.size()));
  const auto check = [&](const RodState& of, std::size_t r) {
    const std::size_t n = scene.rods[r].coordinates();
    const auto who = [&] { return "the state of rod " + std::to_string(r); };
    if (!of.pose.has(layoutOf(scene.rods[r].model), n) || of.pose.size() != n || of.rates.size() != n)
      throw Error(who() + " has not its " + std::to_string(n) + " coordinates");
    bool good = isFrame(of.pose.root) && of.velocity.allFinite() && of.spin.allFinite();
    for (std::size_t k = 0; k < n; ++k) good = good && of.pose.isFinite(k);
    for (const Eigen::Vector3d& rate : of.rates) good = good && rate.allFinite();
    if (!good) throw Error(who() + " is not finite");
  };
  for (std::size_t r = 0; r < state.rods.size(); ++r) {
    check(state.rods[r], r);
    if (r < state.past.size() && r < state.pastStep.size() && state.pastStep[r] > 0) check(state.past[r], r);
  }
}

bool operator==(const RodState& a, const RodState& b) {
  const Coordinates &p = a.pose, &q = b.pose;
  return a.pose.root.axes == b.pose.root.axes && a.pose.root.position == b.pose.root.position &&
         a.velocity == b.velocity && a.spin == b.spin && p == q && a.rates == b.rates;
}

Shape shapeOf(const SceneRod& rod, const Pose& pose) {
  Shape shape;
  shape.model = rod.model;
  shape.root = pose.root;
  shape.arc = rod.arc;
  static_cast<Coordinates&>(shape) = pose;
  shape.fillKnots(rod.arc.size());
  return shape;
}

double valueAt(const SceneRod& rod, const std::vector<double>& values, double arc) {
  const std::size_t e = elementAt(rod.arc, arc);
  const double u = std::clamp((arc - rod.arc[e]) / rod.length(e), 0.0, 1.0);
  return (1 - u) * values[e] + u * values[e + 1];
}

}  // namespace tendril::solver
