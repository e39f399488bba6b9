// Edit distances.
#include "nodes/parameters/closest.h"

#include <algorithm>
#include <cctype>

namespace tendril::nodes {
namespace {

char smallOf(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

}  // namespace

// Optimal string alignment: rows of the table for one, two and no letters less of `a`.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> past(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = smallOf(a[i - 1]) == smallOf(b[j - 1]);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped =
          i > 1 && j > 1 && smallOf(a[i - 1]) == smallOf(b[j - 2]) && smallOf(a[i - 2]) == smallOf(b[j - 1]);
      if (swapped) now[j] = std::min(now[j], past[j - 2] + 1);
    }
    past.swap(last);
    last.swap(now);
  }
  return last[b.size()];
}

std::string closest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t least = 0;
  for (const std::string& candidate : known) {
    const std::size_t letters = std::max(word.size(), candidate.size()),
                      distance = editDistance(word, candidate);
    if (distance > std::max<std::size_t>(1, letters / 3) || distance >= letters) continue;
    if (!best.empty() && distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

std::string didYouMean(std::string_view word, const std::vector<std::string>& known) {
  const std::string best = closest(word, known);
  return best.empty() ? std::string() : "; did you mean \"" + best + "\"?";
}

}  // namespace tendril::nodes
