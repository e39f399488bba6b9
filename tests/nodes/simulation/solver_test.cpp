// tendril::solver: what a cached frame holds, what happens to rods that were edited, and the frame loop.
#include <gtest/gtest.h>

#include <cmath>

#include "nodes/simulation/simulation.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "tests/support/shot.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;

// A head that turns and moves, as rows of Houdini's matrix.
Matrix4d nod(double frame) {
  Matrix4d m = Matrix4d::Identity();
  const double angle = 0.5 * std::sin(0.4 * (frame - 1));
  m.topLeftCorner<3, 3>() = Eigen::AngleAxisd(angle, Vector3d::UnitX()).toRotationMatrix().transpose();
  m.bottomLeftCorner<1, 3>() << 0.02 * (frame - 1), 0, 0;
  return m;
}

const Values kWindy = {{"wind", "2 0 1"},        {"gust", "0.5"},       {"windnoise", "1"},
                       {"goalweight", "0.2"},    {"plasticbend", "5"},  {"curllock", "0.3"},
                       {"targetstiffness", "2"}, {"targetdamping", "1"}};

// From the frame that `change` was done to, up to frame 9.
Geometry restarted(const Geometry& rods, const Geometry& cached, const Values& values = kWindy) {
  ShotHost host;
  host.files["cached"] = cached;
  Values all = values;
  all.insert(all.end(), {{"startfrom", "cache"}, {"cachefile", "cached"}, {"cacheframe", "5"}});
  Shot shot(host, all, {still(rods), {}, {}, moving(rods, nod)});
  return shot.at(9);
}

TEST(Solver, ACachedFrameGoesOnAsIfNothingHadBeen) {
  for (const char* model : kModels) {
    ShotHost host;
    const Geometry rods = hairsOf(host, kThorough ? 6 : 2, {{"model", model}, {"material", "hair"}});
    Shot shot(host, kWindy, {still(rods), {}, {}, moving(rods, nod)});
    const Geometry cached = shot.at(5), end = shot.at(9);
    EXPECT_GT(farthest(rods, end), 0.01);
    EXPECT_TRUE(restarted(rods, cached) == end) << model;
    EXPECT_TRUE(restarted(rods, demoted(cached)) == end) << model << ", halves";
    EXPECT_TRUE(restarted(rods, without(cached, {"orient", "v", "w"})) == end)
        << model << ", nothing derived but P";
    EXPECT_TRUE(restarted(rods, shuffled(cached)) == end) << model << ", sorted";
    // a trial of the trial: another state does not
    EXPECT_FALSE(restarted(rods, shot.at(6)) == end) << model;
  }
}

TEST(Solver, BackwardsAndForwardsGiveTheSameBits) {
  ShotHost host;
  const Geometry rods = hairsOf(host, 4);
  Shot shot(host, {}, {still(rods), {}, {}, moving(rods, nod)});
  const Geometry four = shot.at(4), seven = shot.at(7);
  EXPECT_TRUE(shot.at(4) == four);
  EXPECT_TRUE(shot.at(7) == seven);
  Shot again(host, {}, {still(rods), {}, {}, moving(rods, nod)});
  EXPECT_TRUE(again.at(7) == seven);
}

TEST(Solver, BeforeAndOnTheStartFrameRodsAreAsTheyCame) {
  ShotHost host;
  const Geometry rods = hairsOf(host, 3);
  Shot shot(host, {{"startframe", "10"}}, {still(rods)});
  EXPECT_TRUE(shot.at(3) == rods);
  EXPECT_EQ(farthest(shot.at(10), rods), 0);
  EXPECT_GT(farthest(shot.at(14), rods), 1e-4);
}

TEST(Solver, SubframesLieBetweenAndChangeNothing) {
  ShotHost host;
  const Geometry rods = hairsOf(host, 3);
  Shot with(host, {{"substeps", "4"}}, {still(rods), {}, {}, moving(rods, nod)}),
      without(host, {{"substeps", "4"}}, {still(rods), {}, {}, moving(rods, nod)});
  Geometry before = with.at(5);
  const double frame = farthest(with.at(6), before);
  before = with.at(5);
  double way = 0;
  for (const double part : {0.25, 0.5, 0.75}) {
    const Geometry between = with.at(5 + part);
    EXPECT_GT(farthest(between, before), 0.05 * frame);
    way = farthest(between, with.at(5));
  }
  EXPECT_LT(way, frame * 1.2);
  // also between steps, and where there are none
  for (const Values& values : {Values{{"substeps", "1"}}, Values{{"simtype", "quasistatic"}}}) {
    const Geometry line = lineRod(host, {{"length", "0.3"}}, {{"material", "rope"}, {"elements", "3"}});
    Shot shot(host, values, {still(line), {}, {}, moving(line, nod)});
    const Vector3d a = pointAt(shot.at(5), 0), half = pointAt(shot.at(5.5), 0), b = pointAt(shot.at(6), 0);
    EXPECT_NEAR(half.x(), 0.5 * (a.x() + b.x()), 0.2 * (b - a).norm());
  }
  EXPECT_TRUE(with.at(6) == without.at(6));
}

