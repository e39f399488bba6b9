// Forces of objects and of POP nodes.
#include "microsolver.h"

namespace tendril::test {
namespace {

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

}  // namespace
}  // namespace tendril::test
