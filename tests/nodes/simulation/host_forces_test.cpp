// What a host adds to a simulation: forces, places, guides.
#include "nodes/simulation/host_forces.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "nodes/microsolver.h"
#include "nodes/simulation/linearise_force.h"
#include "nodes/simulation/object_transform.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;
using Three = std::array<double, 3>;

// Whatever it is given to do.
class Forces : public HostForces {
 public:
  explicit Forces(std::function<KnotForce(const KnotMotion&)> force) : force_(std::move(force)) {}
  std::vector<KnotForce> at(const std::vector<KnotMotion>& knots) override {
    ++asked;
    std::vector<KnotForce> all;
    for (const KnotMotion& knot : knots) all.push_back(force_(knot));
    return all;
  }
  int asked = 0;

 private:
  std::function<KnotForce(const KnotMotion&)> force_;
};

Geometry run(Host& host, const Geometry& rods, const Values& values, HostForces* forces, int frames,
             double unit = 1) {
  Parms parms(*findNode("tendril_rodsolver"));
  for (const auto& [name, text] : values) parms.setText(name, text);
  Microsolver solver;
  const Placed rest{std::make_shared<const Geometry>(rods)};
  Placed state = rest;
  for (int i = 0; i < frames; ++i)
    state.geometry = std::make_shared<const Geometry>(
        solver.step(host, parms.data(), state, rest, {}, {forces, {}}, 1.0 / 24, unit));
  return *state.geometry;
}

class OutsideModel : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Models, OutsideModel, ::testing::Values("clothoid", "helix", "chain"),
                         [](const auto& info) { return info.param; });

// Gravity given as forces on knots is gravity: to rounding on rods that are as thick all along.
TEST_P(OutsideModel, WeightOnKnotsIsGravity) {
  ShotHost host;
  const Geometry rods = lineRod(host, {{"length", "0.3"}, {"points", "9"}, {"direction", "1 0.2 0"}},
                                {{"model", GetParam()}, {"elements", "5"}, {"material", "hair"}});
  for (const double unit : {1.0, 0.25}) {
    Forces weight([&](const KnotMotion& knot) {
      KnotForce answer;
      answer.force = {0, -9.81 / unit * knot.mass, 0};
      return answer;
    });
    const Geometry forced = run(host, rods, {{"gravity", "0 0 0"}}, &weight, 24, unit),
                   usual = run(host, rods, {}, nullptr, 24, unit),
                   none = run(host, rods, {{"gravity", "0 0 0"}}, nullptr, 24, unit);
    EXPECT_LT(farthest(forced, usual), 1e-6 * 0.3) << unit;
    EXPECT_GT(farthest(usual, none), 1e-2) << unit;
    EXPECT_EQ(weight.asked, 48);  // before every substep
  }
}

TEST_P(OutsideModel, EquilibriaFeelThemToo) {
  ShotHost host;
  const Geometry rods = lineRod(host, {{"length", "0.3"}, {"direction", "1 0.2 0"}},
                                {{"model", GetParam()}, {"elements", "5"}, {"material", "hair"}});
  Forces weight([](const KnotMotion& knot) {
    KnotForce answer;
    answer.force = {0, -9.81 * knot.mass, 0};
    return answer;
  });
  const Values still = {{"simtype", "quasistatic"}};
  EXPECT_LT(farthest(run(host, rods, {{"simtype", "quasistatic"}, {"gravity", "0 0 0"}}, &weight, 2),
                     run(host, rods, still, nullptr, 2)),
            1e-5);
}

