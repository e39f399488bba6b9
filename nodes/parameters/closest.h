// The known word that a misspelt one most likely stands for.
//
//   didYouMean("gravty", {"gravity", "wind"})   ; did you mean "gravity"?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::nodes {

// Least number of letters inserted, deleted, replaced or swapped with their neighbour. Capitals count as
// small.
std::size_t editDistance(std::string_view a, std::string_view b);

// The nearest of `known`, the first of equals; empty: none differs by less than about a third of its letters.
std::string closest(std::string_view word, const std::vector<std::string>& known);

// To end an error with; empty where nothing is near.
std::string didYouMean(std::string_view word, const std::vector<std::string>& known);

}  // namespace tendril::nodes
