// tendril render: pictures of a cache, by frames, as a sheet, or as a film.
#include <fmt/core.h>

#include <memory>

#include "cli/commands/commands.h"
#include "cli/drawing/view.h"
#include "cli/host/frames.h"
#include "cli/host/usage.h"
#include "cli/io/geometry_file.h"
#include "cli/render/film.h"
#include "cli/render/tracer.h"
#include "nodes/parameters/text.h"

namespace tendril::cli {
namespace {

using namespace show;

struct Options {
  ShowFlags show;
  std::string to, ground = "auto";
  int width = 960, height = 540, samples = 32, sheet = 0;
  double shutter = 0;
  bool dark = false, mask = false;
};

TraceSettings settingsOf(const Options& options, const Bounds& bounds) {
  TraceSettings settings;
  settings.width = options.width;
  settings.height = options.height;
  settings.samples = options.samples;
  settings.dark = options.dark;
  settings.coversOnly = options.mask;
  settings.blurs = options.shutter > 0;
  settings.showsValues = !options.show.draw.value.empty();
  settings.low = bounds.low;
  settings.high = bounds.high;
  if (options.ground == "auto" && !bounds.box.isEmpty()) settings.ground = groundOf(bounds);
  if (options.ground != "auto" && options.ground != "none") {
    double height = 0;
    if (!CLI::detail::lexical_cast(options.ground, height))
      throw UsageError("--ground: auto, none, or a height");
    settings.ground = height;
  }
  return settings;
}

// Draws frame after frame; a legend where values are shown.
class Artist {
 public:
  Artist(const Options& options, const Cache& cache, const Bounds& bounds)
      : options_(options),
        cache_(cache),
        bounds_(bounds),
        settings_(settingsOf(options, bounds)),
        path_(options.show.view.path(bounds.boxes, static_cast<double>(options.width) / options.height)) {}

  Picture picture(int frame) {
    Drawing drawing = cache_.drawing(frame);
    if (drawing.skipped > skipped_) {
      skipped_ = drawing.skipped;
      fmt::print(
          "frame {}: {} not drawn\n", frame,
          nodes::counted(skipped_, "primitive is of a kind that is", "primitives are of kinds that are"));
    }
    // the camera goes on while its shutter is open
    if (settings_.blurs && path_.follows()) drawing.moveClosed(-options_.shutter * path_.drift(frame));
    Picture picture = trace(drawing, settings_, path_.on(frame));
    if (settings_.showsValues && !settings_.coversOnly)
      drawLegend(picture, options_.show.draw.value, bounds_.low, bounds_.high);
    return picture;
  }

 private:
  const Options& options_;
  const Cache& cache_;
  const Bounds& bounds_;
  TraceSettings settings_;
  CameraPath path_;
  std::size_t skipped_ = 0;
};

void renderSheet(const Options& options, const std::vector<int>& frames, Artist& artist) {
  const int columns = std::min<int>(options.sheet, static_cast<int>(frames.size()));
  const int rows = (static_cast<int>(frames.size()) + columns - 1) / columns;
  if (static_cast<long>(columns) * options.width > 32000 || static_cast<long>(rows) * options.height > 32000)
    throw UsageError("--sheet: the sheet would be larger than 32000 pixels; render fewer or smaller frames");
  Picture sheet(columns * options.width, rows * options.height);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const int x = static_cast<int>(i) % columns * options.width,
              y = static_cast<int>(i) / columns * options.height;
    paste(artist.picture(frames[i]), x, y, sheet);
    const int dot = std::max(1, options.height / 200);
    write(sheet, std::to_string(frames[i]), x + 4 * dot, y + 4 * dot, dot,
          Vector3f::Constant(options.dark ? 0.8f : 0.25f));
    fmt::print("frame {} ({} of {})\n", frames[i], i + 1, frames.size());
  }
  writePng(options.to, sheet);
  fmt::print("{}\n", options.to);
}

void render(const Options& options) {
  const bool film = isFilm(options.to);
  if (!film && !io::endsWith(options.to, ".png"))
    throw UsageError(options.to + ": is no .png, .mp4, .webm or .mov");
  if (film && options.sheet > 0) throw UsageError("--sheet: makes a PNG, no film");
  if (hasFrame(options.to) && (film || options.sheet > 0))
    throw UsageError(options.to + ": holds all frames, so its name has no $F");
  DrawSettings draw = options.show.drawn();
  draw.shutter = options.shutter / options.show.framesPerSecond;
  const Cache cache(options.show.caches, draw, options.show.read.options());
  const std::vector<int> frames = cache.frames(options.show.frames);
  if (frames.size() > 1 && !hasFrame(options.to) && !film && options.sheet == 0)
    throw UsageError(options.to + ": " + std::to_string(frames.size()) +
                     " frames want a $F in the name, a film (.mp4, .webm, .mov) or --sheet");
  const Bounds bounds = boundsOf(cache, frames, options.show.range);
  Artist artist(options, cache, bounds);
  if (options.sheet > 0) return renderSheet(options, frames, artist);
  std::unique_ptr<Film> to;
  if (film)
    to = std::make_unique<Film>(options.to, options.width, options.height, options.show.framesPerSecond);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Picture picture = artist.picture(frames[i]);
    if (to)
      to->add(picture);
    else
      writePng(expandFrame(options.to, frames[i]), picture);
    fmt::print("frame {} ({} of {}): {}\n", frames[i], i + 1, frames.size(),
               expandFrame(options.to, frames[i]));
  }
  if (to) to->finish();
}

}  // namespace

void addRender(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("render", "Render pictures of a cache: tubes, hair, meshes, constraints");
  options->show.addTo(*command);
  command->add_option("-o,--output", options->to, "PNG with $F4 in its name, or a film: .mp4, .webm, .mov")
      ->required();
  command->add_option("--width", options->width, "Pixels")->check(CLI::Range(16, 16384));
  command->add_option("--height", options->height, "Pixels")->check(CLI::Range(16, 16384));
  command
      ->add_option("--samples", options->samples, "Rays a pixel: 16 for a look, 32 by default, 128 for show")
      ->check(CLI::Range(1, 4096));
  command->add_option("--sheet", options->sheet, "One picture of all frames, so many in a row")
      ->check(CLI::Range(1, 64));
  command
      ->add_option("--shutter", options->shutter,
                   "Motion blur from v: the part of a frame that is seen (0.5 is usual)")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--ground", options->ground, "auto (under the roots), none, or a height");
  command->add_flag("--dark", options->dark, "Dark background");
  command->add_flag("--mask", options->mask,
                    "White where there is something, black elsewhere: for compositing");
  command->footer(
      "Examples:\n"
      "  tendril render 'sim.$F4.bgeo.sc' -o 'out.$F4.png' --shutter 0.5\n"
      "  tendril render 'rods.$F4.bgeo.sc' 'constraints.$F4.bgeo.sc' -o sheet.png --sheet 6 --frames 1-96x4\n"
      "  tendril render 'rods.$F4.bgeo.sc' -o bend.mp4 --color bend");
  command->callback([options] { render(*options); });
}

}  // namespace tendril::cli