TEST(Outside, MotionsOfKnotsAreThoseOfTheState) {
  ShotHost host;
  const Geometry rods = hairsOf(host, 2);
  std::vector<KnotMotion> last;
  Forces look([&](const KnotMotion& knot) {
    last.push_back(knot);
    return KnotForce();
  });
  const Geometry before = run(host, rods, {}, nullptr, 7);
  Parms parms(*findNode("tendril_rodsolver"));
  parms.setText("substeps", "1");
  const Placed rest{std::make_shared<const Geometry>(rods)};
  Microsolver().step(host, parms.data(), {std::make_shared<const Geometry>(before)}, rest, {}, {&look, {}},
                     1.0 / 24, 1);
  ASSERT_EQ(last.size(), before.pointCount());
  std::size_t k = 0;
  for (std::size_t p = 0; p < before.primitiveCount(); ++p)
    for (const std::int32_t point : before.pointsOf(p)) {
      const std::size_t i = static_cast<std::size_t>(point);
      EXPECT_LT((Vector3d(last[k].position.data()) - pointAt(before, i)).norm(), 1e-7);
      const Vector3d v = tupleAt(*before.find(Owner::point, "v"), i);
      EXPECT_LT((Vector3d(last[k].velocity.data()) - v).norm(), 1e-5 * (1 + v.norm()));
      ++k;
    }
}

TEST(Outside, AForceThatIsNoNumberIsNamed) {
  ShotHost host;
  Forces bad([](const KnotMotion&) {
    KnotForce answer;
    answer.force[1] = NAN;
    return answer;
  });
  try {
    run(host, hairsOf(host, 2), {}, &bad, 1);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("rod 0: a force on it is not finite"), std::string::npos);
  }
}

// ---- forces by their look at the velocity

TEST(FitDrag, FindsAStream) {
  const Vector3d stream(1, -2, 0.5);
  const Three v = {0.3, 0.1, -7};
  const KnotForce fit = fitDrag(v, [&](const Three& velocity) {
    const Vector3d f = 3 * (stream - Vector3d(velocity.data()));
    return Three{f.x(), f.y(), f.z()};
  });
  EXPECT_NEAR(fit.grip, 3, 1e-9);
  // at any velocity
  const Vector3d other(4, 4, -4),
      force = Vector3d(fit.force.data()) - fit.grip * (other - Vector3d(fit.target.data()));
  EXPECT_LT((force - 3 * (stream - other)).norm(), 1e-9);
}

TEST(FitDrag, AsksOnceMoreOfWhatDoesNotLook) {
  int asked = 0;
  const KnotForce fit = fitDrag({1, 2, 3}, [&](const Three&) {
    ++asked;
    return Three{0, -1, 0};
  });
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(fit.grip, 0);
  EXPECT_EQ(fit.force, (Three{0, -1, 0}));
}

// One way only: the grip is that of the strongest way, or long steps would not be stable. What drives is
// none.
TEST(FitDrag, TakesTheStrongestWay) {
  const auto along = [](double k) { return [k](const Three& v) { return Three{-k * v[0], 0, 0}; }; };
  EXPECT_NEAR(fitDrag({1, 1, 1}, along(5)).grip, 5, 1e-9);
  EXPECT_EQ(fitDrag({1, 1, 1}, along(-5)).grip, 0);
}

// ---- where objects stand

TEST(World, ThereAndBackIsTheSame) {
  ShotHost host;
  Matrix4d matrix = Matrix4d::Identity();
  matrix.topLeftCorner<3, 3>() =
      Eigen::AngleAxisd(1.1, Vector3d(1, 2, -1).normalized()).toRotationMatrix().transpose();
  matrix.row(3).head<3>() << 3, -2, 1;
  Geometry g = run(host, hairsOf(host, 2), {{"useframe", "on"}, {"wind", "1 0 0"}}, nullptr, 3);
  Attribute& goal = g.add(Owner::point, "animationP", Storage::real64, 3);  // as a wrangle makes it
  setTuple(goal, 1, Vector3d(1, 2, 3));
  const Geometry before = g;
  moveRigidly(g, matrix);
  EXPECT_EQ(g.find(Owner::point, "animationP")->typeInfo, "");
  const Vector3d there = tupleAt(*g.find(Owner::point, "animationP"), 1);
  EXPECT_LT(
      (there - (matrix.topLeftCorner<3, 3>().transpose() * Vector3d(1, 2, 3) + Vector3d(3, -2, 1))).norm(),
      1e-12);
  // what belongs to a place, a way or a turn has gone along
  for (const auto& [owner, name] :
       {std::pair(Owner::primitive, "rootpos"), std::pair(Owner::primitive, "rootorient"),
        std::pair(Owner::primitive, "pastpos"), std::pair(Owner::primitive, "pastorient"),
        std::pair(Owner::point, "goalpos"), std::pair(Owner::detail, "framepos"),
        std::pair(Owner::detail, "frameorient"), std::pair(Owner::detail, "winddrift")})
    EXPECT_GT((tupleAt(*g.find(owner, name), 0) - tupleAt(*before.find(owner, name), 0)).norm(), 1e-3)
        << name;
  for (const char* name : {"hookpos", "hookorient"})
    EXPECT_EQ(tupleAt(*g.find(Owner::primitive, name), 0), tupleAt(*before.find(Owner::primitive, name), 0));
  moveRigidly(g, rigidInverse(matrix));
  EXPECT_LT(farthest(g, before), 1e-6);
  Geometry same = before;
  moveRigidly(same, Matrix4d::Identity());
  EXPECT_TRUE(same == before);
}

