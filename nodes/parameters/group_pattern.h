// Group patterns, as artists type them into a Group field.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/geometry/geometry.h"

namespace tendril::nodes {

// Marks (1) the elements that a pattern names: group names with * and ?, numbers `7`, ranges `3-9` and
// `3-9:2`, words that begin with `!` or `^` take away again. Empty: all. Throws an Error that names a word
// that fits nothing.
std::vector<std::uint8_t> selectElements(const Geometry& geometry, Owner owner, const std::string& pattern);

}  // namespace tendril::nodes
