// The networks that come with Tendril: each runs, and goes on from any cached frame as if nothing had been.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "cli/io/geometry_file.h"
#include "cli/network/network.h"
#include "cli/network/runner.h"
#include "solver/base/tally.h"
#include "solver/geometry/tuples.h"
#include "tests/support/shot.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

// Files are read as the program reads them.
class FileHost : public TestHost {
 public:
  Geometry read(const std::string& path) override { return io::readGeometryFile(path, {}); }
  void logFrame(const std::string& line) override { last = line; }
  void inform(const std::string& message) override { told += message + "\n"; }
  void warn(const std::string& message) override {
    told += "warning: " + message + "\n";
    TestHost::warn(message);
  }
  std::string last, told;
};

// Of those that we ship, the ones with this word in them.
std::vector<std::string> networksWith(const std::string& word) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(TENDRIL_SOURCE "/cli/networks")) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text.find(word) != std::string::npos) names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> simulations() {
  return networksWith("tendril::solver");
}
std::vector<std::string> constraintNetworks() {
  return networksWith("tendril::constrain");
}
// Those that are asked for by TENDRIL_LONG=1, as make check PART=long does.
std::vector<std::string> longNetworks() {
  return std::getenv("TENDRIL_LONG") ? constraintNetworks() : std::vector<std::string>();
}

// The same seconds, in frames so many times as short.
void shortenFrames(Network& network, double times) {
  network.framesPerSecond *= times;
  for (NetworkNode& node : network.nodes)
    for (auto& [name, keys] : node.keys)
      for (auto& key : keys) key.frame = 1 + (key.frame - 1) * times;
}

class Networks : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("tendril_networks_" + std::to_string(getpid()) + GetParam());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, int frame) const {
    char number[16];
    std::snprintf(number, sizeof number, ".%04d", frame);
    return folder_ / (name + number + ".bgeo.sc");
  }

  bool holds() const {
    static const std::vector<std::string> all = constraintNetworks();
    return std::find(all.begin(), all.end(), GetParam()) != all.end();
  }

  // What makes the solver go on from a cached frame; `constraints`: of another run.
  std::vector<std::string> from(const std::string& rods, int frame, const std::string& constraints) const {
    std::vector<std::string> settings = {"solver.startfrom=cache", "solver.cachefile=" + file(rods, frame),
                                         "solver.cacheframe=" + std::to_string(frame)};
    if (holds()) settings.push_back("solver.constraintfile=" + file(constraints + "_constraints", frame));
    return settings;
  }

  // Up to a frame; caches go into our own folder.
  void run(const std::string& name, int from, int to, std::vector<std::string> settings = {}) {
    settings.push_back("rodcache.file=" + (folder_ / (name + ".$F4.bgeo.sc")).string());
    settings.push_back("curvecache.file=" + (folder_ / (name + "_curves.$F4.bgeo.sc")).string());
    if (holds())
      settings.push_back("constraintcache.file=" + (folder_ / (name + "_constraints.$F4.bgeo.sc")).string());
    if (GetParam() == "nod" || GetParam() == "groom")
      settings.push_back("groom.hairs=" + std::string(kThorough ? "200" : "10"));
    if (GetParam() == "ponytail") settings.push_back("tail.stems=" + std::string(kThorough ? "60" : "6"));
    if (GetParam() == "broom") settings.push_back("twigs.stems=" + std::string(kThorough ? "24" : "4"));
    if (GetParam() == "willow" && !kThorough) settings.push_back("willow.twigs=2");
    const Network network = readNetwork(TENDRIL_SOURCE "/cli/networks/" + GetParam() + ".json", settings);
    host_.allowWarnings();
    Runner runner(network, host_);
    for (int frame = from; frame <= to; ++frame) runner.cook(frame);
  }

  Geometry read(const std::string& name, int frame) const {
    return io::readGeometryFile(file(name, frame), {});
  }

  std::filesystem::path folder_;
  FileHost host_;
};

// Nothing is wrong in them: elements are short enough, no name splits a curve, targets are where they are
// drawn.
TEST_P(Networks, TellNothingThatSoundsLikeAFault) {
  run("quiet", 1, holds() ? 60 : 12);
  EXPECT_EQ(host_.told, GetParam() == "bow"
                            ? "solver: 2 constraints slipped off their rods on frame 58: guide0, guide1\n"
                            : "");
}

