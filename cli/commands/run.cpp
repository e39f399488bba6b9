// tendril run: cooks a network over a range of frames.
#include <fmt/core.h>

#include <memory>

#include "cli/commands/commands.h"
#include "cli/commands/cook_frames.h"
#include "cli/host/threads.h"
#include "cli/host/usage.h"
#include "cli/network/resume.h"
#include "solver/base/error.h"

namespace tendril::cli {
namespace {

struct Options {
  std::string network, frames;
  std::vector<std::string> settings;
  int threads = 0, subframes = 0;
  bool resume = false;
  double unitLength = 0;  // 0: the network's
};

constexpr int kUnsolved = 3;

// A simulation begins at its first frame, whatever frame is asked for.
void tellOfFramesBefore(const Network& network, const std::vector<double>& frames, Host& host) {
  for (const NetworkNode& node : network.nodes)
    if (node.definition().find("startfrom") && !frames.empty() &&
        frames.front() > static_cast<double>(std::get<std::int64_t>(node.parms.get("startframe"))) + 1 &&
        node.parms.get("startfrom") == ParmValue(std::int64_t(0)))
      host.inform(
          fmt::format("{} simulates the frames before {} again and writes none of them; with --resume a "
                      "run goes on from its caches",
                      node.name, frames.front()));
}

void run(const Options& options) {
  const ThreadLimit limit(options.threads);
  Network network = readNetwork(options.network, options.settings);
  if (options.subframes > 0) network.subframes = options.subframes;
  if (options.unitLength > 0) network.unitLength = options.unitLength;
  std::vector<double> frames = framesOf(network, options.frames);
  TerminalHost host(!limit.isAlone());
  if (options.resume) frames = resume(network, frames, host);
  tellOfFramesBefore(network, frames, host);
  cookFrames(network, frames, host);
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
  command
      ->add_option("--unitlength", options->unitLength,
                   "Metres of a scene unit: 0.01 for centimetres (default: the network's)")
      ->check(CLI::Range(1e-9, 1e9));
  command
      ->add_option("--set", options->settings,
                   "node.parameter=value, instead of the network's; repeatable. Names of files begin at the "
                   "shell's folder")
      ->allow_extra_args(false);
  command->add_flag("--resume", options->resume,
                    "Go on with a stopped run, behind the last frame that all its caches have");
  addThreads(*command, options->threads);
  command->footer(
      "One line a frame on standard output; warnings and errors on standard error.\n"
      "Examples:\n"
      "  tendril run hair.json --frames 1-48 --set rods.elements=8 --set rods.material=vine\n"
      "  tendril run hair.json --resume");
  command->callback([options] { run(*options); });
}

}  // namespace tendril::cli
