// Smooth curves (NURBS, Bezier), evaluated by the host, as polylines.
#pragma once

#include <array>
#include <functional>

#include "solver/geometry/geometry.h"

namespace tendril::solver {

// A point of a primitive; u from 0 to 1 along it.
using CurveAt = std::function<std::array<double, 3>(std::size_t primitive, double u)>;

// Turns the given primitives into polylines of `samples` edges between two control vertices. Attributes are
// blended between control vertices; positions are on the curve.
void sampleCurves(Geometry& geometry, const std::vector<std::size_t>& primitives, int samples,
                  const CurveAt& at);

}  // namespace tendril::solver
