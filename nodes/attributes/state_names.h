// Names of the attributes that hold the state of rods, in the order of state.def.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "solver/base/layers.h"

namespace tendril::nodes {

// What a rod is.
constexpr std::string_view kStateNames[] = {
#define STATE(name, owner, size, typeinfo, models) #name,
#define HISTORY(name, owner, size, typeinfo, models)
#include "solver/rods/state.def"
#undef HISTORY
#undef STATE
};

// What a simulation adds.
constexpr std::string_view kHistoryNames[] = {
#define STATE(name, owner, size, typeinfo, models)
#define HISTORY(name, owner, size, typeinfo, models) #name,
#include "solver/rods/state.def"
#undef HISTORY
#undef STATE
};

template <class Names>
bool isIn(const Names& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// Separated by blanks.
template <class Names>
std::string listOf(const Names& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : " ") + std::string(name);
  return text;
}

}  // namespace tendril::nodes
