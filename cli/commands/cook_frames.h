// Cooks a network frame by frame, for `tendril run` and `tendril wedge`.
#pragma once

#include <string>
#include <vector>

#include "cli/host/terminal_host.h"
#include "cli/network/network.h"

namespace tendril::cli {

// `frames` as parseFrames() reads them, empty: the network's; with subframes, those that follow each frame.
std::vector<double> framesOf(const Network& network, const std::string& frames);

// One line a frame on standard output. Throws an Error that begins with the frame.
void cookFrames(const Network& network, const std::vector<double>& frames, TerminalHost& host);

}  // namespace tendril::cli
