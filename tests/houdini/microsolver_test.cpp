// The microsolver in a DOP network, beside the command line's solver: frames, parameters, what it hands on.
#include "microsolver.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "solver/vdb/vdb.h"

namespace tendril::test {
namespace {

TEST_F(Microsolver, DescribesItselfByTheTable) {
  const SIM_DopDescription& description = dops.description();
  EXPECT_STREQ(description.dopName, "tendril_rodsolver");
  EXPECT_STREQ(description.dataName, "Solver");
  EXPECT_STREQ(description.dataType, "GAS_TendrilRodSolver");
  EXPECT_TRUE(description.makesDop);
  // an ordinary solver, that stands behind an object
  EXPECT_FALSE(description.appliesOnly || description.isUnique);
  const NodeDefinition& node = *findNode("tendril_rodsolver");
  std::set<std::string> tokens;
  for (const PRM_Template* parameter = description.templates; !parameter->isEnd(); ++parameter)
    EXPECT_TRUE(tokens.insert(parameter->token).second) << parameter->token << " twice";
  for (const Parameter& parameter : node.parameters)
    EXPECT_EQ(tokens.count(parameter.name) > 0, parameter.holdsValue() ||
                                                    parameter.kind == ParameterKind::tab ||
                                                    parameter.kind == ParameterKind::collapsible)
        << parameter.name;
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
  host.expect("goalweight: nothing is connected to Goal");  // of the helices, which stand still
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
  dops.setDefaultOperation(Dops::kAlways);
  dops.setKey("gravity", 1, -3, 1);
  dops.setKey("gravity", 13, 3, 1);
  Shot keyed(host, {}, {still(hairs)}, [](double frame) {
    return Values{{"gravityy", std::to_string(-3 + 6 * (frame - 1) / 12)}};
  });
  EXPECT_LT(farthest(at("hair", 12), keyed.at(12)), 1e-7);
}

// As Houdini has it for a node whose Default Operation nobody has touched.
TEST_F(Microsolver, WithoutSetAlwaysKeysDoNothing) {
  const Geometry hairs = hairsOf(host, 2);
  add("hair", still(hairs));
  dops.setKey("wind", 1, 0, 0);
  dops.setKey("wind", 6, 3, 0);
  const Geometry initial = at("hair", 12);
  Shot calm(host, {}, {still(hairs)});
  expectSame(initial, calm.at(12));
  dops.setDefaultOperation(Dops::kAlways);
  EXPECT_GT(farthest(at("hair", 12), initial), 1e-4);
}

// What is kept between steps belongs to one run of an object: another begins with nothing.
TEST_F(Microsolver, AnObjectThatBeginsRemembersNothing) {
  const Geometry hairs = hairsOf(host, 2);
  add("hair", still(hairs), moving(hairs, walk));
  dops.setFloat("wind", 3, 0);
  at("hair", 12);
  dops.setFloat("wind", 0, 0);
  dops.setFloat("substeps", 3);
  Shot shot(host, {{"substeps", "3"}}, {still(hairs), {}, {}, moving(hairs, walk)});
  expectSame(at("hair", 3), shot.at(3));
}

// Every parameter reaches the solver as it was set.
// A breeze, as a .vdb that goes with it.
struct WindFile {
  WindFile() {
    if (!hasOpenVdb()) return;
    const std::vector<std::uint8_t> bytes =
        fileOf({velocityGrid({-2, -2, -2}, {2, 2, 2}, 0.5, false,
                             [](const Eigen::Vector3d&) { return Eigen::Vector3d(2, 0, 1); })});
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  ~WindFile() { std::filesystem::remove(path); }

  const std::string path =
      (std::filesystem::temp_directory_path() / ("tendril_wind" + std::to_string(getpid()) + ".vdb"))
          .string();
};

TEST_F(Microsolver, EveryParameterArrives) {
  const WindFile wind;
  const Geometry hairs = hairsOf(host, 2);
  add("hair", still(hairs), moving(hairs, walk));
  Values values = {{"goalweight", "0.2"}};  // so that those of goals, too, matter
  dops.setFloat("goalweight", 0.2);
  for (const Parameter& parameter : findNode("tendril_rodsolver")->parameters) {
    if (!parameter.holdsValue() || parameter.name == "simtype") continue;  // that follows
    const ParmValue usual = defaultOf(*findNode("tendril_rodsolver"), parameter);
    const auto inside = [&](double value) {
      return std::clamp(value, parameter.hardLow.value_or(-1e9), parameter.hardHigh.value_or(1e9));
    };
    if (parameter.kind == ParameterKind::toggle) {
      values.emplace_back(parameter.name, std::get<bool>(usual) ? "off" : "on");
      dops.setFloat(parameter.name, std::get<bool>(usual) ? 0 : 1);
    } else if (parameter.kind == ParameterKind::integer) {
      const auto value =
          static_cast<long long>(inside(static_cast<double>(std::get<std::int64_t>(usual) + 1)));
      values.emplace_back(parameter.name, std::to_string(value));
      dops.setFloat(parameter.name, static_cast<double>(value));
    } else if (parameter.kind == ParameterKind::real) {
      const double number = std::get<double>(usual);
      const double value = inside(number == 0 ? 0.25 : parameter.name == "growth" ? 0.75 : number * 1.25);
      values.emplace_back(parameter.name, formatValue(parameter, value));
      dops.setFloat(parameter.name, value);
    } else if (parameter.kind == ParameterKind::vector) {
      std::vector<double> value = std::get<std::vector<double>>(usual);
      for (std::size_t c = 0; c < value.size(); ++c) {
        value[c] += 0.125 * static_cast<double>(c + 1);
        dops.setFloat(parameter.name, value[c], static_cast<int>(c));
      }
      values.emplace_back(parameter.name, formatValue(parameter, value));
    } else if (parameter.kind == ParameterKind::menu) {
      values.emplace_back(parameter.name, parameter.items.back().token);
      dops.setText(parameter.name, parameter.items.back().token);
    } else if (parameter.kind == ParameterKind::ramp) {
      values.emplace_back(parameter.name, "0:0.5 1:1");
      dops.setRamp(parameter.name, {{0, 0.5, "linear"}, {1, 1, "linear"}});
    } else if (parameter.kind == ParameterKind::file || parameter.kind == ParameterKind::string) {
      if (!hasOpenVdb()) continue;
      const std::string text = parameter.kind == ParameterKind::file ? wind.path : "vel";
      values.emplace_back(parameter.name, text);
      dops.setText(parameter.name, text);
    } else {
      ADD_FAILURE() << parameter.name << ": of a kind that this test does not know";
    }
    Shot shot(host, values, {still(hairs), {}, {}, moving(hairs, walk)});
    SCOPED_TRACE(parameter.name);
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

// Ropes, a pin, rungs, pearls: the same bits as on the command line, rods and constraints; also where the
// object stands elsewhere, to rounding.
TEST_F(Microsolver, ConstraintsActAsOnTheCommandLine) {
  const Geometry drawn =
      cook(host, "draw", {{"points", "0 0 0, 0.5 -0.1 0, 1 0 0; 0 0 0.5, 0.5 -0.1 0.5, 1 0 0.5"}}, {});
  const Geometry rods = rodsOf(host, drawn, {{"material", "cable"}, {"radius", "0.005"}, {"elements", "6"}});
  Geometry held = cook(host, "constrain", {{"type", "position"}, {"place", "tip"}}, {&rods});
  held = cook(host, "constrain",
              {{"type", "distance"},
               {"hold", "rods"},
               {"pairs", "neighbours"},
               {"place", "even"},
               {"count", "3"},
               {"from", "0.2"},
               {"to", "0.8"}},
              {&rods, nullptr, &held});
  held = cook(host, "constrain",
              {{"type", "pearl"},
               {"group", "1"},
               {"place", "even"},
               {"count", "3"},
               {"from", "0.1"},
               {"to", "0.4"},
               {"friction", "0.1"}},
              {&rods, nullptr, &held});
  add("ropes", still(rods));
  dops.attach("ropes", "ConstraintGeometry", sourceOf(still(held)));
  Shot shot(host, {}, {still(rods), still(held)});
  for (const int frame : {2, 10, kFrames / 2}) {
    expectSame(at("ropes", frame), shot.at(frame));
    expectSame(read(dops.geometry("ropes", "ConstraintGeometry")), shot.at(frame, 1));
  }
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

}  // namespace
}  // namespace tendril::test
