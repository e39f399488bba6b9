// The twist for which bends that are affine along elements fit the polyline best (variable projection, Golub
// and Pereyra: the best bends for each twist). Time linear in vertices.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "solver/rods/shape.h"

namespace tendril::solver::fit {

using Complex = std::complex<double>;

// Curvatures of the polyline at its inner vertices, in a twist-free frame.
struct Bending {
  Eigen::Matrix3d root;     // the frame at the first point
  std::vector<double> arc;  // of the inner vertices
  std::vector<Complex> z;   // bend1 + i bend2 there
};

// Basis functions: hat functions of knots (clothoid) or indicator functions of elements (helix).
class Hats {
 public:
  Hats(const std::vector<double>& knots, Model model)
      : knots_(knots), affine_(layoutOf(model) == Layout::knots), size_(knots.size() - (affine_ ? 0 : 1)) {}

  // An element and the position along it, 0 ... 1.
  struct Place {
    std::size_t element;
    double u;
  };

  Place find(double s) const {
    const std::size_t e = elementAt(knots_, s);
    return {e, (s - knots_[e]) / length(e)};
  }

  std::size_t size() const { return size_; }
  std::size_t elements() const { return knots_.size() - 1; }
  double length(std::size_t e) const { return knots_[e + 1] - knots_[e]; }
  double first(double u) const { return affine_ ? 1 - u : 1; }  // basis function of the element's start
  double second(double u) const { return affine_ ? u : 0; }     // and of its end
  double firstIntegral(double u) const { return affine_ ? u - 0.5 * u * u : u; }
  double secondIntegral(double u) const { return affine_ ? 0.5 * u * u : 0; }
  bool affine() const { return affine_; }

 private:
  const std::vector<double>& knots_;
  bool affine_;
  std::size_t size_;
};

// A symmetric positive definite tridiagonal matrix, L D L^T.
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

  // `stiffness` ties knots without data to their neighbours.
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
    const Eigen::Index size = x.rows();
    for (Eigen::Index k = 1; k < size; ++k)
      x.row(k) -= beside_[static_cast<std::size_t>(k) - 1] * x.row(k - 1);
    for (Eigen::Index k = 0; k < size; ++k) x.row(k) /= diagonal_[static_cast<std::size_t>(k)];
    for (Eigen::Index k = size - 2; k >= 0; --k)
      x.row(k) -= beside_[static_cast<std::size_t>(k)] * x.row(k + 1);
  }

 private:
  std::vector<double> diagonal_, beside_;
  double weight_ = 0;
};

inline constexpr std::size_t kFew = 3;     // knots: improved without regularisation, from all sides
inline constexpr Eigen::Index kMost = 33;  // knots; with more, no twist is searched
using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, kMost, kMost>;
using Pairs = Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::RowMajor>;

// Bends in a twisting frame, and their best fit by the basis functions.
class Untwisting {
 public:
  struct State {
    Eigen::VectorXd twist;
    Pairs bends, shown, left;  // at knots; at vertices: their interpolation, and the residual
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
    constexpr double kCalm = 0.01;  // of all squared curvature, for one radian an element
    calm_ = hats_.size() > kFew ? kCalm * whole_ * length * length : 0;
  }

  // The best bends for a twist.
  void project(State& state) const {
    const Eigen::Index count = static_cast<Eigen::Index>(z_.size()),
                       size = static_cast<Eigen::Index>(hats_.size());
    state.bends.setZero(size, 2);
    state.shown.resize(count, 2);
    state.left.resize(count, 2);
    eachPhase(state.twist, [&](Eigen::Index i, const Hats::Place& place, double phase) {
      const double c = std::cos(phase), s = std::sin(phase);
      const Complex z = z_[static_cast<std::size_t>(i)];
      state.left.row(i) << c * z.real() + s * z.imag(), c * z.imag() - s * z.real();
      const Eigen::Index e = static_cast<Eigen::Index>(place.element);
      state.bends.row(e) += hats_.first(place.u) * state.left.row(i);
      if (hats_.affine()) state.bends.row(e + 1) += hats_.second(place.u) * state.left.row(i);
    });
    matrix_.solve(state.bends);
    for (Eigen::Index i = 0; i < count; ++i) {
      const Hats::Place& place = places_[static_cast<std::size_t>(i)];
      const Eigen::Index e = static_cast<Eigen::Index>(place.element);
      state.shown.row(i) = hats_.first(place.u) * state.bends.row(e);
      if (hats_.affine()) state.shown.row(i) += hats_.second(place.u) * state.bends.row(e + 1);
    }
    state.left -= state.shown;
    state.cost = state.left.squaredNorm() + calm_ * state.twist.squaredNorm();
  }

