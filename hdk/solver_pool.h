// Microsolvers between steps. They only save time and change no bit, so a missing one is made anew.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "nodes/microsolver.h"

namespace tendril::hdk {

template <class Solver>
class SolverPoolOf {
 public:
  // Keeps the last solver, and others within a number of bytes and a time without use. Time is looked at when
  // solvers come and go.
  explicit SolverPoolOf(std::size_t most = std::size_t(1) << 31,
                        std::chrono::milliseconds idle = std::chrono::minutes(1))
      : most_(most), idle_(idle) {}

  // By objects of all networks, whose ids may coincide.
  std::unique_ptr<Solver> take(std::int64_t object) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<Solver> found;
    for (auto at = kept_.begin(); at != kept_.end() && !found; ++at)
      if (at->object == object) {
        found = std::move(at->solver);
        kept_.erase(at);
        break;
      }
    drop();
    return found ? std::move(found) : std::make_unique<Solver>();
  }
  void giveBack(std::int64_t object, std::unique_ptr<Solver> solver) {
    const std::lock_guard<std::mutex> lock(mutex_);
    kept_.push_front({object, std::move(solver), Clock::now()});
    drop();
  }
  void clear() {
    const std::lock_guard<std::mutex> lock(mutex_);
    kept_.clear();
  }
  std::size_t size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return kept_.size();
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Kept {
    std::int64_t object;
    std::unique_ptr<Solver> solver;
    Clock::time_point since;
  };

  void drop() {
    std::size_t bytes = 0;
    for (const Kept& each : kept_) bytes += each.solver->bytes();
    for (; kept_.size() > 1 && (bytes > most_ || Clock::now() - kept_.back().since > idle_); kept_.pop_back())
      bytes -= kept_.back().solver->bytes();
  }

  const std::size_t most_;
  const std::chrono::milliseconds idle_;
  mutable std::mutex mutex_;
  std::deque<Kept> kept_;  // the last first
};

using SolverPool = SolverPoolOf<Microsolver>;

}  // namespace tendril::hdk
