// Geometry of parts of rods.
#include "nodes/simulation/rod_parts.h"

#include <algorithm>
#include <unordered_map>

#include "solver/geometry/resample_topology.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {

namespace {

// int64 ids, for those of pieces.
Attribute& wideIds(Geometry& g) {
  const std::vector<std::int64_t> ids = idsOf(g);
  Attribute& id = g.add(Owner::primitive, "id", Storage::int64, 1);
  for (std::size_t p = 0; p < ids.size(); ++p) std::get<std::vector<std::int64_t>>(id.numbers)[p] = ids[p];
  return id;
}

class Slicer {
 public:
  Slicer(const Geometry& g, const std::vector<Rod>& rods) : rods_(rods), made_(g) {
    wideIds(made_);  // primitives will be renumbered
  }

  Geometry make(std::vector<RodPart> parts) {
    parts_ = std::move(parts);
    byRod_.resize(rods_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i) byRod_[parts_[i].rod].push_back(i);
    byId_ = indexById(rods_);
    dropWhatHangsOnNothing();
    const Geometry whole = made_;
    redrawFirsts();
    std::vector<std::uint8_t> gone(made_.primitiveCount(), 0);
    for (std::size_t r = 0; r < rods_.size(); ++r) gone[rods_[r].primitive] = byRod_[r].empty();
    std::vector<const RodPart*> pieces;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (!isFirst(i)) pieces.push_back(&parts_[i]);
    std::sort(pieces.begin(), pieces.end(), [](const RodPart* a, const RodPart* b) { return a->id < b->id; });
    for (const RodPart* piece : pieces) append(made_, pieceOf(whole, *piece));
    if (std::find(gone.begin(), gone.end(), 1) != gone.end()) {
      gone.resize(made_.primitiveCount(), 0);
      removePrimitives(made_, gone);
    }
    return std::move(made_);
  }

 private:
  bool isFirst(std::size_t part) const { return byRod_[parts_[part].rod].front() == part; }
  bool isWhole(const RodPart& part) const {
    const Rod& rod = rods_[part.rod];
    return part.from == 0 && part.to == rod.shape.length() && part.id == rod.id;
  }

  // The part that contains an arc length of a rod; null: none.
  const RodPart* partAt(std::size_t rod, double arc) const {
    for (const std::size_t i : byRod_[rod])
      if (arc <= parts_[i].to * (1 + 1e-9)) return &parts_[i];
    return nullptr;
  }

  // Drops parts without an existing parent. Parents are given by id and arc length on the whole rod;
  // afterwards on the parts.
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
        byRod_[r].clear();  // and so what is attached to it
        again = true;
      }
    }
    for (std::size_t r = 0; r < rods_.size(); ++r) {
      if (on[r] < 0 || byRod_[r].empty()) continue;
      const std::size_t p = rods_[r].primitive;
      const RodPart& part = *partAt(static_cast<std::size_t>(on[r]), numberAt(length->numbers, p));
      if (part.from == 0) continue;
      setNumber(parent->numbers, p, static_cast<double>(part.id));
      setNumber(length->numbers, p, std::max(0.0, numberAt(length->numbers, p) - part.from));
    }
    // parts of rods that were kept
    std::vector<RodPart> left;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (!byRod_[parts_[i].rod].empty()) left.push_back(parts_[i]);
    parts_ = std::move(left);
    for (auto& own : byRod_) own.clear();
    for (std::size_t i = 0; i < parts_.size(); ++i) byRod_[parts_[i].rod].push_back(i);
  }

  // Knots of a part, as blends of its rod's knots.
  ResampledCurve knotsOf(const RodPart& part) const {
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
      const RodPart& part = parts_[i];
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

  // The rod of a piece that was cut off.
  Geometry pieceOf(const Geometry& whole, const RodPart& part) const {
    const std::int32_t primitive = static_cast<std::int32_t>(rods_[part.rod].primitive);
    const Geometry one = extractPrimitives(whole, Span<const std::int32_t>(&primitive, 1));
    std::vector<std::int32_t> firstPoint;
    Geometry piece = resampleTopology(one, {knotsOf(part)}, firstPoint);
    number(piece, 0, part);
    if (Attribute* parent = piece.find(Owner::primitive, "rodparent"); parent && numericTuple(parent, 1))
      setNumber(parent->numbers, 0, -1);
    return piece;
  }

  static void number(Geometry& g, std::size_t primitive, const RodPart& part) {
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
  std::vector<RodPart> parts_;
  std::vector<std::vector<std::size_t>> byRod_;
  std::unordered_map<std::int64_t, std::size_t> byId_;
};

}  // namespace

Geometry slicedRods(const Geometry& g, const std::vector<Rod>& rods, std::vector<RodPart> parts) {
  return Slicer(g, rods).make(std::move(parts));
}

}  // namespace tendril::nodes