TEST(World, OnlyRigidMotionsMoveRods) {
  Matrix4d scaled = Matrix4d::Identity(), mirrored = scaled, nan = scaled, slanted = scaled;
  scaled(0, 0) = scaled(1, 1) = scaled(2, 2) = 2;
  mirrored(0, 0) = -1;
  nan(3, 0) = NAN;
  slanted(0, 3) = 0.5;
  for (const Matrix4d& matrix : {scaled, mirrored, nan, slanted}) EXPECT_THROW(rigid(matrix), Error);
  // as near to a rotation as floats come: taken as the rotation that it means
  Matrix4d turn = Matrix4d::Identity();
  turn.topLeftCorner<3, 3>() = Eigen::AngleAxisd(0.7, Vector3d(1, 2, -1).normalized()).toRotationMatrix();
  const Matrix4d rounded = rigid(turn.cast<float>().cast<double>());
  EXPECT_LT((rounded * rounded.transpose() - Matrix4d::Identity()).norm(), 1e-14);
  EXPECT_LT((rounded - turn).norm(), 1e-6);
  EXPECT_EQ(rigid(Matrix4d::Identity()), Matrix4d::Identity());
}

// ---- beginnings

// Rods that begin partly grown lie between the knots of the whole: nobody has edited them.
TEST(Outside, WhoBeginsPartlyGrownIsNotEdited) {
  ShotHost host;
  const Geometry rods = hairsOf(host, 3);
  Shot shot(host, {{"growth", "0.37"}, {"gravity", "0 0 0"}}, {still(rods)});
  const Geometry start = shot.at(1);
  EXPECT_EQ(host.told.find("edited"), std::string::npos) << host.told;
  // and stand where the whole has its first third
  const Geometry whole = *still(rods)(1);
  for (std::size_t p = 0; p < start.primitiveCount(); ++p)
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_LT((pointAt(start, static_cast<std::size_t>(start.pointsOf(p)[k])) -
                 pointAt(whole, static_cast<std::size_t>(whole.pointsOf(p)[k])))
                    .norm(),
                1e-6);
}

// ---- targets

TEST(Outside, TargetsOfOtherIdsAreNamed) {
  ShotHost host;
  const Geometry rods = hairsOf(host, 3);
  Geometry some = rods, none = rods;
  for (std::size_t p = 0; p < 3; ++p) {
    setTuple(none.add(Owner::primitive, "id", Storage::int64, 1), p, 50.0 + static_cast<double>(p));
    setTuple(some.add(Owner::primitive, "id", Storage::int64, 1), p, p == 2 ? 50.0 : static_cast<double>(p));
  }
  Shot partly(host, {}, {still(rods), {}, {}, still(some)}),
      wrong(host, {}, {still(rods), {}, {}, still(none)});
  host.expect("Goal: 1 rod has no target of its id and stays where it is (id 2)");
  EXPECT_NO_THROW(partly.at(2));
  EXPECT_THROW(wrong.at(2), Error);
}

}  // namespace
}  // namespace tendril::test
