// Results of a frame: energies, iterations and residuals of rods, as attributes and in the report.
#pragma once

#include "nodes/simulation/workspace.h"

namespace tendril::nodes {

constexpr double kFailedContact = 0.5;  // penetration from which on a contact has failed

// J, rad; by the rods of `stage`.
void writeReadOuts(const SimulationWorkspace& stage, const std::vector<RodResult>& found, Geometry& g);
// Of contacts with a force: on knots contact (count), contactforce (N) and penetration (the deepest, in parts
// of the thickness there); on rods contacts, contactforce and penetration; on the detail contacts and
// penetration.
void writeContacts(const SimulationWorkspace& stage, Geometry& g, SimulationReport& report);
void addReadOuts(const std::vector<RodResult>& found, SimulationReport& report);

}  // namespace tendril::nodes
