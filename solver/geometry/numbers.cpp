// Arrays of numbers in Houdini's storages.
#include "solver/geometry/numbers.h"

#include <Eigen/Core>
#include <cstring>
#include <type_traits>

namespace tendril::solver {
namespace {

template <std::size_t I = 0>
Numbers makeByIndex(std::size_t index, std::size_t count) {
  if constexpr (I < std::variant_size_v<Numbers>) {
    if (index == I) return Numbers(std::in_place_index<I>, count);
    return makeByIndex<I + 1>(index, count);
  }
  return {};
}

template <class T>
double toDouble(T value) {
  if constexpr (std::is_same_v<T, Half>)
    return static_cast<float>(value);
  else
    return static_cast<double>(value);
}

template <class T>
T fromDouble(double value) {
  if constexpr (std::is_same_v<T, Half>)
    return Half(static_cast<float>(value));
  else
    return static_cast<T>(value);
}

}  // namespace

Half::Half(float value) : bits(Eigen::half(value).x) {}

Half::operator float() const {
  return static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(bits));
}

std::size_t bytesOf(Storage storage) {
  constexpr std::size_t kBytes[] = {1, 1, 2, 4, 8, 2, 4, 8};
  return kBytes[static_cast<std::size_t>(storage)];
}

std::size_t sizeOf(const Numbers& numbers) {
  return std::visit([](const auto& values) { return values.size(); }, numbers);
}

Numbers makeNumbers(Storage storage, std::size_t count) {
  return makeByIndex(static_cast<std::size_t>(storage), count);
}

const void* dataOf(const Numbers& numbers) {
  return std::visit([](const auto& values) -> const void* { return values.data(); }, numbers);
}

void* dataOf(Numbers& numbers) {
  return std::visit([](auto& values) -> void* { return values.data(); }, numbers);
}

double numberAt(const Numbers& numbers, std::size_t i) {
  return std::visit([i](const auto& values) { return toDouble(values[i]); }, numbers);
}

void setNumber(Numbers& numbers, std::size_t i, double value) {
  std::visit([&](auto& values) { values[i] = fromDouble<std::decay_t<decltype(values[i])>>(value); },
             numbers);
}

bool sameBits(const Numbers& a, const Numbers& b) {
  if (a.index() != b.index() || sizeOf(a) != sizeOf(b)) return false;
  const std::size_t bytes = sizeOf(a) * bytesOf(storageOf(a));
  return bytes == 0 || std::memcmp(dataOf(a), dataOf(b), bytes) == 0;
}

}  // namespace tendril::solver
