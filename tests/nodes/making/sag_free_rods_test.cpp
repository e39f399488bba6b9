// tendril::rods with Under Gravity set to Stay in Shape: what was drawn stands in a simulation.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"
#include "tests/nodes/making/curves_by_hand.h"
#include "tests/nodes/simulation/moving_goals.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

const Values kStay = {{"undergravity", "stay"}};

Values staying(Values values) {
  values.insert(values.end(), kStay.begin(), kStay.end());
  return values;
}

double tipsMoved(const Geometry& a, const Geometry& b) {
  double most = 0;
  for (std::size_t p = 0; p < a.primitiveCount(); ++p)
    most = std::max(most, (tipOf(a, p) - tipOf(b, p)).norm());
  return most;
}

// The farthest that any knot is from the first frame's, on some frames of a shot.
double wandering(Shot& shot, std::initializer_list<double> frames) {
  const Geometry first = shot.at(1);
  double most = 0;
  for (const double frame : frames) most = std::max(most, farthest(first, shot.at(frame)));
  return most;
}

constexpr double kStands = 1e-4;  // m: what a groom may move in ten seconds

TEST(SagFreeRods, AGroomStandsForTenSeconds) {
  ShotHost host;
  const int hairs = kThorough ? 200 : 10;
  const Geometry rods = hairsOf(host, hairs, staying({{"material", "hair"}}));
  EXPECT_NE(host.told.find(std::to_string(hairs) + " rods stay in shape under gravity"), std::string::npos)
      << host.told;
  EXPECT_NE(host.told.find(" made stiffer: median "), std::string::npos) << host.told;
  Shot shot(host, {{"substeps", "1"}}, {still(rods)});
  const Geometry first = shot.at(1);
  EXPECT_EQ(farthest(first, rods), 0);
  for (const double frame : {2, 13, 25, 49, 121, 241})
    EXPECT_LT(tipsMoved(shot.at(frame), first), kStands) << frame;
  // as the rods come by default, they drop
  Shot sags(host, {{"substeps", "1"}}, {still(hairsOf(host, hairs))});
  EXPECT_GT(tipsMoved(sags.at(13), first), 0.02);
}

TEST(SagFreeRods, AGroomComesBackAfterWind) {
  TestHost host;
  const Geometry rods = hairsOf(host, kThorough ? 60 : 4, kStay);
  Shot shot(host, {{"substeps", "1"}}, {still(rods)}, [](double frame) {
    return Values{{"wind", frame < 49 ? "3 0 1" : "0 0 0"}};
  });
  EXPECT_GT(tipsMoved(shot.at(48), rods), 0.1);
  EXPECT_LT(tipsMoved(shot.at(48 + 24 * 5), rods), 1e-3);
}

// Every model, every way to make rods stable, in scene units of a centimetre.
TEST(SagFreeRods, EveryModelStays) {
  constexpr double kUnit = 0.01;
  TestHost host;
  const Geometry curves = cook(host, "scalp", {{"hairs", kThorough ? "12" : "2"}}, {}, {1, kUnit});
  for (const char* model : kModels)
    for (const char* how : {"stiffen", "relieve", "limit"}) {
      SCOPED_TRACE(std::string(model) + " " + how);
      const Values values = staying({{"model", model}, {"unstable", how}, {"elements", "8"}});
      const Geometry rods = cook(host, "rods", values, {&curves}, {1, kUnit});
      Shot shot(host, {{"substeps", "1"}}, {still(rods)}, {}, kUnit);
      EXPECT_LT(wandering(shot, {2, 25, 49}) * kUnit, kStands);
      EXPECT_EQ(rods.find(Owner::primitive, "stiffnessfactor") != nullptr, how == std::string("stiffen"));
      EXPECT_EQ(rods.find(Owner::primitive, "weightfactor") != nullptr, how == std::string("relieve"));
    }
}

TEST(SagFreeRods, APlantStays) {
  ShotHost host;
  const Geometry curves = cook(host, "vine", {}, {});
  const Values soft = {{"material", "vine"}, {"young", "1e7"}, {"elements", "6"}};
  const Geometry rods = rodsOf(host, curves, staying(soft)), sagging = rodsOf(host, curves, soft);
  Shot shot(host, {{"substeps", "1"}}, {still(rods)}), sags(host, {{"substeps", "1"}}, {still(sagging)});
  EXPECT_LT(wandering(shot, {2, 25, 121}), kStands);
  EXPECT_GT(wandering(sags, {25}), 0.05);
  // one tree has one factor
  const Attribute& factors = *rods.find(Owner::primitive, "stiffnessfactor");
  for (std::size_t p = 1; p < rods.primitiveCount(); ++p)
    EXPECT_EQ(numberAt(factors.numbers, p), numberAt(factors.numbers, 0));
}

