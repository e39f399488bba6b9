// An owning tree for data that is not a number per element.
#include "solver/geometry/value.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace tendril::solver {
namespace {

template <class T>
bool sameContent(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, std::monostate>)
    return true;
  else if constexpr (std::is_floating_point_v<T>)
    return std::memcmp(&a, &b, sizeof a) == 0;
  else if constexpr (std::is_same_v<T, Numbers>)
    return sameBits(a, b);
  else if constexpr (std::is_same_v<T, Value::Flags> || std::is_same_v<T, Value::Strings>)
    return a.values == b.values;
  else if constexpr (std::is_same_v<T, Value::Map>)
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(),
        [](const Value::Entry& x, const Value::Entry& y) { return x.key == y.key && x.value == y.value; });
  else
    return a == b;
}

}  // namespace

Value::Value(bool value) : content_(value) {}
Value::Value(std::int64_t value) : content_(value) {}
Value::Value(double value) : content_(value) {}
Value::Value(float value) : content_(value) {}
Value::Value(std::string value) : content_(std::move(value)) {}
Value::Value(const char* value) : content_(std::string(value)) {}
Value::Value(Numbers value) : content_(std::move(value)) {}
Value::Value(Flags value) : content_(std::move(value)) {}
Value::Value(Strings value) : content_(std::move(value)) {}

Value Value::list(List items) {
  Value value;
  value.content_ = std::move(items);
  return value;
}

Value Value::map(Map entries) {
  Value value;
  value.content_ = std::move(entries);
  return value;
}

const Value* Value::find(std::string_view key) const {
  const Map* entries = as<Map>();
  if (!entries) return nullptr;
  for (const Entry& entry : *entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

void Value::set(std::string_view key, Value value) {
  if (!as<Map>()) content_ = Map();
  for (Entry& entry : *as<Map>())
    if (entry.key == key) {
      entry.value = std::move(value);
      return;
    }
  as<Map>()->push_back({std::string(key), std::move(value)});
}

bool Value::remove(std::string_view key) {
  Map* entries = as<Map>();
  if (!entries) return false;
  const auto end =
      std::remove_if(entries->begin(), entries->end(), [&](const Entry& e) { return e.key == key; });
  const bool found = end != entries->end();
  entries->erase(end, entries->end());
  return found;
}

std::optional<std::vector<double>> numbersIn(const Value& list) {
  std::vector<double> found;
  const auto* numbers = list.as<Numbers>();
  for (std::size_t i = 0; numbers && i < sizeOf(*numbers); ++i) found.push_back(numberAt(*numbers, i));
  const auto* items = list.as<Value::List>();
  if (!numbers && !items) return std::nullopt;
  for (std::size_t i = 0; items && i < items->size(); ++i) {
    const Value& item = (*items)[i];
    if (const auto* x = item.as<std::int64_t>())
      found.push_back(static_cast<double>(*x));
    else if (const auto* y = item.as<double>())
      found.push_back(*y);
    else if (const auto* z = item.as<float>())
      found.push_back(*z);
    else
      return std::nullopt;
  }
  return found;
}

bool operator==(const Value& a, const Value& b) {
  if (a.content().index() != b.content().index()) return false;
  return std::visit(
      [&](const auto& x) { return sameContent(x, std::get<std::decay_t<decltype(x)>>(b.content())); },
      a.content());
}

}  // namespace tendril::solver
