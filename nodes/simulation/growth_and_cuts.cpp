// Parts of rods.
#include "nodes/simulation/growth_and_cuts.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "nodes/attributes/knot_values.h"
#include "nodes/parameters/text.h"
#include "solver/geometry/resample_topology.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/evaluate.h"
#include "solver/scene/si_units.h"

namespace tendril::nodes {

using Eigen::Quaterniond;
using Eigen::Vector3d;

namespace {

// A part of a rod of the geometry at hand.
struct Part {
  std::size_t rod = 0;  // among those of the geometry
  double from = 0, to = 0;
  std::int64_t id = 0;
};

// Wide enough for ids of pieces.
Attribute& wideIds(Geometry& g) {
  const std::vector<std::int64_t> ids = idsOf(g);
  Attribute& id = g.add(Owner::primitive, "id", Storage::int64, 1);
  for (std::size_t p = 0; p < ids.size(); ++p) std::get<std::vector<std::int64_t>>(id.numbers)[p] = ids[p];
  return id;
}

bool isRod(const Geometry& g, std::size_t primitive) {
  const Attribute* model = g.find(Owner::primitive, "rodmodel");
  return model && !model->stringAt(primitive).empty();
}

class Slicer {
 public:
  Slicer(const Geometry& g, const std::vector<Rod>& rods) : rods_(rods), made_(g) {
    wideIds(made_);  // numbers of primitives will change
  }

  // Those of a rod in ascending order; rods without parts vanish.
  Geometry make(std::vector<Part> parts) {
    parts_ = std::move(parts);
    byRod_.resize(rods_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i) byRod_[parts_[i].rod].push_back(i);
    byId_ = indexById(rods_);
    dropWhatHangsOnNothing();
    const Geometry whole = made_;
    redrawFirsts();
    std::vector<std::uint8_t> gone(made_.primitiveCount(), 0);
    for (std::size_t r = 0; r < rods_.size(); ++r) gone[rods_[r].primitive] = byRod_[r].empty();
    std::vector<const Part*> pieces;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (!isFirst(i)) pieces.push_back(&parts_[i]);
    std::sort(pieces.begin(), pieces.end(), [](const Part* a, const Part* b) { return a->id < b->id; });
    for (const Part* piece : pieces) append(made_, pieceOf(whole, *piece));
    if (std::find(gone.begin(), gone.end(), 1) != gone.end()) {
      gone.resize(made_.primitiveCount(), 0);
      removePrimitives(made_, gone);
    }
    return std::move(made_);
  }

 private:
  bool isFirst(std::size_t part) const { return byRod_[parts_[part].rod].front() == part; }
  bool isWhole(const Part& part) const {
    const Rod& rod = rods_[part.rod];
    return part.from == 0 && part.to == rod.shape.length() && part.id == rod.id;
  }

  // The part of a rod that has a place; null: it is not there.
  const Part* partAt(std::size_t rod, double arc) const {
    for (const std::size_t i : byRod_[rod])
      if (arc <= parts_[i].to * (1 + 1e-9)) return &parts_[i];
    return nullptr;
  }

  // Parents by id and arc length on the whole; both as the parts have them afterwards.
  void dropWhatHangsOnNothing() {
    Attribute* parent = made_.find(Owner::primitive, "rodparent");
    Attribute* length = made_.find(Owner::primitive, "rodparentlength");
    if (!parent || !numericTuple(parent, 1) || !length || !numericTuple(length, 1)) return;
    std::vector<std::int64_t> on(rods_.size(), -1);
    for (std::size_t r = 0; r < rods_.size(); ++r) {
      const double id = numberAt(parent->numbers, rods_[r].primitive);
      const auto found = id < 0 ? byId_.end() : byId_.find(static_cast<std::int64_t>(id));
      if (found != byId_.end()) on[r] = static_cast<std::int64_t>(found->second);
    }
    for (bool again = true; again;) {
      again = false;
      for (std::size_t r = 0; r < rods_.size(); ++r) {
        if (on[r] < 0 || byRod_[r].empty()) continue;
        if (partAt(static_cast<std::size_t>(on[r]), numberAt(length->numbers, rods_[r].primitive))) continue;
        byRod_[r].clear();  // and so goes what hangs on it
        again = true;
      }
    }
    for (std::size_t r = 0; r < rods_.size(); ++r) {
      if (on[r] < 0 || byRod_[r].empty()) continue;
      const std::size_t p = rods_[r].primitive;
      const Part& part = *partAt(static_cast<std::size_t>(on[r]), numberAt(length->numbers, p));
      if (part.from == 0) continue;
      setNumber(parent->numbers, p, static_cast<double>(part.id));
      setNumber(length->numbers, p, std::max(0.0, numberAt(length->numbers, p) - part.from));
    }
    // parts whose rod was dropped
    std::vector<Part> left;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (!byRod_[parts_[i].rod].empty()) left.push_back(parts_[i]);
    parts_ = std::move(left);
    for (auto& own : byRod_) own.clear();
    for (std::size_t i = 0; i < parts_.size(); ++i) byRod_[parts_[i].rod].push_back(i);
  }

