// Forms that Tendril reads and never writes: files of Houdini 12 to 15, and packed geometry.
#include <gtest/gtest.h>

#include "cli/io/geometry_file.h"

namespace tendril::test {
namespace {

// One closed triangle's worth of header around the given parts.
std::string file(int points, int vertices, int primitives, const std::string& attributes,
                 const std::string& records, const std::string& more = {}) {
  std::string indices;
  for (int v = 0; v < vertices; ++v) indices += (v ? "," : "") + std::to_string(v % points);
  return "[\"pointcount\"," + std::to_string(points) + ",\"vertexcount\"," + std::to_string(vertices) +
         ",\"primitivecount\"," + std::to_string(primitives) + ",\"topology\",[\"pointref\",[\"indices\",[" +
         indices + "]]],\"attributes\",[" + attributes + "],\"primitives\",[" + records + "]" + more + "]";
}

std::string numeric(const std::string& name, int size, const std::string& data,
                    const std::string& options = "{}") {
  const std::string head = "\"size\"," + std::to_string(size) + ",\"storage\",\"fpreal32\",";
  return "[[\"scope\",\"public\",\"type\",\"numeric\",\"name\",\"" + name + "\",\"options\"," + options +
         "],[" + head + "\"values\",[" + head + data + "]]]";
}

Geometry read(const std::string& text, bool unpack = false) {
  io::ReadOptions options;
  options.unpack = unpack;
  return io::parseGeometry(io::Bytes(text), "old.geo", options);
}

TEST(OldForms, PackedPagesOfParts) {  // Houdini 13: x y z of a page, then w of a page
  const Geometry g = read(file(
      3, 0, 0,
      "\"pointattributes\",[" +
          numeric("P", 4, "\"pagesize\",2,\"packing\",[3,1],\"rawpagedata\",[1,2,3,4,5,6,1,1,7,8,9,2]") + "]",
      ""));
  const auto p = g.positions();
  EXPECT_EQ(std::vector<float>(p.begin(), p.end()), std::vector<float>({1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(g.find(Owner::point, "Pw")->values<float>()[2], 2.0f);  // rational weights survive
}

TEST(OldForms, ConstantParts) {
  const Geometry g = read(file(
      3, 0, 0,
      "\"pointattributes\",[" +
          numeric("P", 4,
                  "\"pagesize\",2,\"packing\",[3,1],\"constantpageflags\",[[],[true,true]],\"rawpagedata\","
                  "[1,2,3,4,5,6,1,7,8,9,1]") +
          "]",
      ""));
  const auto p = g.positions();
  EXPECT_EQ(std::vector<float>(p.begin(), p.end()), std::vector<float>({1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(g.find(Owner::point, "Pw"), nullptr);  // all 1
}

const std::string kThreePoints =
    "\"pointattributes\",[" + numeric("P", 3, "\"tuples\",[[0,0,0],[1,0,0],[2,0,0]]") + "]";

TEST(OldForms, SinglePolygonsAndVertexOrder) {
  const std::string number =
      "\"vertexattributes\",[" + numeric("n", 1, "\"arrays\",[[10,11,12,13,14]]") + "],";
  const Geometry g = read(file(3, 5, 2, number + kThreePoints,
                               "[[\"type\",\"Poly\"],[\"vertex\",[4,3],\"closed\",false]],[[\"type\","
                               "\"Poly\"],[\"vertex\",[0,1,2],\"closed\",true]]"));
  EXPECT_EQ(g.kinds, std::vector<PrimitiveKind>({PrimitiveKind::polyline, PrimitiveKind::polygon}));
  EXPECT_EQ(g.vertexPoints, std::vector<std::int32_t>({1, 0, 0, 1, 2}));  // by primitive now
  const auto n = g.find(Owner::vertex, "n")->values<float>();
  EXPECT_EQ(std::vector<float>(n.begin(), n.end()), std::vector<float>({14, 13, 10, 11, 12}));
}

TEST(OldForms, RunsWithVaryingClosed) {
  const Geometry g = read(file(3, 5, 2, kThreePoints,
                               "[[\"type\",\"run\",\"runtype\",\"Poly\",\"varyingfields\",[\"vertex\","
                               "\"closed\"],\"uniformfields\",{}],"
                               "[[[0,1],false],[[2,3,4],true]]]"));
  EXPECT_EQ(g.kinds, std::vector<PrimitiveKind>({PrimitiveKind::polyline, PrimitiveKind::polygon}));
  EXPECT_EQ(g.pointsOf(1).size(), 3u);
}

TEST(OldForms, RowsOfOneNumber) {
  const Geometry g = read(file(3, 2, 2, kThreePoints,
                               "[[\"type\",\"run\",\"runtype\",\"Circle\",\"varyingfields\",[\"vertex\"],"
                               "\"uniformfields\",{}],[[0],[1]]]"));
  EXPECT_EQ(g.others.size(), 2u);
}

TEST(OldForms, OtherPrimitivesAreCarried) {
  const Geometry g = read(file(3, 5, 3, kThreePoints,
                               "[[\"type\",\"run\",\"runtype\",\"Sphere\",\"varyingfields\",[\"vertex\","
                               "\"transform\"],\"uniformfields\",{\"a\":1}],"
                               "[[0,[1,0,0,0,1,0,0,0,1]],[1,[2,0,0,0,2,0,0,0,2]]]],"
                               "[[\"type\",\"NURBCurve\"],[\"vertex\",[2,3,4],\"closed\",false,\"basis\",["
                               "\"type\",\"NURBS\",\"order\",3]]]"));
  ASSERT_EQ(g.others.size(), 3u);
  EXPECT_EQ(g.others[1].type, "Sphere");
  EXPECT_EQ(g.others[2].primitive, 2u);
  EXPECT_EQ(g.pointsOf(2).size(), 3u);
  const Geometry again =
      io::parseGeometry(io::Bytes(io::formatGeometry(g, io::GeometryFormat::binary)), "again");
  EXPECT_TRUE(again == g);
}

TEST(OldForms, UnreadAttributesAreCarried) {
  const std::string capture =
      "[[\"scope\",\"public\",\"type\",\"indexpair\",\"name\",\"boneCapture\",\"options\",{}],[\"idefault\",-"
      "1,\"x\",[1,2.5]]]";
  const std::string points = kThreePoints.substr(0, kThreePoints.size() - 1) + "," + capture + "]";
  const Geometry g = read(file(3, 0, 0, points, ""));
  EXPECT_EQ(g.find(Owner::point, "boneCapture")->carriedType, "indexpair");
  EXPECT_TRUE(read(io::formatGeometry(g, io::GeometryFormat::binary)) == g);
}

// ---- packed geometry

const std::string kString =
    "[[\"scope\",\"public\",\"type\",\"string\",\"name\",\"name\",\"options\",{}],[\"size\",1,\"storage\","
    "\"int32\","
    "\"strings\",[\"left\",\"right\"],\"indices\",[\"size\",1,\"storage\",\"int32\",\"arrays\",[[0,1]]]]]";
const std::string kInside = file(3, 4, 2, kThreePoints + ",\"primitiveattributes\",[" + kString + "]",
                                 "[[\"type\",\"c_r\"],[\"s_v\",0,\"n_p\",2,\"n_v\",[2,2]]]");

std::string packed(const std::string& records, int count, const std::string& shared = kInside) {
  const std::string material =
      "[[\"scope\",\"public\",\"type\",\"numeric\",\"name\",\"cost\",\"options\",{}],[\"size\",1,\"storage\","
      "\"int32\","
      "\"values\",[\"size\",1,\"storage\",\"int32\",\"arrays\",[[" +
      std::string(count == 1 ? "5" : "5,6") + "]]]]]";
  return file(
      3, count, count, kThreePoints + ",\"primitiveattributes\",[" + material + "]", records,
      ",\"sharedprimitivedata\",[\"PackedGeometry\",[\"gu:embeddedgeo\",\"embed:1\"," + shared + "]]");
}

std::string instance(int vertex, const std::string& transform) {
  return "[[\"type\",\"PackedGeometry\"],[\"parameters\",{\"embedded\":\"embed:1\"},\"pivot\",[1,0,0],"
         "\"transform\"," +
         transform + ",\"vertex\"," + std::to_string(vertex) + ",\"viewportlod\",\"full\"]]";
}

TEST(Packed, CarriedUnlessAskedFor) {
  const Geometry g = read(packed(instance(0, "[1,0,0,0,1,0,0,0,1]"), 1));
  EXPECT_EQ(g.others.size(), 1u);
  EXPECT_TRUE(read(io::formatGeometry(g, io::GeometryFormat::binary)) == g);
  EXPECT_TRUE(read(io::formatGeometry(g, io::GeometryFormat::binary), true) ==
              read(packed(instance(0, "[1,0,0,0,1,0,0,0,1]"), 1), true));
}

TEST(Packed, InstancesGoToTheirPlaces) {
  const Geometry g =
      read(packed(instance(0, "[1,0,0,0,1,0,0,0,1]") + "," + instance(1, "[0,2,0,-2,0,0,0,0,2]"), 2), true);
  EXPECT_TRUE(g.others.empty());
  ASSERT_EQ(g.primitiveCount(), 4u);
  ASSERT_EQ(g.pointCount(), 7u);  // the outer points 0 and 1 went with their primitives
  const auto p = g.positions();
  EXPECT_EQ(p[3], -1.0f);  // first instance: pivot x = 1 goes to P of point 0 at the origin
  EXPECT_EQ(p[6], 0.0f);
  EXPECT_EQ(p[3 * 6 + 0], 1.0f);  // second: (2 - 1) turned to y, doubled, at P of point 1
  EXPECT_EQ(p[3 * 6 + 1], 2.0f);
  EXPECT_EQ(g.find(Owner::primitive, "name")->stringAt(3), "right");
  EXPECT_EQ(g.find(Owner::primitive, "cost")->values<std::int32_t>()[3], 6);  // handed down
}

TEST(Packed, FragmentsShowTheirPart) {
  const Geometry g = read(packed("[[\"type\",\"PackedFragment\"],[\"parameters\",{\"attribute\":\"name\","
                                 "\"name\":\"right\",\"embedded\":\"embed:1\"},"
                                 "\"pivot\",[0,0,0],\"vertex\",0]]",
                                 1),
                          true);
  ASSERT_EQ(g.primitiveCount(), 1u);
  EXPECT_EQ(g.find(Owner::primitive, "name")->stringAt(0), "right");
}

TEST(Packed, SpheresAndTheirPayloadsComeAlong) {
  const std::string inside =
      file(3, 1, 1, kThreePoints, "[[\"type\",\"Sphere\"],[\"vertex\",2,\"transform\",[1,0,0,0,1,0,0,0,1]]]",
           ",\"sharedprimitivedata\",[\"Volume\",[\"geo:voxels\",\"voxels:7\",[1,2,3,4]]]");
  const std::string oneVertex = inside.substr(0, inside.find("[\"vertex\",2") + 9) + ",0" +
                                inside.substr(inside.find("[\"vertex\",2") + 11);
  const Geometry g = read(packed(instance(0, "[2,0,0,0,2,0,0,0,2]"), 1, oneVertex), true);
  ASSERT_EQ(g.others.size(), 1u);
  EXPECT_TRUE(g.others[0].fields.as<Value::List>()->at(3) ==
              Value(Numbers(std::vector<double>{2, 0, 0, 0, 2, 0, 0, 0, 2})));
  const std::string text = io::formatGeometry(g, io::GeometryFormat::ascii);
  EXPECT_NE(text.find("voxels:7"), std::string::npos);
}

// A fragment costs what it is: thousands from one geometry unpack in no time, each with its own points only.
TEST(Packed, ManyFragments) {
  constexpr int kPieces = 3000;
  std::string points, names, indices, records, used;
  for (int i = 0; i < kPieces; ++i) {
    const std::string comma = i ? "," : "", number = std::to_string(i);
    points += comma + "[" + number + ",0,0],[" + number + ",1,0]";
    names += comma + "\"p" + number + "\"";
    indices += comma + number;
    records += comma + "[[\"type\",\"PackedFragment\"],[\"parameters\",{\"attribute\":\"name\",\"name\":\"p" +
               number + "\",\"embedded\":\"embed:1\"},\"pivot\",[0,0,0],\"vertex\"," + number + "]]";
  }
  const std::string inside = file(
      2 * kPieces, 2 * kPieces, kPieces,
      "\"pointattributes\",[" + numeric("P", 3, "\"tuples\",[" + points + "]") +
          "],\"primitiveattributes\",[[[\"scope\",\"public\",\"type\","
          "\"string\",\"name\",\"name\",\"options\",{}],[\"size\",1,\"storage\",\"int32\",\"strings\",[" +
          names + "],\"indices\",[\"size\",1,\"storage\",\"int32\",\"arrays\",[[" + indices + "]]]]]]",
      "[[\"type\",\"c_r\"],[\"s_v\",0,\"n_p\"," + std::to_string(kPieces) + ",\"r_v\",[2," +
          std::to_string(kPieces) + "]]]");
  const Geometry g = read(
      file(3, kPieces, kPieces, kThreePoints, records,
           ",\"sharedprimitivedata\",[\"PackedGeometry\",[\"gu:embeddedgeo\",\"embed:1\"," + inside + "]]"),
      true);
  EXPECT_EQ(g.primitiveCount(), static_cast<std::size_t>(kPieces));
  EXPECT_EQ(g.pointCount(), static_cast<std::size_t>(2 * kPieces));
  EXPECT_EQ(g.find(Owner::primitive, "name")->stringAt(1234), "p1234");
}

TEST(Packed, FaultsAreNamed) {
  const auto error = [](const std::string& text) {
    try {
      read(text, true);
      return std::string();
    } catch (const Error& e) {
      return std::string(e.what());
    }
  };
  EXPECT_NE(
      error(packed("[[\"type\",\"PackedGeometry\"],[\"parameters\",{\"embedded\":\"embed:9\"},\"vertex\",0]]",
                   1))
          .find("'embed:9' is not in the file"),
      std::string::npos);
  // a geometry that holds itself
  const std::string inner = packed(instance(0, "[1,0,0,0,1,0,0,0,1]"), 1);
  const std::string self = inner.substr(0, inner.find(",\"sharedprimitivedata\"")) + "]";
  EXPECT_NE(error(packed(instance(0, "[1,0,0,0,1,0,0,0,1]"), 1, self)).find("nested more than 16 deep"),
            std::string::npos);
  EXPECT_NE(error(packed(instance(0, "[1,0,0]"), 1)).find("'transform' has not 9 numbers"),
            std::string::npos);
}

}  // namespace
}  // namespace tendril::test
