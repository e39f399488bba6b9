// tendril wedge: runs a network with several values of its parameters, and shows the results side by side.
#include <fmt/core.h>

#include <filesystem>
#include <memory>

#include "cli/commands/commands.h"
#include "cli/commands/cook_frames.h"
#include "cli/commands/wedge_sheet.h"
#include "cli/host/threads.h"
#include "cli/host/usage.h"
#include "cli/network/wedge.h"
#include "cli/page/page_source.h"
#include "nodes/parameters/text.h"
#include "solver/base/error.h"

namespace tendril::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string network, to, frames;
  std::vector<std::string> settings;
  int threads = 0;
  bool noPlay = false;
  SheetFlags sheet;
};

constexpr int kFailed = 1, kUnsolved = 3;

// All that is varied, checked before anything is simulated.
struct Plan {
  std::vector<std::string> columns;  // what is varied
  std::vector<Wedge> wedges;
  std::vector<Network> networks;
  std::vector<double> frames;
};

Plan planOf(const Options& options, const std::string& folder) {
  const Network plain = readNetwork(options.network, {});
  std::vector<WedgeAxis> axes;
  Plan plan;
  for (const std::string& setting : options.settings) {
    axes.push_back(wedgeAxis(plain, setting));
    if (axes.back().values.size() > 1) plan.columns.push_back(axes.back().target);
  }
  plan.wedges = wedgesOf(axes);
  plan.frames = framesOf(plain, options.frames);
  for (const Wedge& wedge : plan.wedges) {
    plan.networks.push_back(readNetwork(options.network, wedge.settings));
    sendTo(folder, wedge, plan.networks.back());
  }
  return plan;
}

// False: somebody wants it to stop.
bool runOne(const Network& network, const std::vector<double>& frames, WedgeRun& run) {
  TerminalHost host;
  try {
    cookFrames(network, frames, host);
    run.end = host.failed() ? WedgeRun::End::unsolved : WedgeRun::End::done;
  } catch (const Error& error) {
    run.end = WedgeRun::End::failed;
    run.message = error.what();
  } catch (const std::bad_alloc&) {
    run.end = WedgeRun::End::failed;
    run.message = "there is not enough memory for this";
  }
  run.seconds = host.seconds();
  if (!run.message.empty()) fmt::print(stderr, "wedge {}: {}\n", run.name, run.message);
  return !host.stopped();
}

// As `tendril view` makes it.
void makePage(const Options& options, const std::string& folder, WedgeRun& run) {
  CLI::App app;
  addView(app);
  const std::string page = run.name + "/play.html";
  std::vector<std::string> words = {"view", "-o", (fs::path(folder) / page).string(), "--title", run.label};
  words.insert(words.end(), run.caches.begin(), run.caches.end());
  if (!options.sheet.value.empty()) words.insert(words.end(), {"--color", options.sheet.value});
  words.insert(words.end(), {"--widthscale", fmt::format("{}", options.sheet.widthScale)});
  app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // which takes them from behind
  run.page = page;
}

void printTable(const Plan& plan, const std::vector<WedgeRun>& runs) {
  std::vector<std::vector<std::string>> rows = {{"wedge"}};
  rows[0].insert(rows[0].end(), plan.columns.begin(), plan.columns.end());
  for (const char* title : {"seconds", "result"}) rows[0].emplace_back(title);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    rows.push_back({std::to_string(i + 1)});
    rows.back().insert(rows.back().end(), runs[i].values.begin(), runs[i].values.end());
    rows.back().push_back(fmt::format("{:.1f}", runs[i].seconds));
    rows.back().push_back(wordFor(runs[i].end));
  }
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  fmt::print("\n");
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) line += fmt::format("{:<{}}  ", row[c], widths[c]);
    fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

