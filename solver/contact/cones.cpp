// Block Gauss-Seidel over contacts.
#include "solver/contact/cones.h"

#include <limits>

namespace tendril::solver {

namespace {

// In a fixed order. Eigen's sums over maps depend on where these lie in memory.
double dot(const double* a, const double* b, std::size_t count) {
  double lanes[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (std::size_t k = 0; k < 4; ++k) lanes[k] += a[i + k] * b[i + k];
  double sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  for (; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

Eigen::Vector3d ConeSolver::moved(const Responses& responses, const Cone& cone) const {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (std::size_t p = cone.firstPart; p < cone.lastPart; ++p) {
    const Responses::Part& part = responses.parts[p];
    const double* y = &responses.y[part.at];
    for (std::size_t c = 0; c < 3; ++c)
      sum[static_cast<Eigen::Index>(c)] += dot(y + c * part.rows, &z_[part.first], part.rows);
  }
  return sum;
}

void ConeSolver::add(const Responses& responses, const Cone& cone, const Eigen::Vector3d& force) {
  for (std::size_t p = cone.firstPart; p < cone.lastPart; ++p) {
    const Responses::Part& part = responses.parts[p];
    const double *y = &responses.y[part.at], *second = y + part.rows, *third = second + part.rows;
    double* z = &z_[part.first];
    for (std::size_t i = 0; i < part.rows; ++i)
      z[i] += y[i] * force[0] + second[i] * force[1] + third[i] * force[2];
  }
}

Eigen::Matrix3d ConeSolver::responseOf(const Responses& responses, const Cone& cone) {
  Eigen::Matrix3d w = Eigen::Matrix3d::Zero();
  for (std::size_t p = cone.firstPart; p < cone.lastPart; ++p) {
    const Responses::Part& part = responses.parts[p];
    const double* y = &responses.y[part.at];
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        w(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) +=
            dot(y + i * part.rows, y + j * part.rows, part.rows);
  }
  w.triangularView<Eigen::StrictlyUpper>() = w.transpose();
  return w;
}

void ConeSolver::limit(const Responses& responses, const std::vector<Cone>& cones) {
  constexpr double kShare = 4;
  most_.assign(cones.size(), std::numeric_limits<double>::infinity());
  if (std::none_of(cones.begin(), cones.end(), [](const Cone& cone) { return cone.limited; })) return;
  for (std::size_t i = 0; i < cones.size(); ++i) add(responses, cones[i], cones[i].force);
  for (std::size_t i = 0; i < cones.size(); ++i) {
    if (!cones[i].limited) continue;
    const double approach = std::max(0.0, moved(responses, cones[i])[0] - cones[i].moved);
    most_[i] = (cones[i].way + kShare * approach) / w_[i](0, 0);
  }
  std::fill(z_.begin(), z_.end(), 0.0);
}

bool ConeSolver::solve(const Responses& responses, std::vector<Cone>& cones, std::size_t size, double least,
                       bool patient) {
  constexpr int kFew = 20, kMany = 300;  // sweeps
  z_.assign(size, 0);
  blocks_.resize(cones.size());
  w_.resize(cones.size());
  moves_.resize(cones.size());
  std::vector<std::size_t>& held = held_;
  held.clear();
  for (std::size_t i = 0; i < cones.size(); ++i) {
    w_[i] = responseOf(responses, cones[i]);
    moves_[i] = blocks_[i].set(w_[i], cones[i].friction);
    if (!moves_[i]) held.push_back(i);
  }
  limit(responses, cones);
  for (const std::size_t i : held) {
    add(responses, cones[i], -cones[i].force);
    cones[i].force.setZero();
  }
  const int most = patient ? kMany : kFew;
  for (int sweeps = 0; sweeps < most; ++sweeps) {
    double left = 0;  // m, the largest change of this sweep
    for (std::size_t i = 0; i < cones.size(); ++i) {
      if (!moves_[i]) continue;
      Cone& cone = cones[i];
      const Eigen::Vector3d u = cone.free + moved(responses, cone),
                            found = blocks_[i].solve(u - w_[i] * cone.force, most_[i]),
                            change = found - cone.force;
      if (change.isZero(0)) continue;
      left = std::max(left, (w_[i] * change).cwiseAbs().maxCoeff());
      add(responses, cone, change);
      cone.force = found;
    }
    if (!(left > least)) return true;
  }
  return cones.empty();
}

}  // namespace tendril::solver
