// Networks as somebody writes them on the first day: what they get, and what they are told.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "cli/io/geometry_file.h"
#include "cli/network/runner.h"
#include "solver/geometry/tuples.h"
#include "tests/support/shared_files.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;

class ReadingHost : public ShotHost {
 public:
  Geometry read(const std::string& path) override { return io::readGeometryFile(path, {}); }
};

std::size_t numberOf(const Network& network, const std::string& name) {
  std::size_t i = 0;
  while (network.nodes.at(i).name != name) ++i;
  return i;
}

Vector3d tuple(const Geometry& g, const char* name, std::size_t i) {
  return tupleAt(*g.find(Owner::point, name), i);
}

const char* const kWig = R"({"frames": [1, 24], "nodes": {
  "groom": {"type": "tendril::scalp", "parms": {"hairs": 6, "rotate": {"keys": [[1, [0, 0, 0], "smooth"], [12, [0, 60, 0], "smooth"], [24, [0, -20, 0]]]}}},
  "rods": {"type": "tendril::rods", "inputs": ["groom", "groom@1"], "parms": {"elements": 4}},
  "curves": {"type": "tendril::curves", "inputs": ["rods", "groom@1"]},
  "drawn": {"type": "tendril::curves", "inputs": ["rods"], "parms": {"points": "even", "segments": 12}}}})";

// Rods that nobody simulates move as their curves do.
TEST(FirstDay, AWigThatTurnsHasVelocities) {
  const Network network = parseNetwork(kWig, "/tmp", {});
  TestHost host;
  Runner runner(network, host);
  for (const char* name : {"curves", "drawn"}) {
    const std::size_t node = numberOf(network, name);
    std::vector<std::shared_ptr<const Geometry>> at(26);
    for (int frame = 1; frame <= 24; ++frame)
      at[static_cast<std::size_t>(frame)] = runner.output(node, frame);
    for (const std::size_t frame : {1u, 2u, 8u, 17u, 24u}) {
      const std::size_t low = std::max<std::size_t>(1, frame - 1),
                        high = std::min<std::size_t>(24, frame + 1);
      double fastest = 0, worst = 0;
      for (std::size_t i = 0; i < at[frame]->pointCount(); ++i) {
        const Vector3d quotient =
            (tuple(*at[high], "P", i) - tuple(*at[low], "P", i)) * 24 / static_cast<double>(high - low);
        fastest = std::max(fastest, quotient.norm());
        worst = std::max(worst, (tuple(*at[frame], "v", i) - quotient).norm());
      }
      EXPECT_GT(fastest, 0.02) << frame;
      EXPECT_LT(worst, 1e-4 * fastest) << name << " " << frame;
    }
  }
}

// Frames beyond the network's are not asked for, and one that cannot be made is no error.
TEST(FirstDay, AMissingNextFrameLeavesOneSide) {
  const std::string folder =
      std::filesystem::temp_directory_path() / ("tendril_first_day_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  ReadingHost host;
  for (const int frame : {1, 2, 3}) {
    Geometry line = cook(host, "line", {}, {});
    for (std::size_t i = 0; i < line.pointCount(); ++i)
      setTuple(*line.find(Owner::point, "P"), i, Vector3d(pointAt(line, i) + Vector3d(0.1 * frame, 0, 0)));
    io::writeGeometryFile(folder + "/line." + std::to_string(frame) + ".geo", line);
  }
  const Network network = parseNetwork(R"({"frames": [1, 8], "nodes": {
    "line": {"type": "file", "parms": {"file": "line.$F.geo"}},
    "rods": {"type": "tendril::rods", "inputs": ["line"]},
    "curves": {"type": "tendril::curves", "inputs": ["rods", "line"]}}})",
                                       folder, {});
  Runner runner(network, host);
  const std::size_t node = numberOf(network, "curves");
  for (const int frame : {1, 2, 3})
    EXPECT_NEAR(tuple(*runner.output(node, frame), "v", 3).x(), 2.4, 1e-3) << frame;
  EXPECT_NE(host.told.find("v is taken from one side"), std::string::npos);
  std::filesystem::remove_all(folder);
}

class FirstDaySamples : public SampleTest {};

