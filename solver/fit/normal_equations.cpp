// Normal equations of the curve fit.
#include "solver/fit/normal_equations.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace tendril::solver::fit {
namespace {

using Eigen::Index;
using Eigen::Vector3d;

// A point's row: rotation 0 - 2, displacement 3 - 5, scale 6, residual 7, a 8 - 10, b 12 - 14; padded with
// zeros to full registers.
constexpr Index kRowScale = 6, kRowMiss = 7, kRowA = 8, kRowB = 12;
// The state at an element's start: rotation, displacement, twist angle; then scale and residual.
constexpr Index kPhase = 6, kState = 7, kFormScale = 7, kFormMiss = 8, kFormKnots = 9;

using Column = Eigen::Array<double, 4, 1>;

// Rates of rotation and displacement by dkappa, per length: columns are the rows of Q and of p x Q.
struct Rate {
  Eigen::Array<double, 4, 6> value, slope;
};

Column crossed(const Column& a, const Vector3d& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 0};
}

Rate rateAt(const Frame<double>& frame, const Vector3d& p, const Vector3d& kappa) {
  Rate rate;
  const Vector3d t = frame.axes.col(0);
  for (int i = 0; i < 3; ++i) {
    rate.value.col(i) << frame.axes(i, 0), frame.axes(i, 1), frame.axes(i, 2), 0;
    rate.slope.col(i) = crossed(rate.value.col(i), kappa);  // Q' = Q [kappa]x
  }
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    rate.value.col(3 + i) = p[j] * rate.value.col(k) - p[k] * rate.value.col(j);
    rate.slope.col(3 + i) = (p[j] * rate.slope.col(k) - p[k] * rate.slope.col(j)) +
                            (t[j] * rate.value.col(k) - t[k] * rate.value.col(j));
  }
  return rate;
}

// Integrals of the rate, and of the rate times u, along an element: trapezoid rule corrected by end slopes.
// Its error is below 1e-3 for a step of kAngle, enough for Gauss-Newton.
class Integrals {
 public:
  Eigen::Array<double, 4, 6> one = Eigen::Array<double, 4, 6>::Zero(), u = one;

  Integrals(double length, const Rate& start) : length_(length), before_(start) {}

  void advance(double s, const Rate& now) {
    const double h = s - at_, half = h / 2, twelfth = h * h / 12;
    const double v = at_ / length_, w = s / length_;
    one += half * (before_.value + now.value) + twelfth * (before_.slope - now.slope);
    u += half * (v * before_.value + w * now.value) +
         twelfth * ((v * before_.slope - w * now.slope) + (before_.value - now.value) * (1 / length_));
    at_ = s;
    before_ = now;
  }

  double at() const { return at_; }

 private:
  double length_, at_ = 0;
  Rate before_;
};

constexpr double kAngle = 0.8;       // rad between evaluations of the rate
constexpr double kPrecision = 1e-9;  // of positions, well below floats

}  // namespace

Normal::Normal(const Shape& shape, std::size_t points)
    : helix_(layoutOf(shape.model) == Layout::elements),
      knots_(static_cast<Index>(shape.kappa.size()) - (helix_ ? 1 : 0)),
      elements_(shape.elements()),
      length_(shape.elements()),
      phase_(shape.kappa.size()),
      along_(points),
      form_(kFormKnots + 3 * static_cast<Index>(shape.kappa.size()),
            kFormKnots + 3 * static_cast<Index>(shape.kappa.size())),
      matrix_(unknowns(), unknowns()),
      right_(unknowns()),
      square_(shape.length() * shape.length()) {}

void Normal::linearise(const Shape& shape, const Track& track, const Aim& aim) {
  for (std::size_t e = 0; e < elements_.size(); ++e) length_[e] = shape.arc[e + 1] - shape.arc[e];
  for (int c : {0, 1}) turnAxes_[c] = shape.root.axes.col(c + 1);
  findPhases(shape, phase_);
  Frame<double> start = shape.root;
  std::size_t next = 1;  // the first point is met exactly
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    walkElement(shape, track, aim, e, start, next);
    findLocal(shape, e);
  }
  assemble(shape);
}

