// One named attribute: a tuple of numbers, a string, a list or a dictionary for every element of its owner.
//
//   Attribute& v = geometry.add(Owner::point, "v", Storage::real32, 3, "vector");
//   Span<float> values = v.values<float>();      // 3 numbers a point, in scene units a second
//   values[3 * point + 1] = -9.81f;
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "solver/base/error.h"
#include "solver/base/span.h"
#include "solver/geometry/numbers.h"
#include "solver/geometry/value.h"

namespace tendril::solver {

enum class Owner : std::uint8_t { vertex, point, primitive, detail };  // the order of Houdini's files
constexpr Owner kOwners[] = {Owner::vertex, Owner::point, Owner::primitive, Owner::detail};
const char* nameOf(Owner owner);
constexpr std::size_t indexOf(Owner owner) {  // in arrays by owner
  return static_cast<std::size_t>(owner);
}

enum class AttributeKind : std::uint8_t {
  numeric,      // tupleSize numbers an element
  string,       // tupleSize indices an element into the table; -1: no string
  array,        // a list an element; entries are tuples of tupleSize numbers
  stringArray,  // a list an element; entries are tupleSize indices into the table
  dict,         // an index an element into the table of maps; -1: none
  carried       // a kind that Tendril does not read (capture weights): its data as in the file
};

struct Attribute {
  std::string name;
  AttributeKind kind = AttributeKind::numeric;
  int tupleSize = 1;
  std::string typeInfo;  // how a tuple transforms: point, vector, normal, quaternion, ...; empty: plain
  std::string scope = "public";
  Numbers defaults =
      std::vector<double>{0.0};            // int64 or real64; numeric only: one for all, or one each, or none
  Numbers numbers = std::vector<float>();  // by kind: values or indices, all elements in order
  std::vector<std::size_t> starts;         // lists: element e owns entries starts[e] ... starts[e + 1]
  std::vector<std::string> strings;        // table of the string kinds
  std::vector<Value> dicts;                // table of maps
  Value otherOptions;                      // options of the file besides the type, or empty
  std::string carriedType;                 // the file's word for a carried kind
  Value carried;
  // Pages of 1024 elements that the file held in full though their values are all equal: they are written so
  // again while that is so. Nothing else depends on them.
  std::vector<std::uint32_t> fullPages;

  bool isList() const { return kind == AttributeKind::array || kind == AttributeKind::stringArray; }
  bool isString() const { return kind == AttributeKind::string || kind == AttributeKind::stringArray; }
  Storage storage() const { return storageOf(numbers); }

  // Number of elements that the values speak for; 0 for a carried attribute.
  std::size_t elementCount() const;
  void resize(std::size_t elements);  // new elements get the default

  // The numbers as their own type; an error where the storage is another.
  template <class T>
  Span<T> values() {
    auto* found = std::get_if<std::vector<T>>(&numbers);
    if (!found) wrongStorage();
    return Span<T>(*found);
  }
  template <class T>
  Span<const T> values() const {
    const auto* found = std::get_if<std::vector<T>>(&numbers);
    if (!found) wrongStorage();
    return Span<const T>(*found);
  }

  double defaultNumber(int component) const;
  std::string_view stringAt(std::size_t index) const;        // empty where unset
  void setString(std::size_t index, std::string_view text);  // adds to the table where new
  std::int32_t indexOfString(std::string_view text);         // adds to the table where new

 private:
  [[noreturn]] void wrongStorage() const;
};

// Empty, of the given kind; numbers of string and dict kinds are int32 indices.
Attribute makeAttribute(std::string name, AttributeKind kind, Storage storage, int tupleSize,
                        std::string typeInfo = {});

// Everything of an attribute but its values.
Attribute emptyLike(const Attribute& attribute);

bool operator==(const Attribute& a, const Attribute& b);  // bitwise

}  // namespace tendril::solver
