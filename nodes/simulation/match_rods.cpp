// Which rods there are: matched by id, grown, read anew where somebody edited them.
#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

#include "nodes/parameters/text.h"
#include "nodes/simulation/growth_and_cuts.h"
#include "nodes/simulation/workspace.h"
#include "solver/base/parallel.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/reknot.h"
#include "solver/statics/rod_from_knots.h"

namespace tendril::nodes {

using Eigen::Quaterniond;

namespace {

// A number of each primitive; `none` where the attribute is not there.
double primitiveNumber(const Geometry& g, const char* name, std::size_t primitive, double none) {
  const Attribute* attribute = numericTuple(g.find(Owner::primitive, name), 1);
  return attribute ? numberAt(attribute->numbers, primitive) : none;
}

// What POP nodes have put on the state's knots: forces add to those that come in, the air's pull stands above
// it.
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

// What is not from the rods' own stream, and no name of Tendril's: a wrangle in the network has put it on the
// state's points, rods and groups. `stay`: rods there and here.
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
  // elements of one owner, there and here
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
  Geometry made = parts ? std::move(*parts) : *inputs.rods;
  std::vector<std::pair<std::size_t, std::size_t>> stay;
  for (Rod& rod : rods) {
    const auto found = index.find(rod.id);
    if (found == index.end()) continue;  // it is born
    Rod was = before[found->second];
    if (was.shape.model != rod.shape.model)
      throw Error("rod " + std::to_string(rod.id) + " was a " + nameOf(was.shape.model) + " and is a " +
                  nameOf(rod.shape.model) + " now; reset the simulation");
    if (sameKnots(was.shape.arc, rod.shape.arc)) {
      was.kappaRest = rod.kappaRest;
      was.jointRest = rod.jointRest;
    } else {
      reknot(was, rod.shape.arc, rod.kappaRest, rod.jointRest);
    }
    carryForces(state, was.primitive, made, rod.primitive);
    if (inputs.keepsStrangers) stay.emplace_back(was.primitive, rod.primitive);
    was.primitive = rod.primitive;
    rod = std::move(was);
  }
  carryStrangers(state, stay, made);
  return made;
}

namespace {

// Whom a rod hangs on, and where.
struct Hanging {
  std::int64_t parent = -1;
  double arc = 0;
};
Hanging hangingOf(const Geometry& g, std::size_t primitive) {
  return {static_cast<std::int64_t>(primitiveNumber(g, "rodparent", primitive, -1)),
          primitiveNumber(g, "rodparentlength", primitive, 0)};
}

// The root of one in the material frame of the other.
void hangOn(const Shape& parent, double arc, const Frame<double>& root, History& history) {
  ShapeWalker walker(parent);
  const Frame<double> at = walker.at(arc);
  history.hookPosition = at.axes.transpose() * (root.position - at.position);
  history.hookOrient = orientOf(at.axes.transpose() * root.axes);
}

// To where it hangs on a parent that has moved since it was drawn, and as fast.
void standOn(const Rod& parent, double arc, Rod& rod) {
  const Sample at = sampleRod(parent.shape, parent.motion, {arc})[0];
  const Vector3d lever = at.frame.axes * rod.history->hookPosition;
  rod.shape.root.position = at.frame.position + lever;
  turnRoot(rod, orientOf(at.frame.axes * axesOf(rod.history->hookOrient)));
  rod.motion.velocity = at.velocity + at.spin.cross(lever);
  rod.motion.spin = at.spin;
}

}  // namespace

void beginHistories(const Geometry& g, const Geometry* drawn, std::vector<Rod>& rods, RodReadings& readings) {
  const auto index = indexById(rods);
  std::vector<std::size_t> fresh;
  for (std::size_t r = 0; r < rods.size(); ++r) {
    const bool isNew = !rods[r].history;
    const std::int64_t parent = hangingOf(g, rods[r].primitive).parent;
    // who hangs elsewhere than before hangs there as it is
    if (isNew || (rods[r].history->hookParent != parent && !rods[r].history->loose)) fresh.push_back(r);
    if (isNew) beginHistory(rods[r]);
  }
  if (fresh.empty()) return;
  const std::vector<Rod> none;
  const std::vector<Rod>& before = drawn ? readings.of(*drawn) : none;
  const auto drawnIndex = indexById(before);
  // parents first: they may be new themselves
  const auto depthOf = [&](std::size_t r) {
    std::size_t depth = 0;
    for (std::int64_t on = hangingOf(g, rods[r].primitive).parent; on >= 0 && depth <= rods.size(); ++depth) {
      const auto found = index.find(on);
      if (found == index.end()) break;
      on = hangingOf(g, rods[found->second].primitive).parent;
    }
    return depth;
  };
  std::vector<std::pair<std::size_t, std::size_t>> order;
  for (const std::size_t r : fresh) order.emplace_back(depthOf(r), r);
  std::sort(order.begin(), order.end());
  for (const auto& [depth, r] : order) {
    Rod& rod = rods[r];
    const Hanging now = hangingOf(g, rod.primitive);
    const auto on = now.parent < 0 ? index.end() : index.find(now.parent);
    const bool wasThere = rod.history->pastStep > 0 || rod.history->hookParent >= 0;
    rod.history->hookParent = now.parent;
    if (on == index.end()) continue;
    const auto self = drawnIndex.find(rod.id);
    const Hanging then =
        self == drawnIndex.end() ? Hanging() : hangingOf(*drawn, before[self->second].primitive);
    const auto parent = drawnIndex.find(then.parent);
    if (wasThere || self == drawnIndex.end() || parent == drawnIndex.end()) {
      hangOn(rods[on->second].shape, now.arc, rod.shape.root, *rod.history);
      continue;
    }
    hangOn(before[parent->second].shape, then.arc, before[self->second].shape.root, *rod.history);
    standOn(rods[on->second], now.arc, rod);
    const std::int64_t hook = rod.history->hookParent;
    const Vector3d position = rod.history->hookPosition;
    const Quaterniond orient = rod.history->hookOrient;
    beginHistory(rod);  // from where it stands
    rod.history->hookParent = hook;
    rod.history->hookPosition = position;
    rod.history->hookOrient = orient;
  }
}

namespace {

// Less than this is rounding: of floats, of a transform. 1e-5 of a rod is not seen, and 3e-4 rad neither.
constexpr double kMovedFar = 1e-5, kTurnedFar = 3e-4;

// What is left of a number that was stored, in parts of it.
double roundingOf(const Attribute& attribute) {
  switch (attribute.storage()) {
    case Storage::real16:
      return 1e-3;
    case Storage::real64:
      return 2e-16;
    default:
      return 1e-7;
  }
}

bool readEdit(const Geometry& g, double farther, const Attribute& p, const Attribute* orient, Rod& rod) {
  Knots knots;
  for (const std::int32_t point : g.pointsOf(rod.primitive)) {
    const std::size_t i = static_cast<std::size_t>(point);
    knots.positions.emplace_back(tupleAt(p, i));
    if (!orient) continue;
    const Quaterniond q{Eigen::Vector4d(tupleAt(*orient, i))};
    if (q.norm() > 0.5 && q.norm() < 2) knots.orients.push_back(q.normalized());
  }
  if (knots.orients.size() != knots.positions.size()) knots.orients.clear();
  for (const Vector3d& position : knots.positions)
    if (!position.allFinite()) throw Error("rod " + std::to_string(rod.id) + ": P is not finite");
  for (const Quaterniond& q : knots.orients)
    if (!q.coeffs().allFinite()) throw Error("rod " + std::to_string(rod.id) + ": orient is not finite");
  const Edit edit = editOf(rod, knots);
  // floats far from the origin are coarse
  const double reach = rod.shape.root.position.norm() + rod.shape.length() + farther,
               coarse = 4 * roundingOf(p) * reach / rod.shape.length();
  const double turnedFar = std::max(kTurnedFar, orient ? 4 * roundingOf(*orient) : 0.0);
  if (edit.distance <= kMovedFar + coarse && edit.turn <= turnedFar) return false;
  if (edit.turn <= turnedFar) knots.orients.clear();  // points moved, frames did not: they are from before
  rodFromKnots(rod, knots);
  return true;
}

}  // namespace

void readEdits(const Geometry& g, double reach, std::vector<Rod>& rods, SimulationReport& report) {
  const Attribute& p = *g.find(Owner::point, "P");
  const Attribute* orient = numericTuple(g.find(Owner::point, "orient"), 4);
  std::vector<std::uint8_t> edited(rods.size(), 0);
  parallelForInOrder(rods.size(), [&](std::size_t r) { edited[r] = readEdit(g, reach, p, orient, rods[r]); });
  for (const std::uint8_t one : edited) report.edited += one;
}

void sortByParents(const Geometry& g, SimulationWorkspace& stage) {
  const auto index = indexById(stage.rods);
  const std::size_t count = stage.rods.size();
  std::vector<std::int64_t> parent(count, -1);
  for (std::size_t r = 0; r < count; ++r) {
    const double id = primitiveNumber(g, "rodparent", stage.rods[r].primitive, -1);
    if (id < 0 || (stage.rods[r].history && stage.rods[r].history->loose)) continue;
    const auto found = index.find(static_cast<std::int64_t>(id));
    if (found == index.end())
      throw Error("rod " + std::to_string(stage.rods[r].id) + " hangs on rod " + formatNumber(id) +
                  ", which is not there");
    parent[r] = static_cast<std::int64_t>(found->second);
  }
  std::vector<std::size_t> depth(count, 0), order(count);
  for (std::size_t r = 0; r < count; ++r) {
    order[r] = r;
    for (std::int64_t on = parent[r]; on >= 0; on = parent[static_cast<std::size_t>(on)])
      if (++depth[r] > count)
        throw Error("rod " + std::to_string(stage.rods[r].id) +
                    " hangs on itself: its rodparent leads back to it");
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(depth[a], stage.rods[a].id) < std::pair(depth[b], stage.rods[b].id);
  });
  std::vector<std::size_t> place(count);
  for (std::size_t i = 0; i < count; ++i) place[order[i]] = i;
  std::vector<Rod> sorted;
  stage.parents.assign(count, -1);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t r = order[i];
    if (parent[r] >= 0)
      stage.parents[i] = static_cast<std::int32_t>(place[static_cast<std::size_t>(parent[r])]);
    sorted.push_back(std::move(stage.rods[r]));
  }
  stage.rods = std::move(sorted);
  stage.falling.assign(count, 0);
  for (std::size_t i = 0; i < count; ++i)
    stage.falling[i] = stage.rods[i].history->loose ||
                       (stage.parents[i] >= 0 && stage.falling[static_cast<std::size_t>(stage.parents[i])]);
}

}  // namespace tendril::nodes
