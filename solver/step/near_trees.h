// Trees of rods that may touch each other in a step: which are islands together.
//
//   NearTrees near(trees);
//   near.find(state, settings, gravity);   along the predicted motion
//   ... the steps of all islands ...
//   if (near.addMissed(joined)) ...        some came together that nothing foretold: islands and steps anew
//
// Boxes of elements decide. What they miss is a step that is taken twice, not a contact.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "solver/contact/rod_spans.h"
#include "solver/step/tree.h"

namespace tendril::solver {

class NearTrees {
 public:
  using Pair = std::pair<std::size_t, std::size_t>;  // of trees, the lower one first

  explicit NearTrees(const std::vector<std::unique_ptr<Tree>>& trees);
  const std::vector<Pair>& pairs() const { return pairs_; }  // ascending, each once
  void find(const State& state, const StepSettings& settings, const Vector3d& gravity);
  // After the step, before the state is given. `together(a, b)`: they are in one island.
  template <class F>
  bool addMissed(const F& together);

 private:
  void addPairs(const RodSpans::Margins& margins, std::vector<Pair>& to);
  void findMissed();

  const std::vector<std::unique_ptr<Tree>>& trees_;
  RodSpans spans_;
  std::vector<std::uint8_t> took_;  // by trees: their step could begin
  std::vector<Box3> boxes_, grown_;
  std::vector<Pair> pairs_, missed_;
  BoxPairs grid_;
};

template <class F>
bool NearTrees::addMissed(const F& together) {
  if (spans_.empty() || trees_.size() < 2) return false;
  findMissed();
  bool any = false;
  for (const Pair& pair : missed_) {
    if (together(pair.first, pair.second)) continue;
    pairs_.push_back(pair);
    any = true;
  }
  std::sort(pairs_.begin(), pairs_.end());
  return any;
}

}  // namespace tendril::solver
