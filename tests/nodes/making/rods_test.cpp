// Curves become rods and come back.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "cli/io/geometry_file.h"
#include "nodes/attributes/curve_binding.h"
#include "nodes/parameters/group_pattern.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/rod_geometry.h"
#include "tests/nodes/making/curves_by_hand.h"
#include "tests/support/shared_files.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

// Which curves of a file become rods: all, or of many the first eight, neighbours, and about 16 others.
std::string someOf(const Geometry& curves) {
  const std::size_t count = curves.primitiveCount();
  if (kThorough || count <= 24) return "";
  return "0-7 8-" + std::to_string(count) + ":" + std::to_string(count / 16);
}

class RodsOfSamples : public SampleTest {};

TEST_F(RodsOfSamples, ComeBackAtEveryNumberOfElements) {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(samplesFolder())) {
    const std::string name = entry.path().filename().string();
    if (name.find("geo") == std::string::npos) continue;
    const Geometry curves = io::readGeometryFile(entry.path().string(), {});
    const std::pair<const char*, const char*> cases[] = {
        {"clothoid", "1"}, {"clothoid", "4"}, {"clothoid", "16"}, {"helix", "4"}, {"chain", "4"}};
    for (const auto& [model, elements] : cases) {
      SCOPED_TRACE(name + " " + model + " " + elements);
      TestHost host;
      host.allowWarnings();
      const Geometry rods = cook(
          host, "rods", {{"model", model}, {"elements", elements}, {"group", someOf(curves)}}, {&curves});
      EXPECT_EQ(rods.primitiveCount(), curves.primitiveCount());
      expectOnlyMoved(curves, cook(host, "curves", {}, {&rods, &curves}));
    }
    ++files;
  }
  EXPECT_GE(files, 10);
}

// Whatever became of a rod, its attributes and groups stay with it.
TEST_F(RodsOfSamples, PrimitivesKeepAttributesAndGroups) {
  const Geometry curves = io::readGeometryFile(samplesFolder() + "/mixed_open_closed.bgeo.sc", {});
  TestHost host;
  host.expect("closed curve");
  const std::string group = someOf(curves);
  if (group.empty()) {
    host.expect("up to 8.2 m long and of hair");
    host.expect("5 roots lie within");
  }
  const Geometry rods = cook(host, "rods", {{"elements", "2"}, {"group", group}}, {&curves});
  for (const char* name : {"MODULE_DIMENSION", "name", "path"})
    EXPECT_TRUE(*rods.find(Owner::primitive, name) == *curves.find(Owner::primitive, name)) << name;
  EXPECT_NE(rods.find(Owner::vertex, "N"), nullptr);
  EXPECT_NE(rods.find(Owner::point, "Cd"), nullptr);
  const std::vector<std::uint8_t> isRod = selectElements(curves, Owner::primitive, group);
  for (std::size_t p = 0; p < rods.primitiveCount(); ++p)
    EXPECT_EQ(rods.pointsOf(p).size(), isRod[p] ? 3u : curves.pointsOf(p).size()) << p;
}

TEST(Rods, StateReadsBackWithTheSameBits) {
  const Geometry curves = scalp("30");
  for (const char* model : {"clothoid", "helix", "chain"}) {
    TestHost host;
    const Geometry rods = cook(host, "rods", {{"model", model}}, {&curves});
    Geometry again = rods;
    writeRods(again, readRods(again));
    EXPECT_TRUE(again == rods) << model;
  }
}

