// The chain's element: a rigid cylinder behind a spherical joint, with full rotary inertia. Its coordinate is
// the joint's rotation; its rate is the spin in the frame behind the joint. Plants as articulated bodies (the
// thesis, 4 and 6).
//
//   W = Q, P = -s [t]x Q           (Q: axes behind the joint)    dW/dt eta = (Q eta) x (Q eta) = 0
//   spring: U = 1/2 theta^T k theta,  theta = log(H^-1 joint H^-1),  H H = rest
//   gradient by the rate: H^T J^-T k theta;  J^-1: d(theta) by the rate (solver/kinematics/rotation_vector.h)
//
// The strain is taken in the middle of the rotation. At its end, log(rest^-1 joint) would rotate the
// stiffness by half the strain, and curled chains would converge at first order only.
#include <Eigen/LU>
#include "solver/elements/rod_solver_of.h"

#include "solver/kinematics/quadrature.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"

namespace tendril::solver {
namespace {

constexpr std::size_t kPoints = RigidElement::kPoints;

class ChainModel final : public ElementModel<LinkStation> {
 public:
  int pieces(const SceneRod&, const Pose&, std::size_t) const override { return 1; }

  static RigidElement::End stationOn(const Matrix3d& axes, double s) {
    RigidElement::End at;
    at.arc = s;
    at.weight = 0;
    at.axes = axes;
    at.position = s * axes.col(0);
    return at;
  }

  void stations(const SceneRod& rod, const Pose& pose, std::size_t e, const Matrix3d& axes,
                Span<const double> bounds, LinkStation* at, RigidElement::End& end) const override {
    constexpr auto& gauss = kGauss<static_cast<int>(kPoints)>;
    const Matrix3d behind = axes * pose.joints[e].toRotationMatrix();
    for (std::size_t piece = 0; piece + 1 < bounds.size(); ++piece, at += kPoints) {
      const double length = bounds[piece + 1] - bounds[piece];
      for (std::size_t k = 0; k < kPoints; ++k) {
        at[k] = stationOn(behind, bounds[piece] + length * gauss.point[k]);
        at[k].weight = length * gauss.weight[k];
      }
    }
    end = stationOn(behind, rod.length(e));
  }

  static void bias(StationMotion& motion) {
    motion.spinBias.setZero();
    motion.rateBias = motion.spin.cross(motion.rate);
  }
  void biases(const SceneRod&, const Pose&, std::size_t, const RateVector<1>&, Span<const double> bounds,
              const LinkStation*, StationMotion* motion, RigidElement::End& end) const override {
    for (std::size_t k = 0; k + kPoints < bounds.size() * kPoints; ++k) bias(motion[k]);
    bias(end);
  }

  Moving<Station<1>> stationAt(const SceneRod&, const Pose& pose, std::size_t e, const Matrix3d& axes,
                               const RateVector<1>& eta, double s) const override {
    Moving<Station<1>> at = RigidElement::withMaps(stationOn(axes * pose.joints[e].toRotationMatrix(), s));
    setRates<1>(at, eta, at);
    bias(at);
    return at;
  }

  static Vector3d spring(const SceneRod& rod, std::size_t e) {
    const double before = e == 0 ? 0 : rod.length(e - 1);
    return rod.sections[e].stiffness / (rod.halfFirst ? 0.5 * (before + rod.length(e)) : rod.length(e));
  }

  static Eigen::Quaterniond halfOf(const Eigen::Quaterniond& turn) {
    const double sign = turn.w() < 0 ? -1 : 1;
    Eigen::Quaterniond half(sign * turn.coeffs());
    half.w() += 1;
    return half.normalized();
  }

