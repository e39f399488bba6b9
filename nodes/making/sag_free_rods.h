// Rods that stay in their rest shape under gravity (solver/statics/sag_free.h), for tendril::rods.
#pragma once

#include "nodes/parameters/definition.h"
#include "nodes/simulation/parameters.h"
#include "solver/rods/rod_geometry.h"
#include "solver/statics/sag_free.h"

namespace tendril::nodes {

enum class UnderGravity { sag, stay };

struct StayParms {
  UnderGravity underGravity = UnderGravity::sag;
  std::array<double, 3> gravity = SimulationParms().gravity;  // m/s2
  SagSettings sag;
};

// A rod that a node has made: `kapparest` or `jointrest` is the shape in which it is to stay.
struct StayingRod {
  std::size_t primitive = 0;
  Frame<double> root;     // of that shape, scene units
  bool isDrawnSo = true;  // the rod starts in that shape
};

// Rods in which an earlier node of the same kind has left factors get factors of 1.
void clearFactors(const std::vector<std::uint8_t>& made, Geometry& rods);

// Writes rest shapes for which that shape is an equilibrium, and what makes it stable: `stiffnessfactor` or
// `weightfactor` (primitives). Rods that are not held at their roots stay unchanged. Tells the host which.
void letStay(const StayParms& parms, const std::vector<StayingRod>& made, const Cook& cook, Geometry& rods);

}  // namespace tendril::nodes
