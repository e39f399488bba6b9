// What may be wrong with an object, while others go on.
#include "microsolver.h"

namespace tendril::test {
namespace {

// What is said of an object, while another one goes on.
class MicrosolverTrouble : public Microsolver {
 protected:
  struct Case {
    const char* name;
    std::function<void()> make;
    std::string said;
  };

  static Dops::Source source(const Geometry& g) { return sourceOf(still(g)); }

  void addWithTarget(const char* name, const Geometry& target) {
    dops.addObject(name);
    dops.attach(name, "Geometry", source(hairs));
    dops.attach(name, "TargetGeometry", source(target), Dops::kAlways);
  }

  void expectNamedWhileOthersGoOn(const std::vector<Case>& cases) {
    for (const Case& each : cases) each.make();
    add("good", still(hairs));
    Shot shot(host, {}, {still(hairs)});
    for (const bool abortEndsTheStep : {false, true}) {
      SCOPED_TRACE(abortEndsTheStep);
      dops.setAbortEndsTheStep(abortEndsTheStep);
      expectNamed(cases, "warning");
      expectSame(read(dops.geometry("good")), shot.at(4));
    }
  }

  void expectNamed(const std::vector<Case>& cases, const std::string& kind) {
    const Dops::Cooked cooked = dops.cook(4);
    EXPECT_EQ(cooked.messages.size(), 3 * cases.size()) << cooked.text();
    for (const Case& each : cases) {
      const std::string begin = std::string(each.name) + ": " + kind + ": " + each.name + ": ";
      const auto told = [&](const std::string& message) {
        return message.rfind(begin, 0) == 0 && message.find(each.said) != std::string::npos;
      };
      EXPECT_EQ(std::count_if(cooked.messages.begin(), cooked.messages.end(), told), 3) << each.name << "\n"
                                                                                        << cooked.text();
    }
  }

  const Geometry hairs = hairsOf(host, 3);
};

TEST_F(MicrosolverTrouble, DataThatIsNoRodsIsNamed) {
  const Geometry curves = cook(host, "scalp", {{"hairs", "3"}}, {}), none;
  expectNamedWhileOthersGoOn(
      {{"nothing", [&] { dops.addObject("nothing"); },
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
       {"notargets", [&] { addWithTarget("notargets", none); }, "TargetGeometry: is empty"}});
}

TEST_F(MicrosolverTrouble, RodsThatCannotBeAreNamed) {
  Geometry far = hairs, bad = hairs, badState = hairs;
  for (std::size_t p = 0; p < far.primitiveCount(); ++p)
    setTuple(far.add(Owner::primitive, "id", Storage::int64, 1), p, 1000.0 + static_cast<double>(p));
  setTuple(*bad.find(Owner::primitive, "rootpos"), 2, Vector3d(NAN, 0, 0));
  setTuple(*badState.find(Owner::primitive, "rootpos"), 1, Vector3d(0, NAN, 0));
  expectNamedWhileOthersGoOn(
      {{"others", [&] { addWithTarget("others", far); },
        "TargetGeometry: nothing there has the id of a rod (rods have 0, 1, 2)"},
       {"nan", [&] { addWithTarget("nan", bad); },
        "TargetGeometry: rod 2 (primitive 2): rootpos is not finite"},
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
        "a force on it is not finite"}});
  // who could not be solved is as he was
  expectSame(read(dops.geometry("nan")), hairs);
}

// Who wants errors gets them; whether others then go on is Houdini's matter.
TEST_F(MicrosolverTrouble, OnFailureMakesErrorsOfWarnings) {
  dops.addObject("nothing");
  add("good", still(hairs));
  dops.setText("ondivergence", "error");
  expectNamed({{"nothing", {}, "Geometry: the object has no data of this name (geometry)"}}, "error");
  Shot shot(host, {}, {still(hairs)});
  expectSame(read(dops.geometry("good")), shot.at(4));
}

// Solvers make the objects behind them affect one another, by default.
TEST_F(MicrosolverTrouble, MutualAffectorsGiveNoWarning) {
  add("one", still(hairs));
  add("two", still(hairs));
  dops.collide("one", "two");
  dops.collide("two", "one");
  EXPECT_EQ(dops.cook(5).text(), "");
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
  EXPECT_NE(dops.cook(2).text().find("hair: warning: hair: Rest: the object has no data of this name"),
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
    EXPECT_NE(told.find(std::string(name) + ": warning: " + name + ": geometry: is empty; name the data"),
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
  EXPECT_NE(dops.cook(2).text().find("hair: warning: hair: substeps"), std::string::npos);
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

}  // namespace
}  // namespace tendril::test
