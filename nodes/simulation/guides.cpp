// Lines that show frames and pins.
#include "nodes/simulation/guides.h"

#include "nodes/simulation/read_outs.h"
#include "nodes/simulation/targets.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {
namespace {

void line(const Vector3d& a, const Vector3d& b, const Vector3d& colour, Geometry& to) {
  const std::size_t first = to.addPoints(2);
  const std::int32_t ends[] = {static_cast<std::int32_t>(first), static_cast<std::int32_t>(first + 1)};
  to.addPrimitive(PrimitiveKind::polyline, {ends, 2});
  Attribute& p = *to.find(Owner::point, "P");
  setTuple(p, first, a);
  setTuple(p, first + 1, b);
  Attribute& cd = to.add(Owner::point, "Cd", Storage::real32, 3, "color");
  for (const std::size_t point : {first, first + 1}) setTuple(cd, point, colour);
}

double elementOf(const Rod& rod) {
  return rod.shape.length() / static_cast<double>(rod.shape.elements());
}

}  // namespace

void drawFrames(const Geometry& rods, double size, Geometry& to) {
  for (const Rod& rod : readRods(rods))
    for (const Frame<double>& frame : knotFrames(rod.shape))
      for (int axis = 0; axis < 3; ++axis)
        line(frame.position, frame.position + size * elementOf(rod) * frame.axes.col(axis),
             Vector3d::Unit(axis), to);
}

void drawFailedContacts(const Geometry& rods, double size, Geometry& to) {
  const Attribute* penetration = numericTuple(rods.find(Owner::point, "penetration"), 1);
  if (!penetration) return;
  for (const Rod& rod : readRods(rods)) {
    const std::vector<Frame<double>> frames = knotFrames(rod.shape);
    const Span<const std::int32_t> points = rods.pointsOf(rod.primitive);
    for (std::size_t k = 0; k < frames.size(); ++k) {
      if (!(numberAt(penetration->numbers, static_cast<std::size_t>(points[k])) > kFailedContact)) continue;
      for (int axis = 0; axis < 3; ++axis) {
        const Vector3d arm = size * elementOf(rod) * Vector3d::Unit(axis);
        line(frames[k].position - arm, frames[k].position + arm, Vector3d(1, 0, 0), to);
      }
    }
  }
}

void drawPins(const Geometry& rods, const Geometry& targets, double size, Geometry& to) {
  const Vector3d whole(1, 0.8, 0), place(1, 0.4, 0);
  RodReadings readings;
  const Targets found(targets, rods, 1, readings);
  const Pins pins(targets);
  for (const Rod& rod : readings.of(rods)) {
    const std::optional<Target> target = found.of(rod, false);
    if (!target) continue;
    for (std::size_t k = 0; k < target->frames.size(); ++k) {
      const Hold hold = k == 0 && !pins.speak() ? Hold::all : pins.at(*target, k);
      if (hold == Hold::none) continue;
      for (int axis = 0; axis < 3; ++axis) {
        const Vector3d arm = size * elementOf(rod) * Vector3d::Unit(axis);
        const Vector3d& centre = target->frames[k].position;
        line(centre - arm, centre + arm, hold == Hold::all ? whole : place, to);
      }
    }
  }
}

}  // namespace tendril::nodes
