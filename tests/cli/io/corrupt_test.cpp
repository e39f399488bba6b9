// Damaged files: each gives an error with file, place and reason, or harmless geometry; never a crash, and
// never much memory. A program of its own, because the last test looks at the peak of the whole process.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cctype>
#include <limits>
#include <random>

#include "cli/io/geometry_file.h"
#include "cli/io/json_writer.h"
#include "cli/io/sc_container.h"
#include "tests/support/laid_file.h"
#include "tests/support/random_geometry.h"
#include "tests/support/thorough.h"

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
    for (const bool unpack : {true, false}) {
      io::ReadOptions options;
      options.unpack = unpack;
      const Geometry g = io::parseGeometry(io::Bytes(bytes), "broken.bgeo", options);
      g.check();
      io::formatGeometry(g, GeometryFormat::binary);
    }
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

// Flips bits from a byte on; returns how many of the files were refused.
int refusedAfterFlips(const std::string& whole, std::size_t from, int rounds, std::mt19937& random) {
  int refused = 0;
  for (int i = 0; i < rounds; ++i) {
    std::string bytes = whole;
    for (int flips = 1 + i % 3; flips > 0; --flips)
      bytes[from + random() % (bytes.size() - from)] ^= static_cast<char>(1 << random() % 8);
    const std::string error = read(bytes);
    if (error.empty()) continue;
    expectClear(error);
    ++refused;
  }
  return refused;
}

TEST(CorruptFiles, FlippedBits) {
  std::mt19937 random(5);
  int refused = 0;
  for (const GeometryFormat format : kFormats)
    refused += refusedAfterFlips(io::formatGeometry(subject(), format), 0, 600, random);
  EXPECT_GT(refused, 100);
}

