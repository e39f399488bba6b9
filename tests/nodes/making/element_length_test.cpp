// Elements no longer than asked for, and the note that asks for them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

Geometry curlAndLine(Host& host) {
  const Geometry curl = cook(host, "helix", {{"radius", "0.03"}, {"height", "0.2"}, {"turns", "3"}}, {});
  const Geometry line = cook(host, "line", {{"length", "0.5"}, {"points", "26"}}, {});
  return cook(host, "merge", {}, {&curl, &line});
}

double longestOf(const Rod& rod) {
  double longest = 0;
  for (std::size_t e = 0; e < rod.shape.elements(); ++e)
    longest = std::max(longest, rod.shape.arc[e + 1] - rod.shape.arc[e]);
  return longest;
}

TEST(ElementLength, DividesAndKeepsTheShape) {
  for (const char* model : {"clothoid", "helix"}) {
    ShotHost host;
    const Geometry curves = curlAndLine(host);
    const std::vector<Rod> before = readRods(rodsOf(host, curves, {{"model", model}, {"elements", "6"}})),
                           after = readRods(
                               rodsOf(host, curves,
                                      {{"model", model}, {"elements", "6"}, {"maxelementlength", "0.02"}}));
    ASSERT_EQ(after.size(), 2u);
    for (std::size_t r = 0; r < 2; ++r) {
      EXPECT_GT(longestOf(before[r]), 0.05);
      EXPECT_LE(longestOf(after[r]), 0.02 * (1 + 1e-6));
      EXPECT_GT(longestOf(after[r]), 0.01);
      const double length = before[r].shape.length();
      EXPECT_NEAR(after[r].shape.length(), length, 1e-12);
      for (const double part : {0.1, 0.33, 0.7, 1.0}) {
        const Frame<double> a = ShapeWalker(before[r].shape).at(part * length),
                            b = ShapeWalker(after[r].shape).at(part * length);
        EXPECT_LT((a.position - b.position).norm(), 1e-7 * length) << model << " " << part;
      }
    }
  }
}

TEST(ElementLength, ChainsGetMoreLinks) {
  ShotHost host;
  const std::vector<Rod> rods = readRods(
      rodsOf(host, curlAndLine(host), {{"model", "chain"}, {"elements", "6"}, {"maxelementlength", "0.02"}}));
  EXPECT_EQ(rods[1].shape.elements(), 25u);
  EXPECT_GT(rods[0].shape.elements(), 28u);
}

TEST(ElementLength, IsPaintedWhereItIsNeeded) {
  ShotHost host;
  Geometry line = cook(host, "line", {{"length", "0.5"}, {"points", "26"}}, {});
  Attribute& wanted = line.add(Owner::point, "elementlength", Storage::real32, 1);
  for (std::size_t i : {10, 11}) setTuple(wanted, i, 0.004);
  const Rod rod = readRods(rodsOf(host, line, {{"elements", "2"}}))[0];
  for (std::size_t e = 0; e < rod.shape.elements(); ++e) {
    const double from = rod.shape.arc[e], to = rod.shape.arc[e + 1];
    if (to > 0.181 && from < 0.239) {
      EXPECT_LE(to - from, 0.004 * (1 + 1e-6)) << from;
    }
  }
  EXPECT_EQ(rod.shape.arc.back() - rod.shape.arc[rod.shape.elements() - 1], 0.25);
  EXPECT_LT(rod.shape.elements(), 40u);
  for (std::size_t i : {10, 11}) setTuple(wanted, i, 1e-6);
  std::string error;
  try {
    rodsOf(host, line, {});
  } catch (const Error& thrown) {
    error = thrown.what();
  }
  EXPECT_NE(error.find("curve 0 wants more than 4096 elements"), std::string::npos) << error;
}

// A soft rod, held level, that hangs down from there.
std::string notesOf(const Values& parms) {
  ShotHost host;
  const Geometry line = cook(host, "line", {{"length", "0.5"}, {"points", "26"}, {"direction", "1 0 0"}}, {});
  Values all = {
      {"material", "cable"}, {"radius", "0.001"}, {"young", "2e5"}, {"density", "1000"}, {"damping", "0.1"}};
  all.insert(all.end(), parms.begin(), parms.end());
  const Geometry rods = rodsOf(host, line, all);
  host.told.clear();  // what Tendril Rods made
  Shot shot(host, {{"simtype", "quasistatic"}}, {still(rods)});
  shot.at(12);
  return host.told;
}

TEST(ElementLength, TheSolverNotesWhatItWantsOnce) {
  const std::string note = notesOf({{"elements", "4"}});
  const std::string begin = "rod 0 wants elements of ";
  ASSERT_EQ(note.find(begin), 0u) << note;
  EXPECT_NE(note.find("Max Element Length"), std::string::npos);
  EXPECT_EQ(std::count(note.begin(), note.end(), '\n'), 1) << note;
  // what it says is enough
  const double wanted = std::strtod(note.c_str() + begin.size(), nullptr);
  EXPECT_GT(wanted, 0.001);
  EXPECT_LT(wanted, 0.125);
  EXPECT_EQ(notesOf({{"elements", "4"}, {"maxelementlength", std::to_string(wanted)}}), "");
  EXPECT_EQ(notesOf({{"elements", "4"}, {"model", "chain"}}), "");
}

}  // namespace
}  // namespace tendril::test
