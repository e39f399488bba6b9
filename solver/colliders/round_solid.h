// What is round about a line: spheres and capsules. Where a line meets them.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "solver/base/error.h"
#include "solver/base/span.h"

namespace tendril::solver {

// The stretch of from + t way within `radius` of the origin; in any number of dimensions. Tangents count.
template <class Vector>
bool roundStretch(const Vector& from, const Vector& way, double radius, double& low, double& high) {
  const double a = way.squaredNorm(), b = from.dot(way), c = from.squaredNorm() - radius * radius;
  if (a == 0) return c <= 0;
  const double root = b * b - a * c;
  if (root < 0) return false;
  const double q = b > 0 ? -b - std::sqrt(root) : -b + std::sqrt(root);  // no difference of equal numbers
  const double other = q == 0 ? 0 : c / q;
  low = std::fmin(q / a, other);
  high = std::fmax(q / a, other);
  return true;
}

// A length that must be positive, or may be 0.
inline double lengthAt(Span<const double> numbers, std::size_t i, const char* what, bool positive = true) {
  const double value = numbers[i];
  if (!std::isfinite(value) || value < 0 || (positive && value == 0))
    throw Error(std::string(what) + " is " + std::to_string(value) + "; it must be " +
                (positive ? "positive" : "0 or more"));
  return value;
}

}  // namespace tendril::solver
