// A pose of a rod: knots stay, curvatures follow a moving curve.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/fit/stages.h"

namespace tendril::solver::fit {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// The share of the change from `rest` to `best` that is taken: 0 if it gains almost nothing, as for a rigidly
// moved copy of a curve whose fit had not fully converged.
double worth(double rest, double best) {
  constexpr double kFloor = 1e-12, kLeast = 1, kAll = 4;  // of the gain relative to what is left
  const double gain = (rest - best) / (best + kFloor),
               u = std::clamp((gain - kLeast) / (kAll - kLeast), 0.0, 1.0);
  return u * u * (3 - 2 * u);
}

// First with fixed arc lengths: otherwise a curl would slip by part of a turn.
Attempt poseFromRest(const Track& track, const Matrix3d& root, const Shape& rest, int most) {
  Attempt pose;
  pose.shape = rest;
  pose.shape.root = {root, Vector3d::Zero()};
  pose.track = track;
  pose.iterations = improve(pose.shape, pose.track, {&rest, true, false}, most).iterations;
  Attempt bent = pose;
  bent.iterations += improve(bent.shape, bent.track, {&rest, false, false}, most).iterations;
  const Outcome best = improve(bent.shape, bent.track, {&rest, false, true}, most);
  const Outcome rigid = improve(pose.shape, pose.track, {&rest, true, true}, most);
  const double part = track.offset.empty() ? worth(rigid.cost, best.cost) : 1;
  bent.cost = best.cost;
  bent.iterations += best.iterations + rigid.iterations;
  pose.iterations = bent.iterations;
  pose.cost = rigid.cost;
  if (part == 0) return pose;
  if (part == 1) return bent;
  Attempt between = pose;  // root and arc lengths must be fitted again for the mixed curvatures
  for (std::size_t k = 0; k < rest.kappa.size(); ++k)
    between.shape.kappa[k] += part * (bent.shape.kappa[k] - pose.shape.kappa[k]);
  between.cost = improve(between.shape, between.track, {&rest, true, true}, most).cost;
  if (between.cost <= pose.cost) return between;
  return part > 0.5 ? bent : pose;
}

// The point of a polyline at an arc length.
Vector3d pointAt(const Track& track, double s) {
  const std::size_t i = elementAt(track.arc, s);
  const double u = std::clamp((s - track.arc[i]) / (track.arc[i + 1] - track.arc[i]), 0.0, 1.0);
  return track.points[i] + u * (track.points[i + 1] - track.points[i]);
}

// The arc length beyond `after` at the distance `link` from the joint, closest to `expected`.
double placeOfJoint(const Track& track, const Vector3d& joint, double link, double after, double expected) {
  double best = expected, least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < track.points.size(); ++i) {
    if (track.arc[i + 1] <= after) continue;
    // |start + u edge| = link
    const Vector3d start = track.points[i] - joint, edge = track.points[i + 1] - track.points[i];
    const double a = edge.squaredNorm(), b = start.dot(edge), c = start.squaredNorm() - link * link;
    const double root = b * b - a * c;
    if (!(root >= 0) || !(a > 0)) continue;
    for (const double sign : {-1.0, 1.0}) {
      const double u = (-b + sign * std::sqrt(root)) / a;
      const double s = track.arc[i] + u * (track.arc[i + 1] - track.arc[i]);
      constexpr double kSlack = 1e-9;  // closed intervals in spite of rounding
      if (u < -kSlack || u > 1 + kSlack || s <= after || std::abs(s - expected) >= least) continue;
      least = std::abs(s - expected);
      best = s;
    }
  }
  return best;
}

}  // namespace

// Starts from the rest's curvatures; if that fits poorly, from those of the polyline.
Attempt fitPose(const Track& track, const Matrix3d& root, const Shape& rest) {
  constexpr int kMostIterations = 60;
  constexpr double kGood = 4e-4, kMuchCloser = 0.25;  // of mean squares
  Attempt pose = poseFromRest(track, root, rest, kMostIterations);
  if (pose.cost < kGood) return pose;
  Attempt other;
  other.shape = bestGuess(track, root, rest.model, rest.arc);
  other.track = track;
  const Outcome outcome = improve(other.shape, other.track, {&rest, false}, kMostIterations);
  other.cost = outcome.cost;
  other.iterations = pose.iterations + outcome.iterations;
  return other.cost < kMuchCloser * pose.cost ? other : pose;
}

// Along a curve, link by link: the place at the link's length from the joint, closest to a uniformly
// stretched curve.
Attempt chainPose(const Track& track, const Matrix3d& root, const Shape& rest) {
  Attempt pose;
  pose.shape = rest;
  pose.shape.root = {root, Vector3d::Zero()};
  pose.track = track;
  Matrix3d frame = root;
  Vector3d joint = Vector3d::Zero();
  const double whole = track.arc.back();
  double at = 0;
  std::vector<double> joints = {0};
  for (std::size_t k = 0; k < rest.elements(); ++k) {
    const double link = rest.arc[k + 1] - rest.arc[k];
    at = placeOfJoint(track, joint, link, at, at + link * (whole - at) / (rest.length() - rest.arc[k]));
    const Vector3d along = pointAt(track, at) - joint;
    const Matrix3d turned = along.norm() > 0 ? Matrix3d(shortestTurn(frame.col(0), along) * frame) : frame;
    pose.shape.joints[k] = Eigen::Quaterniond(Matrix3d(frame.transpose() * turned));
    frame = turned;
    joint += link * frame.col(0);
    joints.push_back(at);
  }
  for (double& s : pose.track.arc) s = onLinks(s, joints, rest.arc);
  return pose;
}

}  // namespace tendril::solver::fit