  void findSpring(const SceneRod& rod, const Pose& pose, std::size_t e, const Coordinates& shape,
                  const SpringWeight& weight, const SpringTerms<1>& to) const override {
    const Vector3d k = weight.start * spring(rod, e);
    const Eigen::Quaterniond half = halfOf(shape.joints[e]);
    const Vector3d theta = turnOf(half.conjugate() * pose.joints[e] * half.conjugate());
    const Vector3d moment = k.cwiseProduct(theta);
    const Matrix3d rate = turnRateInverse(theta) * half.toRotationMatrix();
    to.gradient.setZero();
    to.gradient += rate.transpose() * moment;
    to.stiffness = rate.transpose() * k.asDiagonal() * rate;
    const Matrix3d change = half.toRotationMatrix().transpose() * turnMomentSlope(theta, moment) * rate;
    to.beyond.setZero();
    to.beyond += 0.5 * (change + change.transpose());
  }

  double springEnergy(const SceneRod& rod, const Pose& pose, std::size_t e, const Coordinates& shape,
                      const SpringWeight& weight) const override {
    const Eigen::Quaterniond back = halfOf(shape.joints[e]).conjugate();
    const Vector3d theta = turnOf(back * pose.joints[e] * back);
    return weight.start * (0.5 * theta.dot(spring(rod, e).cwiseProduct(theta)));
  }

  // Solves H^T J^-T k theta = -G for theta by Newton's method, then the rest half H from the joint. A load
  // that needs more than half a turn gets half a turn.
  void restFor(const SceneRod& rod, const Pose& pose, const Vectors& gradient,
               Coordinates& rest) const override {
    for (std::size_t e = 0; e < rod.elements(); ++e) {
      const Vector3d k = spring(rod, e);
      Eigen::Quaterniond half = halfOf(pose.joints[e]);
      Vector3d theta = Vector3d::Zero();
      for (int i = 0; i < 100; ++i) {
        const Vector3d before = theta;
        theta = turnUnder(k, half * gradient[e]);
        // half E half = joint:  half = R^-1 (R joint R)^1/2 R^-1, R = E^1/2
        const Eigen::Quaterniond root = turnBy(0.5 * theta);
        half = (root.conjugate() * halfOf(root * pose.joints[e] * root) * root.conjugate()).normalized();
        if ((theta - before).norm() < 1e-16) break;
      }
      rest.joints[e] = (half * half).normalized();
    }
  }

  // theta of a spring k under the moment -`gradient`
  static Vector3d turnUnder(const Vector3d& k, const Vector3d& gradient) {
    constexpr double kMost = 3.1;  // rad
    Vector3d theta = -gradient.cwiseQuotient(k);
    for (int i = 0; i < 20; ++i) {
      if (theta.norm() > kMost) theta *= kMost / theta.norm();
      const Vector3d moment = k.cwiseProduct(theta);
      const Matrix3d inverse = turnRateInverse(theta);
      const Matrix3d slope = turnMomentSlope(theta, moment) + inverse.transpose() * Matrix3d(k.asDiagonal());
      const Vector3d change = slope.partialPivLu().solve(inverse.transpose() * moment + gradient);
      theta -= change;
      if (change.norm() < 1e-16) break;
    }
    return theta.norm() > kMost ? Vector3d(theta * (kMost / theta.norm())) : theta;
  }

  double turnOfChange(const SceneRod&, std::size_t, const Vector3d& by) const override { return by.norm(); }
};

class LinkWalker final : public ElementWalker {
 public:
  void enter(std::size_t) override {}
  Frame<double> at(double s) override { return {Matrix3d::Identity(), Vector3d(s, 0, 0)}; }
};

}  // namespace

const ModelType& modelType_chain() {
  static const ModelType type = [] {
    ModelType made;
    made.name = "chain";
    made.label = "Chain";
    made.layout = Layout::joints;
    made.corners = true;
    made.makeWalker = [](const Shape&) -> std::unique_ptr<ElementWalker> {
      return std::make_unique<LinkWalker>();
    };
    made.curvatureAt = [](const Coordinates&, std::size_t, double) { return Vector3d(0, 0, 0); };
    made.makeSolver = [](const SceneRod& rod, const std::vector<Hanger>& hangers) {
      static const ChainModel model;
      return makeRodSolverOf<RigidElement>(model, rod, hangers);
    };
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
