// A DOP network's life with the microsolver, beside the command line's solver.
#include <gtest/gtest.h>

#include <SIM/SIM_DopDescription.h>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <set>

#include "cli/finite.h"
#include "dops.h"
#include "forces.h"
#include "hdk/object_colliders.h"
#include "same_geometry.h"
#include "solver/edit.h"
#include "solver/tuples.h"
#include "standin/faults.h"
#include "standin/geometry.h"
#include "standin/interrupt.h"
#include "tests/nodes/shot.h"
#include "tests/thorough.h"

namespace tendril::test {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;

// Of long runs.
constexpr int kFrames = kThorough ? 100 : 24;

std::string pluginFile() {
  const char* other = std::getenv("TENDRIL_PLUGIN");
  return other ? other : TENDRIL_PLUGIN;
}

Dops::Source sourceOf(const Shot::Input& input) {
  return [input](double frame) { return detailOf(*input(frame)); };
}

// Without where the object stood, which the command line knows nothing of.
Geometry read(const GU_Detail& detail) {
  Geometry g = hdk::fromDetail(detail);
  g.remove(Owner::detail, "objectplace");
  return g;
}

Matrix4d moveBy(double x, double y, double z) {
  Matrix4d matrix = Matrix4d::Identity();
  matrix.row(3).head<3>() << x, y, z;
  return matrix;
}

Matrix4d turnedAbout(const Vector3d& axis, double angle) {
  Matrix4d matrix = Matrix4d::Identity();
  matrix.topLeftCorner<3, 3>() = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix().transpose();
  return matrix;
}

UT_DMatrix4 houdinis(const Matrix4d& matrix) {
  UT_DMatrix4 made;
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c) made.data()[4 * r + c] = matrix(r, c);
  return made;
}

// Nods and walks.
Matrix4d walk(double frame) {
  return turnedAbout({1, 0.3, 0}, 0.5 * std::sin(0.3 * (frame - 1))) * moveBy(0.004 * (frame - 1), 0, 0);
}

class Microsolver : public ::testing::Test {
 protected:
  void SetUp() override { addForces(); }
  void TearDown() override { EXPECT_EQ(dops.faults(), std::vector<std::string>()); }

  // An object fed as the command line's solver is.
  void add(const std::string& name, const Shot::Input& rods, const Shot::Input& goal = {}, int born = 1,
           const std::string& type = "SIM_SopGeometry") {
    dops.addObject(name, born);
    dops.attach(name, "Geometry", sourceOf(rods), Dops::kInitially, type);
    dops.attach(name, "RestGeometry", sourceOf(rods), Dops::kAlways);
    if (goal) dops.attach(name, "TargetGeometry", sourceOf(goal), Dops::kAlways);
  }

  Geometry at(const std::string& name, int frame) {
    const Dops::Cooked cooked = dops.cook(frame);
    EXPECT_EQ(cooked.text(), "");
    return read(dops.geometry(name));
  }

  ShotHost host;
  Dops dops{pluginFile()};
};

TEST_F(Microsolver, DescribesItselfByTheTable) {
  const SIM_DopDescription& description = dops.description();
  EXPECT_STREQ(description.dopName, "tendril_rodsolver");
  EXPECT_STREQ(description.dataName, "Solver");
  EXPECT_STREQ(description.dataType, "GAS_TendrilRodSolver");
  EXPECT_TRUE(description.isGas && description.makesDop);
  const NodeDefinition& node = *findNode("tendril_rodsolver");
  std::set<std::string> tokens;
  for (const PRM_Template* row = description.templates; !row->isEnd(); ++row)
    EXPECT_TRUE(tokens.insert(row->token).second) << row->token << " twice";
  for (const Row& row : node.rows)
    EXPECT_EQ(tokens.count(row.name) > 0,
              row.holdsValue() || row.kind == RowKind::tab || row.kind == RowKind::collapsible)
        << row.name;
  for (const char* name : {"geometry", "constraintgeometry", "targetgeometry", "restgeometry"})
    EXPECT_TRUE(tokens.count(name)) << name;
}

// The start frame shows what came; frame f comes from f - 1 with the targets of f.
TEST_F(Microsolver, AHundredFramesEqualTheCommandLines) {
  const Geometry hairs = hairsOf(host, 5), chains = hairsOf(host, 4, {{"model", "chain"}}),
                 helices = hairsOf(host, 3, {{"model", "helix"}});
  add("hair", still(hairs), moving(hairs, walk));
  add("chain", moving(chains, walk), {}, 1, "SIM_GeometryCopy");
  add("helix", still(helices));
  dops.setFloat("wind", 0.8, 0);
  dops.setFloat("windnoise", 0.4);
  dops.setFloat("goalweight", 0.1);
  const Values values = {{"wind", "0.8 0 0"}, {"windnoise", "0.4"}, {"goalweight", "0.1"}};
  Shot hair(host, values, {still(hairs), {}, {}, moving(hairs, walk)}),
      chain(host, values, {moving(chains, walk)}), helix(host, values, {still(helices)});
  expectSame(at("hair", 1), hairs);
  for (const int frame : {2, 3, 10, kFrames / 2, kFrames}) {
    SCOPED_TRACE(frame);
    expectSame(at("hair", frame), hair.at(frame));
    expectSame(at("chain", frame), chain.at(frame));
    expectSame(at("helix", frame), helix.at(frame));
  }
  EXPECT_GT(farthest(hair.at(kFrames), hairs), 0.005);
}

