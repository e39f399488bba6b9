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
    for (std::size_t c = 0; c < 3; ++c) {
      const double by = dot(y + c * part.rows, &z_[part.first], part.rows);
      sum[static_cast<Eigen::Index>(c)] += part.holds ? -by : by;
    }
  }
  return sum;
}

void ConeSolver::add(const Responses& responses, const Cone& cone, const Eigen::Vector3d& force) {
  for (std::size_t p = cone.firstPart; p < cone.lastPart; ++p) {
    const Responses::Part& part = responses.parts[p];
    const double *y = &responses.y[part.at] + (part.holds ? 3 * part.rows : 0), *second = y + part.rows,
                 *third = second + part.rows;
    double* z = &z_[part.first];
    for (std::size_t i = 0; i < part.rows; ++i)
      z[i] += y[i] * force[0] + second[i] * force[1] + third[i] * force[2];
  }
}

// False: rows hold the place.
bool ConeSolver::responseOf(const Responses& responses, const Cone& cone, Eigen::Matrix3d& w) {
  constexpr double kHeld = 1e-7;  // of what moves without the rows
  w.setZero();
  double freely = 0;
  for (std::size_t p = cone.firstPart; p < cone.lastPart; ++p) {
    const Responses::Part& part = responses.parts[p];
    const double *y = &responses.y[part.at], *answer = y + (part.holds ? 3 * part.rows : 0);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        const double by = dot(y + i * part.rows, answer + j * part.rows, part.rows);
        w(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) += part.holds ? -by : by;
      }
    if (!part.holds) freely = w(0, 0);
  }
  w.triangularView<Eigen::StrictlyUpper>() = w.transpose();
  return w(0, 0) > kHeld * freely;
}

void ConeSolver::limit(const Responses& responses, const std::vector<Cone>& cones) {
  constexpr double kShare = 4;
  most_.assign(cones.size(), std::numeric_limits<double>::infinity());
  if (std::none_of(cones.begin(), cones.end(), [](const Cone& cone) { return cone.limited; })) return;
  for (std::size_t i = 0; i < cones.size(); ++i) add(responses, cones[i], cones[i].force);
  for (std::size_t i = 0; i < cones.size(); ++i) {
    if (!cones[i].limited) continue;
    const double all = moved(responses, cones[i])[0], others = all - w_[i].row(0).dot(cones[i].force);
    const double approach = std::max(0.0, all - cones[i].moved);
    most_[i] = (cones[i].way + kShare * approach + std::max(0.0, -others)) / w_[i](0, 0);
  }
  std::fill(z_.begin(), z_.end(), 0.0);
}

void ConeSolver::begin(const Responses& responses, std::vector<Cone>& cones, std::size_t size) {
  z_.assign(size, 0);
  blocks_.resize(cones.size());
  w_.resize(cones.size());
  moves_.resize(cones.size());
  held_.clear();
  for (std::size_t i = 0; i < cones.size(); ++i) {
    moves_[i] =
        responseOf(responses, cones[i], w_[i]) && blocks_[i].set(w_[i], cones[i].friction, cones[i].cohesion);
    if (!moves_[i]) held_.push_back(i);
  }
  limit(responses, cones);
  loaded_.clear();
  for (const Cone& cone : cones) loaded_.push_back(cone.force);
}

// One sweep; returns its largest change, m.
double ConeSolver::sweep(const Responses& responses, std::vector<Cone>& cones) {
  double left = 0;
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
  return left;
}

void ConeSolver::solve(const Responses& responses, std::vector<Cone>& cones, double least) {
  constexpr int kMost = 300;       // sweeps
  constexpr double kWork = 2e6;    // numbers read for a tight solution
  constexpr double kShare = 1e-3;  // of the first sweep's change: what may then be left to the next iteration
  const int tight = static_cast<int>(kWork / static_cast<double>(responses.y.size() + 1));
  for (const std::size_t i : held_) {
    add(responses, cones[i], -cones[i].force);
    cones[i].force.setZero();
  }
  mixing_.begin();
  double enough = 0;
  for (int sweeps = 0; sweeps < kMost; ++sweeps) {
    mixing_.keep(cones);
    const double left = sweep(responses, cones);
    if (sweeps == 0) enough = kShare * left;
    if (sweeps >= tight) least = std::max(least, enough);
    if (!(left > least)) return;
    if (sweeps + 1 < kMost && mixing_.mix(w_, left, cones)) replaceForces(responses, cones);
  }
}

// z of other forces.
void ConeSolver::replaceForces(const Responses& responses, const std::vector<Cone>& cones) {
  std::fill(z_.begin(), z_.end(), 0.0);
  for (std::size_t i = 0; i < cones.size(); ++i) add(responses, cones[i], cones[i].force - loaded_[i]);
}

}  // namespace tendril::solver
