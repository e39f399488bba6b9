// Gravity: U = -m w g . x, w the rod's own factor.
#include "solver/forces/rod_forces.h"

namespace tendril::solver {
namespace {

class Gravity final : public AlongForce {
 public:
  explicit Gravity(const RodForces& rod) : rod_(rod) {}

  ForceTraits traits() const override { return {}; }
  void addLoads(const ForcePoints& at, Matrix3d* to) const override {
    for (std::size_t i = 0; i < at.count; ++i) to[i].col(0) += at.mass[i][0] * rod_.weight * at.gravity;
  }
  void setPotentials(const ForcePoints& at, double* to) const override {
    for (std::size_t i = 0; i < at.count; ++i)
      to[i] = -at.mass[i][0] * rod_.weight * at.gravity.dot(at.place[i]);
  }
  void addEnergy(const VectorsAt& places, const Vector3d* mass, std::size_t, const Vector3d& gravity,
                 double& sum) const override {
    for (std::size_t i = 0; i < places.size(); ++i) sum -= mass[i][0] * rod_.weight * gravity.dot(places[i]);
  }
  void addResultant(const RodPoints& at, Vector3d& force, Vector3d& torque) const override {
    for (std::size_t i = 0; i < at.places.size(); ++i) {
      force += at.mass[i][0] * rod_.weight * at.gravity;
      torque += at.mass[i][0] * rod_.weight * Vector3d(at.places[i]).cross(at.gravity);
    }
  }

 private:
  const RodForces& rod_;
};

}  // namespace

const ForceType& forceType_gravity() {
  static const ForceType type = [] {
    ForceType made;
    made.name = "gravity";
    made.label = "Gravity";
    made.about = "the same acceleration everywhere";
    made.makeAlong = [](const RodForces& rod) -> std::unique_ptr<AlongForce> {
      return std::make_unique<Gravity>(rod);
    };
    made.sample = [](RodForces& rod, const Coordinates&, std::size_t) { rod.weight = 0.8; };
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