  // Knots of a part, between those of its rod.
  ResampledCurve knotsOf(const Part& part) const {
    const Shape& shape = rods_[part.rod].shape;
    const std::vector<double>& arc = shape.arc;
    const double near = 1e-9 * shape.length();
    const auto at = [&](double s) {
      std::size_t k = elementAt(arc, s);
      if (s >= arc[k + 1] - near) ++k;
      const bool exact = s - arc[k] <= near || k + 1 == arc.size();
      const std::int32_t a = static_cast<std::int32_t>(k);
      return exact ? Blend{a, a, 0} : Blend{a, a + 1, (s - arc[k]) / (arc[k + 1] - arc[k])};
    };
    ResampledCurve drawn = {at(part.from)};
    for (std::size_t k = 0; k < arc.size(); ++k)
      if (arc[k] > part.from + near && arc[k] < part.to - near)
        drawn.push_back({static_cast<std::int32_t>(k), static_cast<std::int32_t>(k), 0});
    drawn.push_back(at(part.to));
    return drawn;
  }

  void redrawFirsts() {
    std::vector<ResampledCurve> drawn(made_.primitiveCount());
    bool any = false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Part& part = parts_[i];
      if (!isFirst(i) || isWhole(part)) continue;
      drawn[rods_[part.rod].primitive] = knotsOf(part);
      any = true;
    }
    if (!any) return;
    std::vector<std::int32_t> firstPoint;
    made_ = resampleTopology(made_, drawn, firstPoint);
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (isFirst(i) && !isWhole(parts_[i])) number(made_, rods_[parts_[i].rod].primitive, parts_[i]);
  }

  // Of one that was cut off.
  Geometry pieceOf(const Geometry& whole, const Part& part) const {
    const std::int32_t primitive = static_cast<std::int32_t>(rods_[part.rod].primitive);
    const Geometry one = extractPrimitives(whole, Span<const std::int32_t>(&primitive, 1));
    std::vector<std::int32_t> firstPoint;
    Geometry piece = resampleTopology(one, {knotsOf(part)}, firstPoint);
    number(piece, 0, part);
    if (Attribute* parent = piece.find(Owner::primitive, "rodparent"); parent && numericTuple(parent, 1))
      setNumber(parent->numbers, 0, -1);
    return piece;
  }

  static void number(Geometry& g, std::size_t primitive, const Part& part) {
    std::get<std::vector<std::int64_t>>(g.find(Owner::primitive, "id")->numbers)[primitive] = part.id;
    Attribute& arc = *g.find(Owner::point, "arclength");
    const Span<const std::int32_t> points = g.pointsOf(primitive);
    for (std::size_t k = 0; k < points.size(); ++k) {
      const std::size_t i = static_cast<std::size_t>(points[k]);
      const double s = k == 0 ? part.from : k + 1 == points.size() ? part.to : numberAt(arc.numbers, i);
      setNumber(arc.numbers, i, s - part.from);
    }
  }

