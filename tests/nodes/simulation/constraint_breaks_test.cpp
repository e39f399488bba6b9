// What an artist is told of constraints: which broke, by what force; what a resume lacks; and that a gap at
// the start throws nothing.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/geometry/tuples.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

constexpr const char* kTwoRopes = "0 0 0, 0.5 0 0, 1 0 0; 0 0 0.4, 0.5 0 0.4, 1 0 0.4";

Geometry twoRopes(ShotHost& host) {
  Geometry rods = rodsOf(host, cook(host, "draw", {{"points", kTwoRopes}}, {}),
                         {{"material", "cable"}, {"radius", "0.005"}, {"young", "2e7"}, {"elements", "8"}});
  host.told.clear();  // what was made
  return rods;
}

// The tips of both ropes, 0.4 m apart, held together.
Geometry tie(Host& host, const Geometry& rods, Values parms) {
  parms.insert(parms.end(), {{"name", "tie"},
                             {"group", "0"},
                             {"secondgroup", "1"},
                             {"place", "tip"},
                             {"hold", "rods"},
                             {"pairs", "order"}});
  return cook(host, "constrain", parms, {&rods});
}

double primitiveNumber(const Geometry& g, const char* name, std::size_t primitive = 0) {
  const Attribute* attribute = g.find(Owner::primitive, name);
  return attribute ? numberAt(attribute->numbers, primitive) : std::nan("");
}

double energyOf(const Geometry& g) {
  return detailNumber(g, "kinetic") + detailNumber(g, "elastic") + detailNumber(g, "potential");
}

// It is closed by the first frame that it acts on, or over its time; nothing flies, and nothing gains energy
// later.
TEST(ConstraintGaps, CloseWithoutAJolt) {
  for (const char* type : {"position", "fuse", "slipknot", "attach"})
    for (const char* speed : {"0", "0.5"}) {
      SCOPED_TRACE(std::string(type) + ", " + speed + " m/s");
      ShotHost host;
      const Geometry rods = twoRopes(host);
      const bool atOnce = speed[0] == '0' && !speed[1];
      Shot shot(host, {{"gravity", "0 0 0"}, {"substeps", "2"}},
                {still(rods), still(tie(host, rods, {{"type", type}, {"closespeed", speed}}))});
      const int closed = atOnce ? 2 : 2 + static_cast<int>(std::ceil(0.4 / 0.5 * 24));
      double most = 0;
      for (int frame = 2; frame <= closed; ++frame) {
        const Geometry& now = shot.at(frame);
        most = std::max(most, energyOf(now));
        EXPECT_LT(detailNumber(now, "kinetic"), atOnce ? 1e-3 : 0.03) << frame;
      }
      EXPECT_LT(most, 0.03);  // J; in one step of a 48th of a second, it would be 7
      const Geometry held = shot.at(closed, 1);
      EXPECT_LT((pointAt(held, 0) - pointAt(held, 1)).norm(), 1e-6);
      const double then = energyOf(shot.at(closed));
      for (int frame = closed + 1; frame <= closed + 12; ++frame)
        EXPECT_LT(energyOf(shot.at(frame)), then * (1 + 1e-3)) << frame;
      EXPECT_EQ(host.told, "");
    }
}

// Gravity, leaning out, pulls until the tie gives.
const Shot::Keys kLeaning = [](double frame) {
  return Values{{"gravity", "0 -2 " + std::to_string(0.4 * (frame - 1))}};
};

TEST(ConstraintBreaks, NameTieFrameForceAndLimit) {
  ShotHost host;
  const Geometry rods = twoRopes(host);
  const Geometry ties = tie(host, rods, {{"type", "position"}, {"maxforce", "0.5"}});
  Shot shot(host, {{"substeps", "2"}}, {still(rods), still(ties)}, kLeaning);
  int broke = 0;
  for (int frame = 2; frame <= 60 && !broke; ++frame) {
    if (primitiveNumber(shot.at(frame, 1), "broken") > 0) broke = frame;
    if (!broke) {
      EXPECT_EQ(primitiveNumber(shot.at(frame, 1), "breakforce"), 0) << frame;
    }
  }
  ASSERT_GT(broke, 2);
  const double force = primitiveNumber(shot.at(broke, 1), "breakforce");
  EXPECT_GT(force, 0.5);
  char line[100];
  std::snprintf(line, sizeof line, "tie0 broke on frame %d at %.3g N (limit 0.5)\n", broke, force);
  EXPECT_EQ(host.told, line);
  // it is kept, and told once; a restart goes on with the same bits
  host.files["rods"] = shot.at(broke + 2);
  host.files["ties"] = shot.at(broke + 2, 1);
  const Geometry later = shot.at(broke + 6, 1);
  EXPECT_EQ(primitiveNumber(later, "breakforce"), force);
  EXPECT_EQ(primitiveNumber(later, "broken"), 1);
  EXPECT_EQ(host.told, line);
  Shot again(host,
             {{"substeps", "2"},
              {"startfrom", "cache"},
              {"cacheframe", std::to_string(broke + 2)},
              {"cachefile", "rods"},
              {"constraintfile", "ties"}},
             {still(rods), still(ties)}, kLeaning);
  EXPECT_TRUE(again.at(broke + 6) == shot.at(broke + 6));
  EXPECT_TRUE(again.at(broke + 6, 1) == later);
  EXPECT_EQ(host.told, line);
}

TEST(ConstraintBreaks, SeveralAreOneNoteAndASlipIsNoForce) {
  ShotHost host;
  const Geometry rods = twoRopes(host);
  Geometry all = cook(host, "constrain",
                      {{"type", "position"},
                       {"name", "hook"},
                       {"group", "1"},
                       {"place", "lengths"},
                       {"lengths", "0.5 1"},
                       {"maxforce", "0.01"}},
                      {&rods});
  all = cook(host, "constrain",
             {{"type", "keyhole"},
              {"name", "eye"},
              {"group", "0"},
              {"place", "lengths"},
              {"lengths", "0.99"},
              {"slipoff", "1"}},
             {&rods, nullptr, &all});
  Shot shot(host, {{"substeps", "2"}}, {still(rods), still(all)});
  const Geometry after = shot.at(24, 1);
  EXPECT_NE(host.told.find("2 constraints broke on frame 2: hook0 at "), std::string::npos) << host.told;
  EXPECT_NE(host.told.find("eye0 slipped off its rod on frame "), std::string::npos) << host.told;
  EXPECT_EQ(primitiveNumber(after, "broken", 2), 1);
  EXPECT_EQ(primitiveNumber(after, "breakforce", 2), 0);
}

TEST(ConstraintResume, IsRefusedWithoutTheirCache) {
  ShotHost host;
  const Geometry rods = twoRopes(host);
  const Geometry ties = tie(host, rods, {{"type", "position"}});
  Shot shot(host, {}, {still(rods), still(ties)});
  host.files["rods"] = shot.at(5);
  const Values resume = {{"startfrom", "cache"}, {"cacheframe", "5"}, {"cachefile", "rods"}};
  std::string error;
  try {
    Shot(host, resume, {still(rods), still(ties)}).at(6);
  } catch (const Error& thrown) {
    error = thrown.what();
  }
  EXPECT_EQ(error.find("constraintfile: is empty, but 1 constraint is connected"), 0u) << error;
  // none connected, or none made: nothing is missing
  EXPECT_NO_THROW(Shot(host, resume, {still(rods)}).at(6));
  EXPECT_NO_THROW(Shot(host, resume, {still(rods), still(Geometry())}).at(6));
}

}  // namespace
}  // namespace tendril::test
