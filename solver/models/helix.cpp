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

  // U = l/2 (kappa - shape)^T D (kappa - shape), D the mean of both knots
  void findSpring(const SceneRod& rod, const Pose& pose, std::size_t e, const Coordinates& shape,
                  const SpringWeight& weight, const SpringTerms<1>& to) const override {
    const Vector3d stiffness = weight.start * meanStiffness(rod, e), bent = pose.kappa[e] - shape.kappa[e];
    to.stiffness = stiffness.asDiagonal();
    to.gradient = stiffness.cwiseProduct(bent);
    to.beyond.setZero();
  }

  double springEnergy(const SceneRod& rod, const Pose& pose, std::size_t e, const Coordinates& shape,
                      const SpringWeight& weight) const override {
    const Vector3d bent = pose.kappa[e] - shape.kappa[e];
    return weight.start * (0.5 * bent.dot(meanStiffness(rod, e).cwiseProduct(bent)));
  }

  static Vector3d meanStiffness(const SceneRod& rod, std::size_t e) {
    return rod.length(e) * 0.5 * (rod.sections[e].stiffness + rod.sections[e + 1].stiffness);
  }

  void restFor(const SceneRod& rod, const Pose& pose, const Vectors& gradient,
               Coordinates& rest) const override {
    for (std::size_t e = 0; e < rod.elements(); ++e)
      rest.kappa[e] = pose.kappa[e] + gradient[e].cwiseQuotient(meanStiffness(rod, e));
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
