// Curves become rods and come back.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <random>

#include "cli/host/finite.h"
#include "cli/io/geometry_file.h"
#include "nodes/attributes/curve_binding.h"
#include "nodes/attributes/radius.h"
#include "nodes/parameters/group_pattern.h"
#include "solver/geometry/topology.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/rod_geometry.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_host.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;

constexpr double kPositions = 1e-6;  // of the bounding box: what a round trip may cost

Geometry curveOf(const std::vector<Vector3d>& points, PrimitiveKind kind = PrimitiveKind::polyline) {
  Geometry g;
  g.addPoints(points.size());
  std::vector<std::int32_t> numbers;
  for (std::size_t i = 0; i < points.size(); ++i) {
    numbers.push_back(static_cast<std::int32_t>(i));
    for (std::size_t c = 0; c < 3; ++c)
      g.positions()[3 * i + c] = static_cast<float>(points[i][static_cast<Eigen::Index>(c)]);
  }
  g.addPrimitive(kind, Span<const std::int32_t>(numbers));
  return g;
}

Vector3d point(const Geometry& g, std::size_t i) {
  const Span<const float> p = g.positions();
  return {p[3 * i], p[3 * i + 1], p[3 * i + 2]};
}

double boxOf(const Geometry& g) {
  Eigen::AlignedBox3d box;
  for (std::size_t i = 0; i < g.pointCount(); ++i) box.extend(point(g, i));
  return box.isEmpty() ? 0 : box.diagonal().norm();
}

double farthest(const Geometry& a, const Geometry& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.pointCount(); ++i) most = std::max(most, (point(a, i) - point(b, i)).norm());
  return most;
}

// Everything but P, and but what tendril::curves adds, has the same bits.
void expectOnlyMoved(const Geometry& before, Geometry after) {
  for (const char* added : {"orient", "width", "v", "w"})
    if (!before.find(Owner::point, added)) after.remove(Owner::point, added);
  EXPECT_EQ(after.pointCount(), before.pointCount());
  EXPECT_LE(farthest(before, after), kPositions * boxOf(before));
  *after.find(Owner::point, "P") = *before.find(Owner::point, "P");
  EXPECT_TRUE(after == before);
}

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
  host.expect("closed curves");
  const std::string group = someOf(curves);
  const Geometry rods = cook(host, "rods", {{"elements", "2"}, {"group", group}}, {&curves});
  for (const char* name : {"MODULE_DIMENSION", "name", "path"})
    EXPECT_TRUE(*rods.find(Owner::primitive, name) == *curves.find(Owner::primitive, name)) << name;
  EXPECT_NE(rods.find(Owner::vertex, "N"), nullptr);
  EXPECT_NE(rods.find(Owner::point, "Cd"), nullptr);
  const std::vector<std::uint8_t> isRod = selectElements(curves, Owner::primitive, group);
  for (std::size_t p = 0; p < rods.primitiveCount(); ++p)
    EXPECT_EQ(rods.pointsOf(p).size(), isRod[p] ? 3u : curves.pointsOf(p).size()) << p;
}

Geometry scalp(const char* hairs, const char* rotate = "0 0 0") {
  TestHost host;
  return cook(host, "scalp", {{"hairs", hairs}, {"rotate", rotate}}, {});
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
      Vector3d p = point(rest, i);
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

double attributeAt(const Geometry& g, Owner owner, const char* name, std::size_t i) {
  const Attribute* found = g.find(owner, name);
  return found ? numberAt(found->numbers, i) : std::nan("");
}

TEST(Rods, AttributesOverrideTheMaterial) {
  Geometry curves = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0), Vector3d(0, 2, 0)});
  curves.add(Owner::primitive, "density", Storage::real32, 1).values<float>()[0] = 42;
  const Span<float> young = curves.add(Owner::point, "young", Storage::real32, 1).values<float>();
  young[0] = 1e6f, young[1] = 2e6f, young[2] = 3e6f;
  TestHost host;
  const Geometry rods =
      cook(host, "rods", {{"elements", "4"}, {"material", "rope"}, {"taper", "0:1 1:0.5"}}, {&curves});
  EXPECT_EQ(attributeAt(rods, Owner::primitive, "density", 0), 42);
  EXPECT_EQ(rods.find(Owner::primitive, "young"), nullptr);
  EXPECT_NEAR(attributeAt(rods, Owner::point, "young", 1), 1.5e6, 1);
  EXPECT_NEAR(attributeAt(rods, Owner::primitive, "damping", 0), 0.02, 1e-6);
  EXPECT_NEAR(attributeAt(rods, Owner::point, "pscale", 0), 0.008, 1e-8);
  EXPECT_NEAR(attributeAt(rods, Owner::point, "pscale", 4), 0.004, 1e-8);
  curves.find(Owner::primitive, "density")->values<float>()[0] = -1;
  EXPECT_THROW(cook(host, "rods", {}, {&curves}), Error);
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
    return std::pair(rods[0].shape.kappa[1].norm(), rods[0].kappaRest[1].norm());
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

