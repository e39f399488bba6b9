// One named attribute of a geometry.
#include "solver/geometry/attribute.h"

#include <algorithm>
#include <tuple>

namespace tendril::solver {

const char* nameOf(Owner owner) {
  constexpr const char* kNames[] = {"vertex", "point", "primitive", "detail"};
  return kNames[static_cast<int>(owner)];
}

std::size_t Attribute::elementCount() const {
  if (kind == AttributeKind::carried) return 0;
  if (isList()) return starts.empty() ? 0 : starts.size() - 1;
  return sizeOf(numbers) / static_cast<std::size_t>(tupleSize);
}

double Attribute::defaultNumber(int component) const {
  const std::size_t count = sizeOf(defaults);
  if (count == 0) return 0.0;
  return numberAt(defaults, std::min<std::size_t>(static_cast<std::size_t>(component), count - 1));
}

void Attribute::resize(std::size_t elements) {
  if (kind == AttributeKind::carried) return;
  if (isList()) {
    if (starts.empty()) starts.push_back(0);
    const std::size_t last = elements + 1 < starts.size() ? starts[elements] : starts.back();
    starts.resize(elements + 1, last);
    std::visit([&](auto& values) { values.resize(last * static_cast<std::size_t>(tupleSize)); }, numbers);
    return;
  }
  const std::size_t before = sizeOf(numbers);
  const std::size_t size = static_cast<std::size_t>(tupleSize);
  std::visit([&](auto& values) { values.resize(elements * size); }, numbers);
  const bool indices = kind != AttributeKind::numeric;
  for (std::size_t i = before; i < elements * size; ++i)
    setNumber(numbers, i, indices ? -1.0 : defaultNumber(static_cast<int>(i % size)));
}

std::string_view Attribute::stringAt(std::size_t index) const {
  const std::int32_t entry = values<std::int32_t>()[index];
  return entry < 0 ? std::string_view() : std::string_view(strings[static_cast<std::size_t>(entry)]);
}

void Attribute::setString(std::size_t index, std::string_view text) {
  values<std::int32_t>()[index] = indexOfString(text);
}

std::int32_t Attribute::indexOfString(std::string_view text) {
  const auto found = std::find(strings.begin(), strings.end(), text);
  if (found != strings.end()) return static_cast<std::int32_t>(found - strings.begin());
  strings.emplace_back(text);
  return static_cast<std::int32_t>(strings.size() - 1);
}

void Attribute::wrongStorage() const {
  throw Error("attribute '" + name + "' is stored as another type of number than was asked for");
}

Attribute makeAttribute(std::string name, AttributeKind kind, Storage storage, int tupleSize,
                        std::string typeInfo) {
  Attribute attribute;
  attribute.name = std::move(name);
  attribute.kind = kind;
  attribute.tupleSize = tupleSize;
  attribute.typeInfo = std::move(typeInfo);
  const bool plain = !attribute.isString() && kind != AttributeKind::dict;
  attribute.numbers = makeNumbers(plain ? storage : Storage::int32, 0);
  if (kind == AttributeKind::numeric && !isReal(storage)) attribute.defaults = std::vector<std::int64_t>{0};
  if (attribute.isList()) attribute.starts = {0};
  return attribute;
}

Attribute emptyLike(const Attribute& attribute) {
  Attribute result = makeAttribute(attribute.name, attribute.kind, attribute.storage(), attribute.tupleSize,
                                   attribute.typeInfo);
  result.scope = attribute.scope;
  result.defaults = attribute.defaults;
  result.strings = attribute.strings;
  result.dicts = attribute.dicts;
  result.otherOptions = attribute.otherOptions;
  result.carriedType = attribute.carriedType;
  return result;
}

bool operator==(const Attribute& a, const Attribute& b) {
  const auto plain = [](const Attribute& x) {
    return std::tie(x.name, x.kind, x.tupleSize, x.typeInfo, x.scope, x.starts, x.strings, x.dicts,
                    x.otherOptions, x.carriedType, x.carried);
  };
  return plain(a) == plain(b) && sameBits(a.defaults, b.defaults) && sameBits(a.numbers, b.numbers);
}

}  // namespace tendril::solver
