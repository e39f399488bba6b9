// Files that Houdini wrote: read to what they hold, and written again byte for byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/io/geometry_file.h"
#include "tests/support/shared_files.h"

namespace tendril::test {
namespace {

using nlohmann::json;

class HoudiniSamples : public SampleTest {
 protected:
  void SetUp() override {
    SampleTest::SetUp();
    if (IsSkipped()) return;
    std::ifstream file(samplesFolder() + "/expected.json");
    expected_ = json::parse(file).at("files");
    ASSERT_GE(expected_.size(), 7u);
  }

  static std::string path(const json& sample) {
    return samplesFolder() + "/" + sample.at("sample").get<std::string>();
  }
  json expected_;
};

Owner ownerNamed(const std::string& name) {
  return *std::find_if(std::begin(kOwners), std::end(kOwners), [&](Owner o) { return name == nameOf(o); });
}

const char* word(Storage storage) {
  constexpr const char* kWords[] = {"int8",  "uint8",    "int16",    "int32",
                                    "int64", "fpreal16", "fpreal32", "fpreal64"};
  return kWords[static_cast<int>(storage)];
}

template <class T>
double sum(const T& values) {
  long double total = 0;
  for (std::size_t i = 0; i < sizeOf(values); ++i) total += numberAt(values, i);
  return static_cast<double>(total);
}

void expectSum(double found, double expected, const std::string& what) {
  EXPECT_NEAR(found, expected, 1e-9 * std::max(1.0, std::abs(expected))) << what;
}

void expectAttribute(const Geometry& g, const json& e) {
  const std::string name = e.at("name");
  SCOPED_TRACE(name);
  const Attribute* a = g.find(ownerNamed(e.at("owner")), name);
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->tupleSize, e.at("size"));
  EXPECT_EQ(a->scope, e.value("scope", "public"));
  EXPECT_EQ(a->typeInfo, e.value("typeinfo", ""));
  const std::string type = e.at("type");
  if (type == "numeric") {
    EXPECT_EQ(a->kind, AttributeKind::numeric);
    EXPECT_EQ(word(a->storage()), e.at("storage").get<std::string>());
    EXPECT_EQ(sizeOf(a->numbers), e.at("values"));
    expectSum(sum(a->numbers), e.at("sum"), name);
  } else if (type == "string") {
    EXPECT_EQ(a->kind, AttributeKind::string);
    EXPECT_EQ(a->strings.size(), e.at("nstrings"));
    expectSum(sum(a->numbers), e.at("index_sum"), name);
    const std::vector<std::string> head = e.at("strings_head");
    for (std::size_t i = 0; i < head.size(); ++i) EXPECT_EQ(a->strings.at(i), head[i]);
  } else {
    EXPECT_EQ(type, "dict");
    EXPECT_EQ(a->kind, AttributeKind::dict);
    EXPECT_FALSE(a->dicts.empty());
  }
}

void expectGroup(const Geometry& g, const json& e) {
  const std::string name = e.at("name");
  SCOPED_TRACE(name);
  const Group* group = g.findGroup(ownerNamed(e.at("owner")), name);
  ASSERT_NE(group, nullptr);
  EXPECT_EQ(group->count(), e.at("size"));
  EXPECT_EQ(group->ordered, e.at("ordered"));
  std::size_t members = 0;
  for (std::size_t i = 0; i < group->members.size(); ++i) members += group->members[i] ? i : 0;
  EXPECT_EQ(members, e.at("member_sum"));
}

void expectShape(const Geometry& g, const json& e) {
  const auto p = g.positions();
  const auto& box = e.at("P_bbox_xxyyzz");
  for (std::size_t c = 0; c < 3; ++c) {
    float low = p[c], high = p[c];
    long double total = 0;
    for (std::size_t i = 0; i < g.pointCount(); ++i) {
      low = std::min(low, p[3 * i + c]);
      high = std::max(high, p[3 * i + c]);
      total += p[3 * i + c];
    }
    EXPECT_EQ(low, box[2 * c].get<float>());
    EXPECT_EQ(high, box[2 * c + 1].get<float>());
    expectSum(static_cast<double>(total), e.at("P_sum")[c], "P");
  }
  std::size_t points = 0, low = g.vertexCount(), high = 0;
  for (const std::int32_t point : g.vertexPoints) points += static_cast<std::size_t>(point);
  EXPECT_EQ(points, e.at("pointref_sum"));
  for (std::size_t i = 0; i < g.primitiveCount(); ++i) {
    low = std::min(low, g.pointsOf(i).size());
    high = std::max(high, g.pointsOf(i).size());
  }
  EXPECT_EQ(low, e.at("polygon_vertex_counts").at("min"));
  EXPECT_EQ(high, e.at("polygon_vertex_counts").at("max"));
}

TEST_F(HoudiniSamples, ReadToWhatTheyHold) {
  for (const json& e : expected_) {
    SCOPED_TRACE(path(e));
    const Geometry g = io::readGeometryFile(path(e));
    EXPECT_EQ(g.fileVersion, e.at("fileversion"));
    EXPECT_EQ(g.pointCount(), e.at("pointcount"));
    EXPECT_EQ(g.vertexCount(), e.at("vertexcount"));
    EXPECT_EQ(g.primitiveCount(), e.at("primitivecount"));
    const auto count = [&](PrimitiveKind kind) { return std::count(g.kinds.begin(), g.kinds.end(), kind); };
    EXPECT_EQ(count(PrimitiveKind::polyline), e.at("primitives").value("PolygonCurve(open)", 0));
    EXPECT_EQ(count(PrimitiveKind::polygon), e.at("primitives").value("Polygon(closed)", 0));
    std::size_t attributes = 0, groups = 0;
    for (const auto& owned : g.attributes) attributes += owned.size();
    for (const auto& owned : g.groups) groups += owned.size();
    EXPECT_EQ(attributes, e.at("attributes").size());
    EXPECT_EQ(groups, e.at("groups").size());
    EXPECT_EQ(g.edgeGroups.size(), e.at("edgegroups").size());
    for (const json& attribute : e.at("attributes")) expectAttribute(g, attribute);
    for (const json& group : e.at("groups")) expectGroup(g, group);
    expectShape(g, e);
  }
}

// The parsed tree is gone when Geometry is written: whatever comes back was in Geometry.
TEST_F(HoudiniSamples, ComeBackByteForByte) {
  for (const json& e : expected_) {
    SCOPED_TRACE(path(e));
    const std::string before(io::unwrap(io::fileSource(path(e)), path(e))->all().view());
    EXPECT_EQ(before.size(), e.at("json_bytes"));
    const std::string after = io::formatGeometry(io::readGeometryFile(path(e)), io::GeometryFormat::binary);
    const auto where = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    EXPECT_TRUE(before == after) << "first difference at byte " << where.first - before.begin() << " of "
                                 << before.size();
  }
}

// Text that Houdini wrote loses nothing on the way through binary and back through our text.
TEST_F(HoudiniSamples, TextAndBinaryHoldTheSame) {
  std::size_t read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(samplesFolder() + "/ascii")) {
    SCOPED_TRACE(entry.path());
    const Geometry g = io::readGeometryFile(entry.path());
    for (const auto format :
         {io::GeometryFormat::ascii, io::GeometryFormat::binary, io::GeometryFormat::compressed}) {
      const Geometry again = io::parseGeometry(io::Bytes(io::formatGeometry(g, format)), "again");
      EXPECT_TRUE(again == g);
      EXPECT_TRUE(again.info == g.info);
    }
    ++read;
  }
  EXPECT_EQ(read, 3u);
}

TEST_F(HoudiniSamples, TextSamplesHoldWhatTheySay) {
  const Geometry cube =
      io::readGeometryFile(samplesFolder() + "/ascii/cube_even_odd.geo");  // primitives of Houdini 15
  EXPECT_EQ(cube.pointCount(), 8u);
  EXPECT_EQ(cube.primitiveCount(), 6u);
  EXPECT_EQ(cube.kinds, std::vector<PrimitiveKind>(6, PrimitiveKind::polygon));
  EXPECT_EQ(cube.find(Owner::primitive, "even_odd")->stringAt(3), "piece1");
  const Geometry four = io::readGeometryFile(samplesFolder() + "/ascii/cube_multi_groups_16_5.geo");
  EXPECT_EQ(four.findGroup(Owner::primitive, "faces")->count(), 12u);
  EXPECT_EQ(four.findGroup(Owner::primitive, "all")->count(), 24u);
  const Geometry points = io::readGeometryFile(samplesFolder() + "/ascii/points_noprim_16_5.geo");
  EXPECT_EQ(points.pointCount(), 10u);
  EXPECT_EQ(points.positions()[0], -1.07095671f);
}

}  // namespace
}  // namespace tendril::test