TEST(Rods, RootFramesFollowTheirAttribute) {
  Geometry curves = curveOf({Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(2, 0, 0)});
  TestHost host;
  const auto n2 = [&](const char* frame) {
    return Vector3d(
        readRods(cook(host, "rods", {{"rootframe", frame}}, {&curves}))[0].shape.root.axes.col(2));
  };
  EXPECT_LT((n2("auto") - Vector3d(0, 1, 0)).norm(), 1e-9);
  EXPECT_THROW(n2("normal"), Error);
  const Span<float> up = curves.add(Owner::point, "up", Storage::real32, 3, "vector").values<float>();
  up[2] = 1;
  EXPECT_LT((n2("auto") - Vector3d(0, 0, 1)).norm(), 1e-9);
  EXPECT_LT((n2("upvector") - Vector3d(0, 1, 0)).norm(), 1e-9);
  const Span<float> normal = curves.add(Owner::point, "N", Storage::real32, 3, "normal").values<float>();
  normal[1] = -1;
  EXPECT_LT((n2("auto") - Vector3d(0, -1, 0)).norm(), 1e-9);
  EXPECT_LT((n2("up") - Vector3d(0, 0, 1)).norm(), 1e-9);
}

TEST(Rods, DoubledIdsAreErrors) {
  Geometry curves = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0)});
  append(curves, curves);
  const Span<std::int32_t> id = curves.add(Owner::primitive, "id", Storage::int32, 1).values<std::int32_t>();
  id[0] = id[1] = 7;
  TestHost host;
  try {
    cook(host, "rods", {}, {&curves});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("primitives 0 and 1 both have id 7"), std::string::npos)
        << error.what();
  }
  id[1] = -3;
  const Geometry rods = cook(host, "rods", {}, {&curves});
  EXPECT_EQ(readRods(rods)[1].id, -3);
  expectOnlyMoved(curves, cook(host, "curves", {}, {&rods, &curves}));
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
        if (kind == PrimitiveKind::polygon) host.expect("closed curves");
        const Geometry rods = cook(host, "rods", {{"model", model}}, {&curves});
        for (const float value : rods.positions()) EXPECT_TRUE(std::isfinite(value));
        for (const Rod& rod : readRods(rods)) EXPECT_GT(rod.shape.length(), 0);
        expectOnlyMoved(curves, cook(host, "curves", {}, {&rods, &curves}));
        ++cooked;
      }
  EXPECT_EQ(cooked, 30);
}

Geometry merged(const Geometry& a, const Geometry& b) {
  Geometry both = a;
  append(both, b);
  return both;
}

// A mesh beside the hair has the ids that Merge leaves it: 0.
TEST(Rods, OtherPrimitivesMayShareAnId) {
  Geometry quad = curveOf({Vector3d(5, 0, 0), Vector3d(6, 0, 0), Vector3d(6, 1, 0), Vector3d(5, 1, 0)},
                          PrimitiveKind::polygon);
  Geometry hair = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0), Vector3d(0.5, 1.5, 0), Vector3d(1, 1, 0)});
  quad.add(Owner::primitive, "id", Storage::int64, 1);
  hair.add(Owner::primitive, "id", Storage::int64, 1);
  const Geometry both = merged(quad, hair);
  TestHost host;
  Geometry rods = cook(host, "rods", {{"group", "1"}}, {&both, &both});
  std::vector<Rod> all = readRods(rods);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_LT(all[0].shape.length(), 2.5);
  all[0].shape.root.position.y() += 1;
  writeRods(rods, all);
  const Geometry moved = cook(host, "curves", {}, {&rods, &both});
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_NEAR((point(moved, i) - point(both, i)).y(), i < 4 ? 0 : 1, 1e-5) << i;
}

