// Target springs.
#include "solver/forces/target_spring.h"

#include <cmath>

#include "solver/forces/rod_forces.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {
namespace {

class TargetSprings final : public HookForce {
 public:
  explicit TargetSprings(const RodForces& rod) : rod_(rod), count_(rod.targetSprings.size()) {}

  ForceTraits traits() const override {
    ForceTraits traits;
    traits.isSteady = false;
    for (const TargetSpring& spring : rod_.targetSprings)
      traits.worksUnseen = traits.worksUnseen || spring.damping > 0;
    return traits;
  }
  std::size_t count() const override { return count_; }
  double arc(std::size_t i) const override { return rod_.targetSprings[i].arc; }

  Vec6d load(std::size_t i, const Frame<double>& at) const override {
    const TargetSpring& spring = rod_.targetSprings[i];
    const Vector3d turn = turnBetween(spring.target.axes, at.axes);
    Vector3d moment = turn;
    if (!spring.turnAxis.isZero(0))
      moment = turnRateInverse(turn).transpose() * spring.turnAxis * spring.turnAxis.dot(turn);
    Vec6d load;
    load << -spring.turnStiffness * moment, spring.stiffness * (spring.target.position - at.position);
    return load;
  }

  double energy(std::size_t i, const Frame<double>& at) const override {
    const TargetSpring& spring = rod_.targetSprings[i];
    return 0.5 * spring.stiffness * (spring.target.position - at.position).squaredNorm() +
           0.5 * spring.turnStiffness *
               (spring.turnAxis.isZero(0)
                    ? turnBetween(spring.target.axes, at.axes).squaredNorm()
                    : std::pow(spring.turnAxis.dot(turnBetween(spring.target.axes, at.axes)), 2));
  }

  // The moment of a turn theta is c theta; its derivative by the spin is c J^-1
  // (solver/kinematics/rotation_vector.h), of which the symmetric part counts. It is positive up to half a
  // turn.
  bool slope(std::size_t i, const Frame<double>& at, double gamma, Mat6d& to) const override {
    const TargetSpring& spring = rod_.targetSprings[i];
    const Vector3d turn = turnBetween(spring.target.axes, at.axes);
    const Matrix3d rate = turnRateInverse(turn);
    to.setZero();
    if (spring.turnAxis.isZero(0)) {
      to.topLeftCorner<3, 3>() = 0.5 * spring.turnStiffness * (rate + rate.transpose());
    } else {  // approximate: the omitted term is small with the turn
      const Vector3d answer = rate.transpose() * spring.turnAxis;
      to.topLeftCorner<3, 3>() = spring.turnStiffness * answer * answer.transpose();
    }
    to.bottomRightCorner<3, 3>().diagonal().setConstant(spring.stiffness +
                                                        (gamma > 0 ? spring.damping / gamma : 0));
    return true;
  }

  bool isDamped(std::size_t i) const override { return rod_.targetSprings[i].damping != 0; }
  Vector3d resistance(std::size_t i, const Vector3d& velocity) const override {
    const TargetSpring& spring = rod_.targetSprings[i];
    return -(spring.damping * (velocity - spring.velocity));
  }
  double dissipation(std::size_t i, const Vector3d& velocity) const override {
    const TargetSpring& spring = rod_.targetSprings[i];
    return 0.5 * spring.damping * (velocity - spring.velocity).squaredNorm();
  }

 private:
  const RodForces& rod_;
  std::size_t count_;
};

}  // namespace

const ForceType& forceType_target_spring() {
  static const ForceType type = [] {
    ForceType made;
    made.name = "target_spring";
    made.label = "Target Springs";
    made.about = "springs from points of a rod to places in the world";
    made.makeAt = [](const RodForces& rod) -> std::unique_ptr<HookForce> {
      return rod.targetSprings.empty() ? nullptr : std::make_unique<TargetSprings>(rod);
    };
    made.sample = [](RodForces& rod, const Coordinates&, std::size_t) {
      TargetSpring spring;
      spring.arc = 0.07;
      spring.target.position = {0.1, 0.2, -0.1};
      spring.stiffness = 3;
      spring.turnStiffness = 0.02;
      spring.damping = 0.4;
      spring.velocity = {0.1, 0, 0.3};
      rod.targetSprings = {spring};
    };
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
