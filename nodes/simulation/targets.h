// Targets of rods from a goal geometry, by id, at the rods' knots.
//
//   const Targets targets(goal, rodsAsTheyCame, metresPerUnit);
//   if (const std::optional<Target> target = targets.of(rod)) target->frames[knot]
#pragma once

#include <optional>
#include <unordered_map>

#include "nodes/attributes/knot_values.h"
#include "nodes/simulation/workspace.h"
#include "solver/geometry/interpolate.h"

namespace tendril::nodes {

struct Target;

// Pins by vertex, as marked by Wire and Vellum.
class Pins {
 public:
  explicit Pins(const Geometry& g);

  // An attribute says which roots are held; otherwise all are.
  bool speak() const { return pin_ || glue_ || stopped_; }
  Hold at(std::size_t primitive, std::size_t vertex) const;
  Hold at(const Target& target, std::size_t knot) const;  // at the nearest vertex

 private:
  const Geometry& g_;
  KnotValue pin_, glue_, stopped_, active_;
};

// A rod's target as a shape on the rod's knots; SI units.
struct Target {
  Shape shape;
  std::vector<Frame<double>> frames;  // at knots
  std::size_t primitive = 0;
  std::vector<Blend> places;  // of knots, among the vertices of the target's primitive
};

// A value of vertices, interpolated at a knot.
template <class F>
auto valueAt(const Target& target, std::size_t k, const F& value) -> decltype(value(std::size_t(0))) {
  const Blend& place = target.places[k];
  if (place.u == 0) return value(static_cast<std::size_t>(place.a));
  return (1 - place.u) * value(static_cast<std::size_t>(place.a)) +
         place.u * value(static_cast<std::size_t>(place.b));
}

class Targets {
 public:
  // `drawn`: incoming rods, which give shapes to plain curves. Keeps references to all.
  Targets(const Geometry& g, const Geometry& drawn, double unit, RodReadings& readings);

  // `inShape`: bends and twist of plain curves count, not only places. They are fitted to the rod's knots.
  std::optional<Target> of(const Rod& rod, bool inShape) const;
  const Geometry& geometry() const { return g_; }
  bool arePlain() const { return !curves_.empty(); }

 private:
  void readPlainCurves();
  Eigen::Vector3d point(std::size_t primitive, std::size_t vertex) const;
  void placeOnCurve(std::int64_t id, std::size_t primitive, Shape& shape) const;
  // fit_goals.cpp: bends a rod as a plain curve is, with its root there. False: the curve is the drawn one,
  // moved as a whole.
  bool bendAlong(std::size_t primitive, Rod& drawn) const;
  Eigen::Vector3d firstEdge(const Rod& drawn) const;
  void scale(Shape& shape) const;
  void drawOnCurve(const Rod& rod, Target& target) const;
  void readAnimation(const Rod& rod, Target& target) const;

  const Geometry &g_, &drawn_;
  double unit_;
  const std::vector<Rod>& rods_;  // of `g`, or else of `drawn`
  std::unordered_map<std::int64_t, std::size_t> index_, curves_;
  const Attribute *position_ = nullptr, *orient_ = nullptr;
};

}  // namespace tendril::nodes
