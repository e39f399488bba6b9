// Initial guess of the fit: curvature of the polyline.
//
// In a twist-free (parallel) frame along the polyline, the curvature at vertex i is a complex number z_i =
// bend1 + i bend2 = angle / length. A material frame with twist tau(s) sees z e^{-i alpha}, alpha' = tau.
// First tau is chosen so that the direction of the bends changes least. But affine bends change direction
// themselves, so tau is improved from there and from zero, with the best bends for each tau (variable
// projection, Golub and Pereyra).
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "solver/base/math.h"
#include "solver/fit/fit.h"
#include "solver/fit/untwist.h"

namespace tendril::solver {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using fit::Banded;
using fit::Bending;
using fit::Complex;
using fit::Hats;
using fit::kFew;
using fit::kMost;
using fit::Untwisting;

// Smooths by local quadratics over `reach` points on each side, weighted towards the middle; the first point
// stays.
std::vector<Vector3d> smoothed(const std::vector<Vector3d>& points, const std::vector<double>& arc,
                               int reach) {
  if (reach < 1) return points;
  std::vector<Vector3d> result(points.size());
  const int count = static_cast<int>(points.size());
  for (int i = 0; i < count; ++i) {
    const int from = std::max(0, i - reach), to = std::min(count - 1, i + reach);
    const double width = std::max(arc[static_cast<std::size_t>(to)] - arc[static_cast<std::size_t>(i)],
                                  arc[static_cast<std::size_t>(i)] - arc[static_cast<std::size_t>(from)]);
    double m[5] = {1e-9, 0, 1e-9, 0, 1e-9};  // moments of the weights
    Eigen::Matrix3d right = Eigen::Matrix3d::Zero();
    for (int k = from; k <= to; ++k) {
      const double u = (arc[static_cast<std::size_t>(k)] - arc[static_cast<std::size_t>(i)]) / width;
      const double root = 1 - 0.98 * u * u, weight = root * root;
      const Vector3d by =
          weight * (points[static_cast<std::size_t>(k)] - points[static_cast<std::size_t>(i)]);
      right.col(0) += by;
      right.col(1) += u * by;
      right.col(2) += (u * u) * by;
      m[0] += weight;
      m[1] += weight * u;
      m[2] += weight * u * u;
      m[3] += weight * u * u * u;
      m[4] += weight * u * u * u * u;
    }
    // first row of the inverse of the normal matrix
    const Vector3d row(m[2] * m[4] - m[3] * m[3], m[2] * m[3] - m[1] * m[4], m[1] * m[3] - m[2] * m[2]);
    const double determinant = m[0] * row[0] + m[1] * row[1] + m[2] * row[2];
    result[static_cast<std::size_t>(i)] = points[static_cast<std::size_t>(i)] + right * (row / determinant);
  }
  result.front() = points.front();
  return result;
}

Bending bendingOf(const std::vector<Vector3d>& points, const std::vector<double>& arc, const Matrix3d& root) {
  Bending bending;
  const std::size_t last = points.size() - 1;
  Vector3d before = (points[1] - points[0]).normalized();
  bending.root = shortestTurn(root.col(0), before) * root;
  Matrix3d frame = bending.root;
  for (std::size_t i = 1; i < last; ++i) {
    const Vector3d edge = points[i + 1] - points[i];
    if (!(edge.norm() > 0)) continue;
    const Vector3d next = edge.normalized(), cross = before.cross(next);
    const double angle = std::atan2(cross.norm(), before.dot(next)), span = (arc[i + 1] - arc[i - 1]) / 2;
    const Vector3d rate =
        cross.norm() > 0 ? Vector3d(cross / cross.norm() * (angle / span)) : Vector3d::Zero();
    bending.arc.push_back(arc[i]);
    bending.z.emplace_back(rate.dot(frame.col(1)), rate.dot(frame.col(2)));
    frame = shortestTurn(before, next) * frame;
    before = next;
  }
  if (!bending.z.empty()) {  // the first edge is a chord: half a vertex angle behind the tangent at its start
    const Vector3d rate =
        bending.z[0].real() * bending.root.col(1) + bending.z[0].imag() * bending.root.col(2);
    const double back = rate.norm() * arc[1] / 2;
    if (back > 0)
      bending.root = Eigen::AngleAxisd(-back, rate.normalized()).toRotationMatrix() * bending.root;
  }
  return bending;
}

// Least-squares twist from the changes of the bends' direction.
Eigen::VectorXd twistOf(const Bending& bending, const std::vector<double>& knots, Model model) {
  const Hats hats(knots, model);
  Banded matrix(hats.size());
  Eigen::VectorXd twist = Eigen::VectorXd::Zero(static_cast<Index>(hats.size()));
  for (std::size_t i = 0; i + 1 < bending.z.size(); ++i) {
    const Complex turn = bending.z[i + 1] * std::conj(bending.z[i]);
    const double span = bending.arc[i + 1] - bending.arc[i], size = std::abs(turn);
    if (!(size > 0 && span > 0)) continue;
    const Hats::Place place = hats.find((bending.arc[i] + bending.arc[i + 1]) / 2);
    const Index e = static_cast<Index>(place.element);
    const double weighted = size * std::arg(turn);  // weight size * span, value arg / span
    matrix.add(hats, place, size * span);
    twist[e] += hats.first(place.u) * weighted;
    if (hats.affine()) twist[e + 1] += hats.second(place.u) * weighted;
  }
  matrix.factorise(1e-4);
  matrix.solve(twist);
  return twist;
}

// The twist for which affine bends fit the polyline best.
Untwisting::State bestTwist(const Bending& bending, const std::vector<double>& knots, Model model) {
  const Untwisting untwisting(bending, knots, model);
  Untwisting::State straight, turned;
  turned.twist = twistOf(bending, knots, model);
  straight.twist = Eigen::VectorXd::Zero(turned.twist.size());
  const Index size = turned.twist.size(), points = static_cast<Index>(bending.z.size());
  if (size > kMost || points < 2 * size + 2) {
    untwisting.project(turned);
    return turned;
  }
  // without twist, if that fits well, Gauss-Newton starts better: twist that fits inflections is a steep
  // valley
  untwisting.project(straight);
  constexpr double kWell = 0.03;  // of the squared curvature
  if (straight.cost < kWell * untwisting.whole() && size > Index(kFew)) return straight;
  // affine bends change direction by at most half a turn, so tau may be off by that: start on both sides, too
  const Eigen::VectorXd half = Eigen::VectorXd::Constant(size, 0.5 * kPi / knots.back());
  std::vector<Eigen::VectorXd> starts = {turned.twist};
  if (size <= Index(kFew)) starts.insert(starts.end(), {turned.twist + half, turned.twist - half});
  const int most = size <= Index(kFew) ? 20 : 8;
  untwisting.improve(straight, most);
  for (Eigen::VectorXd& start : starts) {
    turned.twist = std::move(start);
    untwisting.improve(turned, most);
    if (turned.cost < 0.95 * straight.cost)
      std::swap(straight, turned);  // of equals, the one with less twist came first
  }
  return straight;
}

std::vector<Vector3d> curvatures(const Bending& bending, const std::vector<double>& knots, Model model) {
  const Untwisting::State state = bestTwist(bending, knots, model);
  std::vector<Vector3d> kappa;
  for (std::size_t k = 0; k < knots.size(); ++k) {
    const Index row = std::min(static_cast<Index>(k), state.bends.rows() - 1);
    kappa.emplace_back(state.twist[row], state.bends(row, 0), state.bends(row, 1));
    if (!kappa.back().allFinite()) kappa.back().setZero();
    // vertex angles of a polyline give any curvature
    constexpr double kMostAngle = 300;  // rad an element
    const double length =
        std::max(k > 0 ? knots[k] - knots[k - 1] : 0.0, k + 1 < knots.size() ? knots[k + 1] - knots[k] : 0.0);
    const double angle = kappa.back().norm() * length;
    if (angle > kMostAngle) kappa.back() *= kMostAngle / angle;
  }
  return kappa;
}

// Links between points of the curve at the knots' arc lengths.
Shape guessLinks(const std::vector<Vector3d>& points, const std::vector<double>& arc, const Matrix3d& root,
                 Model model, const std::vector<double>& knots) {
  Shape shape;
  shape.model = model;
  shape.arc = {0};
  shape.root.position = points.front();
  Matrix3d frame = shape.root.axes = root;
  Vector3d before = points.front();
  std::size_t i = 0;
  for (std::size_t k = 1; k < knots.size(); ++k) {
    while (i + 2 < points.size() && arc[i + 1] < knots[k]) ++i;
    const double u = std::clamp((knots[k] - arc[i]) / (arc[i + 1] - arc[i]), 0.0, 1.0);
    const Vector3d here = points[i] + u * (points[i + 1] - points[i]), link = here - before;
    const Matrix3d turned = link.norm() > 0 ? Matrix3d(shortestTurn(frame.col(0), link) * frame) : frame;
    shape.joints.emplace_back(Matrix3d(frame.transpose() * turned));
    shape.arc.push_back(shape.arc.back() + std::max(link.norm(), 1e-12 * knots.back()));
    frame = turned;
    before = here;
  }
  shape.joints.push_back(Eigen::Quaterniond::Identity());
  return shape;
}

}  // namespace