TEST(Solver, AnEditedPointIsReadAndTheRestRunsOn) {
  for (const char* model : kModels) {
    ShotHost host;
    const Geometry rods = lineRod(host, {{"length", "0.5"}, {"direction", "1 0 0"}},
                                  {{"model", model}, {"material", "cable"}, {"elements", "8"}});
    Shot shot(host, {}, {still(rods)});
    Geometry edited = shot.at(5);
    const std::size_t tip = edited.pointCount() - 1;
    const Vector3d there = pointAt(edited, tip) + Vector3d(-0.005, 0.03, 0.01);
    setTuple(*edited.find(Owner::point, "P"), tip, there);
    ShotHost other;
    other.files["edited"] = edited;
    Values values = {{"startfrom", "cache"},
                     {"cachefile", "edited"},
                     {"cacheframe", "5"},
                     {"substeps", "16"},
                     {"timescale", "0.01"}};
    Shot next(other, values, {still(rods)});
    const Geometry after = next.at(6);
    EXPECT_LT((tipOf(after) - there).norm(), 0.01) << model;
    EXPECT_NE(other.told.find("1 rod was edited"), std::string::npos);
    // nothing stretches: chords of a rod are no longer than it is
    const Attribute& arc = *after.find(Owner::point, "arclength");
    for (std::size_t k = 1; k < after.pointCount(); ++k)
      EXPECT_LE((pointAt(after, k) - pointAt(after, k - 1)).norm(),
                (numberAt(arc.numbers, k) - numberAt(arc.numbers, k - 1)) * (1 + 1e-5));
    values.back().second = "1";
    Shot run(other, values, {still(rods)});
    EXPECT_LT(farthest(run.at(30), rods), 1.1) << "stays within its reach";
  }
}

