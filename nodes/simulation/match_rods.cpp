// Matches incoming rods with those of the state by id, grown and cut.
#include <set>
#include <string>
#include <unordered_map>

#include "nodes/attributes/ungrown.h"
#include "nodes/simulation/growth_and_cuts.h"
#include "nodes/simulation/workspace.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/reknot.h"

namespace tendril::nodes {

namespace {

// Transfers what POP nodes have written on the state's knots: forces are added to incoming ones, `airresist`
// and `targetv` replace them.
void carryForces(const Geometry& state, std::size_t from, Geometry& made, std::size_t to) {
  const Span<const std::int32_t> old = state.pointsOf(from), now = made.pointsOf(to);
  if (old.size() != now.size()) return;
  const auto each = [&](const char* name, int size, const auto& f) {
    const Attribute* there = numericTuple(state.find(Owner::point, name), size);
    if (!there) return;
    Attribute& here = realTuple(made, Owner::point, name, size);
    for (std::size_t k = 0; k < old.size(); ++k)
      f(*there, static_cast<std::size_t>(old[k]), here, static_cast<std::size_t>(now[k]));
  };
  each("force", 3, [](const Attribute& a, std::size_t i, Attribute& b, std::size_t j) {
    setTuple(b, j, Vector3d(tupleAt(a, i)) + Vector3d(tupleAt(b, j)));
  });
  const Attribute* pull = numericTuple(state.find(Owner::point, "airresist"), 1);
  const auto replace = [&](const Attribute& a, std::size_t i, Attribute& b, std::size_t j) {
    if (pull && numberAt(pull->numbers, i) > 0) setTuple(b, j, tupleAt(a, i));
  };
  each("targetv", 3, replace);
  each("airresist", 1, replace);
}

// Transfers foreign attributes and groups, e.g. those that a wrangle in the network has put on the state.
// `stay`: primitives there and here.
void carryStrangers(const Geometry& state, const std::vector<std::pair<std::size_t, std::size_t>>& stay,
                    Geometry& made) {
  static const std::set<std::string> kOurs = {
#define STATE(name, owner, size, typeinfo, models) #name,
#define HISTORY STATE
#include "solver/rods/state.def"
#undef HISTORY
#undef STATE
      "P",         "orient",  "v",       "w",         "force",      "targetv",
      "airresist", "kinetic", "elastic", "potential", "iterations", "residual"};
  if (stay.empty()) return;
  // pairs of elements of one owner, there and here
  const auto pairsOf = [&](Owner owner) {
    if (owner == Owner::primitive) return stay;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const auto& [from, to] : stay) {
      const Span<const std::int32_t> old = state.pointsOf(from), now = made.pointsOf(to);
      for (std::size_t k = 0; old.size() == now.size() && k < old.size(); ++k)
        pairs.emplace_back(static_cast<std::size_t>(old[k]), static_cast<std::size_t>(now[k]));
    }
    return pairs;
  };
  for (const Owner owner : {Owner::point, Owner::primitive}) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    const auto elements = [&]() -> const auto& {
      if (pairs.empty()) pairs = pairsOf(owner);
      return pairs;
    };
    for (const Attribute& from : state.attributes[indexOf(owner)]) {
      if (made.find(owner, from.name) || kOurs.count(from.name)) continue;
      const std::size_t size = static_cast<std::size_t>(from.tupleSize);
      if (from.kind == AttributeKind::string) {
        Attribute& to = made.addString(owner, from.name, from.tupleSize);
        for (const auto& [i, j] : elements())
          for (std::size_t c = 0; c < size; ++c) to.setString(j * size + c, from.stringAt(i * size + c));
      } else if (from.kind == AttributeKind::numeric) {
        Attribute& to = made.add(owner, from.name, from.storage(), from.tupleSize, from.typeInfo);
        for (const auto& [i, j] : elements())
          for (std::size_t c = 0; c < size; ++c)
            setNumber(to.numbers, j * size + c, numberAt(from.numbers, i * size + c));
      }
    }
    for (const Group& from : state.groups[indexOf(owner)]) {
      if (made.findGroup(owner, from.name)) continue;
      Group& to = made.addGroup(owner, from.name);
      for (const auto& [i, j] : elements()) to.members[j] = from.members[i];
    }
  }
}

}  // namespace

Geometry adopted(const Geometry& state, std::vector<Rod>& rods, const SimulationInputs& inputs,
                 const SimulationParms& parms, RodReadings& readings) {
  if (!inputs.rods) return state;
  const std::vector<Rod> before = std::move(rods);
  const auto index = indexById(before);
  const std::vector<Rod>& uncut = readings.of(*inputs.rods);
  std::optional<Geometry> parts = partsOf(*inputs.rods, uncut, before, parms);
  rods = parts ? readRods(*parts) : uncut;
  Geometry made = parts ? Geometry(std::move(*parts)) : Geometry(*inputs.rods);
  if (hasUngrown(state) && !hasUngrown(made)) writeUngrown({}, made);
  std::vector<std::pair<std::size_t, std::size_t>> stay;
  for (Rod& rod : rods) {
    const auto found = index.find(rod.id);
    if (found == index.end()) continue;  // a new rod
    Rod was = before[found->second];
    if (was.shape.model != rod.shape.model)
      throw Error("rod " + std::to_string(rod.id) + " was a " + nameOf(was.shape.model) + " and is a " +
                  nameOf(rod.shape.model) + " now; reset the simulation");
    if (sameKnots(was.shape.arc, rod.shape.arc)) {
      was.rest = rod.rest;
    } else {
      reknot(was, rod.shape.arc, rod.rest);
    }
    carryForces(state, was.primitive, made, rod.primitive);
    if (inputs.keepsStrangers) stay.emplace_back(was.primitive, rod.primitive);
    was.primitive = rod.primitive;
    rod = std::move(was);
  }
  carryStrangers(state, stay, made);
  return made;
}

}  // namespace tendril::nodes
