// The work behind tendril::rods, and its parameters.
#pragma once

#include "nodes/attributes/material.h"
#include "nodes/making/sag_free_rods.h"
#include "nodes/parameters/definition.h"
#include "solver/rods/root_frame.h"

namespace tendril::nodes {

enum class FitBy { elements, tolerance };
enum class RestShape { automatic, curve, input, restP, rest, straight };
enum class OnBad { hold, error };
enum class RootHold { attributes, held, loose };

struct RodsParms {
  std::string group;
  Model model = Model::clothoid;
  FitBy fitBy = FitBy::elements;
  int elements = 4;
  double tolerance = 0.005;
  int maxElements = 64;
  double grading = 1;
  double maxElementLength = 0;  // m; 0: any
  RootFrame rootFrame = RootFrame::automatic;
  std::array<double, 3> upVector = {0, 1, 0};
  RootHold roots = RootHold::attributes;
  double attachWithin = -1;  // m; 0 off; below 0: chosen by radius and size
  RestShape restShape = RestShape::automatic;
  double curl = 1;
  StayParms stay;
  Material material;
  OnBad onBad = OnBad::hold;
};

// Inputs: curves, and perhaps rest curves, matched by `id`.
Geometry makeRods(const RodsParms& parms, const Cook& cook);

}  // namespace tendril::nodes