void Normal::findPhases(const Shape& shape, std::vector<double>& phase) const {
  double sum = 0;
  for (std::size_t k = 0; k < phase.size(); ++k) {
    const double length = k < elements_.size() ? shape.arc[k + 1] - shape.arc[k] : 0.0;
    const double twist = shape.kappa[k][0];
    phase[k] = helix_ ? sum + 0.5 * twist * length : sum;
    if (length > 0) sum += length * (helix_ ? twist : 0.5 * (twist + shape.kappa[k + 1][0]));
  }
}

void Normal::walkElement(const Shape& shape, const Track& track, const Aim& aim, std::size_t e,
                         Frame<double>& start, std::size_t& next) {
  Element& element = elements_[e];
  const double from = shape.arc[e], to = shape.arc[e + 1], length = to - from;
  const bool last = e + 1 == elements_.size();
  const Vector3d a = shape.kappa[e], b = helix_ ? a : shape.kappa[e + 1];
  const double step = kAngle / std::max({a.norm(), b.norm(), 1e-300});
  ElementWalker walker({a, b, length}, start, kPrecision);
  const auto rate = [&](const Frame<double>& frame, double s) {
    return rateAt(frame, frame.position - shape.root.position, a + (b - a) * (s / length));
  };
  Integrals integrals(length, rate(start, 0));
  const auto advance = [&](double s) {
    const double gap = s - integrals.at();
    const int parts = static_cast<int>(std::ceil(std::min(gap / step, 1e6)));
    for (int part = 1; part < parts; ++part) {
      const double between = integrals.at() + (s - integrals.at()) / (parts - part + 1);
      integrals.advance(between, rate(walker.at(between), between));
    }
    const Frame<double> frame = walker.at(s);
    integrals.advance(s, rate(frame, s));
    return frame;
  };
  element.gram.setZero();
  element.firstPoint = next;
  for (; next < track.points.size() && (last || track.arc[next] <= to); ++next) {
    const double s = std::clamp(track.arc[next] - from, 0.0, length);
    Frame<double> frame = advance(s);
    frame.position += frame.axes.col(0) * (track.arc[next] - from - s);
    if (!track.offset.empty()) frame.position += frame.axes * track.offset[next];
    const Vector3d p = frame.position - shape.root.position, miss = track.points[next] - frame.position;
    const double weight = std::sqrt(track.weight[next] / square_);
    const bool whole = !aim.slides || (next + 1 == track.points.size() && !aim.rest);
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3d m = frame.axes.col(axis), turn = p.cross(m);
      Row row = Row::Zero();
      row.head<3>() = turn;
      row.segment<3>(3) = m;
      row[kRowScale] = m.dot(p);
      row[kRowMiss] = m.dot(miss);
      for (int k = 0; k < 6; ++k) {
        row.segment<4>(kRowA) += row[k] * integrals.one.col(k);
        row.segment<4>(kRowB) += row[k] * integrals.u.col(k);
      }
      if (axis == 0) along_[next] = row;
      if (axis == 0 && !whole) continue;
      row *= weight;
      for (Index c = 0; c < kRowB + 3; ++c) element.gram.col(c) += row * row[c];
    }
  }
  start = advance(length);
  element.whole << integrals.one, integrals.u;
}