TEST_F(Microsolver, ScrubbingChangesNoBit) {
  const Geometry hairs = hairsOf(host, 4);
  add("hair", still(hairs), moving(hairs, walk));
  dops.setFloat("windnoise", 0.4);
  std::vector<Geometry> straight;
  for (int frame = 1; frame <= 40; ++frame) straight.push_back(at("hair", frame));
  std::mt19937 random(7);
  for (unsigned seed = 1; seed <= 4; ++seed) {
    dops.dropSteps(seed);
    for (int i = 0; i < 15; ++i) {
      const std::size_t frame = 1 + random() % 40;
      EXPECT_TRUE(at("hair", static_cast<int>(frame)) == straight[frame - 1]) << frame;
    }
  }
}

TEST_F(Microsolver, AChangedParameterBeginsAnew) {
  const Geometry hairs = hairsOf(host, 3);
  add("hair", still(hairs));
  const Geometry before = at("hair", 12);
  dops.setFloat("gravity", -3, 1);
  const Geometry after = at("hair", 12);
  EXPECT_GT(farthest(before, after), 1e-4);
  Shot lighter(host, {{"gravity", "0 -3 0"}}, {still(hairs)});
  expectSame(after, lighter.at(12));
  // keyed
  dops.setKey("gravity", 1, -3, 1);
  dops.setKey("gravity", 13, 3, 1);
  Shot keyed(host, {}, {still(hairs)}, [](double frame) {
    return Values{{"gravityy", std::to_string(-3 + 6 * (frame - 1) / 12)}};
  });
  EXPECT_LT(farthest(at("hair", 12), keyed.at(12)), 1e-7);
}

// Every parameter reaches the solver as it was set.
TEST_F(Microsolver, EveryParameterArrives) {
  const Geometry hairs = hairsOf(host, 2);
  add("hair", still(hairs), moving(hairs, walk));
  Values values = {{"goalweight", "0.2"}};  // so that those of goals, too, matter
  dops.setFloat("goalweight", 0.2);
  for (const Row& row : findNode("tendril_rodsolver")->rows) {
    if (!row.holdsValue() || row.name == "simtype") continue;  // that follows
    const ParmValue usual = defaultOf(*findNode("tendril_rodsolver"), row);
    const auto inside = [&](double value) {
      return std::clamp(value, row.hardLow.value_or(-1e9), row.hardHigh.value_or(1e9));
    };
    if (row.kind == RowKind::toggle) {
      values.emplace_back(row.name, std::get<bool>(usual) ? "off" : "on");
      dops.setFloat(row.name, std::get<bool>(usual) ? 0 : 1);
    } else if (row.kind == RowKind::integer) {
      const auto value =
          static_cast<long long>(inside(static_cast<double>(std::get<std::int64_t>(usual) + 1)));
      values.emplace_back(row.name, std::to_string(value));
      dops.setFloat(row.name, static_cast<double>(value));
    } else if (row.kind == RowKind::real) {
      const double number = std::get<double>(usual);
      const double value = inside(number == 0 ? 0.25 : row.name == "growth" ? 0.75 : number * 1.25);
      values.emplace_back(row.name, formatValue(row, value));
      dops.setFloat(row.name, value);
    } else if (row.kind == RowKind::vector) {
      std::vector<double> value = std::get<std::vector<double>>(usual);
      for (std::size_t c = 0; c < value.size(); ++c) {
        value[c] += 0.125 * static_cast<double>(c + 1);
        dops.setFloat(row.name, value[c], static_cast<int>(c));
      }
      values.emplace_back(row.name, formatValue(row, value));
    } else if (row.kind == RowKind::menu) {
      values.emplace_back(row.name, row.items.back().token);
      dops.setText(row.name, row.items.back().token);
    } else if (row.kind == RowKind::ramp) {
      values.emplace_back(row.name, "0:0.5 1:1");
      dops.setRamp(row.name, {{0, 0.5, "linear"}, {1, 1, "linear"}});
    } else {
      ADD_FAILURE() << row.name << ": of a kind that this test does not know";
    }
    Shot shot(host, values, {still(hairs), {}, {}, moving(hairs, walk)});
    SCOPED_TRACE(row.name);
    const Dops::Cooked cooked = dops.cook(3);
    EXPECT_EQ(cooked.text().find("error"), std::string::npos) << cooked.text();
    expectSame(read(dops.geometry("hair")), shot.at(3));
    if (HasFailure()) return;
  }
}

TEST_F(Microsolver, QuasistaticIsTheSame) {
  const Geometry hairs = hairsOf(host, 3);
  add("hair", still(hairs), moving(hairs, walk));
  dops.setText("simtype", "quasistatic");
  Shot shot(host, {{"simtype", "quasistatic"}}, {still(hairs), {}, {}, moving(hairs, walk)});
  for (const int frame : {2, 9}) expectSame(at("hair", frame), shot.at(frame));
}

