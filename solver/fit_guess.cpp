// A first guess for the fit: curvature read off the polyline.
//
// Along the polyline a frame is carried without twist; in it the curvature of vertex i is a complex number
// z_i = bend1 + i bend2 = angle / length. A material frame that twists by tau(s) sees z e^{-i alpha}, alpha'
// = tau. tau is first chosen so that what it sees turns as little as may be. But bends that change affinely
// turn by themselves; so tau is then improved, from there and from zero, with the bends always the best for
// it (variable projection, Golub and Pereyra).
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "solver/fit.h"

namespace tendril {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Complex = std::complex<double>;

// Local quadratics over `reach` points on each side, weighted towards the middle; the first point stays.
std::vector<Vector3d> smoothed(const std::vector<Vector3d>& points, const std::vector<double>& arc,
                               int reach) {
  if (reach < 1) return points;
  std::vector<Vector3d> result(points.size());
  const int count = static_cast<int>(points.size());
  for (int i = 0; i < count; ++i) {
    const int from = std::max(0, i - reach), to = std::min(count - 1, i + reach);
    const double width = std::max(arc[static_cast<std::size_t>(to)] - arc[static_cast<std::size_t>(i)],
                                  arc[static_cast<std::size_t>(i)] - arc[static_cast<std::size_t>(from)]);
    Eigen::Matrix3d normal = Eigen::Matrix3d::Identity() * 1e-9, right = Eigen::Matrix3d::Zero();
    for (int k = from; k <= to; ++k) {
      const double u = (arc[static_cast<std::size_t>(k)] - arc[static_cast<std::size_t>(i)]) / width;
      const double weight = std::pow(1 - 0.98 * u * u, 2);
      const Vector3d basis(1, u, u * u);
      normal += weight * basis * basis.transpose();
      right += weight * basis *
               (points[static_cast<std::size_t>(k)] - points[static_cast<std::size_t>(i)]).transpose();
    }
    const Eigen::Matrix3d solution = normal.ldlt().solve(right);
    result[static_cast<std::size_t>(i)] = points[static_cast<std::size_t>(i)] + solution.row(0).transpose();
  }
  result.front() = points.front();
  return result;
}

// What the polyline says: curvature at its vertices, in a frame carried without twist.
struct Bending {
  Matrix3d root;            // the frame at the first point
  std::vector<double> arc;  // of the inner vertices
  std::vector<Complex> z;   // bend1 + i bend2 there
};

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
  if (!bending.z.empty()) {  // the first edge is a chord: the tangent at its start lags by half a turn
    const Vector3d rate =
        bending.z[0].real() * bending.root.col(1) + bending.z[0].imag() * bending.root.col(2);
    const double back = rate.norm() * arc[1] / 2;
    if (back > 0)
      bending.root = Eigen::AngleAxisd(-back, rate.normalized()).toRotationMatrix() * bending.root;
  }
  return bending;
}

// Least squares in the hat functions of the knots (clothoid) or in steps (helix), a little stiff, so that
// knots without data follow their neighbours.
class KnotFit {
 public:
  KnotFit(const std::vector<double>& knots, Model model)
      : knots_(knots),
        hats_(model == Model::clothoid),
        size_(static_cast<Eigen::Index>(hats_ ? knots.size() : knots.size() - 1)),
        normal_(Eigen::MatrixXd::Zero(size_, size_)),
        right_(Eigen::MatrixXd::Zero(size_, 2)) {}

  void add(double s, double weight, const Eigen::RowVector2d& value) {
    weight_ += weight;
    const std::size_t e = elementOf(s);
    const Eigen::Index k = static_cast<Eigen::Index>(e);
    if (!hats_) {
      normal_(k, k) += weight;
      right_.row(k) += weight * value;
      return;
    }
    const double u = (s - knots_[e]) / (knots_[e + 1] - knots_[e]);
    normal_(k, k) += weight * (1 - u) * (1 - u);
    normal_(k, k + 1) += weight * (1 - u) * u;
    normal_(k + 1, k) += weight * (1 - u) * u;
    normal_(k + 1, k + 1) += weight * u * u;
    right_.row(k) += weight * (1 - u) * value;
    right_.row(k + 1) += weight * u * value;
  }

  Eigen::MatrixXd solve(double stiffness) {
    const double tie = stiffness * weight_ / static_cast<double>(size_) + 1e-300;
    for (Eigen::Index k = 0; k + 1 < size_; ++k) {
      normal_(k, k) += tie;
      normal_(k + 1, k + 1) += tie;
      normal_(k, k + 1) -= tie;
      normal_(k + 1, k) -= tie;
    }
    for (Eigen::Index k = 0; k < size_; ++k) normal_(k, k) += 1e-9 * tie + 1e-300;
    Eigen::MatrixXd x = normal_.ldlt().solve(right_);
    return x.allFinite() ? x : Eigen::MatrixXd(Eigen::MatrixXd::Zero(size_, 2));
  }

