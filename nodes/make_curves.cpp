// The work behind tendril::curves: the choice of points, and what is common to all.
#include "nodes/make_curves.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "nodes/move_curves.h"
#include "nodes/places.h"
#include "solver/parallel.h"
#include "solver/redraw.h"
#include "solver/rods.h"
#include "solver/sample.h"
#include "solver/tuples.h"

namespace tendril {
namespace {

using Eigen::Vector3d;

// State and other attributes of knots that mean nothing on other points.
constexpr const char* kOfKnots[] = {
#define STATE(name, owner, size, typeinfo, models) #name,
#include "solver/state.def"
#undef STATE
    "pointarc", "pointoffset", "pointframe"};

// USD import makes a primitive of its own for every value of these.
void warnOfSplits(const Geometry& g, Host& host) {
  for (const char* name : {"path", "name"}) {
    const Attribute* attribute = g.find(Owner::primitive, name);
    if (!attribute || attribute->kind != AttributeKind::string) continue;
    std::unordered_set<std::int32_t> values;
    for (std::size_t p = 0; p < g.primitiveCount(); ++p)
      if (g.kinds[p] == PrimitiveKind::polyline)
        values.insert(static_cast<std::int32_t>(
            numberAt(attribute->numbers, p * static_cast<std::size_t>(attribute->tupleSize))));
    if (values.size() > 1)
      return host.warn(
          "primitive attribute '" + std::string(name) + "' has " + std::to_string(values.size()) +
          " values on these curves: USD will split them into as many primitives; remove it to keep one");
  }
}

// Arc lengths to draw a rod at.
std::vector<double> arcsOf(const Shape& shape, const CurvesParms& parms, double unitLength) {
  if (parms.points == CurvePoints::even) return evenArcs(shape, parms.segments);
  const double spacing =
      parms.spacing > 0 ? parms.spacing / unitLength : std::numeric_limits<double>::infinity();
  return bentArcs(shape, parms.angle * 3.141592653589793 / 180, spacing);
}

// Knots are the vertices of a rod's polyline.
Redrawn blendsOf(const Shape& shape, const std::vector<double>& arcs) {
  Curve knots;
  for (std::size_t k = 0; k < shape.arc.size(); ++k) knots.firstVertex.push_back(k);
  return blendsAt(knots, shape.arc, arcs);
}

// Rods drawn anew.
Geometry drawRods(const Geometry& source, const std::vector<Rod>& rods, const CurvesParms& parms,
                  const Cook& cook) {
  std::vector<Redrawn> redrawn(source.primitiveCount());
  std::vector<std::vector<double>> arcs(rods.size());
  for (std::size_t r = 0; r < rods.size(); ++r) {
    arcs[r] = arcsOf(rods[r].shape, parms, cook.unitLength);
    redrawn[rods[r].primitive] = blendsOf(rods[r].shape, arcs[r]);
  }
  std::vector<std::int32_t> firstPoint;
  Geometry result = redraw(source, redrawn, firstPoint);
  // directions of knots at rest; the drawn curve says where it stands by orient
  for (const char* name : {"N", "up"}) result.remove(Owner::point, name);
  Attribute &positions = *result.find(Owner::point, "P"),
            &orient = result.add(Owner::point, "orient", Storage::real32, 4, "quaternion"),
            &v = result.add(Owner::point, "v", Storage::real32, 3, "vector"),
            &w = result.add(Owner::point, "w", Storage::real32, 3, "vector");
  parallelFor(rods.size(), [&](std::size_t r) {
    const std::vector<Sample> samples = sampleRod(rods[r].shape, rods[r].motion, arcs[r]);
    Eigen::Vector4d before(0, 0, 0, 1);
    for (std::size_t k = 0; k < samples.size(); ++k) {
      const std::size_t i = static_cast<std::size_t>(firstPoint[rods[r].primitive]) + k;
      Eigen::Vector4d q = orientOf(samples[k].frame.axes).coeffs();
      if (k && q.dot(before) < 0) q = -q;
      before = q;
      setTuple(orient, i, q);
      setTuple(positions, i, samples[k].frame.position);
      setTuple(v, i, samples[k].velocity);
      setTuple(w, i, samples[k].spin);
    }
  });
  Span<float> width = result.add(Owner::point, "width", Storage::real32, 1).values<float>();
  for (std::size_t i = 0; i < width.size(); ++i) width[i] = static_cast<float>(2 * radiusAt(result, i));
  if (!parms.orient)
    for (const char* name : {"orient", "w"}) result.remove(Owner::point, name);
  if (!parms.keepState)
    for (const char* name : kOfKnots)
      for (const Owner owner : {Owner::point, Owner::primitive}) result.remove(owner, name);
  return result;
}

}  // namespace

double radiusAt(const Geometry& g, std::size_t point) {
  const Attribute* pscale = numericTuple(g.find(Owner::point, "pscale"), 1);
  return pscale ? numberAt(pscale->numbers, point) : 0;
}

Geometry makeCurves(const CurvesParms& asked, const Cook& cook) {
  CurvesParms parms = asked;
  const Geometry& source = *cook.input(0);
  const Geometry* original = cook.input(1);
  if (parms.points == CurvePoints::automatic)
    parms.points = original ? CurvePoints::original : CurvePoints::bent;
  if (parms.points == CurvePoints::original && !original)
    throw Error("points: Original Points needs the original curves in the second input");
  std::vector<Rod> rods = readRods(source);
  const std::vector<std::uint8_t> wanted = cook.host.select(source, Owner::primitive, parms.group);
  rods.erase(std::remove_if(rods.begin(), rods.end(), [&](const Rod& rod) { return !wanted[rod.primitive]; }),
             rods.end());
  if (rods.empty() && source.primitiveCount() > 0)
    cook.host.warn("there are no rods in the first input; did the curves go through Tendril Rods?");
  Geometry result = parms.points == CurvePoints::original
                        ? moveCurves(source, rods, *original, parms.orient, cook.host)
                        : drawRods(source, rods, parms, cook);
  warnOfSplits(result, cook.host);
  return result;
}

}  // namespace tendril
