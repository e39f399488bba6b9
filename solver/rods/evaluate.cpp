// Rod to curve.
#include "solver/rods/evaluate.h"

#include <algorithm>
#include <cmath>

#include "solver/rods/model.h"

namespace tendril::solver {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

Quaterniond aboutAxis(const Vector3d& angle) {
  const double size = angle.norm();
  return size > 0 ? Quaterniond(Eigen::AngleAxisd(size, angle / size)) : Quaterniond::Identity();
}

// An upper bound of the tip's rotation rate, rad/s.
double angularSpeed(const Shape& shape, const Motion& motion) {
  double sum = motion.spin.norm();
  for (std::size_t k = 0; k < motion.rates.size(); ++k) {
    const double before = k ? shape.arc[k] - shape.arc[k - 1] : 0,
                 after = k + 1 < shape.arc.size() ? shape.arc[k + 1] - shape.arc[k] : 0;
    sum += motion.rates[k].norm() * (shape.areJoints() ? 1 : std::max(before, after));
  }
  return sum;
}

std::vector<Frame<double>> framesAt(const Shape& shape, const std::vector<double>& arc) {
  ShapeWalker walker(shape);
  std::vector<Frame<double>> frames;
  frames.reserve(arc.size());
  for (const double s : arc) frames.push_back(walker.at(s));
  return frames;
}

// The rotation vector of a small rotation.
Vector3d vectorOf(const Matrix3d& turn) {
  return 0.5 * Vector3d(turn(2, 1) - turn(1, 2), turn(0, 2) - turn(2, 0), turn(1, 0) - turn(0, 1));
}

// Number of intervals for an element whose curvature is a at its start and b at its end.
int pointsNeeded(const Vector3d& a, const Vector3d& b, double length, double angle, double spacing) {
  const double bend = std::max(a.tail<2>().norm(), b.tail<2>().norm()) * length;
  const double points = std::ceil(std::max(bend / angle, length / spacing));
  constexpr double kMost = 1e6;
  if (!(points < kMost))
    throw Error("a curve would need more than a million points; allow a larger angle or spacing");
  return std::max(1, static_cast<int>(points));
}

}  // namespace

std::vector<Eigen::Vector4d> orientsOf(const std::vector<Sample>& samples) {
  std::vector<Eigen::Vector4d> orients;
  for (const Sample& sample : samples) {
    Eigen::Vector4d orient = orientOf(sample.frame.axes).coeffs();
    if (!orients.empty() && orient.dot(orients.back()) < 0) orient = -orient;
    orients.push_back(orient);
  }
  return orients;
}

Shape moved(const Shape& shape, const Motion& motion, double seconds) {
  Shape result = shape;
  result.root.position += seconds * motion.velocity;
  result.root.axes = aboutAxis(seconds * motion.spin).toRotationMatrix() * shape.root.axes;
  for (std::size_t k = 0; k < motion.rates.size(); ++k) {
    if (shape.areJoints())
      result.joints[k] = shape.joints[k] * aboutAxis(seconds * motion.rates[k]);
    else
      result.kappa[k] += seconds * motion.rates[k];
  }
  return result;
}

std::vector<Sample> sampleRod(const Shape& shape, const Motion& motion, const std::vector<double>& arc) {
  std::vector<Sample> samples;
  for (const Frame<double>& frame : framesAt(shape, arc))
    samples.push_back({frame, motion.velocity, Vector3d::Zero()});
  const double speed = angularSpeed(shape, motion);
  if (!(speed > 0)) return samples;
  constexpr double kAngle = 1e-4;  // rad: truncation and rounding both stay well below floats
  const double h = kAngle / speed;
  Motion turning = motion;
  turning.velocity.setZero();  // added exactly; large velocities would cost digits
  const std::vector<Frame<double>> before = framesAt(moved(shape, turning, -h), arc),
                                   after = framesAt(moved(shape, turning, h), arc);
  for (std::size_t i = 0; i < arc.size(); ++i) {
    samples[i].velocity += (after[i].position - before[i].position) / (2 * h);
    samples[i].spin = vectorOf(after[i].axes * before[i].axes.transpose()) / (2 * h);
  }
  return samples;
}

std::vector<double> evenArcs(const Shape& shape, int segments) {
  std::vector<double> arc;
  for (int i = 0; i <= segments; ++i) arc.push_back(shape.length() * i / segments);
  return arc;
}

std::vector<double> bentArcs(const Shape& shape, double angle, double spacing) {
  std::vector<double> arc = {0};
  for (std::size_t e = 0; e < shape.elements(); ++e) {
    const double from = shape.arc[e], length = shape.arc[e + 1] - from;
    const ModelType& type = modelType(shape.model);
    const int points =
        pointsNeeded(type.curvatureAt(shape, e, 0), type.curvatureAt(shape, e, 1), length, angle, spacing);
    for (int i = 1; i < points; ++i) arc.push_back(from + length * i / points);
    arc.push_back(shape.arc[e + 1]);
  }
  return arc;
}

}  // namespace tendril::solver
