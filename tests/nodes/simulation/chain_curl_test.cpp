// tendril::solver: a chain that stands for a curl weighs, yields and drags as the curl does.
#include <gtest/gtest.h>

#include <cmath>

#include "nodes/simulation/workspace.h"
#include "solver/base/math.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;

const Values kSoftCurl = {
    {"roots", "held"}, {"radius", "0.0015"}, {"density", "1000"}, {"young", "2.5e7"}, {"poisson", "0.5"}};

Geometry curlOf(Host& host, const std::string& model, int elements, int points, const Values& more = {}) {
  const Geometry helix =
      cook(host, "helix",
           {{"radius", "0.02"}, {"height", "0.08"}, {"turns", "4"}, {"points", std::to_string(points)}}, {});
  Values values = kSoftCurl;
  values.insert(values.end(), {{"model", model}, {"elements", std::to_string(elements)}});
  values.insert(values.end(), more.begin(), more.end());
  return rodsOf(host, helix, values);
}

// How far gravity draws the tip down, from the drawn shape to the equilibrium.
double curlSag(const std::string& model, int elements, int points) {
  ShotHost host;
  const Geometry rods = curlOf(host, model, elements, points);
  Shot shot(host, {{"simtype", "quasistatic"}}, {still(rods)});
  const std::size_t tip = static_cast<std::size_t>(elements);
  return pointAt(rods, tip).y() - pointAt(shot.at(2), tip).y();
}

TEST(ChainCurl, SagsAsTheCurlDoes) {
  const double sag = curlSag("clothoid", 64, 2001);
  EXPECT_NEAR(curlSag("clothoid", 96, 2001), sag, 1e-5 * sag);
  EXPECT_GT(sag, 0.5 * 0.08);  // of the height: that can be seen
  for (const int points : {81, 101, 200, 2001}) {
    SCOPED_TRACE(points);
    const double coarse = curlSag("chain", 16, points) / sag - 1,
                 some = curlSag("chain", 32, points) / sag - 1, fine = curlSag("chain", 64, points) / sag - 1;
    EXPECT_LT(std::abs(coarse), 0.025);
    EXPECT_LT(std::abs(some), 0.006);
    EXPECT_LT(std::abs(fine), 0.002);
  }
}

// What the solver gets, of one rod, in metres.
SceneRod curlScene(const Geometry& rods, const std::function<void(Rod&)>& change = {}) {
  SimulationWorkspace stage;
  stage.rods = readRods(rods);
  stage.parents = {-1};
  if (change) change(stage.rods[0]);
  std::vector<SceneRod> made;
  fillScene(rods, SimulationParms(), false, stage, made);
  return made.at(0);
}

struct WholeRod {
  double mass = 0, compliance = 0, drag = 0;  // kg, 1/(N m), N s2/m2: of all sections
};
WholeRod wholeOf(const SceneRod& rod) {
  WholeRod whole;
  for (std::size_t k = 0; k < rod.arc.size(); ++k) {
    const double length = shareOf(rod.arc, k);
    whole.mass += length * rod.sections[k].mass;
    whole.compliance += length / rod.sections[k].stiffness[1];
    whole.drag += length * rod.drag[k].square[1];
  }
  return whole;
}

TEST(ChainCurl, HasTheMassTheComplianceAndTheDragOfItsCurve) {
  ShotHost host;
  const WholeRod curve = wholeOf(curlScene(curlOf(host, "clothoid", 32, 400)));
  for (const int links : {16, 32, 64}) {
    const SceneRod rod = curlScene(curlOf(host, "chain", links, 400));
    const WholeRod chain = wholeOf(rod);
    const double within = 0.05 * std::pow(16.0 / links, 4);  // of what is added
    const double turn = 2 * kPi * 4 / links, added = turn * turn / 24;
    EXPECT_LT(rod.arc.back(), (1 - 0.9 * added) * 0.50898);
    EXPECT_NEAR(chain.mass / curve.mass, 1, (within + 0.01) * added) << links;
    EXPECT_NEAR(chain.compliance / curve.compliance, 1, (within + 0.01) * added) << links;
    EXPECT_NEAR(chain.drag / curve.drag, 1, (within + 0.01) * added) << links;
  }
}

TEST(ChainCurl, OnlyTheNaturalShapeThatComesInCounts) {
  ShotHost host;
  const Geometry curl = curlOf(host, "chain", 32, 200);
  const SceneRod rod = curlScene(curl), moved = curlScene(curl, [](Rod&it) {
                                          beginHistory(it);
                                          for (std::size_t k = 1; k < 32; ++k) {
                                            it.shape.joints[k] = Eigen::AngleAxisd(0.1, Vector3d::UnitY());
                                            it.history->plastic[k] = {0, 0.3, 0};
                                          }
                                        });
  EXPECT_FALSE(moved.rest == rod.rest);
  for (std::size_t k = 0; k < rod.sections.size(); ++k) {
    EXPECT_EQ(moved.sections[k].mass, rod.sections[k].mass);
    EXPECT_EQ(moved.sections[k].stiffness, rod.sections[k].stiffness);
  }
  // a chain without curl has the plain section, with the same bits as the other models
  const Geometry others[] = {curlOf(host, "clothoid", 8, 200), curlOf(host, "helix", 8, 200),
                             curlOf(host, "chain", 32, 200, {{"curl", "0"}})};
  const Section plain = curlScene(others[0]).sections[0];
  EXPECT_GT(rod.sections[7].mass, 1.02 * plain.mass);
  for (const Geometry& other : others)
    for (const Section& section : curlScene(other).sections) {
      ASSERT_EQ(section.mass, plain.mass);
      ASSERT_EQ(section.stiffness, plain.stiffness);
      ASSERT_EQ(section.inertia, plain.inertia);
    }
}

}  // namespace
}  // namespace tendril::test
