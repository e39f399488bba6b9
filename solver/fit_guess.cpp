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
    // the first row of the inverse of the normal matrix
    const Vector3d row(m[2] * m[4] - m[3] * m[3], m[2] * m[3] - m[1] * m[4], m[1] * m[3] - m[2] * m[2]);
    const double determinant = m[0] * row[0] + m[1] * row[1] + m[2] * row[2];
    result[static_cast<std::size_t>(i)] = points[static_cast<std::size_t>(i)] + right * (row / determinant);
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

// Hats of the knots (clothoid) or steps of the elements (helix): what is affine or constant along elements.
class Hats {
 public:
  Hats(const std::vector<double>& knots, Model model)
      : knots_(knots), affine_(model == Model::clothoid), size_(knots.size() - (affine_ ? 0 : 1)) {}

  // A place: its element and how far along it is, 0 ... 1.
  struct Place {
    std::size_t element;
    double u;
  };

  Place find(double s) const {
    const auto next = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, s);
    const std::size_t e = static_cast<std::size_t>(next - knots_.begin()) - 1;
    return {e, (s - knots_[e]) / length(e)};
  }

  std::size_t size() const { return size_; }
  std::size_t elements() const { return knots_.size() - 1; }
  double length(std::size_t e) const { return knots_[e + 1] - knots_[e]; }
  double first(double u) const { return affine_ ? 1 - u : 1; }  // the hat of the element's start
  double second(double u) const { return affine_ ? u : 0; }     // and of its end
  double firstIntegral(double u) const { return affine_ ? u - 0.5 * u * u : u; }
  double secondIntegral(double u) const { return affine_ ? 0.5 * u * u : 0; }
  bool affine() const { return affine_; }

 private:
  const std::vector<double>& knots_;
  bool affine_;
  std::size_t size_;
};

// A symmetric matrix with one diagonal beside the main one, L D L^T; positive.
class Banded {
 public:
  explicit Banded(std::size_t size) : diagonal_(size, 0.0), beside_(size, 0.0) {}

  void add(const Hats& hats, const Hats::Place& place, double weight) {
    const double a = hats.first(place.u), b = hats.second(place.u);
    diagonal_[place.element] += weight * a * a;
    weight_ += weight;
    if (!hats.affine()) return;
    beside_[place.element] += weight * a * b;
    diagonal_[place.element + 1] += weight * b * b;
  }

  // Knots without data follow their neighbours.
  void factorise(double stiffness) {
    const std::size_t size = diagonal_.size();
    const double tie = stiffness * weight_ / static_cast<double>(size) + 1e-300;
    for (std::size_t k = 0; k < size; ++k) {
      diagonal_[k] += 1e-9 * tie + 1e-300 + tie * ((k > 0) + (k + 1 < size));
      if (k + 1 < size) beside_[k] -= tie;
    }
    for (std::size_t k = 1; k < size; ++k) {
      const double factor = beside_[k - 1] / diagonal_[k - 1];
      diagonal_[k] = std::max(diagonal_[k] - factor * beside_[k - 1], 1e-15 * diagonal_[k]);
      beside_[k - 1] = factor;
    }
  }

  template <class Columns>
  void solve(Columns& x) const {
    const Index size = x.rows();
    for (Index k = 1; k < size; ++k) x.row(k) -= beside_[static_cast<std::size_t>(k) - 1] * x.row(k - 1);
    for (Index k = 0; k < size; ++k) x.row(k) /= diagonal_[static_cast<std::size_t>(k)];
    for (Index k = size - 2; k >= 0; --k) x.row(k) -= beside_[static_cast<std::size_t>(k)] * x.row(k + 1);
  }

 private:
  std::vector<double> diagonal_, beside_;
  double weight_ = 0;
};

constexpr std::size_t kFew = 3;  // knots whose twist is improved without calm, from all sides
constexpr Index kMost = 33;      // knots whose twist is improved; with more, each turns little
using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, kMost, kMost>;
using Pairs = Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::RowMajor>;

// Bends as a frame that twists would see them, and the best hats for these.
class Untwisting {
 public:
  struct State {
    Eigen::VectorXd twist;
    Pairs bends, shown, left;  // at knots; at vertices: by the hats, and what they leave
    double cost = 0;
  };

