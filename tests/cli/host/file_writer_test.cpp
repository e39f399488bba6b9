// Files written beside the work: their order, errors, and what waits for them.
#include "cli/host/file_writer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>

namespace tendril::test {
namespace {

void sleepFor(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

TEST(FileWriter, WorksBesideInOrderAndEndsWithAll) {
  std::string order;
  const std::thread::id here = std::this_thread::get_id();
  std::atomic<bool> go{false}, beside{false};
  {
    FileWriter files(true);
    files.add("a", 1, [&] {
      while (!go) sleepFor(1);
      beside = std::this_thread::get_id() != here;
      order += "a";
    });
    files.then([&] { order += "b"; });
    files.add("c", 1, [&] { order += "c"; });
    go = true;  // only now: add() does not wait for the work
  }
  EXPECT_EQ(order, "abc");
  EXPECT_TRUE(beside);
}

TEST(FileWriter, TheFirstErrorIsToldAndNothingFollows) {
  bool after = false;
  FileWriter files(true);
  files.add("a", 1, [] { throw Error("a: the disk is full"); });
  files.add("b", 1, [&] { after = true; });
  try {
    files.finish();
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "a: the disk is full");
  }
  EXPECT_TRUE(files.failed());
  EXPECT_FALSE(after);
  files.finish();  // told once
}

TEST(FileWriter, AwaitsAFileBeforeItIsRead) {
  std::atomic<bool> there{false};
  FileWriter files(true);
  files.add("a", 1, [&] {
    sleepFor(20);
    there = true;
  });
  files.await("b");       // nobody writes it
  files.await("x/../a");  // the same file
  EXPECT_TRUE(there);
}

// What waits to be written is bounded, whatever the disk does.
TEST(FileWriter, WaitsWhileTooMuchIsToBeWritten) {
  constexpr std::size_t kBytes = std::size_t(100) << 20;
  std::atomic<std::size_t> waiting{0}, most{0};
  FileWriter files(true);
  for (int i = 0; i < 8; ++i) {
    files.add(std::to_string(i), kBytes, [&] {
      sleepFor(5);
      --waiting;
    });
    most = std::max<std::size_t>(most, ++waiting);
  }
  files.finish();
  EXPECT_GE(most, 2u);
  EXPECT_LE(most, 3u);  // 256 MB; one may just be done
}

TEST(FileWriter, AloneItWritesAtOnce) {
  FileWriter files(false);
  bool done = false;
  files.add("a", std::size_t(1) << 40, [&] { done = true; });
  EXPECT_TRUE(done);
  EXPECT_THROW(files.add("b", 1, [] { throw Error("no"); }), Error);
}

}  // namespace
}  // namespace tendril::test
