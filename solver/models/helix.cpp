// The helix element: constant curvature. Super-helices (Bertails et al. 2006; in linear time: Bertails 2009).
#include "solver/elements/rod_solver_of.h"
#include "solver/models/curved.h"
#include "solver/rods/model.h"

namespace tendril::solver {
namespace {

class HelixModel final : public CurvedModel<1> {
 public:
  Clothoid<double> element(const SceneRod& rod, const Pose& pose, std::size_t e) const override {
    return {pose.kappa[e], pose.kappa[e], rod.length(e)};
  }

  // U = l/2 (kappa - rest)^T D (kappa - rest), D the mean of both knots
  void elastic(const SceneRod& rod, const Pose& pose, std::size_t e, Elastic<1>& to) const override {
    const Vector3d mean = rod.length(e) * 0.5 * (rod.sections[e].stiffness + rod.sections[e + 1].stiffness);
    const Vector3d bent = pose.kappa[e] - rod.rest.kappa[e];
    to.stiffness = mean.asDiagonal();
    to.gradient = mean.cwiseProduct(bent);
    if (rod.goal.weight.empty()) return;
    const Vector3d drawn = rod.goal.weight[e] * mean, off = pose.kappa[e] - rod.goal.shape.kappa[e];
    to.goal = drawn.asDiagonal();
    to.gradient += drawn.cwiseProduct(off);
  }

  double energy(const SceneRod& rod, const Pose& pose, std::size_t e) const override {
    const Vector3d mean = rod.length(e) * 0.5 * (rod.sections[e].stiffness + rod.sections[e + 1].stiffness);
    const auto of = [&](const Vector3d& off) { return 0.5 * off.dot(mean.cwiseProduct(off)); };
    const double bent = of(pose.kappa[e] - rod.rest.kappa[e]);
    return rod.goal.weight.empty() ? bent
                                   : bent + rod.goal.weight[e] * of(pose.kappa[e] - rod.goal.shape.kappa[e]);
  }

  void restFor(const SceneRod& rod, const Pose& pose, const Vectors& gradient,
               Coordinates& rest) const override {
    for (std::size_t e = 0; e < rod.elements(); ++e) {
      const Vector3d mean = rod.length(e) * 0.5 * (rod.sections[e].stiffness + rod.sections[e + 1].stiffness);
      rest.kappa[e] = pose.kappa[e] + gradient[e].cwiseQuotient(mean);
    }
  }
};

class HelixWalker final : public ElementWalker {
 public:
  explicit HelixWalker(const Shape& shape) : shape_(shape) {}
  void enter(std::size_t e) override { element_ = e; }
  Frame<double> at(double s) override { return helixFrame<double>(shape_.kappa[element_], s); }

 private:
  const Shape& shape_;
  std::size_t element_ = 0;
};

}  // namespace

const ModelType& modelType_helix() {
  static const ModelType type = [] {
    ModelType made;
    made.name = "helix";
    made.label = "Helix";
    made.layout = Layout::elements;
    made.makeWalker = [](const Shape& shape) -> std::unique_ptr<ElementWalker> {
      return std::make_unique<HelixWalker>(shape);
    };
    made.curvatureAt = [](const Coordinates& at, std::size_t e, double) { return at.kappa[e]; };
    made.makeSolver = [](const SceneRod& rod, const std::vector<Hanger>& hangers) {
      static const HelixModel model;
      return makeRodSolverOf<CurvedElement<1>>(model, rod, hangers);
    };
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