  Untwisting(const Bending& bending, const std::vector<double>& knots, Model model)
      : z_(bending.z), hats_(knots, model), matrix_(hats_.size()) {
    for (const double s : bending.arc) {
      places_.push_back(hats_.find(s));
      matrix_.add(hats_, places_.back(), 1);
    }
    matrix_.factorise(1e-6);
    for (const Complex& z : z_) whole_ += std::norm(z);
    const double length = knots.back() / static_cast<double>(hats_.elements());
    constexpr double kCalm = 0.01;  // of all curvature, for one radian an element
    calm_ = hats_.size() > kFew ? kCalm * whole_ * length * length : 0;
  }

  // The best bends for a twist.
  void project(State& state) const {
    const Index count = static_cast<Index>(z_.size()), size = static_cast<Index>(hats_.size());
    state.bends.setZero(size, 2);
    state.shown.resize(count, 2);
    state.left.resize(count, 2);
    eachPhase(state.twist, [&](Index i, const Hats::Place& place, double phase) {
      const double c = std::cos(phase), s = std::sin(phase);
      const Complex z = z_[static_cast<std::size_t>(i)];
      state.left.row(i) << c * z.real() + s * z.imag(), c * z.imag() - s * z.real();
      const Index e = static_cast<Index>(place.element);
      state.bends.row(e) += hats_.first(place.u) * state.left.row(i);
      if (hats_.affine()) state.bends.row(e + 1) += hats_.second(place.u) * state.left.row(i);
    });
    matrix_.solve(state.bends);
    for (Index i = 0; i < count; ++i) {
      const Hats::Place& place = places_[static_cast<std::size_t>(i)];
      const Index e = static_cast<Index>(place.element);
      state.shown.row(i) = hats_.first(place.u) * state.bends.row(e);
      if (hats_.affine()) state.shown.row(i) += hats_.second(place.u) * state.bends.row(e + 1);
    }
    state.left -= state.shown;
    state.cost = state.left.squaredNorm() + calm_ * state.twist.squaredNorm();
  }

  // Gauss-Newton on the twist alone.
  void improve(State& here, int most) const {
    State there;
    double damping = 1e-4;
    project(here);
    for (int iteration = 0; iteration < most; ++iteration) {
      linearise(here);
      normal_.diagonal().array() += damping * normal_.diagonal().maxCoeff() + 1e-300;
      const Eigen::VectorXd step = normal_.ldlt().solve(right_);
      if (!step.allFinite()) break;
      there.twist = here.twist + step;
      project(there);
      if (!(there.cost < here.cost)) {
        damping *= 10;
        if (damping > 1e3) break;
        continue;
      }
      constexpr double kWorth = 0.05;
      const bool settled = here.cost - there.cost < kWorth * here.cost;
      std::swap(here, there);
      damping *= 0.2;
      if (settled) break;
    }
  }

  double whole() const { return whole_; }

 private:
  // Phase: the integral of the twist.
  template <class F>
  void eachPhase(const Eigen::VectorXd& twist, const F& f) const {
    double start = 0;
    std::size_t element = 0;
    const auto pair = [&](std::size_t e) {
      const Index k = static_cast<Index>(e);
      return Eigen::Vector2d(twist[k], hats_.affine() ? twist[k + 1] : 0);
    };
    for (std::size_t i = 0; i < places_.size(); ++i) {
      for (; element < places_[i].element; ++element) {
        const Eigen::Vector2d t = pair(element);
        start += hats_.length(element) * (hats_.firstIntegral(1) * t[0] + hats_.secondIntegral(1) * t[1]);
      }
      const Eigen::Vector2d t = pair(element);
      const double u = places_[i].u;
      f(static_cast<Index>(i), places_[i],
        start + hats_.length(element) * (hats_.firstIntegral(u) * t[0] + hats_.secondIntegral(u) * t[1]));
    }
  }

