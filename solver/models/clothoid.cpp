// The clothoid element: curvature affine between its knots, which it shares with its neighbours.
// Super space clothoids (Casati, Bertails-Descoubes 2013).
#include <optional>

#include "solver/elements/rod_solver_of.h"
#include "solver/models/curved.h"
#include "solver/rods/model.h"

namespace tendril::solver {
namespace {

class ClothoidModel final : public CurvedModel<2> {
 public:
  Clothoid<double> element(const SceneRod& rod, const Pose& pose, std::size_t e) const override {
    return {pose.kappa[e], pose.kappa[e + 1], rod.length(e)};
  }

  // U = 1/2 integral of (kappa - shape)^T D (kappa - shape), D linear between the knots: blocks l (D_a / 4 +
  // D_b / 12), l (D_a + D_b) / 12, l (D_a / 12 + D_b / 4).
  void findSpring(const SceneRod& rod, const Pose& pose, std::size_t e, const Coordinates& shape,
                  const SpringWeight& weight, const SpringTerms<2>& to) const override {
    setStiffness(rod.length(e), weight.start * rod.sections[e].stiffness,
                 weight.end * rod.sections[e + 1].stiffness, to.stiffness);
    Eigen::Matrix<double, 6, 1> bent;
    bent << pose.kappa[e] - shape.kappa[e], pose.kappa[e + 1] - shape.kappa[e + 1];
    to.gradient.noalias() = to.stiffness * bent;
    to.beyond.setZero();
  }

  double springEnergy(const SceneRod& rod, const Pose& pose, std::size_t e, const Coordinates& shape,
                      const SpringWeight& weight) const override {
    const Vector3d first = weight.start * rod.sections[e].stiffness,
                   last = weight.end * rod.sections[e + 1].stiffness;
    const Vector3d start = pose.kappa[e] - shape.kappa[e], end = pose.kappa[e + 1] - shape.kappa[e + 1];
    const Vector3d shared = (first + last) / 12;
    return 0.5 * rod.length(e) *
           (start.cwiseProduct(first / 4 + last / 12).dot(start) +
            end.cwiseProduct(first / 12 + last / 4).dot(end) + 2 * start.cwiseProduct(shared).dot(end));
  }

  static void setStiffness(double l, const Vector3d& a, const Vector3d& b, Elastic<2>::Matrix& to) {
    to.setZero();
    to.diagonal() << l * (a / 4 + b / 12), l * (a / 12 + b / 4);
    const Vector3d shared = l * (a + b) / 12;
    to.topRightCorner<3, 3>().diagonal() = shared;
    to.bottomLeftCorner<3, 3>().diagonal() = shared;
  }

  // K (rest - kappa) = G: K couples neighbours, each component by itself (Thomas)
  void restFor(const SceneRod& rod, const Pose& pose, const Vectors& gradient,
               Coordinates& rest) const override {
    const std::size_t n = rod.coordinates();
    const auto shared = [&](std::size_t e) {
      return Vector3d(rod.length(e) / 12 * (rod.sections[e].stiffness + rod.sections[e + 1].stiffness));
    };
    Vectors upper(n), added(n);
    for (std::size_t k = 0; k < n; ++k) {
      Vector3d own = Vector3d::Zero(), right = gradient[k];
      if (k > 0)
        own += rod.length(k - 1) * (rod.sections[k - 1].stiffness / 12 + rod.sections[k].stiffness / 4);
      if (k + 1 < n)
        own += rod.length(k) * (rod.sections[k].stiffness / 4 + rod.sections[k + 1].stiffness / 12);
      if (k > 0) {
        own -= shared(k - 1).cwiseProduct(upper[k - 1]);
        right -= shared(k - 1).cwiseProduct(added[k - 1]);
      }
      upper[k] = k + 1 < n ? Vector3d(shared(k).cwiseQuotient(own)) : Vector3d(Vector3d::Zero());
      added[k] = right.cwiseQuotient(own);
    }
    for (std::size_t k = n - 1; k-- > 0;) added[k] -= upper[k].cwiseProduct(added[k + 1]);
    for (std::size_t k = 0; k < n; ++k) rest.kappa[k] = pose.kappa[k] + added[k];
  }
};

class ClothoidElementWalker final : public ElementWalker {
 public:
  explicit ClothoidElementWalker(const Shape& shape) : shape_(shape) {}
  void enter(std::size_t e) override {
    in_.emplace(Clothoid<double>{shape_.kappa[e], shape_.kappa[e + 1], shape_.arc[e + 1] - shape_.arc[e]});
  }
  Frame<double> at(double s) override { return in_->at(s); }

 private:
  const Shape& shape_;
  std::optional<ClothoidWalker<double>> in_;
};

}  // namespace

const ModelType& modelType_clothoid() {
  static const ModelType type = [] {
    ModelType made;
    made.name = "clothoid";
    made.label = "Clothoid";
    made.layout = Layout::knots;
    made.makeWalker = [](const Shape& shape) -> std::unique_ptr<ElementWalker> {
      return std::make_unique<ClothoidElementWalker>(shape);
    };
    made.curvatureAt = [](const Coordinates& at, std::size_t e, double u) {
      return Vector3d((1 - u) * at.kappa[e] + u * at.kappa[e + 1]);
    };
    made.makeSolver = [](const SceneRod& rod, const std::vector<Hanger>& hangers) {
      static const ClothoidModel model;
      return makeRodSolverOf<CurvedElement<2>>(model, rod, hangers);
    };
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
