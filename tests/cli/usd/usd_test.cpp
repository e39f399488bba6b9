// USD: points and widths against the cache, what a renderer draws against the rod, files that hang together.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <sstream>

#include "cli/drawing/drawing.h"
#include "cli/usd/stage.h"
#include "solver/rods/evaluate.h"
#include "tests/support/drawn.h"
#include "tests/support/file_text.h"

namespace tendril::test {
namespace {

using namespace usd;
using Eigen::Vector3d;
namespace fs = std::filesystem;

const UsdAttribute* find(const UsdPrim& prim, const std::string& name) {
  for (const UsdAttribute& attribute : prim.attributes)
    if (attribute.declaration.substr(attribute.declaration.rfind(' ') + 1) == name) return &attribute;
  return nullptr;
}

std::vector<float> numbersOf(const UsdPrim& prim, const std::string& name) {
  const UsdAttribute* attribute = find(prim, name);
  if (!attribute) return {};
  std::string text = attribute->value;
  for (char& c : text)
    if (c == '(' || c == ')' || c == '[' || c == ']' || c == ',') c = ' ';
  std::istringstream from(text);
  std::vector<float> numbers;
  for (std::string word; from >> word;) numbers.push_back(std::strtof(word.c_str(), nullptr));
  return numbers;
}

class Usd : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("tendril_usd_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path folder_;
};

TEST_F(Usd, WhatIsDrawnIsTheRodToTwoPercentOfItsRadius) {
  for (const Model model : {Model::clothoid, Model::helix})
    for (const double radius : {0.02, 0.0005}) {
      SCOPED_TRACE(std::string(nameOf(model)) + std::to_string(radius));
      constexpr double kLength = 1;
      const Rod rod = coil(model, 5, kLength);
      const Geometry g = geometryOf({rod}, radius);
      RodLooks looks;
      meetRods(g, 0, looks);
      const UsdFrame frame = usdFrameOf({g}, {"hair"}, looks);
      ASSERT_EQ(frame.prims.size(), 1u);
      const std::vector<float> points = numbersOf(frame.prims[0], "points");
      std::vector<show::Vector4f> through, controls;
      for (std::size_t i = 0; i + 2 < points.size(); i += 3)
        through.emplace_back(points[i], points[i + 1], points[i + 2], 0.0f);
      show::catmullRom(through, controls);
      const std::vector<Sample> fine = sampleRod(rod.shape, Motion(), evenArcs(rod.shape, 4000));
      double most = 0;
      for (std::size_t s = 0; s + 1 < through.size(); ++s)
        for (int k = 0; k <= 10; ++k) {
          const float u = 0.1f * static_cast<float>(k), v = 1 - u;
          const auto* c = &controls[3 * s];
          const Vector3d p =
              (v * v * v * c[0] + 3 * u * v * v * c[1] + 3 * u * u * v * c[2] + u * u * u * c[3])
                  .head<3>()
                  .cast<double>();
          double least = 1e9;
          for (const Sample& sample : fine) least = std::min(least, (p - sample.frame.position).norm());
          most = std::max(most, least);
        }
      EXPECT_LT(most, 1.05 * (0.02 * radius + 1e-3 * kLength));
      // widths are diameters, one a point; the extent holds the tube; rest is there
      const std::vector<float> widths = numbersOf(frame.prims[0], "widths"),
                               extent = numbersOf(frame.prims[0], "extent");
      ASSERT_EQ(widths.size(), through.size());
      for (const float width : widths) EXPECT_FLOAT_EQ(width, static_cast<float>(2 * radius));
      for (const Sample& sample : fine)
        for (std::size_t c = 0; c < 3; ++c) {
          const double x = sample.frame.position[static_cast<Eigen::Index>(c)];
          EXPECT_LE(extent[c], x - 0.97 * radius);
          EXPECT_GE(extent[3 + c], x + 0.97 * radius);
        }
      EXPECT_EQ(numbersOf(frame.prims[0], "primvars:rest").size(), points.size());
      EXPECT_EQ(numbersOf(frame.prims[0], "velocities").size(), points.size());
    }
}

TEST_F(Usd, PointsOfTheCacheAreThereBitForBit) {
  const Geometry g = geometryOf({coil(Model::clothoid, 5, 1), coil(Model::chain, 7, 0.8)}, 0.01);
  RodLooks looks;
  meetRods(g, 0, looks);
  const UsdFrame frame = usdFrameOf({g}, {"rods"}, looks);
  ASSERT_EQ(frame.prims.size(), 2u);  // a chain is linear
  EXPECT_EQ(frame.prims[1].name, "rods_chains");
  const Span<const float> cached = g.positions();
  const std::vector<float> smooth = numbersOf(frame.prims[0], "points"),
                           chain = numbersOf(frame.prims[1], "points");
  const std::size_t step = (smooth.size() / 3 - 1) / 5;
  for (std::size_t k = 0; k <= 5; ++k)
    for (std::size_t c = 0; c < 3; ++c) EXPECT_EQ(smooth[3 * k * step + c], cached[3 * k + c]) << k;
  ASSERT_EQ(chain.size(), 24u);
  for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(chain[i], cached[18 + i]) << i;
  // the same of plain curves, and of their velocities
  Geometry plain;
  addCurve(plain, {{0.1, 1e-9, -3e7}, {1.0 / 3, 2, 3}, {4, 5, 6}});
  Attribute& width = plain.add(Owner::point, "width", Storage::real32, 1);
  for (std::size_t i = 0; i < 3; ++i) setTuple(width, i, 0.2);
  const UsdFrame second = usdFrameOf({plain}, {"curves"}, {});
  const std::vector<float> points = numbersOf(second.prims[0], "points");
  ASSERT_EQ(points.size(), 9u);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(points[i], plain.positions()[i]);
  EXPECT_FLOAT_EQ(numbersOf(second.prims[0], "widths")[0], 0.2f);  // width is a diameter already
  EXPECT_EQ(find(second.prims[0], "velocities"), nullptr);
}

TEST_F(Usd, OddGeometryIsLeftOutOrNamed) {
  Geometry g;
  addCurve(g, {{1, 2, 3}});
  EXPECT_EQ(usdFrameOf({g}, {"a"}, {}).leftOut, 1u);
  EXPECT_TRUE(usdFrameOf({Geometry()}, {"a"}, {}).prims.empty());
  addCurve(g, {{0, 0, 0}, {1, 0, 0}});
  EXPECT_EQ(usdFrameOf({g}, {"a"}, {}).prims.size(), 1u);
  setTuple(*g.find(Owner::point, "P"), 1, Vector3d(0, std::nan(""), 0));
  EXPECT_THROW(usdFrameOf({g}, {"a"}, {}), Error);
  EXPECT_EQ(primNames({"x/sim.$F4.bgeo.sc", "y/sim.0001.geo", "3 hairs.geo"}),
            (std::vector<std::string>{"sim", "sim_2", "_3_hairs"}));
}

TEST_F(Usd, AnotherTopologyIsAnotherPrimOnItsOwnFrames) {
  const std::string path = (folder_ / "out" / "sim.usda").string();
  SequenceFile file(path, {});
  for (int f = 1; f <= 4; ++f) {
    Geometry g;
    addCurve(g, {{0, 0.1 * f, 0}, {1, 0, 0}});
    if (f >= 3) addCurve(g, {{0, 0, 1}, {1, 0, 1}, {2, 0, 1}});
    file.add(f, usdFrameOf({g}, {"sim"}, {}, {0.01}));
  }
  file.finish(show::Camera());
  const std::string text = fileText(path);
  EXPECT_EQ(text.rfind("#usda 1.0\n", 0), 0u);
  EXPECT_NE(text.find("def BasisCurves \"sim\" (\n"), std::string::npos);
  EXPECT_NE(text.find("def BasisCurves \"sim_2\" (\n"), std::string::npos);
  EXPECT_NE(text.find("1: \"inherited\",\n            3: \"invisible\""), std::string::npos);
  EXPECT_NE(text.find("1: \"invisible\",\n            3: \"inherited\""), std::string::npos);
  EXPECT_NE(text.find("startTimeCode = 1\n    endTimeCode = 4"), std::string::npos);
  EXPECT_NE(text.find("float[] widths = ["), std::string::npos);  // never changes: it stands there once
  EXPECT_NE(text.find("def Camera"), std::string::npos);
  for (const auto& entry : fs::directory_iterator(folder_ / "out"))
    EXPECT_EQ(entry.path().extension(), ".usda") << entry.path();  // nothing is left lying about
}

TEST_F(Usd, RestStaysWhereTheFirstFrameHasIt) {
  Rod rod = coil(Model::clothoid, 4, 1);
  RodLooks looks;
  meetRods(geometryOf({rod}, 0.01), 0, looks);
  const std::vector<float> first =
      numbersOf(usdFrameOf({geometryOf({rod}, 0.01)}, {"a"}, looks).prims[0], "primvars:rest");
  rod.shape.root.position += Vector3d(1, 2, 3);
  rod.shape.kappa[1] *= 1.01;
  const Geometry moved = geometryOf({rod}, 0.01);
  const std::vector<float> second = numbersOf(usdFrameOf({moved}, {"a"}, looks).prims[0], "primvars:rest");
  EXPECT_EQ(first, second);
  EXPECT_GT(first.size(), 12u);
}

TEST_F(Usd, NamesAreNeverGivenTwice) {
  const std::string path = (folder_ / "names.usda").string();
  SequenceFile file(path, {});
  for (int f = 1; f <= 2; ++f) {
    Geometry a, b;
    for (int i = 0; i < f; ++i) addCurve(a, {{0, 0, 0}, {1, 0, 0}});
    addCurve(b, {{0, 0, 0}, {1, 0, 0}});
    file.add(f, usdFrameOf({a, b}, primNames({"x/sim.$F.geo", "y/sim.$F.geo"}), {}));
  }
  file.finish({});
  const std::string text = fileText(path);
  for (const char* name : {"\"sim\"", "\"sim_2\"", "\"sim_3\""}) {
    const std::size_t at = text.find(name);
    ASSERT_NE(at, std::string::npos) << name;
    EXPECT_EQ(text.find(name, at + 1), std::string::npos) << name;
  }
}

TEST_F(Usd, UnfinishedFilesLeaveNothingBehind) {
  {
    SequenceFile file((folder_ / "sim.usda").string(), {});
    Geometry g;
    addCurve(g, {{0, 0, 0}, {1, 0, 0}});
    file.add(1, usdFrameOf({g}, {"sim"}, {}));
  }
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_THROW(SequenceFile("/proc/none/sim.usda", {}).finish({}), Error);
}

TEST_F(Usd, ClipsAreFilesOfTheirOwnAndAStage) {
  const std::string pattern = (folder_ / "clips" / "sim.$F4.usda").string();
  EXPECT_EQ(stageOf(pattern), (folder_ / "clips" / "sim.usda").string());
  EXPECT_EQ(stageOf("$F4.usda"), "stage.usda");
  ClipFiles files(stageOf(pattern), {});
  for (int f = 1; f <= 2; ++f) {
    Geometry g;
    addCurve(g, {{0, 0.1 * f, 0}, {1, 0, 0}});
    files.add(f, (folder_ / "clips" / ("sim.000" + std::to_string(f) + ".usda")).string(),
              usdFrameOf({g}, {"sim"}, {}));
  }
  // a run in parts goes on; what comes later is declared, and what is not there is empty
  ClipFiles later(stageOf(pattern), {});
  later.goOn();
  Geometry both;
  addCurve(both, {{0, 0, 0}, {1, 0, 0}});
  later.add(3, (folder_ / "clips" / "sim.0003.usda").string(), usdFrameOf({both}, {"sim"}, {}));
  later.add(4, (folder_ / "clips" / "sim.0004.usda").string(), usdFrameOf({both}, {"other"}, {}));
  const std::string fourth = fileText(folder_ / "clips" / "sim.0004.usda"), whole = fileText(later.stage());
  EXPECT_NE(fourth.find("point3f[] points.timeSamples = {\n            4: []"), std::string::npos) << fourth;
  EXPECT_NE(whole.find("BasisCurves \"other\""), std::string::npos);
  EXPECT_NE(whole.find("active = [(1, 0), (2, 1), (3, 2), (4, 3)]"), std::string::npos) << whole;
  const std::string stage = whole, clip = fileText(folder_ / "clips" / "sim.0002.usda");
  EXPECT_NE(stage.find("asset[] assetPaths = [@./sim.0001.usda@, @./sim.0002.usda@, @./sim.0003.usda@, "),
            std::string::npos)
      << stage;
  EXPECT_NE(stage.find("double2[] times = [(1, 1), (2, 2), "), std::string::npos);
  EXPECT_NE(clip.find("point3f[] points.timeSamples = {\n            2: [(0, 0.2, 0), (1, 0, 0)]"),
            std::string::npos)
      << clip;
}

}  // namespace
}  // namespace tendril::test
