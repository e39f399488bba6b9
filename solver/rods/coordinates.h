// Coordinates of a rod: what its shape consists of besides the root's frame. They are curvatures or rotations
// of joints; this is the one place that tells these apart.
//
//   for (std::size_t k = 0; k < pose.size(); ++k) strain += rest.changeTo(pose, k).squaredNorm();
//
// Changes and rates are three numbers a value: of a curvature its difference (1/m), of a joint a rotation
// vector in the frame behind it (rad).
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::solver {

// Where a model has its coordinates. With n elements:
enum class Layout : std::uint8_t {
  knots,     // n + 1: curvature at every knot, affine between
  elements,  // n: curvature of every element
  joints     // n: rotation of the joint in front of every element
};

// The number of coordinates of a rod with that many elements.
inline std::size_t coordinateCount(Layout layout, std::size_t elements) {
  return elements + (layout == Layout::knots ? 1 : 0);
}

struct Coordinates {
  using Vector3d = Eigen::Vector3d;
  using Vectors = std::vector<Vector3d>;

  std::vector<Vector3d> kappa;             // (twist, bend1, bend2), 1/m or 1/scene unit
  std::vector<Eigen::Quaterniond> joints;  // empty where there are curvatures

  bool areJoints() const { return !joints.empty(); }
  std::size_t size() const { return areJoints() ? joints.size() : kappa.size(); }
  bool isFinite(std::size_t k) const;
  // Values of this layout's kind, `count` or more.
  bool has(Layout layout, std::size_t count) const {
    return areJoints() == (layout == Layout::joints) && size() >= count;
  }

  Vector3d changeTo(const Coordinates& other, std::size_t k) const;
  void change(std::size_t k, const Vector3d& by);
  void set(std::size_t k, const Coordinates& other);
  void setStraight(std::size_t k);

  // `from`, changed by a part of `by`.
  void setChanged(const Coordinates& from, const Vectors& by, double part);
  // A part of all changes from this to `to`. `by`: as many as wanted.
  void findChanges(const Coordinates& to, double part, Vectors& by) const;
  void multiply(double by);  // all curvatures or angles
  // Another unit of length: curvatures are 1/length, rotations stay.
  void divideByLength(double unit);
  void multiplyByLength(double unit);
  void normalise();  // rotations

  // Values stand at every knot in geometries: `elements` repeats its last one, `joints` has no rotation at
  // the tip.
  Coordinates first(std::size_t count) const;
  void fillKnots(std::size_t knots);
  void keep(std::size_t first, std::size_t count);

  // Bending from this value to another's, rad/m; of joints, twist counts as well. `arc`: knots.
  double bendTo(const Coordinates& other, std::size_t k, const std::vector<double>& arc) const;

  // Material axes behind a joint, from those before it; the same without joints.
  Eigen::Matrix3d behindJoint(std::size_t k, const Eigen::Matrix3d& axes) const {
    return areJoints() ? Eigen::Matrix3d(axes * joints[k].toRotationMatrix()) : axes;
  }

  // The tangent before a joint, from the axes behind it.
  Vector3d tangentBeforeJoint(std::size_t k, const Eigen::Matrix3d& axes) const {
    return areJoints() ? Vector3d(axes * joints[k].conjugate().toRotationMatrix().col(0))
                       : Vector3d(axes.col(0));
  }

  // The length over which a change of value k spreads: 1 for curvatures, which are by metre; for joints the
  // halves of both elements. `arc`: knots.
  double spread(std::size_t k, const std::vector<double>& arc) const;
};
Coordinates straightCoordinates(Layout layout, std::size_t count);
// The part u of the way from one to the other.
Coordinates mixed(const Coordinates& from, const Coordinates& to, double u);
// The same of changes or rates.
void divideByLength(Layout layout, double unit, Coordinates::Vectors& changes);
void multiplyByLength(Layout layout, double unit, Coordinates::Vectors& changes);
void fillKnots(Layout layout, std::size_t knots, Coordinates::Vectors& changes);
// Two changes, one after the other.
Eigen::Vector3d summed(Layout layout, const Eigen::Vector3d& first, const Eigen::Vector3d& second);
bool operator==(const Coordinates& a, const Coordinates& b);  // bitwise

}  // namespace tendril::solver