  const std::vector<Rod>& rods_;
  Geometry made_;
  std::vector<Part> parts_;
  std::vector<std::vector<std::size_t>> byRod_;
  std::unordered_map<std::int64_t, std::size_t> byId_;
};

// How much of a rod is there, arc length. A last element that has only just begun is not begun yet: knots
// must be told apart in floats.
double grownLength(const std::vector<double>& arc, double part) {
  constexpr double kLeast = 1e-6;  // of the whole rod
  if (part >= 1) return arc.back();
  const double length = part * arc.back();
  const std::size_t k =
      static_cast<std::size_t>(std::upper_bound(arc.begin(), arc.end(), length) - arc.begin()) - 1;
  return length - arc[k] < kLeast * arc.back() ? arc[k] : length;
}

std::vector<double> grownLengths(const Geometry& g, const std::vector<Rod>& rods,
                                 const SimulationParms& parms) {
  const KnotValue growth = findKnotValue(g, "growth");
  std::vector<double> lengths;
  for (const Rod& rod : rods) {
    const double part = parms.growth * (growth ? growth.at(g, rod.primitive, 0) : 1.0);
    if (!std::isfinite(part)) throw Error("rod " + std::to_string(rod.id) + ": growth is not finite");
    lengths.push_back(grownLength(rod.shape.arc, std::clamp(part, 0.0, 1.0)));
  }
  return lengths;
}

template <class T>
std::vector<T> from(const std::vector<T>& all, std::size_t first, std::size_t count) {
  if (all.empty()) return {};
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

// What a rod has at its knots, from `first` on.
void keepKnots(Rod& rod, std::size_t first, std::size_t count) {
  const auto keep = [&](auto& all) { all = from(all, first, count); };
  for (auto* all : {&rod.shape.kappa, &rod.motion.rates, &rod.kappaRest}) keep(*all);
  keep(rod.shape.joints);
  keep(rod.jointRest);
  keep(rod.shape.arc);
  const double start = rod.shape.arc[0];
  for (double& arc : rod.shape.arc) arc -= start;
  History& h = *rod.history;
  for (auto* all : {&h.pastKappa, &h.pastMotion.rates, &h.goalPosition, &h.goalKappa, &h.plastic}) keep(*all);
  keep(h.pastJoints);
  keep(h.goalJoints);
  keep(h.plasticFlow);
}

// The last knot of chains has no joint; that of helices repeats the one before.
void endKnots(Rod& rod) {
  const std::size_t last = rod.shape.elements();
  History& h = *rod.history;
  if (rod.shape.model == Model::chain) {
    rod.shape.joints[last] = h.pastJoints[last] = h.goalJoints[last] = Quaterniond::Identity();
    rod.motion.rates[last] = h.pastMotion.rates[last] = Vector3d::Zero();
  }
  if (rod.shape.model == Model::helix)
    for (auto* all : {&rod.shape.kappa, &rod.motion.rates, &h.pastKappa, &h.pastMotion.rates})
      (*all)[last] = (*all)[last - 1];
}

// A root where a knot was, moving as it did. Chains: behind the joint, which a free chain does not turn.
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
  past.kappa = h.pastKappa;
  past.joints = h.pastJoints;
  takeRoot(past, rod.history->pastMotion, arc, h.pastPosition, h.pastOrient, h.pastMotion);
  keepKnots(piece, knot, rod.shape.arc.size() - knot);
  if (rod.shape.model == Model::chain) {
    piece.shape.joints[0] = h.pastJoints[0] = Quaterniond::Identity();
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

std::optional<Geometry> partsOf(const Geometry& uncut, const std::vector<Rod>& rods,
                                const std::vector<Rod>& state, const SimulationParms& parms) {
  const std::vector<double> grown = grownLengths(uncut, rods, parms);
  std::unordered_map<std::int64_t, std::vector<Part>> cut;
  for (const Rod& rod : state)
    if (rod.history && rod.history->cutEnd > 0)
      cut[rod.history->cutFrom].push_back({0, rod.history->cutStart, rod.history->cutEnd, rod.id});
  bool whole = cut.empty();
  for (std::size_t r = 0; whole && r < rods.size(); ++r) whole = grown[r] == rods[r].shape.length();
  if (whole) return {};
  std::vector<Part> parts;
  for (std::size_t r = 0; r < rods.size(); ++r) {
    const auto found = cut.find(rods[r].id);
    if (found == cut.end()) {
      if (grown[r] > 0) parts.push_back({r, 0, grown[r], rods[r].id});
      continue;
    }
    std::vector<Part>& its = found->second;
    std::sort(its.begin(), its.end(), [](const Part& a, const Part& b) { return a.from < b.from; });
    for (Part part : its) {
      part.rod = r;
      part.to = std::min(part.to, rods[r].shape.length());
      if (part.from == 0) part.to = std::min(part.to, grown[r]);
      if (part.to > part.from) parts.push_back(part);
    }
  }
  return Slicer(uncut, rods).make(std::move(parts));
}

void cutRods(const std::vector<Cut>& cuts, Geometry& g, std::vector<Rod>& rods) {
  if (cuts.empty()) return;
  std::int64_t next = kFirstPiece;
  for (const Rod& rod : rods) next = std::max(next, rod.id + 1);
  std::vector<std::size_t> knot(rods.size(), 0);
  for (const Cut& cut : cuts) knot[cut.rod] = cut.knot;
  // pieces are numbered by the ids of what they were, in whatever order that stands
  std::vector<std::size_t> order;
  for (std::size_t r = 0; r < rods.size(); ++r)
    if (knot[r] > 0) order.push_back(r);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return rods[a].id < rods[b].id; });
  std::vector<std::int64_t> ids(rods.size(), 0);
  for (const std::size_t r : order) ids[r] = next++;

  std::vector<Part> parts;
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
  g = Slicer(g, rods).make(std::move(parts));
  std::unordered_map<std::int64_t, std::size_t> primitives;
  const std::vector<std::int64_t> all = idsOf(g);
  for (std::size_t p = 0; p < all.size(); ++p)
    if (isRod(g, p)) primitives[all[p]] = p;  // others may have the same
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
    knot = std::max<std::size_t>(knot, 1);  // something stays in the hand
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
    double worst = 1;
    Cut cut{r, 0};
    for (std::size_t k = 1; k < rod.shape.elements(); ++k) {
      const double most = given ? given.at(g, rod.primitive, k) : parms.maxBend;
      if (!(most > 0)) continue;
      double bend = 0;  // rad/m
      if (rod.shape.model == Model::chain)
        bend = turnOf(described.jointRest[k].conjugate() * rod.shape.joints[k]).norm() /
               (0.5 * (described.length(k) + described.length(k - 1)));
      else
        bend = (rod.shape.kappa[k] / unit - described.kappaRest[k]).tail<2>().norm();
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