// a = dkappa at the start, b = dkappa at the end - a, as functions of alpha at the start and of twist and
// bends at the end's and the start's knot.
void Normal::findLocal(const Shape& shape, std::size_t e) {
  Hats& local = elements_[e].local;
  local.setZero();
  Eigen::Matrix<double, 3, 7> start = Eigen::Matrix<double, 3, 7>::Zero(), end = start;
  const auto answer = [&](Eigen::Matrix<double, 3, 7>& knot, std::size_t k, Index column) {
    const double c = std::cos(phase_[k]), s = std::sin(phase_[k]);
    knot(0, column) = 1;
    knot.block<2, 2>(1, column + 1) << c, s, -s, c;
    return Eigen::Vector2d(shape.kappa[k][2], -shape.kappa[k][1]);  // -i z
  };
  const Eigen::Vector2d atStart = answer(start, e, 4);
  start.col(0).tail<2>() = atStart;
  if (helix_) {
    start.col(4).tail<2>() += atStart * (0.5 * length_[e]);
    local.topRows<3>() = start;
    return;
  }
  const Eigen::Vector2d atEnd = answer(end, e + 1, 1);
  end.col(0).tail<2>() = atEnd;
  end.col(1).tail<2>() += atEnd * (0.5 * length_[e]);
  end.col(4).tail<2>() += atEnd * (0.5 * length_[e]);
  local.topRows<3>() = start;
  local.bottomRows<3>() = end - start;
}

// Growth of the state along an element, by the same seven variables as `local`.
Eigen::Matrix<double, 7, 7> Normal::growth(std::size_t e) const {
  Eigen::Matrix<double, 7, 7> grown = Eigen::Matrix<double, 7, 7>::Zero();
  const Element& element = elements_[e];
  for (Index i = 0; i < 6; ++i)
    for (Index c = 0; c < 3; ++c)
      grown.row(i) +=
          element.whole(c, i) * element.local.row(c) + element.whole(c, 6 + i) * element.local.row(3 + c);
  grown(kPhase, 1) = helix_ ? 0 : 0.5 * length_[e];
  grown(kPhase, 4) = helix_ ? length_[e] : 0.5 * length_[e];
  return grown;
}

// Adds an element's points, in terms of its start's state and its knots.
void Normal::addElement(std::size_t e) {
  const Element& element = elements_[e];
  Eigen::Matrix<double, 6, 14> inner;  // rows a and b; columns the first eight, then a and b
  for (Index i = 0; i < 3; ++i)
    for (Index c = 0; c < 14; ++c) {
      const Index column = c < 8 ? c : c < 11 ? c : c + 1;
      inner(i, c) = element.gram(column, kRowA + i);
      inner(3 + i, c) = element.gram(column, kRowB + i);
    }
  const Eigen::Matrix<double, 7, 14> rows = element.local.transpose().lazyProduct(inner);
  const Eigen::Matrix<double, 7, 7> square = rows.rightCols<6>().lazyProduct(element.local);
  const Index knots = kFormKnots + 3 * static_cast<Index>(elements_.size() - 1 - e);
  const auto place = [](Index c) {
    return c < kRowScale ? c : c + 1;
  };  // skips the residual among the first eight
  const auto seven = [&](Index i) { return i == 0 ? kPhase : knots + i - 1; };
  for (Index c = 0; c < 8; ++c) {
    for (Index r = 0; r < 8; ++r) form_(place(r), place(c)) += element.gram(r, c);
    for (Index i = 0; i < 7; ++i) {
      form_(seven(i), place(c)) += rows(i, c);
      form_(place(c), seven(i)) += rows(i, c);
    }
  }
  for (Index i = 0; i < 7; ++i)
    for (Index j = 0; j < 7; ++j) form_(seven(i), seven(j)) += square(i, j);
}

