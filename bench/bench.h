// Benchmarks: a row for each figure that Tendril claims.
//
//   void benchSweep(BenchReport& report) {
//     const double t = bestOf([&] { sweep(); }).best;
//     report.atMost("t(320) / t(80)", t / t80, "x", 4.4);
//   }
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/plot.h"

namespace tendril {

struct BenchRow {
  std::string group, what;
  double value = 0;
  std::string unit;
  std::string asked;  // bound; empty: for information only
  bool ok = true;
};

class BenchReport {
 public:
  explicit BenchReport(std::string group) : group_(std::move(group)) {}

  void figure(const std::string& what, double value, const std::string& unit);
  void atMost(const std::string& what, double value, const std::string& unit, double limit);
  void atLeast(const std::string& what, double value, const std::string& unit, double limit);
  void plot(Plot plot) { plots_.push_back(std::move(plot)); }
  const std::vector<BenchRow>& rows() const { return rows_; }
  const std::vector<Plot>& plots() const { return plots_; }

 private:
  std::string group_;
  std::vector<BenchRow> rows_;
  std::vector<Plot> plots_;
};

struct Timing {
  double best, median;  // seconds
};

// Runs f once to warm up, then `runs` times.
Timing bestOf(const std::function<void()>& f, int runs = 5);

// Runs several contenders in turn, so that a slow moment of the machine affects all of them.
std::vector<Timing> bestOfEach(const std::vector<std::function<void()>>& contenders, int runs = 5);

}  // namespace tendril