TEST_P(Networks, GoOnFromACachedFrame) {
  constexpr int kCached = 4, kLast = 7;
  run("all", 1, kLast);
  EXPECT_NE(host_.last.find(", 0 unsolved"), std::string::npos) << host_.last;
  run("rest", kCached + 1, kLast, from("all", kCached, "all"));
  for (int frame = kCached + 1; frame <= kLast; ++frame) {
    EXPECT_TRUE(read("rest", frame) == read("all", frame)) << frame;
    EXPECT_TRUE(read("rest_curves", frame) == read("all_curves", frame)) << frame;
    if (holds()) {
      EXPECT_TRUE(read("rest_constraints", frame) == read("all_constraints", frame)) << frame;
    }
  }
  // and from one whose points were sorted, or whose derived values were demoted
  for (const bool sorted : {false, true}) {
    const std::string name = sorted ? "sorted" : "demoted";
    const Geometry cached = read("all", kCached);
    io::writeGeometryFile(file(name + "_from", kCached), sorted ? shuffled(cached) : demoted(cached));
    run(name, kLast, kLast, from(name + "_from", kCached, "all"));
    EXPECT_TRUE(read(name, kLast) == read("all", kLast)) << name;
  }
  // late in the shot, too, where things move
  if (kThorough && GetParam() != "nod" && GetParam() != "groom" && GetParam() != "ponytail") {
    const int late = GetParam() == "willow" ? 40 : 60;
    run("long", 1, late + 2);
    run("later", late + 1, late + 2, from("long", late, "long"));
    EXPECT_TRUE(read("later", late + 2) == read("long", late + 2)) << late;
  }
  const Geometry first = read("all", 1), last = read("all", kLast);
  double moved = 0;
  for (std::size_t i = 0; i < std::min(first.pointCount(), last.pointCount()); ++i) {  // rods may grow
    const Eigen::Vector3d p = tupleAt(*last.find(Owner::point, "P"), i);
    ASSERT_TRUE(p.allFinite());
    moved = std::max(moved, (p - Eigen::Vector3d(tupleAt(*first.find(Owner::point, "P"), i))).norm());
  }
  if (GetParam() != "curtain") {  // its ball comes later
    EXPECT_GT(moved, 1e-4) << "nothing moves";
  }
}

// What a frame of a plant costs besides its mathematics. Counted where assertions are on.
#ifdef TENDRIL_ASSERT
TEST(NetworkCosts, AFrameCopiesAndReadsLittle) {
  FileHost host;
  host.allowWarnings();
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("tendril_costs_" + std::to_string(getpid()));
  const Network network = readNetwork(TENDRIL_SOURCE "/cli/networks/willow.json",
                                      {"rodcache.file=" + (folder / "rods.$F4.geo").string(),
                                       "curvecache.file=" + (folder / "curves.$F4.geo").string()});
  Runner runner(network, host);
  for (int frame = 1; frame <= 3; ++frame) runner.cook(frame);
  constexpr std::size_t kFrames = 6;
  const std::size_t copies = tally::geometryCopies, readings = tally::rodReadings;
  for (std::size_t frame = 4; frame < 4 + kFrames; ++frame) runner.cook(static_cast<double>(frame));
  std::filesystem::remove_all(folder);
  EXPECT_LE(tally::geometryCopies - copies, 4 * kFrames);
  EXPECT_GT(tally::geometryCopies, copies);  // it counts
  // the state, the rods as they come, and what Curves draws
  EXPECT_EQ(tally::rodReadings - readings, 3 * kFrames);
  RecordProperty("copies", std::to_string(tally::geometryCopies - copies));
}
#endif