TEST(Rods, LargeIdsKeepTheirBits) {
  Geometry curves = merged(curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0)}),
                           curveOf({Vector3d(2, 0, 0), Vector3d(2, 1, 0)}));
  const Span<std::int64_t> id = curves.add(Owner::primitive, "id", Storage::int64, 1).values<std::int64_t>();
  id[0] = 4294967297;
  id[1] = (std::int64_t(1) << 60) + 1;
  TestHost host;
  const Geometry rods = cook(host, "rods", {}, {&curves});
  EXPECT_EQ(readRods(rods)[1].id, (std::int64_t(1) << 60) + 1);
  expectOnlyMoved(curves, cook(host, "curves", {}, {&rods, &curves}));
}

// What an artist has under a name that Tendril uses is refused, not replaced.
TEST(Rods, AttributesInTheWayAreNamed) {
  const auto errorOf = [](const Geometry& curves) -> std::string {
    TestHost host;
    try {
      cook(host, "rods", {}, {&curves});
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  const Geometry curves = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0)});
  Geometry text = curves, vector = curves, state = curves, id = curves;
  text.addString(Owner::primitive, "drag");
  vector.add(Owner::primitive, "density", Storage::real32, 3);
  state.add(Owner::point, "kappa", Storage::real32, 3);
  id.add(Owner::primitive, "id", Storage::real32, 1);
  EXPECT_NE(errorOf(text).find("primitive attribute 'drag' is no single number"), std::string::npos)
      << errorOf(text);
  EXPECT_NE(errorOf(vector).find("'density'"), std::string::npos);
  EXPECT_NE(errorOf(state).find("'kappa' is in the way"), std::string::npos) << errorOf(state);
  EXPECT_NE(errorOf(id).find("'id' is no whole number"), std::string::npos) << errorOf(id);
}

// pscale and width count wherever they stand, a diameter as half of it.
TEST(Rods, RadiusComesFromEveryOwner) {
  for (const Owner owner : kOwners)
    for (const bool width : {false, true}) {
      Geometry curves = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0)});
      Attribute& given = curves.add(owner, width ? "width" : "pscale", Storage::real64, 1);
      for (double& value : given.values<double>()) value = width ? 0.5 : 0.25;
      TestHost host;
      const Geometry rods = cook(host, "rods", {}, {&curves});
      for (std::size_t i = 0; i < rods.pointCount(); ++i)
        EXPECT_EQ(attributeAt(rods, Owner::point, "pscale", i), 0.25) << nameOf(owner) << width;
      given.values<double>()[0] = -1;
      EXPECT_THROW(cook(host, "rods", {}, {&curves}), Error);
    }
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

// A root that only turns about its tangent moves no point, and yet its rod turns.
TEST(Rods, RootsThatTurnInPlaceTurnTheirRods) {
  Geometry rest = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0), Vector3d(0, 2, 0)});
  rest.add(Owner::point, "up", Storage::real32, 3, "vector").values<float>()[0] = 1;
  Geometry turned = rest;
  const Span<float> up = turned.find(Owner::point, "up")->values<float>();
  up[0] = 0, up[2] = 1;
  TestHost host;
  const Rod still = readRods(cook(host, "rods", {}, {&rest, &rest}))[0],
            moved = readRods(cook(host, "rods", {}, {&turned, &rest}))[0];
  EXPECT_LT((still.shape.root.axes.col(2) - Vector3d(1, 0, 0)).norm(), 1e-9);
  EXPECT_LT((moved.shape.root.axes.col(2) - Vector3d(0, 0, 1)).norm(), 1e-9);
}

// A root attribute that is there but unset does not make an animated rod's frame jump.
TEST(Rods, UnsetRootAttributesCarryTheRestsFrame) {
  Geometry rest = curveOf({Vector3d(0, 0, 0), Vector3d(0.1, 1, 0), Vector3d(0.2, 2, 0)});
  rest.add(Owner::point, "N", Storage::real32, 3, "normal");
  TestHost host;
  Eigen::Vector4d before = Eigen::Vector4d::Zero();
  for (int step = 0; step <= 20; ++step) {
    Geometry moving = rest;
    const Eigen::AngleAxisd tip(0.02 * step, Vector3d::UnitZ());
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3d p = tip * point(rest, i);
      for (std::size_t c = 0; c < 3; ++c)
        moving.positions()[3 * i + c] = static_cast<float>(p[static_cast<Eigen::Index>(c)]);
    }
    const Eigen::Vector4d now = readRods(cook(host, "rods", {}, {&moving, &rest}))[0].rootOrient.coeffs();
    EXPECT_TRUE(step == 0 || std::abs(now.dot(before)) > 0.999) << step;
    before = now;
  }
}

