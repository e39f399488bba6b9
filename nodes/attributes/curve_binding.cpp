// Where the points of a curve are on its rod.
#include "nodes/attributes/curve_binding.h"

#include <algorithm>
#include <cmath>

#include "solver/rods/evaluate.h"

namespace tendril::nodes {
namespace {

using Eigen::Vector3d;

Attribute emptyList(const char* name, Storage storage, int size) {
  Attribute list = makeAttribute(name, AttributeKind::array, storage, size);
  list.starts.assign(1, 0);
  return list;
}

void pushTuple(Attribute& list, const Eigen::VectorXd& values) {
  for (const double value : values) {
    if (auto* wide = std::get_if<std::vector<double>>(&list.numbers)) wide->push_back(value);
    if (auto* narrow = std::get_if<std::vector<float>>(&list.numbers))
      narrow->push_back(static_cast<float>(value));
  }
}

void endList(Attribute& list) {
  list.starts.push_back(sizeOf(list.numbers) / static_cast<std::size_t>(list.tupleSize));
}

// The entries of one element's list; empty where there is no such list.
std::vector<double> listOf(const Geometry& g, std::size_t primitive, const char* name, int size) {
  const Attribute* list = g.find(Owner::primitive, name);
  if (!list || list->kind != AttributeKind::array || list->tupleSize != size) return {};
  std::vector<double> values;
  for (std::size_t i = list->starts[primitive] * static_cast<std::size_t>(size);
       i < list->starts[primitive + 1] * static_cast<std::size_t>(size); ++i)
    values.push_back(numberAt(list->numbers, i));
  for (const double value : values)
    if (!std::isfinite(value))
      throw Error("primitive " + std::to_string(primitive) + ": " + name + " is not finite");
  return values;
}

}  // namespace

bool hasDirections(const Geometry& curves) {
  for (const char* name : {"N", "up", "orient"})
    for (const Owner owner : {Owner::point, Owner::vertex})
      if (curves.find(owner, name)) return true;
  return false;
}

namespace {

// The lists of rods that another node has made stay.
void keepList(Attribute& list, const Geometry& rods, std::size_t primitive) {
  const std::vector<double> kept = listOf(rods, primitive, list.name.c_str(), list.tupleSize);
  pushTuple(list, Eigen::Map<const Eigen::VectorXd>(kept.data(), static_cast<Eigen::Index>(kept.size())));
}

void pushPlaces(const Placing& placing, bool turning, Attribute& arcs, Attribute& offsets,
                Attribute& frames) {
  const std::vector<Sample> samples = sampleRod(placing.rod->shape, {}, *placing.arcOfPoint);
  for (const std::size_t point : placing.curve->pointOf) {
    const Frame<double>& frame = samples[point].frame;
    pushTuple(arcs, Eigen::VectorXd::Constant(1, (*placing.arcOfPoint)[point]));
    pushTuple(offsets,
              frame.axes.transpose().lazyProduct(Vector3d(placing.curve->points[point] - frame.position)));
    if (turning) pushTuple(frames, orientOf(frame.axes).coeffs());
  }
}

}  // namespace

void writePlaces(Geometry& rods, const Geometry& curves, const std::vector<Placing>& placings) {
  Attribute arcs = emptyList("pointarc", Storage::real64, 1);
  Attribute offsets = emptyList("pointoffset", Storage::real64, 3);
  Attribute frames = emptyList("pointframe", Storage::real32, 4);
  const bool turning = hasDirections(curves);
  std::size_t next = 0;
  for (std::size_t p = 0; p < rods.primitiveCount(); ++p) {
    if (next < placings.size() && placings[next].rod->primitive == p)
      pushPlaces(placings[next++], turning, arcs, offsets, frames);
    else
      for (Attribute* list : {&arcs, &offsets, &frames}) keepList(*list, rods, p);
    for (Attribute* list : {&arcs, &offsets, &frames}) endList(*list);
  }
  for (Attribute* list : {&arcs, &offsets, &frames}) {
    rods.remove(Owner::primitive, list->name);
    if (sizeOf(list->numbers) > 0 || list == &arcs || list == &offsets)
      rods.attributes[static_cast<std::size_t>(Owner::primitive)].push_back(std::move(*list));
  }
}

Places readPlaces(const Geometry& rods, std::size_t primitive) {
  Places places;
  places.arc = listOf(rods, primitive, "pointarc", 1);
  if (!std::is_sorted(places.arc.begin(), places.arc.end()))
    throw Error("primitive " + std::to_string(primitive) + ": pointarc does not ascend");
  const std::vector<double> offset = listOf(rods, primitive, "pointoffset", 3),
                            frame = listOf(rods, primitive, "pointframe", 4);
  if (offset.size() != 3 * places.arc.size())
    throw Error("primitive " + std::to_string(primitive) +
                ": pointarc and pointoffset do not fit each other");
  for (std::size_t i = 0; i + 2 < offset.size(); i += 3)
    places.offset.emplace_back(offset[i], offset[i + 1], offset[i + 2]);
  for (std::size_t i = 0; i + 3 < frame.size(); i += 4)
    places.frame.push_back(Eigen::Vector4d(frame[i], frame[i + 1], frame[i + 2], frame[i + 3]).cast<float>());
  return places;
}

Bindings::Bindings(const Geometry& rods, const Geometry* others)
    : rods_(rods), others_(isLight(rods) ? others : nullptr), light_(isLight(rods)) {
  if (!others_) return;
  const std::vector<std::int64_t> ids = idsOf(*others_);
  for (std::size_t p = 0; p < ids.size(); ++p) primitives_.emplace(ids[p], p);
}

Places Bindings::of(const Rod& rod) const {
  if (!light_) return readPlaces(rods_, rod.primitive);
  if (!others_ || !others_->find(Owner::primitive, "pointarc"))
    throw Error(
        "the rods are a light frame, which leaves out where the points of curves are on them; connect "
        "Tendril Rods "
        "or a restart frame to the third input");
  // pieces of a cut rod have the places of the whole
  auto found = primitives_.find(rod.id);
  if (found == primitives_.end() && rod.history) found = primitives_.find(rod.history->cutFrom);
  return found == primitives_.end() ? Places() : readPlaces(*others_, found->second);
}

std::vector<Blend> blendsAt(const Curve& curve, const std::vector<double>& arcOfPoint,
                            const std::vector<double>& arcs) {
  std::vector<Blend> blends;
  std::size_t i = 0;
  for (const double s : arcs) {
    while (i + 2 < arcOfPoint.size() && arcOfPoint[i + 1] <= s) ++i;
    const double span = arcOfPoint[i + 1] - arcOfPoint[i];
    const double u = span > 0 ? std::clamp((s - arcOfPoint[i]) / span, 0.0, 1.0) : 0.0;
    const auto vertex = [&](std::size_t point) {
      return static_cast<std::int32_t>(curve.firstVertex[point]);
    };
    if (u == 1)
      blends.push_back({vertex(i + 1), vertex(i + 1), 0});
    else
      blends.push_back({vertex(i), vertex(i + 1), u});
  }
  return blends;
}

}  // namespace tendril::nodes
