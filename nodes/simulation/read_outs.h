// Results of a frame: energies, iterations and residuals of rods, as attributes and in the report.
#pragma once

#include "nodes/simulation/workspace.h"

namespace tendril::nodes {

// J, rad; by the rods of `stage`.
void writeReadOuts(const SimulationWorkspace& stage, const std::vector<RodResult>& found, Geometry& g);
// Of contacts: contact (count) and contactforce (N) of knots, contacts of the detail.
void writeContacts(const SimulationWorkspace& stage, Geometry& g, SimulationReport& report);
void addReadOuts(const std::vector<RodResult>& found, SimulationReport& report);

}  // namespace tendril::nodes
