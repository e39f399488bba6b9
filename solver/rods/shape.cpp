// The shape of one rod.
#include "solver/rods/shape.h"

#include "solver/rods/model.h"

namespace tendril::solver {

ShapeWalker::~ShapeWalker() = default;

ShapeWalker::ShapeWalker(const Shape& shape)
    : shape_(shape), walker_(modelType(shape.model).makeWalker(shape)) {
  enter(0, shape.root);
}

void ShapeWalker::enter(std::size_t element, const Frame<double>& start) {
  element_ = element;
  start_ = {shape_.behindJoint(element, start.axes), start.position};
  walker_->enter(element);
}

Frame<double> ShapeWalker::at(double s) {
  while (element_ + 1 < shape_.elements() && s > shape_.arc[element_ + 1])
    enter(element_ + 1, start_ * walker_->at(shape_.arc[element_ + 1] - shape_.arc[element_]));
  const double inside = std::clamp(s, shape_.arc[element_], shape_.arc[element_ + 1]);
  Frame<double> frame = start_ * walker_->at(inside - shape_.arc[element_]);
  frame.position += frame.axes.col(0) * (s - inside);
  return frame;
}

std::vector<Frame<double>> knotFrames(const Shape& shape) {
  std::vector<Frame<double>> frames;
  ShapeWalker walker(shape);
  for (const double s : shape.arc) frames.push_back(walker.at(s));
  return frames;
}

Eigen::Matrix3d frameAlong(const Eigen::Vector3d& tangent, const Eigen::Vector3d& up) {
  const Eigen::Vector3d t = tangent.normalized();
  Eigen::Vector3d n2 = up - t * t.dot(up);
  if (!(n2.norm() >
        1e-6 * up.norm())) {  // up is zero or parallel to the tangent: use the axis farthest from it
    Eigen::Index least = 0;
    t.cwiseAbs().minCoeff(&least);
    n2 = Eigen::Vector3d::Unit(least) - t * t[least];
  }
  n2.normalize();
  Eigen::Matrix3d axes;
  axes << t, n2.cross(t), n2;
  return axes;
}

Eigen::Matrix3d shortestTurn(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  return Eigen::Quaterniond::FromTwoVectors(from, to).toRotationMatrix();
}

}  // namespace tendril::solver
