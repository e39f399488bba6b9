// Rods of tendril::solver and colliders: what artists see of contacts.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>

#include "nodes/simulation/colliders.h"
#include "nodes/simulation/simulation.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "tests/support/shot.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;

constexpr double kRadius = 0.1;  // m, of the ball

// The ball rises, turns and goes aside.
Matrix4d rising(double frame) {
  Matrix4d m = Matrix4d::Identity();
  m.topLeftCorner<3, 3>() = Eigen::AngleAxisd(0.05 * frame, Vector3d::UnitZ()).toRotationMatrix().transpose();
  m.bottomLeftCorner<1, 3>() << 0.2 + 0.002 * frame, -0.125 + 0.003 * frame, 0.001 * frame;
  return m;
}

Geometry ball(TestHost& host, const char* type) {
  if (std::string(type) == "sphere")
    return cook(host, "collider", {{"type", "sphere"}, {"radius", "0.1"}}, {});
  const Geometry drawn = cook(host, "collider", {{"type", "sphere"}, {"radius", "0.1"}}, {});
  Geometry mesh = drawn;  // its polygons alone
  for (const char* name : {"collidertype", "colliderplace", "collideraxes", "collidernumbers"})
    mesh.remove(Owner::primitive, name);
  return mesh;
}

Geometry ropes(TestHost& host, const char* model) {
  return lineRod(host, {{"length", "0.5"}, {"direction", "1 0 0"}},
                 {{"model", model}, {"material", "rope"}, {"elements", "12"}, {"radius", "0.004"}});
}

// m: how far the rods' knots are from the ball's surface, the least.
double clearanceOf(const Geometry& rods, double frame) {
  const Vector3d centre = rising(frame).bottomLeftCorner<1, 3>().transpose();
  double least = 1;
  for (std::size_t i = 0; i < rods.pointCount(); ++i)
    least = std::min(least, (pointAt(rods, i) - centre).norm() - kRadius);
  return least;
}

TEST(Contacts, ARopeLiesOnABallThatRises) {
  for (const char* model : kModels)
    for (const char* type : {"sphere", "mesh"}) {
      ShotHost host;
      host.allowWarnings();
      const Geometry rods = ropes(host, model), collider = ball(host, type);
      Shot with(host, {{"substeps", "2"}}, {still(rods), {}, moving(collider, rising), {}}),
          without(host, {{"substeps", "2"}}, {still(rods)});
      const double facets = std::string(type) == "mesh" ? 3e-3 : 0;  // m, a facet lies deeper than the ball
      double passed = 1;
      for (const double frame : {5.0, 7.0, 9.0, 12.0, 20.0}) {
        const Geometry now = with.at(frame);
        EXPECT_GT(clearanceOf(now, frame), 0.004 * 0.97 - facets) << model << " " << type;
        passed = std::min(passed, clearanceOf(without.at(frame), frame));
        // read-outs
        const Attribute *count = now.find(Owner::point, "contact"),
                        *force = now.find(Owner::point, "contactforce");
        ASSERT_TRUE(count && force);
        double contacts = 0;
        Vector3d sum = Vector3d::Zero();
        for (std::size_t i = 0; i < now.pointCount(); ++i) {
          contacts += numberAt(count->numbers, i);
          sum += tupleAt(*force, i).head<3>();
        }
        EXPECT_GT(contacts, 0);
        EXPECT_GT(sum.y(), 0);
      }
      EXPECT_LT(passed, -0.02) << model;
      EXPECT_FALSE(without.at(20).find(Owner::point, "contact"));
    }
}

// A reference frame that stands still changes nothing: what moves in it pushes.
TEST(Contacts, CollidersMoveWithinAReferenceFrame) {
  for (const char* type : {"sphere", "mesh"}) {
    ShotHost host;
    host.allowWarnings();
    const Geometry rods = ropes(host, "clothoid"), collider = ball(host, type);
    Shot world(host, {{"substeps", "2"}}, {still(rods), {}, moving(collider, rising), {}}),
        frame(host, {{"substeps", "2"}, {"useframe", "1"}, {"framelinear", "0.2"}, {"frameangular", "0.2"}},
              {still(rods), {}, moving(collider, rising), {}});
    const Geometry expected = world.at(12), found = frame.at(12);
    for (std::size_t i = 0; i < expected.pointCount(); ++i)
      EXPECT_LT((pointAt(found, i) - pointAt(expected, i)).norm(), 1e-6) << type << " " << i;
    EXPECT_GT(numberAt(found.find(Owner::detail, "contacts")->numbers, 0), 0);
  }
}

