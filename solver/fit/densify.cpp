// Adds points to a sparse curve.
#include "solver/fit/densify.h"

#include <algorithm>
#include <cmath>

namespace tendril::solver::fit {
namespace {

using Eigen::Vector3d;

// Interpolates between b and c, with neighbours a and d; knots spaced by the root of the distance (Barry and
// Goldman).
Vector3d catmullRom(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d, double u) {
  const double ab = std::sqrt((b - a).norm()), bc = std::sqrt((c - b).norm()), cd = std::sqrt((d - c).norm());
  const double t = u * bc;  // from b
  const Vector3d x = b + (b - a) * (t / ab), y = b + (c - b) * u, z = c + (d - c) * ((t - bc) / cd);
  const Vector3d xy = x + (y - x) * ((t + ab) / (ab + bc)), yz = y + (z - y) * (t / (bc + cd));
  return xy + (yz - xy) * u;
}

// The angles by which a polyline turns at its points, as far as it is a curve there: 0 at the ends and at
// corners.
std::vector<double> smoothTurns(const std::vector<Vector3d>& points) {
  constexpr double kCurve = 0.6,
                   kCorner = 1;  // rad: 10 points of a circle are a curve, a hexagon has corners
  std::vector<double> turns(points.size(), 0.0);
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const Vector3d in = (points[i] - points[i - 1]).stableNormalized(),
                   out = (points[i + 1] - points[i]).stableNormalized();
    const double turn = std::atan2(in.cross(out).norm(), in.dot(out));
    turns[i] = turn * std::clamp((kCorner - turn) / (kCorner - kCurve), 0.0, 1.0);
  }
  return turns;
}

// Slopes of the curve against each edge, across it, at its start and its end.
struct Slopes {
  Vector3d start = Vector3d::Zero(), end = Vector3d::Zero();
};
std::vector<Slopes> slopesOf(const std::vector<Vector3d>& points) {
  const std::vector<double> turns = smoothTurns(points);
  std::vector<Slopes> slopes(points.size() - 1);
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    if (turns[i] == 0) continue;
    const Vector3d before = points[i] - points[i - 1], after = points[i + 1] - points[i];
    const double a = before.stableNorm(), b = after.stableNorm();
    const Vector3d in = before / a, out = after / b, axis = in.cross(out).normalized();
    // each edge has half of the turn; of unequal ones both as little as the short one: a long straight edge
    // beside a small round stays straight
    const double half = std::tan(turns[i] * std::min(a, b) / (a + b));
    slopes[i - 1].end = half * axis.cross(in);
    slopes[i].start = -half * axis.cross(out);
  }
  if (slopes.size() > 1) {  // the ends as on a circle
    slopes.front().start = -slopes.front().end;
    slopes.back().end = -slopes.back().start;
  }
  return slopes;
}

}  // namespace

std::vector<int> piecesOfEdges(const std::vector<Vector3d>& points, std::size_t wanted) {
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i) length += (points[i] - points[i - 1]).norm();
  std::vector<int> pieces;
  if (!(length > 0 && std::isfinite(length)))
    return std::vector<int>(points.size() - 1, 1);  // squares under- or overflow
  for (std::size_t i = 1; i < points.size(); ++i)
    pieces.push_back(std::max(
        1, static_cast<int>(
               std::ceil((points[i] - points[i - 1]).norm() / length * static_cast<double>(wanted) - 1e-9))));
  return pieces;
}

std::vector<Vector3d> densified(const std::vector<Vector3d>& points, const std::vector<int>& pieces) {
  std::vector<Vector3d> result = {points.front()};
  const std::size_t last = points.size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    // extrapolate linearly beyond the ends
    const Vector3d before = i > 0 ? points[i - 1] : Vector3d(2 * points[0] - points[1]);
    const Vector3d after = i + 2 <= last ? points[i + 2] : Vector3d(2 * points[last] - points[last - 1]);
    for (int k = 1; k < pieces[i]; ++k)
      result.push_back(
          catmullRom(before, points[i], points[i + 1], after, static_cast<double>(k) / pieces[i]));
    result.push_back(points[i + 1]);
  }
  return result;
}

std::vector<int> piecesForJoints(const std::vector<Vector3d>& points) {
  constexpr double kFar = 0.05;  // rad: an edge leaves the curve by 3e-4 of its radius
  constexpr int kPieces = 8;
  const std::vector<double> turns = smoothTurns(points);
  std::vector<int> pieces;
  for (std::size_t i = 1; i < points.size(); ++i)
    pieces.push_back(std::max(turns[i - 1], turns[i]) > kFar ? kPieces : 1);
  return pieces;
}

std::vector<Vector3d> rounded(const std::vector<Vector3d>& points, const std::vector<int>& pieces) {
  const std::vector<Slopes> slopes = slopesOf(points);
  std::vector<Vector3d> result = {points.front()};
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    const Vector3d edge = points[i + 1] - points[i];
    const double length = edge.stableNorm();
    for (int k = 1; k < pieces[i]; ++k) {
      const double u = static_cast<double>(k) / pieces[i];
      const Vector3d aside = u * (1 - u) * ((1 - u) * slopes[i].start - u * slopes[i].end);
      result.push_back(points[i] + u * edge + length * aside);
    }
    result.push_back(points[i + 1]);
  }
  return result;
}

}  // namespace tendril::solver::fit
