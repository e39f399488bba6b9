// Damaged files: each gives an error with file, place and reason, or harmless geometry; never a crash, and
// never much memory. A program of its own, because the last test looks at the peak of the whole process.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cctype>
#include <limits>
#include <random>

#include "cli/io/geometry_file.h"
#include "cli/io/json_writer.h"
#include "tests/random_geometry.h"

namespace tendril::test {
namespace {

using io::GeometryFormat;
constexpr GeometryFormat kFormats[] = {GeometryFormat::ascii, GeometryFormat::binary,
                                       GeometryFormat::compressed};

Geometry subject() {
  RandomOptions options;
  options.maxPoints = 2500;
  return randomGeometry(11, options);
}

// Reads it; whatever is accepted must be sound and must be writable again. Returns the error, or nothing.
std::string read(std::string_view bytes) {
  try {
    const Geometry g = io::parseGeometry(io::Bytes(bytes), "broken.bgeo");
    g.check();
    io::formatGeometry(g, GeometryFormat::binary);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

// file: place: reason
void expectClear(const std::string& message) {
  const std::string file = "broken.bgeo: ";
  ASSERT_EQ(message.substr(0, file.size()), file) << message;
  const std::string rest = message.substr(file.size());
  if (rest == "the file is empty") return;
  EXPECT_TRUE(rest.rfind("byte ", 0) == 0 || rest.rfind("line ", 0) == 0) << message;
  const std::size_t colon = rest.find(": ");
  ASSERT_NE(colon, std::string::npos) << message;
  EXPECT_TRUE(std::isdigit(static_cast<unsigned char>(rest[5]))) << message;
  EXPECT_GT(rest.size(), colon + 6) << message;
}

TEST(CorruptFiles, TruncationAlwaysFails) {
  for (const GeometryFormat format : kFormats) {
    const std::string whole = io::formatGeometry(subject(), format);
    for (std::size_t i = 0; i < 64; ++i) {
      const std::string error = read(std::string_view(whole).substr(0, whole.size() * i / 64));
      ASSERT_FALSE(error.empty()) << "cut at " << i << "/64 accepted";
      expectClear(error);
    }
  }
}

TEST(CorruptFiles, FlippedBits) {
  std::mt19937 random(5);
  int failed = 0;
  for (const GeometryFormat format : kFormats) {
    const std::string whole = io::formatGeometry(subject(), format);
    for (int i = 0; i < 600; ++i) {
      std::string bytes = whole;
      for (int flips = 1 + i % 3; flips > 0; --flips)
        bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
      const std::string error = read(bytes);
      if (error.empty()) continue;
      expectClear(error);
      ++failed;
    }
  }
  EXPECT_GT(failed, 100);
}

TEST(CorruptFiles, OverwrittenStretches) {
  std::mt19937 random(6);
  for (const GeometryFormat format : kFormats) {
    const std::string whole = io::formatGeometry(subject(), format);
    for (int i = 0; i < 200; ++i) {
      std::string bytes = whole;
      const std::size_t from = random() % bytes.size(),
                        count = std::min<std::size_t>(random() % 64, bytes.size() - from);
      for (std::size_t k = 0; k < count; ++k)
        bytes[from + k] = i % 2 ? static_cast<char>(random()) : static_cast<char>(i);
      const std::string error = read(bytes);
      if (!error.empty()) expectClear(error);
    }
  }
}

// A small geometry whose text can be edited.
const std::string kText = R"(["fileversion","18.5.390","pointcount",3,"vertexcount",3,"primitivecount",1,
"topology",["pointref",["indices",[0,1,2]]],
"attributes",["pointattributes",[
 [["scope","public","type","numeric","name","P","options",{}],
  ["size",3,"storage","fpreal32","values",["size",3,"storage","fpreal32","tuples",[[0,0,0],[1,0,0],[2,0,0]]]]],
 [["scope","public","type","numeric","name","mass","options",{}],
  ["size",1,"storage","fpreal32","values",["size",1,"storage","fpreal32","pagesize",1024,"constantpageflags",[[true]],"rawpagedata",[5]]]],
 [["scope","public","type","string","name","tag","options",{}],
  ["size",1,"storage","int32","strings",["a"],"indices",["size",1,"storage","int32","arrays",[[0,-1,0]]]]]]],
"primitives",[[["type","c_r"],["s_v",0,"n_p",1,"r_v",[3,1]]]],
"pointgroups",[[["name","tip"],["selection",["unordered",["boolRLE",[2,false,1,true]]]]]]])";

std::string edited(const std::string& from, const std::string& to) {
  std::string text = kText;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(CorruptFiles, TheTextItselfIsSound) {
  EXPECT_EQ(read(kText), "");
}

TEST(CorruptFiles, LyingCounts) {
  const std::pair<const char*, const char*> lies[] = {
      {"\"pointcount\",3", "\"pointcount\",2000000000"},
      {"\"pointcount\",3", "\"pointcount\",-1"},
      {"\"pointcount\",3", "\"pointcount\",99999999999"},
      {"\"vertexcount\",3", "\"vertexcount\",4"},
      {"\"primitivecount\",1", "\"primitivecount\",7"},
      {"\"n_p\",1", "\"n_p\",2000000000"},
      {"\"r_v\",[3,1]", "\"r_v\",[0,2000000000]"},
      {"\"n_p\",1,\"r_v\",[3,1]", "\"n_p\",2000000000,\"r_v\",[0,2000000000]"},
      {"\"r_v\",[3,1]", "\"r_v\",[2000000000,1]"},
      {"\"r_v\",[3,1]", "\"r_v\",[-3,1]"},
      {"\"s_v\",0", "\"s_v\",9000000000000000000"},
      {"[0,1,2]", "[0,1,3]"},
      {"[0,1,2]", "[0,-1,2]"},
      {"\"size\",3,\"storage\",\"fpreal32\",\"values\"",
       "\"size\",60000,\"storage\",\"fpreal32\",\"values\""},
      {"\"pagesize\",1024", "\"pagesize\",0"},
      {"\"pagesize\",1024", "\"pagesize\",1"},
      {"[[true]]", "[[true,true]]"},
      {"[[true]]", "[]"},
      {"\"rawpagedata\",[5]", "\"rawpagedata\",[5,5]"},
      {"[[0,-1,0]]", "[[0,-1,1]]"},
      {"[[0,-1,0]]", "[[0,-1]]"},
      {"[2,false,1,true]", "[2,false,2,true]"},
      {"[2,false,1,true]", "[2,false]"},
      {"[2,false,1,true]", "[-2,false]"},
      {"\"unordered\",[\"boolRLE\",[2,false,1,true]]", "\"ordered\",[0,0]"},
      {"\"unordered\",[\"boolRLE\",[2,false,1,true]]", "\"ordered\",[5]"},
  };
  for (const auto& [from, to] : lies) {
    const std::string error = read(edited(from, to));
    EXPECT_FALSE(error.empty()) << "accepted: " << to;
    expectClear(error);
  }
}

TEST(CorruptFiles, WrongTypes) {
  const std::pair<const char*, const char*> lies[] = {
      {"\"pointcount\",3", "\"pointcount\",\"3\""},
      {"[\"pointref\",[\"indices\",[0,1,2]]]", "7"},
      {"[0,1,2]", "{\"a\":1}"},
      {"[0,1,2]", "[0,1,\"2\"]"},
      {"[0,1,2]", "[0,1.5,2]"},
      {"\"fpreal32\",\"values\"", "\"float\",\"values\""},
      {"\"name\",\"P\"", "\"name\",5"},
      {"\"name\",\"P\"", "\"name\",\"Q\""},
      {"\"name\",\"mass\"", "\"name\",\"P\""},
      {"\"size\",3,\"storage\"", "\"size\",2,\"storage\""},
      {"\"strings\",[\"a\"]", "\"strings\",[1]"},
      {"[[0,0,0],[1,0,0],[2,0,0]]", "[[0,0,0],[1,0],[2,0,0]]"},
      {"[[0,0,0],[1,0,0],[2,0,0]]", "[0,0,0]"},
      {"[[0,0,0],[1,0,0],[2,0,0]]", "[[0,0,0],7,[2,0,0]]"},
      {"\"c_r\"", "\"PolySoup\""},
      {"[\"type\",\"c_r\"]", "\"c_r\""},
      {"[2,false,1,true]", "[false,2,1,true]"},
      {"\"options\",{}", "\"options\",3"},
      {"[\"fileversion\",", "["},
  };
  for (const auto& [from, to] : lies) {
    const std::string error = read(edited(from, to));
    EXPECT_FALSE(error.empty()) << "accepted: " << to;
    expectClear(error);
  }
  EXPECT_NE(read(edited("\"c_r\"", "\"PolySoup\"")).find("'PolySoup'"), std::string::npos);
}

TEST(CorruptFiles, PositionsThatAreNotFinite) {
  for (const char* bad : {"nan", "inf", "1e300"}) {
    const std::string error = read(edited("[1,0,0]", std::string("[1,") + bad + ",0]"));
    EXPECT_NE(error.find("point 1 is not finite"), std::string::npos) << error;
    expectClear(error);
  }
  std::string bytes = io::formatGeometry(subject(), GeometryFormat::binary);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float first = subject().positions()[0];
  const std::size_t at =
      bytes.find(std::string(reinterpret_cast<const char*>(&first), 4), bytes.find("rawpagedata"));
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 4, std::string(reinterpret_cast<const char*>(&nan), 4));
  EXPECT_NE(read(bytes).find("is not finite"), std::string::npos);
}

TEST(CorruptFiles, DeepNesting) {
  for (const std::string& start : {std::string(), std::string("\x7fNSJb")})
    for (const char bracket : {'[', '{'}) {
      const std::string error = read(start + "[" + std::string(1000000, bracket));
      ASSERT_FALSE(error.empty());
      expectClear(error);
    }
}

// A few bytes that claim a lot, in forms that are consistent in themselves.
TEST(CorruptFiles, ConsistentBombs) {
  io::Rope rope;
  io::BinaryWriter w(rope);
  const std::size_t points = 100000000, pages = (points + 1023) / 1024;
  w.beginArray();
  for (const auto& [key, count] : {std::pair("pointcount", points), std::pair("vertexcount", std::size_t(0)),
                                   std::pair("primitivecount", std::size_t(0))}) {
    w.key(key);
    w.integer(static_cast<std::int64_t>(count));
  }
  w.value(Value("topology"));
  w.value(Value::list({Value("pointref"), Value::list({Value("indices"), Value::list()})}));
  w.value(Value("attributes"));
  w.value(Value::list(
      {Value("pointattributes"),
       Value::list({Value::list(
           {Value::list({Value("type"), Value("numeric"), Value("name"), Value("P")}),
            Value::list(
                {Value("size"), Value(std::int64_t(3)), Value("storage"), Value("fpreal32"), Value("values"),
                 Value::list({Value("pagesize"), Value(std::int64_t(1024)), Value("constantpageflags"),
                              Value::list({Value(Value::Flags{std::vector<std::uint8_t>(pages, 1)})}),
                              Value("rawpagedata"),
                              Value(Numbers(std::vector<float>(pages * 3, 0.5f)))})})})})}));
  w.value(Value("primitives"));
  w.value(Value::list());
  w.endArray();
  io::Bytes scratch;
  const std::string error = read(rope.part(0, rope.size(), scratch));
  EXPECT_NE(error.find("more than"), std::string::npos) << error;
  expectClear(error);
}

TEST(CorruptFiles, RefusedByName) {
  EXPECT_NE(read("\x1f\x8b\x08").find("gzip"), std::string::npos);
  EXPECT_NE(read("PGEOMETRY V5").find("Houdini 12"), std::string::npos);
  EXPECT_NE(read("Bgeo").find("Houdini 12"), std::string::npos);
  EXPECT_NE(read("").find("empty"), std::string::npos);
  EXPECT_NE(read("hello").find("no Houdini geometry"), std::string::npos);
}

// Runs last, by its place in the file. Sanitizers keep memory of their own.
TEST(CorruptFiles, PeakMemoryOfAllOfThis) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  RecordProperty("peak_mb", static_cast<int>(usage.ru_maxrss / 1000));
  std::printf("peak memory: %ld MB\n", usage.ru_maxrss / 1000);
  EXPECT_LT(usage.ru_maxrss / 1000, 200);
#endif
}

}  // namespace
}  // namespace tendril::test
