// A rod from edited knots: equilibrium of springs from the knots to their edited positions and of the
// stiffness against a change of curvature.
#include "solver/statics/rod_from_knots.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "solver/kinematics/rotation_vector.h"
#include "solver/scene/si_units.h"
#include "solver/statics/statics.h"

namespace tendril::solver {
namespace {

using Eigen::Quaterniond;

// The factor by which all pieces changed length; 1 if they did not change alike.
double scaleOf(const std::vector<Frame<double>>& frames, const std::vector<Vector3d>& positions) {
  double least = 1e300, most = 0, before = 0, after = 0;
  for (std::size_t k = 1; k < positions.size(); ++k) {
    const double was = (frames[k].position - frames[k - 1].position).norm(),
                 is = (positions[k] - positions[k - 1]).norm();
    before += was;
    after += is;
    if (was == 0) return 1;
    least = std::min(least, is / was);
    most = std::max(most, is / was);
  }
  constexpr double kAlike = 1e-3;
  const double scale = after / before;
  const bool alike = least > 0 && most - least < kAlike * scale;
  return alike && std::abs(scale - 1) > kAlike ? scale : 1;
}

void scaleBy(Rod& rod, double scale) {
  for (double& arc : rod.shape.arc) arc *= scale;
  const Layout layout = layoutOf(rod.shape.model);
  rod.shape.divideByLength(scale);
  rod.rest.divideByLength(scale);
  divideByLength(layout, scale, rod.motion.rates);
  if (!rod.history) return;
  History& h = *rod.history;
  h.past.divideByLength(scale);
  h.goal.divideByLength(scale);
  divideByLength(layout, scale, h.pastMotion.rates);
  divideByLength(layout, scale, h.plastic);
}

// The rotation that maps one set of points best onto another (Kabsch), and the residual.
Matrix3d turnOnto(const std::vector<Frame<double>>& from, const std::vector<Vector3d>& to, double& left) {
  Matrix3d mixed = Matrix3d::Zero();
  for (std::size_t k = 1; k < to.size(); ++k)
    mixed += (to[k] - to[0]) * (from[k].position - from[0].position).transpose();
  const Eigen::JacobiSVD<Matrix3d> svd(mixed, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Vector3d sign(1, 1, (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0 ? -1 : 1);
  const Matrix3d turn = svd.matrixU() * sign.asDiagonal() * svd.matrixV().transpose();
  left = 0;
  for (std::size_t k = 1; k < to.size(); ++k)
    left = std::max(left, (turn * (from[k].position - from[0].position) - (to[k] - to[0])).norm());
  return turn;
}

// Points of a straight rod do not determine the rotation about it.
bool isStraight(const std::vector<Frame<double>>& frames) {
  const Vector3d way = (frames.back().position - frames[0].position).normalized();
  double off = 0;
  for (const Frame<double>& frame : frames)
    off = std::max(off, (frame.position - frames[0].position).cross(way).norm());
  return off < 1e-3 * (frames.back().position - frames[0].position).norm();
}

// The root's frame: from the edited orient if that changed; otherwise rotated with the whole rod, if that
// was.
Matrix3d rootOf(const Rod& rod, const std::vector<Frame<double>>& frames, const Knots& knots) {
  if (!knots.orients.empty()) {
    const Matrix3d told = axesOf(knots.orients[0]), was = frames[0].axes;
    // a chain's orients are behind the joint, its root before it
    if (turnBetween(was, told).norm() > 1e-4) return told * was.transpose() * rod.shape.root.axes;
  }
  double left = 0;
  const Matrix3d turn = turnOnto(frames, knots.positions, left);
  if (left > 1e-3 * rod.shape.length()) return rod.shape.root.axes;
  if (!isStraight(frames)) return turn * rod.shape.root.axes;
  return shortestTurn(frames.back().position - frames[0].position,
                      knots.positions.back() - knots.positions[0]) *
         rod.shape.root.axes;
}

}  // namespace

Edit editOf(const Rod& rod, const Knots& knots) {
  const std::vector<Frame<double>> frames = knotFrames(rod.shape);
  Edit edit;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    edit.distance =
        std::max(edit.distance, (frames[k].position - knots.positions[k]).norm() / rod.shape.length());
    if (!knots.orients.empty())
      edit.turn = std::max(edit.turn, turnBetween(frames[k].axes, axesOf(knots.orients[k])).norm());
  }
  return edit;
}

void rodFromKnots(Rod& rod, const Knots& knots) {
  scaleBy(rod, scaleOf(knotFrames(rod.shape), knots.positions));
  const std::vector<Frame<double>> frames = knotFrames(rod.shape);
  const Vector3d before = rod.shape.root.position;
  const Quaterniond orientBefore = rod.rootOrient;
  turnRoot(rod, orientOf(rootOf(rod, frames, knots)));
  rod.shape.root.position = knots.positions[0];
  Scene scene;
  scene.gravity.setZero();
  SceneRod fitted = describe(rod, 1);
  const double length = rod.shape.length();
  fitted.rest = rod.shape;
  fitted.sections.assign(fitted.arc.size(), Section());  // stiffness 1
  const double spring = 1 / length;                      // resists a rotation by a radian over the whole
  for (std::size_t k = 1; k < fitted.arc.size(); ++k) {
    TargetSpring pull;
    pull.arc = fitted.arc[k];
    pull.target.position = knots.positions[k];
    pull.stiffness = 1e5 * spring / (length * length);
    pull.target.axes = knots.orients.empty() ? Matrix3d(Matrix3d::Identity()) : axesOf(knots.orients[k]);
    pull.turnStiffness = knots.orients.empty() ? 0 : 1e2 * spring;
    fitted.targetSprings.push_back(pull);
  }
  scene.rods.push_back(fitted);
  State state;
  state.rods = {stateOf(rod, 1)};
  StaticsSettings settings;
  settings.tolerance = 1e-10;
  findEquilibrium(scene, state, settings);
  static_cast<Coordinates&>(rod.shape) = state.rods[0].pose;
  rod.shape.fillKnots(rod.shape.arc.size());
  if (!rod.history) return;
  // the past is rotated too, so that an edit gives no impulse
  const Matrix3d turn = rod.shape.root.axes * axesOf(orientBefore).transpose();
  History& h = *rod.history;
  h.pastPosition = rod.shape.root.position + turn * (h.pastPosition - before);
  h.pastOrient = orientOf(turn * axesOf(h.pastOrient));
  rod.motion.velocity = turn * rod.motion.velocity;
  rod.motion.spin = turn * rod.motion.spin;
  h.pastStep = 0;  // the next step is a first step
}

}  // namespace tendril::solver
