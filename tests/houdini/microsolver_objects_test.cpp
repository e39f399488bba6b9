// Objects of the microsolver: they are born, stand anywhere, move, and carry what is no rod.
#include <map>

#include "hdk/names.h"
#include "microsolver.h"
#include "standin/detail_impl.h"

namespace tendril::test {
namespace {

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
  dops.setDefaultOperation(Dops::kAlways);
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
  EXPECT_NE(cooked.text().find("no polygon, sphere, tube or level set"), std::string::npos);
  // handles are taken by the cook; who wants the geometry may be anywhere
  const std::vector<ColliderSource> sources = [&] {
    const standin::CookingThread thread("dop");
    return hdk::collidersOf(dops.object("hair"));
  }();
  ASSERT_EQ(sources.size(), 2u);
  EXPECT_EQ(sources[0].name, "ball");
  const std::shared_ptr<const Geometry> found = sources[0].read();
  ASSERT_TRUE(found);
  for (std::size_t i = 0; i < ball.pointCount(); ++i)
    EXPECT_LT((pointAt(*found, i) - 2 * (pointAt(ball, i) + Vector3d(1, 0, 0))).norm(), 1e-5);
  EXPECT_EQ(sources[1].read(), nullptr);
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

// The viewport draws anew what has a new id.
TEST_F(Microsolver, StepsKeepTheIdsOfWhatTheyKeep) {
  add("hair", still(hairsOf(host, 2)));
  const auto idsOf = [&] {
    std::map<std::string, exint> ids;
    GA_Detail::Impl& inside = dops.geometry("hair").impl();
    inside.eachAttribute([&](GA_Attribute& attribute) {
      ids[std::to_string(attribute.getOwner()) + attribute.getName().toStdString()] = attribute.getDataId();
    });
    ids["topology"] = inside.topologyId;
    return ids;
  };
  const int last = kThorough ? 100 : 20;
  dops.cook(3);  // the first step replaces what belongs to a SOP
  std::map<std::string, exint> before = idsOf();
  Geometry was = read(dops.geometry("hair"));
  for (int frame = 4; frame <= last; ++frame) {
    const Geometry now = at("hair", frame);
    const std::map<std::string, exint> ids = idsOf();
    ASSERT_EQ(ids.at("topology"), before.at("topology")) << frame;
    std::size_t kept = 0;
    for (const Owner owner : {Owner::point, Owner::primitive})
      for (const Attribute& attribute : now.attributes[static_cast<std::size_t>(owner)]) {
        const std::string key = std::to_string(hdk::gaOwner(owner)) + attribute.name;
        const bool same = *was.find(owner, attribute.name) == attribute;
        EXPECT_EQ(ids.at(key) == before.at(key), same) << attribute.name << " in frame " << frame;
        kept += same;
      }
    EXPECT_GT(kept, 5u);
    before = ids;
    was = now;
  }
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
