// Rods that are too coarse.
#include "nodes/simulation/coarse_watch.h"

#include <algorithm>
#include <cstdio>

#include "nodes/parameters/text.h"

namespace tendril::nodes {

namespace {

constexpr int kFrames = 6;  // a quarter of a second

std::string rounded(double number) {
  char line[32];
  std::snprintf(line, sizeof line, "%.2g", number);
  return line;
}

}  // namespace

void CoarseWatch::look(const SimulationWorkspace& stage, const std::vector<PointLoad>& loads, Host& host) {
  if (told_) return;
  std::map<std::int64_t, int> frames;
  std::vector<CoarsePlace> lasting;
  for (const CoarsePlace& place : coarsePlaces(stage.scene, stage.state, loads)) {
    const std::int64_t id = stage.rods[place.rod].id;
    const auto before = frames_.find(id);
    const int count = before == frames_.end() ? 1 : before->second + 1;
    frames.emplace(id, count);
    if (count >= kFrames) lasting.push_back(place);
  }
  frames_ = std::move(frames);
  if (!lasting.empty()) tell(lasting, stage, host);
}

void CoarseWatch::tell(const std::vector<CoarsePlace>& places, const SimulationWorkspace& stage, Host& host) {
  told_ = true;
  const auto missOf = [&](const CoarsePlace& place) {
    return place.miss / stage.scene.rods[place.rod].arc.back();
  };
  const CoarsePlace& worst =
      *std::max_element(places.begin(), places.end(),
                        [&](const CoarsePlace& a, const CoarsePlace& b) { return missOf(a) < missOf(b); });
  std::string which = "rod " + std::to_string(stage.rods[worst.rod].id);
  if (places.size() > 1)
    which = std::to_string(places.size()) + " rods want shorter elements, most of all " + which + ": it";
  host.inform(which + " wants elements of " + rounded(worst.wanted) + " m at " + rounded(worst.arc) +
              " m from its root, where it is taut and turns sharply, and has " + rounded(worst.element) +
              " m (the rod lies " + rounded(100 * missOf(worst)) +
              " % of its length beside its path). Set Max Element Length on Tendril Rods, or the point "
              "attribute elementlength on the curves there");
}

}  // namespace tendril::nodes
