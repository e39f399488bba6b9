// tendril::solver: what would go wrong silently is told.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "tests/nodes/simulation/moving_goals.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;

TEST(SolverWarnings, CurvesInPlaceOfRodsAreAnError) {
  TestHost host;
  const Geometry line = cook(host, "line", {}, {});
  Shot shot(host, {}, {still(line)});
  try {
    shot.at(1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("put Tendril Rods before"), std::string::npos) << error.what();
  }
  EXPECT_THROW(cook(host, "tendril_rodsolver", {}, {&line}), Error);
  // nothing at all may become rods later
  Shot none(host, {}, {still(Geometry())});
  EXPECT_EQ(none.at(3).primitiveCount(), 0u);
}

TEST(SolverWarnings, AGoalWeightWithoutAGoalIsToldOnce) {
  TestHost host;
  const Geometry rods = lineRod(host, {}, {{"material", "rope"}});
  {
    TestHost once;
    once.expect("goalweight: nothing is connected to Goal");
    Shot shot(once, {{"goalweight", "0.5"}}, {still(rods)});
    shot.at(5);
  }
  // rods that move are a goal
  Shot moved(host, {{"goalweight", "0.5"}},
             {moving(rods, [](double f) { return test::moved(Vector3d(f, 0, 0)); })});
  moved.at(5);
}

TEST(SolverWarnings, RodsThatDoNotConvergeAreNamedOnce) {
  const Values soft = {{"material", "hair"}, {"elements", "8"}};
  TestHost quiet;
  const Geometry rods = lineRod(quiet, {{"length", "0.5"}, {"direction", "1 0 0"}}, soft);
  Shot calm(quiet, {}, {still(rods)});
  calm.at(24);
  TestHost host;
  host.expect("1 rod has not converged in 8 steps in a row (id 0; ");
  Shot stormy(host, {{"wind", "1000 0 300"}, {"substeps", "1"}, {"iterations", "2"}}, {still(rods)});
  stormy.at(40);
  // one iteration is rough by choice
  Shot rough(quiet, {{"wind", "30 0 0"}, {"substeps", "1"}, {"iterations", "1"}}, {still(rods)});
  rough.at(24);
}

// Degrees between the first and last edge.
double bendOf(const Geometry& g, std::size_t primitive) {
  const auto points = g.pointsOf(primitive);
  const auto at = [&](std::size_t v) { return pointAt(g, static_cast<std::size_t>(points[v])); };
  const Vector3d first = (at(1) - at(0)).normalized(),
                 last = (at(points.size() - 1) - at(points.size() - 2)).normalized();
  return std::acos(std::clamp(first.dot(last), -1.0, 1.0)) * 180 / EIGEN_PI;
}

// A sculpted goal of plain curves does what the same goal through Tendril Rods does.
TEST(SolverGoals, PlainCurvesAreFollowedInShape) {
  for (const char* model : kModels) {
    TestHost host;
    const Values hair = {{"model", model}, {"elements", "8"}};
    const Geometry rest = cook(host, "tuft", {{"stems", "3"}, {"bend", "30"}}, {}),
                   goal = cook(host, "tuft", {{"stems", "3"}, {"bend", "153"}}, {}),
                   rods = rodsOf(host, rest, hair), goalRods = cook(host, "rods", hair, {&goal, &rest});
    Shot plain(host, {{"goalweight", "1"}}, {still(rods), {}, {}, still(goal)}),
        through(host, {{"goalweight", "1"}}, {still(rods), {}, {}, still(goalRods)});
    const Geometry a = plain.at(12), b = through.at(12);
    EXPECT_GT(bendOf(a, 0), 120) << model << ": it is " << bendOf(rods, 0) << " at rest";
    for (std::size_t p = 0; p < 3; ++p) EXPECT_NEAR(bendOf(a, p), bendOf(b, p), 1) << model;
    EXPECT_LT(farthest(a, b), 2e-3) << model;
    // from the first frame of a preroll on
    Shot eased(host, {{"goalweight", "1"}, {"preroll", "24"}}, {still(rods), {}, {}, still(goal)});
    EXPECT_NEAR(bendOf(eased.at(1), 0), bendOf(b, 0), 1) << model;
  }
}

TEST(SolverGoals, AGoalOfAnotherSizeKeepsItsBends) {
  TestHost host;
  const Geometry line = cook(host, "line", {{"length", "0.3"}, {"direction", "1 0 0"}}, {}),
                 arc = cook(host, "arc", {{"radius", "0.4"}, {"angle", "120"}, {"points", "60"}}, {}),
                 rods = rodsOf(host, line, {{"material", "rope"}, {"elements", "8"}});
  Shot shot(host, {{"goalweight", "1"}}, {still(rods), {}, {}, still(arc)});
  EXPECT_NEAR(bendOf(shot.at(8), 0), 120 * 7.0 / 8, 4);
}

// A goal that moves as a whole gives the same bits as with no weight of its shape: it is the rods' own.
TEST(SolverGoals, ACurveWithoutShapeIsNamed) {
  TestHost host;
  const Geometry line = cook(host, "line", {{"points", "3"}}, {}), rods = rodsOf(host, line, {});
  Geometry flat = line;
  for (std::size_t i = 0; i < 3; ++i) setTuple(*flat.find(Owner::point, "P"), i, Vector3d(1, 2, 3));
  Shot shot(host, {{"goalweight", "1"}}, {still(rods), {}, {}, still(flat)});
  try {
    shot.at(2);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("curve 0 (id 0) has zero length"), std::string::npos)
        << error.what();
  }
}

// Glued knots beside the root are where the curve has them.
TEST(SolverGoals, GluedKnotsTakeThePlainCurvesShape) {
  TestHost host;
  const Geometry line = cook(host, "line", {{"length", "0.4"}, {"direction", "1 0 0"}, {"points", "31"}}, {}),
                 arc = cook(host, "arc", {{"radius", "0.2546"}, {"angle", "90"}, {"points", "31"}}, {}),
                 rods = rodsOf(host, line, {{"material", "rope"}, {"elements", "6"}});
  Shot shot(host, {{"substeps", "4"}},
            {still(rods), {}, {}, still(withNumber(arc, "gluetoanimation", std::vector<double>(31, 1)))});
  EXPECT_LT((tipOf(shot.at(12)) - pointAt(arc, 30)).norm(), 3e-3);
}

}  // namespace
}  // namespace tendril::test
