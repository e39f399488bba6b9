// Point forces.
#include "solver/forces/point_force.h"

#include "solver/forces/rod_forces.h"

namespace tendril::solver {
namespace {

class PointForces final : public HookForce {
 public:
  explicit PointForces(const RodForces& rod) : rod_(rod), count_(rod.forces.size()) {}

  ForceTraits traits() const override { return {}; }
  std::size_t count() const override { return count_; }
  double arc(std::size_t i) const override { return rod_.forces[i].arc; }
  Vec6d load(std::size_t i, const Frame<double>&) const override {
    Vec6d load;
    load << Vector3d::Zero(), rod_.forces[i].force;
    return load;
  }
  double energy(std::size_t i, const Frame<double>& at) const override {
    return -rod_.forces[i].force.dot(at.position);
  }

 private:
  const RodForces& rod_;
  std::size_t count_;
};

}  // namespace

const ForceType& forceType_point_force() {
  static const ForceType type = [] {
    ForceType made;
    made.name = "point_force";
    made.label = "Point Forces";
    made.about = "constant forces at single arc lengths";
    made.makeAt = [](const RodForces& rod) -> std::unique_ptr<HookForce> {
      return rod.forces.empty() ? nullptr : std::make_unique<PointForces>(rod);
    };
    made.sample = [](RodForces& rod, const Coordinates&, std::size_t) {
      rod.forces = {{0.05, {1, -2, 0.5}}};
    };
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
