// Constraints, as in report 6573: its table 1, with the same numbers of multipliers, and its figure 7, cost
// against keyholes and pearls.
#include <functional>
#include <map>
#include <string>

#include "bench/bench.h"
#include "solver/examples/constraint_scenes.h"

namespace tendril {
namespace {

// Milliseconds a step at 1/60 s, in motion that has calmed down; all scenes in turn.
std::vector<double> costs(std::vector<TiedSample>& samples) {
  constexpr int kCalm = 120, kSteps = 30, kRuns = 9;
  std::vector<std::unique_ptr<Workspace>> works;
  StepSettings settings;
  settings.dt = 1.0 / 60;
  std::vector<std::function<void()>> contenders;
  for (TiedSample& sample : samples) {
    works.push_back(std::make_unique<Workspace>(sample.scene));
    for (int i = 0; i < kCalm; ++i) step(sample.scene, sample.state, *works.back(), settings);
    contenders.push_back([&sample, work = works.back().get(), settings] {
      for (int i = 0; i < kSteps; ++i) step(sample.scene, sample.state, *work, settings);
    });
  }
  std::vector<double> milliseconds;
  for (const Timing& timing : bestOfEach(contenders, kRuns))
    milliseconds.push_back(1e3 * timing.best / kSteps);
  return milliseconds;
}

void table(BenchReport& report) {
  std::vector<TiedSample> samples = tableOfTheReport();
  const std::vector<double> cost = costs(samples);
  Plot plot{"table1", "Scenes of report 6573 at 1/60 s: a step against multipliers", "multipliers", "ms", {}};
  std::map<int, std::pair<double, double>> byCount;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const RowCount rows = countRows(samples[i]);
    byCount[rows.absolute + rows.relative] = {cost[i], samples[i].milliseconds};
    report.atMost("table 1, " + std::string(samples[i].name) + ", " + std::to_string(rows.absolute) + " + " +
                      std::to_string(rows.relative) + " multipliers: a step",
                  cost[i], "ms", 0.1 * samples[i].milliseconds);
  }
  for (const auto& [count, times] : byCount) {
    plot.series["Tendril"].push_back({count, times.first});
    plot.printed["report"].push_back({count, times.second});
  }
  report.plot(plot);
}

void figure(BenchReport& report) {
  Plot plot{"constraints", "A step at 1/60 s against constraints", "constraints", "ms", {}};
  const std::pair<const char*, std::function<TiedSample(int)>> kinds[] = {
      {"keyholes, two elements each", [](int n) { return keyholes(n, 2 * n); }},
      {"keyholes on 200 elements", [](int n) { return keyholes(n, 200); }},
      {"pearls, two elements each", pearls},
      {"distances of a bridge", [](int n) { return rungs(n); }}};
  for (const auto& [name, make] : kinds) {
    std::vector<TiedSample> samples;
    const std::vector<int> counts = {12, 24, 48, 96, 100};
    for (const int n : counts) samples.push_back(make(n));
    const std::vector<double> cost = costs(samples);
    for (std::size_t i = 0; i < counts.size(); ++i)
      plot.series[name].push_back({static_cast<double>(counts[i]), cost[i]});
    report.atMost("fig. 7, " + std::string(name) + ": t(96) / t(48)", cost[3] / cost[2], "x", 2.3);
    report.atMost("fig. 7, " + std::string(name) + ": t(48) / t(24)", cost[2] / cost[1], "x", 2.3);
    report.figure("fig. 7, " + std::string(name) + ": a step with 100", cost[4], "ms");
  }
  report.plot(plot);
}

}  // namespace

void bench_constraints(BenchReport& report) {
  table(report);
  figure(report);
}

}  // namespace tendril
