// Colliders of a host from frame to frame.
#include "nodes/simulation/collider_memory.h"

#include <algorithm>
#include <cstring>

#include "nodes/simulation/collider_settings.h"

namespace tendril::nodes {
namespace {

constexpr const char *kNames = "collidernames", *kKeys = "colliderkeys", *kPlaces = "colliderplaces";
constexpr std::size_t kKeySize = 5;  // both check sums in halves, and how many numbers

// FNV-1a, by words.
class Sum {
 public:
  void add(std::uint64_t word) { sum_ = (sum_ ^ word) * 0x100000001b3ULL, sum_ ^= sum_ >> 29; }
  void add(double number) {
    std::uint64_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    add(bits);
  }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0xcbf29ce484222325ULL;
};

// What moves: points, and the poses of shapes.
template <class G, class F>
void eachPlace(G& g, const F& f) {
  f(*g.find(Owner::point, "P"));
  for (const char* name : {kColliderPlace, kColliderAxes, kColliderNumbers})
    if (auto* attribute = g.find(Owner::primitive, name);
        attribute && attribute->kind == AttributeKind::numeric)
      f(*attribute);
}

std::vector<double> numbersOf(const Geometry& g) {
  std::vector<double> numbers;
  eachPlace(g, [&](const Attribute& attribute) {
    for (std::size_t i = 0; i < sizeOf(attribute.numbers); ++i)
      numbers.push_back(numberAt(attribute.numbers, i));
  });
  return numbers;
}

std::uint64_t sumOf(const std::vector<double>& numbers) {
  Sum sum;
  for (const double number : numbers) sum.add(number);
  return sum.value();
}

std::uint64_t topologySum(const Geometry& g) {
  Sum sum;
  sum.add(static_cast<std::uint64_t>(g.pointCount()));
  for (const PrimitiveKind kind : g.kinds) sum.add(static_cast<std::uint64_t>(kind));
  for (const std::size_t start : g.starts) sum.add(static_cast<std::uint64_t>(start));
  for (const std::int32_t point : g.vertexPoints) sum.add(static_cast<std::uint64_t>(point));
  if (const Attribute* ids = g.find(Owner::point, "id"); ids && ids->kind == AttributeKind::numeric)
    for (std::size_t i = 0; i < sizeOf(ids->numbers); ++i) sum.add(numberAt(ids->numbers, i));
  return sum.value();
}

Geometry withPlaces(const Geometry& now, const std::vector<double>& numbers) {
  Geometry made = now;
  std::size_t at = 0;
  eachPlace(made, [&](Attribute& attribute) {
    for (std::size_t i = 0; i < sizeOf(attribute.numbers) && at < numbers.size(); ++i)
      setNumber(attribute.numbers, i, numbers[at++]);
  });
  return made;
}

const Attribute* listOf(const Geometry& g, const char* name, AttributeKind kind) {
  const Attribute* found = g.find(Owner::detail, name);
  return found && found->kind == kind && found->tupleSize == 1 ? found : nullptr;
}

Attribute& addList(Geometry& g, const char* name, AttributeKind kind, Storage storage) {
  auto& all = g.attributes[indexOf(Owner::detail)];
  all.push_back(makeAttribute(name, kind, storage, 1));
  return all.back();
}

void setNumbers(const std::vector<double>& values, Attribute& list) {
  list.numbers = makeNumbers(list.storage(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) setNumber(list.numbers, i, values[i]);
  list.starts = {0, values.size()};
}

double half(std::uint64_t sum, int shift) {
  return static_cast<double>(static_cast<std::int32_t>(static_cast<std::uint32_t>(sum >> shift)));
}

std::uint64_t whole(double low, double high) {
  const auto bits = [](double value) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(static_cast<std::int32_t>(value)));
  };
  return bits(low) | bits(high) << 32;
}

}  // namespace

ColliderMemory::ColliderMemory(const Geometry& state) {
  const Attribute *names = listOf(state, kNames, AttributeKind::stringArray),
                  *keys = listOf(state, kKeys, AttributeKind::array),
                  *places = listOf(state, kPlaces, AttributeKind::array);
  if (!names || !keys || !places) return;
  const std::size_t count = sizeOf(names->numbers);
  if (sizeOf(keys->numbers) != kKeySize * count) return;
  const auto key = [&](std::size_t i, std::size_t k) { return numberAt(keys->numbers, kKeySize * i + k); };
  std::size_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Entry entry;
    const auto text = static_cast<std::size_t>(numberAt(names->numbers, i));
    const double size = key(i, 4);
    if (text >= names->strings.size() || !(size >= 0) ||
        size > static_cast<double>(sizeOf(places->numbers) - at)) {
      past_.clear();
      return;
    }
    entry.name = names->strings[text];
    entry.topology = whole(key(i, 0), key(i, 1));
    entry.places = whole(key(i, 2), key(i, 3));
    for (std::size_t k = 0; k < static_cast<std::size_t>(size); ++k)
      entry.numbers.push_back(numberAt(places->numbers, at++));
    past_.push_back(std::move(entry));
  }
}

ColliderMemory::Past ColliderMemory::before(const std::string& name,
                                            const std::shared_ptr<const Geometry>& now,
                                            const std::shared_ptr<const Geometry>& last,
                                            std::shared_ptr<const Geometry>& found) const {
  const auto entry =
      std::find_if(past_.begin(), past_.end(), [&](const Entry& past) { return past.name == name; });
  if (entry == past_.end()) return Past::unknown;
  for (const auto& candidate : {now, last})
    if (candidate && topologySum(*candidate) == entry->topology &&
        sumOf(numbersOf(*candidate)) == entry->places) {
      found = candidate;
      return Past::known;
    }
  if (entry->numbers.empty() || topologySum(*now) != entry->topology) return Past::lost;
  found = std::make_shared<const Geometry>(withPlaces(*now, entry->numbers));
  return Past::known;
}

void ColliderMemory::keep(const std::string& name, const Geometry& now) {
  Entry entry{name, topologySum(now), 0, numbersOf(now)};
  entry.places = sumOf(entry.numbers);
  if (now.pointCount() > kMostPoints) entry.numbers.clear();
  kept_.push_back(std::move(entry));
}

void ColliderMemory::write(Geometry& state) const {
  for (const char* name : {kNames, kKeys, kPlaces}) state.remove(Owner::detail, name);
  if (kept_.empty()) return;
  Attribute& names = addList(state, kNames, AttributeKind::stringArray, Storage::int32);
  std::vector<double> texts, keys, places;
  for (const Entry& entry : kept_) {
    texts.push_back(names.indexOfString(entry.name));
    for (const std::uint64_t sum : {entry.topology, entry.places})
      for (const int shift : {0, 32}) keys.push_back(half(sum, shift));
    keys.push_back(static_cast<double>(entry.numbers.size()));
    places.insert(places.end(), entry.numbers.begin(), entry.numbers.end());
  }
  setNumbers(texts, names);
  setNumbers(keys, addList(state, kKeys, AttributeKind::array, Storage::int32));
  const bool fits = std::all_of(places.begin(), places.end(),
                                [](double x) { return !(static_cast<double>(static_cast<float>(x)) != x); });
  setNumbers(places, addList(state, kPlaces, AttributeKind::array, fits ? Storage::real32 : Storage::real64));
}

}  // namespace tendril::nodes
