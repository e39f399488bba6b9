// What came of wedges, side by side.
#include "cli/commands/wedge_sheet.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "cli/io/bytes.h"
#include "cli/render/tracer.h"

namespace tendril::cli {
namespace {

using namespace show;

// Evenly over the run, the last one last.
std::vector<int> shotsOf(const std::vector<int>& frames, int shots) {
  std::vector<int> chosen;
  const auto last = static_cast<double>(frames.size() - 1);
  for (int i = 1; i <= shots; ++i) {
    const int frame = frames[static_cast<std::size_t>(std::lround(last * i / shots))];
    if (chosen.empty() || chosen.back() != frame) chosen.push_back(frame);
  }
  return chosen;
}

// All wedges' frames together, so that one camera sees all of them alike.
struct Common {
  std::map<int, FrameBox> boxes;
  Eigen::AlignedBox3d box;
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void add(const Bounds& bounds) {
    for (const FrameBox& its : bounds.boxes) {
      FrameBox& all = boxes.emplace(its.frame, FrameBox{its.frame, {}}).first->second;
      all.box.extend(its.box);
      all.farthest.insert(all.farthest.end(), its.farthest.begin(), its.farthest.end());
    }
    if (!bounds.box.isEmpty()) box.extend(bounds.box);
    low = std::min(low, bounds.low);
    high = std::max(high, bounds.high);
  }
  std::vector<FrameBox> list() const {
    std::vector<FrameBox> all;
    for (const auto& [frame, its] : boxes) all.push_back(its);
    return all;
  }
};

TraceSettings settingsOf(const SheetFlags& flags, const Common& common) {
  TraceSettings settings;
  settings.width = flags.width;
  settings.height = flags.height;
  settings.samples = flags.samples;
  settings.dark = flags.dark;
  settings.showsValues = !flags.value.empty();
  settings.low = common.low;
  settings.high = common.high;
  if (!common.box.isEmpty()) settings.ground = common.box.min().y();
  return settings;
}

// Rows and columns of cells; a cell is a wedge's pictures under its label.
class Sheet {
 public:
  Sheet(const SheetFlags& flags, std::size_t wedges, std::size_t shots) : flags_(flags) {
    const int count = static_cast<int>(wedges);
    columns_ = shots > 1 ? 1 : static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
    const int rows = (count + columns_ - 1) / columns_;
    dot_ = std::max(1, flags.height / 120);
    bar_ = (kLetterHeight + 6) * dot_;
    cellWidth_ = flags.width * static_cast<int>(shots);
    if (static_cast<long>(rows) * (flags.height + bar_) > 32000 ||
        static_cast<long>(columns_) * cellWidth_ > 32000)
      throw UsageError("the sheet would be larger than 32000 pixels; choose a smaller --width and --height");
    picture_ = Picture(columns_ * cellWidth_, rows * (flags.height + bar_));
    fill(picture_, 0, 0, picture_.width, picture_.height, Vector3f::Constant(flags.dark ? 0.02f : 0.85f));
  }

  // `said`: in place of pictures.
  void label(std::size_t wedge, const std::string& text, const std::string& said) {
    const auto [x, y] = at(wedge);
    fill(picture_, x, y, cellWidth_, bar_, Vector3f::Constant(flags_.dark ? 0.12f : 1.0f));
    writeCut(text, x, y + 3 * dot_, cellWidth_);
    if (!said.empty()) writeCut(said, x, y + bar_ + flags_.height / 2, cellWidth_);
  }
  void paste(std::size_t wedge, std::size_t shot, const Picture& from, const std::string& frame) {
    const auto [x, y] = at(wedge);
    const int left = x + static_cast<int>(shot) * flags_.width;
    show::paste(from, left, y + bar_, picture_);
    const int small = std::max(1, dot_ / 2);
    write(picture_, frame, left + flags_.width - widthOf(frame, small) - 4 * small, y + bar_ + 4 * small,
          small, ink());
  }
  const Picture& picture() const { return picture_; }

 private:
  std::pair<int, int> at(std::size_t wedge) const {
    const int i = static_cast<int>(wedge);
    return {i % columns_ * cellWidth_, i / columns_ * (flags_.height + bar_)};
  }
  Vector3f ink() const { return Vector3f::Constant(flags_.dark ? 0.85f : 0.15f); }
  // In smaller letters where it is long, and as much of it as there is room for.
  void writeCut(std::string text, int x, int y, int width) {
    int dot = dot_;
    while (dot > 1 && widthOf(text, dot) > width - 8 * dot) --dot;
    while (!text.empty() && widthOf(text, dot) > width - 8 * dot) text.pop_back();
    write(picture_, text, x + 4 * dot, y + (dot_ - dot) * kLetterHeight / 2, dot, ink());
  }

