// The contacts of a tree as second-order cones, solved by block Gauss-Seidel on whitened responses
// (solver/elements/response.h):
//
//   u_i = free_i + y_i^T z,   z = sum of y_j (r_j - loaded_j)
//
// A visit finds r_i by Coulomb's law with all others fixed (coulomb.h) and moves z. Nothing like J H^-1 J^T
// is formed. The order of visits is fixed, so are the bits.
//
// Rows A = L^-1 J^T between rods, with the Delassus matrix D = A^T A + compliance, hold where they are. Their
// share of a motion is q_i^T t, q_i = A^T y_i, with t = sum of D^-1 q_j (r_j - loaded_j) in z, too:
//
//   u_i = free_i + y_i^T z - q_i^T t
#pragma once

#include "solver/contact/anderson.h"
#include "solver/contact/coulomb.h"
#include "solver/sweep/responses.h"

namespace tendril::solver {

class ConeSolver {
 public:
  // The contacts' own responses, and what limits forces.
  void begin(const Responses& responses, std::vector<Cone>& cones, std::size_t size);
  // After begin(): forces, and z of them less those that loads have. `least`: m, what counts as met.
  void solve(const Responses& responses, std::vector<Cone>& cones, double least);
  const std::vector<double>& response() const { return z_; }

 private:
  Eigen::Vector3d moved(const Responses& responses, const Cone& cone) const;
  static bool responseOf(const Responses& responses, const Cone& cone, Eigen::Matrix3d& w);
  double sweep(const Responses& responses, std::vector<Cone>& cones);
  void replaceForces(const Responses& responses, const std::vector<Cone>& cones);
  void limit(const Responses& responses, const std::vector<Cone>& cones);
  void add(const Responses& responses, const Cone& cone, const Eigen::Vector3d& force);

  std::vector<double> z_;
  std::vector<CoulombContact> blocks_;
  std::vector<Eigen::Matrix3d> w_;
  std::vector<std::uint8_t> moves_;
  std::vector<double> most_;       // N
  std::vector<std::size_t> held_;  // nothing moves there
  std::vector<Eigen::Vector3d> loaded_;
  AndersonMixing mixing_;
};

}  // namespace tendril::solver
