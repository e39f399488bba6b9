// The work behind tendril::curves: the choice of points, and what is common to all.
#include "nodes/making/make_curves.h"

#include <algorithm>
#include <unordered_set>

#include "nodes/making/draw_curves.h"
#include "nodes/making/move_curves.h"
#include "nodes/parameters/text.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {
namespace {

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

}  // namespace

Geometry makeCurves(const CurvesParms& asked, const Cook& cook) {
  CurvesParms parms = asked;
  const Geometry& source = *cook.input(0);
  const Geometry* original = cook.input(1);
  if (parms.points == CurvePoints::automatic)
    parms.points = original ? CurvePoints::original : CurvePoints::bent;
  if (parms.points == CurvePoints::original && !original)
    throw Error("points: Original Points needs the original curves in the second input");
  std::vector<Rod> rods = readRods(source);
  const bool some = !rods.empty();
  const std::vector<std::uint8_t> wanted = cook.host.select(source, Owner::primitive, parms.group);
  rods.erase(std::remove_if(rods.begin(), rods.end(), [&](const Rod& rod) { return !wanted[rod.primitive]; }),
             rods.end());
  if (!some && source.primitiveCount() > 0)
    cook.host.warn("there are no rods in the first input; did the curves go through Tendril Rods?");
  else if (some && rods.empty())
    cook.host.warn("group: \"" + parms.group + "\" names none of the rods");
  Geometry result = parms.points == CurvePoints::original
                        ? moveCurves(source, rods, *original, cook.input(2), parms.orient, cook.host)
                        : drawCurves(source, rods, parms, cook);
  warnOfSplits(result, cook.host);
  cook.host.inform(
      counted(rods.size(), "rod", "rods") +
      (parms.points == CurvePoints::original ? " moved the curves of the second input, " : " drawn, ") +
      std::to_string(result.pointCount()) + " points");
  return result;
}

}  // namespace tendril::nodes
