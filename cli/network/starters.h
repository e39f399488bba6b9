// Networks to begin with: complete, with comments, for `tendril new`.
#pragma once

#include <string>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::cli {

struct Starter {
  const char* name;     // vine
  const char* about;    // one line for lists
  const char* look;     // flags of `tendril render` and `tendril view` that suit it
  const char* picture;  // flags of `tendril render` besides
  const char* text;     // JSON; @NAME@ stands for the folder of its caches
};

const std::vector<Starter>& starters();

// The text with its folder; throws a UsageError that lists them all where there is none of this name.
std::string starterText(const std::string& name, const std::string& folder);
const Starter& findStarter(const std::string& name);

}  // namespace tendril::cli
