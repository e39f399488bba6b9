// tendril view: a cache as a page that plays it.
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <set>

#include "cli/commands/commands.h"
#include "cli/host/usage.h"
#include "cli/io/bytes.h"
#include "cli/page/page.h"
#include "cli/page/page_source.h"
#include "nodes/parameters/text.h"

namespace tendril::cli {
namespace {

using namespace show;

struct Options {
  ShowFlags show;
  std::string to, title;
  bool dark = false;
};

constexpr std::size_t kStudied = 12;  // frames that say how many points a curve needs

// What curves have that colours can show by themselves.
std::string usualValue(const Cache& cache, int frame) {
  for (const Geometry& g : cache.read(frame))
    if (g.find(Owner::primitive, "kinetic") && g.find(Owner::primitive, "elastic")) return "energy";
  return "";
}

// From out/ponytail/curves.$F4.bgeo.sc: Ponytail. Names that say what is in a file and not of what are passed
// over for their folder's.
std::string titleOf(const std::string& path) {
  const auto plain = [](std::string name) {
    name.resize(std::min(name.find_first_of(".$%"), name.size()));
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
  };
  static const std::set<std::string> kCommon = {"",    "rods", "curves", "constraints", "sim", "cache",
                                                "geo", "out",  "frame",  "output",      "tmp"};
  const std::filesystem::path full = std::filesystem::absolute(path);
  std::string name = plain(full.filename().string());
  const std::string folder = plain(full.parent_path().filename().string());
  if (kCommon.count(name) && !kCommon.count(folder)) name = folder;
  if (name.empty()) return full.filename().string();
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

const char* nameOf(Constraints how) {
  return how == Constraints::debug ? "debug" : how == Constraints::hide ? "hide" : "solid";
}

void view(const Options& asked) {
  const ShowFlags& options = asked.show;
  pageSource();  // before the work is done
  DrawSettings draw = options.drawn();
  draw.constraints = Constraints::both;  // the page switches
  const std::vector<int> frames = Cache(options.caches, draw, options.read.options()).frames(options.frames);
  if (draw.value.empty())
    draw.value = usualValue(Cache(options.caches, draw, options.read.options()), frames[0]);
  const Cache cache(options.caches, draw, options.read.options());
  PageSettings settings;
  settings.title = asked.title.empty() ? titleOf(options.caches[0]) : asked.title;
  settings.constraints = nameOf(options.draw.constraints);
  for (const std::string& path : options.caches)
    settings.files.push_back(std::filesystem::path(path).filename().string());
  settings.value = draw.value;
  settings.framesPerSecond = options.framesPerSecond;
  settings.dark = asked.dark;
  PagePacker packer(settings);
  const std::size_t every = std::max<std::size_t>(1, frames.size() / kStudied);
  std::size_t seen = 0;
  const Bounds bounds = boundsOf(
      cache, frames, options.range, [&](int, const Drawing& drawing, const std::vector<Geometry>& files) {
        packer.study(drawing, files, seen % every == 0 || seen + 1 == frames.size());
        ++seen;
      });
  packer.settle(bounds, options.view.path(bounds.boxes, 16.0 / 9));
  for (const int frame : frames) {
    const std::vector<Geometry> files = cache.read(frame);
    packer.add(frame, cache.drawingOf(frame, files), files);
  }
  const std::string page = packer.page();
  io::writeFile(asked.to, page);
  fmt::print("{}: {}, {:.1f} MB; open it in a browser\n", asked.to,
             nodes::counted(frames.size(), "frame", "frames"), static_cast<double>(page.size()) / 1e6);
}

}  // namespace

void addView(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("view", "Make a page that plays a cache in a browser, without a server");
  options->show.addTo(*command);
  command->add_option("-o,--output", options->to, "HTML file")->required();
  command->add_option("--title", options->title, "Above the page (default: of the folder or the file)");
  command->add_flag("--dark", options->dark, "Begins dark (default: as the system is)");
  command->footer(
      "Example:\n"
      "  tendril view 'rods.$F4.bgeo.sc' 'constraints.$F4.bgeo.sc' -o sim.html --color bend");
  command->callback([options] { view(*options); });
}

}  // namespace tendril::cli
