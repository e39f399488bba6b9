// How long a run of frames will still take, from how long its last frames took.
//
//   FrameClock clock;
//   clock.begin(48);
//   clock.finished(frame's seconds, frames simulated in them);
//   clock.secondsLeft(seconds since, part of the frame that is done)
#pragma once

#include <cstddef>
#include <deque>
#include <optional>

#include "solver/base/layers.h"

namespace tendril::cli {

class FrameClock {
 public:
  void begin(std::size_t frames) { *this = FrameClock(frames); }
  FrameClock() = default;

  // A frame is done. `simulated`: how many frames were, where others were made on the way; at least 1.
  void finished(double seconds, std::size_t simulated);

  // `since`: seconds since the last frame was done; `part`: how much of the next one is, where that is known
  // (0: unknown). None as long as nobody can know: a first frame fits curves and fills caches, so it says
  // little of the others.
  std::optional<double> secondsLeft(double since = 0, double part = 0) const;

  std::size_t done() const { return done_; }
  std::size_t frames() const { return frames_; }

 private:
  explicit FrameClock(std::size_t frames) : frames_(frames) {}

  std::size_t frames_ = 1, done_ = 0;
  std::deque<double> last_;  // seconds a frame, without the first
};

}  // namespace tendril::cli