// Whatever holds rods where they are drawn is no load.
TEST(SagFreeRods, PinsGoalsLocksAndConstraintsAgree) {
  TestHost host;
  const Geometry curves = cook(host, "scalp", {{"hairs", kThorough ? "12" : "3"}, {"points", "20"}}, {});
  std::vector<double> pins(curves.pointCount(), 0), glue(curves.pointCount(), 0);
  for (std::size_t i = 0; i < pins.size(); ++i) {
    glue[i] = i % 20 < 8;   // the first knots
    pins[i] = i % 20 > 17;  // the tip
  }
  const Geometry pinned = withNumber(withNumber(curves, "gluetoanimation", glue), "pintoanimation", pins);
  const Geometry rods = rodsOf(host, curves, kStay), heldRods = rodsOf(host, pinned, kStay);
  Shot held(host, {{"substeps", "1"}}, {still(heldRods)});
  EXPECT_LT(wandering(held, {2, 49}), kStands);
  Shot calm(host, {{"simtype", "quasistatic"}}, {still(rods)});
  EXPECT_LT(wandering(calm, {2, 3}), kStands);
  // a rod and its curve differ by what the fit misses, so springs to the curve's points do pull
  Shot goal(host, {{"substeps", "1"}, {"goalweight", "0.3"}}, {still(rods), {}, {}, still(curves)});
  EXPECT_LT(wandering(goal, {2, 49}), kStands);
  Shot springs(host,
               {{"substeps", "1"}, {"goalweight", "0.3"}, {"curllock", "0.5"}, {"targetstiffness", "20"}},
               {still(rods), {}, {}, still(rods)});
  EXPECT_LT(wandering(springs, {2, 49}), kStands);
  const Geometry tied = cook(
      host, "constrain",
      {{"type", "position"}, {"place", "lengths"}, {"lengthunit", "fraction"}, {"lengths", "0.7"}}, {&rods});
  Shot ties(host, {{"substeps", "1"}}, {still(rods), still(tied)});
  EXPECT_LT(wandering(ties, {2, 49}), kStands);
}

// A pin that leads away is for the simulation; it does not become part of the rest shape.
TEST(SagFreeRods, PinsThatLeadAwayAreNoLoad) {
  TestHost host;
  const Geometry curves = scalp("2");
  std::vector<double> pins(curves.pointCount(), 0);
  pins.back() = 1;
  const Geometry pinned = withNumber(curves, "pintoanimation", pins);
  Geometry led = pinned;
  Attribute& target = led.add(Owner::point, "animationP", Storage::real32, 3, "point");
  for (std::size_t i = 0; i < pins.size(); ++i)
    setTuple(target, i, pointAt(led, i) + Vector3d(0, 0, pins[i]));
  host.expect("not held at their roots");
  host.expect("not held at their roots");
  for (const bool glued : {false, true}) {
    std::vector<double> glue(pins.size(), 0);
    for (std::size_t p = 0; p < 2; ++p) glue[static_cast<std::size_t>(curves.pointsOf(p)[0])] = glued;
    const Geometry a = rodsOf(host, withNumber(pinned, "gluetoanimation", glue), kStay),
                   b = rodsOf(host, withNumber(led, "gluetoanimation", glue), kStay);
    EXPECT_TRUE(*a.find(Owner::point, "kapparest") == *b.find(Owner::point, "kapparest")) << glued;
    EXPECT_EQ(a.find(Owner::primitive, "stiffnessfactor") != nullptr, glued);
  }
}

TEST(SagFreeRods, FreeRootsAreLeftAlone) {
  TestHost host;
  const Geometry curves = scalp("6");
  std::vector<double> glue(curves.pointCount(), 1);
  for (std::size_t i = 0; i < curves.pointsOf(0).size(); ++i) glue[i] = 0;
  const Geometry first = withNumber(curves, "gluetoanimation", glue);
  host.expect(
      "Under Gravity has no effect on 1 rod that is not held at its root, in place and direction (id 0)");
  const std::vector<Rod> rods = readRods(rodsOf(host, first, kStay)), before = readRods(rodsOf(host, first));
  for (std::size_t r = 0; r < rods.size(); ++r) EXPECT_EQ(rods[r].rest == before[r].rest, r == 0) << r;
  host.expect("6 rods that are not held at their roots");
  const Values loose = {{"roots", "free"}};
  EXPECT_TRUE(rodsOf(host, curves, staying(loose)) == rodsOf(host, curves, loose));
}