  // Gauss-Newton for the twist alone.
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
  // Phase alpha: the integral of the twist.
  template <class F>
  void eachPhase(const Eigen::VectorXd& twist, const F& f) const {
    double start = 0;
    std::size_t element = 0;
    const auto pair = [&](std::size_t e) {
      const Eigen::Index k = static_cast<Eigen::Index>(e);
      return Eigen::Vector2d(twist[k], hats_.affine() ? twist[k + 1] : 0);
    };
    for (std::size_t i = 0; i < places_.size(); ++i) {
      for (; element < places_[i].element; ++element) {
        const Eigen::Vector2d t = pair(element);
        start += hats_.length(element) * (hats_.firstIntegral(1) * t[0] + hats_.secondIntegral(1) * t[1]);
      }
      const Eigen::Vector2d t = pair(element);
      const double u = places_[i].u;
      f(static_cast<Eigen::Index>(i), places_[i],
        start + hats_.length(element) * (hats_.firstIntegral(u) * t[0] + hats_.secondIntegral(u) * t[1]));
    }
  }

  // d(shown e^{i alpha}) = i shown dalpha, less the part that new bends absorb. Phases depend on the phase at
  // the element's start and the twist at its knots: sums over an element's points first, then over the knots
  // before its start.
  void linearise(const State& state) const {
    const Eigen::Index size = static_cast<Eigen::Index>(hats_.size());
    normal_.setZero(size, size);
    right_.setZero(size);
    for (Small& taken : taken_) taken.setZero(size, size);
    Eigen::RowVectorXd lever =
        Eigen::RowVectorXd::Zero(size);  // derivative of the phase at the element's start
    std::size_t i = 0;
    for (std::size_t e = 0; e < hats_.elements(); ++e) {
      Eigen::Matrix3d square = Eigen::Matrix3d::Zero();  // over the phase at the start and both twists
      Eigen::Vector3d right = Eigen::Vector3d::Zero();
      Eigen::Matrix<double, 4, 3> taken = Eigen::Matrix<double, 4, 3>::Zero();
      const double length = hats_.length(e);
      for (; i < places_.size() && places_[i].element == e; ++i) {
        const double u = places_[i].u;
        const Eigen::Index row = static_cast<Eigen::Index>(i);
        const Eigen::Vector3d d(1, length * hats_.firstIntegral(u), length * hats_.secondIntegral(u));
        const double x = state.shown(row, 0), y = state.shown(row, 1);
        square += (x * x + y * y) * d * d.transpose();
        right += (x * state.left(row, 1) - y * state.left(row, 0)) * d;
        taken += Eigen::Vector4d(-hats_.first(u) * y, hats_.first(u) * x, -hats_.second(u) * y,
                                 hats_.second(u) * x) *
                 d.transpose();
      }
      addElement(static_cast<Eigen::Index>(e), square, right, taken, lever);
      lever[static_cast<Eigen::Index>(e)] += length * hats_.firstIntegral(1);
      if (hats_.affine()) lever[static_cast<Eigen::Index>(e) + 1] += length * hats_.secondIntegral(1);
    }
    normal_.diagonal().array() += calm_;
    right_ -= calm_ * state.twist;
    for (const Small& taken : taken_) {
      Small solved = taken;
      matrix_.solve(solved);
      normal_.noalias() -= taken.transpose().lazyProduct(solved);
    }
  }

  void addElement(Eigen::Index e, const Eigen::Matrix3d& square, const Eigen::Vector3d& right,
                  const Eigen::Matrix<double, 4, 3>& taken, const Eigen::RowVectorXd& lever) const {
    const Eigen::Index own = hats_.affine() ? 2 : 1, known = e + own;
    normal_.topLeftCorner(known, known).noalias() +=
        square(0, 0) * lever.head(known).transpose().lazyProduct(lever.head(known));
    right_.head(known) += right[0] * lever.head(known).transpose();
    for (Eigen::Index k = 0; k < own; ++k) {
      normal_.row(e + k).head(known) += square(0, 1 + k) * lever.head(known);
      normal_.col(e + k).head(known) += square(0, 1 + k) * lever.head(known).transpose();
      for (Eigen::Index j = 0; j < own; ++j) normal_(e + k, e + j) += square(1 + k, 1 + j);
      right_[e + k] += right[1 + k];
      for (Eigen::Index part = 0; part < 2; ++part) {
        taken_[part].row(e + k).head(known) += taken(2 * k + part, 0) * lever.head(known);
        for (Eigen::Index j = 0; j < own; ++j) taken_[part](e + k, e + j) += taken(2 * k + part, 1 + j);
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

}  // namespace tendril::solver::fit
