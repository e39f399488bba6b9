// The work behind tendril::curves: the choice of points, and what is common to all.
#include "nodes/making/make_curves.h"

#include <algorithm>
#include <unordered_set>

#include "nodes/making/draw_curves.h"
#include "nodes/making/motion_of_frames.h"
#include "nodes/making/move_curves.h"
#include "nodes/parameters/text.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {
namespace {

// USD import makes a primitive of its own for every value of these; those who do not go there need no
// warning.
void tellOfSplits(const Geometry& g, Host& host) {
  for (const char* name : {"path", "name"}) {
    const Attribute* attribute = g.find(Owner::primitive, name);
    if (!attribute || attribute->kind != AttributeKind::string) continue;
    std::unordered_set<std::int32_t> values;
    for (std::size_t p = 0; p < g.primitiveCount(); ++p)
      if (g.kinds[p] == PrimitiveKind::polyline)
        values.insert(static_cast<std::int32_t>(
            numberAt(attribute->numbers, p * static_cast<std::size_t>(attribute->tupleSize))));
    if (values.size() > 1)
      return host.inform(
          "primitive attribute '" + std::string(name) + "' has " + std::to_string(values.size()) +
          " values on these curves: USD will split them into as many primitives; remove it to keep one");
  }
}

std::vector<Rod> chosenRods(const CurvesParms& parms, const Cook& cook) {
  const Geometry& source = *cook.input(0);
  std::vector<Rod> rods = readRods(source);
  const std::vector<std::uint8_t> wanted = cook.host.select(source, Owner::primitive, parms.group);
  rods.erase(std::remove_if(rods.begin(), rods.end(), [&](const Rod& rod) { return !wanted[rod.primitive]; }),
             rods.end());
  return rods;
}

// For neighbouring frames.
class QuietHost : public Host {
 public:
  explicit QuietHost(Host& host) : host_(host) {}
  bool interrupted() override { return host_.interrupted(); }
  void warn(const std::string&) override {}
  std::vector<std::uint8_t> select(const Geometry& geometry, Owner owner,
                                   const std::string& pattern) override {
    return host_.select(geometry, owner, pattern);
  }

 private:
  Host& host_;
};

}  // namespace

Geometry makeCurves(const CurvesParms& asked, const Cook& cook) {
  CurvesParms parms = asked;
  const Geometry& source = *cook.input(0);
  const Geometry* original = cook.input(1);
  if (parms.points == CurvePoints::automatic)
    parms.points = original ? CurvePoints::original : CurvePoints::bent;
  if (parms.points == CurvePoints::original && !original)
    throw Error("points: Original Points needs the original curves in the second input");
  std::vector<Rod> rods = chosenRods(parms, cook);
  const bool some = !rods.empty() || hasRods(source);
  if (!some && source.primitiveCount() > 0)
    cook.host.warn("there are no rods in the first input; did the curves go through Tendril Rods?");
  else if (some && rods.empty())
    cook.host.warn("group: \"" + parms.group + "\" names none of the rods");
  const std::optional<FrameEnds> ends = moveByFrames(cook, rods);
  const auto made = [&](const Geometry& from, const std::vector<Rod>& its, const Geometry* curves,
                        const Cook& by) {
    return parms.points == CurvePoints::original
               ? moveCurves(from, its, *curves, by.input(2), parms.orient, by.host)
               : drawCurves(from, its, parms, by);
  };
  Geometry result = made(source, rods, original, cook);
  if (ends) {
    QuietHost quiet(cook.host);  // this frame has told all
    const auto on = [&](const std::vector<std::shared_ptr<const Geometry>>& inputs) {
      Cook other{quiet, inputs, cook.frame, cook.framesPerSecond, cook.unitLength};
      return made(*inputs[0], chosenRods(parms, other), other.input(1), other);
    };
    setVelocities(on(ends->before), on(ends->after), ends->seconds, result);
  }
  tellOfSplits(result, cook.host);
  cook.host.inform(
      counted(rods.size(), "rod", "rods") +
      (parms.points == CurvePoints::original ? " moved the curves of the second input, " : " drawn, ") +
      counted(result.pointCount(), "point", "points"));
  return result;
}

}  // namespace tendril::nodes
