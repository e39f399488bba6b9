// Group patterns.
#include "nodes/parameters/group_pattern.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "nodes/parameters/text.h"
#include "solver/base/error.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {
namespace {

using Marks = std::vector<std::uint8_t>;

// A piece of the pattern, and where it begins.
struct Piece {
  std::string text;
  std::size_t at = 0;
};

// Numbers of elements: the first `keep` of every `step` from `first` to `last`.
struct Range {
  std::size_t first = 0, last = 0, keep = 1, step = 1;

  bool has(std::size_t i) const { return i >= first && i <= last && (i - first) % step < keep; }
};

bool isBlank(char c) {
  return std::isspace(static_cast<unsigned char>(c));
}

std::optional<std::size_t> wholeNumber(std::string_view text) {
  const auto value = parseNumber(text);
  constexpr double kMost = 1e15;  // whole numbers are exact up to there
  if (!value || !(*value >= 0 && *value < kMost) || *value != std::floor(*value)) return {};
  return static_cast<std::size_t>(*value);
}

template <class T>
bool compares(const std::string& sign, T a, T b) {
  if (sign == "<") return a < b;
  if (sign == ">") return a > b;
  if (sign == "<=") return a <= b;
  if (sign == ">=") return a >= b;
  return (a == b) == (sign != "!=");
}

class Selection {
 public:
  Selection(const Geometry& geometry, Owner owner, const std::string& pattern)
      : geometry_(geometry), owner_(owner), pattern_(pattern) {}

  Marks run(std::string* note) {
    const std::vector<Piece> terms = cut();
    // a pattern that only takes away begins with everything
    Marks marks(count(), terms.empty() || terms.front().text[0] == '^');
    for (const Piece& term : terms) {
      const bool without = term.text[0] == '^', except = term.text[0] == '!';
      const Marks named = read(without || except ? Piece{term.text.substr(1), term.at + 1} : term);
      for (std::size_t i = 0; i < marks.size(); ++i)
        marks[i] = without ? marks[i] && !named[i] : marks[i] || (named[i] != 0) != except;
      if (note && except && &term != &terms.front())
        *note = "group: \"" + term.text + "\" in \"" + pattern_ + "\" adds everything except " +
                term.text.substr(1) + "; ^" + term.text.substr(1) + " takes it away";
    }
    return marks;
  }

 private:
  std::size_t count() const { return geometry_.elementCount(owner_); }

  [[noreturn]] void fail(std::size_t at, const std::string& what) const {
    throw Error("group: " + what + " (at character " + std::to_string(at + 1) + " of \"" + pattern_ + "\")");
  }

  // At blanks outside quotation marks.
  std::vector<Piece> cut() const {
    std::vector<Piece> terms;
    std::size_t quote = 0;
    bool inside = false, quoted = false;
    for (std::size_t i = 0; i < pattern_.size(); ++i) {
      const char c = pattern_[i];
      if (isBlank(c) && !quoted) {
        inside = false;
        continue;
      }
      if (!inside) terms.push_back({"", i});
      inside = true;
      terms.back().text += c;
      if (c != '"') continue;
      quoted = !quoted;
      quote = i;
    }
    if (quoted) fail(quote, "the quotation mark is not closed");
    return terms;
  }

  Marks read(const Piece& term) const {
    if (term.text.empty()) fail(term.at - 1, "nothing follows this sign");
    if (term.text[0] == '@') return byAttribute(term);
    Marks marks(count(), 0);
    if (const auto range = rangeOf(term)) {
      for (std::size_t i = range->first; i < marks.size() && i <= range->last; ++i) marks[i] = range->has(i);
      return marks;
    }
    return byName(term);
  }

  // "7", "3-9", "3-9:2", "3-9:2,5"; numbers beyond the last element name nothing. None where it is no range.
  std::optional<Range> rangeOf(const Piece& term) const {
    const std::size_t colon = std::min(term.text.find(':'), term.text.size());
    const std::vector<std::string> ends = splitAt(term.text.substr(0, colon), '-');
    const auto first = wholeNumber(ends.front()), last = wholeNumber(ends.back());
    if (!first || !last || ends.size() > 2) return {};
    Range range{*first, *last};
    if (range.first > range.last)
      fail(term.at, "the range \"" + term.text.substr(0, colon) + "\" runs backwards");
    if (colon == term.text.size()) return range;
    const std::vector<std::string> parts = splitAt(term.text.substr(colon + 1), ',');
    const auto keep = wholeNumber(parts.front()), step = wholeNumber(parts.back());
    if (!keep || !step || *step == 0 || parts.size() > 2)
      fail(term.at + colon + 1, "\"" + term.text.substr(colon + 1) + "\" is no step, such as 2 or 2,5");
    range.step = *step;
    if (parts.size() == 2) range.keep = *keep;
    return range;
  }