TEST_F(Microsolver, ACheckpointGoesOnAsIfNothingHadBeen) {
  const Geometry hairs = hairsOf(host, 3), chains = hairsOf(host, 2, {{"model", "chain"}});
  add("hair", still(hairs), moving(hairs, walk));
  add("chain", still(chains));
  dops.setFloat("plasticbend", 5);
  const Geometry hair = at("hair", kFrames), chain = read(dops.geometry("chain"));
  at("hair", kFrames / 2);
  const std::string file = dops.save();
  dops.load(file, kFrames / 2);
  EXPECT_EQ(dops.cook(kFrames / 2).steps, 0);
  EXPECT_EQ(dops.save(), file);
  EXPECT_TRUE(at("hair", kFrames) == hair);
  EXPECT_TRUE(read(dops.geometry("chain")) == chain);
}

TEST_F(Microsolver, AnObjectBornLaterBeginsThen) {
  const Geometry hairs = hairsOf(host, 3);
  add("hair", still(hairs));
  add("late", moving(hairs, walk), {}, 20);
  at("hair", 19);
  EXPECT_FALSE(dops.has("late"));
  expectSame(at("late", 20), *moving(hairs, walk)(20));
  Shot shot(host, {{"startframe", "20"}}, {moving(hairs, walk)});
  for (const int frame : {21, 30, 60}) expectSame(at("late", frame), shot.at(frame));
}

// A root that is keyed is where its key is, on every frame.
TEST_F(Microsolver, TargetsAreMetWithoutALag) {
  const Geometry hairs = hairsOf(host, 3);
  add("hair", still(hairs), moving(hairs, walk));
  for (const int frame : {2, 7, 30}) {
    const Geometry state = at("hair", frame), goal = *moving(hairs, walk)(frame);
    for (std::size_t p = 0; p < state.primitiveCount(); ++p) {
      const std::size_t root = static_cast<std::size_t>(state.pointsOf(p)[0]);
      EXPECT_LT((pointAt(state, root) - pointAt(goal, root)).norm(), 2e-7);
    }
  }
  // and with two steps of the network a frame
  Dops twice(pluginFile(), 24, 2);
  twice.addObject("hair");
  twice.attach("hair", "Geometry", sourceOf(still(hairs)));
  twice.attach("hair", "TargetGeometry", sourceOf(moving(hairs, walk)), Dops::kAlways);
  EXPECT_EQ(twice.cook(7).text(), "");
  const Geometry state = read(twice.geometry("hair")), goal = *moving(hairs, walk)(7);
  for (std::size_t p = 0; p < state.primitiveCount(); ++p) {
    const std::size_t root = static_cast<std::size_t>(state.pointsOf(p)[0]);
    EXPECT_LT((pointAt(state, root) - pointAt(goal, root)).norm(), 2e-7);
  }
  EXPECT_LT(farthest(state, at("hair", 7)), 0.01);
}

TEST_F(Microsolver, RodsComeGrowAndGo) {
  const Geometry all = hairsOf(host, 6);
  const auto fed = [all](double frame) {
    Geometry now = all;
    std::vector<std::uint8_t> gone(now.primitiveCount(), 0);
    for (std::size_t p = 0; p < gone.size(); ++p)
      gone[p] = (p % 2 == 1 && frame < 10) || (p == 0 && frame >= 20);  // odd ones come, the first goes
    removePrimitives(now, gone);
    return std::make_shared<const Geometry>(std::move(now));
  };
  add("hair", fed);
  // a DOP network knows no parameters of the start frame: what is keyed begins to change behind the second
  dops.setKey("growth", 2, 0.4);
  dops.setKey("growth", 26, 1);
  Shot shot(host, {}, {fed}, [](double frame) {
    char text[40];
    const double u = std::clamp(((frame - 1) / 24 - 1.0 / 24) / (25.0 / 24 - 1.0 / 24), 0.0, 1.0);
    std::snprintf(text, sizeof text, "%.17g", 0.4 + (1 - 0.4) * u);
    return Values{{"growth", text}};
  });
  for (const int frame : {9, 10, 15, 20, 26}) {
    SCOPED_TRACE(frame);
    const Geometry now = at("hair", frame);
    EXPECT_EQ(now.primitiveCount(), frame < 10 ? 3u : frame < 20 ? 6u : 5u);
    EXPECT_LT(farthest(now, shot.at(frame)), 1e-6);
  }
}

// Rods are where their object and its data are; gravity pulls down in the world all the same.
TEST_F(Microsolver, ObjectsMayStandAnywhere) {
  const Geometry hairs = hairsOf(host, 3);
  const Matrix4d local = turnedAbout({0.2, 1, 0.1}, 2.1) * moveBy(0.3, -0.2, 0.5),
                 place = turnedAbout({1, 0.4, -0.3}, 1.2) * moveBy(-1, 2, 0.7);
  const auto inWorldOf = [&](Geometry g) {
    transform(g, local * place);
    return g;
  };
  for (const char* type : {"SIM_SopGeometry", "SIM_GeometryCopy"}) {
    dops.addObject(type);
    for (const char* data : {"Geometry", "RestGeometry", "TargetGeometry"})
      dops.attach(type, data,
                  sourceOf(data == std::string("TargetGeometry") ? moving(hairs, walk) : still(hairs)),
                  data == std::string("Geometry") ? Dops::kInitially : Dops::kAlways, type,
                  [=](double) { return houdinis(local); });
    dops.place(type, [=](double) { return houdinis(place); });
  }
  dops.setFloat("windnoise", 0.3);
  Shot shot(host, {{"windnoise", "0.3"}},
            {still(inWorldOf(hairs)), {}, {}, [&](double frame) {
               return std::make_shared<const Geometry>(inWorldOf(*moving(hairs, walk)(frame)));
             }});
  for (const int frame : {2, 30}) {
    const Geometry expected = shot.at(frame), own = at("SIM_SopGeometry", frame);
    EXPECT_LT(farthest(inWorldOf(own), expected), 3e-6);
    EXPECT_LT(farthest(inWorldOf(read(dops.geometry("SIM_GeometryCopy"))), expected), 3e-6);
    EXPECT_GT(farthest(own, hairs), 1e-3);
  }
}

