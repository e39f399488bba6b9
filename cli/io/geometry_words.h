// Keywords of Houdini's geometry files, for reader and writer.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "solver/geometry/attribute.h"

namespace tendril::cli::io {

constexpr std::string_view kStorageWords[] = {"int8",  "uint8",    "int16",    "int32",
                                              "int64", "fpreal16", "fpreal32", "fpreal64"};
constexpr std::string_view kKindWords[] = {"numeric", "string", "arraydata", "stringarray", "dict"};

// Keywords of the lists of attributes and groups, by Owner.
constexpr const char* kOwnerLists[] = {"vertexattributes", "pointattributes", "primitiveattributes",
                                       "globalattributes"};
constexpr const char* kGroupLists[] = {"vertexgroups", "pointgroups", "primitivegroups"};

inline std::string_view wordOf(Storage storage) {
  return kStorageWords[static_cast<int>(storage)];
}

inline std::optional<Storage> storageOfWord(std::string_view word) {
  for (int i = 0; i <= static_cast<int>(Storage::real64); ++i)
    if (kStorageWords[i] == word) return static_cast<Storage>(i);
  return std::nullopt;
}

inline std::optional<AttributeKind> kindOfWord(std::string_view word) {
  for (int i = 0; i <= static_cast<int>(AttributeKind::dict); ++i)
    if (kKindWords[i] == word) return static_cast<AttributeKind>(i);
  return std::nullopt;
}

// Keys of polygon runs: short in binary, long in text.
struct RunWords {
  std::string_view polygon, polyline, start, primitives, counts, runs;
};
constexpr RunWords kShortWords = {"p_r", "c_r", "s_v", "n_p", "n_v", "r_v"};
constexpr RunWords kLongWords = {"Polygon_run", "PolygonCurve_run", "startvertex",
                                 "nprimitives", "nvertices",        "nvertices_rle"};

// Run-length encoding of counts: pairs of a count and its repetitions. Houdini writes it where it is shorter.
inline std::vector<std::int64_t> pairsOf(const std::vector<std::int64_t>& counts) {
  std::vector<std::int64_t> pairs;
  for (const std::int64_t count : counts) {
    if (!pairs.empty() && pairs[pairs.size() - 2] == count)
      ++pairs.back();
    else
      pairs.insert(pairs.end(), {count, 1});
  }
  return pairs;
}

}  // namespace tendril::cli::io
