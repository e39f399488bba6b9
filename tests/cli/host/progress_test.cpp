// The time that is left, and what a terminal and a log see of a run.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "cli/host/frame_clock.h"
#include "cli/host/terminal_host.h"

namespace tendril::test {
namespace {

// A first frame of 52 s, then 47 of 6.5 s: the figures of a head of hair.
TEST(FrameClock, GoesByTheLastFramesNotTheFirst) {
  FrameClock clock;
  clock.begin(48);
  EXPECT_FALSE(clock.secondsLeft());
  clock.finished(52, 1);
  EXPECT_FALSE(clock.secondsLeft());  // nobody can know
  clock.finished(6.5, 1);
  EXPECT_DOUBLE_EQ(clock.secondsLeft().value(), 46 * 6.5);
  // it gets slower: the estimate follows within some frames
  for (int frame = 3; frame <= 20; ++frame) clock.finished(13, 1);
  EXPECT_DOUBLE_EQ(clock.secondsLeft().value(), 28 * 13.0);
  for (int frame = 21; frame <= 48; ++frame) clock.finished(13, 1);
  EXPECT_FALSE(clock.secondsLeft());
}

TEST(FrameClock, KnowsWhatAFrameShowsOfItself) {
  FrameClock clock;
  clock.begin(4);
  clock.finished(1, 1);
  clock.finished(2, 1);
  EXPECT_DOUBLE_EQ(clock.secondsLeft(0.5, 0).value(), 2 + 1.5);
  EXPECT_DOUBLE_EQ(clock.secondsLeft(9, 0).value(), 2);         // late; it cannot be less than nothing
  EXPECT_DOUBLE_EQ(clock.secondsLeft(9, 0.75).value(), 2 + 3);  // which takes 12 s
}

// One cook that simulates many frames says what one of them takes.
TEST(FrameClock, DividesByTheFramesThatWereSimulated) {
  FrameClock clock;
  clock.begin(10);
  clock.finished(1, 1);
  clock.finished(86, 43);
  EXPECT_DOUBLE_EQ(clock.secondsLeft().value(), 8 * 2.0);
}

TEST(Progress, AFrameIsOneLineWhateverWasSimulatedForIt) {
  TerminalHost host;
  host.beginRun(2);
  host.beginFrame(44);
  for (int frame = 2; frame <= 44; ++frame)
    host.logFrame("solver: 120 rods, frame " + std::to_string(frame) + ", 0 unsolved");
  host.logFrame("other: 1 rod");
  const std::string line = host.endFrame();
  EXPECT_EQ(line.find("frame 44 (1 of 2): "), 0u) << line;
  EXPECT_NE(line.find("; solver: 120 rods, frame 44, 0 unsolved (and 42 frames before); other: 1 rod"),
            std::string::npos)
      << line;
  EXPECT_LT(line.size(), 150u);
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 0);
  host.beginFrame(45);
  host.logFrame("solver: 120 rods");
  EXPECT_EQ(host.endFrame().find("before"), std::string::npos);  // each frame counts anew
}

TEST(Progress, LinesAreCutToATerminal) {
  EXPECT_EQ(cutTo("frame 1 (1 of 48)", 40), "frame 1 (1 of 48)");
  EXPECT_EQ(cutTo("frame 1 (1 of 48)", 12), "frame 1 (...");
  EXPECT_EQ(cutTo(std::string(4000, 'x'), 79).size(), 79u);
}

// A log hears of a long frame while it lasts; of a short one nothing.
TEST(Progress, LogsTellOfLongFrames) {
  TerminalHost host;
  host.setLogInterval(0.4);
  host.beginRun(3);
  host.beginFrame(7);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  testing::internal::CaptureStderr();
  for (int i = 0; i < 100; ++i) host.progress(i / 100.0, "solver: substep 2 of 8");
  const std::string told = testing::internal::GetCapturedStderr();
  if (told.find('\r') != std::string::npos) GTEST_SKIP() << "the tests run on a terminal";
  EXPECT_EQ(told.find("frame 7 (1 of 3), 1 s so far: solver: substep 2 of 8, 0 %\n"), 0u) << told;
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1) << told;
  host.beginFrame(8);
  testing::internal::CaptureStderr();
  host.progress(0.5, "solver: substep 2 of 8");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace tendril::test