  Index size() const { return size_; }

  // Of each hat or step.
  Eigen::RowVectorXd valuesAt(double s) const {
    Eigen::RowVectorXd values = Eigen::RowVectorXd::Zero(size_);
    const std::size_t e = elementOf(s);
    const double u = hats_ ? (s - knots_[e]) / (knots_[e + 1] - knots_[e]) : 0;
    values[static_cast<Index>(e)] = 1 - u;
    if (hats_) values[static_cast<Index>(e) + 1] = u;
    return values;
  }

  // The fitted function and its integral from the root on.
  double integralTo(double s, const Eigen::VectorXd& x) const {
    double sum = 0;
    for (std::size_t e = 0; e + 1 < knots_.size() && s > knots_[e]; ++e) {
      const double length = knots_[e + 1] - knots_[e], inside = std::min(s - knots_[e], length);
      const Eigen::Index k = static_cast<Eigen::Index>(e);
      const double slope = hats_ ? (x[k + 1] - x[k]) / length : 0;
      sum += inside * (x[k] + 0.5 * slope * inside);
    }
    return sum;
  }

 private:
  std::size_t elementOf(double s) const {
    const auto next = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, s);
    return static_cast<std::size_t>(next - knots_.begin()) - 1;
  }

  const std::vector<double>& knots_;
  bool hats_;
  Eigen::Index size_;
  Eigen::MatrixXd normal_, right_;
  double weight_ = 0;
};

Eigen::VectorXd twistOf(const Bending& bending, const std::vector<double>& knots, Model model) {
  KnotFit twist(knots, model);
  for (std::size_t i = 0; i + 1 < bending.z.size(); ++i) {
    const Complex turn = bending.z[i + 1] * std::conj(bending.z[i]);
    const double span = bending.arc[i + 1] - bending.arc[i];
    if (std::abs(turn) > 0 && span > 0)
      twist.add((bending.arc[i] + bending.arc[i + 1]) / 2, std::abs(turn) * span, {std::arg(turn) / span, 0});
  }
  return twist.solve(1e-4).col(0);
}

// How the phase at s answers the twist at each knot: integrals of the hats or steps.
Eigen::MatrixXd phaseLevers(const Bending& bending, const std::vector<double>& knots, Model model) {
  const KnotFit integral(knots, model);
  const Index count = integral.size();
  Eigen::MatrixXd levers(static_cast<Index>(bending.arc.size()), count);
  for (Index j = 0; j < count; ++j)
    for (std::size_t i = 0; i < bending.arc.size(); ++i)
      levers(static_cast<Index>(i), j) = integral.integralTo(bending.arc[i], Eigen::VectorXd::Unit(count, j));
  return levers;
}

// What bends can show is the same for every twist once the phase is taken out: Q, an orthonormal basis of the
// hats, is computed once. Columns: real and imaginary part.
using Parts = Eigen::Matrix<double, Eigen::Dynamic, 2>;

Parts turnedBack(const Eigen::VectorXcd& z, const Eigen::VectorXd& phase) {
  Parts parts(z.size(), 2);
  for (Index i = 0; i < z.size(); ++i) {
    const Complex turned = z[i] * std::polar(1.0, -phase[i]);
    parts.row(i) << turned.real(), turned.imag();
  }
  return parts;
}

// Gauss-Newton on the twist alone. Returns the cost.
double improveTwist(Eigen::VectorXd& tau, const Eigen::VectorXcd& z, const Eigen::MatrixXd& q,
                    const Eigen::MatrixXd& levers) {
  struct State {
    Parts shown, left;
    double cost;
  };
  const auto project = [&](const Eigen::VectorXd& twist) {
    const Parts seen = turnedBack(z, levers * twist);
    State state;
    state.shown = q * (q.transpose() * seen);
    state.left = seen - state.shown;
    state.cost = state.left.squaredNorm();
    return state;
  };
  State here = project(tau);
  double damping = 1e-4;
  for (int iteration = 0; iteration < 20; ++iteration) {
    // d(shown e^{i alpha}) = i shown dalpha, less what new bends take up
    Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(tau.size(), tau.size());
    Eigen::VectorXd right = Eigen::VectorXd::Zero(tau.size());
    for (const int part : {0, 1}) {
      Eigen::MatrixXd jacobian =
          (part ? here.shown.col(0) : Eigen::VectorXd(-here.shown.col(1))).asDiagonal() * levers;
      jacobian -= q * (q.transpose() * jacobian).eval();
      normal += jacobian.transpose() * jacobian;
      right += jacobian.transpose() * here.left.col(part);
    }
    normal.diagonal().array() += damping * normal.diagonal().maxCoeff() + 1e-300;
    const Eigen::VectorXd step = normal.ldlt().solve(right);
    if (!step.allFinite()) break;
    State there = project(tau + step);
    if (!(there.cost < here.cost)) {
      damping *= 10;
      if (damping > 1e3) break;
      continue;
    }
    const bool settled = here.cost - there.cost < 1e-3 * here.cost;
    tau += step;
    here = std::move(there);
    damping *= 0.2;
    if (settled) break;
  }
  return here.cost;
}

