// Anderson mixing of Gauss-Seidel sweeps over cones (Anderson, Iterative procedures for nonlinear integral
// equations, 1965).
//
// A sweep is a fixed-point map r -> s(r). Where contacts share few coordinates, as ropes over a post do, its
// changes f = s(r) - r shrink slowly. The next r is the combination of the last results whose combined change
// is least:
//
//   r = s_k - sum gamma_j (s_j+1 - s_j),   gamma = argmin | f_k - sum gamma_j (f_j+1 - f_j) |
//
// measured in lengths. The next sweep brings forces back into their cones. A change that grows forgets the
// past.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "solver/contact/cone.h"

namespace tendril::solver {

class AndersonMixing {
 public:
  void begin() { count_ = 0; }
  void keep(const std::vector<Cone>& cones);  // before a sweep
  // After it: `left`: its largest change, m. False: the forces are unchanged.
  bool mix(const std::vector<Eigen::Matrix3d>& responses, double left, std::vector<Cone>& cones);

 private:
  static constexpr std::size_t kMost = 8;  // past sweeps
  using Numbers = std::vector<double>;
  std::size_t size() const { return before_.size(); }

  std::size_t count_ = 0;  // sweeps since the past was forgotten
  double left_ = 0;
  Numbers before_, change_, result_, lastChange_, lastResult_;
  Numbers changes_[kMost], results_[kMost];  // differences
};

}  // namespace tendril::solver
