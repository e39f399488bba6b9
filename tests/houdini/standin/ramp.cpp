// Float ramps: their encoded form is "ramp COUNT", then position, value and shape of each key.
#include <UT/UT_IStream.h>
#include <UT/UT_Ramp.h>

#include <algorithm>
#include <cmath>
#include <sstream>

UT_Ramp::UT_Ramp() = default;

bool UT_Ramp::load(UT_IStream& stream) {
  std::istringstream text(stream.text());
  std::string word;
  std::size_t count = 0;
  if (!(text >> word >> count) || word != "ramp") return false;
  keys_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    Key key{};
    if (!(text >> key.position >> key.value >> key.shape)) return false;
    keys_.push_back(key);
  }
  std::stable_sort(keys_.begin(), keys_.end(),
                   [](const Key& a, const Key& b) { return a.position < b.position; });
  return true;
}

// calm: held back so that the curve does not overshoot
double UT_Ramp::slopeAt(std::size_t key, bool calm) const {
  const Key &before = keys_[key ? key - 1 : 0], &at = keys_[key],
            &after = keys_[std::min(key + 1, keys_.size() - 1)];
  const double width = after.position - before.position;
  const double slope = width > 0 ? (after.value - before.value) / width : 0;
  if (!calm) return slope;
  if (key == 0 || key + 1 == keys_.size() || at.position <= before.position || after.position <= at.position)
    return 0;
  const double left = (at.value - before.value) / (at.position - before.position);
  const double right = (after.value - at.value) / (after.position - at.position);
  if (left * right <= 0) return 0;
  const double most = 3 * std::min(std::abs(left), std::abs(right));
  return std::clamp(slope, -most, most);
}

void UT_Ramp::rampLookup(fpreal position, float values[4]) const {
  double value = 0;
  std::size_t i = 0;
  while (i < keys_.size() && keys_[i].position <= position) ++i;
  if (keys_.empty()) {
    value = 0;
  } else if (i == 0 || i == keys_.size()) {
    value = (i == 0 ? keys_.front() : keys_.back()).value;
  } else {
    const Key &a = keys_[i - 1], &b = keys_[i];
    const double width = b.position - a.position, u = (position - a.position) / width, v = 1 - u;
    if (a.shape == "constant") {
      value = a.value;
    } else if (a.shape == "catmull-rom" || a.shape == "monotonecubic") {
      const bool calm = a.shape == "monotonecubic";
      value = a.value * v * v * (1 + 2 * u) + b.value * u * u * (1 + 2 * v) +
              width * u * v * (slopeAt(i - 1, calm) * v - slopeAt(i, calm) * u);
    } else {
      value = a.value * v + b.value * u;
    }
  }
  for (int c = 0; c < 4; ++c) values[c] = static_cast<float>(value);
}