std::vector<double> spreadKnots(double length, int elements, double grading) {
  std::vector<double> knots = {0};
  for (int e = 0; e < elements; ++e)
    knots.push_back(knots.back() +
                    std::pow(grading, elements > 1 ? static_cast<double>(e) / (elements - 1) : 0.0));
  const double scale = length / knots.back();
  for (double& knot : knots) knot *= scale;
  knots.back() = length;
  return knots;
}

std::vector<double> arcLengths(const std::vector<Vector3d>& points) {
  const std::size_t edges = points.size() - 1;
  std::vector<double> angle(points.size(), 0.0);  // at vertices
  for (std::size_t i = 1; i < edges; ++i) {
    const Vector3d a = points[i] - points[i - 1], b = points[i + 1] - points[i];
    angle[i] = std::atan2(a.cross(b).norm(), a.dot(b));
  }
  if (edges > 1) angle[0] = angle[1], angle[edges] = angle[edges - 1];
  std::vector<double> arc = {0};
  for (std::size_t i = 0; i < edges; ++i) {
    const double half =
        (angle[i] + angle[i + 1]) / 4;  // a chord of a circle has the mean of both angles, half on each side
    arc.push_back(arc.back() + (points[i + 1] - points[i]).norm() *
                                   (half > 1e-4 ? half / std::sin(half) : 1 + half * half / 6));
  }
  return arc;
}

Shape guessShape(const std::vector<Vector3d>& points, const std::vector<double>& arcOfPoint,
                 const Matrix3d& root, Model model, const std::vector<double>& knots, int smoothing) {
  if (layoutOf(model) == Layout::joints) return guessLinks(points, arcOfPoint, root, model, knots);
  const Bending bending = bendingOf(smoothed(points, arcOfPoint, smoothing), arcOfPoint, root);
  Shape shape;
  shape.model = model;
  shape.arc = knots;
  shape.root = {bending.root, points.front()};
  shape.kappa = curvatures(bending, knots, model);
  return shape;
}

}  // namespace tendril::solver