// Rods of an animated copy keep knots and ids; the curves follow it.
TEST(Rods, AnimatedCurvesKeepTheirKnots) {
  const Geometry rest = scalp("4");
  TestHost host;
  const Geometry atRest = cook(host, "rods", {}, {&rest});
  constexpr int kFrames = 100, kStep = kThorough ? 1 : 10;
  for (int frame = kStep; frame <= kFrames; frame += kStep) {
    Geometry moving = rest;  // sways, bends and turns
    const double time = 0.05 * frame;
    for (std::size_t i = 0; i < moving.pointCount(); ++i) {
      Vector3d p = pointAt(rest, i);
      const double down = 0.1 - p.y();
      p.x() += 0.3 * std::sin(time) * down * down;
      p = Eigen::AngleAxisd(0.4 * std::sin(0.7 * time), Vector3d::UnitY()) * p;
      for (std::size_t c = 0; c < 3; ++c)
        moving.positions()[3 * i + c] = static_cast<float>(p[static_cast<Eigen::Index>(c)]);
    }
    const Geometry rods = cook(host, "rods", {}, {&moving, &rest});
    ASSERT_EQ(rods.pointCount(), atRest.pointCount());
    EXPECT_TRUE(*rods.find(Owner::primitive, "id") == *atRest.find(Owner::primitive, "id"));
    EXPECT_TRUE(*rods.find(Owner::point, "arclength") == *atRest.find(Owner::point, "arclength")) << frame;
    EXPECT_TRUE(*rods.find(Owner::point, "kapparest") == *atRest.find(Owner::point, "kapparest")) << frame;
    EXPECT_LE(farthest(moving, cook(host, "curves", {}, {&rods, &moving})), kPositions * boxOf(moving));
    // the rods themselves, without the points' own offsets, follow as well
    double worst = 0;
    for (const Rod& rod : readRods(rods))
      for (const Vector3d& offset : readPlaces(rods, rod.primitive).offset)
        worst = std::max(worst, offset.norm() / rod.shape.length());
    EXPECT_LT(worst, 0.1) << "frame " << frame;
  }
}

// Rods of a scene in other units, against the same scene in metres. Tolerance: of the length, and in radians.
void expectSameRods(const Geometry& metres, double unitsInAMetre, double tolerance) {
  Geometry scaled = metres;
  transform(scaled,
            Eigen::Matrix4d(Eigen::Vector4d(unitsInAMetre, unitsInAMetre, unitsInAMetre, 1).asDiagonal()));
  const auto rodsOf = [](Geometry curves, double unitLength) {
    TestHost host;
    curves.remove(Owner::point, "width");
    return cook(host, "rods", {{"material", "vine"}}, {&curves}, {1, unitLength});
  };
  const Geometry a = rodsOf(metres, 1), b = rodsOf(scaled, 1 / unitsInAMetre);
  ASSERT_EQ(a.pointCount(), b.pointCount());
  EXPECT_TRUE(*a.find(Owner::primitive, "young") == *b.find(Owner::primitive, "young"));
  const std::vector<Rod> first = readRods(a), second = readRods(b);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t r = 0; r < first.size(); ++r)
    for (std::size_t k = 0; k < first[r].shape.arc.size(); ++k) {
      const double length = first[r].shape.length();
      EXPECT_NEAR(first[r].shape.arc[k], second[r].shape.arc[k] / unitsInAMetre, tolerance * length) << r;
      EXPECT_LE((first[r].shape.kappa[k] - unitsInAMetre * second[r].shape.kappa[k]).norm() * length,
                tolerance)
          << r << " " << k;
    }
  for (std::size_t i = 0; i < a.pointCount(); ++i)
    EXPECT_FLOAT_EQ(static_cast<float>(unitsInAMetre) * a.find(Owner::point, "pscale")->values<float>()[i],
                    b.find(Owner::point, "pscale")->values<float>()[i]);
}

TEST(Rods, CentimetresEqualMetres) {
  const Geometry metres = scalp("20");
  expectSameRods(metres, 128, 0);  // no rounding on the way: the same bits
  // positions are rounded to floats anew, and Gauss-Newton ends a step sooner or later: 0.05 rad over a hair
  expectSameRods(metres, 100, 0.05);
}