// A rod on a moving object lags behind it, as if the motion came with its targets.
TEST_F(Microsolver, ObjectsMayMove) {
  const Geometry hairs = hairsOf(host, 3);
  // from the second frame on: no step knows where the object was made
  const auto place = [](double frame) {
    const double f = std::max(2.0, frame);
    return Matrix4d(turnedAbout({0, 1, 0}, 0.02 * f) * walk(f));
  };
  dops.addObject("hair");
  for (const char* data : {"Geometry", "RestGeometry"})
    dops.attach("hair", data, sourceOf(still(hairs)),
                data == std::string("Geometry") ? Dops::kInitially : Dops::kAlways);
  dops.place("hair", [=](double frame) { return houdinis(place(frame)); });
  Shot shot(host, {}, {moving(hairs, place)});
  for (const int frame : {2, 3, 15, 40}) {
    Geometry state = at("hair", frame);
    transform(state, place(frame));
    EXPECT_LT(farthest(state, shot.at(frame)), 3e-6) << frame;
  }
  const Geometry carried = *moving(hairs, place)(40);
  EXPECT_GT(farthest(shot.at(40), carried), 0.01);
  // and a step that is restored goes on the same
  const Geometry whole = at("hair", 40);
  at("hair", 20);
  dops.load(dops.save(), 20);
  EXPECT_TRUE(at("hair", 40) == whole);
}

// A frame that the command line has cached stands where its object does, and goes on from there.
TEST_F(Microsolver, AFrameOfTheCommandLineGoesOn) {
  const Geometry hairs = hairsOf(host, 2);
  const Matrix4d place = turnedAbout({0, 1, 0}, 1) * moveBy(4, 0, 0);  // about gravity
  Shot shot(host, {}, {still(hairs)});
  const Geometry cached = shot.at(12), next = shot.at(13);
  dops.addObject("hair", 12);
  dops.attach("hair", "Geometry", sourceOf(still(cached)));
  dops.attach("hair", "RestGeometry", sourceOf(still(hairs)), Dops::kAlways);
  dops.place("hair", [=](double) { return houdinis(place); });
  // no jolt, as there would be if it came from where the command line had it
  EXPECT_LT(farthest(at("hair", 13), next), 1e-5);
}

// A matrix in single precision is a rotation but for rounding; large worlds are brought near the origin by
// two transforms that nearly cancel. Rods are no longer for it, and nobody has edited them.
TEST_F(Microsolver, FarObjectsAreNotEdited) {
  const Geometry hairs = hairsOf(host, 2);
  Matrix4d turn = turnedAbout({0.3, 1, 0.2}, 0.7);
  turn = turn.cast<float>().cast<double>();
  const Matrix4d there = turn * moveBy(5000, 0, -3000);
  Matrix4d back = there.inverse();
  Geometry far = hairs;
  transform(far, there);
  dops.addObject("hair");
  for (const char* data : {"Geometry", "RestGeometry"})
    dops.attach("hair", data, sourceOf(still(far)),
                data == std::string("Geometry") ? Dops::kInitially : Dops::kAlways);
  dops.place("hair", [=](double) { return houdinis(back); });
  EXPECT_EQ(dops.cook(60).text(), "");
  Geometry state = read(dops.geometry("hair"));
  transform(state, back);
  Shot shot(host, {}, {still(hairs)});
  EXPECT_LT(farthest(state, shot.at(60)), 2e-3);  // floats of 5,000
}

// What is no rod goes along, with the rods that it came with.
TEST_F(Microsolver, OtherPrimitivesAreCarried) {
  const Geometry all = hairsOf(host, 4);
  const auto fed = [all](double frame) {
    Geometry now = all;
    if (frame < 5) removePrimitives(now, {0, 1, 0, 0});
    auto detail = std::make_unique<GU_Detail>();
    standin::appendVdb(*detail, {static_cast<float>(frame), 0, 0});
    GU_Detail hairs;
    hdk::toDetail(now, hairs, {});
    detail->merge(hairs);
    standin::appendSphere(*detail, {0, 1, 0});
    return detail;
  };
  dops.addObject("hair");
  dops.attach("hair", "Geometry", fed);
  dops.attach("hair", "RestGeometry", fed, Dops::kAlways);
  for (const int frame : {2, 4, 5, 8}) {
    EXPECT_EQ(dops.cook(frame).text(), "") << frame;
    const Geometry state = read(dops.geometry("hair"));
    ASSERT_EQ(state.primitiveCount(), frame < 5 ? 5u : 6u);
    EXPECT_EQ(state.kinds.front(), PrimitiveKind::other);
    EXPECT_EQ(state.kinds.back(), PrimitiveKind::other);
    EXPECT_EQ(pointAt(state, static_cast<std::size_t>(state.pointsOf(0)[0])), Vector3d(frame, 0, 0));
  }
}

