// tendril convert: from one geometry file format to another, one file or a sequence.
#include <fmt/core.h>

#include <memory>

#include "cli/commands.h"
#include "cli/frames.h"
#include "cli/io/geometry_file.h"
#include "cli/usage.h"

namespace tendril {
namespace {

struct Options {
  std::string from, to, frames;
  ReadFlags read;
};

void convertOne(const Options& options, const std::string& from, const std::string& to) {
  io::writeGeometryFile(to, io::readGeometryFile(from, options.read.options()));
  fmt::print("{} -> {}\n", from, to);
}

std::vector<int> framesOf(const Options& options) {
  if (!options.frames.empty()) return parseFrames(options.frames);
  const std::vector<int> frames = framesOnDisk(options.from);
  if (frames.empty()) throw Error(options.from + ": no file fits this name");
  return frames;
}

void checkTarget(const std::string& path) {
  try {
    io::formatOfPath(path);
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
}

void convert(const Options& options) {
  checkTarget(options.to);
  if (!hasFrame(options.from)) {
    if (hasFrame(options.to))
      throw UsageError(options.to + ": the source has no frame number, so the target can have none");
    if (!options.frames.empty()) throw UsageError("--frames needs a $F in both names");
    return convertOne(options, options.from, options.to);
  }
  if (!hasFrame(options.to))
    throw UsageError(options.to + ": needs a $F as well, or every frame would overwrite the last");
  for (const int frame : framesOf(options))
    convertOne(options, expandFrame(options.from, frame), expandFrame(options.to, frame));
}

}  // namespace

void addConvert(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("convert", "Convert geometry between .geo, .bgeo and .bgeo.sc");
  command->add_option("FROM", options->from, "File to read; its content tells the format")->required();
  command->add_option("TO", options->to, "File to write; its name tells the format")->required();
  command->add_option("--frames", options->frames,
                      "Frames where names carry $F: 1-24, 1-24x2, 1-3,7 (default: all on disk)");
  options->read.addTo(*command);
  command->footer(
      "Frame numbers in names: $F, $F4 (padded), ${F4}; quote them from the shell.\n"
      "Examples:\n"
      "  tendril convert vine.bgeo.sc vine.geo\n"
      "  tendril convert 'sim.$F4.bgeo.sc' 'text/sim.$F4.geo' --frames 1-24");
  command->callback([options] { convert(*options); });
}

}  // namespace tendril
