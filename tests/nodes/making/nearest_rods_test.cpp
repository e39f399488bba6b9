// The tree of boxes finds what a look at every rod finds, and pairs by distance leave a group's own rods
// alone.
#include "nodes/making/nearest_rods.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "solver/geometry/tuples.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;

TEST(NearestRods, FindsWhatALookAtEveryRodFinds) {
  for (const char* model : kModels) {
    SCOPED_TRACE(model);
    ShotHost host;
    const std::vector<Rod> rods =
        readRods(rodsOf(host, cook(host, "tuft", {{"stems", "150"}, {"bend", "70"}, {"spread", "80"}}, {}),
                        {{"model", model}, {"elements", "5"}}));
    const NearestRods nearest(rods);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> at(-0.5, 0.5);
    std::size_t found = 0;
    for (int i = 0; i < 200; ++i) {
      const Vector3d to(at(random), at(random), at(random));
      const double reach = i % 3 == 0 ? 0.05 : std::numeric_limits<double>::infinity();
      const std::size_t except = static_cast<std::size_t>(i) % rods.size();
      std::vector<std::uint8_t> allowed(rods.size());
      for (std::size_t r = 0; r < rods.size(); ++r) allowed[r] = (r + static_cast<std::size_t>(i)) % 4 != 0;
      NearPlace best;
      best.distance = reach;
      for (std::size_t r = 0; r < rods.size(); ++r) {
        if (!allowed[r] || r == except) continue;
        const NearPlace one = NearestRods({rods[r]}).find(to, std::numeric_limits<double>::infinity(), {1});
        if (one.distance < best.distance) best = {r, one.arc, one.distance};
      }
      const NearPlace place = nearest.find(to, reach, allowed, except);
      EXPECT_EQ(place.rod, best.rod) << i;
      EXPECT_EQ(place.arc, best.arc) << i;
      EXPECT_EQ(place.distance, best.distance) << i;
      found += place.rod != SIZE_MAX;
    }
    EXPECT_GT(found, 130u);
  }
}

// A trunk, three boughs side by side at a distance from it, and a twig on each.
Geometry smallPlant(Host& host) {
  Geometry drawn = cook(host, "draw",
                        {{"points",
                          "0 0 0, 0 1 0; 0.05 0.5 0, 0.5 0.6 0; 0.05 0.5 0.01, 0.5 0.6 0.01; 0.05 0.5 "
                          "0.025, 0.5 0.6 0.025; 0.4 0.6 0, 0.4 0.8 0; 0.4 0.6 0.01, 0.4 0.8 0.01; "
                          "0.4 0.6 0.02, 0.4 0.8 0.02"}},
                        {});
  Attribute& generation = drawn.add(Owner::primitive, "generation", Storage::int32, 1);
  for (std::size_t p = 0; p < 7; ++p) setTuple(generation, p, p == 0 ? 0.0 : p < 4 ? 1.0 : 2.0);
  return rodsOf(host, drawn, {{"elements", "3"}});
}

// What each constraint's first rod is held to.
std::multiset<std::pair<int, int>> pairsOf(Host& host, const Geometry& rods, Values parms) {
  parms.insert(parms.end(), {{"type", "fuse"}, {"place", "root"}, {"hold", "rods"}, {"pairs", "nearest"}});
  const Geometry made = cook(host, "constrain", parms, {&rods});
  const Attribute& id = *made.find(Owner::point, "rodid");
  std::multiset<std::pair<int, int>> pairs;
  for (std::size_t p = 0; p < made.primitiveCount(); ++p)
    pairs.emplace(numberAt(id.numbers, static_cast<std::size_t>(made.pointsOf(p)[0])),
                  numberAt(id.numbers, static_cast<std::size_t>(made.pointsOf(p)[1])));
  return pairs;
}

TEST(ConstrainNearest, TiesNoRodToItsOwnGroup) {
  using Pairs = std::multiset<std::pair<int, int>>;
  ShotHost host;
  host.expect("6 rods have no rod of a lower generation near the root");  // which constraints are for
  const Geometry rods = smallPlant(host);
  // the next bough is nearer than the trunk
  EXPECT_EQ(pairsOf(host, rods, {{"group", "@generation=1"}}), (Pairs{{1, 0}, {2, 0}, {3, 0}}));
  EXPECT_EQ(pairsOf(host, rods, {{"group", "@generation=2"}}), (Pairs{{4, 1}, {5, 2}, {6, 3}}));
  EXPECT_EQ(pairsOf(host, rods, {{"group", "@generation=2"}, {"secondgroup", "@generation<2"}}),
            (Pairs{{4, 1}, {5, 2}, {6, 3}}));
  // asked for by name
  EXPECT_EQ(pairsOf(host, rods, {{"group", "@generation=1"}, {"secondgroup", "*"}}), (Pairs{{1, 2}, {3, 2}}));
  EXPECT_EQ(pairsOf(host, rods, {{"group", "1-3"}, {"secondgroup", "1-3"}}), (Pairs{{1, 2}, {3, 2}}));
}

}  // namespace
}  // namespace tendril::test
