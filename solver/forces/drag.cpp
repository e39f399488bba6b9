// Drag.
#include "solver/forces/drag.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "solver/forces/rod_forces.h"

namespace tendril::solver {
DragAt::DragAt(const Drag& ofLength, const Matrix3d& standing, const Vector3d& at)
    : drag(ofLength), axes(standing), wind(at) {
  const double a = std::cbrt(drag.square[1]);
  const double b =
      drag.square[1] == drag.square[2] ? a : std::cbrt(drag.square[2]);  // sections are mostly round
  first = a * a;
  second = b * b;
}

namespace {

// |u| across, weighted by direction.
double speedOf(const DragAt& at, const Vector3d& u) {
  return std::sqrt(at.first * u[1] * u[1] + at.second * u[2] * u[2]);
}

}  // namespace

Drag dragOf(const Air& air, double a, double b, double across, double along) {
  constexpr double kStokes = 5, kSkin = 0.05;
  Drag drag;
  drag.linear = kStokes * air.viscosity * Vector3d(0.5 * along, across, across);
  // half the density times the width across the stream
  drag.square = air.density * Vector3d(kSkin * 0.5 * (a + b) * along, b * across, a * across);
  return drag;
}

double DragAt::dissipation(const Vector3d& velocity) const {
  const Vector3d u = axes.transpose() * (velocity - wind);
  const double s = speedOf(*this, u), along = std::abs(u[0]);
  return 0.5 * drag.linear.dot(u.cwiseAbs2()) + (drag.square[0] * along * along * along + s * s * s) / 3 +
         0.5 * drag.grip * (velocity - drag.target).squaredNorm();
}

Vector3d DragAt::force(const Vector3d& velocity) const {
  const Vector3d u = axes.transpose() * (velocity - wind);
  const double speed = speedOf(*this, u);
  const Vector3d pull =
      (drag.linear + Vector3d(drag.square[0] * std::abs(u[0]), first * speed, second * speed))
          .cwiseProduct(u);
  return -(axes * pull) - drag.grip * (velocity - drag.target);
}

Matrix3d DragAt::slope(const Vector3d& velocity) const {
  const Vector3d u = axes.transpose() * (velocity - wind);
  const double speed = speedOf(*this, u);
  Matrix3d slope = drag.linear.asDiagonal();
  slope(0, 0) += 2 * drag.square[0] * std::abs(u[0]);
  if (speed > 0) {
    const double y = first * u[1], z = second * u[2], back = 1 / speed;
    slope(1, 1) += first * speed + y * y * back;
    slope(2, 2) += second * speed + z * z * back;
    slope(1, 2) = slope(2, 1) = y * z * back;
  }
  Matrix3d world = axes * slope * axes.transpose();
  world.diagonal().array() += drag.grip;
  return world;
}

namespace {

// Drag of a rod in the wind, with the loads that come with it.
class DragForce final : public AlongForce {
 public:
  explicit DragForce(const RodForces& rod) : rod_(rod) {}

  ForceTraits traits() const override {
    ForceTraits traits;
    traits.resists = true;
    traits.isSteady = false;
    return traits;
  }

  void begin(std::size_t stations) override {
    at_.resize(stations);
    next_ = SIZE_MAX;
  }

  // Wind is sampled at the knots and is linear between; eddies smaller than an element are not resolved.
  void start(const ForceStart& from) override {
    const Wind& wind = from.surroundings.wind;
    const bool blows = wind.blows();
    const auto windAt = [&](const Vector3d& place) {
      return blows ? wind.at(place, from.time) : Vector3d(Vector3d::Zero());
    };
    if (from.element == 0) drives_ = blows;
    const Vector3d before = from.element == next_ ? wind_ : windAt(from.start), after = windAt(from.end);
    const Drag &a = rod_.drag[from.element], &b = rod_.drag[from.element + 1];
    for (std::size_t i = 0; i < from.count; ++i) {
      const ForceStart::At& station = from.at[i];
      const double u = station.arc / from.elementLength;
      const double left = (1 - u) * station.length, right = u * station.length;
      Drag drag;
      drag.linear = left * a.linear + right * b.linear;
      drag.square = left * a.square + right * b.square;
      drag.load = left * a.load + right * b.load;
      drag.grip = left * a.grip + right * b.grip;
      // each knot drags towards its own target velocity
      if (drag.grip > 0) drag.target = (left * a.grip * a.target + right * b.grip * b.target) / drag.grip;
      drives_ = drives_ || drag.grip > 0;
      at_[from.first + i] = DragAt(drag, *station.axes, (1 - u) * before + u * after);
    }
    wind_ = after;
    next_ = from.element + 1;
  }