TEST(Rods, GroupsChooseAndBadCurvesAreHeld) {
  Geometry curves = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0)});
  append(curves, curveOf({Vector3d(3, 0, 0)}));
  append(curves, curveOf({Vector3d(4, 0, 0), Vector3d(4, 0, 0)}));
  append(curves, curveOf({Vector3d(5, 0, 0), Vector3d(5, 1, 0), Vector3d(5, 1, 0), Vector3d(5, 2, 0)}));
  TestHost host;
  host.expect(
      "2 curves cannot be rods and are held still, in group tendril_bad (1, 2): primitive 1 has 1 point; a "
      "rod needs 2");
  const Geometry rods = cook(host, "rods", {{"elements", "2"}}, {&curves});
  EXPECT_EQ(rods.findGroup(Owner::primitive, "tendril_bad")->members,
            (std::vector<std::uint8_t>{0, 1, 1, 0}));
  EXPECT_EQ(readRods(rods).size(), 2u);
  EXPECT_EQ(rods.pointsOf(1).size(), 1u);
  expectOnlyMoved(curves, cook(host, "curves", {}, {&rods, &curves}));
  EXPECT_THROW(cook(host, "rods", {{"onbad", "error"}}, {&curves}), Error);
  const Geometry one = cook(host, "rods", {{"group", "3"}}, {&curves});
  EXPECT_EQ(readRods(one).size(), 1u);
  EXPECT_EQ(one.pointsOf(0).size(), 2u);
}

TEST(Rods, BranchesHangOnTheirParents) {
  TestHost host;
  const Geometry vine = cook(host, "vine", {{"shoots", "5"}}, {});
  const Geometry rods = cook(host, "rods", {{"elements", "8"}}, {&vine});
  const std::vector<Rod> all = readRods(rods);
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(attributeAt(rods, Owner::primitive, "rodparent", 0), -1);
  for (std::size_t r = 1; r < all.size(); ++r) {
    EXPECT_EQ(attributeAt(rods, Owner::primitive, "rodparent", r), 0);
    const double s = attributeAt(rods, Owner::primitive, "rodparentlength", r);
    const Vector3d onParent = sampleRod(all[0].shape, {}, {s})[0].frame.position;
    EXPECT_LT((onParent - all[r].shape.root.position).norm(), 0.01 * all[0].shape.length()) << r;
  }
}

