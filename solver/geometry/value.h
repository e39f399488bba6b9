// An owning tree for data that is not a number per element: dictionary attributes, a file's info, fields of
// primitives that Tendril only passes through.
//
//   Value v = Value::map();
//   v.set("software", Value("Tendril"));
//   if (const Value* bounds = v.find("bounds")) ...
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/geometry/numbers.h"

namespace tendril::solver {

class Value {
 public:
  struct Entry;  // key and value of a map
  using List = std::vector<Value>;
  using Map = std::vector<Entry>;  // in the order of the file
  struct Flags {                   // array of bools
    std::vector<std::uint8_t> values;
  };
  struct Strings {  // array of strings in one piece: another form of a list
    std::vector<std::string> values;
  };
  using Content = std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Map, Numbers,
                               Flags, float, Strings>;

  Value() = default;
  explicit Value(bool value);
  explicit Value(std::int64_t value);
  explicit Value(double value);
  explicit Value(float value);  // a number that a file keeps in 4 bytes
  explicit Value(std::string value);
  explicit Value(const char* value);
  explicit Value(Numbers value);
  explicit Value(Flags value);
  explicit Value(Strings value);
  static Value list(List items = {});
  static Value map(Map entries = {});

  const Content& content() const { return content_; }
  template <class T>
  const T* as() const {
    return std::get_if<T>(&content_);
  }
  template <class T>
  T* as() {
    return std::get_if<T>(&content_);
  }

  // Entry of a map; null if this is no map or has no such key.
  const Value* find(std::string_view key) const;
  void set(std::string_view key, Value value);  // an empty value becomes a map
  bool remove(std::string_view key);            // true if the key was there

 private:
  Content content_;
};

struct Value::Entry {
  std::string key;
  Value value;
};

// The numbers of a list; null if it is no list or contains anything else.
std::optional<std::vector<double>> numbersIn(const Value& list);

// Bitwise for numbers.
bool operator==(const Value& a, const Value& b);
inline bool operator!=(const Value& a, const Value& b) {
  return !(a == b);
}

}  // namespace tendril::solver
