// Group patterns.
#include "nodes/parameters/group_pattern.h"

#include <algorithm>
#include <cmath>

#include "nodes/parameters/text.h"
#include "solver/base/error.h"

namespace tendril::nodes {
namespace {

using Marks = std::vector<std::uint8_t>;

std::optional<std::size_t> wholeNumber(std::string_view text) {
  const auto value = parseNumber(text);
  constexpr double kMost = 1e15;  // whole numbers are exact up to there
  if (!value || !(*value >= 0 && *value < kMost) || *value != std::floor(*value)) return {};
  return static_cast<std::size_t>(*value);
}

// "7", "3-9", "3-9:2"; numbers beyond the last element name nothing. False where the word is no range.
bool markRange(const std::string& word, Marks& marks, std::uint8_t mark) {
  const std::size_t colon = word.find(':');
  const auto step = colon == std::string::npos ? std::size_t(1) : wholeNumber(word.substr(colon + 1));
  const std::vector<std::string> ends = splitAt(word.substr(0, colon), '-');
  if (!step || *step == 0 || ends.size() > 2) return false;
  const auto first = wholeNumber(ends.front()), last = wholeNumber(ends.back());
  if (!first || !last) return false;
  if (*first > *last) throw Error("group: the range \"" + word + "\" runs backwards");
  for (std::size_t i = *first; i <= *last && i < marks.size(); i += *step) marks[i] = mark;
  return true;
}

bool markGroups(const Geometry& geometry, Owner owner, const std::string& word, Marks& marks,
                std::uint8_t mark) {
  if (word == "*") {
    std::fill(marks.begin(), marks.end(), mark);
    return true;
  }
  bool found = false;
  for (const Group& group : geometry.groups[indexOf(owner)]) {
    if (!matches(word, group.name)) continue;
    found = true;
    for (std::size_t i = 0; i < marks.size(); ++i)
      if (group.members[i]) marks[i] = mark;
  }
  return found;
}

}  // namespace

Marks selectElements(const Geometry& geometry, Owner owner, const std::string& pattern) {
  const std::vector<std::string> all = words(pattern);
  const auto takesAway = [](const std::string& word) { return word[0] == '!' || word[0] == '^'; };
  // a pattern that only takes away begins with everything
  const bool everything = all.empty() || takesAway(all.front());
  Marks marks(geometry.elementCount(owner), everything);
  for (const std::string& word : all) {
    const std::uint8_t mark = !takesAway(word);
    const std::string name = mark ? word : word.substr(1);
    if (!markRange(name, marks, mark) && !markGroups(geometry, owner, name, marks, mark))
      throw Error("group: there is no " + std::string(nameOf(owner)) + " group called \"" + name + "\"");
  }
  return marks;
}

}  // namespace tendril::nodes
