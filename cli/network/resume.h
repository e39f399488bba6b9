// Goes on with a run that was stopped, from the frames that its caches hold.
//
//   const std::vector<double> left = resume(network, frames, host);
//   if (left.size() < frames.size()) ...    // the solvers of `network` now start from cached frames
#pragma once

#include <vector>

#include "cli/network/network.h"

namespace tendril::cli {

// Of the run's frames, in order, those behind the last frame that all caches have. Sets the solvers to start
// from that frame, if there is one, and tells the host which it is. Of light caches it is the last restart
// frame, and the frames behind it are made again. A frame that is older than the one before
// it belongs to an earlier run, and does not count.
//
// Throws an Error that says why where the run cannot go on: no cache, or rods or constraints of a solver that
// are in none.
std::vector<double> resume(Network& network, const std::vector<double>& frames, Host& host);

}  // namespace tendril::cli
