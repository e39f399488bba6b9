// Random geometry through all encodings, and the forms that the writer keeps to.
#include <gtest/gtest.h>

#include <set>

#include "cli/io/geometry_file.h"
#include "cli/io/json.h"
#include "cli/io/keyed_list.h"
#include "tests/support/random_geometry.h"

namespace tendril::test {
namespace {

using io::GeometryFormat;

Geometry through(const Geometry& g, GeometryFormat format) {
  return io::parseGeometry(io::Bytes(io::formatGeometry(g, format)), "memory");
}

class RoundTrip : public ::testing::TestWithParam<unsigned> {};

TEST_P(RoundTrip, KeepsEverything) {
  const Geometry g = randomGeometry(GetParam());
  for (const auto format : {GeometryFormat::binary, GeometryFormat::compressed, GeometryFormat::ascii}) {
    const Geometry again = through(g, format);
    EXPECT_TRUE(again == g) << "format " << static_cast<int>(format);
    EXPECT_TRUE(io::formatGeometry(again, format) == io::formatGeometry(g, format));
    if (g.info.as<Value::Map>()) {
      EXPECT_TRUE(again.info == g.info);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RoundTrip, ::testing::Range(0u, 60u));

TEST(RoundTripCases, ChangedValuesAreComparedBitwise) {
  Geometry g = randomGeometry(3);
  ASSERT_GT(g.pointCount(), 0u);
  Geometry other = g;
  other.positions()[0] = g.positions()[0] == 0.0f ? -0.0f : -g.positions()[0];
  EXPECT_FALSE(other == g);
}

TEST(RoundTripCases, EmptyGeometry) {
  for (const auto format : {GeometryFormat::binary, GeometryFormat::compressed, GeometryFormat::ascii})
    EXPECT_TRUE(through(Geometry(), format) == Geometry());
}

TEST(RoundTripCases, ManyVerticesTakeWideIndices) {
  Geometry g;
  g.addPoints(40000);
  std::vector<std::int32_t> points(40000);
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = static_cast<std::int32_t>(i);
  g.addPrimitive(PrimitiveKind::polyline, points);
  EXPECT_TRUE(through(g, GeometryFormat::binary) == g);
  const std::int32_t two[] = {39999, 7};  // few vertices that point far
  Geometry few;
  few.addPoints(40000);
  few.addPrimitive(PrimitiveKind::polyline, {two, 2});
  EXPECT_TRUE(through(few, GeometryFormat::binary) == few);
}

TEST(RoundTripCases, TextRefusesWhatItCannotSay) {
  Geometry g;
  g.addPoints(2);
  g.add(Owner::point, "heat", Storage::real32, 1).values<float>()[1] = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(through(g, GeometryFormat::binary) == g);
  try {
    io::formatGeometry(g, GeometryFormat::ascii);
    FAIL() << "written";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("'heat'"), std::string::npos) << error.what();
  }
}

// Every token that real files were seen to hold (shared/houdini/bgeo.md, 3.1), read by a scanner of our own.
class TokenScanner {
 public:
  explicit TokenScanner(const std::string& bytes) : bytes_(bytes) {}

  std::set<int> scan() {
    at_ = 5;
    while (at_ < bytes_.size()) token();
    return seen_;
  }

 private:
  std::size_t bytes(std::size_t count) {
    std::size_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
      value |= static_cast<std::size_t>(static_cast<unsigned char>(bytes_.at(at_ + i))) << (8 * i);
    at_ += count;
    return value;
  }
  std::size_t length() {
    const std::size_t first = bytes(1);
    return first < 0xf1 ? first : bytes(first == 0xf2 ? 2 : first == 0xf4 ? 4 : 8);
  }
  void skip(std::size_t count) { at_ += count; }
  void token() {
    const int id = static_cast<int>(bytes(1));
    seen_.insert(id);
    switch (id) {
      case 0x11:
        return skip(1);
      case 0x12:
        return skip(2);
      case 0x13:
        return skip(4);
      case 0x14:
      case 0x1a:
        return skip(8);
      case 0x26:
        length();
        return;
      case 0x27:
        return skip(length());
      case 0x2b:
        length();
        return skip(length());
      case 0x40:
        return uniform();
      default:
        return;
    }
  }
  void uniform() {
    const int element = static_cast<int>(bytes(1));
    seen_.insert(0x4000 + element);
    const std::size_t count = length();
    const std::size_t sizes[] = {0, 1, 2, 4, 8};
    if (element == 0x10) return skip((count + 31) / 32 * 4);
    if (element == 0x19 || element == 0x1a) return skip(count * (element == 0x19 ? 4 : 8));
    ASSERT_TRUE(element >= 0x11 && element <= 0x14) << "element " << element;
    skip(count * sizes[element - 0x10]);
  }
  const std::string& bytes_;
  std::size_t at_ = 0;
  std::set<int> seen_;
};

TEST(ProvedForms, TokensAreThoseOfRealFiles) {
  const std::set<int> scalars = {0x5b, 0x5d, 0x7b, 0x7d, 0x30, 0x31, 0x11, 0x12,
                                 0x13, 0x14, 0x1a, 0x27, 0x2b, 0x26, 0x40};
  const std::set<int> elements = {0x4010, 0x4011, 0x4012, 0x4013, 0x4014, 0x4019, 0x401a};
  RandomOptions proved;
  proved.onlyProvedStorages = true;
  proved.carried = false;
  for (unsigned seed = 100; seed < 130; ++seed) {
    const std::string bytes = io::formatGeometry(randomGeometry(seed, proved), GeometryFormat::binary);
    for (const int id : TokenScanner(bytes).scan())
      EXPECT_TRUE(scalars.count(id) || elements.count(id)) << "seed " << seed << ", token " << id;
  }
}

std::vector<std::string> keysOf(io::Json list) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : io::KeyedList(list)) keys.emplace_back(key);
  return keys;
}

using Keys = std::vector<std::string>;

void expectPages(io::Json list) {
  const Keys keys = keysOf(list);
  EXPECT_TRUE(keys == Keys({"size", "storage", "pagesize", "rawpagedata"}) ||
              keys == Keys({"size", "storage", "pagesize", "constantpageflags", "rawpagedata"}));
  EXPECT_EQ(io::KeyedList(list).need("pagesize").integer(), 1024);
  EXPECT_EQ(io::KeyedList(list).need("rawpagedata").type(), io::JsonType::numbers);
}

void expectData(const std::string& type, const io::KeyedList& data) {
  const Keys keys = keysOf(data.list());
  if (type == "numeric") {
    EXPECT_EQ(keys, Keys({"size", "storage", "defaults", "values"}));
    EXPECT_EQ(keysOf(data.need("defaults")), Keys({"size", "storage", "values"}));
    expectPages(data.need("values"));
  } else if (type == "string") {
    EXPECT_EQ(keys, Keys({"size", "storage", "strings", "indices"}));
    expectPages(data.need("indices"));
  } else if (type == "dict") {
    EXPECT_EQ(keys, Keys({"size", "storage", "dicts", "indices"}));
    expectPages(data.need("indices"));
  } else if (type == "arraydata") {
    EXPECT_EQ(keys, Keys({"storage", "size", "values"}));
  } else {
    EXPECT_EQ(type, "stringarray");
    EXPECT_EQ(keys, Keys({"storage", "size", "strings", "indices"}));
  }
}

// Returns how many attributes it looked at.
int expectAttributes(const io::KeyedList& top) {
  int count = 0;
  for (const auto& [owner, list] : io::KeyedList(top.need("attributes")))
    for (const io::Json pair : list) {
      auto i = pair.begin();
      EXPECT_EQ(keysOf(*i), Keys({"scope", "type", "name", "options"}));
      const io::KeyedList definition(*i);
      expectData(std::string(definition.need("type").string()), io::KeyedList(*++i));
      ++count;
    }
  return count;
}

TEST(ProvedForms, KeysAreThoseOfRealFiles) {
  RandomOptions proved;
  proved.onlyProvedStorages = true;
  proved.carried = false;
  const Keys order = {"fileversion",  "hasindex",        "pointcount", "vertexcount", "primitivecount",
                      "info",         "topology",        "attributes", "primitives",  "pointgroups",
                      "vertexgroups", "primitivegroups", "edgegroups", "index",       "indexposition"};
  int attributes = 0;
  for (unsigned seed = 200; seed < 230; ++seed) {
    const auto document = io::parseJson(
        io::Bytes(io::formatGeometry(randomGeometry(seed, proved), GeometryFormat::binary)), {"memory"});
    std::size_t next = 0;
    for (const std::string& key : keysOf(document->root())) {
      while (next < order.size() && order[next] != key) ++next;
      ASSERT_LT(next, order.size()) << "'" << key << "' is unknown or out of order";
    }
    const io::KeyedList top(document->root());
    EXPECT_EQ(top.need("indexposition").integer(), 102);
    attributes += expectAttributes(top);
  }
  EXPECT_GT(attributes, 100);
}

}  // namespace
}  // namespace tendril::test