// What a wrangle in the network puts on points, rods and groups goes on with them.
TEST_F(Microsolver, StrangersAttributesStay) {
  const Geometry hairs = hairsOf(host, 3);
  add("hair", still(hairs), {}, 1, "SIM_GeometryCopy");
  dops.before("hair", [](GU_Detail& detail, double frame) {
    if (frame != 3) return;
    Geometry now = read(detail);
    setTuple(now.add(Owner::point, "heat", Storage::real32, 1), 4, 7.0);
    now.addString(Owner::primitive, "label").setString(1, "tall");
    now.addGroup(Owner::point, "burnt").members[2] = 1;
    GU_Detail made;
    hdk::toDetail(now, made, {});
    detail.replaceWith(made);
  });
  const Geometry state = at("hair", 9);
  ASSERT_TRUE(state.find(Owner::point, "heat") && state.find(Owner::primitive, "label"));
  EXPECT_EQ(numberAt(state.find(Owner::point, "heat")->numbers, 4), 7);
  EXPECT_EQ(state.find(Owner::primitive, "label")->stringAt(1), "tall");
  EXPECT_EQ(state.findGroup(Owner::point, "burnt")->members[2], 1);
  Shot shot(host, {}, {still(hairs)});
  EXPECT_EQ(farthest(state, shot.at(9)), 0);
}

// ---- forces

// The same forces as parameters or attributes on one side, hung on the object on the other.
TEST_F(Microsolver, ForcesOfTheObjectActAsTheSameGivenOtherwise) {
  const Geometry hairs = hairsOf(host, 4, {{"elements", "5"}});
  const double length = 0.1;
  add("gravity", moving(hairs, walk));
  dops.addForce("gravity", "TestGravity", {{"gravity", UT_Vector3D(1, -4, 0)}});
  dops.addForce("gravity", "TestGravity", {{"gravity", UT_Vector3D(-1, -5.81, 0)}, {"alone", true}});
  add("stream", moving(hairs, walk));
  dops.addForce("stream", "TestStream", {{"grip", 2e-8}, {"target", UT_Vector3D(0.5, 0, 0.2)}});
  for (int c = 0; c < 3; ++c) dops.setFloat("gravity", 0, c);
  Shot pulled(host, {}, {moving(hairs, walk)});
  Geometry inStream = hairs;
  for (std::size_t i = 0; i < inStream.pointCount(); ++i) {
    setTuple(inStream.add(Owner::point, "airresist", Storage::real64, 1), i, 2e-8);
    setTuple(inStream.add(Owner::point, "targetv", Storage::real64, 3), i, Vector3d(0.5, 0, 0.2));
  }
  Shot blown(host, {{"gravity", "0 0 0"}}, {moving(inStream, walk)});
  EXPECT_LT(farthest(at("gravity", kFrames), pulled.at(kFrames)), 1e-5 * length);
  EXPECT_LT(farthest(at("stream", kFrames), blown.at(kFrames)), 1e-5 * length);
  Shot alone(host, {{"gravity", "0 0 0"}}, {moving(hairs, walk)});
  EXPECT_GT(farthest(at("stream", kFrames), alone.at(kFrames)), 1e-3 * length);
  EXPECT_GT(farthest(at("gravity", kFrames), alone.at(kFrames)), 1e-3 * length);
}

// Many knots, in several pieces of work: none is left out, and the bits are those of one knot after the
// other.
TEST_F(Microsolver, ForcesOnManyKnotsAreThoseOnFew) {
  const Geometry hairs =
      rodsOf(host, cook(host, "scalp", {{"hairs", "700"}, {"curlradius", "0"}, {"points", "8"}}, {}),
             {{"elements", "4"}});
  forcesAsked = 0;
  for (const char* name : {"many", "alone"}) {
    add(name, still(hairs));
    std::map<std::string, UT_Options::Value> options = {{"stiffness", 1e-6},
                                                        {"centre", UT_Vector3D(0, 1, 0)}};
    if (name == std::string("alone")) options["alone"] = true;
    dops.addForce(name, "TestWell", options);
  }
  dops.setFloat("substeps", 1);
  const Geometry many = at("many", 2);
  EXPECT_TRUE(many == read(dops.geometry("alone")));
  EXPECT_EQ(forcesAsked, 2 * 2 * 700 * 5);  // objects, questions, knots
  // the last hair alone
  Geometry last = hairs;
  std::vector<std::uint8_t> gone(700, 1);
  gone[699] = 0;
  removePrimitives(last, gone);
  add("last", still(last));
  dops.addForce("last", "TestWell", {{"stiffness", 1e-6}, {"centre", UT_Vector3D(0, 1, 0)}});
  dops.reset();
  const Geometry one = at("last", 2);
  for (std::size_t k = 0; k < one.pointsOf(0).size(); ++k)
    EXPECT_EQ(pointAt(one, static_cast<std::size_t>(one.pointsOf(0)[k])),
              pointAt(many, static_cast<std::size_t>(many.pointsOf(699)[k])));
}

