// Arrays of numbers in one of the storages that Houdini's attributes know.
//
//   Numbers n = makeNumbers(Storage::real32, 3);
//   std::get<std::vector<float>>(n)[0] = 1.5f;
//   double x = numberAt(n, 0);
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::solver {

// IEEE half, stored as bits: Tendril passes halves through and computes with floats.
struct Half {
  std::uint16_t bits = 0;

  Half() = default;
  explicit Half(float value);
  explicit operator float() const;
  friend bool operator==(Half a, Half b) { return a.bits == b.bits; }
};

enum class Storage : std::uint8_t { int8, uint8, int16, int32, int64, real16, real32, real64 };

// The alternatives stand in the order of Storage.
using Numbers = std::variant<std::vector<std::int8_t>, std::vector<std::uint8_t>, std::vector<std::int16_t>,
                             std::vector<std::int32_t>, std::vector<std::int64_t>, std::vector<Half>,
                             std::vector<float>, std::vector<double>>;

inline Storage storageOf(const Numbers& numbers) {
  return static_cast<Storage>(numbers.index());
}
inline bool isReal(Storage storage) {
  return storage >= Storage::real16;
}

std::size_t bytesOf(Storage storage);  // of one number
std::size_t sizeOf(const Numbers& numbers);
Numbers makeNumbers(Storage storage, std::size_t count);  // zeros

const void* dataOf(const Numbers& numbers);
void* dataOf(Numbers& numbers);

// Reads any storage as a double; int64 beyond 2^53 is rounded.
double numberAt(const Numbers& numbers, std::size_t i);
void setNumber(Numbers& numbers, std::size_t i, double value);

// Same storage, same bits: -0.0 differs from 0.0, a NaN equals itself.
bool sameBits(const Numbers& a, const Numbers& b);

}  // namespace tendril::solver
