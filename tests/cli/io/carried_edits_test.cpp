// Primitives that Tendril only carries, in runs, under changes of their geometry.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "cli/io/geometry_file.h"
#include "solver/geometry/topology.h"
#include "tests/support/laid_file.h"

namespace tendril::test {
namespace {

using io::GeometryFormat;

// Polygons and spheres in turn, in two runs with and one without fields that are said once; each primitive
// knows its number and the size of its sphere.
Geometry scene() {
  Geometry g = readLaid(layFile(24, 18, [](Tokens& t) {
    sphereRun(t, 0, 6);
    polygonRun(t, "c_r", 6, 3, 3);
    sphereHead(t.open()).text("uniformfields").openMap().text("hint").real32(0.1f).closeMap().close();
    sphereRows(t, 15, 20);
    t.close();
    t.open().open().text("type").text("run").text("runtype").text("Tube");
    t.text("varyingfields").open().text("vertex").close();
    t.text("uniformfields").openMap().text("transform").list(sphereMatrix(7)).closeMap().close();
    t.open();
    for (int i = 20; i < 24; ++i) t.open().whole(i).close();
    t.close().close();
  }));
  Attribute& number = g.add(Owner::primitive, "number", Storage::int32, 1);
  Attribute& size = g.add(Owner::primitive, "size", Storage::real32, 1);
  g.addGroup(Owner::primitive, "spheres");
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) number.values<std::int32_t>()[p] = static_cast<int>(p);
  for (const OtherPrimitive& other : g.others) {
    const Value::List& fields = *other.fields.as<Value::List>();
    size.values<float>()[other.primitive] = std::get<std::vector<float>>(*fields[3].as<Numbers>())[0];
    g.findGroup(Owner::primitive, "spheres")->members[other.primitive] = 1;
  }
  g.check();
  return g;
}

// All encodings say the same, and every primitive still has the size and the group of its own.
void expectSound(const Geometry& g) {
  g.check();
  const std::string bytes = io::formatGeometry(g, GeometryFormat::binary);
  const Geometry again = readLaid(bytes);
  EXPECT_TRUE(again == g);
  expectSameBytes(io::formatGeometry(again, GeometryFormat::binary), bytes);
  EXPECT_EQ(readLaid(io::formatGeometry(g, GeometryFormat::ascii)).vertexPoints, g.vertexPoints);
  const auto sizes = again.find(Owner::primitive, "size")->values<float>();
  for (const OtherPrimitive& other : again.others) {
    const Value::List& fields = *other.fields.as<Value::List>();
    EXPECT_EQ(numberAt(*fields[3].as<Numbers>(), 0), static_cast<double>(sizes[other.primitive]));
    EXPECT_TRUE(again.findGroup(Owner::primitive, "spheres")->members[other.primitive]);
    // a point keeps its x, which is its number in scene()
    const double x =
        static_cast<double>(g.positions()[3 * static_cast<std::size_t>(g.pointsOf(other.primitive)[0])]);
    if (other.type == "Sphere") {
      EXPECT_NEAR(sizes[other.primitive], 0.1 * (x + 1), 1e-5);
    }
  }
}

std::size_t countOf(const std::string& part, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::size_t runsOf(const Geometry& g) {
  return countOf("\"varyingfields\"", io::formatGeometry(g, GeometryFormat::ascii));
}

TEST(CarriedEdits, PrimitivesThatNoLongerStandTogetherMakeRunsOfTheirOwn) {
  const Geometry g = scene();
  EXPECT_EQ(runsOf(g), 3u);
  const auto part = [&](const std::vector<std::int32_t>& primitives) {
    const Geometry result = extractPrimitives(g, Span<const std::int32_t>(primitives));
    expectSound(result);
    return runsOf(result);
  };
  EXPECT_EQ(part({0, 1, 2, 3}), 1u);
  EXPECT_EQ(part({5, 0, 3}), 1u);      // another order
  EXPECT_EQ(part({0, 6, 1}), 2u);      // a polyline between
  EXPECT_EQ(part({0, 9, 1, 10}), 4u);  // two runs, shuffled
  EXPECT_EQ(part({14, 16}), 1u);
  EXPECT_EQ(part({}), 0u);
  Geometry fewer = g;
  std::vector<std::uint8_t> marked(g.primitiveCount(), 0);
  marked[6] = marked[7] = marked[8] = marked[2] = 1;
  removePrimitives(fewer, marked);
  expectSound(fewer);
  EXPECT_EQ(runsOf(fewer), 3u);  // those of two runs stay apart
}

TEST(CarriedEdits, WhatIsSaidOnceIsTrueOfAll) {
  Geometry g = scene(), moved = scene();
  moved = g;
  Eigen::Matrix4d twice = Eigen::Matrix4d::Identity();
  twice.topLeftCorner<3, 3>() *= 2;
  transform(moved, twice);
  const std::int32_t tubes[] = {14, 15};
  Geometry joint = extractPrimitives(g, {tubes, 2});
  append(joint, extractPrimitives(moved, {tubes, 2}));
  EXPECT_EQ(runsOf(joint), 2u);  // their 'transform' differs
  joint.check();
  const Geometry again = readLaid(io::formatGeometry(joint, GeometryFormat::binary));
  EXPECT_TRUE(again == joint);
  EXPECT_TRUE(again.others[1].fields == g.others.back().fields);
  EXPECT_TRUE(again.others[2].fields == moved.others.back().fields);
}

// A vertex that is said once is the vertex of one primitive.
TEST(CarriedEdits, AVertexSaidOnceIsNotShared) {
  Geometry g = readLaid(layFile(2, 2, [](Tokens& t) {
    for (int i = 0; i < 2; ++i) {
      t.open().open().text("type").text("run").text("runtype").text("Sphere");
      t.text("varyingfields").open().text("transform").close();
      t.text("uniformfields").openMap().text("vertex").whole(i).closeMap().close();
      t.open().open().list(sphereMatrix(i)).close().close().close();
    }
  }));
  append(g, Geometry(g));
  const std::int32_t same[] = {0, 2, 1, 3};
  g = extractPrimitives(g, {same, 4});
  EXPECT_EQ(runsOf(g), 4u);
  EXPECT_TRUE(readLaid(io::formatGeometry(g, GeometryFormat::binary)) == g);
}

TEST(CarriedEdits, FieldsOfARunAreChecked) {
  Geometry g = scene();
  g.others[2].fields = Value::list();
  try {
    g.check();
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("primitive 2 lacks fields of its run"), std::string::npos);
  }
}

// How a file told its polygons follows those polygons, and is forgotten where they change.
TEST(CarriedEdits, PolygonsToldCountByCount) {
  const auto told = [](const Geometry& g) {
    const std::string text = io::formatGeometry(g, GeometryFormat::ascii);
    return std::pair(countOf("\"nvertices\"", text), countOf("\"nvertices_rle\"", text));
  };
  const Geometry listed = readLaid(layFile(13, 5, [](Tokens& t) {
    sphereRun(t, 0, 1);
    t.open().open().text("type").text("p_r").close().open().text("s_v").whole(1).text("n_p").whole(4);
    t.text("n_v").list<std::int8_t>({3, 3, 3, 3}).close().close();
  }));
  EXPECT_EQ(told(listed), std::pair(std::size_t(1), std::size_t(0)));
  Geometry both = listed;
  append(both, listed);
  EXPECT_EQ(told(both), std::pair(std::size_t(2), std::size_t(0)));
  removePrimitives(both, {0, 0, 0, 0, 1, 0, 0, 0, 0, 0});
  EXPECT_EQ(told(both), std::pair(std::size_t(0), std::size_t(2)));
}

TEST(CarriedEdits, RandomEditsStaySound) {
  std::mt19937 random(3);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (int round = 0; round < 40; ++round) {
    Geometry g = scene();
    for (int edit = 0; edit < 6; ++edit) {
      const std::size_t count = g.primitiveCount();
      std::vector<std::int32_t> order;
      std::vector<std::uint8_t> marked(count);
      for (std::size_t p = 0; p < count; ++p) {
        if (below(3)) order.push_back(static_cast<std::int32_t>(p));
        marked[p] = below(5) == 0;
      }
      if (below(2)) std::shuffle(order.begin(), order.end(), random);
      const Geometry part = extractPrimitives(g, Span<const std::int32_t>(order));
      switch (below(4)) {
        case 0:
          g = part;
          break;
        case 1:
          if (count < 200) append(g, part);
          break;
        case 2:
          if (count < 200) append(g, scene());
          break;
        default:
          removePrimitives(g, marked);
      }
      if (::testing::Test::HasFailure()) return;
      expectSound(g);
    }
  }
}

// In a run or by themselves, in one piece or number by number, spheres follow alike.
TEST(CarriedEdits, TransformsReachThem) {
  const auto transformed = [](auto lay) {
    Geometry g = readLaid(layFile(3, 3, lay));
    Eigen::Matrix4d m;
    m << 0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 10, 20, 30, 1;
    transform(g, m);
    return g;
  };
  const Geometry run = transformed([](Tokens& t) { sphereRun(t, 0, 3); });
  const Geometry singles = transformed([](Tokens& t) {
    for (int i = 0; i < 3; ++i)
      t.open()
          .open()
          .text("type")
          .text("Sphere")
          .close()
          .open()
          .text("vertex")
          .whole(i)
          .text("transform")
          .list(sphereMatrix(i))
          .close()
          .close();
  });
  EXPECT_TRUE(run == singles);
  const Geometry items = transformed([](Tokens& t) {
    sphereHead(t.open()).close().open();
    for (int i = 0; i < 3; ++i) {
      t.open().whole(i).open();
      for (const float x : sphereMatrix(i)) x == 0 ? t.whole(0) : t.real32(x);
      t.close().close();
    }
    t.close().close();
  });
  EXPECT_EQ(run.positions()[3], 10.0f - 1.5f);  // (1, 0.5, -1.25) M
  EXPECT_EQ(run.positions()[4], 22.0f);
  for (std::size_t i = 0; i < 3; ++i) {
    const float s = sphereMatrix(static_cast<int>(i))[0];
    const std::vector<float> expected = {0, 2 * s, 0, -3 * s, 0, 0, 0, 0, -4 * s};
    const Value& found = (*run.others[i].fields.as<Value::List>())[3];
    ASSERT_TRUE(found.as<Numbers>());
    EXPECT_EQ(storageOf(*found.as<Numbers>()), Storage::real32);  // as it came
    const Value& itemByItem = (*items.others[i].fields.as<Value::List>())[3];
    ASSERT_TRUE(itemByItem.as<Value::List>());
    for (std::size_t k = 0; k < 9; ++k) {
      EXPECT_EQ(numberAt(*found.as<Numbers>(), k), static_cast<double>(expected[k]));
      const Value& item = (*itemByItem.as<Value::List>())[k];
      EXPECT_EQ(item.as<float>() != nullptr, k % 4 == 0);  // the others were whole numbers
      EXPECT_EQ(item.as<double>() ? static_cast<float>(*item.as<double>()) : *item.as<float>(), expected[k]);
    }
  }
}

}  // namespace
}  // namespace tendril::test
