// The work behind tendril::curves, and its parameters.
#pragma once

#include "nodes/parameters/definition.h"

namespace tendril::nodes {

enum class CurvePoints { automatic, original, even, bent };

struct CurvesParms {
  std::string group;
  CurvePoints points = CurvePoints::automatic;
  int segments = 20;
  double angle = 5;    // degrees
  double spacing = 0;  // m; 0: no limit
  bool orient = true;
  bool keepState = false;
};

// Inputs: rods; perhaps the curves they were made of, matched by `id`; for light rods, others that know where
// the points of curves are on them.
Geometry makeCurves(const CurvesParms& parms, const Cook& cook);

}  // namespace tendril::nodes
