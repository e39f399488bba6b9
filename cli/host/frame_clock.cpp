// The time that frames take.
#include "cli/host/frame_clock.h"

#include <algorithm>
#include <numeric>

namespace tendril::cli {

void FrameClock::finished(double seconds, std::size_t simulated) {
  constexpr std::size_t kLast = 6;
  if (++done_ > 1) last_.push_back(seconds / static_cast<double>(std::max<std::size_t>(1, simulated)));
  if (last_.size() > kLast) last_.pop_front();
}

std::optional<double> FrameClock::secondsLeft(double since, double part) const {
  if (last_.empty() || done_ >= frames_) return {};
  const double rate = std::accumulate(last_.begin(), last_.end(), 0.0) / static_cast<double>(last_.size());
  const double others = rate * static_cast<double>(frames_ - done_ - 1);
  // of this frame: what it shows itself, once it shows enough
  constexpr double kTelling = 0.1;
  const double own = part >= kTelling ? since * (1 - part) / part : std::max(0.0, rate - since);
  return others + own;
}

}  // namespace tendril::cli