// Forces are asked where the rods are in the world, and as fast as they are.
TEST_F(Microsolver, ForcesAreAskedInTheWorld) {
  const Geometry hairs = hairsOf(host, 3);
  const Matrix4d place = turnedAbout({1, 0.4, -0.3}, 1.2) * moveBy(-1, 2, 0.7);
  add("well", still(hairs));
  Geometry moved = hairs;
  transform(moved, place);
  add("moved", still(moved));
  dops.place("well", [=](double) { return houdinis(place); });
  for (const char* name : {"well", "moved"})
    dops.addForce(name, "TestWell", {{"stiffness", 1e-5}, {"centre", UT_Vector3D(0, 2, 0)}});
  Geometry own = at("well", 30);
  transform(own, place);
  EXPECT_LT(farthest(own, read(dops.geometry("moved"))), 1e-5);
  Shot without(host, {}, {still(moved)});
  EXPECT_GT(farthest(own, without.at(30)), 1e-3);
}

// However strong: what depends on the velocity is implicit in it.
TEST_F(Microsolver, NoDragIsTooStrong) {
  const Geometry hairs = hairsOf(host, 2);
  add("hair", moving(hairs, walk));
  dops.addForce("hair", "TestStream", {{"grip", 1e2}, {"target", UT_Vector3D(0, 0, 0)}});
  dops.addForce("hair", "TestSquare", {{"grip", 1e3}});
  const Geometry state = at("hair", 40);
  EXPECT_NO_THROW(checkFinite(state));
  Shot free(host, {}, {moving(hairs, walk)});
  EXPECT_LT(farthest(state, free.at(40)), 0.5);
}

// POP nodes write to points before the solver.
TEST_F(Microsolver, AttributesOfPopNodesActAndAreUsedUp) {
  const Geometry hairs = hairsOf(host, 3);
  Geometry pushed = hairs;
  for (std::size_t i = 0; i < pushed.pointCount(); ++i)
    setTuple(pushed.add(Owner::point, "force", Storage::real32, 3, "vector"), i, Vector3d(2e-6, 0, 0));
  dops.addObject("hair");
  dops.attach("hair", "Geometry", sourceOf(still(hairs)), Dops::kInitially, "SIM_GeometryCopy");
  dops.attach("hair", "RestGeometry", sourceOf(still(hairs)), Dops::kAlways);
  dops.before("hair", [](GU_Detail& detail, double) {
    Geometry now = read(detail);
    Attribute& force = now.add(Owner::point, "force", Storage::real32, 3, "vector");
    for (std::size_t i = 0; i < now.pointCount(); ++i) {
      EXPECT_TRUE(tupleAt(force, i).isZero(0));
      setTuple(force, i, Vector3d(2e-6, 0, 0));
    }
    GU_Detail made;
    hdk::toDetail(now, made, {});
    detail.replaceWith(made);
  });
  Shot shot(host, {}, {still(pushed)});
  const Geometry state = at("hair", 20);
  EXPECT_LT(farthest(state, shot.at(20)), 1e-6);
  Shot without(host, {}, {still(hairs)});
  EXPECT_GT(farthest(state, without.at(20)), 1e-3);
}

TEST_F(Microsolver, WindOfPopNodesActs) {
  const Geometry hairs = hairsOf(host, 3);
  Geometry blown = hairs;
  const auto blow = [](Geometry& g) {
    for (std::size_t i = 0; i < g.pointCount(); ++i) {
      setTuple(g.add(Owner::point, "airresist", Storage::real32, 1), i, 1e-7);
      setTuple(g.add(Owner::point, "targetv", Storage::real32, 3, "vector"), i, Vector3d(1, 0, 0.5));
    }
  };
  blow(blown);
  add("hair", still(hairs), {}, 1, "SIM_GeometryCopy");
  dops.before("hair", [&](GU_Detail& detail, double) {
    Geometry now = read(detail);
    blow(now);
    GU_Detail made;
    hdk::toDetail(now, made, {});
    detail.replaceWith(made);
  });
  Shot shot(host, {}, {still(blown)}), without(host, {}, {still(hairs)});
  EXPECT_LT(farthest(at("hair", 20), shot.at(20)), 1e-6);
  EXPECT_GT(farthest(without.at(20), shot.at(20)), 1e-3);
}

// ---- trouble

