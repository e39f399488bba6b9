// tendril convert: from one geometry file format to another, one file or a sequence; to USD.
#include <fmt/core.h>

#include <memory>
#include <optional>

#include "cli/commands/commands.h"
#include "cli/drawing/view.h"
#include "cli/host/frames.h"
#include "cli/host/usage.h"
#include "cli/io/geometry_file.h"
#include "cli/usd/stage.h"
#include "nodes/parameters/text.h"

namespace tendril::cli {
namespace {

struct Options {
  std::string from, to, frames, attributes = "*";
  std::vector<std::string> with;
  usd::StageSettings stage;
  bool bare = false;
  show::ViewFlags view;
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
    if (usd::isUsd(path)) return usd::checkName(path);
    io::formatOfPath(path);
  } catch (const Error& error) {
    throw UsageError(error.what() + std::string(usd::isUsd(path) ? "" : ", or in .usda or .usd"));
  }
}

void toUsd(const Options& given) {
  Options options = given;
  options.stage.material = !options.bare;
  std::vector<std::string> files = {options.from};
  files.insert(files.end(), options.with.begin(), options.with.end());
  const std::vector<std::string> names = usd::primNames(files);
  const show::Cache cache(files, {}, options.read.options());
  const std::vector<int> frames = cache.frames(options.frames);
  // first how many points rods need, on all frames alike
  usd::RodLooks looks;
  const auto eachFrame = [&](const auto& f) {
    for (const int frame : frames) try {
        f(frame, cache.read(frame));
      } catch (const Error& error) {
        throw Error(fmt::format("frame {}: {}", frame, error.what()));
      }
  };
  eachFrame([&](int, const std::vector<Geometry>& all) {
    for (std::size_t f = 0; f < all.size(); ++f) usd::meetRods(all[f], f, looks);
  });
  std::unique_ptr<usd::ClipFiles> clips;
  std::unique_ptr<usd::SequenceFile> whole;
  if (hasFrame(options.to))
    clips = std::make_unique<usd::ClipFiles>(usd::stageOf(options.to), options.stage);
  else
    whole = std::make_unique<usd::SequenceFile>(options.to, options.stage);
  std::vector<show::FrameBox> boxes;
  std::vector<double> radii;  // the same on all frames
  std::size_t leftOut = 0;
  const double aspect = static_cast<double>(options.stage.width) / options.stage.height;
  const auto camera = [&]() -> std::optional<show::CameraPath> {
    if (options.bare) return {};
    return options.view.path(boxes, aspect);
  };
  eachFrame([&](int frame, const std::vector<Geometry>& all) {
    show::findRadii(all, radii);
    const usd::UsdFrame content = usd::usdFrameOf(all, names, looks, radii, options.attributes);
    boxes.push_back({frame, content.box});
    leftOut = std::max(leftOut, content.leftOut);
    if (clips)
      clips->add(frame, expandFrame(options.to, frame), content, camera());
    else
      whole->add(frame, content);
  });
  if (whole) whole->finish(camera());
  if (leftOut > 0)
    fmt::print(
        "{} left out: curves of one point, constraints to the world, kinds that USD's curves, points and "
        "meshes are not\n",
        nodes::counted(leftOut, "primitive is", "primitives are"));
  fmt::print("{} -> {}\n", options.from, clips ? clips->stage() : options.to);
}

void convert(const Options& options) {
  checkTarget(options.to);
  if (usd::isUsd(options.to)) return toUsd(options);
  if (!options.with.empty()) throw UsageError("--with: is for .usda files");
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
  CLI::App* command =
      app.add_subcommand("convert", "Convert geometry between .geo, .bgeo and .bgeo.sc, and to .usda");
  command->add_option("FROM", options->from, "File to read; its content tells the format")->required();
  command->add_option("TO", options->to, "File to write; its name tells the format")->required();
  command->add_option("--frames", options->frames,
                      "Frames where names carry $F: 1-24, 1-24x2, 1-3,7 (default: all on disk)");
  command->add_option("--with", options->with, "Files that go into the same .usda: colliders, other caches");
  command->add_option("--fps", options->stage.framesPerSecond, "Frames a second of a .usda")
      ->check(CLI::Range(1.0, 1000.0));
  command->add_option("--unitlength", options->stage.metersPerUnit, "Metres of a scene unit, for a .usda")
      ->check(CLI::Range(1e-6, 1e6));
  command->add_option("--attribs", options->attributes,
                      "Which attributes a .usda gets as primvars, such as \"* ^temp*\" (default: all)");
  command->add_flag("--bare", options->bare, "A .usda without camera, lights, material and render settings");
  options->view.addTo(*command);
  options->read.addTo(*command);
  command->footer(
      "Frame numbers in names: $F, $F4 (padded), ${F4}; quote them from the shell.\n"
      "Examples:\n"
      "  tendril convert vine.bgeo.sc vine.geo\n"
      "  tendril convert 'sim.$F4.bgeo.sc' 'text/sim.$F4.geo' --frames 1-24\n"
      "  tendril convert 'sim.$F4.bgeo.sc' sim.usda                 one file, all frames\n"
      "  tendril convert 'sim.$F4.bgeo.sc' 'usd/sim.$F4.usda'       value clips, played by usd/sim.usda\n"
      "  husk --frame 1 --frame-count 24 -o 'out.$F4.exr' sim.usda   renders it with Karma");
  command->callback([options] { convert(*options); });
}

}  // namespace tendril::cli
