// Houdini's "ordered dictionary": a list key, value, key, value ... (maps are accepted, too).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/io/json.h"

namespace tendril::cli::io {

class KeyedList {
 public:
  explicit KeyedList(Json list) : list_(list) {
    if (list.type() != JsonType::array && list.type() != JsonType::map)
      list.fail(std::string("a list of keys and values expected, ") + list.typeName() + " found");
    if (list.size() % 2) list.fail("a list of keys and values has an odd number of items");
    for (auto i = list.begin(); i != list.end(); ++i) {
      const std::string_view key = (*i).string();
      entries_.emplace_back(key, *++i);
    }
  }

  std::optional<Json> find(std::string_view key) const {
    for (const auto& [name, value] : entries_)
      if (name == key) return value;
    return std::nullopt;
  }

  // By either of two keys: short in binary files, long in text.
  std::optional<Json> find(std::string_view key, std::string_view other) const {
    const auto found = find(key);
    return found || other.empty() ? found : find(other);
  }

  Json need(std::string_view key, std::string_view other = {}) const {
    const auto found = find(key, other);
    if (!found) list_.fail("'" + std::string(key) + "' is missing");
    return *found;
  }

  // A count or size, in 0 ... 2^31 - 1, the range of Tendril's numbering.
  std::size_t count(std::string_view key, std::string_view other = {}) const {
    const Json found = need(key, other);
    const std::int64_t value = found.integer();
    if (value < 0 || value > 0x7fffffff) found.fail("'" + std::string(key) + "' is " + std::to_string(value));
    return static_cast<std::size_t>(value);
  }

  Json list() const { return list_; }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  Json list_;
  std::vector<std::pair<std::string_view, Json>> entries_;
};

}  // namespace tendril::cli::io
