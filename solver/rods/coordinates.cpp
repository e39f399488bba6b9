// Coordinates: curvatures or rotations of joints.
#include "solver/rods/coordinates.h"

#include <algorithm>
#include <cmath>

#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

using Eigen::Quaterniond;
using Eigen::Vector3d;

bool Coordinates::isFinite(std::size_t k) const {
  return areJoints() ? joints[k].coeffs().allFinite() : kappa[k].allFinite();
}

Vector3d Coordinates::changeTo(const Coordinates& other, std::size_t k) const {
  return areJoints() ? turnOf(joints[k].conjugate() * other.joints[k]) : Vector3d(other.kappa[k] - kappa[k]);
}

void Coordinates::change(std::size_t k, const Vector3d& by) {
  if (areJoints())
    joints[k] = (joints[k] * turnBy(by)).normalized();
  else
    kappa[k] += by;
}

void Coordinates::set(std::size_t k, const Coordinates& other) {
  if (areJoints())
    joints[k] = other.joints[k];
  else
    kappa[k] = other.kappa[k];
}

void Coordinates::setStraight(std::size_t k) {
  if (areJoints())
    joints[k].setIdentity();
  else
    kappa[k].setZero();
}

void Coordinates::setChanged(const Coordinates& from, const Vectors& by, double part) {
  kappa.resize(from.kappa.size());
  joints.resize(from.joints.size());
  if (from.areJoints())
    for (std::size_t k = 0; k < by.size(); ++k)
      joints[k] = (from.joints[k] * turnBy(part * by[k])).normalized();
  else
    for (std::size_t k = 0; k < by.size(); ++k) kappa[k] = from.kappa[k] + part * by[k];
}

void Coordinates::findChanges(const Coordinates& to, double part, Vectors& by) const {
  if (areJoints())
    for (std::size_t k = 0; k < by.size(); ++k) by[k] = part * turnOf(joints[k].conjugate() * to.joints[k]);
  else
    for (std::size_t k = 0; k < by.size(); ++k) by[k] = part * (to.kappa[k] - kappa[k]);
}

void Coordinates::multiply(double by) {
  for (Vector3d& value : kappa) value *= by;
  for (Quaterniond& joint : joints) {
    const Eigen::AngleAxisd turn(joint);
    joint = Quaterniond(Eigen::AngleAxisd(by * turn.angle(), turn.axis()));
  }
}

void Coordinates::divideByLength(double unit) {
  for (Vector3d& value : kappa) value /= unit;
}

void Coordinates::multiplyByLength(double unit) {
  for (Vector3d& value : kappa) value *= unit;
}

void Coordinates::normalise() {
  for (Quaterniond& joint : joints) joint.normalize();
}

Coordinates Coordinates::first(std::size_t count) const {
  Coordinates made = *this;
  made.keep(0, std::min(count, size()));
  return made;
}

void Coordinates::fillKnots(std::size_t knots) {
  if (areJoints())
    joints.resize(std::max(knots, joints.size()), Quaterniond::Identity());
  else if (!kappa.empty())
    kappa.resize(std::max(knots, kappa.size()), Vector3d(kappa.back()));
}

void Coordinates::keep(std::size_t first, std::size_t count) {
  const auto keep = [&](auto& values) {
    if (values.empty()) return;
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
    values = {begin, begin + static_cast<std::ptrdiff_t>(count)};
  };
  keep(kappa);
  keep(joints);
}

double Coordinates::spread(std::size_t k, const std::vector<double>& arc) const {
  if (!areJoints()) return 1;
  return 0.5 * (arc[k + 1] - arc[k] + (k > 0 ? arc[k] - arc[k - 1] : 0));
}

double Coordinates::bendTo(const Coordinates& other, std::size_t k, const std::vector<double>& arc) const {
  const Vector3d change = changeTo(other, k);
  return areJoints() ? change.norm() / spread(k, arc) : change.tail<2>().norm();
}

Coordinates straightCoordinates(Layout layout, std::size_t count) {
  Coordinates made;
  if (layout == Layout::joints)
    made.joints.assign(count, Quaterniond::Identity());
  else
    made.kappa.assign(count, Vector3d::Zero());
  return made;
}

Coordinates mixed(const Coordinates& from, const Coordinates& to, double u) {
  Coordinates made = from;
  for (std::size_t k = 0; k < made.kappa.size(); ++k)
    made.kappa[k] = (1 - u) * from.kappa[k] + u * to.kappa[k];
  for (std::size_t k = 0; k < made.joints.size(); ++k) made.joints[k] = from.joints[k].slerp(u, to.joints[k]);
  return made;
}

void divideByLength(Layout layout, double unit, Coordinates::Vectors& changes) {
  if (layout != Layout::joints)
    for (Vector3d& value : changes) value /= unit;
}

void multiplyByLength(Layout layout, double unit, Coordinates::Vectors& changes) {
  if (layout != Layout::joints)
    for (Vector3d& value : changes) value *= unit;
}

void fillKnots(Layout layout, std::size_t knots, Coordinates::Vectors& changes) {
  while (changes.size() < knots)
    changes.push_back(layout == Layout::joints ? Vector3d(0, 0, 0) : Vector3d(changes.back()));
}

Vector3d summed(Layout layout, const Vector3d& first, const Vector3d& second) {
  return layout == Layout::joints ? turnOf(turnBy(first) * turnBy(second)) : Vector3d(first + second);
}

bool operator==(const Coordinates& a, const Coordinates& b) {
  return a.kappa == b.kappa &&
         std::equal(a.joints.begin(), a.joints.end(), b.joints.begin(), b.joints.end(),
                    [](const Quaterniond& p, const Quaterniond& q) { return p.coeffs() == q.coeffs(); });
}

}  // namespace tendril::solver
