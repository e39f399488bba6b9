// tendril::rods: the point attribute mass, and parameters that attributes override.
#include <gtest/gtest.h>

#include <cmath>

#include "nodes/simulation/workspace.h"
#include "solver/base/math.h"
#include "solver/geometry/tuples.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

Geometry withMass(Geometry g, const std::vector<double>& masses) {
  Attribute& mass = g.add(Owner::point, "mass", Storage::real32, 1);
  for (std::size_t i = 0; i < masses.size(); ++i) setNumber(mass.numbers, i, masses[i]);
  return g;
}

// As the solver sums it up, kg.
double massOf(const Geometry& g, double unit = 1) {
  SimulationWorkspace stage;
  stage.unit = unit;
  stage.rods = readRods(g);
  stage.parents.assign(stage.rods.size(), -1);
  std::vector<SceneRod> made;
  fillScene(g, SimulationParms(), false, stage, made);
  double mass = 0;
  for (const SceneRod& rod : made)
    for (std::size_t k = 0; k < rod.arc.size(); ++k) mass += shareOf(rod.arc, k) * rod.sections[k].mass;
  return mass;
}

double densityAt(const Geometry& g, std::size_t point) {
  return numberAt(g.find(Owner::point, "density")->numbers, point);
}

TEST(Mass, ARodWeighsWhatItsPointsWeigh) {
  TestHost host;
  const Geometry line = cook(host, "line", {{"length", "0.4"}, {"points", "5"}}, {});
  const Geometry curve = cook(host, "arc", {{"radius", "0.1"}, {"angle", "150"}, {"points", "23"}}, {});
  for (const char* model : kModels)
    for (const char* elements : {"1", "3", "16"}) {
      const Values values = {
          {"model", model}, {"elements", elements}, {"radius", "0.002"}, {"material", "rope"}};
      EXPECT_NEAR(massOf(rodsOf(host, withMass(line, {0.1, 0.02, 0.5, 0.01, 0.3}), values)), 0.93, 1e-6)
          << model;
      std::vector<double> masses;
      for (int i = 0; i < 23; ++i) masses.push_back(0.01 * (1 + i % 4));
      double sum = 0;
      for (const double mass : masses) sum += mass;
      EXPECT_NEAR(massOf(rodsOf(host, withMass(curve, masses), values)), sum, 1e-6) << model << elements;
    }
}

TEST(Mass, EvenMassIsAnEvenDensityAndStandsAboveDensity) {
  TestHost host;
  const double area = kPi * 0.002 * 0.002;
  Geometry line =
      withMass(cook(host, "line", {{"length", "0.4"}, {"points", "5"}}, {}), {0.01, 0.02, 0.02, 0.02, 0.01});
  setTuple(line.add(Owner::detail, "density", Storage::real32, 1), 0, 77.0);
  ShotHost told;
  const Geometry rods = rodsOf(told, line, {{"radius", "0.002"}, {"elements", "7"}, {"density", "900"}});
  for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(densityAt(rods, k), 0.08 / (0.4 * area), 0.02) << k;
  EXPECT_NE(told.told.find("Density is not used: the curves have mass"), std::string::npos) << told.told;
  EXPECT_NE(told.told.find("the attribute density is not used"), std::string::npos) << told.told;
  // in centimetres
  Geometry large = line;
  for (std::size_t i = 0; i < 5; ++i)
    setTuple(*large.find(Owner::point, "P"), i, Eigen::Vector3d(100 * pointAt(line, i)));
  EXPECT_NEAR(massOf(cook(host, "rods", {{"radius", "0.002"}}, {&large}, {1, 0.01}), 0.01), 0.08, 1e-6);
}

// Vellum's pins have mass 0.
TEST(Mass, PinsAreAsHeavyAsTheirNeighbours) {
  TestHost host;
  const Geometry line = cook(host, "line", {{"length", "0.4"}, {"points", "5"}}, {});
  const Geometry pinned = rodsOf(host, withMass(line, {0, 0.02, 0.02, 0.02, 0.01}), {{"radius", "0.002"}});
  EXPECT_NEAR(massOf(pinned), 0.08, 1e-6);
  for (const auto& [masses, text] :
       {std::pair(std::vector<double>{0, 0, 0, 0, 0}, "is 0 at all points of curve 0"),
        std::pair(std::vector<double>{1, 1, -1, 1, 1}, "'mass' is -1 at point 2 of curve 0"),
        std::pair(std::vector<double>{1, 1, 1, NAN, 1}, "'mass' is nan at point 3")})
    try {
      rodsOf(host, withMass(line, masses), {});
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
}

// A rod hangs as deep as one of the density that its mass gives.
TEST(Mass, ActsInASimulation) {
  TestHost host;
  const Geometry line = cook(host, "line", {{"length", "0.4"}, {"direction", "1 0 0"}, {"points", "9"}}, {});
  const double point = 2000 * kPi * 0.003 * 0.003 * 0.05;
  std::vector<double> masses(9, point);
  masses.front() = masses.back() = point / 2;
  const Values rope = {{"material", "rope"}, {"radius", "0.003"}};
  Values heavy = rope;
  heavy.emplace_back("density", "2000");
  const auto tip = [&](const Geometry& rods) { return tipOf(Shot(host, {}, {still(rods)}).at(10)); };
  const Eigen::Vector3d by = tip(rodsOf(host, withMass(line, masses), rope)),
                        like = tip(rodsOf(host, line, heavy)), plain = tip(rodsOf(host, line, rope));
  EXPECT_LT((by - like).norm(), 1e-5);
  EXPECT_GT((by - plain).norm(), 1e-3);
}

TEST(RodNotes, OverriddenParametersAreTold) {
  const auto notes = [](const Geometry& curves, const Values& values) {
    ShotHost host;
    rodsOf(host, curves, values);
    return host.told;
  };
  TestHost host;
  const Geometry line = cook(host, "line", {}, {});
  Geometry wide = line;
  for (std::size_t i = 0; i < 20; ++i)
    setTuple(wide.add(Owner::point, "width", Storage::real32, 1), i, 0.001);
  EXPECT_NE(notes(wide, {{"radius", "0.005"}}).find("Radius is not used: the curves have width"),
            std::string::npos);
  EXPECT_NE(notes(wide, {{"taper", "0:1 1:0.2"}}).find("Taper is not used"), std::string::npos);
  EXPECT_EQ(notes(wide, {{"material", "vine"}}).find("not used"), std::string::npos)
      << "nobody gave a radius";
  EXPECT_EQ(notes(line, {{"radius", "0.005"}, {"young", "1e7"}}).find("not used"), std::string::npos);
  Geometry soft = line;
  setTuple(soft.add(Owner::primitive, "young", Storage::real32, 1), 0, 1e6);
  EXPECT_NE(notes(soft, {{"young", "1e7"}}).find("Young's Modulus is not used: the curves have young"),
            std::string::npos);
}

TEST(RodNotes, HairOfManyMetresIsNotInMetres) {
  TestHost host;
  const Geometry hair = cook(host, "line", {{"length", "32"}}, {});
  host.expect("1 rod is up to 32 m long and of hair (id 0). A scene unit counts as 1 m");
  rodsOf(host, hair);
  cook(host, "rods", {}, {&hair}, {1, 0.01});
  rodsOf(host, hair, {{"material", "vine"}, {"radius", "0.02"}});
  host.expect("thinner than a hair of that length can be");
  rodsOf(host, hair, {{"material", "vine"}, {"radius", "0.0002"}});
}

}  // namespace
}  // namespace tendril::test
