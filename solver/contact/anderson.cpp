// Anderson mixing.
#include "solver/contact/anderson.h"

#include <algorithm>
#include <cmath>

namespace tendril::solver {
namespace {

// In a fixed order, for the same bits wherever numbers lie in memory.
double dotOf(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

void AndersonMixing::keep(const std::vector<Cone>& cones) {
  before_.resize(3 * cones.size());
  for (std::size_t i = 0; i < cones.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) before_[3 * i + k] = cones[i].force[static_cast<Eigen::Index>(k)];
}

bool AndersonMixing::mix(const std::vector<Eigen::Matrix3d>& responses, double left,
                         std::vector<Cone>& cones) {
  constexpr double kGrows = 2, kSoft = 1e-12;
  change_.resize(size());
  result_.resize(size());
  for (std::size_t i = 0; i < cones.size(); ++i) {
    const double length = std::sqrt(std::max(responses[i](0, 0), 0.0));
    for (std::size_t k = 0; k < 3; ++k) {
      result_[3 * i + k] = cones[i].force[static_cast<Eigen::Index>(k)];
      change_[3 * i + k] = length * (result_[3 * i + k] - before_[3 * i + k]);
    }
  }
  if (count_ > 0 && left > kGrows * left_) count_ = 0;
  left_ = left;
  if (count_ > 0) {
    const std::size_t to = (count_ - 1) % kMost;
    changes_[to].resize(size());
    results_[to].resize(size());
    for (std::size_t i = 0; i < size(); ++i) {
      changes_[to][i] = change_[i] - lastChange_[i];
      results_[to][i] = result_[i] - lastResult_[i];
    }
  }
  lastChange_ = change_;
  lastResult_ = result_;
  const std::size_t past = std::min(count_++, kMost);
  if (past == 0) return false;
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMost, kMost>;
  const Eigen::Index n = static_cast<Eigen::Index>(past);
  Small products(n, n);
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMost, 1> right(n);
  for (std::size_t i = 0; i < past; ++i) {
    for (std::size_t j = 0; j <= i; ++j)
      products(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = products(
          static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = dotOf(changes_[i], changes_[j]);
    right[static_cast<Eigen::Index>(i)] = dotOf(changes_[i], change_);
  }
  const double scale = products.diagonal().maxCoeff();
  if (!(scale > 0)) return false;
  products.diagonal().array() += kSoft * scale;
  right = products.ldlt().solve(right);
  if (!right.allFinite()) return false;
  for (std::size_t j = 0; j < past; ++j)
    for (std::size_t i = 0; i < size(); ++i)
      result_[i] -= right[static_cast<Eigen::Index>(j)] * results_[j][i];
  for (std::size_t i = 0; i < cones.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) cones[i].force[static_cast<Eigen::Index>(k)] = result_[3 * i + k];
  return true;
}

}  // namespace tendril::solver
