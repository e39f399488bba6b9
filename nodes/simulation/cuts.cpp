// Rods that are cut or break: where, and the state of their pieces.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "nodes/attributes/knot_values.h"
#include "nodes/simulation/growth_and_cuts.h"
#include "nodes/simulation/rod_parts.h"
#include "solver/geometry/tuples.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/evaluate.h"
#include "solver/scene/si_units.h"

namespace tendril::nodes {

using Eigen::Quaterniond;
using Eigen::Vector3d;

namespace {

bool isRod(const Geometry& g, std::size_t primitive) {
  const Attribute* model = g.find(Owner::primitive, "rodmodel");
  return model && !model->stringAt(primitive).empty();
}

// Keeps `count` knots from `first` on.
void keepKnots(Rod& rod, std::size_t first, std::size_t count) {
  const auto keep = [&](auto& all) {
    if (all.empty()) return;
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    all = {begin, begin + static_cast<std::ptrdiff_t>(count)};
  };
  rod.shape.keep(first, count);
  rod.rest.keep(first, count);
  keep(rod.motion.rates);
  keep(rod.shape.arc);
  const double start = rod.shape.arc[0];
  for (double& arc : rod.shape.arc) arc -= start;
  History& h = *rod.history;
  h.past.keep(first, count);
  h.goal.keep(first, count);
  for (auto* all : {&h.pastMotion.rates, &h.goalPosition, &h.plastic}) keep(*all);
  keep(h.plasticFlow);
}

// The last knot has no coordinate of its own, but in clothoids.
void endKnots(Rod& rod) {
  const Layout layout = layoutOf(rod.shape.model);
  const std::size_t knots = rod.shape.arc.size(), count = coordinateCount(layout, rod.shape.elements());
  History& h = *rod.history;
  for (Coordinates* all : {static_cast<Coordinates*>(&rod.shape), &h.past}) {
    all->keep(0, count);
    all->fillKnots(knots);
  }
  if (layout == Layout::joints) h.goal.setStraight(knots - 1);
  for (auto* rates : {&rod.motion.rates, &h.pastMotion.rates}) {
    rates->resize(count);
    fillKnots(layout, knots, *rates);
  }
}

// The root of a new piece: frame and velocity at a knot. Chains: behind the joint, since a free chain's first
// joint is locked.
void takeRoot(const Shape& shape, const Motion& motion, double arc, Vector3d& position, Quaterniond& orient,
              Motion& its) {
  const Sample at = sampleRod(shape, motion, {arc})[0];
  position = at.frame.position;
  orient = orientOf(at.frame.axes);
  its.velocity = at.velocity;
  its.spin = at.spin;
}

Rod behind(const Rod& rod, std::size_t knot, std::int64_t id) {
  Rod piece = rod;
  const double arc = rod.shape.arc[knot];
  Quaterniond orient;
  takeRoot(rod.shape, rod.motion, arc, piece.shape.root.position, orient, piece.motion);
  turnRoot(piece, orient);
  History& h = *piece.history;
  Shape past = rod.shape;
  past.root = {axesOf(h.pastOrient), h.pastPosition};
  static_cast<Coordinates&>(past) = h.past;
  takeRoot(past, rod.history->pastMotion, arc, h.pastPosition, h.pastOrient, h.pastMotion);
  keepKnots(piece, knot, rod.shape.arc.size() - knot);
  if (rod.shape.areJoints()) {
    piece.shape.setStraight(0);
    h.past.setStraight(0);
    piece.motion.rates[0] = h.pastMotion.rates[0] = Vector3d::Zero();
  }
  piece.id = id;
  h.loose = true;
  h.hookPosition = h.targetVelocity = h.targetSpin = Vector3d::Zero();
  h.hookOrient = Quaterniond::Identity();
  h.hookParent = -1;
  h.cutStart += arc;
  return piece;
}

}  // namespace

void cutRods(const std::vector<Cut>& cuts, Geometry& g, std::vector<Rod>& rods) {
  if (cuts.empty()) return;
  std::int64_t next = kFirstPiece;
  for (const Rod& rod : rods) next = std::max(next, rod.id + 1);
  std::vector<std::size_t> knot(rods.size(), 0);
  for (const Cut& cut : cuts) knot[cut.rod] = cut.knot;
  // pieces are numbered by the ids of their rods, for any order in the geometry
  std::vector<std::size_t> order;
  for (std::size_t r = 0; r < rods.size(); ++r)
    if (knot[r] > 0) order.push_back(r);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return rods[a].id < rods[b].id; });
  std::vector<std::int64_t> ids(rods.size(), 0);
  for (const std::size_t r : order) ids[r] = next++;

  std::vector<RodPart> parts;
  std::vector<Rod> made;
  for (std::size_t r = 0; r < rods.size(); ++r) {
    Rod rod = rods[r];
    if (knot[r] == 0) {
      parts.push_back({r, 0, rod.shape.length(), rod.id});
      made.push_back(std::move(rod));
      continue;
    }
    const double arc = rod.shape.arc[knot[r]];
    parts.push_back({r, 0, arc, rod.id});
    parts.push_back({r, arc, rod.shape.length(), ids[r]});
    History& h = *rod.history;
    if (h.cutEnd == 0) h.cutEnd = rod.shape.length();
    made.push_back(behind(rod, knot[r], ids[r]));
    h.cutEnd = h.cutStart + arc;
    keepKnots(rod, 0, knot[r] + 1);
    endKnots(rod);
    made.push_back(std::move(rod));
  }
  g = slicedRods(g, rods, std::move(parts));
  std::unordered_map<std::int64_t, std::size_t> primitives;
  const std::vector<std::int64_t> all = idsOf(g);
  for (std::size_t p = 0; p < all.size(); ++p)
    if (isRod(g, p)) primitives[all[p]] = p;  // other primitives may have the same id
  for (Rod& rod : made) rod.primitive = primitives.at(rod.id);
  rods = std::move(made);
  writeRods(g, rods);
}

