// Group patterns mean what they mean in Houdini, and what is wrong in one is pointed at.
#include "nodes/parameters/group_pattern.h"

#include <gtest/gtest.h>

#include "solver/base/error.h"
#include "solver/geometry/tuples.h"

namespace tendril::test {
namespace {

// Ten points: two groups, heights from -4 to 5, generations, names.
Geometry tenPoints() {
  Geometry g;
  g.addPoints(10);
  for (std::size_t i : {2, 3}) g.addGroup(Owner::point, "left_eye").members[i] = 1;
  g.addGroup(Owner::point, "left_ear").members[5] = 1;
  Attribute& place = *g.find(Owner::point, "P");
  Attribute& generation = g.add(Owner::point, "generation", Storage::int32, 1);
  Attribute& width = g.add(Owner::point, "width", Storage::real32, 1);
  Attribute& name = g.addString(Owner::point, "name");
  for (std::size_t i = 0; i < 10; ++i) {
    setTuple(place, i, Eigen::Vector3d(0.5, double(i) - 4, 0));
    setTuple(generation, i, double(i / 3));
    setTuple(width, i, 0.1 * double(i));
    name.setString(i, i < 4 ? "foot" : i < 7 ? "fool" : "my rope");
  }
  return g;
}

std::string picked(const char* pattern, std::string* note = nullptr) {
  std::string numbers;
  const std::vector<std::uint8_t> marks = selectElements(tenPoints(), Owner::point, pattern, note);
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (marks[i]) numbers += static_cast<char>('0' + i);
  return numbers;
}

std::string errorOf(const char* pattern) {
  try {
    return "picked " + picked(pattern);
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(GroupPatterns, NamesNumbersAndRanges) {
  EXPECT_EQ(picked(""), "0123456789");
  EXPECT_EQ(picked("*"), "0123456789");
  EXPECT_EQ(picked("4"), "4");
  EXPECT_EQ(picked("7-99"), "789");
  EXPECT_EQ(picked("1-9:3"), "147");
  EXPECT_EQ(picked("0-9:2,5"), "0156");
  EXPECT_EQ(picked("left_*"), "235");
  EXPECT_EQ(picked("left_e?? 8 0-1"), "012358");
}

TEST(GroupPatterns, ExceptAndWithout) {
  EXPECT_EQ(picked("!left_eye"), "01456789");
  EXPECT_EQ(picked("!1-10"), "0");
  EXPECT_EQ(picked("0-9:2 ^4-6"), "028");
  EXPECT_EQ(picked("^0-7"), "89");
  EXPECT_EQ(picked("^0-7 3"), "389");
  // everything except 3, and left_eye has 3: as in Houdini, with a note
  std::string note;
  EXPECT_EQ(picked("left_eye !3", &note), "0123456789");
  EXPECT_NE(note.find("^3 takes it away"), std::string::npos) << note;
  note.clear();
  EXPECT_EQ(picked("!3 ^4", &note), "01256789");
  EXPECT_EQ(note, "");
}

TEST(GroupPatterns, Attributes) {
  EXPECT_EQ(picked("@generation<2"), "012345");
  EXPECT_EQ(picked("@generation=1"), "345");
  EXPECT_EQ(picked("@generation==1"), "345");
  EXPECT_EQ(picked("@generation!=1"), "0126789");
  EXPECT_EQ(picked("@generation>=2"), "6789");
  EXPECT_EQ(picked("!@generation<=1"), "6789");
  EXPECT_EQ(picked("0-9 ^@generation>1"), "012345");
  EXPECT_EQ(picked("@P.y>2"), "789");
  EXPECT_EQ(picked("@P[1]<-3"), "0");
  EXPECT_EQ(picked("@P>0.6"), "");       // the first component
  EXPECT_EQ(picked("@width=0.3"), "3");  // which single precision does not have
  EXPECT_EQ(picked("@name=foo*"), "0123456");
  EXPECT_EQ(picked("@name!=foo?"), "789");
  EXPECT_EQ(picked("@name=\"my rope\" 0"), "0789");
}

TEST(GroupPatterns, ErrorsPointAtTheCharacter) {
  EXPECT_EQ(errorOf("rigth"),
            "group: there is no point group called \"rigth\" (at character 1 of \"rigth\")");
  EXPECT_EQ(errorOf("0-3  @generatoin<2"),
            "group: there is no point attribute called \"generatoin\" (at character 7 of \"0-3  "
            "@generatoin<2\")");
  const std::pair<const char*, const char*> wrong[] = {{"@generation", "compares with nothing"},
                                                       {"@generation<", "a value is missing after \"<\""},
                                                       {"@generation<x", "\"x\" is no number"},
                                                       {"@name<foo", "does not compare"},
                                                       {"@P.q>0", "is no component"},
                                                       {"@P[3]>0", "has 3 components; there is no [3]"},
                                                       {"9-3", "runs backwards"},
                                                       {"0-9:0", "is no step"},
                                                       {"0-9:1,2,3", "is no step"},
                                                       {"@name=\"my", "is not closed"},
                                                       {"0 !", "nothing follows this sign"},
                                                       {"@", "an attribute's name belongs after @"},
                                                       {"@generation!2", "\"!\" is no comparison"}};
  for (const auto& [pattern, said] : wrong)
    EXPECT_NE(errorOf(pattern).find(said), std::string::npos) << pattern << ": " << errorOf(pattern);
  EXPECT_NE(errorOf("@generation<x").find("at character 13 of"), std::string::npos);
  EXPECT_NE(errorOf("0-9:0").find("at character 5 of"), std::string::npos);
}

}  // namespace
}  // namespace tendril::test