  // d(shown e^{i alpha}) = i shown dalpha, less what new bends take up. Phases change with the phase at the
  // element's start and the twist at its knots: sums over an element's points first, then over what its start
  // owes to the knots before.
  void linearise(const State& state) const {
    const Index size = static_cast<Index>(hats_.size());
    normal_.setZero(size, size);
    right_.setZero(size);
    for (Small& taken : taken_) taken.setZero(size, size);
    Eigen::RowVectorXd lever = Eigen::RowVectorXd::Zero(size);  // of the phase at the element's start
    std::size_t i = 0;
    for (std::size_t e = 0; e < hats_.elements(); ++e) {
      Eigen::Matrix3d square = Eigen::Matrix3d::Zero();  // over the phase at the start and both twists
      Eigen::Vector3d right = Eigen::Vector3d::Zero();
      Eigen::Matrix<double, 4, 3> taken = Eigen::Matrix<double, 4, 3>::Zero();
      const double length = hats_.length(e);
      for (; i < places_.size() && places_[i].element == e; ++i) {
        const double u = places_[i].u;
        const Index row = static_cast<Index>(i);
        const Eigen::Vector3d d(1, length * hats_.firstIntegral(u), length * hats_.secondIntegral(u));
        const double x = state.shown(row, 0), y = state.shown(row, 1);
        square += (x * x + y * y) * d * d.transpose();
        right += (x * state.left(row, 1) - y * state.left(row, 0)) * d;
        taken += Eigen::Vector4d(-hats_.first(u) * y, hats_.first(u) * x, -hats_.second(u) * y,
                                 hats_.second(u) * x) *
                 d.transpose();
      }
      addElement(static_cast<Index>(e), square, right, taken, lever);
      lever[static_cast<Index>(e)] += length * hats_.firstIntegral(1);
      if (hats_.affine()) lever[static_cast<Index>(e) + 1] += length * hats_.secondIntegral(1);
    }
    normal_.diagonal().array() += calm_;
    right_ -= calm_ * state.twist;
    for (const Small& taken : taken_) {
      Small solved = taken;
      matrix_.solve(solved);
      normal_.noalias() -= taken.transpose().lazyProduct(solved);
    }
  }

  void addElement(Index e, const Eigen::Matrix3d& square, const Eigen::Vector3d& right,
                  const Eigen::Matrix<double, 4, 3>& taken, const Eigen::RowVectorXd& lever) const {
    const Index own = hats_.affine() ? 2 : 1, known = e + own;
    normal_.topLeftCorner(known, known).noalias() +=
        square(0, 0) * lever.head(known).transpose().lazyProduct(lever.head(known));
    right_.head(known) += right[0] * lever.head(known).transpose();
    for (Index k = 0; k < own; ++k) {
      normal_.row(e + k).head(known) += square(0, 1 + k) * lever.head(known);
      normal_.col(e + k).head(known) += square(0, 1 + k) * lever.head(known).transpose();
      for (Index j = 0; j < own; ++j) normal_(e + k, e + j) += square(1 + k, 1 + j);
      right_[e + k] += right[1 + k];
      for (Index part = 0; part < 2; ++part) {
        taken_[part].row(e + k).head(known) += taken(2 * k + part, 0) * lever.head(known);
        for (Index j = 0; j < own; ++j) taken_[part](e + k, e + j) += taken(2 * k + part, 1 + j);
      }
    }
  }

  const std::vector<Complex>& z_;
  Hats hats_;
  Banded matrix_;
  std::vector<Hats::Place> places_;
  double whole_ = 0, calm_ = 0;
  mutable Small normal_, taken_[2];  // scratch of linearise
  mutable Eigen::VectorXd right_;
};

// Of what is seen from vertex to vertex, the turn.
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

// The twist with which bends that are affine show most of what is seen.
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
  // bends alone are the easier start for Gauss-Newton, where they do well: twist that chases inflections is a
  // steep valley
  untwisting.project(straight);
  constexpr double kWell = 0.03;  // of the curvature's square
  if (straight.cost < kWell * untwisting.whole() && size > Index(kFew)) return straight;
  // affine bends can turn by half a turn at the most, so the twist may be off by as much: start on both sides
  // too
  const Eigen::VectorXd half = Eigen::VectorXd::Constant(size, 1.5707963267948966 / knots.back());
  std::vector<Eigen::VectorXd> starts = {turned.twist};
  if (size <= Index(kFew)) starts.insert(starts.end(), {turned.twist + half, turned.twist - half});
  const int most = size <= Index(kFew) ? 20 : 8;
  untwisting.improve(straight, most);
  for (Eigen::VectorXd& start : starts) {
    turned.twist = std::move(start);
    untwisting.improve(turned, most);
    if (turned.cost < 0.95 * straight.cost) std::swap(straight, turned);  // of equals, the calmer came first
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
    // corners of a polyline look like any curvature
    constexpr double kMostAngle = 300;  // rad an element
    const double length =
        std::max(k > 0 ? knots[k] - knots[k - 1] : 0.0, k + 1 < knots.size() ? knots[k + 1] - knots[k] : 0.0);
    const double angle = kappa.back().norm() * length;
    if (angle > kMostAngle) kappa.back() *= kMostAngle / angle;
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