  Marks byName(const Piece& term) const {
    Marks marks(count(), term.text == "*");
    bool found = term.text == "*";
    for (const Group& group : geometry_.groups[indexOf(owner_)]) {
      if (found && term.text == "*") break;
      if (!matches(term.text, group.name)) continue;
      found = true;
      for (std::size_t i = 0; i < marks.size(); ++i) marks[i] = marks[i] || group.members[i];
    }
    if (!found)
      fail(term.at, std::string("there is no ") + nameOf(owner_) + " group called \"" + term.text + "\"");
    return marks;
  }

  // "@radius>0.1", "@P.y<0", "@Cd[2]=1", "@name=foo*", "@name=\"my rope\"".
  Marks byAttribute(const Piece& term) const {
    const std::string& text = term.text;
    const std::size_t end = std::min(text.find_first_of("=!<>"), text.size());
    const std::string name = text.substr(1, text.find_first_of(".[=!<>", 1) - 1);
    const Attribute* attribute = geometry_.find(owner_, name);
    if (name.empty()) fail(term.at, "an attribute's name belongs after @");
    if (!attribute)
      fail(term.at + 1, std::string("there is no ") + nameOf(owner_) + " attribute called \"" + name + "\"");
    const int component = componentOf(
        {text.substr(name.size() + 1, end - name.size() - 1), term.at + name.size() + 1}, *attribute);
    if (end == text.size())
      fail(term.at + end, "\"" + text + "\" compares with nothing; write = != < > <= or >=, and a value");
    const bool two = end + 1 < text.size() && text[end + 1] == '=';
    const std::string sign = text.substr(end, two ? 2 : 1);
    if (sign == "!") fail(term.at + end, "\"!\" is no comparison; write !=");
    const Piece value{text.substr(end + sign.size()), term.at + end + sign.size()};
    if (value.text.empty()) fail(value.at, "a value is missing after \"" + sign + "\"");
    if (attribute->kind == AttributeKind::string)
      return byText(*attribute, {sign, term.at + end}, unquoted(value.text));
    return byNumber(*attribute, component, sign, value);
  }

  static std::string unquoted(const std::string& text) {
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return quoted ? text.substr(1, text.size() - 2) : text;
  }

  // ".y", ".g" or "[1]"; nothing is the first.
  int componentOf(const Piece& piece, const Attribute& attribute) const {
    if (piece.text.empty()) return 0;
    std::optional<std::size_t> number;
    if (piece.text[0] == '.' && piece.text.size() == 2) {
      for (const char* letters : {"xyzw", "rgba"})
        if (const char* found = std::strchr(letters, piece.text[1]))
          number = static_cast<std::size_t>(found - letters);
    } else if (piece.text[0] == '[' && piece.text.back() == ']' && piece.text.size() > 2) {
      number = wholeNumber(std::string_view(piece.text).substr(1, piece.text.size() - 2));
    }
    if (!number) fail(piece.at, "\"" + piece.text + "\" is no component, such as .x or [0]");
    if (*number >= static_cast<std::size_t>(attribute.tupleSize))
      fail(piece.at, "'" + attribute.name + "' has " +
                         counted(static_cast<std::size_t>(attribute.tupleSize), "component", "components") +
                         "; there is no " + piece.text);
    return static_cast<int>(*number);
  }

  Marks byText(const Attribute& attribute, const Piece& sign, const std::string& value) const {
    if (attribute.tupleSize != 1) fail(sign.at, "'" + attribute.name + "' is a list of texts");
    if (sign.text[0] == '<' || sign.text[0] == '>')
      fail(sign.at,
           "'" + attribute.name + "' is text, which " + sign.text + " does not compare; = and != do");
    Marks marks(count(), 0);
    for (std::size_t i = 0; i < marks.size(); ++i)
      marks[i] = matches(value, attribute.stringAt(i)) == (sign.text != "!=");
    return marks;
  }

  // In the attribute's own precision: 0.1 equals 0.1 in single precision, too.
  Marks byNumber(const Attribute& attribute, int component, const std::string& sign,
                 const Piece& value) const {
    const std::optional<double> number = parseNumber(unquoted(value.text));
    if (attribute.kind != AttributeKind::numeric)
      fail(value.at, "'" + attribute.name + "' has neither numbers nor texts to compare");
    if (!number) fail(value.at, "\"" + value.text + "\" is no number; '" + attribute.name + "' has numbers");
    const bool single = attribute.storage() == Storage::real32;
    const std::size_t size = static_cast<std::size_t>(attribute.tupleSize);
    Marks marks(count(), 0);
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const double is = numberAt(attribute.numbers, i * size + static_cast<std::size_t>(component));
      marks[i] = single ? compares(sign, static_cast<float>(is), static_cast<float>(*number))
                        : compares(sign, is, *number);
    }
    return marks;
  }

  const Geometry& geometry_;
  Owner owner_;
  const std::string& pattern_;
};

}  // namespace

Marks selectElements(const Geometry& geometry, Owner owner, const std::string& pattern, std::string* note) {
  return Selection(geometry, owner, pattern).run(note);
}

}  // namespace tendril::nodes