// What is told of knots, of rods and of all of them is the same.
TEST(Contacts, ReadOutsOfKnotsRodsAndAllAgree) {
  ShotHost host;
  const Geometry one = ropes(host, "clothoid");
  Geometry other = one;
  Matrix4d far = Matrix4d::Identity();
  far(3, 2) = 0.5;
  transform(other, far);
  setNumber(other.find(Owner::primitive, "id")->numbers, 0, 7);
  Shot shot(host, {}, {still(joined({one, other})), {}, moving(ball(host, "sphere"), rising), {}});
  const Geometry now = shot.at(12);
  const auto numberOf = [&](Owner owner, const char* name, std::size_t i) {
    return numberAt(now.find(owner, name)->numbers, i);
  };
  for (std::size_t p = 0; p < 2; ++p) {
    double contacts = 0, deepest = 0;
    Vector3d force = Vector3d::Zero();
    for (const std::int32_t point : now.pointsOf(p)) {
      const auto i = static_cast<std::size_t>(point);
      contacts += numberOf(Owner::point, "contact", i);
      deepest = std::max(deepest, numberOf(Owner::point, "penetration", i));
      force += tupleAt(*now.find(Owner::point, "contactforce"), i).head<3>();
    }
    EXPECT_EQ(numberOf(Owner::primitive, "contacts", p), contacts);
    EXPECT_EQ(numberOf(Owner::primitive, "penetration", p), deepest);
    EXPECT_LT((tupleAt(*now.find(Owner::primitive, "contactforce"), p).head<3>() - force).norm(),
              1e-5 * force.norm() + 1e-12);
    EXPECT_EQ(contacts > 0, p == 0);
    if (p == 0) {
      EXPECT_EQ(detailNumber(now, "contacts"), contacts);
      EXPECT_EQ(detailNumber(now, "penetration"), deepest);
    }
  }
}

TEST(Contacts, ACachedFrameGoesOnAsIfNothingHadBeen) {
  for (const char* type : {"sphere", "mesh"}) {
    ShotHost host;
    host.allowWarnings();
    const Geometry rods = ropes(host, "clothoid"), collider = ball(host, type);
    const std::vector<Shot::Input> inputs = {still(rods), {}, moving(collider, rising), {}};
    Shot shot(host, {}, inputs);
    const Geometry cached = shot.at(14), end = shot.at(18);
    ShotHost other;
    other.allowWarnings();
    other.files["cached"] = cached;
    Shot next(other, {{"startfrom", "cache"}, {"cachefile", "cached"}, {"cacheframe", "14"}}, inputs);
    EXPECT_TRUE(next.at(18) == end) << type;
  }
}

TEST(Contacts, SameBitsForAnyNumberOfThreads) {
  ShotHost host;
  const Geometry rods = ropes(host, "clothoid"), collider = ball(host, "sphere");
  Shot shot(host, {}, {still(rods), {}, moving(collider, rising), {}});
  const Geometry all = shot.at(15);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  Shot alone(host, {}, {still(rods), {}, moving(collider, rising), {}});
  EXPECT_TRUE(alone.at(15) == all);
}

TEST(Contacts, CanBeSwitchedOff) {
  ShotHost host;
  const Geometry rods = ropes(host, "clothoid"), collider = ball(host, "sphere");
  Shot none(host, {}, {still(rods)}),
      off(host, {{"enablecollisions", "0"}}, {still(rods), {}, moving(collider, rising), {}});
  EXPECT_TRUE(off.at(15) == none.at(15));
  // by an attribute of the rods
  Geometry untouched = rods;
  Attribute& external = untouched.add(Owner::point, "disableexternal", Storage::int32, 1);
  for (std::size_t i = 0; i < untouched.pointCount(); ++i) setNumber(external.numbers, i, 1);
  Shot passes(host, {}, {still(untouched), {}, moving(collider, rising), {}});
  EXPECT_LT(clearanceOf(passes.at(7), 7), -0.01);
}

TEST(Contacts, QuasistaticRodsLieOnColliders) {
  ShotHost host;
  const Geometry rods = ropes(host, "clothoid"), collider = ball(host, "sphere");
  Shot shot(host, {{"simtype", "quasistatic"}}, {still(rods), {}, moving(collider, rising), {}});
  EXPECT_GT(clearanceOf(shot.at(20), 20), 0.004 * 0.9);
}

TEST(Contacts, CohesionBelowNothingIsNamed) {
  ShotHost host;
  Geometry rods = ropes(host, "clothoid");
  Attribute& cohesion = rods.add(Owner::point, "cohesion", Storage::real32, 1);
  setNumber(cohesion.numbers, 3, -1);
  Shot shot(host, {{"cohesion", "2"}}, {still(rods), {}, moving(ball(host, "sphere"), rising), {}});
  try {
    shot.at(5);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("knot 3: cohesion is -1; it must be 0 or more"),
              std::string::npos)
        << error.what();
  }
}

// Bad colliders are named; the run goes on.
TEST(Contacts, ABadColliderIsNamedAndTheOthersAct) {
  ShotHost host;
  const Geometry rods = ropes(host, "clothoid");
  Geometry collider = ball(host, "mesh");
  setTuple(*collider.find(Owner::point, "P"), 3, Vector3d(NAN, 0, 0));
  host.allowWarnings();
  Shot shot(host, {}, {still(rods), {}, still(collider), {}});
  const Geometry now = shot.at(6);
  for (std::size_t i = 0; i < now.pointCount(); ++i) EXPECT_TRUE(pointAt(now, i).allFinite());
}

}  // namespace
}  // namespace tendril::test
