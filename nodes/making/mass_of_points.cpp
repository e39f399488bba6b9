// The point attribute `mass`: what rods weigh by what their curves' points weigh.
//
// Point i, of mass m_i (kg), stands for the stretch from halfway to its predecessor to halfway to its
// successor, and m_i is spread evenly over it. A knot's mass is the integral over that with the knot's hat
// function, so the masses of a rod's knots sum up to those of its points. Density follows by the knot's share
// of the length and its cross section, as makeSection() and ofCurve() will use them.
#include <algorithm>
#include <cmath>

#include "nodes/attributes/radius.h"
#include "nodes/making/strand.h"
#include "nodes/parameters/text.h"
#include "nodes/simulation/workspace.h"
#include "solver/base/math.h"
#include "solver/fit/chords.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {
namespace {

// Masses of a curve's points, kg. A closed curve's first point is its last as well: half for each end.
std::vector<double> massesOf(const Geometry& g, const Attribute& mass, const Strand& strand) {
  const Curve& curve = strand.curve;
  std::vector<double> masses(curve.points.size(), 0);
  for (std::size_t v = 0; v < curve.pointOf.size(); ++v) {
    const std::size_t point = static_cast<std::size_t>(g.pointsOf(strand.primitive)[v]);
    const double value = numberAt(mass.numbers, point);
    if (!(value >= 0 && std::isfinite(value)))
      throw Error("attribute 'mass' is " + formatNumber(value) + " at point " + std::to_string(point) +
                  " of curve " + std::to_string(strand.primitive) + "; it must be at least 0");
    masses[curve.pointOf[v]] += value;
  }
  if (curve.closed && curve.points.front() == curve.points.back()) {
    const double both = masses.front() + masses.back();
    masses.front() = masses.back() = both / 2;
  }
  return masses;
}

// Where the stretches of points end.
std::vector<double> boundsOf(const std::vector<double>& arcs, double length) {
  std::vector<double> bounds = {0};
  for (std::size_t i = 1; i < arcs.size(); ++i) bounds.push_back(0.5 * (arcs[i - 1] + arcs[i]));
  bounds.push_back(length);
  return bounds;
}

// Points without mass get that of the nearest point with one, by length.
void fillGaps(const std::vector<double>& bounds, const Strand& strand, std::vector<double>& masses) {
  std::vector<double> line(masses.size(), 0);
  bool any = false;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const double stretch = bounds[i + 1] - bounds[i];
    if (masses[i] > 0 && stretch > 0) line[i] = masses[i] / stretch;
    any = any || masses[i] > 0;
  }
  if (!any)
    throw Error("attribute 'mass' is 0 at all points of curve " + std::to_string(strand.primitive) +
                "; a rod needs mass: remove the attribute, or give it one");
  for (std::size_t i = 0; i < masses.size(); ++i) {
    if (masses[i] > 0) continue;
    double found = 0;
    for (std::size_t away = 1; away < masses.size() && found == 0; ++away) {
      if (away <= i) found = line[i - away];
      if (found == 0 && i + away < line.size()) found = line[i + away];
    }
    masses[i] = found * (bounds[i + 1] - bounds[i]);
  }
}

// Spreads a mass from one arc length to another over the knots of a rod.
void spread(double mass, double from, double to, const std::vector<double>& arc, std::vector<double>& knots) {
  if (!(to > from)) {
    const std::size_t k = elementAt(arc, from);
    const double u = std::clamp((from - arc[k]) / (arc[k + 1] - arc[k]), 0.0, 1.0);
    knots[k] += (1 - u) * mass;
    knots[k + 1] += u * mass;
    return;
  }
  for (std::size_t k = elementAt(arc, from); k + 1 < arc.size() && arc[k] < to; ++k) {
    const double low = std::max(from, arc[k]), high = std::min(to, arc[k + 1]);
    if (!(high > low)) continue;
    const double part = mass * (high - low) / (to - from),
                 u = (0.5 * (low + high) - arc[k]) / (arc[k + 1] - arc[k]);
    knots[k] += (1 - u) * part;
    knots[k + 1] += u * part;
  }
}

std::vector<double> massesOfKnots(const Geometry& curves, const Attribute& mass, const Strand& strand) {
  const std::vector<double>& arc = strand.rod.shape.arc;
  std::vector<double> masses = massesOf(curves, mass, strand), knots(arc.size(), 0);
  const std::vector<double> bounds = boundsOf(strand.arcOfPoint, arc.back());
  fillGaps(bounds, strand, masses);
  for (std::size_t i = 0; i < masses.size(); ++i)
    if (masses[i] > 0) spread(masses[i], bounds[i], bounds[i + 1], arc, knots);
  return knots;
}

}  // namespace

void writeMass(const Cook& cook, const std::vector<Strand>& strands, Geometry& rods) {
  const Attribute* mass = numericTuple(cook.input(0)->find(Owner::point, "mass"), 1);
  if (!mass || strands.empty()) return;
  const KnotValue radius = findRadius(rods), aspect = findKnotValue(rods, "aspect"),
                  before = findKnotValue(rods, "density");
  std::vector<double> densities(rods.pointCount(), 0);  // rods of other nodes keep theirs
  for (std::size_t p = 0; p < rods.primitiveCount(); ++p)
    for (std::size_t v = 0; v < rods.pointsOf(p).size(); ++v)
      densities[static_cast<std::size_t>(rods.pointsOf(p)[v])] = before.at(rods, p, v);
  Attribute& out = *rods.find(Owner::point, "mass");
  for (const Strand& strand : strands) {
    const std::vector<double>& arc = strand.rod.shape.arc;
    const std::vector<double> knots = massesOfKnots(*cook.input(0), *mass, strand),
                              longer = arcsOverChords(strand.rod.rest, arc.size());
    for (std::size_t k = 0; k < knots.size(); ++k) {
      const std::size_t point = static_cast<std::size_t>(rods.pointsOf(strand.primitive)[k]);
      const double thick = radius.at(rods, strand.primitive, k) * cook.unitLength,
                   area = kPi * thick * thick * aspect.at(rods, strand.primitive, k);
      densities[point] = knots[k] / (shareOf(arc, k) * cook.unitLength * area * longer[k]);
      if (!(densities[point] > 0 && std::isfinite(densities[point])))
        throw Error("attribute 'mass' of curve " + std::to_string(strand.primitive) + " gives a density of " +
                    formatNumber(densities[point]) + " kg/m3; look at mass and width");
      if (isReal(out.storage())) setNumber(out.numbers, point, knots[k]);
    }
  }
  Attribute& density = realTuple(rods, Owner::point, "density", 1);
  for (std::size_t i = 0; i < densities.size(); ++i) setNumber(density.numbers, i, densities[i]);
  markFilledIn(rods, "density");
}

}  // namespace tendril::nodes