TEST(Solver, RodsThatWereTurnedOrScaledAsAWholeStayThemselves) {
  enum class How { transform, positions, scale };
  for (const char* model : kModels)
    for (const How how : {How::transform, How::positions, How::scale}) {
      const bool scaled = how == How::scale;
      ShotHost host;
      const Geometry rods = hairsOf(host, 4, {{"model", model}});
      Shot shot(host, {}, {still(rods)});
      Geometry edited = shot.at(5), turned = edited;
      Matrix4d m = Matrix4d::Identity();
      m.topLeftCorner<3, 3>() =
          scaled ? Eigen::Matrix3d(1.3 * Eigen::Matrix3d::Identity())
                 : Eigen::AngleAxisd(1.2, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
      transform(turned, m);
      if (how == How::transform) edited = turned;  // all of the state turns along
      for (const char* name : {"P", "orient"})
        *edited.find(Owner::point, name) = *turned.find(Owner::point, name);
      // what runs on is the state alone
      SimulationParms parms;
      Simulation simulation(host, 1);
      const Geometry asked = edited;
      parms.timeScale = 1e-6;
      simulation.advance(edited, {}, parms, {1.0 / 24});
      EXPECT_EQ(simulation.report().edited, how == How::transform ? 0u : 4u)
          << model << static_cast<int>(how);
      EXPECT_LT(farthest(edited, asked), scaled ? 2e-3 : 1e-3) << model << (scaled ? ", scaled" : ", turned");
      parms.timeScale = 1;
      for (int i = 6; i < 20; ++i) simulation.advance(edited, {}, parms, {1.0 / 24});
      EXPECT_TRUE(simulation.report().held.empty());
      EXPECT_EQ(simulation.report().edited, 0u);
    }
}

TEST(Solver, FloatsInsteadOfDoublesAreNoEdits) {
  for (const char* model : kModels) {
    ShotHost host;
    // links of a chain that turn by nearly half a turn against each other would make much of any rounding
    const Geometry curves = cook(host, "scalp", {{"hairs", "5"}, {"curls", "1"}}, {});
    const Geometry rods = rodsOf(host, curves, {{"model", model}, {"material", "hair"}});
    Shot shot(host, {}, {still(rods), {}, {}, moving(rods, nod)});
    Geometry coarse = shot.at(5);
    const Geometry end = shot.at(9);
    for (auto& all : coarse.attributes)
      for (Attribute& attribute : all)
        if (attribute.kind == AttributeKind::numeric && attribute.storage() == Storage::real64) {
          const Attribute from = attribute;
          attribute = inStorage(from, Storage::real32);
        }
    ShotHost other;
    other.files["cached"] = coarse;
    Shot next(other, {{"startfrom", "cache"}, {"cachefile", "cached"}, {"cacheframe", "5"}},
              {still(rods), {}, {}, moving(rods, nod)});
    EXPECT_LT(farthest(next.at(9), end), 2e-4) << model;
    EXPECT_EQ(other.told.find("edited"), std::string::npos) << model;
  }
}

TEST(Solver, CentimetresMoveAsMetresDo) {
  ShotHost host;
  const auto tipsOf = [&](double unit) {
    Asked asked;
    asked.unitLength = unit;
    const Geometry curves = cook(host, "scalp", {{"hairs", "4"}, {"curls", "1"}}, {}, asked);
    const Geometry rods = cook(host, "rods", {{"material", "hair"}}, {&curves}, asked);
    Shot shot(host, {{"wind", "1 0 0"}}, {still(rods)}, {}, unit);
    return shot.at(12);
  };
  const Geometry metres = tipsOf(1), parts = tipsOf(0.0078125);  // a power of two: the same floats
  for (std::size_t i = 0; i < metres.pointCount(); ++i)
    EXPECT_LT((pointAt(metres, i) - 0.0078125 * pointAt(parts, i)).norm(), 1e-5);
}

// The microsolver's step is the solver's.
TEST(Solver, TheStepAloneIsTheSame) {
  ShotHost host;
  const Geometry rods = hairsOf(host, 4);
  Shot shot(host, {{"growth", "0.7"}, {"substeps", "2"}}, {still(rods), {}, {}, moving(rods, nod)});
  const Geometry five = shot.at(5), six = shot.at(6), goal = *moving(rods, nod)(6);
  const Geometry step = cook(host, "tendril_rodsolver", {{"growth", "0.7"}, {"substeps", "2"}},
                             {&five, nullptr, nullptr, &goal, &rods}, Asked{6, 1});
  EXPECT_TRUE(step == six);
  // forces that others put on the state are felt
  Geometry pushed = five;
  for (std::size_t i = 0; i < pushed.pointCount(); ++i)
    setTuple(pushed.add(Owner::point, "force", Storage::real32, 3), i, Vector3d(1e-4, 0, 0));
  const Geometry blown = cook(host, "tendril_rodsolver", {{"growth", "0.7"}, {"substeps", "2"}},
                              {&pushed, nullptr, nullptr, &goal, &rods}, Asked{6, 1});
  EXPECT_GT(farthest(blown, six), 1e-3);
}

TEST(Solver, EveryKindOfTroubleIsNamed) {
  ShotHost host;
  const Geometry rods = hairsOf(host, 2);
  const auto errorOf = [&](const Geometry& input, const Values& values = {}, const Geometry* goal = nullptr) {
    ShotHost other;
    other.allowWarnings();
    try {
      Shot shot(other, values, {still(input), {}, {}, goal ? still(*goal) : Shot::Input()});
      shot.at(3);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  Geometry broken = rods;
  setTuple(*broken.find(Owner::point, "kappa"), 3, Vector3d(NAN, 0, 0));
  EXPECT_TRUE(has(errorOf(broken), "kappa")) << errorOf(broken);
  broken = rods;
  setNumber(broken.add(Owner::point, "young", Storage::real32, 1).numbers, 1, -5);
  EXPECT_TRUE(has(errorOf(broken), "rod 0, knot 0")) << errorOf(broken);
  broken = rods;
  broken.add(Owner::point, "force", Storage::real32, 3);
  setTuple(*broken.find(Owner::point, "force"), 0, Vector3d(0, INFINITY, 0));
  EXPECT_TRUE(has(errorOf(broken), "force is not finite")) << errorOf(broken);
  broken = rods;
  setNumber(broken.add(Owner::primitive, "rodparent", Storage::int32, 1).numbers, 0, 1);
  setNumber(broken.find(Owner::primitive, "rodparent")->numbers, 1, 0);
  EXPECT_TRUE(has(errorOf(broken), "hangs on itself")) << errorOf(broken);
  broken = rods;
  setNumber(broken.find(Owner::primitive, "id")->numbers, 1, 0);
  EXPECT_TRUE(has(errorOf(broken), "both have id 0")) << errorOf(broken);
  Geometry goal = rods;
  setTuple(*goal.find(Owner::primitive, "rootpos"), 1, Vector3d(0, NAN, 0));
  EXPECT_TRUE(has(errorOf(rods, {}, &goal), "rootpos")) << errorOf(rods, {}, &goal);
  EXPECT_TRUE(has(errorOf(rods, {{"startfrom", "cache"}}), "cachefile"));
  EXPECT_EQ(errorOf(Geometry()), "no error");  // nothing is nothing
}

}  // namespace
}  // namespace tendril::test
