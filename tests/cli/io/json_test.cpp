// The two JSON parsers and writers.
#include <gtest/gtest.h>

#include "cli/io/json.h"
#include "cli/io/json_writer.h"
#include "solver/base/error.h"

namespace tendril::test {
namespace {

using io::Json;
using io::JsonType;

std::string flat(const io::Rope& rope) {
  io::Bytes scratch;
  return std::string(rope.part(0, rope.size(), scratch));
}

auto parse(const std::string& text) {
  return io::parseJson(io::Bytes(text), {"test"});
}

void expectError(const std::string& text, const std::string& part) {
  try {
    parse(text);
    ADD_FAILURE() << "accepted: " << text;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(AsciiJson, ReadsEveryKindOfValue) {
  const auto document = parse(
      " [ null, true, -12, 2.5e1, \"a\\\"\\u00e4\\ud83c\\udf3f\\n\", {\"k\": [1, 2]}, [], {}, [1, 2.5, 3] "
      "]\n");
  std::vector<Json> items;
  for (const Json item : document->root()) items.push_back(item);
  ASSERT_EQ(items.size(), 9u);
  EXPECT_EQ(items[0].type(), JsonType::null);
  EXPECT_TRUE(items[1].boolean());
  EXPECT_EQ(items[2].integer(), -12);
  EXPECT_EQ(items[3].real(), 25.0);
  EXPECT_EQ(items[4].string(), "a\"\xc3\xa4\xf0\x9f\x8c\xbf\n");
  EXPECT_EQ(items[5].type(), JsonType::map);
  EXPECT_EQ(items[6].size(), 0u);
  EXPECT_EQ(items[7].size(), 0u);
  EXPECT_EQ(items[8].type(), JsonType::numbers);
  EXPECT_EQ(items[8].storage(), Storage::real64);
}

TEST(AsciiJson, SaysLineAndColumn) {
  expectError("[1,\n 2,\n   oops]", "line 3, column 4: this is no value");
  expectError("[1 2]", "column 4: ',' or a closing bracket is missing");
}

TEST(AsciiJson, RefusesWhatIsNotJson) {
  for (const char* text :
       {"[1,]", "[,1]", "[1,,2]", "{\"a\" 1}", "[\"a\":1]", "{1:2}", "{\"a\":}", "[1}", "[1]]", "[1] 2", "[",
        "[\"abc", "[\"\\x\"]", "[\"\\u12\"]", "[\"\\ud800\"]", "{\"a\"}", "[1e999]", "[tru]"})
    expectError(text, "test: line 1");
}

TEST(AsciiJson, NestsToALimit) {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']');
  };
  EXPECT_NO_THROW(parse(nested(io::kMaxJsonDepth)));
  expectError(nested(io::kMaxJsonDepth + 1), "nested more than 200 deep");
}

TEST(BinaryJson, ReadsEveryToken) {
  std::string text("\x7fNSJb[", 6);
  const auto add = [&](std::initializer_list<int> bytes) {
    for (const int byte : bytes) text += static_cast<char>(byte);
  };
  add({0x00, 0x2c, 0x10, 1, 0x30, 0x31, 0x11, 0xff, 0x12, 0x00, 0x80, 0x21, 0xff, 0x22, 0xff, 0xff});
  add({0x18, 0x00, 0x3c, 0x19, 0, 0, 0x20, 0x40, 0x27, 2, 'h', 'i'});
  add({0x2b, 7, 1, 'x', 0x26, 7, 0x2b, 7, 1, 'y', 0x26, 7});                   // defined anew
  add({0x40, 0x10, 33, 1, 0, 0, 0x80, 1, 0, 0, 0, 0x40, 0x27, 2, 1, 'a', 0});  // 33 bools, two strings
  add({0x40, 0x26, 2, 7, 7, 0x40, 0x18, 1, 0x00, 0x40, 0x5d});
  const auto document = parse(text);
  std::vector<Json> items;
  for (const Json item : document->root()) items.push_back(item);
  ASSERT_EQ(items.size(), 17u);
  EXPECT_EQ(items[4].integer(), -1);
  EXPECT_EQ(items[5].integer(), -32768);
  EXPECT_EQ(items[6].integer(), 255);
  EXPECT_EQ(items[7].integer(), 65535);
  EXPECT_EQ(items[8].real(), 1.0);
  EXPECT_EQ(items[9].real(), 2.5);
  EXPECT_EQ(items[11].string(), "x");
  EXPECT_EQ(items[12].string(), "y");
  const auto flags = items[13].flags();
  EXPECT_EQ(flags.size(), 33u);
  EXPECT_TRUE(flags[0] && flags[31] && flags[32] && !flags[1]);
  EXPECT_EQ((*++items[14].begin()).string(), "");
  EXPECT_EQ((*items[15].begin()).string(), "y");
  EXPECT_EQ(static_cast<float>(std::get<std::vector<Half>>(items[16].numbers(Storage::real16))[0]), 2.0f);
}

// What is carried comes back token by token: widths, and lists in one piece or item by item.
TEST(BinaryJson, ValuesKeepTheirForm) {
  std::string text("\x7fNSJb[", 6);
  const auto add = [&](std::initializer_list<int> bytes) {
    for (const int byte : bytes) text += static_cast<char>(byte);
  };
  add({0x19, 0xcd, 0xcc, 0xcc, 0x3d, 0x1a, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0x11, 5, 0x12, 0, 2});
  add({0x40, 0x19, 1, 0xcd, 0xcc, 0xcc, 0x3d, 0x5b, 0x19, 0xcd, 0xcc, 0xcc, 0x3d, 0x11, 1, 0x5d});
  add({0x40, 0x10, 2, 1, 0, 0, 0, 0x5b, 0x31, 0x30, 0x5d, 0x40, 0x27, 2, 1, 'a', 0, 0x40, 0x27, 0});
  add({0x5b, 0x2b, 0, 1, 'a', 0x26, 0, 0x26, 0, 0x5d, 0x40, 0x11, 0, 0x5b, 0x5d, 0x7b, 0x7d, 0x00, 0x5d});
  const auto document = parse(text);
  io::Rope rope;
  io::BinaryWriter writer(rope);
  writer.value(document->root().value());
  EXPECT_EQ(flat(rope), text);
  std::string asText;
  io::AsciiWriter(asText).value(Value::list({Value(0.1f), Value(2.0f), Value(Value::Strings{{"a", "b"}})}));
  EXPECT_EQ(asText, "[0.1,2.0,\n  [\"a\",\"b\"]]\n");
  EXPECT_TRUE(Value(0.1f) == Value(0.1f));
  EXPECT_FALSE(Value(0.5f) == Value(0.5));
}

TEST(BinaryJson, RefusesLies) {
  const std::string magic = "\x7fNSJb";
  expectError(magic + "[\x40\x19\xf4\xff\xff\xff\x7f]", "more than the file holds");
  expectError(magic + "[\x27\x20hi]", "ends too early");
  expectError(magic + "[\x26\x05]", "never defined");
  EXPECT_NO_THROW(parse(
      magic + std::string("[\x2b\xf8\xff\xff\xff\xff\xff\xff\xff\x7f\x01x]", 14)));  // a rare id, and small
  expectError(magic + "[\x55]", "unknown token 85");
  expectError(magic + "[[]", "ends too early");
  expectError(magic + "[]]", "']' closes no list");
  expectError(magic + "[][]", "follows the end");
  expectError(
      "\x7f"
      "bJSN[]",
      "big-endian");
}

// The same calls in both encodings give the same tree.
TEST(JsonWriters, AgreeWithEachOther) {
  const auto write = [](io::JsonWriter& w) {
    w.beginArray();
    w.null();
    w.boolean(true);
    for (const std::int64_t value : {0ll, -128ll, 128ll, -32769ll, 2147483648ll}) w.integer(value);
    w.real(0.1);
    w.real(3.0);
    w.text("tab\t\x01");
    w.beginMap();
    w.key("list");
    w.numbers(Numbers(std::vector<float>{0.1f, -0.0f}));
    w.key("flags");
    w.flags({1, 0, 1});
    w.endMap();
    w.endArray();
  };
  io::Rope binary;
  std::string ascii;
  io::BinaryWriter b(binary);
  io::AsciiWriter a(ascii);
  write(b);
  write(a);
  const auto fromBinary = parse(flat(binary)), fromAscii = parse(ascii);
  std::vector<Json> x, y;
  for (const Json item : fromBinary->root()) x.push_back(item);
  for (const Json item : fromAscii->root()) y.push_back(item);
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t i = 0; i + 1 < x.size(); ++i) EXPECT_TRUE(x[i].value() == y[i].value()) << i;
  const auto list = [](Json map) { return (*++map.begin()).numbers(Storage::real32); };
  EXPECT_TRUE(sameBits(list(x.back()), list(y.back())));
}

TEST(Rope, GivesAnyPart) {
  const std::string large = "0123456789";
  io::Rope rope;
  rope.append("ab");
  rope.refer(large.data(), large.size());
  rope.append("c");
  rope.append("d");
  rope.refer(large.data(), 3);
  const std::string all = "ab0123456789cd012";
  ASSERT_EQ(rope.size(), all.size());
  io::Bytes scratch;
  for (std::size_t from = 0; from <= all.size(); ++from)
    for (std::size_t count = 0; from + count <= all.size(); ++count)
      EXPECT_EQ(rope.part(from, count, scratch), all.substr(from, count));
  EXPECT_EQ(rope.part(3, 5, scratch).data(), large.data() + 1);  // not copied
}

TEST(Numbers, HalvesRoundToNearestEven) {
  EXPECT_EQ(Half(1.0f).bits, 0x3c00);
  EXPECT_EQ(Half(65504.0f).bits, 0x7bff);
  EXPECT_EQ(Half(1.0f + 1.0f / 2048).bits, 0x3c00);
  EXPECT_EQ(Half(1.0f + 3.0f / 2048).bits, 0x3c02);
  EXPECT_EQ(static_cast<float>(Half(0.0999755859375f)), 0.0999755859375f);
}

}  // namespace
}  // namespace tendril::test