// Every node: its defaults cook, and random parameters give an error or finite output.
TEST(Nodes, RandomParametersGiveAnErrorOrFiniteOutput) {
  const Geometry hairs = scalp(kThorough ? "6" : "1");
  const Geometry none, two = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0)});
  std::mt19937 random(11);
  int cooked = 0, refused = 0;
  for (const NodeDefinition& node : allNodes())
    for (int trial = 0; trial < (kThorough ? 12 : 8); ++trial) {
      Parms parms(node);
      for (const Parameter& row : node.rows) {
        if (!row.holdsValue() || random() % 3 || trial == 0) continue;
        const auto number = [&](bool whole) {
          const double far = 10 * std::min(row.softLow.value_or(-3), 0.0) - 1;  // absurd enough
          const double low = std::max(row.hardLow.value_or(row.softLow.value_or(-3)), far),
                       high = std::min(row.softHigh.value_or(3), row.hardHigh.value_or(1e9));
          constexpr double kMost = kThorough ? 60 : 6;  // of counts, or the test never ends
          const double value =
              low + (std::min(high, low + kMost) - low) * std::generate_canonical<double, 53>(random);
          return whole ? std::floor(value) : value;
        };
        if (row.kind == ParameterKind::toggle) parms.set(row.name, random() % 2 == 0);
        if (row.kind == ParameterKind::integer) parms.set(row.name, number(true));
        if (row.kind == ParameterKind::real) parms.set(row.name, number(false));
        if (row.kind == ParameterKind::vector) parms.set(row.name, std::vector<double>(row.size, number(false)));
        if (row.kind == ParameterKind::group) parms.set(row.name, std::string(random() % 2 ? "0-2" : "!1"));
        if (row.kind == ParameterKind::ramp)
          parms.set(row.name, parseRamp(random() % 2 ? "0:1 1:0.1" : "0:1 1:-1"));
        if (row.kind == ParameterKind::menu)
          parms.set(row.name, static_cast<std::int64_t>(random() % row.items.size()));
      }
      TestHost host;
      host.allowWarnings();
      for (const Geometry* input : {&hairs, &none, &two}) {
        Cook with{host, {}, 1, 24, 1};
        if (!node.inputs.empty()) {
          const bool wantsRods = node.inputs[0].label == std::string("Rods");
          const Geometry in = wantsRods ? cook(host, "rods", {}, {input}) : *input;
          with.inputs.push_back(std::make_shared<const Geometry>(in));
          if (node.simulates) {  // from wherever it starts, two frames on
            const auto start = std::get<std::int64_t>(parms.get("startframe"));
            with.frame = static_cast<double>(start) + 2;
          }
        }
        try {
          for (const auto& result : node.cook(parms.data(), with)) {
            result->check();
            EXPECT_NO_THROW(checkFinite(*result)) << node.type;
          }
          ++cooked;
        } catch (const Error&) {
          ++refused;
          EXPECT_NE(trial, 0) << node.type << ": the defaults must cook";
        }
      }
    }
  EXPECT_GT(cooked, 2 * refused);
}

// A groom may bring both: pscale for what bends and collides, width for what is seen.
TEST(Radius, PscaleBendsAndWidthIsSeen) {
  Geometry g = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0)});
  EXPECT_FALSE(findRadius(g));
  g.add(Owner::primitive, "width", Storage::real32, 1).values<float>()[0] = 0.5f;
  EXPECT_EQ(findRadius(g).at(g, 0, 0), 0.25);
  EXPECT_EQ(findDrawnRadius(g).at(g, 0, 0), 0.25);
  g.add(Owner::point, "pscale", Storage::real32, 1).values<float>()[1] = 2;
  EXPECT_EQ(findRadius(g).at(g, 0, 1), 2);
  EXPECT_EQ(findDrawnRadius(g).at(g, 0, 1), 0.25);
  EXPECT_EQ(findRadius(g, {"pscale"}).at(g, 0, 1), 0.25);
  EXPECT_TRUE(g.remove(Owner::primitive, "width"));
  EXPECT_EQ(findDrawnRadius(g).at(g, 0, 1), 2);
}

}  // namespace
}  // namespace tendril::test
