// tendril bench: runs the groups, prints their rows beside a calibration loop.
#include "bench/bench.h"

#include <fmt/core.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands/commands.h"
#include "solver/base/error.h"

namespace tendril {

#define BENCH_GROUP(name, about) void bench_##name(BenchReport&);
#include "bench/groups.def"
#undef BENCH_GROUP

namespace {

struct Group {
  const char* name;
  const char* about;
  void (*run)(BenchReport&);
};

constexpr Group kGroups[] = {
#define BENCH_GROUP(name, about) {#name, about, bench_##name},
#include "bench/groups.def"
#undef BENCH_GROUP
};

double seconds(const std::function<void()>& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A fixed piece of arithmetic that no compiler can shorten: absolute times mean something only beside it.
double calibrate() {
  volatile double sink = 0;
  return bestOf([&] {
           double x = 0.5;
           for (int i = 0; i < 20'000'000; ++i) x = 3.9 * x * (1 - x);
           sink = x;
         })
      .best;
}

void print(const BenchRow& row) {
  fmt::print("{:<12} {:<64} {:>12.4g} {:<8} {:<12} {}\n", row.group, row.what, row.value, row.unit, row.asked,
             row.asked.empty() ? ""
             : row.ok          ? "ok"
                               : "MISSED");
}

void printJson(double calibration, const std::vector<BenchRow>& rows) {
  nlohmann::ordered_json all = {{"calibration_seconds", calibration},
                                {"rows", nlohmann::ordered_json::array()}};
  for (const BenchRow& row : rows)
    all["rows"].push_back({{"group", row.group},
                           {"what", row.what},
                           {"value", row.value},
                           {"unit", row.unit},
                           {"asked", row.asked},
                           {"ok", row.ok}});
  fmt::print("{}\n", all.dump(2));
}

struct Options {
  std::string name, plots;
  bool json = false;
};

void draw(const std::string& folder, const Plot& plot, bool quiet) {
  std::filesystem::create_directories(folder);
  const std::string path = folder + "/" + plot.name + ".svg";
  if (!(std::ofstream(path) << svgOf(plot))) throw Error(path + ": cannot be written");
  if (!quiet) fmt::print("{}\n", path);
}

void bench(const Options& options) {
  const double calibration = calibrate();
  if (!options.json)
    fmt::print("calibration loop: {:.1f} ms (20 million steps of the logistic map, one core)\n",
               1e3 * calibration);
  std::vector<BenchRow> rows;
  for (const Group& group : kGroups) {
    if (!options.name.empty() && options.name != group.name) continue;
    BenchReport report(group.name);
    group.run(report);
    for (const BenchRow& row : report.rows()) {
      if (!options.json) print(row);
      rows.push_back(row);
    }
    if (!options.plots.empty())
      for (const Plot& plot : report.plots()) draw(options.plots, plot, options.json);
  }
  if (options.json) printJson(calibration, rows);
  const bool all = std::all_of(rows.begin(), rows.end(), [](const BenchRow& row) { return row.ok; });
  if (!all) throw CLI::RuntimeError(1);
}

}  // namespace

void BenchReport::figure(const std::string& what, double value, const std::string& unit) {
  rows_.push_back({group_, what, value, unit, "", true});
}

void BenchReport::atMost(const std::string& what, double value, const std::string& unit, double limit) {
  rows_.push_back({group_, what, value, unit, fmt::format("<= {:g}", limit), value <= limit});
}

void BenchReport::atLeast(const std::string& what, double value, const std::string& unit, double limit) {
  rows_.push_back({group_, what, value, unit, fmt::format(">= {:g}", limit), value >= limit});
}

std::vector<Timing> bestOfEach(const std::vector<std::function<void()>>& contenders, int runs) {
  std::vector<std::vector<double>> times(contenders.size());
  for (int run = -1; run < runs; ++run)
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const double t = seconds(contenders[i]);
      if (run >= 0) times[i].push_back(t);
    }
  std::vector<Timing> result;
  for (auto& t : times) {
    std::sort(t.begin(), t.end());
    result.push_back({t.front(), t[t.size() / 2]});
  }
  return result;
}

Timing bestOf(const std::function<void()>& f, int runs) {
  return bestOfEach({f}, runs).front();
}

namespace {

void addOptions(CLI::App& app) {
  auto options = std::make_shared<Options>();
  std::string groups;
  std::vector<std::string> names;
  for (const Group& group : kGroups) {
    groups += fmt::format("  {:<12} {}\n", group.name, group.about);
    names.emplace_back(group.name);
  }
  app.add_option("GROUP", options->name, "One group (default: all)")->check(CLI::IsMember(names));
  app.add_option("--plot", options->plots, "Folder for plots of the figures (SVG)");
  app.add_flag("--json", options->json, "Print JSON, for scripts");
  app.footer("Groups:\n" + groups + "Each time is the best of five, warm. Exit code 1: a figure was missed.");
  app.callback([options] { bench(*options); });
}

}  // namespace
}  // namespace tendril

int main(int argc, char** argv) {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);  // as cli/main.cpp
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  CLI::App app("Measures the figures that Tendril claims", "tendril bench");
  tendril::addOptions(app);
  return tendril::parseAndRun(app, argc, argv);
}
