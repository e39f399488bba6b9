// The state of constraint primitives as attributes, and its transfer to the primitives drawn on the next
// frame.
#include "nodes/simulation/constraint_state.h"

#include <unordered_map>

#include "nodes/simulation/constraints.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {
namespace {

constexpr const char* kType = "constrainttype";

}  // namespace

ConstraintAttributes::ConstraintAttributes(Geometry& g) {
#define CONSTRAINT_STATE(member, name, size) member = &g.add(Owner::primitive, name, Storage::real64, size);
#include "nodes/simulation/constraint_state.def"
#undef CONSTRAINT_STATE
  type = &g.addString(Owner::primitive, kType);
}

std::string ownStateName(const char* name) {
  return std::string("constraint") + name;
}

std::string typeOfState(const Geometry& g, std::size_t primitive) {
  const Attribute* type = g.find(Owner::primitive, kType);
  if (!type) return {};
  if (type->isString()) return std::string(type->stringAt(primitive));
  static constexpr const char* kNumbered[] = {
      "position",        "orientation", "plane", "axis",       "distance", "fuse",  "keyhole",
      "orientedkeyhole", "slipknot",    "pearl", "unilateral", "angle",    "hinge", "attach"};
  if (!numericTuple(type, 1)) return {};
  const double number = numberAt(type->numbers, primitive);
  return number >= 0 && number < std::size(kNumbered) ? kNumbered[static_cast<std::size_t>(number)] : "";
}

Geometry withConstraintState(const Geometry& drawn, const Geometry& before) {
  Geometry made = drawn;
  const bool byId = drawn.find(Owner::primitive, "id") && before.find(Owner::primitive, "id");
  std::unordered_map<std::int64_t, std::size_t> index;
  if (byId) {
    const std::vector<std::int64_t> ids = idsOf(before);
    for (std::size_t p = 0; p < ids.size(); ++p) index.emplace(ids[p], p);
  }
  const std::vector<std::int64_t> ids = byId ? idsOf(drawn) : std::vector<std::int64_t>();
  const auto placeOf = [&](std::size_t p) {
    if (!byId) return p < before.primitiveCount() ? p : SIZE_MAX;
    const auto found = index.find(ids[p]);
    return found == index.end() ? SIZE_MAX : found->second;
  };
  const auto carry = [&](const char* name, int size, Storage storage) {
    const Attribute* from = numericTuple(before.find(Owner::primitive, name), size);
    if (!from) return;
    Attribute& to = made.add(Owner::primitive, name, storage, size);
    for (std::size_t p = 0; p < made.primitiveCount(); ++p)
      if (const std::size_t q = placeOf(p); q != SIZE_MAX) setTuple(to, p, tupleAt(*from, q));
  };
#define CONSTRAINT_STATE(member, name, size) carry(name, size, Storage::real64);
#include "nodes/simulation/constraint_state.def"
#undef CONSTRAINT_STATE
  for (const ConstraintType* type : constraintTypes())
    for (const char* name : type->state) carry(ownStateName(name).c_str(), 1, Storage::real64);
  carry("broken", 1, Storage::int32);
  if (!before.find(Owner::primitive, kType)) return made;
  Attribute& type = made.addString(Owner::primitive, kType);
  for (std::size_t p = 0; p < made.primitiveCount(); ++p)
    if (const std::size_t q = placeOf(p); q != SIZE_MAX) type.setString(p, typeOfState(before, q));
  return made;
}

}  // namespace tendril::nodes