std::vector<Cut> cutsByLength(const Geometry& g, const std::vector<Rod>& rods, const SimulationParms& parms,
                              double unit) {
  const KnotValue given = findKnotValue(g, "cutlength");
  std::vector<Cut> cuts;
  if (!given && parms.cutLength < 0) return cuts;
  for (std::size_t r = 0; r < rods.size(); ++r) {
    if (rods[r].history && rods[r].history->loose) continue;
    const double length = given ? given.at(g, rods[r].primitive, 0) : parms.cutLength / unit;
    const std::vector<double>& arc = rods[r].shape.arc;
    if (std::isnan(length)) throw Error("rod " + std::to_string(rods[r].id) + ": cutlength is not a number");
    if (!(length >= 0 && length < arc.back())) continue;
    std::size_t knot = 0;
    for (std::size_t k = 1; k < arc.size(); ++k)
      if (std::abs(arc[k] - length) < std::abs(arc[knot] - length)) knot = k;
    knot = std::max<std::size_t>(knot, 1);  // one element stays
    if (knot + 1 < arc.size()) cuts.push_back({r, knot});
  }
  return cuts;
}

std::vector<Cut> breaks(const Geometry& g, const std::vector<Rod>& rods, const SimulationParms& parms,
                        double unit) {
  const KnotValue given = findKnotValue(g, "maxbend");
  std::vector<Cut> cuts;
  if (!given && !(parms.maxBend > 0)) return cuts;
  for (std::size_t r = 0; r < rods.size(); ++r) {
    const Rod& rod = rods[r];
    const SceneRod described = describe(rod, unit);
    Coordinates shape = rod.shape;
    shape.divideByLength(unit);
    double worst = 1;
    Cut cut{r, 0};
    for (std::size_t k = 1; k < rod.shape.elements(); ++k) {
      const double most = given ? given.at(g, rod.primitive, k) : parms.maxBend;
      if (!(most > 0)) continue;
      const double bend = described.rest.bendTo(shape, k, described.arc);  // rad/m
      if (bend / most > worst) {
        worst = bend / most;
        cut.knot = k;
      }
    }
    if (cut.knot > 0) cuts.push_back(cut);
  }
  return cuts;
}

}  // namespace tendril::nodes
