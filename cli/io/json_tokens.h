// Token bytes of binary JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "solver/geometry/numbers.h"

namespace tendril::cli::io {

constexpr std::string_view kMagic = "\x7fNSJb";  // little endian

enum JsonToken : std::uint8_t {
  kNull = 0x00,
  kBool = 0x10,
  kInt8 = 0x11,
  kInt16 = 0x12,
  kInt32 = 0x13,
  kInt64 = 0x14,
  kReal16 = 0x18,
  kReal32 = 0x19,
  kReal64 = 0x1a,
  kUint8 = 0x21,
  kUint16 = 0x22,
  kStringReference = 0x26,
  kString = 0x27,
  kStringDefinition = 0x2b,
  kComma = 0x2c,
  kUndefine = 0x2d,
  kFalse = 0x30,
  kTrue = 0x31,
  kColon = 0x3a,
  kUniform = 0x40,
  kArrayBegin = 0x5b,
  kArrayEnd = 0x5d,
  kMapBegin = 0x7b,
  kMapEnd = 0x7d
};

inline JsonToken tokenOf(Storage storage) {
  constexpr JsonToken kTokens[] = {kInt8, kUint8, kInt16, kInt32, kInt64, kReal16, kReal32, kReal64};
  return kTokens[static_cast<int>(storage)];
}

inline std::optional<Storage> storageOfToken(std::uint8_t token) {
  for (int i = 0; i <= static_cast<int>(Storage::real64); ++i)
    if (tokenOf(static_cast<Storage>(i)) == token) return static_cast<Storage>(i);
  return std::nullopt;
}

}  // namespace tendril::cli::io
