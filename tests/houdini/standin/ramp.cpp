// Float ramps: their encoded form is "ramp COUNT", then position, value and shape of each key.
#include <UT/UT_IStream.h>
#include <UT/UT_Ramp.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include "standin/threads.h"

namespace {
constexpr const char* kShapes[] = {"constant", "linear", "catmull-rom", "monotonecubic", "bezier"};
}

UT_Ramp::UT_Ramp() = default;

int UT_Ramp::getNodeCount() const {
  standin::called(__func__);
  return static_cast<int>(keys_.size());
}

const UT_ColorNode* UT_Ramp::getNode(int i) const {
  standin::called(__func__);
  return &keys_.at(static_cast<std::size_t>(i));
}

bool UT_Ramp::load(UT_IStream& stream) {
  standin::called(__func__);
  std::istringstream text(stream.text());
  std::string word;
  std::size_t count = 0;
  if (!(text >> word >> count) || word != "ramp") return false;
  keys_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    UT_ColorNode key;
    std::string shape;
    if (!(text >> key.t >> key.rgba.r >> shape)) return false;
    const auto* found = std::find(std::begin(kShapes), std::end(kShapes), shape);
    if (found == std::end(kShapes)) return false;
    key.basis = static_cast<UT_SPLINE_BASIS>(found - std::begin(kShapes));
    keys_.push_back(key);
  }
  std::stable_sort(keys_.begin(), keys_.end(),
                   [](const UT_ColorNode& a, const UT_ColorNode& b) { return a.t < b.t; });
  return true;
}

// calm: held back so that the curve does not overshoot
double UT_Ramp::slopeAt(std::size_t key, bool calm) const {
  standin::called(__func__);
  const UT_ColorNode &before = keys_[key ? key - 1 : 0], &at = keys_[key],
                     &after = keys_[std::min(key + 1, keys_.size() - 1)];
  const double width = after.t - before.t;
  const double slope = width > 0 ? (after.rgba.r - before.rgba.r) / width : 0;
  if (!calm) return slope;
  if (key == 0 || key + 1 == keys_.size() || at.t <= before.t || after.t <= at.t) return 0;
  const double left = (at.rgba.r - before.rgba.r) / (at.t - before.t);
  const double right = (after.rgba.r - at.rgba.r) / (after.t - at.t);
  if (left * right <= 0) return 0;
  const double most = 3 * std::min(std::abs(left), std::abs(right));
  return std::clamp(slope, -most, most);
}

void UT_Ramp::rampLookup(fpreal position, float values[4]) const {
  standin::called(__func__);
  double value = 0;
  std::size_t i = 0;
  while (i < keys_.size() && keys_[i].t <= position) ++i;
  if (keys_.empty()) {
    value = 0;
  } else if (i == 0 || i == keys_.size()) {
    value = (i == 0 ? keys_.front() : keys_.back()).rgba.r;
  } else {
    const UT_ColorNode &a = keys_[i - 1], &b = keys_[i];
    const double width = b.t - a.t, u = (position - a.t) / width, v = 1 - u;
    if (a.basis == UT_SPLINE_CONSTANT) {
      value = a.rgba.r;
    } else if (a.basis != UT_SPLINE_LINEAR) {
      const bool calm = a.basis == UT_SPLINE_MONOTONECUBIC;
      value = a.rgba.r * v * v * (1 + 2 * u) + b.rgba.r * u * u * (1 + 2 * v) +
              width * u * v * (slopeAt(i - 1, calm) * v - slopeAt(i, calm) * u);
    } else {
      value = a.rgba.r * v + b.rgba.r * u;
    }
  }
  for (int c = 0; c < 4; ++c) values[c] = static_cast<float>(value);
}
