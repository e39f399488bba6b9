// Misspelt words and what they stand for.
#include "nodes/parameters/closest.h"

#include <gtest/gtest.h>

namespace tendril::test {
namespace {

TEST(Closest, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(editDistance("", ""), 0u);
  EXPECT_EQ(editDistance("rods", ""), 4u);
  EXPECT_EQ(editDistance("helx", "helix"), 1u);
  EXPECT_EQ(editDistance("frames", "frame"), 1u);
  EXPECT_EQ(editDistance("younh", "young"), 1u);
  EXPECT_EQ(editDistance("yougn", "young"), 1u);
  EXPECT_EQ(editDistance("kitten", "sitting"), 3u);
  EXPECT_EQ(editDistance("GRAVITY", "gravity"), 0u);
  for (const char* a : {"solver", "slover", "s", ""})  // a distance
    for (const char* b : {"solver", "rods", "resolve"}) EXPECT_EQ(editDistance(a, b), editDistance(b, a));
}

TEST(Closest, NearWordsOnly) {
  const std::vector<std::string> known = {"rods", "solver", "helix", "gravity"};
  EXPECT_EQ(closest("helx", known), "helix");
  EXPECT_EQ(closest("gravty", known), "gravity");
  EXPECT_EQ(closest("slver", known), "solver");
  EXPECT_EQ(closest("spoon", known), "");
  EXPECT_EQ(closest("x", {"y"}), "");
  EXPECT_EQ(closest("x", {}), "");
  EXPECT_EQ(didYouMean("rod", known), "; did you mean \"rods\"?");
  EXPECT_EQ(didYouMean("spoon", known), "");
}

}  // namespace
}  // namespace tendril::test