TEST(Rods, RingsOfCurvesAreOpened) {
  // a square of four curves, each beginning on the end of the one before
  Geometry g;
  g.addPoints(4);
  const float corners[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  std::copy(std::begin(corners), std::end(corners), g.positions().begin());
  for (std::int32_t i = 0; i < 4; ++i) {
    const std::int32_t ends[] = {i, (i + 1) % 4};
    g.addPrimitive(PrimitiveKind::polyline, Span<const std::int32_t>(ends, 2));
  }
  TestHost host;
  const Geometry rods = cook(host, "rods", {}, {&g});
  int roots = 0;
  for (std::size_t p = 0; p < 4; ++p) roots += attributeAt(rods, Owner::primitive, "rodparent", p) < 0;
  EXPECT_EQ(roots, 1);
  expectOnlyMoved(g, cook(host, "curves", {}, {&rods, &g}));
}

TEST(Rods, RestShapesFromEverywhere) {
  TestHost host;
  const Geometry curled = cook(host, "arc", {{"angle", "90"}}, {});
  const Geometry straight = cook(host, "line", {{"length", "0.785398"}, {"points", "40"}}, {});
  const auto bend = [&](const std::vector<std::pair<std::string, std::string>>& parms,
                        const std::vector<const Geometry*>& inputs) {
    const std::vector<Rod> rods = readRods(cook(host, "rods", parms, inputs));
    return std::pair(rods[0].shape.kappa[1].norm(), rods[0].rest.kappa[1].norm());
  };
  const double drawn = 2;  // 1 / radius
  EXPECT_NEAR(bend({}, {&curled}).second, drawn, 0.01);
  EXPECT_NEAR(bend({{"restshape", "straight"}}, {&curled}).second, 0, 1e-12);
  EXPECT_NEAR(bend({{"curl", "1.5"}}, {&curled}).second, 1.5 * drawn, 0.01);
  const auto posed = bend({}, {&straight, &curled});
  EXPECT_NEAR(posed.first, 0, 0.02);
  EXPECT_NEAR(posed.second, drawn, 0.01);
  Geometry withRest = straight;
  Attribute rest = *curled.find(Owner::point, "P");
  rest.name = "restP";
  withRest.attributes[static_cast<std::size_t>(Owner::point)].push_back(rest);
  EXPECT_NEAR(bend({}, {&withRest}).second, drawn, 0.01);
  EXPECT_NEAR(bend({{"restshape", "curve"}}, {&withRest}).second, 0, 0.01);
  EXPECT_THROW(bend({{"restshape", "input"}}, {&curled}), Error);
}

// Strange curves give a finite rod, a named warning or a named error.
TEST(Rods, StrangeCurvesAreTaken) {
  std::vector<Vector3d> spike = {Vector3d(0, 0, 0), Vector3d(0, 1, 0), Vector3d(0, 0.1, 0)};
  std::vector<Vector3d> close = {Vector3d(0, 0, 0), Vector3d(0, 1e-9, 0), Vector3d(0, 1, 0),
                                 Vector3d(0, 1, 1e-9)};
  std::vector<Vector3d> tiny = {Vector3d(0, 0, 0), Vector3d(1e-30, 0, 0), Vector3d(1e-30, 1e-30, 0)};
  std::vector<Vector3d> huge = {Vector3d(0, 0, 0), Vector3d(1e12, 0, 0), Vector3d(1e12, 1e12, 0)};
  std::vector<Vector3d> longCurve;
  for (int i = 0; i < 100000; i += kThorough ? 1 : 40)
    longCurve.emplace_back(1e-3 * i, std::sin(0.002 * i), std::cos(0.0013 * i));
  int cooked = 0;
  for (const auto& points : {spike, close, tiny, huge, longCurve})
    for (const PrimitiveKind kind : {PrimitiveKind::polyline, PrimitiveKind::polygon})
      for (const char* model : {"clothoid", "helix", "chain"}) {
        SCOPED_TRACE(std::to_string(points.size()) + " points, " + model);
        const Geometry curves = curveOf(points, kind);
        TestHost host;
        if (kind == PrimitiveKind::polygon) host.expect("closed curve");
        host.allowWarnings();  // of lengths
        const Geometry rods = cook(host, "rods", {{"model", model}}, {&curves});
        for (const float value : rods.positions()) EXPECT_TRUE(std::isfinite(value));
        for (const Rod& rod : readRods(rods)) EXPECT_GT(rod.shape.length(), 0);
        expectOnlyMoved(curves, cook(host, "curves", {}, {&rods, &curves}));
        ++cooked;
      }
  EXPECT_EQ(cooked, 30);
}

// One node for each group, one after the other.
TEST(Rods, TwoNodesMakeRodsOfTwoGroups) {
  Geometry curves = merged(curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0), Vector3d(1, 1, 0)}),
                           curveOf({Vector3d(2, 0, 0), Vector3d(2, 1, 0), Vector3d(3, 1, 0)}));
  TestHost host;
  const Geometry first = cook(host, "rods", {{"group", "0"}, {"material", "vine"}}, {&curves});
  const Geometry second =
      cook(host, "rods", {{"group", "1"}, {"material", "rope"}, {"model", "chain"}}, {&first});
  EXPECT_EQ(readRods(second).size(), 2u);
  EXPECT_FLOAT_EQ(static_cast<float>(attributeAt(second, Owner::primitive, "young", 0)), 1e8f);
  EXPECT_FLOAT_EQ(static_cast<float>(attributeAt(second, Owner::primitive, "young", 1)), 2e7f);
  expectOnlyMoved(curves, cook(host, "curves", {}, {&second, &curves}));
  // drawn one after the other, too
  const Geometry half = cook(host, "curves", {{"group", "0"}}, {&second});
  EXPECT_EQ(readRods(half).size(), 1u);
  const Geometry drawn = cook(host, "curves", {}, {&half});
  EXPECT_EQ(readRods(drawn).size(), 0u);
  EXPECT_EQ(drawn.find(Owner::point, "kappa"), nullptr);
}

}  // namespace
}  // namespace tendril::test