Eigen::VectorXd bestTwist(const Bending& bending, const std::vector<double>& knots, Model model) {
  constexpr Index kFew = 3;
  constexpr Index kMost = 20;  // knots; with more, each turns little and the first choice is good
  Eigen::VectorXd tau = twistOf(bending, knots, model);
  const Index points = static_cast<Index>(bending.z.size());
  if (tau.size() > kMost || points < 2 * tau.size() + 2) return tau;
  const Eigen::VectorXcd z = Eigen::Map<const Eigen::VectorXcd>(bending.z.data(), points);
  const Eigen::MatrixXd levers = phaseLevers(bending, knots, model);
  Eigen::MatrixXd hats(points, tau.size());
  const KnotFit shapes(knots, model);
  for (Index i = 0; i < points; ++i) hats.row(i) = shapes.valuesAt(bending.arc[static_cast<std::size_t>(i)]);
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(hats);
  const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(points, tau.size());
  // bends alone are the easier start for Gauss-Newton, where they do well: twist that chases inflections is a
  // steep valley
  const Parts seen = turnedBack(z, Eigen::VectorXd::Zero(points));
  constexpr double kWell = 0.03;  // of the curvature's square
  if ((seen - q * (q.transpose() * seen)).squaredNorm() < kWell * z.squaredNorm() && tau.size() > kFew)
    return Eigen::VectorXd::Zero(tau.size());
  // affine bends can turn by half a turn at the most, so the twist may be off by as much: start on both sides
  // too
  const Eigen::VectorXd half = Eigen::VectorXd::Constant(tau.size(), 1.5707963267948966 / knots.back());
  std::vector<Eigen::VectorXd> starts = {Eigen::VectorXd::Zero(tau.size()), tau};
  if (tau.size() <= kFew) starts.insert(starts.end(), {tau + half, tau - half});
  Eigen::VectorXd best = tau;
  double least = std::numeric_limits<double>::infinity();
  for (Eigen::VectorXd& start : starts) {
    const double cost = improveTwist(start, z, q, levers);
    if (cost >= 0.95 * least) continue;  // of equals, the calmer came first
    least = cost;
    best = start;
  }
  return best;
}

std::vector<Vector3d> curvatures(const Bending& bending, const std::vector<double>& knots, Model model) {
  const Eigen::VectorXd tau = bestTwist(bending, knots, model);
  KnotFit bends(knots, model), integral(knots, model);
  for (std::size_t i = 0; i < bending.z.size(); ++i) {
    const Complex seen = bending.z[i] * std::polar(1.0, -integral.integralTo(bending.arc[i], tau));
    bends.add(bending.arc[i], 1, {seen.real(), seen.imag()});
  }
  const Eigen::MatrixXd b = bends.solve(1e-6);
  std::vector<Vector3d> kappa;
  for (std::size_t k = 0; k < knots.size(); ++k) {
    const Eigen::Index row = std::min(static_cast<Eigen::Index>(k), b.rows() - 1);
    kappa.emplace_back(tau[row], b(row, 0), b(row, 1));
  }
  return kappa;
}

// Links between points of the curve at the knots' arc lengths.
Shape guessChain(const std::vector<Vector3d>& points, const std::vector<double>& arc, const Matrix3d& root,
                 const std::vector<double>& knots) {
  Shape shape;
  shape.model = Model::chain;
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
        (angle[i] + angle[i + 1]) / 4;  // a circle's chord turns by the mean of both, half to each side
    arc.push_back(arc.back() + (points[i + 1] - points[i]).norm() *
                                   (half > 1e-4 ? half / std::sin(half) : 1 + half * half / 6));
  }
  return arc;
}

Shape guessShape(const std::vector<Vector3d>& points, const std::vector<double>& arcOfPoint,
                 const Matrix3d& root, Model model, const std::vector<double>& knots, int smoothing) {
  if (model == Model::chain) return guessChain(points, arcOfPoint, root, knots);
  const Bending bending = bendingOf(smoothed(points, arcOfPoint, smoothing), arcOfPoint, root);
  Shape shape;
  shape.model = model;
  shape.arc = knots;
  shape.root = {bending.root, points.front()};
  shape.kappa = curvatures(bending, knots, model);
  return shape;
}

}  // namespace tendril
