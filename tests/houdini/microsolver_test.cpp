// The microsolver in a DOP network, beside the command line's solver.
#include "microsolver.h"

namespace tendril::test {
namespace {

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
  for (const Parameter& row : node.rows)
    EXPECT_EQ(tokens.count(row.name) > 0,
              row.holdsValue() || row.kind == ParameterKind::tab || row.kind == ParameterKind::collapsible)
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
  for (const Parameter& row : findNode("tendril_rodsolver")->rows) {
    if (!row.holdsValue() || row.name == "simtype") continue;  // that follows
    const ParmValue usual = defaultOf(*findNode("tendril_rodsolver"), row);
    const auto inside = [&](double value) {
      return std::clamp(value, row.hardLow.value_or(-1e9), row.hardHigh.value_or(1e9));
    };
    if (row.kind == ParameterKind::toggle) {
      values.emplace_back(row.name, std::get<bool>(usual) ? "off" : "on");
      dops.setFloat(row.name, std::get<bool>(usual) ? 0 : 1);
    } else if (row.kind == ParameterKind::integer) {
      const auto value =
          static_cast<long long>(inside(static_cast<double>(std::get<std::int64_t>(usual) + 1)));
      values.emplace_back(row.name, std::to_string(value));
      dops.setFloat(row.name, static_cast<double>(value));
    } else if (row.kind == ParameterKind::real) {
      const double number = std::get<double>(usual);
      const double value = inside(number == 0 ? 0.25 : row.name == "growth" ? 0.75 : number * 1.25);
      values.emplace_back(row.name, formatValue(row, value));
      dops.setFloat(row.name, value);
    } else if (row.kind == ParameterKind::vector) {
      std::vector<double> value = std::get<std::vector<double>>(usual);
      for (std::size_t c = 0; c < value.size(); ++c) {
        value[c] += 0.125 * static_cast<double>(c + 1);
        dops.setFloat(row.name, value[c], static_cast<int>(c));
      }
      values.emplace_back(row.name, formatValue(row, value));
    } else if (row.kind == ParameterKind::menu) {
      values.emplace_back(row.name, row.items.back().token);
      dops.setText(row.name, row.items.back().token);
    } else if (row.kind == ParameterKind::ramp) {
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

TEST_F(Microsolver, ConstraintsStandWhereTheirObjectDoes) {
  const Geometry drawn = cook(host, "draw", {{"points", "0 0 0, 0.5 -0.1 0, 1 0 0"}}, {});
  const Geometry rods = rodsOf(host, drawn, {{"material", "cable"}, {"radius", "0.005"}, {"elements", "6"}});
  const Geometry held = cook(host, "constrain", {{"type", "position"}, {"place", "tip"}}, {&rods});
  add("rope", still(rods));
  dops.attach("rope", "ConstraintGeometry", sourceOf(still(held)));
  dops.place("rope", [](double) { return houdinis(moveBy(3, 0, -2)); });
  Shot shot(host, {}, {still(rods), still(held)});
  const int frame = kFrames / 2;
  EXPECT_LT(farthest(at("rope", frame), shot.at(frame)), 1e-5);
  EXPECT_LT(farthest(read(dops.geometry("rope", "ConstraintGeometry")), shot.at(frame, 1)), 1e-5);
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