void Normal::assemble(const Shape&) {
  form_.setZero();
  for (std::size_t e = elements_.size(); e-- > 0;) {
    const Index knots = kFormKnots + 3 * static_cast<Index>(elements_.size() - 1 - e);
    if (e + 1 < elements_.size()) {  // the state at this element's end, by its start and knots
      const Eigen::Matrix<double, 7, 7> grown = growth(e);
      for (Index c = 0; c < knots + 3; ++c) {
        const Eigen::Matrix<double, 7, 1> answer = grown.transpose().lazyProduct(form_.col(c).head<kState>());
        form_(kPhase, c) += answer[0];
        form_.col(c).segment<6>(knots) += answer.tail<6>();
      }
      for (Index r = 0; r < knots + 6; ++r) {
        const Eigen::Matrix<double, 1, 7> answer = form_.row(r).head<kState>().lazyProduct(grown);
        form_(r, kPhase) += answer[0];
        form_.row(r).segment<6>(knots) += answer.tail<6>();
      }
    }
    addElement(e);
  }
  cost_ = form_(kFormMiss, kFormMiss);
  const Index first = kFormKnots + (helix_ ? 3 : 0), count = 3 * knots_;
  matrix_.bottomRightCorner(count, count) = form_.block(first, first, count, count);
  matrix_.col(kScale).tail(count) = form_.col(kFormScale).segment(first, count);
  matrix_(kScale, kScale) = form_(kFormScale, kFormScale);
  right_.tail(count) = form_.col(kFormMiss).segment(first, count);
  right_[kScale] = form_(kFormMiss, kFormScale);
  for (Index c = 0; c < kTurns; ++c) {
    const Vector3d& axis = turnAxes_[c];
    matrix_.col(c).tail(count) = form_.block(first, 0, count, 3) * axis;
    matrix_(kScale, c) = form_.row(kFormScale).head<3>().dot(axis);
    right_[c] = form_.row(kFormMiss).head<3>().dot(axis);
    for (Index d = 0; d < kTurns; ++d) matrix_(c, d) = axis.dot(form_.topLeftCorner<3, 3>() * turnAxes_[d]);
  }
  matrix_.topRightCorner(kFirstKnot, count) = matrix_.bottomLeftCorner(count, kFirstKnot).transpose();
  matrix_.col(kScale).head<kTurns>() = matrix_.row(kScale).head<kTurns>();
}

void Normal::move(const Eigen::VectorXd& step, Shape& shape) const {
  const double scale = 1 + step[kScale];
  const Vector3d turn = turnAxes_[0] * step[0] + turnAxes_[1] * step[1];
  if (turn.norm() > 0)
    shape.root.axes = Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix() * shape.root.axes;
  for (Index k = 0; k < knots_; ++k) shape.kappa[static_cast<std::size_t>(k)][0] += step[columnOf(k)];
  if (helix_) shape.kappa.back() = shape.kappa[shape.kappa.size() - 2];
  std::vector<double> phase(phase_.size());
  findPhases(shape, phase);
  for (Index k = 0; k < knots_; ++k) {
    const std::size_t i = static_cast<std::size_t>(k);
    const Eigen::Vector2d z = Eigen::Rotation2Dd(phase_[i]) * shape.kappa[i].tail<2>();
    shape.kappa[i].tail<2>() = Eigen::Rotation2Dd(-phase[i]) * (z + step.segment<2>(columnOf(k) + 1));
  }
  if (helix_) shape.kappa.back() = shape.kappa[shape.kappa.size() - 2];
  if (scale == 1) return;
  for (Vector3d& kappa : shape.kappa) kappa /= scale;
  for (double& knot : shape.arc) knot *= scale;
}

void Normal::slides(const Eigen::VectorXd& step, std::vector<double>& slide) const {
  Eigen::Matrix<double, 7, 1> state = Eigen::Matrix<double, 7, 1>::Zero(), seven;
  state.head<3>() = turnAxes_[0] * step[0] + turnAxes_[1] * step[1];
  slide.assign(along_.size(), 0.0);
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const Element& element = elements_[e];
    const Index k = static_cast<Index>(e);
    seven.setZero();
    seven[0] = state[kPhase];
    if (!helix_) seven.segment<3>(1) = step.segment<3>(columnOf(k + 1));
    seven.tail<3>() = step.segment<3>(columnOf(k));
    const Eigen::Matrix<double, 6, 1> ab = element.local * seven;
    Row all = Row::Zero();
    all.head<6>() = state.head<6>();
    all[kRowScale] = step[kScale];
    all[kRowMiss] = -1;
    all.segment<3>(kRowA) = ab.head<3>();
    all.segment<3>(kRowB) = ab.tail<3>();
    const std::size_t end = e + 1 < elements_.size() ? elements_[e + 1].firstPoint : along_.size();
    for (std::size_t i = element.firstPoint; i < end; ++i) slide[i] = -(along_[i] * all).sum();
    state += growth(e) * seven;
  }
}

}  // namespace tendril::solver::fit