// An imported plant keeps together: no root leaves its parent's curve.
TEST_F(FirstDaySamples, ABranchingPlantKeepsTogether) {
  const int last = std::getenv("TENDRIL_LONG") ? 100 : 6;
  const Network network = parseNetwork(
      R"({"frames": [1, 100], "nodes": {
    "plant": {"type": "file", "parms": {"file": ")" +
          samplesFolder() + R"(/curve_branches_two_chunks.bgeo.sc"}},
    "rods": {"type": "tendril::rods", "inputs": ["plant"]},
    "solver": {"type": "tendril::solver", "inputs": ["rods"]},
    "curves": {"type": "tendril::curves", "inputs": ["solver", "plant"]}}})",
      "/tmp", {});
  ReadingHost host;
  Runner runner(network, host);
  const auto rods = runner.output(numberOf(network, "rods"), 1);
  const Attribute &parent = *rods->find(Owner::primitive, "rodparent"),
                  &generation = *rods->find(Owner::primitive, "generation");
  Eigen::AlignedBox3d box;
  for (std::size_t i = 0; i < rods->pointCount(); ++i) box.extend(pointAt(*rods, i));
  const double size = box.diagonal().norm();
  std::size_t trunks = 0;
  for (std::size_t p = 0; p < rods->primitiveCount(); ++p) {
    const double on = numberAt(parent.numbers, p);
    trunks += on < 0;
    if (on >= 0) {
      EXPECT_EQ(numberAt(generation.numbers, static_cast<std::size_t>(on)),
                numberAt(generation.numbers, p) - 1);
    }
  }
  EXPECT_EQ(trunks, 1u);
  double moved = 0, worst = 0;
  const auto first = runner.output(numberOf(network, "curves"), 1);
  for (int frame = 2; frame <= last; ++frame) {
    const auto now = runner.output(numberOf(network, "curves"), frame);
    if (frame % 5 != 1 && frame != last) continue;
    for (std::size_t p = 0; p < now->primitiveCount(); ++p) {
      const double on = numberAt(parent.numbers, p);
      if (on < 0) continue;
      const Vector3d root = pointAt(*now, static_cast<std::size_t>(now->pointsOf(p)[0]));
      moved = std::max(moved, (root - pointAt(*first, static_cast<std::size_t>(now->pointsOf(p)[0]))).norm());
      const auto its = now->pointsOf(static_cast<std::size_t>(on));
      double gap = 1;
      for (std::size_t v = 1; v < its.size(); ++v) {
        const Vector3d a = pointAt(*now, static_cast<std::size_t>(its[v - 1])),
                       way = pointAt(*now, static_cast<std::size_t>(its[v])) - a;
        const double u = std::clamp((root - a).dot(way) / way.squaredNorm(), 0.0, 1.0);
        gap = std::min(gap, (a + u * way - root).norm());
      }
      worst = std::max(worst, gap);
    }
  }
  EXPECT_LT(worst, 0.01 * size);
  EXPECT_GT(moved, 0.05 * size) << "it hangs";
  RecordProperty("worst", std::to_string(worst / size));
}

// No network that comes with Tendril tells of anything in its first frames: what it does is meant.
TEST(FirstDay, ShippedNetworksAreSilent) {
  for (const auto& entry : std::filesystem::directory_iterator(TENDRIL_SOURCE "/cli/networks")) {
    if (entry.path().extension() != ".json") continue;
    SCOPED_TRACE(entry.path().stem().string());
    const std::string name = entry.path().stem();
    std::vector<std::string> settings;
    if (name == "nod" || name == "groom") settings = {"groom.hairs=4"};
    if (name == "ponytail") settings = {"tail.stems=4"};
    if (name == "broom") settings = {"twigs.stems=4"};
    const Network network = readNetwork(entry.path(), settings);
    ReadingHost host;
    Runner runner(network, host);
    for (const int frame : {1, 2, 3})
      for (std::size_t i = 0; i < network.nodes.size(); ++i)
        if (!network.nodes[i].definition().writes) runner.output(i, frame);
    EXPECT_EQ(host.told, "");
  }
}

}  // namespace
}  // namespace tendril::test
