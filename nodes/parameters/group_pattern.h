// Group patterns, as artists type them into a Group field.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/geometry/geometry.h"

namespace tendril::nodes {

// Marks (1) the elements that a pattern names. Terms are separated by blanks and add up, as in Houdini:
//
//   left_* 7 3-9        names of groups (*, ?), numbers, ranges
//   0-20:2  0-20:2,5    every second; the first two of every five
//   @generation<2       an attribute of the elements: =, ==, !=, <, >, <=, >=
//   @P.y>0  @Cd[2]=1    one of its components
//   @name=foo*          text, with wildcards; in quotation marks where it has blanks
//   !3-9                all elements except these
//   ^3-9                takes these away from what the terms before it name; as the first term, from all
//
// Empty: all. Throws an Error that points at the character where a term goes wrong. `note`, if given, gets a
// remark about a pattern that hardly means what it says.
std::vector<std::uint8_t> selectElements(const Geometry& geometry, Owner owner, const std::string& pattern,
                                         std::string* note = nullptr);

}  // namespace tendril::nodes
