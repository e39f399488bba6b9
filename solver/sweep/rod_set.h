// The rods of several sweeps as one list, in the order of the scene: what constraints of an island see.
//
//   RodSet rods;
//   rods.add(sweep, numbers);   // numbers: of the sweep's rods in the scene
//   rods.sort();
//   rods.rod(0).kinematics.hook(0);
#pragma once

#include <algorithm>
#include <vector>

#include "solver/sweep/sweep.h"

namespace tendril::solver {

class RodSet {
 public:
  void clear() {
    entries_.clear();
    sweeps_.clear();
  }
  void add(Sweep& sweep, const std::vector<std::size_t>& numbers) {
    sweeps_.push_back(&sweep);
    for (std::size_t r = 0; r < numbers.size(); ++r) entries_.push_back({numbers[r], &sweep, r});
  }
  void sort() {
    std::sort(entries_.begin(), entries_.end(),
              [](const Entry& a, const Entry& b) { return a.number < b.number; });
  }

  std::size_t size() const { return entries_.size(); }
  std::size_t number(std::size_t r) const { return entries_[r].number; }  // in the scene
  // The place of a rod of the scene, which must be among these.
  std::size_t find(std::size_t number) const {
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), number,
                                     [](const Entry& entry, std::size_t n) { return entry.number < n; });
    return static_cast<std::size_t>(at - entries_.begin());
  }
  RodSolver& rod(std::size_t r) const { return entries_[r].sweep->rod(entries_[r].index); }
  const SceneRod& description(std::size_t r) const {
    return entries_[r].sweep->description(entries_[r].index);
  }
  const Pose& pose(std::size_t r) const { return entries_[r].sweep->pose(entries_[r].index); }
  void addDelassusBlock(std::size_t r, DelassusSystem& to) const {
    entries_[r].sweep->addDelassusBlock(entries_[r].index, to);
  }

  // Calls f(sweep) for all, side by side where they are large.
  template <class F>
  void eachSweep(const F& f) const {
    forEachLarge(sweeps_.size(), entries_.size(), [&](std::size_t i) { f(*sweeps_[i]); });
  }

 private:
  struct Entry {
    std::size_t number;
    Sweep* sweep;
    std::size_t index;
  };
  std::vector<Entry> entries_;
  std::vector<Sweep*> sweeps_;
};

}  // namespace tendril::solver