TEST(CorruptFiles, RunsOfSpheres) {
  const std::string whole = layFile(40, 24, [](Tokens& t) {
    sphereRun(t, 0, 10);
    polygonRun(t, "p_r", 10, 4, 4);
    sphereHead(t.open()).text("uniformfields").openMap().text("hint").real32(0.5f).closeMap().close();
    sphereRows(t, 26, 34);
    t.close();
    polygonRun(t, "c_r", 34, 2, 3);
  });
  ASSERT_EQ(read(whole), "");
  std::mt19937 random(7);
  const std::size_t first = whole.find("runtype");
  EXPECT_GT(refusedAfterFlips(whole, first, 1500, random), 300);
  for (std::size_t size = first; size < whole.size(); ++size)
    expectClear(read(std::string_view(whole).substr(0, size)));
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
  EXPECT_NE(read(edited("[1,0,0]", "[1,1e300,0]")).find("1e+300 does not fit"), std::string::npos);
  for (const char* bad : {"nan", "inf"}) {
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

void expectRefused(const std::string& bytes) {
  const std::string error = read(bytes);
  EXPECT_NE(error.find("of memory"), std::string::npos) << error.substr(0, 300);
  expectClear(error);
}

// Ids, long texts, groups and hollow blocks: small files that ask for much memory, each in a way of its own.
TEST(CorruptFiles, StringIdsFarApart) {
  std::string bytes = "\x7fNSJb[";
  for (std::uint32_t i = 1; i < 3000; ++i) {
    const std::uint32_t id = i * 65535;
    bytes += std::string("\x2b\xf4", 2) + std::string(reinterpret_cast<const char*>(&id), 4) + '\0';
  }
  EXPECT_FALSE(read(bytes + "]").empty());
}

TEST(CorruptFiles, LongTextsReferredToOften) {
  const std::string text(60000, 'x');
  const std::size_t times = 60000;
  std::string table;
  for (std::size_t i = 0; i < times; ++i) table += std::string("\x26\x63", 2);
  const std::uint16_t length = 60000;
  const std::string definition =
      std::string("\x2b\x63\xf2", 3) + std::string(reinterpret_cast<const char*>(&length), 2) + text;
  io::Rope rope;
  io::BinaryWriter w(rope);
  w.beginArray();
  w.key("info");
  io::Bytes scratch;
  const std::string head(rope.part(0, rope.size(), scratch));
  expectRefused(head + "[" + definition + table + "]" + "\x27\x0apointcount\x11" + std::string(1, '\0') +
                "]");
}

TEST(CorruptFiles, GroupsOfAPageThatClaimsMillions) {
  std::string groups;
  for (int i = 0; i < 50; ++i)
    groups += std::string(i ? "," : "") + "[[\"name\",\"g" + std::to_string(i) +
              "\"],[\"selection\",[\"unordered\",[\"boolRLE\",[4000000,true]]]]]";
  expectRefused(
      "[\"pointcount\",4000000,\"vertexcount\",0,\"primitivecount\",0,\"topology\",[\"pointref\",["
      "\"indices\",[]]],"
      "\"attributes\",[\"pointattributes\",[[[\"type\",\"numeric\",\"name\",\"P\"],[\"size\",3,\"storage\","
      "\"fpreal32\",\"values\","
      "[\"size\",3,\"storage\",\"fpreal32\",\"pagesize\",4000000,\"constantpageflags\",[[true]],"
      "\"rawpagedata\",[1,2,3]]]]]],"
      "\"primitives\",[],\"pointgroups\",[" +
      groups + "]]");
}

// Each row repeats the names of its run: here one of 60000 letters.
TEST(CorruptFiles, LongNamesOfFieldsInManyRows) {
  std::string rows;
  for (int i = 0; i < 60000; ++i) rows += i ? ",[[],0]" : "[[],0]";
  const std::string attributes = kText.substr(kText.find("\"attributes\""));
  expectRefused(
      "[\"pointcount\",3,\"vertexcount\",0,\"primitivecount\",60000,\"topology\",[\"pointref\",[\"indices\",["
      "]]]," +
      attributes.substr(0, attributes.find("\"primitives\"")) +
      "\"primitives\",[[[\"type\",\"run\",\"runtype\",\"Sphere\",\"varyingfields\",[\"vertex\",\"" +
      std::string(60000, 'x') + "\"],\"uniformfields\",{}],[" + rows + "]]]]");
}

// Blocks that unpack to much and are never read must not raise the limit of what is.
TEST(CorruptFiles, HollowBlocks) {
  std::string inner;
  {
    io::Rope rope;
    io::BinaryWriter w(rope);
    w.beginArray();
    w.key("padding");
    w.beginNumbers(Storage::int8, std::size_t(600) << 20);
    io::Bytes scratch;
    inner = std::string(rope.part(0, rope.size(), scratch));
  }
  io::Rope first;
  inner.resize(1 << 20, '\0');
  first.append(inner);
  std::string file, index;
  io::packSc(first, [&](std::string_view part) { file.append(part); });
  const std::size_t chunk = file.size() - 12 - 28;
  std::string body = file.substr(0, 12 + chunk);
  const auto big = [](std::uint64_t value) {
    std::string bytes;
    for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
    return bytes;
  };
  const std::string hollow =
      std::string("\x02\x01\x21\x04\x00\x00\x10\x00\x00\x00\x10\x00\x10\x00\x00\x00", 16);  // claims 1 MiB
  for (int i = 0; i < 700; ++i) {
    index += big(body.size() - 12);
    body += hollow;
  }
  index += big(1 << 20) + big(1 << 20);
  const std::string error = read(body + index + big(index.size()) + "1fcs");
  EXPECT_FALSE(error.empty());
  expectClear(error);
}

TEST(CorruptFiles, RefusedByName) {
  const std::pair<const char*, const char*> files[] = {{"\x1f\x8b\x08", "gzip"},
                                                       {"PGEOMETRY V5", "Houdini 12"},
                                                       {"Bgeo", "Houdini 12"},
                                                       {"", "empty"},
                                                       {"hello", "no Houdini geometry"}};
  for (const auto& [bytes, reason] : files) {
    EXPECT_NE(read(bytes).find(reason), std::string::npos) << read(bytes);
    expectClear(read(bytes));
  }
}

// Runs last, by its place in the file. Sanitizers keep memory of their own.
TEST(CorruptFiles, PeakMemoryOfAllOfThis) {
#ifndef TENDRIL_SANITIZED
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  RecordProperty("peak_mb", static_cast<int>(usage.ru_maxrss / 1000));
  std::printf("peak memory: %ld MB\n", usage.ru_maxrss / 1000);
  EXPECT_LT(usage.ru_maxrss / 1000, 200);
#endif
}

}  // namespace
}  // namespace tendril::test
