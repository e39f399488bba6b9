// The shape of one rod.
#include "solver/rods/shape.h"

#include "solver/kinematics/series.h"

namespace tendril::solver {

const char* nameOf(Model model) {
  switch (model) {
#define MODEL(name, label) \
  case Model::name:        \
    return #name;
#include "solver/rods/models.def"
#undef MODEL
  }
  return "";
}

const char* labelOf(Model model) {
  switch (model) {
#define MODEL(name, label) \
  case Model::name:        \
    return label;
#include "solver/rods/models.def"
#undef MODEL
  }
  return "";
}

ShapeWalker::~ShapeWalker() = default;

ShapeWalker::ShapeWalker(const Shape& shape) : shape_(shape) {
  enter(0, shape.root);
}

void ShapeWalker::enter(std::size_t element, const Frame<double>& start) {
  element_ = element;
  start_ = start;
  const double length = shape_.arc[element + 1] - shape_.arc[element];
  if (shape_.model == Model::clothoid)
    clothoid_ = std::make_unique<ClothoidWalker<double>>(
        Clothoid<double>{shape_.kappa[element], shape_.kappa[element + 1], length});
  if (shape_.model == Model::chain) start_.axes = start.axes * shape_.joints[element].toRotationMatrix();
}

Frame<double> ShapeWalker::inElement(double s) {
  if (shape_.model == Model::clothoid) return clothoid_->at(s);
  if (shape_.model == Model::helix) return helixFrame<double>(shape_.kappa[element_], s);
  return {Eigen::Matrix3d::Identity(), Eigen::Vector3d(s, 0, 0)};
}

Frame<double> ShapeWalker::at(double s) {
  while (element_ + 1 < shape_.elements() && s > shape_.arc[element_ + 1])
    enter(element_ + 1, start_ * inElement(shape_.arc[element_ + 1] - shape_.arc[element_]));
  const double inside = std::clamp(s, shape_.arc[element_], shape_.arc[element_ + 1]);
  Frame<double> frame = start_ * inElement(inside - shape_.arc[element_]);
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
