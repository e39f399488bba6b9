// What an update of a detail has to write.
#include "hdk/differences.h"

#include <cstring>

#include "hdk/carried.h"

namespace tendril::hdk {

bool sameTopology(const Geometry& a, const Input& input, std::int64_t number) {
  const Geometry& b = *input.read;
  if (input.sampled || a.pointCount() != b.pointCount() || a.vertexPoints != b.vertexPoints ||
      a.starts != b.starts || a.kinds != b.kinds)
    return false;
  for (const OtherPrimitive& other : a.others)
    if (!(sourceOf(other) == Source{number, static_cast<std::int64_t>(other.primitive)})) return false;
  return true;
}

bool fits(const Attribute* a, const Attribute& b) {
  return a && a->kind == b.kind && a->storage() == b.storage() && a->tupleSize == b.tupleSize;
}

bool sameValues(const Attribute& a, const Attribute& b) {
  if (a.kind != AttributeKind::numeric || b.kind != AttributeKind::numeric) return a == b;
  return a.tupleSize == b.tupleSize && a.typeInfo == b.typeInfo && a.numbers.index() == b.numbers.index() &&
         std::visit(
             [&b](const auto& values) {
               const auto& others = std::get<std::decay_t<decltype(values)>>(b.numbers);
               return values.size() == others.size() &&
                      (values.empty() ||
                       std::memcmp(values.data(), others.data(), values.size() * sizeof(values[0])) == 0);
             },
             a.numbers);
}

bool holdsAll(const Geometry& after, const Geometry& before) {
  for (const Owner owner : kOwners)
    for (const Attribute& attribute : before.attributes[static_cast<std::size_t>(owner)])
      if (const Attribute* found = after.find(owner, attribute.name); !fits(found, attribute)) return false;
  for (const Owner owner : {Owner::vertex, Owner::point, Owner::primitive})
    for (const Group& group : before.groups[static_cast<std::size_t>(owner)])
      if (const Group* found = after.findGroup(owner, group.name); !found || found->members != group.members)
        return false;
  return true;
}

}  // namespace tendril::hdk
