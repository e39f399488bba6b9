// Primitives that Tendril only carries, many at once in runs: they come back byte for byte.
#include <gtest/gtest.h>

#include "cli/io/geometry_file.h"
#include "tests/support/laid_file.h"

namespace tendril::test {
namespace {

using io::GeometryFormat;

// Binary and compressed; and through text nothing but widths is lost.
void expectComesBack(const std::string& bytes) {
  const Geometry g = readLaid(bytes);
  expectSameBytes(io::formatGeometry(g, GeometryFormat::binary), bytes);
  expectSameBytes(io::formatGeometry(readLaid(inContainer(bytes)), GeometryFormat::compressed),
                  inContainer(bytes));
  const std::string text = io::formatGeometry(g, GeometryFormat::ascii);
  const Geometry again = readLaid(text);
  EXPECT_EQ(io::formatGeometry(again, GeometryFormat::ascii), text);
  EXPECT_EQ(again.others.size(), g.others.size());
  EXPECT_EQ(again.vertexPoints, g.vertexPoints);
}

TEST(CarriedRuns, SpheresWithoutUniformFieldsComeBackByteForByte) {
  const std::string bytes = layFile(100, 100, [](Tokens& t) { sphereRun(t, 0, 100); });
  expectComesBack(bytes);
  const Geometry g = readLaid(bytes);
  ASSERT_EQ(g.others.size(), 100u);
  EXPECT_EQ(g.others[99].type, "Sphere");
  EXPECT_EQ(g.others[99].primitive, 99u);
  EXPECT_EQ(g.pointsOf(99)[0], 99);
}

TEST(CarriedRuns, VertexNumbersTakeTheSmallestToken) {
  expectComesBack(layFile(40000, 40000, [](Tokens& t) { sphereRun(t, 0, 40000); }));  // int8, int16 and int32
}

TEST(CarriedRuns, BetweenPolygonsAndEachOther) {
  expectComesBack(layFile(40, 18, [](Tokens& t) {
    polygonRun(t, "p_r", 0, 4, 3);
    sphereRun(t, 12, 15);
    sphereRun(t, 15, 16);  // one row is a run too, and does not join the other
    polygonRun(t, "c_r", 16, 2, 4);
    t.open().open().text("type").text("Sphere").close();  // by itself
    t.open().text("vertex").whole(24).text("transform").list(sphereMatrix(24)).close().close();
    sphereRun(t, 25, 31);
    polygonRun(t, "p_r", 31, 1, 9);
  }));
}

TEST(CarriedRuns, UniformFieldsKeepTheirForm) {
  expectComesBack(layFile(8, 8, [](Tokens& t) {
    sphereHead(t.open()).text("uniformfields").openMap().closeMap().close();
    sphereRows(t, 0, 2);
    t.close();
    t.open().open().text("type").text("run").text("runtype").text("Tube");
    t.text("varyingfields").open().text("vertex").close();
    t.text("uniformfields").openMap().text("caps").yes().text("transform").list(sphereMatrix(1));
    t.text("taper").real32(0.1f).closeMap().close();
    t.open().open().whole(2).close().open().whole(3).close().close().close();
    t.open().open().text("type").text("run").text("runtype").text("Circle");  // a list of keys and values
    t.text("uniformfields").open().text("transform").list(std::vector<double>(9, 0.1)).close();
    t.text("varyingfields").open().text("vertex").close().close();
    t.open().open().whole(4).close().close().close();
    t.open().open().text("type").text("run").text("runtype").text("Sphere");  // the vertex in another place
    t.text("varyingfields").open().text("transform").text("vertex").close().close();
    t.open();
    for (int i = 5; i < 8; ++i) t.open().list(sphereMatrix(i)).whole(i).close();
    t.close().close();
  }));
}

// What a real file was seen to hold in fields, and forms that cost nothing to keep.
TEST(CarriedRuns, NestedFieldsKeepTheirTokens) {
  expectComesBack(layFile(4, 4, [](Tokens& t) {
    t.open().open().text("type").text("run").text("runtype").text("PackedFragment");
    t.text("varyingfields").open().text("parameters").text("pivot").text("vertex").close();
    t.text("uniformfields").openMap().text("viewportlod").text("full").closeMap().close().open();
    for (int i = 0; i < 2; ++i) {
      t.open().openMap().text("attribute").text("name").text("name").text("piece" + std::to_string(i));
      t.text("bounds").list<double>({0, 1, 0, 1, 0, 0.1 * i}).text("embedded").text("embed:1").closeMap();
      t.list<float>({0.1f, 2, 3}).whole(i).close();
    }
    t.close().close();
    t.open().open().text("type").text("run").text("runtype").text("Volume");
    t.text("varyingfields")
        .open()
        .text("vertex")
        .text("res")
        .text("border")
        .text("voxels")
        .close()
        .close()
        .open();
    for (int i = 2; i < 4; ++i) {
      t.open().whole(i).list<std::int32_t>({10, 20, 300 * i});
      t.openMap().text("type").text("constant").text("value").real32(0.1f).closeMap();
      t.open().text("compressiontypes").plainTexts({"raw", "rawfull", "constant"});
      t.text("tiles").open().open().text("compression").whole(2).text("data").real64(0.1).close();
      t.open()
          .whole(1000)
          .real32(2.5f)
          .whole(-70000)
          .close()
          .flags(3, 5)
          .open()
          .close()
          .id(0)
          .close()
          .close();
      t.close();
    }
    t.close().close();
  }));
}

TEST(CarriedRuns, ListsOfVerticesKeepTheirForm) {
  expectComesBack(layFile(12, 6, [](Tokens& t) {
    const auto basis = [&] {
      t.open().text("type").text("Bezier").text("order").whole(3).text("knots").list<double>({0, 1}).close();
    };
    t.open().open().text("type").text("run").text("runtype").text("BezierCurve");
    t.text("varyingfields").open().text("vertex").text("basis").close();
    t.text("uniformfields").openMap().text("closed").no().closeMap().close().open();
    t.open().list<std::int32_t>({0, 1, 2});
    basis();
    t.close().open().list<std::int16_t>({3, 4});
    basis();
    t.close().open().list<std::int8_t>({5});
    basis();
    t.close().open().open().whole(6).whole(7).whole(8).close();
    basis();
    t.close().close().close();
    for (int i = 0; i < 2; ++i) {
      t.open().open().text("type").text("NURBCurve").close().open().text("vertex");
      i ? t.list<std::int64_t>({10, 11}) : t.open().whole(9).close();
      t.text("closed").no().close().close();
    }
  }));
}

// Houdini takes pairs where they are shorter; two real runs tell count by count all the same.
TEST(CarriedRuns, PolygonsToldCountByCountStaySo) {
  expectComesBack(layFile(20, 6, [](Tokens& t) {
    t.open().open().text("type").text("p_r").close().open().text("s_v").whole(0).text("n_p").whole(4);
    t.text("n_v").list<std::int8_t>({3, 3, 3, 3}).close().close();
    sphereRun(t, 12, 13);
    t.open().open().text("type").text("p_r").close().open().text("s_v").whole(13).text("n_p").whole(1);
    t.text("n_v").list<std::int8_t>({7}).close().close();
  }));
}

// ---- text

std::string textFile(int points, const std::string& head, const std::string& rows) {
  std::string indices, p;
  for (int i = 0; i < points; ++i) {
    indices += (i ? "," : "") + std::to_string(i);
    p += (i ? ",[" : "[") + std::to_string(i) + ",0,0]";
  }
  return "[\"pointcount\"," + std::to_string(points) + ",\"vertexcount\"," + std::to_string(points) +
         ",\"primitivecount\"," + std::to_string(points) + ",\"topology\",[\"pointref\",[\"indices\",[" +
         indices +
         "]]],\"attributes\",[\"pointattributes\",[[[\"scope\",\"public\",\"type\",\"numeric\",\"name\","
         "\"P\","
         "\"options\",{}],[\"size\",3,\"storage\",\"fpreal32\",\"values\",[\"size\",3,\"storage\","
         "\"fpreal32\","
         "\"tuples\",[" +
         p + "]]]]]],\"primitives\",[[" + head + "," + rows + "]]]";
}

const std::string kHead =
    "[\"type\",\"run\",\"runtype\",\"Sphere\",\"varyingfields\",[\"vertex\",\"transform\"]]";
const std::string kRows = "[[0,[1,0,0,0,1,0,0,0,1]],[1,[0.5,0,0,0,0.5,0,0,0,0.5]]]";

std::string inOneLine(std::string text) {
  std::string result;
  for (const char c : text)
    if (c != '\n' && c != ' ') result += c;
  return result;
}

TEST(CarriedRuns, TextComesBackAsARun) {
  const Geometry g = readLaid(textFile(2, kHead, kRows));
  const std::string text = inOneLine(io::formatGeometry(g, GeometryFormat::ascii));
  EXPECT_NE(text.find("[" + kHead + "," + kRows + "]"), std::string::npos) << text;
  EXPECT_TRUE(readLaid(io::formatGeometry(g, GeometryFormat::binary)) == g);
  const Geometry again = readLaid(io::formatGeometry(g, GeometryFormat::binary));
  EXPECT_EQ(inOneLine(io::formatGeometry(again, GeometryFormat::ascii)), text);
}

TEST(CarriedRuns, RowsMayBeNothingButNumbersOrBools) {
  const std::string numbers =
      "[\"type\",\"run\",\"runtype\",\"Ball\",\"varyingfields\",[\"vertex\",\"radius\",\"level\"]]";
  for (const std::string& rows : {std::string("[[0,2,3],[1,4,5]]"), std::string("[[0,0.5,3],[1,0.25,5]]")}) {
    const Geometry g = readLaid(textFile(2, numbers, rows));
    ASSERT_EQ(g.others.size(), 2u);
    EXPECT_EQ(g.pointsOf(1)[0], 1);
    EXPECT_TRUE(readLaid(io::formatGeometry(g, GeometryFormat::binary)) == g);
  }
  // the same list in one piece, as any list of binary files may come
  const std::string bytes = layFile(2, 2, [](Tokens& t) {
    t.open().open().text("type").text("run").text("runtype").text("Ball");
    t.text("varyingfields").open().text("vertex").text("radius").close().close();
    t.open().list<std::int8_t>({0, 5}).list<float>({1, 0.1f}).close().close();
  });
  const Geometry g = readLaid(bytes);
  ASSERT_EQ(g.others.size(), 2u);
  EXPECT_TRUE((*g.others[0].fields.as<Value::List>())[3] == Value(std::int64_t(5)));
  EXPECT_TRUE((*g.others[1].fields.as<Value::List>())[3] == Value(0.1f));
  EXPECT_TRUE(readLaid(io::formatGeometry(g, GeometryFormat::binary)) == g);
}

// Text does not tell how wide a number was: binary takes the smallest.
TEST(CarriedRuns, ListsOfVerticesInTextHaveNoWidth) {
  const Geometry g = readLaid(textFile(
      3, "[\"type\",\"run\",\"runtype\",\"Part\",\"varyingfields\",[\"vertex\"]]", "[[[0,1,2]],[[]],[[]]]"));
  const std::string binary = io::formatGeometry(g, GeometryFormat::binary);
  EXPECT_NE(binary.find(std::string("\x5b\x40\x11\x03\x00\x01\x02\x5d\x5b\x40\x11\x00\x5d", 13)),
            std::string::npos);
}

TEST(CarriedRuns, PolygonsNeedNoUniformFieldsEither) {
  const std::string head =
      "[\"type\",\"run\",\"runtype\",\"Poly\",\"varyingfields\",[\"vertex\",\"closed\"]]";
  std::string text = textFile(5, head, "[[[0,1,2],true],[[3,4],false]]");
  text.replace(text.find("\"primitivecount\",5"), 18, "\"primitivecount\",2");
  EXPECT_EQ(readLaid(text).kinds,
            std::vector<PrimitiveKind>({PrimitiveKind::polygon, PrimitiveKind::polyline}));
}

// ---- damage

void expectDamage(const std::string& head, const std::string& rows, const std::string& part) {
  try {
    readLaid(textFile(2, head, rows));
    ADD_FAILURE() << "accepted: " << head << rows;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("laid.bgeo: line 1, column "), std::string::npos)
        << error.what();
  }
}

TEST(CarriedRuns, DamageIsNamed) {
  const auto with = [](std::string text, const std::string& from, const std::string& to) {
    EXPECT_NE(text.find(from), std::string::npos) << from;
    return text.replace(text.find(from), from.size(), to);
  };
  expectDamage(kHead, with(kRows, "[1,[0.5,0,0,0,0.5,0,0,0,0.5]]", "[1]"),
               "primitive 1 of type 'Sphere' needs a row of 2 fields");
  expectDamage(kHead, with(kRows, "[1,[0.5,0,0,0,0.5,0,0,0,0.5]]", "7"),
               "primitive 1 of type 'Sphere' needs a row");
  expectDamage(kHead, with(kRows, "[1,[", "[1,7,["), "primitive 1 of type 'Sphere' needs a row of 2 fields");
  expectDamage(kHead, with(kRows, "[1,[0.5,0,0,0,0.5,0,0,0,0.5]]", "\"ab\""),
               "primitive 1 of type 'Sphere' needs a row");
  expectDamage(kHead, "7", "a list of rows expected");
  expectDamage(kHead, "[0,1,2,3]", "a list of rows expected");
  expectDamage(kHead, with(kRows, "[1,[", "[2,["), "primitive 1 refers to vertex 2; there are 2");
  expectDamage(kHead, with(kRows, "[1,[", "[-1,["), "primitive 1 refers to vertex -1; there are 2");
  expectDamage(kHead, with(kRows, "[1,[", "[0,["), "vertex 0 belongs to two primitives");
  expectDamage(kHead, with(kRows, "[1,[", "[0.5,["),
               "primitive 1: 'vertex' is neither the number of a vertex");
  expectDamage(kHead, with(kRows, "[1,[", "[\"1\",["),
               "primitive 1: 'vertex' is neither the number of a vertex");
  expectDamage(with(kHead, "\"varyingfields\",[\"vertex\",\"transform\"]", "\"fields\",[]"), kRows,
               "'varyingfields' is missing");
  expectDamage(with(kHead, "[\"vertex\",\"transform\"]", "7"), kRows, "a list of names expected");
  expectDamage(with(kHead, "\"transform\"", "7"), kRows, "a string expected");
  expectDamage(with(kHead, "\"vertex\",", "\"place\","), kRows, "type 'Sphere' name no vertices");
  expectDamage(with(kHead, "\"transform\"", "\"vertex\""), kRows, "primitive 0 has two fields 'vertex'");
  expectDamage(with(kHead, "\"runtype\",\"Sphere\",", ""), kRows, "'runtype' is missing");
  expectDamage(with(kHead, "]]", "],\"uniformfields\",7]"), kRows, "a list of keys and values expected");
}

}  // namespace
}  // namespace tendril::test
