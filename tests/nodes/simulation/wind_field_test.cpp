// The wind of a .vdb file, as artists give it.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "solver/forces/wind.h"
#include "solver/geometry/tuples.h"
#include "solver/vdb/vdb.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

namespace fs = std::filesystem;

// Eddies of 30 cm that stand still, as parameters and as a formula.
const Values kEddies = {
    {"windnoise", "4"}, {"windnoisesize", "0.3"}, {"windnoisetime", "1000000"}, {"windseed", "5"}};

Vector3d eddies(const Vector3d& place) {
  Wind wind;
  wind.noise = 4;
  wind.noiseSize = 0.3;
  wind.noiseTime = 1e6;
  wind.seed = 5;
  return wind.at(place, 0);
}

class WindFieldTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!hasOpenVdb()) GTEST_SKIP() << "a build without OpenVDB";
    folder_ = fs::temp_directory_path() / ("tendril_wind_field" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, const std::vector<VdbGrid>& grids) const {
    const std::vector<std::uint8_t> bytes = fileOf(grids);
    const std::string path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return path;
  }
  // In units of `unit` m.
  std::string eddyFile(const std::string& name, int across, bool staggered, double unit = 1) const {
    const Vector3d half = Vector3d::Constant(0.6 / unit);
    return file(name,
                {velocityGrid(-half, half, 1.2 / unit / (across - 1), staggered,
                              [unit](const Vector3d& p) { return Vector3d(eddies(unit * p) / unit); })});
  }
  Geometry hair(double unit = 1) {
    Geometry curves = cook(host_, "tuft", {{"stems", "9"}, {"length", "0.3"}}, {}, {1, unit});
    return cook(host_, "rods", {{"material", "hair"}}, {&curves}, {1, unit});
  }
  Geometry endOf(const Geometry& rods, const Values& values, double frame = 25, double unit = 1) {
    Shot shot(host_, values, {still(rods)}, {}, unit);
    return shot.at(frame);
  }

  ShotHost host_;
  fs::path folder_;
};

VdbGrid breeze(const Vector3d& velocity, const char* name = "vel") {
  VdbGrid grid = velocityGrid({-2, -2, -2}, {2, 2, 2}, 0.5, false, [&](const Vector3d&) { return velocity; });
  grid.name = name;
  return grid;
}

TEST_F(WindFieldTest, MovesRodsAsItsTwinOfParametersDoes) {
  const auto compare = [&](int across, bool staggered, double unit, double bound) {
    const Geometry rods = hair(unit), calm = endOf(rods, {}, 25, unit), twin = endOf(rods, kEddies, 25, unit),
                   made =
                       endOf(rods, {{"windfile", eddyFile("eddies.vdb", across, staggered, unit)}}, 25, unit);
    for (std::size_t r = 0; r < rods.primitiveCount(); ++r) {
      const double way = (tipOf(twin, r) - tipOf(calm, r)).norm();
      EXPECT_GT(unit * way, 0.005) << r;
      EXPECT_LT((tipOf(made, r) - tipOf(twin, r)).norm(), bound * way) << r << " " << across;
    }
  };
  compare(128, false, 1, 0.01);
  compare(64, true, 0.01, 0.04);
}

TEST_F(WindFieldTest, ACachedFrameGoesOnWithTheSameBits) {
  const Geometry rods = hair();
  const Values wind = {{"windfile", eddyFile("eddies.vdb", 32, true)}, {"wind", "1 0 0"}, {"gust", "0.5"}};
  Shot shot(host_, wind, {still(rods)});
  host_.files["cached"] = shot.at(10);
  Values next = wind;
  next.insert(next.end(), {{"startfrom", "cache"}, {"cachefile", "cached"}, {"cacheframe", "10"}});
  const Geometry end = shot.at(14);
  EXPECT_TRUE(endOf(rods, next, 14) == end);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_TRUE(endOf(rods, wind, 14) == end);
}