// What is said of an object, while another one goes on.
TEST_F(Microsolver, TroubleIsNamedAndOthersGoOn) {
  const Geometry hairs = hairsOf(host, 3);
  Geometry far = hairs, bad = hairs;
  for (std::size_t p = 0; p < far.primitiveCount(); ++p)
    setTuple(far.add(Owner::primitive, "id", Storage::int64, 1), p, 1000.0 + static_cast<double>(p));
  setTuple(*bad.find(Owner::primitive, "rootpos"), 2, Vector3d(NAN, 0, 0));
  Geometry badState = hairs;
  setTuple(*badState.find(Owner::primitive, "rootpos"), 1, Vector3d(0, NAN, 0));
  const Geometry curves = cook(host, "scalp", {{"hairs", "3"}}, {}), none;
  const auto source = [](const Geometry& g) { return sourceOf(still(g)); };
  struct Case {
    const char* name;
    std::function<void()> make;
    std::string said;
  };
  const auto withTarget = [&](const char* name, const Geometry& g) {
    dops.addObject(name);
    dops.attach(name, "Geometry", source(hairs));
    dops.attach(name, "TargetGeometry", source(g), Dops::kAlways);
  };
  const std::vector<Case> cases = {
      {"nothing", [&] { dops.addObject("nothing"); },
       "Geometry: the object has no data of this name (geometry)"},
      {"wrongtype",
       [&] {
         dops.addObject("wrongtype");
         dops.attach("wrongtype", "Geometry", source(hairs));
         dops.attachOther("wrongtype", "TargetGeometry", "SIM_Position");
       },
       "TargetGeometry: is SIM_Position, which is no geometry"},
      {"volume",
       [&] {
         dops.addObject("volume");
         dops.attach("volume", "Geometry", [](double) {
           auto detail = std::make_unique<GU_Detail>();
           standin::appendVdb(*detail, {0, 0, 0});
           return detail;
         });
       },
       "Geometry: has no rods; put Tendril Rods before it"},
      {"empty",
       [&] {
         dops.addObject("empty");
         dops.attach("empty", "Geometry", source(none));
       },
       "Geometry: is empty"},
      {"null",
       [&] {
         dops.addObject("null");
         dops.attach("null", "Geometry", [](double) { return std::unique_ptr<GU_Detail>(); });
       },
       "Geometry: is empty"},
      {"curves",
       [&] {
         dops.addObject("curves");
         dops.attach("curves", "Geometry", source(curves));
       },
       "Geometry: has no rods; put Tendril Rods before it"},
      {"notargets", [&] { withTarget("notargets", none); }, "TargetGeometry: is empty"},
      {"others", [&] { withTarget("others", far); },
       "TargetGeometry: nothing there has the id of a rod (rods have 0, 1, 2)"},
      {"nan", [&] { withTarget("nan", bad); }, "TargetGeometry: rod 2 (primitive 2): rootpos is not finite"},
      {"badstate",
       [&] {
         dops.addObject("badstate");
         dops.attach("badstate", "Geometry", source(badState));
       },
       "Geometry: rod 1 (primitive 1): rootpos is not finite"},
      {"scaled",
       [&] {
         dops.addObject("scaled");
         dops.attach("scaled", "Geometry", source(hairs));
         dops.place("scaled", [](double) { return houdinis(Matrix4d(2 * Matrix4d::Identity())); });
       },
       "Geometry: its transform scales"},
      {"nanforce",
       [&] {
         add("nanforce", still(hairs));
         dops.addForce("nanforce", "TestNan", {});
       },
       "a force on it is not finite"}};
  for (const Case& each : cases) each.make();
  add("good", still(hairs));
  const Dops::Cooked cooked = dops.cook(4);
  EXPECT_EQ(cooked.messages.size(), 3 * cases.size()) << cooked.text();
  for (const Case& each : cases) {
    const std::string begin = std::string(each.name) + ": error: " + each.name + ": ";
    const auto told = [&](const std::string& message) {
      return message.rfind(begin, 0) == 0 && message.find(each.said) != std::string::npos;
    };
    EXPECT_EQ(std::count_if(cooked.messages.begin(), cooked.messages.end(), told), 3) << each.name << "\n"
                                                                                      << cooked.text();
  }
  Shot shot(host, {}, {still(hairs)});
  expectSame(read(dops.geometry("good")), shot.at(4));
  // who could not be solved is as he was
  expectSame(read(dops.geometry("nan")), hairs);
}

TEST_F(Microsolver, NamesOfDataAreTheArtists) {
  const Geometry hairs = hairsOf(host, 2);
  dops.addObject("hair");
  dops.attach("hair", "Strands", sourceOf(still(hairs)));
  dops.attach("hair", "Guides", sourceOf(moving(hairs, walk)), Dops::kAlways);
  dops.setText("geometry", "Strands");
  dops.setText("targetgeometry", "Guides");
  EXPECT_EQ(dops.cook(10).text(), "");
  const Geometry found = read(dops.geometry("hair", "Strands"));
  Shot shot(host, {}, {still(hairs), {}, {}, moving(hairs, walk)});
  EXPECT_LT(farthest(found, shot.at(10)), 1e-9);
  // a name that somebody has chosen means something; none at all means none
  dops.setText("restgeometry", "Rest");
  EXPECT_NE(dops.cook(2).text().find("hair: error: hair: Rest: the object has no data of this name"),
            std::string::npos);
  dops.setText("restgeometry", "");
  EXPECT_EQ(dops.cook(10).text(), "");
  EXPECT_TRUE(read(dops.geometry("hair", "Strands")) == found);
}

TEST_F(Microsolver, RodsNeedAName) {
  add("hair", still(hairsOf(host, 2)));
  dops.addObject("bare");
  dops.attach("bare", "Geometry", sourceOf(still(hairsOf(host, 2))));
  dops.setText("geometry", "");
  const std::string told = dops.cook(2).text();
  for (const char* name : {"hair", "bare"})
    EXPECT_NE(told.find(std::string(name) + ": error: " + name + ": geometry: is empty; name the data"),
              std::string::npos)
        << told;
}

// How ramps arrive is not confirmed: what cannot be read stays as it is in the table, and is told.
TEST_F(Microsolver, ARampThatCannotBeReadIsItsDefault) {
  const Geometry hairs = hairsOf(host, 2);
  add("hair", still(hairs));
  dops.spoil = [](SIM_Options& options) { options.values["stiffnessramp"] = UT_StringHolder("2"); };
  const Dops::Cooked cooked = dops.cook(3);
  EXPECT_NE(cooked.text().find("hair: warning: hair: stiffnessramp: the ramp cannot be read; its default"),
            std::string::npos)
      << cooked.text();
  Shot shot(host, {}, {still(hairs)});
  expectSame(read(dops.geometry("hair")), shot.at(3));
}

