// Caches as a run writes them: errors on their frame, light files and restart frames.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/host/restart.h"
#include "cli/io/geometry_file.h"
#include "tests/support/program.h"

namespace tendril::test {
namespace {

namespace fs = std::filesystem;

class CacheCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("tendril_cache_" + std::to_string(getpid()));
    fs::create_directories(folder_);
    std::ofstream(path("net.json")) << R"({"frames": [1, 6], "nodes": {
      "groom": {"type": "scalp", "parms": {"hairs": 8, "points": 20, "rotate": {"keys": [[1, [0, 0, 0]], [6, [0, 30, 0]]]}}},
      "rods": {"type": "rods", "inputs": ["groom@1"], "parms": {"elements": 3}},
      "solver": {"type": "solver", "inputs": ["rods", null, null, "groom"]},
      "cache": {"type": "cache", "inputs": ["solver"], "parms": {"file": "$HIP/rods.$F.bgeo.sc"}}}})";
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  Outcome cook(const std::string& more) const { return run("run " + path("net.json") + " " + more); }
  fs::path folder_;
};

// As if it had been written at once: the frames before are there and told, the error names frame, node and
// file.
TEST_F(CacheCommand, AFileThatFailsIsToldOnItsFrame) {
  for (const char* threads : {"", "--threads 1"}) {
    fs::create_directories(path("rods.3.bgeo.sc"));
    const Outcome failed = cook(threads);
    EXPECT_EQ(failed.code, 1);
    EXPECT_NE(failed.text.find("frame 2 (2 of 6)"), std::string::npos) << failed.text;
    EXPECT_EQ(failed.text.find("frame 3 (3 of 6)"), std::string::npos) << failed.text;
    const std::string told =
        "tendril: frame 3: cache: " + path("rods.3.bgeo.sc") + ": cannot be written: it is a folder\n";
    EXPECT_NE(failed.text.find(told), std::string::npos) << failed.text;
    EXPECT_TRUE(fs::exists(path("rods.2.bgeo.sc")));
    EXPECT_FALSE(fs::exists(path("rods.4.bgeo.sc")));
  }
}

// Nodes that nothing connects are cooked in the order of their names.
TEST_F(CacheCommand, AFileIsWrittenBeforeTheSameRunReadsIt) {
  std::ofstream(path("back.json")) << R"({"frames": [1, 5], "nodes": {
    "groom": {"type": "scalp", "parms": {"hairs": 400, "length": {"keys": [[1, 0.1], [5, 0.2]]}}},
    "first": {"type": "cache", "inputs": ["groom"], "parms": {"file": "$HIP/a.$F.bgeo.sc"}},
    "second": {"type": "file", "parms": {"file": "$HIP/a.$F.bgeo.sc"}},
    "third": {"type": "cache", "inputs": ["second"], "parms": {"file": "$HIP/b.$F.bgeo.sc"}}}})";
  const Outcome done = run("run " + path("back.json"));
  EXPECT_EQ(done.code, 0) << done.text;
  for (int frame = 1; frame <= 5; ++frame) {
    const auto name = [&](const char* file) {
      return path(std::string(file) + "." + std::to_string(frame) + ".bgeo.sc");
    };
    EXPECT_TRUE(io::readGeometryFile(name("a")) == io::readGeometryFile(name("b"))) << frame;
  }
}

TEST_F(CacheCommand, LightFilesLieBetweenRestartFramesThatContinueExactly) {
  const auto file = [&](const char* name, int frame) {
    return path(std::string(name) + "." + std::to_string(frame) + ".bgeo.sc");
  };
  ASSERT_EQ(cook("").code, 0);
  const std::string light =
      "--set cache.content=light --set cache.restartevery=3 --set 'cache.file=" + path("light.$F.bgeo.sc") +
      "' ";
  ASSERT_EQ(cook(light).code, 0);
  for (int frame = 1; frame <= 6; ++frame) {
    EXPECT_EQ(isRestartFile(file("light", frame)), frame == 1 || frame == 4) << frame;
    EXPECT_TRUE(isRestartFile(file("rods", frame)));
  }
  EXPECT_TRUE(io::readGeometryFile(file("light", 4)) == io::readGeometryFile(file("rods", 4)));
  // info tells which is which
  EXPECT_NE(run("info " + file("light", 4)).text.find("restart frame: "), std::string::npos);
  EXPECT_NE(run("info " + file("light", 5)).text.find("light frame: "), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(run("info --json " + file("light", 5)).text).at("rods"), "light");
  // from the restart frame with the same bits; from a light one not at all
  const std::string from =
      "--frames 5-6 --set solver.startfrom=cache --set 'cache.file=" + path("again.$F.bgeo.sc") + "' ";
  ASSERT_EQ(cook(from + "--set solver.cacheframe=4 --set solver.cachefile=" + file("light", 4)).code, 0);
  EXPECT_TRUE(io::readGeometryFile(file("again", 6)) == io::readGeometryFile(file("rods", 6)));
  const Outcome refused = cook(from + "--set solver.cacheframe=5 --set solver.cachefile=" + file("light", 5));
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.text.find("light.5.bgeo.sc: is a light frame"), std::string::npos) << refused.text;
  EXPECT_NE(refused.text.find("every 3 frames: 1, 4, 7"), std::string::npos) << refused.text;
}

// What a stopped run goes on from: the last restart frame, else the start.
TEST_F(CacheCommand, AStoppedRunGoesOnFromARestartFrame) {
  const auto file = [&](const char* name, int frame) {
    return path(std::string(name) + "." + std::to_string(frame) + ".bgeo.sc");
  };
  const auto light = [&](const std::string& more) {
    return cook("--set cache.content=light --set 'cache.file=" + path("light.$F.bgeo.sc") + "' " + more);
  };
  ASSERT_EQ(cook("").code, 0);
  const std::string every = "--set cache.restartevery=3 ";
  ASSERT_EQ(light(every).code, 0);
  const Geometry last = io::readGeometryFile(file("light", 6));
  fs::remove(file("light", 6));
  const Outcome resumed = light(every + "--resume");
  EXPECT_EQ(resumed.code, 0) << resumed.text;
  EXPECT_NE(resumed.text.find("--resume: frame 5 is the last that all caches have; light frames are made "
                              "again from restart frame 4; going on with 5"),
            std::string::npos)
      << resumed.text;
  EXPECT_NE(resumed.text.find("frame 6 (2 of 2)"), std::string::npos) << resumed.text;
  EXPECT_TRUE(io::readGeometryFile(file("light", 6)) == last);
  // where the last frame is a restart frame, nothing is made again
  for (const int frame : {5, 6}) fs::remove(file("light", frame));
  const Outcome exact = light(every + "--resume");
  EXPECT_NE(exact.text.find("frame 4 is the last that all caches have; going on with 5"), std::string::npos)
      << exact.text;
  EXPECT_TRUE(io::readGeometryFile(file("light", 6)) == last);
  // frame 1, where the solver begins, is a restart frame always; without it there is none
  fs::remove(file("light", 6));
  for (const int frame : {1, 4}) fs::remove(file("light", frame));
  const Outcome anew = light(every + "--resume");
  EXPECT_EQ(anew.code, 0) << anew.text;
  EXPECT_TRUE(io::readGeometryFile(file("light", 6)) == last);
}

}  // namespace
}  // namespace tendril::test