// A steady breeze is that of the parameter; grids are chosen by name, and files by the frame.
TEST_F(WindFieldTest, IsTheGridOfThatNameAndFrame) {
  const Geometry rods = hair();
  const Geometry four = endOf(rods, {{"wind", "4 0 0"}}, 8), two = endOf(rods, {{"wind", "2 0 0"}}, 8);
  const std::string path =
      file("two.vdb", {breeze({2, 0, 0}, "old"), breeze({4, 0, 0}), breeze({0, 0, 9}, "x")});
  EXPECT_LT(farthest(endOf(rods, {{"windfile", path}}, 8), four), 1e-6);
  EXPECT_LT(farthest(endOf(rods, {{"windfile", path}, {"windgrid", "old"}}, 8), two), 1e-6);
  EXPECT_LT(farthest(endOf(rods, {{"windfile", path}, {"windfieldscale", "0.5"}}, 8), two), 1e-6);
  EXPECT_LT(farthest(endOf(rods, {{"windfile", path}, {"windgrid", "old"}, {"wind", "2 0 0"}}, 8), four),
            1e-6);
  // half of the frames with each
  const std::string slow = file("slow.vdb", {breeze({2, 0, 0})});
  const auto filesBy = [&](double frame) { return Values{{"windfile", frame <= 4 ? path : slow}}; };
  const auto windBy = [](double frame) { return Values{{"wind", frame <= 4 ? "4 0 0" : "2 0 0"}}; };
  Shot files(host_, {}, {still(rods)}, filesBy), winds(host_, {}, {still(rods)}, windBy);
  const Geometry last = files.at(8);
  EXPECT_LT(farthest(last, winds.at(8)), 1e-6);
  EXPECT_GT(farthest(last, four), 1e-4);
  // a file that is written anew is read anew
  Shot again(host_, {{"windfile", slow}}, {still(rods)});
  again.at(4);
  file("slow.vdb", {breeze({2, 0, 0}), breeze({2, 0, 0}, "more")});
  file("slow.vdb", {breeze({7, 0, 0})});
  EXPECT_GT(farthest(again.at(8), two), 1e-4);
}

// What is wrong is named, once, and the run goes on without.
TEST_F(WindFieldTest, WhatIsWrongIsNamedAndTheRunGoesOn) {
  const Geometry rods = hair(), calm = endOf(rods, {}, 5);
  const VdbGrid smoke = levelSetGrid({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                     {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}, 0.1, 0.3);
  VdbGrid nan = velocityGrid({0, 0, 0}, {1, 1, 1}, 0.25, false,
                             [](const Vector3d& p) { return Vector3d(p.x() > 0.8 ? NAN : 1, 0, 0); });
  VdbGrid empty = velocityGrid({1, 1, 1}, {0, 0, 0}, 0.25, false, [](const Vector3d& p) { return p; });
  ASSERT_EQ(empty.active, 0u);
  const auto goesOn = [&](const std::vector<VdbGrid>& grids, const Values& more, const char* warning) {
    Values values = {{"windfile", file("bad.vdb", grids)}};
    values.insert(values.end(), more.begin(), more.end());
    host_.expect(warning);
    EXPECT_EQ(farthest(endOf(rods, values, 5), calm), 0) << warning;
  };
  goesOn({smoke}, {}, "bad.vdb has no grid of vectors (it has '', a level set); VDB Vector Merge joins");
  goesOn({}, {}, "bad.vdb has no grid of vectors (it has no grids)");
  goesOn({empty}, {}, "bad.vdb: grid 'vel' is empty");
  goesOn({nan}, {}, "bad.vdb: grid 'vel' has values that are not numbers");
  goesOn({smoke, breeze({1, 0, 0})}, {{"windgrid", "wind"}},
         "bad.vdb has no grid of the name 'wind' (it has '', a level set, 'vel', a vector grid)");
  VdbGrid named = smoke;
  goesOn({named}, {{"windgrid", "surface"}}, "no grid of the name 'surface'");
  EXPECT_THROW(endOf(rods, {{"windfile", (folder_ / "none.vdb").string()}}, 5), Error);
}

}  // namespace
}  // namespace tendril::test