  const SheetFlags& flags_;
  int columns_ = 1, dot_ = 1, bar_ = 1, cellWidth_ = 1;
  Picture picture_;
};

bool hasPictures(const WedgeRun& run) {
  return !run.caches.empty() && (run.end == WedgeRun::End::done || run.end == WedgeRun::End::unsolved);
}

}  // namespace

std::string wordFor(WedgeRun::End end) {
  switch (end) {
    case WedgeRun::End::done:
      return "done";
    case WedgeRun::End::unsolved:
      return "done, rods unsolved";
    case WedgeRun::End::failed:
      return "failed";
    default:
      return "not run";
  }
}

void SheetFlags::addTo(CLI::App& command) {
  const char* group = "Contact sheet";
  command.add_option("--shots", shots, "Pictures of each wedge, evenly over its frames")
      ->check(CLI::Range(1, 64))
      ->group(group);
  command.add_option("--width", width, "Pixels of a picture")->check(CLI::Range(32, 8192))->group(group);
  command.add_option("--height", height, "Pixels of a picture")->check(CLI::Range(32, 8192))->group(group);
  command.add_option("--samples", samples, "Rays a pixel")->check(CLI::Range(1, 4096))->group(group);
  command.add_option("--color", value, "False colours by an attribute, or by energy, bend, speed")
      ->group(group);
  command.add_option("--widthscale", widthScale, "Draws curves so many times as thick")
      ->check(CLI::PositiveNumber)
      ->group(group);
  command.add_flag("--dark", dark, "Dark background")->group(group);
  view.addTo(command);
}

void writeSheet(const std::string& path, const std::vector<WedgeRun>& runs, const std::vector<int>& frames,
                const SheetFlags& flags) {
  const std::vector<int> shots = shotsOf(frames, flags.shots);
  DrawSettings draw;
  draw.value = flags.value;
  draw.widthScale = flags.widthScale;
  std::vector<std::unique_ptr<Cache>> caches;
  Common common;
  for (const WedgeRun& run : runs) {
    caches.push_back(hasPictures(run) ? std::make_unique<Cache>(run.caches, draw, io::ReadOptions())
                                      : nullptr);
    if (caches.back()) common.add(boundsOf(*caches.back(), shots, ""));
  }
  const TraceSettings settings = settingsOf(flags, common);
  const CameraPath camera = flags.view.path(common.list(), static_cast<double>(flags.width) / flags.height);
  Sheet sheet(flags, runs.size(), shots.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    sheet.label(i, std::to_string(i + 1) + "  " + runs[i].label, caches[i] ? "" : wordFor(runs[i].end));
    for (std::size_t s = 0; caches[i] && s < shots.size(); ++s)
      sheet.paste(i, s, trace(caches[i]->drawing(shots[s]), settings, camera.on(shots[s])),
                  std::to_string(shots[s]));
  }
  Picture picture = sheet.picture();
  if (settings.showsValues) drawLegend(picture, flags.value, common.low, common.high);
  writePng(path, picture);
}

namespace {

std::string escaped(const std::string& text) {
  std::string html;
  for (const char c : text)
    html += c == '<'   ? "&lt;"
            : c == '>' ? "&gt;"
            : c == '&' ? "&amp;"
            : c == '"' ? "&quot;"
                       : std::string(1, c);
  return html;
}

constexpr const char* kStyle =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:1200px;margin:2em auto;padding:0 1em;color:#222;"
    "background:#fff}table{border-collapse:collapse}th,td{padding:.3em 1em .3em 0;text-align:left;"
    "border-bottom:1px solid #ddd}td.n{text-align:right}img{max-width:100%;margin-top:1.5em}"
    ".bad{color:#b00020}@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}"
    "th,td{border-color:#444}a{color:#8ab4f8}.bad{color:#ff8a80}}";

}  // namespace

void writePage(const std::string& path, const std::string& title, const std::vector<std::string>& columns,
               const std::vector<WedgeRun>& runs, const std::string& sheet) {
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>{0}</title><style>{1}</style></head><body>\n<h1>{0}</"
      "h1>\n<table>"
      "\n<tr><th>Files</th>",
      escaped(title), kStyle);
  for (const std::string& column : columns) html += "<th>" + escaped(column) + "</th>";
  html += "<th>Seconds</th><th>Result</th><th></th></tr>\n";
  for (const WedgeRun& run : runs) {
    html += fmt::format("<tr><td><a href=\"{0}/\">{0}</a></td>", escaped(run.name));
    for (const std::string& value : run.values) html += "<td>" + escaped(value) + "</td>";
    const bool good = run.end == WedgeRun::End::done;
    html += fmt::format("<td class=\"n\">{:.1f}</td><td{}>{}</td><td>{}</td></tr>\n", run.seconds,
                        good ? "" : " class=\"bad\"",
                        escaped(wordFor(run.end) + (run.message.empty() ? "" : ": " + run.message)),
                        run.page.empty() ? "" : "<a href=\"" + escaped(run.page) + "\">play</a>");
  }
  html += "</table>\n";
  if (!sheet.empty())
    html += "<img src=\"" + escaped(sheet) + "\" alt=\"All wedges, with the values that were varied\">\n";
  io::writeFile(path, html + "</body></html>\n");
}

}  // namespace tendril::cli
