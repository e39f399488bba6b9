// Normal equations of the curve fit, in time linear in points: all curvatures before a point's element move
// it by a rigid motion of the element's start.
//
// With axes Q(s) and position p(s) relative to the root, a change dkappa(s) of curvature moves the point at s
// rigidly:
//   dp = V + W x p        W = integral of Q dkappa,  V = integral of p x Q dkappa, both to s
// Within an element dkappa = a + b u, u from 0 to 1. So each point's residual has 15 derivatives for any
// number of elements: by W and V at the element's start, by a scale of the whole, by a and b. Elements are
// assembled from the tip to the root.
//
// A change of twist alone rotates all bends beyond it, so Gauss-Newton would creep along a curved valley.
// Steps are therefore taken in the bends of a twist-free frame, Z_k = z_k e^{i alpha_k}, with z = bend1 + i
// bend2 and alpha the twist's integral to the knot (helix: to the element's middle):
//   dz_k = e^{-i alpha_k} dZ_k - i z_k dalpha_k
#pragma once

#include <Eigen/Core>

#include "solver/fit/gauss_newton.h"

namespace tendril::solver::fit {

// Unknowns: two rotations of the root's tangent, a scale about the root, then for each knot, from the last to
// the first, its twist and its two bends Z.
constexpr Eigen::Index kTurns = 2, kScale = 2, kFirstKnot = 3;

class Normal {
 public:
  // Allocates for this shape and number of points.
  Normal(const Shape& shape, std::size_t points);

  void linearise(const Shape& shape, const Track& track, const Aim& aim);

  // J^T J, J^T (points - positions), and the sum of squares.
  const Eigen::MatrixXd& matrix() const { return matrix_; }
  const Eigen::VectorXd& right() const { return right_; }
  double cost() const { return cost_; }

  Eigen::Index unknowns() const { return kFirstKnot + 3 * knots_; }
  Eigen::Index columnOf(Eigen::Index knot) const { return kFirstKnot + 3 * (knots_ - 1 - knot); }
  Eigen::Index knots() const { return knots_; }

  // The shape after a step from the linearisation.
  void move(const Eigen::VectorXd& step, Shape& shape) const;
  // Predicted slide of each point along the rod.
  void slides(const Eigen::VectorXd& step, std::vector<double>& slide) const;

 private:
  using Row = Eigen::Array<double, 16, 1>;
  using Hats = Eigen::Matrix<double, 6, 7>;
  struct Element {
    Eigen::Array<double, 16, 16> gram;  // J^T J of the rows of its points
    Eigen::Array<double, 4, 12> whole;  // W and V at its end by a and b
    Hats local;                         // a and b by alpha at the start and the unknowns of both knots
    std::size_t firstPoint = 0;
  };

  void findPhases(const Shape& shape, std::vector<double>& phase) const;
  void walkElement(const Shape& shape, const Track& track, const Aim& aim, std::size_t e,
                   Frame<double>& start, std::size_t& next);
  void findLocal(const Shape& shape, std::size_t e);
  void assemble(const Shape& shape);
  Eigen::Matrix<double, 7, 7> growth(std::size_t e) const;
  void addElement(std::size_t e);

  bool helix_;
  Eigen::Index knots_;
  std::vector<Element> elements_;
  std::vector<double> length_, phase_;
  std::vector<Row> along_;  // components of the rows along the tangent
  Eigen::MatrixXd form_;    // over the state of an element's start and the knots from there on
  Eigen::MatrixXd matrix_;
  Eigen::VectorXd right_;
  double cost_ = 0;
  Eigen::Vector3d turnAxes_[2];
  double square_ = 1;
};

}  // namespace tendril::solver::fit
