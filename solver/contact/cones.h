// The contacts of a tree as second-order cones, solved by block Gauss-Seidel on whitened responses
// (solver/elements/response.h):
//
//   u_i = free_i + y_i^T z,   z = sum of y_j (r_j - loaded_j)
//
// A visit finds r_i by Coulomb's law with all others fixed (coulomb.h) and moves z. Nothing like J H^-1 J^T
// is formed. The order of visits is fixed, so are the bits.
#pragma once

#include "solver/contact/coulomb.h"
#include "solver/sweep/responses.h"

namespace tendril::solver {

struct Cone {
  std::size_t firstPart = 0, lastPart = 0;          // in Responses::parts
  Eigen::Vector3d free = Eigen::Vector3d::Zero();   // m: normal, tangents; with the forces that loads have
  Eigen::Vector3d force = Eigen::Vector3d::Zero();  // N: these forces; then those found
  double friction = 0;
  // Limited: the normal force alone moves the contact no farther than `way` (m) and a few times what it would
  // approach without any force.
  bool limited = false;
  double way = 0, moved = 0;  // moved: by the solution, along the normal
};

class ConeSolver {
 public:
  // z of the forces found, less those that loads have. `size`: of z; `least`: m, what counts as met.
  // False: not met after a few sweeps, or if `patient` after many.
  bool solve(const Responses& responses, std::vector<Cone>& cones, std::size_t size, double least,
             bool patient);
  double stiffness(std::size_t i) const { return moves_[i] ? 1 / w_[i](0, 0) : 0; }  // N/m
  double most(std::size_t i) const { return most_[i]; }                              // N
  const std::vector<double>& response() const { return z_; }

 private:
  Eigen::Vector3d moved(const Responses& responses, const Cone& cone) const;
  static Eigen::Matrix3d responseOf(const Responses& responses, const Cone& cone);
  void limit(const Responses& responses, const std::vector<Cone>& cones);
  void add(const Responses& responses, const Cone& cone, const Eigen::Vector3d& force);

  std::vector<double> z_;
  std::vector<CoulombContact> blocks_;
  std::vector<Eigen::Matrix3d> w_;
  std::vector<std::uint8_t> moves_;
  std::vector<double> most_;       // N
  std::vector<std::size_t> held_;  // nothing moves there
};

}  // namespace tendril::solver
