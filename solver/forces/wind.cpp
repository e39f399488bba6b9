// Wind. Noise is a lattice of random vectors in space and time, two octaves, interpolated by fifth-order
// polynomials (continuous accelerations); the same bits on every machine.
#include "solver/forces/wind.h"

#include <cmath>

#include "solver/base/math.h"

namespace tendril::solver {
namespace {

using Eigen::Vector3d;

// Hash of a lattice point (the finaliser of splitmix64).
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

Vector3d valueAt(std::int64_t x, std::int64_t y, std::int64_t z, std::int64_t t, std::uint32_t seed) {
  std::uint64_t key = mixed(seed + 0x9e3779b97f4a7c15ULL);
  for (const std::int64_t i : {x, y, z, t})
    key = mixed(key ^ (static_cast<std::uint64_t>(i) + 0x9e3779b97f4a7c15ULL));
  const auto part = [&](int shift) {
    return static_cast<double>((key >> shift) & 0x1fffff) / 0x100000 - 1;  // -1 ... 1
  };
  return {part(0), part(21), part(42)};
}

double fade(double u) {
  return u * u * u * (u * (6 * u - 15) + 10);
}

// Root mean square of each component: (2 integral of fade^2)^2 / sqrt(3) = 0.354.
Vector3d noiseAt(const Vector3d& position, double time, std::uint32_t seed) {
  const double place[4] = {position.x(), position.y(), position.z(), time};
  std::int64_t cell[4];
  double u[4];
  for (int c = 0; c < 4; ++c) {
    // beyond the range of exact integers there is no useful noise
    const double floor = std::floor(std::fmin(std::fmax(place[c], -1e15), 1e15));
    cell[c] = static_cast<std::int64_t>(floor);
    u[c] = fade(std::fmin(std::fmax(place[c] - floor, 0.0), 1.0));
  }
  Vector3d sum = Vector3d::Zero();
  for (int corner = 0; corner < 16; ++corner) {
    double weight = 1;
    std::int64_t at[4];
    for (int c = 0; c < 4; ++c) {
      const bool far = (corner >> c) & 1;
      weight *= far ? u[c] : 1 - u[c];
      at[c] = cell[c] + (far ? 1 : 0);
    }
    sum += weight * valueAt(at[0], at[1], at[2], at[3], seed);
  }
  return sum;
}

}  // namespace

Vector3d Wind::at(const Vector3d& position, double time) const {
  Vector3d velocity = steady;
  const double speed = steady.norm();
  if (gust != 0 && speed > 0 && gustPeriod > 0) {
    // three waves with incommensurable periods; the stream's speed does not shift their phases, so it can be
    // animated
    constexpr double kWay = 8;  // m, wavelength
    const double phase = 2 * kPi * (time / gustPeriod - steady.dot(position) / (speed * kWay)) + seed;
    const double wave =
        std::sin(phase) + 0.5 * std::sin(1.618 * phase + 1) + 0.25 * std::sin(2.718 * phase + 2);
    velocity += (gust / 1.75 * wave) * steady;
  }
  if (noise > 0 && noiseSize > 0 && noiseTime > 0) {
    constexpr double kFirst = 2.527, kSecond = 0.5 * kFirst;  // together root mean square 1
    const Vector3d moved = (position - drift - (time - since) * steady) / noiseSize;
    velocity += noise * (kFirst * noiseAt(moved, time / noiseTime, seed) +
                         kSecond * noiseAt(2.03 * moved, 2.03 * time / noiseTime, seed + 1));
  }
  if (field) velocity += field->at(position);
  return velocity;
}

}  // namespace tendril::solver
