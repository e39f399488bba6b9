// A curve over 0 ... 1.
#include "nodes/parameters/ramp.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "nodes/parameters/text.h"
#include "solver/base/error.h"

namespace tendril::nodes {
namespace {

constexpr const char* kShapes[] = {"constant", "linear", "catmull-rom", "monotonecubic"};

double between(float a, float b) {
  return static_cast<double>(b) - a;
}

// Rise per unit at key i: of its neighbours, as Catmull and Rom have it.
double slopeAt(const std::vector<Ramp::Key>& keys, std::size_t i) {
  const Ramp::Key& before = keys[i ? i - 1 : 0];
  const Ramp::Key& after = keys[std::min(i + 1, keys.size() - 1)];
  const double width = between(before.position, after.position);
  return width > 0 ? between(before.value, after.value) / width : 0;
}

// The same, held back so that the curve never overshoots (Fritsch and Carlson).
double calmSlopeAt(const std::vector<Ramp::Key>& keys, std::size_t i) {
  if (i == 0 || i + 1 == keys.size()) return 0;
  const auto rise = [&](std::size_t k) {
    const double width = between(keys[k].position, keys[k + 1].position);
    return width > 0 ? between(keys[k].value, keys[k + 1].value) / width : 0;
  };
  const double left = rise(i - 1), right = rise(i);
  if (left * right <= 0) return 0;
  const double slope = slopeAt(keys, i), most = 3 * std::min(std::abs(left), std::abs(right));
  return std::clamp(slope, -most, most);
}

double hermite(const Ramp::Key& a, const Ramp::Key& b, double slopeA, double slopeB, double u) {
  const double width = between(a.position, b.position), v = 1 - u;
  return a.value * v * v * (1 + 2 * u) + b.value * u * u * (1 + 2 * v) +
         width * u * v * (slopeA * v - slopeB * u);
}

Ramp::Key parseKey(const std::string& word) {
  const std::vector<std::string> parts = splitAt(word, ':');
  const auto fail = [&]() -> Ramp::Key {
    throw Error("\"" + word + "\" is no key; write position:value or position:value:shape");
  };
  if (parts.size() < 2 || parts.size() > 3) return fail();
  const auto position = parseNumber(parts[0]), value = parseNumber(parts[1]);
  if (!position || !value || *position < 0 || *position > 1 || std::abs(*value) > 1e30) return fail();
  Ramp::Key key{static_cast<float>(*position), static_cast<float>(*value), Ramp::Shape::linear};
  if (parts.size() == 2) return key;
  key.shape = shapeOfRamp(parts[2]);
  return key;
}

}  // namespace

double Ramp::at(double position) const {
  if (keys.empty()) return 0;
  if (!(position > keys.front().position)) return keys.front().value;
  if (position >= keys.back().position) return keys.back().value;
  const auto next = std::upper_bound(keys.begin(), keys.end(), position,
                                     [](double p, const Key& key) { return p < key.position; });
  const std::size_t i = static_cast<std::size_t>(next - keys.begin()) - 1;
  const Key &a = keys[i], &b = keys[i + 1];
  const double u = (position - a.position) / between(a.position, b.position);
  switch (a.shape) {
    case Shape::constant:
      return a.value;
    case Shape::linear:
      return a.value * (1 - u) + b.value * u;
    case Shape::catmullRom:
      return hermite(a, b, slopeAt(keys, i), slopeAt(keys, i + 1), u);
    case Shape::monotoneCubic:
      return hermite(a, b, calmSlopeAt(keys, i), calmSlopeAt(keys, i + 1), u);
  }
  return a.value;
}

bool operator==(const Ramp& a, const Ramp& b) {
  return std::equal(a.keys.begin(), a.keys.end(), b.keys.begin(), b.keys.end(),
                    [](const Ramp::Key& x, const Ramp::Key& y) {
                      return x.position == y.position && x.value == y.value && x.shape == y.shape;
                    });
}

Ramp::Shape shapeOfRamp(const std::string& token) {
  if (token == "smooth") return Ramp::Shape::monotoneCubic;  // as keys of parameters call it
  const auto found = std::find(std::begin(kShapes), std::end(kShapes), token);
  if (found == std::end(kShapes))
    throw Error("no shape is called \"" + token +
                "\"; there are constant, linear, catmull-rom, monotonecubic (or smooth)");
  return static_cast<Ramp::Shape>(found - std::begin(kShapes));
}

const char* nameOf(Ramp::Shape shape) {
  return kShapes[static_cast<int>(shape)];
}

std::string formatRamp(const Ramp& ramp) {
  std::string text;
  for (const Ramp::Key& key : ramp.keys)
    text += (text.empty() ? "" : " ") + formatNumber(key.position) + ":" + formatNumber(key.value) + ":" +
            nameOf(key.shape);
  return text;
}

Ramp parseRamp(const std::string& text) {
  Ramp ramp;
  std::istringstream words(text);
  for (std::string word; words >> word;) ramp.keys.push_back(parseKey(word));
  if (ramp.keys.empty()) throw Error("has no keys; write position:value, as in \"0:1 1:0.2\"");
  std::stable_sort(ramp.keys.begin(), ramp.keys.end(),
                   [](const Ramp::Key& a, const Ramp::Key& b) { return a.position < b.position; });
  return ramp;
}

}  // namespace tendril::nodes