// What motion blur goes by: v against what P does between neighbouring sub-frames. Of knots: points of curves
// are spread anew on each frame.
THOROUGH_TEST(NetworkVelocities, AreDifferenceQuotients) {
  for (const char* name : {"swing", "ponytail", "necklace"}) {
    SCOPED_TRACE(name);
    FileHost host;
    host.allowWarnings();
    std::vector<std::string> settings;
    for (const char* node : {"rodcache", "curvecache", "constraintcache"})
      if (std::string(node) != "constraintcache" || std::string(name) == "necklace")
        settings.push_back(std::string(node) + ".file=/tmp/tendril_unwritten.$F4.geo");
    if (std::string(name) == "ponytail") settings.push_back("tail.stems=4");
    Network network = readNetwork(TENDRIL_SOURCE "/cli/networks/" + std::string(name) + ".json", settings);
    const int finer =
        std::string(name) == "necklace" ? 4 : 1;  // its pieces of string between pearls swing fast
    shortenFrames(network, 64 * finer);
    std::size_t solver = 0;
    while (network.nodes[solver].name != "solver") ++solver;
    Runner runner(network, host);
    const int kFrame = 590 * finer;  // no pearls knock then
    std::shared_ptr<const Geometry> at[3];
    for (int frame = 1; frame <= kFrame + 1; ++frame) {
      auto made = runner.output(solver, frame);
      if (frame >= kFrame - 1) at[frame - kFrame + 1] = made;
    }
    ASSERT_EQ(at[0]->pointCount(), at[2]->pointCount());
    double fastest = 0;
    std::vector<std::pair<double, double>> off;
    for (std::size_t i = 0; i < at[1]->pointCount(); ++i) {
      const auto place = [&](int k) { return Eigen::Vector3d(tupleAt(*at[k]->find(Owner::point, "P"), i)); };
      const Eigen::Vector3d quotient = (place(2) - place(0)) * network.framesPerSecond / 2;
      const Eigen::Vector3d v = tupleAt(*at[1]->find(Owner::point, "v"), i);
      fastest = std::max(fastest, quotient.norm());
      off.emplace_back((v - quotient).norm(), quotient.norm());
    }
    EXPECT_GT(fastest, 1e-3);
    for (const auto& [error, speed] : off) EXPECT_LT(error, 0.01 * std::max(speed, 0.25 * fastest));
  }
}

// A thousand steps of a sixtieth of a second.
class HeldNetworks : public Networks {};
TEST_P(HeldNetworks, HoldForAThousandSteps) {
  const std::string path = TENDRIL_SOURCE "/cli/networks/" + GetParam() + ".json";
  Network network =
      readNetwork(path, {"solver.substeps=1", "rodcache.file=" + (folder_ / "rods.$F4.bgeo.sc").string(),
                         "curvecache.file=" + (folder_ / "curves.$F4.bgeo.sc").string(),
                         "constraintcache.file=" + (folder_ / "constraints.$F4.bgeo.sc").string()});
  shortenFrames(network, 60 / network.framesPerSecond);
  host_.allowWarnings();
  Runner runner(network, host_);
  double size = 0, worst = 0;
  std::string offender;
  for (int frame = 1; frame <= 1001; ++frame) {
    runner.cook(frame);
    if (frame == 1) {
      const Geometry curves = io::readGeometryFile(file("curves", 1), {});
      Eigen::AlignedBox3d box;
      for (std::size_t i = 0; i < curves.pointCount(); ++i)
        box.extend(Eigen::Vector3d(tupleAt(*curves.find(Owner::point, "P"), i)));
      size = box.diagonal().norm();
    }
    for (const char* name : {"rods", "curves", "constraints"}) std::filesystem::remove(file(name, frame));
    if (frame == 1) continue;  // nothing was solved yet
    const std::size_t at = host_.last.find("off by ");
    ASSERT_NE(at, std::string::npos) << host_.last;
    const double off = std::strtod(host_.last.c_str() + at + 7, nullptr) / size;
    if (!(off <= worst)) offender = "frame " + std::to_string(frame) + ": " + host_.last;
    worst = std::max(worst, off);
    ASSERT_NE(host_.last.find(", 0 unsolved"), std::string::npos) << frame << ": " << host_.last;
  }
  EXPECT_LT(worst, 1e-9) << offender;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HeldNetworks);
INSTANTIATE_TEST_SUITE_P(All, HeldNetworks, testing::ValuesIn(longNetworks()),
                         [](const auto& info) { return info.param; });
INSTANTIATE_TEST_SUITE_P(All, Networks, testing::ValuesIn(simulations()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace tendril::test
