// tendril run: cooks a network over a range of frames.
#include <fmt/core.h>

#include <memory>

#include "cli/commands/commands.h"
#include "cli/host/frames.h"
#include "cli/host/terminal_host.h"
#include "cli/host/threads.h"
#include "cli/host/usage.h"
#include "cli/network/runner.h"

namespace tendril::cli {
namespace {

struct Options {
  std::string network, frames;
  std::vector<std::string> settings;
  int threads = 0, subframes = 0;
};

constexpr int kUnsolved = 3;

// With subframes, those that follow each frame.
std::vector<double> framesOf(const Options& options, const Network& network) {
  std::vector<int> whole;
  if (!options.frames.empty()) whole = parseFrames(options.frames);
  for (int frame = network.firstFrame; options.frames.empty() && frame <= network.lastFrame; ++frame)
    whole.push_back(frame);
  const int parts = options.subframes > 0 ? options.subframes : network.subframes;
  std::vector<double> frames;
  for (const int frame : whole)
    for (int i = 0; i < parts; ++i) frames.push_back(frame + static_cast<double>(i) / parts);
  return frames;
}

void run(const Options& options) {
  const ThreadLimit limit(options.threads);
  Network network = readNetwork(options.network, options.settings);
  if (options.subframes > 0) network.subframes = options.subframes;
  const std::vector<double> frames = framesOf(options, network);
  TerminalHost host(!limit.isAlone());
  Runner runner(network, host);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    host.files().check();
    host.setFrame(i, frames.size());
    host.beginFrame(frames[i]);
    const double before = host.seconds();
    try {
      runner.cook(frames[i]);
    } catch (const Interrupted&) {
      host.files().finish();
      throw Error(fmt::format("stopped on frame {}; {} of {} frames are done", frames[i], i, frames.size()));
    } catch (const WriteError&) {
      throw;
    } catch (const Error& error) {
      host.files().finish();  // what failed before comes first
      throw Error(fmt::format("frame {}: {}", frames[i], error.what()));
    }
    host.setFrame(i + 1, frames.size());
    host.print(fmt::format("frame {} ({} of {}): {:.3f} s{}{}", frames[i], i + 1, frames.size(),
                           host.seconds() - before, host.timeLeft(), host.takeLog()));
  }
  host.files().finish();
  if (host.interrupted()) throw Error("stopped after the last frame; all frames are done");
  if (host.failed()) {
    std::fputs("tendril: all frames are done, but some rods could not be solved: see the warnings\n", stderr);
    throw CLI::RuntimeError(kUnsolved);
  }
}

}  // namespace

void addRun(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("run", "Cook a network of nodes over a range of frames");
  command->add_option("NETWORK", options->network, "JSON file: nodes, inputs, parameters")->required();
  command->add_option("--frames", options->frames, "1-24, 1-24x2, 1-3,7 (default: the network's)");
  command
      ->add_option(
          "--subframes", options->subframes,
          "Cook so many times a frame, as 1, 1.25, 1.5 ... (default: the network's); caches need $FF")
      ->check(CLI::Range(1, 1000));
  command->add_option("--set", options->settings, "node.parameter=value, on top of the network's; repeatable")
      ->allow_extra_args(false);
  addThreads(*command, options->threads);
  command->footer(
      "One line a frame on standard output; warnings and errors on standard error.\n"
      "Example:\n"
      "  tendril run hair.json --frames 1-48 --set rods.elements=8 --set rods.material=vine");
  command->callback([options] { run(*options); });
}

}  // namespace tendril::cli