TEST(SagFreeRods, UnstableOnesAreNamed) {
  TestHost host;
  host.expect("are not stable in their shape and will leave it (id ");
  const Geometry rods = hairsOf(host, 10, staying({{"unstable", "no"}}));
  EXPECT_EQ(rods.find(Owner::primitive, "stiffnessfactor"), nullptr);
}

// The shape that rods keep is that of the rest curves, on every frame the same.
TEST(SagFreeRods, RestCurvesSayWhichShape) {
  TestHost host;
  Geometry rest = scalp("6"), turned = scalp("6", "0 50 0");
  for (Geometry* curves : {&rest, &turned}) curves->remove(Owner::point, "width");  // read between its points
  const Geometry rods = cook(host, "rods", kStay, {&turned, &rest}),
                 asDrawn = cook(host, "rods", kStay, {&rest});
  EXPECT_TRUE(*rods.find(Owner::point, "kapparest") == *asDrawn.find(Owner::point, "kapparest"));
  EXPECT_TRUE(*rods.find(Owner::primitive, "stiffnessfactor") ==
              *asDrawn.find(Owner::primitive, "stiffnessfactor"));
}

// Rods of rods: factors of the first are no material of the second.
TEST(SagFreeRods, FactorsAreNotAppliedTwice) {
  TestHost host;
  const Geometry once = hairsOf(host, 8, kStay), twice = rodsOf(host, once, kStay), off = rodsOf(host, once);
  double most = 0;
  for (std::size_t p = 0; p < 8; ++p) {
    const double first = attributeAt(once, Owner::primitive, "stiffnessfactor", p);
    EXPECT_NEAR(attributeAt(twice, Owner::primitive, "stiffnessfactor", p), first, 0.5 * first) << p;
    EXPECT_EQ(attributeAt(off, Owner::primitive, "stiffnessfactor", p), 1) << p;
    most = std::max(most, first);
  }
  EXPECT_GT(most, 2);
}

// A merge gives rods without factors a 0, which counts as none.
TEST(SagFreeRods, RodsWithoutFactorsCanBeMerged) {
  TestHost host;
  Geometry plain = hairsOf(host, 3), zero = plain;
  for (const char* name : {"stiffnessfactor", "weightfactor"})
    zero.add(Owner::primitive, name, Storage::real64, 1);
  Shot a(host, {}, {still(plain)}), b(host, {}, {still(zero)});
  EXPECT_EQ(farthest(a.at(4), b.at(4)), 0);
  setNumber(zero.find(Owner::primitive, "stiffnessfactor")->numbers, 1, -2);
  Shot wrong(host, {}, {still(zero)});
  EXPECT_THROW(wrong.at(2), Error);
}

TEST(SagFreeRods, AnArtistsFactorIsNotOverwritten) {
  TestHost host;
  Geometry curves = scalp("2");
  curves.add(Owner::point, "stiffnessfactor", Storage::real32, 1);
  EXPECT_THROW(rodsOf(host, curves, kStay), Error);
  EXPECT_NO_THROW(rodsOf(host, curves));
}

TEST(SagFreeRods, TheSolverSaysIfItsGravityDiffers) {
  TestHost host;
  const Geometry rods = hairsOf(host, 2, kStay), moon = hairsOf(host, 2, staying({{"gravity", "0 -1.6 0"}}));
  host.expect("rods were made to stay in shape under 0 -1.6 0, not 0 -9.81 0");
  Shot(host, {}, {still(moon)}).at(1);
  host.expect("which the solver's Material tab changes");
  Shot(host, {{"stiffnessscale", "2"}}, {still(rods)}).at(1);
  Shot alike(host, {{"gravity", "0 -1.6 0"}}, {still(moon)});
  EXPECT_LT(wandering(alike, {25}), kStands);
}

// The material that is hair with Stay in Shape; hair itself stays what old networks mean by it.
TEST(SagFreeRods, GroomedHairIsHairThatStays) {
  TestHost host;
  const Values groom = {{"material", "groom"}}, hair = {{"material", "hair"}};
  EXPECT_TRUE(hairsOf(host, 3, groom) == hairsOf(host, 3, staying(hair)));
  EXPECT_TRUE(hairsOf(host, 3, hair) == hairsOf(host, 3));
  EXPECT_EQ(hairsOf(host, 3).find(Owner::detail, "staygravity"), nullptr);
}

TEST(SagFreeRods, AnInterruptEndsTheSearch) {
  struct Impatient : TestHost {
    bool interrupted() override { return searching; }
    void progress(double, const char* what) override {
      searching = searching || what == std::string("finding rest shapes");
    }
    std::atomic<bool> searching{false};
  } host;
  EXPECT_THROW(rodsOf(host, scalp("6"), kStay), Interrupted);
}

}  // namespace
}  // namespace tendril::test
