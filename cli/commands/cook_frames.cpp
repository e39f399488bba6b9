// Cooks a network frame by frame.
#include "cli/commands/cook_frames.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>

#include "cli/host/frames.h"
#include "cli/network/runner.h"
#include "solver/base/error.h"

namespace tendril::cli {

std::vector<double> framesOf(const Network& network, const std::string& wanted) {
  std::vector<int> whole;
  if (!wanted.empty()) whole = parseFrames(wanted);
  for (int frame = network.firstFrame; wanted.empty() && frame <= network.lastFrame; ++frame)
    whole.push_back(frame);
  std::vector<double> frames;
  for (const int frame : whole)
    for (int i = 0; i < network.subframes; ++i)
      frames.push_back(frame + static_cast<double>(i) / network.subframes);
  return frames;
}

void cookFrames(const Network& network, const std::vector<double>& frames, TerminalHost& host) {
  host.beginRun(frames.size());
  Runner runner(network, host);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    host.files().check();
    host.beginFrame(frames[i]);
    try {
      runner.cook(frames[i]);
    } catch (const Interrupted&) {
      host.files().finish();  // what failed before comes first
      throw Error(fmt::format("stopped on frame {}; {} of {} frames are done", frames[i], i, frames.size()));
    } catch (const WriteError&) {
      throw;
    } catch (const Error& error) {
      host.files().finish();
      throw Error(fmt::format("frame {}: {}", frames[i], error.what()));
    }
    host.print(cutToTerminal(host.endFrame(), STDOUT_FILENO));
  }
  host.files().finish();
}

}  // namespace tendril::cli
