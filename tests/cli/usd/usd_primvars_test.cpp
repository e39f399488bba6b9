// USD: attributes as primvars, pearls and constraints, materials, names, samples of velocities.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "cli/io/geometry_file.h"
#include "cli/usd/primvars.h"
#include "cli/usd/stage.h"
#include "tests/support/drawn.h"
#include "tests/support/file_text.h"
#include "tests/support/program.h"

namespace tendril::test {
namespace {

using namespace usd;
using Eigen::Vector3d;
namespace fs = std::filesystem;

const UsdAttribute* primvar(const UsdPrim& prim, const std::string& declaration) {
  for (const UsdAttribute& attribute : prim.attributes)
    if (attribute.declaration == declaration) return &attribute;
  return nullptr;
}

void expectPrimvar(const UsdPrim& prim, const std::string& declaration, const std::string& interpolation,
                   const std::string& value, int elementSize = 1) {
  const UsdAttribute* found = primvar(prim, declaration);
  ASSERT_NE(found, nullptr) << declaration;
  EXPECT_EQ(found->interpolation, interpolation) << declaration;
  EXPECT_EQ(found->value, value) << declaration;
  EXPECT_EQ(found->elementSize, elementSize) << declaration;
}

void set(Geometry& g, Owner owner, const char* name, const char* typeInfo, std::vector<double> values,
         int size, Storage storage = Storage::real32) {
  Attribute& attribute = g.add(owner, name, storage, size, typeInfo);
  for (std::size_t i = 0; i < values.size(); ++i) setNumber(attribute.numbers, i, values[i]);
}

Geometry twoCurves() {
  Geometry g;
  addCurve(g, {{0, 0, 0}, {1, 0, 0}});
  addCurve(g, {{0, 1, 0}, {1, 1, 0}});
  set(g, Owner::point, "wet", "", {0, 0.25, 0.5, 1}, 1);
  set(g, Owner::point, "up", "vector", {0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1}, 3);
  set(g, Owner::vertex, "tint", "color", {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1}, 3);
  set(g, Owner::point, "orient", "quaternion", {1, 2, 3, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, 4);
  set(g, Owner::primitive, "clumpid", "", {3, -7}, 1, Storage::int32);
  set(g, Owner::primitive, "pair", "", {1, 2, 3, 4}, 2, Storage::int32);
  set(g, Owner::primitive, "five", "", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 5);
  set(g, Owner::detail, "big", "", {5e10}, 1, Storage::int64);
  set(g, Owner::point, "__hidden", "", {1, 1, 1, 1}, 1);
  Attribute& name = g.addString(Owner::primitive, "style");
  name.setString(0, "curly \"wet\"");
  Attribute& list = g.attributes[indexOf(Owner::primitive)].emplace_back(
      makeAttribute("weights", AttributeKind::array, Storage::real32, 1));
  list.numbers = std::vector<float>{1, 2, 3};
  list.starts = {0, 1, 3};
  return g;
}

TEST(UsdPrimvars, HaveTheTypesAndInterpolationsOfSopImport) {
  const UsdPrim prim = usdFrameOf({twoCurves()}, {"hair"}, {}, {0.1}).prims.at(0);
  expectPrimvar(prim, "float[] primvars:wet", "vertex", "[0, 0.25, 0.5, 1]");
  expectPrimvar(prim, "vector3f[] primvars:up", "vertex", "[(0, 1, 0), (0, 1, 0), (0, 0, 1), (0, 0, 1)]");
  expectPrimvar(prim, "color3f[] primvars:tint", "vertex", "[(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)]");
  // the real part comes first in USD
  expectPrimvar(prim, "quatf[] primvars:orient", "vertex",
                "[(4, 1, 2, 3), (1, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0)]");
  expectPrimvar(prim, "int[] primvars:clumpid", "uniform", "[3, -7]");
  expectPrimvar(prim, "int2[] primvars:pair", "uniform", "[(1, 2), (3, 4)]");
  expectPrimvar(prim, "float[] primvars:five", "uniform", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", 5);
  expectPrimvar(prim, "int64[] primvars:big", "constant", "[50000000000]");
  expectPrimvar(prim, "string[] primvars:style", "uniform", "[\"curly \\\"wet\\\"\", \"\"]");
  expectPrimvar(prim, "float[] primvars:weights", "constant", "[1, 2, 3]", 3);
  expectPrimvar(prim, "int[] primvars:weights:lengths", "uniform", "[1, 2]");
  for (const UsdAttribute& attribute : prim.attributes)
    EXPECT_EQ(attribute.declaration.find("hidden"), std::string::npos) << attribute.declaration;
}

TEST(UsdPrimvars, APatternChooses) {
  EXPECT_TRUE(matchesPattern("clumpid", "*"));
  EXPECT_TRUE(matchesPattern("clumpid", "up clump*"));
  EXPECT_FALSE(matchesPattern("clumpid", "* ^clump??"));
  EXPECT_FALSE(matchesPattern("clumpid", ""));
  const UsdPrim prim = usdFrameOf({twoCurves()}, {"hair"}, {}, {0.1}, "* ^wet").prims.at(0);
  EXPECT_EQ(primvar(prim, "float[] primvars:wet"), nullptr);
  EXPECT_NE(primvar(prim, "int[] primvars:clumpid"), nullptr);
  const UsdPrim bare = usdFrameOf({twoCurves()}, {"hair"}, {}, {0.1}, "").prims.at(0);
  EXPECT_EQ(primvar(bare, "int[] primvars:clumpid"), nullptr);
  EXPECT_NE(primvar(bare, "int[] primvars:id"), nullptr);  // has a place of its own
}

// Rods are sampled between their knots: numbers are mixed there, their state is not written.
TEST(UsdPrimvars, OfRodsLieBetweenKnots) {
  Geometry g = geometryOf({coil(Model::clothoid, 3, 1)}, 0.01);
  set(g, Owner::point, "wet", "", {0, 1, 2, 3}, 1);
  set(g, Owner::primitive, "rodparent", "", {-1}, 1, Storage::int64);
  RodLooks looks;
  meetRods(g, 0, looks);
  const UsdPrim prim = usdFrameOf({g}, {"rods"}, looks).prims.at(0);
  const UsdAttribute* wet = primvar(prim, "float[] primvars:wet");
  ASSERT_NE(wet, nullptr);
  const auto count = std::count(wet->value.begin(), wet->value.end(), ',') + 1;
  EXPECT_GT(count, 4);
  EXPECT_EQ(wet->value.rfind("[0, ", 0), 0u);
  EXPECT_EQ(wet->value.substr(wet->value.size() - 4), ", 3]");
  EXPECT_EQ(primvar(prim, "float3[] primvars:kappa"), nullptr);
  EXPECT_EQ(primvar(prim, "vector3f[] primvars:rootvel"), nullptr);
  EXPECT_EQ(primvar(prim, "int64[] primvars:rodparent"), nullptr);  // which rod another one hangs on
}

Geometry constraints() {
  Geometry g;
  for (const char* name : {"pearl", "distance", "distance", "pin"}) {
    const std::size_t first = g.addPoints(2);
    const std::int32_t points[] = {static_cast<std::int32_t>(first), static_cast<std::int32_t>(first + 1)};
    const bool two = std::string(name) == "distance";
    g.addPrimitive(PrimitiveKind::polyline, {points, two ? 2u : 1u});
    setTuple(*g.find(Owner::point, "P"), first + 1, Vector3d(0, 1 + static_cast<double>(first), 0));
  }
  set(g, Owner::point, "rodid", "", std::vector<double>(8, 0), 1, Storage::int32);
  Attribute& type = g.addString(Owner::primitive, "type");
  const char* names[] = {"pearl", "distance", "distance", "position"};
  for (std::size_t p = 0; p < 4; ++p) type.setString(p, names[p]);
  set(g, Owner::primitive, "broken", "", {0, 0, 1, 0}, 1);
  set(g, Owner::primitive, "radius", "", {0.25, 0, 0, 0}, 1);
  set(g, Owner::primitive, "pearlvel", "vector", {1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 3);
  return g;
}

TEST(UsdConstraints, PearlsArePointsAndWhatHoldsIsALine) {
  const UsdFrame frame = usdFrameOf({constraints()}, {"ties"}, {}, {0.01});
  ASSERT_EQ(frame.prims.size(), 2u);
  EXPECT_EQ(frame.prims[0].type, "BasisCurves");
  expectPrimvar(frame.prims[0], "int[] curveVertexCounts", "", "[2]");  // the broken one is gone
  EXPECT_EQ(frame.prims[1].type, "Points");
  EXPECT_EQ(frame.prims[1].name, "ties_pearls");
  expectPrimvar(frame.prims[1], "float[] widths", "vertex", "[0.5]");  // diameters
  expectPrimvar(frame.prims[1], "point3f[] points", "", "[(0, 0, 0)]");
  expectPrimvar(frame.prims[1], "vector3f[] velocities", "", "[(1, 2, 3)]");
  expectPrimvar(frame.prims[1], "float3[] extent", "", "[(-0.25, -0.25, -0.25), (0.25, 0.25, 0.25)]");
  EXPECT_EQ(frame.leftOut, 1u);
}

class UsdFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("tendril_usd_files_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string textOf(const std::string& name) const { return fileText(path(name)); }
  // A curve that moves with a velocity that never changes.
  void write(const std::string& name, const StageSettings& settings) const {
    SequenceFile file(path(name), settings);
    for (int f = 1; f <= 3; ++f) {
      Geometry g;
      addCurve(g, {{0, 0.1 * f, 0}, {1, 0, 0}});
      set(g, Owner::point, "v", "vector", {0, 2.4, 0, 0, 0, 0}, 3);
      file.add(f, usdFrameOf({g}, {"hair"}, {}, {0.01}));
    }
    file.finish({});
  }
  fs::path folder_;
};

// USD ignores velocities that are not sampled as the points are.
TEST_F(UsdFiles, VelocitiesAreSampledWherePointsAre) {
  write("a.usda", {});
  const std::string text = textOf("a.usda");
  EXPECT_NE(text.find("vector3f[] velocities.timeSamples = {\n            1: [(0, 2.4, 0), (0, 0, 0)],\n"
                      "            2: [(0, 2.4, 0), (0, 0, 0)],"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("float[] widths = ["), std::string::npos);  // stands there once
}

TEST_F(UsdFiles, HaveKindsAndAMaterialUnlessBare) {
  write("a.usda", {});
  StageSettings bare;
  bare.material = false;
  write("b.usda", bare);
  for (const char* name : {"a.usda", "b.usda"}) {
    EXPECT_NE(textOf(name).find("kind = \"component\""), std::string::npos);
    EXPECT_NE(textOf(name).find("kind = \"group\""), std::string::npos);
  }
  EXPECT_NE(textOf("a.usda").find("rel material:binding = </World/materials/hair>"), std::string::npos);
  EXPECT_NE(textOf("a.usda").find("ND_standard_surface_surfaceshader"), std::string::npos);
  EXPECT_EQ(textOf("b.usda").find("aterial"), std::string::npos);
}

TEST_F(UsdFiles, NamesSayWhatIsWritten) {
  EXPECT_EQ(stageOf("x/sim.$F4.usd"), "x/sim.usd");
  EXPECT_EQ(stageOf("$F4.usd"), "stage.usd");
  checkName("a.usd");
  checkName("a.usda");
  Geometry g;
  addCurve(g, {{0, 0, 0}, {1, 0, 0}});
  io::writeGeometryFile(path("a.geo"), g);
  const auto convert = [&](const std::string& to) {
    return run("convert " + path("a.geo") + " " + path(to));
  };
  EXPECT_EQ(convert("a.usd").code, 0);
  EXPECT_EQ(textOf("a.usd").rfind("#usda 1.0", 0), 0u);
  const Outcome binary = convert("a.usdc");
  EXPECT_EQ(binary.code, 2);
  EXPECT_NE(binary.text.find("name it .usda or .usd"), std::string::npos) << binary.text;
  EXPECT_NE(binary.text.find("usdcat"), std::string::npos) << binary.text;
  EXPECT_NE(convert("a.obj").text.find(".usda or .usd"), std::string::npos);
}

}  // namespace
}  // namespace tendril::test