// The page of each wedge, the sheet, the page of all. What cannot be shown does not undo what was simulated.
bool present(const Options& options, const Plan& plan, const std::string& folder,
             std::vector<WedgeRun>& runs) {
  bool good = true;
  const auto attempt = [&](const auto& work) {
    try {
      work();
      return true;
    } catch (const CLI::Error& error) {
      fmt::print(stderr, "warning: {}\n", error.what());
    } catch (const Error& error) {
      fmt::print(stderr, "warning: {}\n", error.what());
    }
    return good = false;
  };
  bool canPlay = !options.noPlay;
  try {
    show::pageSource();
  } catch (const Error&) {
    canPlay = false;
  }
  std::size_t shown = 0;
  for (WedgeRun& run : runs) {
    if (run.caches.empty() || run.end == WedgeRun::End::failed || run.end == WedgeRun::End::notRun) continue;
    ++shown;
    if (canPlay) attempt([&] { makePage(options, folder, run); });
  }
  std::vector<int> whole;
  for (const double frame : plan.frames)
    if (frame == static_cast<int>(frame)) whole.push_back(static_cast<int>(frame));
  const std::string sheet = (fs::path(folder) / "sheet.png").string(),
                    page = (fs::path(folder) / "index.html").string();
  const bool pictured = shown > 0 && attempt([&] { writeSheet(sheet, runs, whole, options.sheet); });
  attempt([&] {
    writePage(page, fs::path(options.network).stem().string() + ": wedges", plan.columns, runs,
              pictured ? "sheet.png" : "");
  });
  printTable(plan, runs);
  if (shown == 0) fmt::print("no wedge has a cache to show\n");
  fmt::print("\n{}{}\n", pictured ? sheet + "\n" : "", page);
  return good;
}

void wedge(const Options& options) {
  const ThreadLimit limit(options.threads);
  const std::string folder =
      options.to.empty() ? fs::path(options.network).stem().string() + "_wedge" : options.to;
  const Plan plan = planOf(options, folder);
  std::vector<WedgeRun> runs;
  for (std::size_t i = 0; i < plan.wedges.size(); ++i) {
    const Wedge& its = plan.wedges[i];
    runs.push_back(
        {its.name, its.label, its.values, 0, WedgeRun::End::notRun, {}, cachesToShow(plan.networks[i]), {}});
  }
  bool goesOn = true;
  for (std::size_t i = 0; i < runs.size() && goesOn; ++i) {
    fmt::print("{}wedge {} of {}: {}\n", i ? "\n" : "", i + 1, runs.size(), runs[i].label);
    std::fflush(stdout);
    goesOn = runOne(plan.networks[i], plan.frames, runs[i]);
  }
  fs::create_directories(folder);
  const bool shown = present(options, plan, folder, runs);
  std::string failed;
  bool unsolved = false;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    unsolved = unsolved || runs[i].end == WedgeRun::End::unsolved;
    if (runs[i].end == WedgeRun::End::failed || runs[i].end == WedgeRun::End::notRun)
      failed += (failed.empty() ? "" : ", ") + std::to_string(i + 1);
  }
  if (!goesOn) throw Error("stopped; not done: wedge " + (failed.empty() ? "none" : failed));
  if (!failed.empty()) throw Error("failed: wedge " + failed + "; the others are done");
  if (!shown) throw CLI::RuntimeError(kFailed);  // which was told
  if (unsolved) {
    std::fputs("tendril: all wedges ran to the end, but some rods could not be solved: see the warnings\n",
               stderr);
    throw CLI::RuntimeError(kUnsolved);
  }
}

}  // namespace

void addWedge(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("wedge", "Run a network with several values of its parameters, and compare");
  command->add_option("NETWORK", options->network, "JSON file: nodes, inputs, parameters")->required();
  command
      ->add_option("--set", options->settings,
                   "node.parameter=1,2,3, or 1..3:3 (evenly), 1e7..1e9:3log; repeatable: all combinations")
      ->required()
      ->allow_extra_args(false);
  command->add_option("-o,--output", options->to,
                      "Folder for the files of all wedges (default: NETWORK_wedge, without .json)");
  command->add_option("--frames", options->frames, "1-24, 1-24x2, 1-3,7 (default: the network's)");
  command->add_flag("--no-play", options->noPlay, "Make no page that plays each wedge");
  addThreads(*command, options->threads);
  options->sheet.addTo(*command);
  command->footer(
      "Each wedge writes its caches to a folder of its own, named by its number and values: the network's "
      "own files\n"
      "stay as they are. A file name that holds $WEDGE stays where it is and gets that name. sheet.png shows "
      "all\n"
      "wedges with their values, index.html lists them.\n"
      "Values of a --set: commas between numbers, vectors ('0 0 0,8 0 0') and menu words; | between texts. A "
      "single\n"
      "value is the same in all wedges. A wedge that fails does not stop the others; the exit code is then "
      "1.\n"
      "Examples:\n"
      "  tendril wedge willow.json --set rods.young=1e8,3e8,1e9 --frames 1-60\n"
      "  tendril wedge willow.json --set rods.young=1e8..1e9:3log --set solver.wind='3 0 0,8 0 0' -o "
      "compare");
  command->callback([options] { wedge(*options); });
}

}  // namespace tendril::cli