  // At the point's mean velocity over the step. Equilibria take the load alone (settle() in statics.h).
  void addLoads(const ForcePoints& at, Matrix3d* to) const override {
    for (std::size_t i = 0; i < at.count; ++i) {
      const DragAt& drag = at_[at.first + i];
      if (at.velocity)
        to[i].col(0) += drag.drag.load + drag.force(at.velocity[i]);
      else
        to[i].col(0) += drag.drag.load;
    }
  }
  void setPotentials(const ForcePoints& at, double* to) const override {
    for (std::size_t i = 0; i < at.count; ++i) {
      const DragAt& drag = at_[at.first + i];
      const double pull = -drag.drag.load.dot(at.place[i]);
      to[i] = at.velocity ? at.gamma * drag.dissipation(at.velocity[i]) + pull : pull;
    }
  }
  bool setSlopes(const ForcePoints& at, Matrix3d* to) const override {
    if (!at.velocity) return false;
    for (std::size_t i = 0; i < at.count; ++i) to[i] = at_[at.first + i].slope(at.velocity[i]) / at.gamma;
    return true;
  }

  bool counts() const override { return false; }
  void addEnergy(const VectorsAt& places, const Vector3d*, std::size_t first, const Vector3d&,
                 double& sum) const override {
    for (std::size_t i = 0; i < places.size(); ++i) sum -= at_[first + i].drag.load.dot(places[i]);
  }

  void addResultant(const RodPoints& at, Vector3d& force, Vector3d& torque) const override {
    for (std::size_t i = 0; i < at.places.size(); ++i) {
      const Vector3d here = at_[i].drag.load + at_[i].force(at.velocities[i]);
      force += here;
      torque += Vector3d(at.places[i]).cross(here);
    }
  }

  // Forces at both ends of the step times each point's displacement; the larger of both counts, if positive.
  double drivenWork(const std::vector<Point>& before, const std::vector<Point>& now) const override {
    double work = 0;
    for (std::size_t i = 0; i < at_.size() && drives_; ++i) {
      const Vector3d way = now[i].place.col(0) - before[i].place.col(0);
      const double first = at_[i].force(before[i].speed.col(0)).dot(way),
                   last = at_[i].force(now[i].speed.col(0)).dot(way);
      work += std::max({0.0, first, last});
    }
    return work;
  }

 private:
  const RodForces& rod_;
  std::vector<DragAt> at_;  // by stations
  bool drives_ = false;     // wind or a target velocity may do work
  std::size_t next_ = SIZE_MAX;
  Vector3d wind_ = Vector3d::Zero();  // at the end of the last element
};

}  // namespace

const ForceType& forceType_drag() {
  static const ForceType type = [] {
    ForceType made;
    made.name = "drag";
    made.label = "Drag and Wind";
    made.about = "drag relative to the moving air, and loads along the rod";
    made.makeAlong = [](const RodForces& rod) -> std::unique_ptr<AlongForce> {
      return rod.drag.empty() ? nullptr : std::make_unique<DragForce>(rod);
    };
    made.sample = [](RodForces& rod, const Coordinates&, std::size_t knots) {
      Drag drag = dragOf({1.2, 1.8e-5}, 3e-3, 2e-3, 1, 1);
      drag.load = {0.1, 0, 0.2};
      drag.grip = 0.02;
      drag.target = {1, 0, 0};
      rod.drag.assign(knots, drag);
    };
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
