// Values, and what storage leaves of them.
#include "standin/values.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace standin {
namespace {

double asHalf(double value) {
  if (!std::isfinite(value) || value == 0) return value;
  int exponent = 0;
  std::frexp(value, &exponent);
  const double unit = std::ldexp(1.0, std::max(exponent, -13) - 11);
  const double rounded = std::nearbyint(value / unit) * unit;
  return std::abs(rounded) > 65504 ? std::copysign(std::numeric_limits<double>::infinity(), value) : rounded;
}

double asSingle(double value) {
  constexpr double kMost = std::numeric_limits<float>::max();
  if (std::isfinite(value) && std::abs(value) > kMost)
    return std::copysign(std::numeric_limits<double>::infinity(), value);
  return static_cast<double>(static_cast<float>(value));
}

}  // namespace

double asStored(GA_Storage storage, double value) {
  if (storage == GA_STORE_REAL16) return asHalf(value);
  return storage == GA_STORE_REAL64 ? value : asSingle(value);
}

int64 asStored(GA_Storage storage, int64 value) {
  switch (storage) {
    case GA_STORE_BOOL:
      return value != 0;
    case GA_STORE_UINT8:
      return static_cast<uint8>(value);
    case GA_STORE_INT8:
      return static_cast<int8>(value);
    case GA_STORE_INT16:
      return static_cast<int16>(value);
    case GA_STORE_INT64:
      return value;
    default:
      return static_cast<int32>(value);
  }
}

int64 truncated(double value) {
  if (std::isnan(value)) return 0;
  return static_cast<int64>(std::clamp(value, -9.2e18, 9.2e18));
}

exint newDataId() {
  static std::atomic<exint> last{1000};
  return ++last;
}

}  // namespace standin

bool GA_Attribute::Values::isReal() const {
  return storage == GA_STORE_REAL16 || storage == GA_STORE_REAL32 || storage == GA_STORE_REAL64;
}

void GA_Attribute::Values::grow() {
  const std::size_t slots = elements->slots(), count = slots * static_cast<std::size_t>(size);
  if (kind == Kind::strings) texts.resize(count);
  if (kind == Kind::stringArrays) textArrays.resize(slots);
  if (kind == Kind::numberArrays && isReal()) realArrays.resize(slots);
  if (kind == Kind::numberArrays && !isReal()) intArrays.resize(slots);
  if (kind != Kind::numbers) return;
  std::vector<double> real;
  std::vector<int64> whole;
  for (const double value : defaults) {
    real.push_back(standin::asStored(storage, value));
    whole.push_back(standin::asStored(storage, standin::truncated(value)));
  }
  for (std::size_t i = isReal() ? reals.size() : ints.size(), c = 0; i < count; ++i) {
    if (isReal())
      reals.push_back(real[c]);
    else
      ints.push_back(whole[c]);
    c = c + 1 == real.size() ? 0 : c + 1;
  }
}

double GA_Attribute::Values::real(GA_Offset offset, int component) const {
  const std::size_t at = place(offset, component);
  return isReal() ? reals[at] : static_cast<double>(ints[at]);
}

int64 GA_Attribute::Values::whole(GA_Offset offset, int component) const {
  const std::size_t at = place(offset, component);
  return isReal() ? standin::truncated(reals[at]) : ints[at];
}

void GA_Attribute::Values::setReal(GA_Offset offset, int component, double value) {
  const std::size_t at = place(offset, component);
  if (isReal())
    reals[at] = standin::asStored(storage, value);
  else
    ints[at] = standin::asStored(storage, standin::truncated(value));
}

void GA_Attribute::Values::setWhole(GA_Offset offset, int component, int64 value) {
  const std::size_t at = place(offset, component);
  if (isReal())
    reals[at] = standin::asStored(storage, static_cast<double>(value));
  else
    ints[at] = standin::asStored(storage, value);
}

void GA_Attribute::Values::copy(GA_Offset to, const Values& from, GA_Offset at) {
  const std::size_t mine = elements->slot(to), other = from.elements->slot(at);
  if (kind == Kind::stringArrays) textArrays[mine] = from.textArrays[other];
  if (kind == Kind::numberArrays && isReal()) realArrays[mine] = from.realArrays[other];
  if (kind == Kind::numberArrays && !isReal()) intArrays[mine] = from.intArrays[other];
  for (int c = 0; c < std::min(size, from.size); ++c) {
    if (kind == Kind::strings) texts[place(to, c)] = from.texts[from.place(at, c)];
    if (kind == Kind::numbers && from.isReal()) setReal(to, c, from.real(at, c));
    if (kind == Kind::numbers && !from.isReal()) setWhole(to, c, from.whole(at, c));
  }
}
