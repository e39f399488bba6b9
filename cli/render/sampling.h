// Where rays go: well spread over a pixel and over the lights, the same in every run.
//
// Sobol's first two dimensions, in pairs that know nothing of each other: each is scrambled and shuffled by
// Owen's method with hashes (Burley 2020, "Practical Hash-based Owen Scrambling"). A picture's point is what
// the rays up to a pixel from it see, the nearer the more: a tent, which leaves thin lines even.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>

#include "solver/base/layers.h"

namespace tendril::cli::show {

constexpr float kFilterRadius = 1;  // pixels

inline std::uint32_t hashOf(std::uint32_t x) {
  x = (x ^ 61u ^ (x >> 16)) * 9u;
  x = (x ^ (x >> 4)) * 0x27d4eb2du;
  return x ^ (x >> 15);
}
inline std::uint32_t hashOf(std::uint32_t x, std::uint32_t y) {
  return hashOf(x * 0x9e3779b9u ^ hashOf(y));
}
inline float asPart(std::uint32_t bits) {  // 0 ... below 1
  return static_cast<float>(bits >> 8) * 0x1p-24f;
}

inline std::uint32_t bitsTurned(std::uint32_t x) {
  x = (x << 16) | (x >> 16);
  x = ((x & 0x00ff00ffu) << 8) | ((x >> 8) & 0x00ff00ffu);
  x = ((x & 0x0f0f0f0fu) << 4) | ((x >> 4) & 0x0f0f0f0fu);
  x = ((x & 0x33333333u) << 2) | ((x >> 2) & 0x33333333u);
  return ((x & 0x55555555u) << 1) | ((x >> 1) & 0x55555555u);
}
inline std::uint32_t scrambled(std::uint32_t x, std::uint32_t seed) {
  x = bitsTurned(x) + seed;
  x ^= x * 0x6c50b47cu;
  x ^= x * 0xb82f1e52u;
  x ^= x * 0xc7afe638u;
  x ^= x * 0x8d22f6e6u;
  return bitsTurned(x);
}

// One ray's numbers.
class RaySample {
 public:
  RaySample(std::uint32_t pixel, std::uint32_t number) : pixel_(pixel), number_(number) {}

  // Two numbers from 0 to 1 for each of several purposes.
  Eigen::Vector2f pair(std::uint32_t purpose) const {
    const std::uint32_t seed = hashOf(pixel_, purpose), index = scrambled(number_, seed);
    std::uint32_t second = 0;
    for (std::uint32_t left = index, step = 1u << 31; left; left >>= 1, step ^= step >> 1)
      if (left & 1) second ^= step;
    return {asPart(scrambled(bitsTurned(index), hashOf(seed + 1))),
            asPart(scrambled(second, hashOf(seed + 2)))};
  }
  // One of several rays that this one becomes.
  RaySample part(std::uint32_t k, std::uint32_t count) const { return {pixel_, number_ * count + k}; }

 private:
  std::uint32_t pixel_, number_;
};

// From 0 ... 1 to -1 ... 1, the middle the likeliest.
inline float tent(float even) {
  return kFilterRadius * (even < 0.5f ? std::sqrt(2 * even) - 1 : 1 - std::sqrt(2 - 2 * even));
}

}  // namespace tendril::cli::show
