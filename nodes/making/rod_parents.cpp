// Which rod each rod hangs on.
#include "nodes/making/near_parents.h"
#include "nodes/making/strand.h"
#include "nodes/parameters/text.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {
namespace {

// The rest curves of the second input do not move, so that what hangs on what does not change.
const Curve& decidingCurve(const Strand& strand) {
  return strand.rest.pointOf.size() == strand.curve.pointOf.size() ? strand.rest : strand.curve;
}

void checkFree(const Geometry& g) {
  for (const auto& [name, storage] :
       {std::pair("rodparent", Storage::int64), std::pair("rodparentlength", Storage::real64)})
    if (const Attribute* present = g.find(Owner::primitive, name);
        present && (!numericTuple(present, 1) || present->storage() != storage))
      throw Error(std::string("primitive attribute '") + name +
                  "' is in the way: Tendril writes it; rename or remove it");
}

class ParentWriter {
 public:
  ParentWriter(const RodsParms& parms, const Cook& cook, const std::vector<Strand>& strands,
               const std::vector<std::int64_t>& ids, Geometry& rods)
      : parms_(parms), cook_(cook), source_(*cook.input(0)), ids_(ids), rods_(rods) {
    strandOf_.assign(source_.primitiveCount(), nullptr);
    for (const Strand& strand : strands) strandOf_[strand.primitive] = &strand;
  }

  void write() {
    checkFree(rods_);
    std::vector<std::uint8_t> isRod;
    for (const Strand* strand : strandOf_) isRod.push_back(strand != nullptr);
    const std::vector<Parent> shared = findParents(source_, isRod);
    const NearParents near = nearParents(shared);
    const bool first = !rods_.find(Owner::primitive, "rodparent");
    const Span<std::int64_t> parent =
        rods_.add(Owner::primitive, "rodparent", Storage::int64, 1).values<std::int64_t>();
    const Span<double> length =
        rods_.add(Owner::primitive, "rodparentlength", Storage::real64, 1).values<double>();
    for (std::size_t p = 0; p < shared.size(); ++p) {
      if (first) parent[p] = -1;
      if (!strandOf_[p]) continue;  // another node's rod
      parent[p] = -1;
      length[p] = 0;
      const std::int32_t at = shared[p].primitive >= 0 ? shared[p].primitive : near.of[p].primitive;
      if (at < 0) continue;
      const Strand& on = *strandOf_[static_cast<std::size_t>(at)];
      parent[p] = ids_[static_cast<std::size_t>(at)];
      length[p] = shared[p].primitive >= 0 ? on.arcOfPoint[on.curve.pointOf[shared[p].vertex]]
                                           : arcAt(on, near.of[p]);
    }
    tell(near);
  }

 private:
  NearParents nearParents(const std::vector<Parent>& shared) const {
    std::vector<const Curve*> curves;
    for (const Strand* strand : strandOf_) curves.push_back(strand ? &decidingCurve(*strand) : nullptr);
    NearParents none;
    none.of.resize(curves.size());
    if (parms_.roots == RootHold::loose && parms_.attachWithin <= 0) return none;
    return findNearParents(source_, curves, ids_, shared,
                           {parms_.attachWithin / (parms_.attachWithin > 0 ? cook_.unitLength : 1),
                            parms_.material.radius / cook_.unitLength});
  }

  static double arcAt(const Strand& on, const NearParent& place) {
    const Curve& deciding = decidingCurve(on);
    const auto arcOf = [&](std::size_t point) {
      return on.arcOfPoint[on.curve.pointOf[deciding.firstVertex[point]]];
    };
    const double a = arcOf(place.point), b = arcOf(place.point + 1);
    return b < a ? a : (1 - place.u) * a + place.u * b;  // b < a: the closing point of a closed curve
  }

  void tell(const NearParents& near) const {
    const auto distance = [&](double length) {
      const double metres = length * cook_.unitLength;
      return formatNumber(static_cast<float>(std::max(1e-9, metres))) + " m";
    };
    if (near.attached > 0)
      cook_.host.inform(counted(near.attached, "root was", "roots were") +
                        " attached to rods near by, at most " + distance(near.farthest) + " away");
    if (!near.left.empty())
      cook_.host.warn(
          counted(near.left.size(), "root lies", "roots lie") + " within " + distance(near.farthest) +
          " of another rod and " + (near.left.size() == 1 ? "is" : "are") +
          " not attached to it (primitives " + namesOf(near.left) +
          "); set Attach Within to a greater distance, or give the curves an attribute generation");
    if (!near.far.empty())
      cook_.host.warn(counted(near.far.size(), "rod has", "rods have") +
                      " no rod of a lower generation near the root and will hang in the air (primitives " +
                      namesOf(near.far) + "); set Attach Within to a greater distance");
  }

  static std::string namesOf(const std::vector<std::size_t>& primitives) {
    std::vector<std::string> names;
    for (const std::size_t p : primitives) names.push_back(std::to_string(p));
    return nodes::firstOf(names);
  }

  const RodsParms& parms_;
  const Cook& cook_;
  const Geometry& source_;
  const std::vector<std::int64_t>& ids_;
  Geometry& rods_;
  std::vector<const Strand*> strandOf_;
};

}  // namespace

void writeParents(const RodsParms& parms, const Cook& cook, const std::vector<Strand>& strands,
                  const std::vector<std::int64_t>& ids, Geometry& rods) {
  ParentWriter(parms, cook, strands, ids, rods).write();
}

}  // namespace tendril::nodes