// An object that carries nothing over when another's data becomes its own.
TEST_F(Microsolver, ACopyMayBeginEmpty) {
  const Geometry hairs = hairsOf(host, 2);
  add("hair", still(hairs));
  standin::adopts = false;
  const Geometry state = at("hair", 5);
  standin::adopts = true;
  Shot shot(host, {}, {still(hairs)});
  expectSame(state, shot.at(5));
}

TEST_F(Microsolver, AnAbsurdParameterIsNamed) {
  add("hair", still(hairsOf(host, 2)));
  dops.setFloat("substeps", -4);
  EXPECT_NE(dops.cook(2).text().find("hair: error: hair: substeps"), std::string::npos);
}

TEST_F(Microsolver, AnInterruptLeavesTheStepUndone) {
  const Geometry hairs = hairsOf(host, kThorough ? 400 : 40, {{"elements", "12"}});
  add("hair", still(hairs));
  dops.setFloat("substeps", 60);
  standin::interruptAfterPolls(1);
  const Dops::Cooked cooked = dops.cook(3);
  standin::clearInterrupt();
  EXPECT_TRUE(cooked.interrupted);
  EXPECT_EQ(cooked.text(), "");
  dops.setFloat("substeps", 1);
  Shot shot(host, {{"substeps", "1"}}, {still(hairs)});
  expectSame(at("hair", 3), shot.at(3));
}

// ---- what else there is to see

TEST_F(Microsolver, CollidersAreHandedOn) {
  const Geometry hairs = hairsOf(host, 2), ball = cook(host, "scalp", {{"hairs", "4"}}, {});
  add("hair", still(hairs));
  dops.addObject("ball");
  dops.attach("ball", "Geometry", sourceOf(still(ball)), Dops::kAlways, "SIM_SopGeometry",
              [](double) { return houdinis(moveBy(1, 0, 0)); });
  Matrix4d twice = 2 * Matrix4d::Identity();
  twice(3, 3) = 1;
  dops.place("ball", [=](double) { return houdinis(twice); });
  dops.addObject("light");  // without a geometry
  dops.collide("hair", "ball");
  dops.collide("hair", "light");
  const Dops::Cooked cooked = dops.cook(2);
  EXPECT_NE(cooked.text().find("hair: warning: hair: colliders do not act on rods yet"), std::string::npos);
  const std::vector<ColliderSource> sources = hdk::collidersOf(dops.object("hair"));
  ASSERT_EQ(sources.size(), 2u);
  EXPECT_EQ(sources[0].name, "ball");
  const std::shared_ptr<const Geometry> found = sources[0].read();
  ASSERT_TRUE(found);
  for (std::size_t i = 0; i < ball.pointCount(); ++i)
    EXPECT_LT((pointAt(*found, i) - 2 * (pointAt(ball, i) + Vector3d(1, 0, 0))).norm(), 1e-5);
  EXPECT_EQ(sources[1].read(), nullptr);
}

TEST_F(Microsolver, ConstraintsAreSaidNotToAct) {
  const Geometry hairs = hairsOf(host, 2);
  add("hair", still(hairs));
  dops.attach("hair", "ConstraintGeometry", sourceOf(still(hairs)));
  EXPECT_NE(dops.cook(2).text().find("ConstraintGeometry: constraints do not act on rods yet"),
            std::string::npos);
}

TEST_F(Microsolver, ReadOutsTellHowItWent) {
  add("hair", still(hairsOf(host, 2)));
  const Geometry state = at("hair", 5);
  for (const char* name : {"kinetic", "elastic", "potential", "iterations", "residual"}) {
    EXPECT_TRUE(state.find(Owner::primitive, name)) << name;
    EXPECT_TRUE(state.find(Owner::detail, name)) << name;
  }
  EXPECT_GT(detailNumber(state, "kinetic"), 0);
}

TEST_F(Microsolver, GuidesShowFramesAndPins) {
  const Geometry hairs = hairsOf(host, 2, {{"elements", "3"}});
  const Matrix4d place = turnedAbout({0, 1, 0}, 1.5) * moveBy(0, 1, 0);
  add("hair", still(hairs));
  dops.place("hair", [=](double) { return houdinis(place); });
  dops.cook(5);
  Geometry state = read(dops.geometry("hair"));
  transform(state, place);
  const Geometry frames = read(*dops.guide("hair", {{"guidepins", 0}}));
  ASSERT_EQ(frames.primitiveCount(), 3 * state.pointCount());
  for (std::size_t i = 0; i < state.pointCount(); ++i)
    EXPECT_LT((pointAt(frames, 6 * i) - pointAt(state, i)).norm(), 1e-5);
  EXPECT_TRUE(frames.find(Owner::point, "Cd"));
  const Geometry pins = read(*dops.guide("hair", {{"guideframes", 0}}));
  EXPECT_EQ(pins.primitiveCount(), 2 * 3u);  // the roots, of three strokes each
  EXPECT_EQ(read(*dops.guide("hair")).primitiveCount(), frames.primitiveCount() + pins.primitiveCount());
}

}  // namespace
}  // namespace tendril::test
