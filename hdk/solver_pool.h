// Microsolvers between steps. They only save time and change no bit, so a missing one is made anew.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "nodes/microsolver.h"

namespace tendril::hdk {

class SolverPool {
 public:
  // By objects of all networks, whose ids may coincide.
  std::unique_ptr<Microsolver> take(std::int64_t object) {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto at = kept_.begin(); at != kept_.end(); ++at)
      if (at->first == object) {
        std::unique_ptr<Microsolver> found = std::move(at->second);
        kept_.erase(at);
        return found;
      }
    return std::make_unique<Microsolver>();
  }
  void giveBack(std::int64_t object, std::unique_ptr<Microsolver> solver) {
    const std::lock_guard<std::mutex> lock(mutex_);
    kept_.emplace_front(object, std::move(solver));
    if (kept_.size() > kMost) kept_.pop_back();
  }

 private:
  static constexpr std::size_t kMost = 32;  // each needs memory in proportion to its object's rods
  std::mutex mutex_;
  std::deque<std::pair<std::int64_t, std::unique_ptr<Microsolver>>> kept_;
};

}  // namespace tendril::hdk
