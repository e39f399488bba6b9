// Numbers of neighbouring offsets at once, by the type that they are stored as: a virtual call for each
// component takes several times as long.
#pragma once

#include <GA/GA_Handle.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace tendril::hdk {

constexpr std::size_t kBlock = 4096;

// Calls f(first element, count, first offset) for runs of neighbouring offsets of at most kBlock elements.
template <class F>
void eachRun(const std::vector<GA_Offset>& offsets, const F& f) {
  for (std::size_t first = 0, i = 1; first < offsets.size(); first = i++) {
    while (i < offsets.size() && i - first < kBlock && offsets[i] == offsets[i - 1] + 1) ++i;
    f(first, i - first, offsets[first]);
  }
}

// Houdini's type of the same storage; void: read and written one by one.
template <class T>
using Stored = std::conditional_t<
    std::is_same_v<T, float>, fpreal32,
    std::conditional_t<std::is_same_v<T, double>, fpreal64,
                       std::conditional_t<std::is_same_v<T, std::int32_t>, int32,
                                          std::conditional_t<std::is_same_v<T, std::int64_t>, int64, void>>>>;

// False: it cannot be read like this. `look` is called now and then.
template <class T, class F>
bool readBlocks(const GA_Attribute& from, const std::vector<GA_Offset>& offsets, std::size_t size,
                std::vector<T>& values, const F& look) {
  if constexpr (!std::is_void_v<Stored<T>>) {
    const GA_ROHandleT<Stored<T>> handle(&from);
    if (!handle.isValid()) return false;
    std::vector<Stored<T>> block(std::min(kBlock, offsets.size()));
    eachRun(offsets, [&](std::size_t first, std::size_t count, GA_Offset at) {
      look();
      for (std::size_t c = 0; c < size; ++c) {
        handle.getBlock(at, static_cast<GA_Size>(count), block.data(), 1, static_cast<int>(c));
        for (std::size_t i = 0; i < count; ++i) values[(first + i) * size + c] = static_cast<T>(block[i]);
      }
    });
    return true;
  }
  return false;
}

template <class T, class F>
bool writeBlocks(GA_Attribute& to, const std::vector<GA_Offset>& offsets, std::size_t size,
                 const std::vector<T>& values, const F& look) {
  if constexpr (!std::is_void_v<Stored<T>>) {
    const GA_RWHandleT<Stored<T>> handle(&to);
    if (!handle.isValid()) return false;
    std::vector<Stored<T>> block(std::min(kBlock, offsets.size()));
    eachRun(offsets, [&](std::size_t first, std::size_t count, GA_Offset at) {
      look();
      for (std::size_t c = 0; c < size; ++c) {
        for (std::size_t i = 0; i < count; ++i)
          block[i] = static_cast<Stored<T>>(values[(first + i) * size + c]);
        handle.setBlock(at, static_cast<GA_Size>(count), block.data(), 1, static_cast<int>(c));
      }
    });
    return true;
  }
  return false;
}

}  // namespace tendril::hdk
