// Drawings: tubes against the rods themselves, motion against velocities, odd geometry.
#include "cli/drawing/drawing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cli/drawing/camera.h"
#include "cli/drawing/values.h"
#include "cli/drawing/view.h"
#include "solver/geometry/triangles.h"
#include "solver/rods/evaluate.h"
#include "tests/support/drawn.h"

namespace tendril::test {
namespace {

using namespace show;

Vector3d at(const Drawing& drawing, int side, std::size_t segment, double u) {
  const Vector4f* c = &drawing.controls[side][3 * segment];
  const double v = 1 - u;
  const auto p = [&](int i) { return Vector3d(c[i].head<3>().cast<double>()); };
  return v * v * v * p(0) + 3 * u * v * v * p(1) + 3 * u * u * v * p(2) + u * u * u * p(3);
}

double distanceTo(const std::vector<Sample>& samples, const Vector3d& point) {
  double least = 1e9;
  for (std::size_t i = 0; i + 1 < samples.size(); ++i) {
    const Vector3d a = samples[i].frame.position, b = samples[i + 1].frame.position;
    const double part = std::clamp((point - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
    least = std::min(least, (point - a - part * (b - a)).norm());
  }
  return least;
}

TEST(Drawing, TubesAreTheRods) {
  for (const Model model : {Model::clothoid, Model::helix, Model::chain})
    for (const int elements : {2, 12}) {
      SCOPED_TRACE(std::string(nameOf(model)) + std::to_string(elements));
      constexpr double kLength = 1, kShutter = 0.02;
      const Rod rod = coil(model, elements, kLength);
      Drawing drawing;
      DrawSettings settings;
      settings.shutter = kShutter;
      addGeometry(geometryOf({rod}, 0.01), settings, drawing);
      ASSERT_EQ(drawing.curves.size(), 1u);
      for (const int side : {0, 1}) {
        const Shape shape = side == 0 ? rod.shape : moved(rod.shape, rod.motion, kShutter);
        const std::vector<Sample> fine = sampleRod(shape, Motion(), evenArcs(shape, 4000));
        double most = 0;
        for (std::size_t s = 0; s < drawing.curves[0].segments; ++s)
          for (int k = 0; k <= 8; ++k) most = std::max(most, distanceTo(fine, at(drawing, side, s, k / 8.0)));
        EXPECT_LT(most, kOff * kLength) << side;
      }
    }
}

TEST(Drawing, CurvesGoThroughTheirPoints) {
  Geometry g;
  const std::vector<Vector3d> places = {{0, 0, 0}, {1, 0.5, 0}, {1, 0.5, 0}, {2, 0, 1}, {3, 2, 0}};
  addCurve(g, places);
  Attribute& v = g.add(Owner::point, "v", Storage::real32, 3, "vector");
  for (std::size_t i = 0; i < 5; ++i) setTuple(v, i, Vector3d(0, 1 + 0.5 * static_cast<double>(i), 0));
  Drawing drawing;
  DrawSettings settings;
  settings.shutter = 0.5;
  addGeometry(g, settings, drawing);
  ASSERT_EQ(drawing.curves[0].segments, 3u);  // two points lie on each other
  EXPECT_LT((at(drawing, 0, 1, 0) - places[1]).norm(), 1e-6);
  EXPECT_LT((at(drawing, 0, 2, 1) - places[4]).norm(), 1e-6);
  EXPECT_LT((at(drawing, 1, 2, 1) - Vector3d(3, 3.5, 0)).norm(), 1e-6);
  // Catmull-Rom: the tangent at a point is half the way between its neighbours
  const Vector3d tangent = (at(drawing, 0, 1, 1e-3) - at(drawing, 0, 1, 0)) / 1e-3;
  EXPECT_LT((tangent - 0.5 * (places[3] - places[0])).norm(), 2e-2);
}

TEST(Drawing, OddGeometryIsNamedOrDrawn) {
  Drawing drawing;
  addGeometry(Geometry(), {}, drawing);
  EXPECT_TRUE(drawing.bounds().isEmpty());
  Geometry g;
  addCurve(g, {{1, 2, 3}});
  addCurve(g, {{0, 0, 0}, {0, 0, 0}});
  addGeometry(g, {}, drawing);
  EXPECT_TRUE(drawing.curves.empty());
  EXPECT_EQ(drawing.balls.size(), 2u);  // what has no length is a dot
  setTuple(*g.find(Owner::point, "P"), 1, Vector3d(0, std::nan(""), 0));
  try {
    addGeometry(g, {}, drawing);
    FAIL() << "NaN was drawn";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("point 1"), std::string::npos) << error.what();
  }
  Geometry none;
  addCurve(none, {{0, 0, 0}, {1, 0, 0}});
  DrawSettings settings;
  settings.value = "tension";
  try {
    addGeometry(none, settings, drawing);
    FAIL() << "an attribute that is not there was shown";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("tension"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("bend"), std::string::npos);
  }
}

TEST(Drawing, ValuesAreTheAttributes) {
  Geometry g = geometryOf({coil(Model::clothoid, 4, 1)}, 0.01);
  Attribute& heat = g.add(Owner::point, "heat", Storage::real32, 1);
  for (std::size_t i = 0; i < 5; ++i) setTuple(heat, i, static_cast<double>(i));
  Drawing drawing;
  DrawSettings settings;
  settings.value = "heat";
  addGeometry(g, settings, drawing);
  EXPECT_EQ(drawing.values.front(), 0);
  EXPECT_EQ(drawing.values.back(), 4);
  for (std::size_t i = 0; i < drawing.values.size(); ++i)
    EXPECT_FLOAT_EQ(drawing.values[i], static_cast<float>(drawing.between[i].a) + drawing.between[i].part);
  // a circle's bend is one over its radius
  Geometry circle;
  std::vector<Vector3d> places;
  for (int i = 0; i <= 20; ++i)
    places.emplace_back(0.5 * std::cos(0.1 * i), 0.5 * std::sin(0.1 * i), 0);  // floats
  addCurve(circle, places);
  const ValueOf bend(circle, "bend");
  for (std::int32_t i = 0; i <= 20; ++i) EXPECT_NEAR(bend.at(0, i), 2, 1e-4) << i;
}

// Dots where rods touch, red where a contact has failed, and the forces; on request only.
TEST(Drawing, ContactsAreDotsAndForces) {
  Geometry g = geometryOf({coil(Model::clothoid, 4, 1)}, 0.01);
  Attribute &count = g.add(Owner::point, "contact", Storage::int32, 1),
            &force = g.add(Owner::point, "contactforce", Storage::real32, 3, "vector"),
            &depth = g.add(Owner::point, "penetration", Storage::real32, 1);
  setNumber(count.numbers, 1, 2);
  setNumber(count.numbers, 3, 1);
  setNumber(depth.numbers, 3, 0.7);
  setTuple(force, 1, Vector3d(0, 2, 0));
  setTuple(force, 3, Vector3d(0, 0, 1));
  DrawSettings settings;
  Drawing without, with;
  addGeometry(g, settings, without);
  settings.constraints = Constraints::debug;
  addGeometry(g, settings, with);
  ASSERT_EQ(with.balls.size(), without.balls.size() + 3);
  ASSERT_EQ(with.curves.size(), without.curves.size() + 2);
  const DrawnBall &touches = with.balls[with.balls.size() - 3], &failed = with.balls[with.balls.size() - 2],
                  &end = with.balls.back();
  EXPECT_GT(touches.colour.z(), touches.colour.x());
  EXPECT_GT(failed.colour.x(), 5 * failed.colour.z());
  EXPECT_EQ(failed.colour, end.colour);
  const auto lineOf = [&](const DrawnCurve& curve) {
    const Vector4f* c = &with.controls[0][curve.firstControl];
    return Vector3f((c[3] - c[0]).head<3>());
  };
  const Vector3f strong = lineOf(with.curves[with.curves.size() - 2]), weak = lineOf(with.curves.back());
  EXPECT_GT(strong.y(), 0);
  EXPECT_NEAR(weak.z(), std::sqrt(0.5) * strong.y(), 1e-6);
  EXPECT_LT((end.at[0] - failed.at[0]).head<3>().norm() - weak.norm(), 1e-6);
  EXPECT_TRUE(with.bounds().isApprox(without.bounds(), 0.1f));
}

TEST(Drawing, PolygonsAreCoveredByTheirTriangles) {
  // an L, and a star whose corners point inwards
  std::vector<std::vector<Vector3d>> shapes = {
      {{0, 0, 1}, {2, 0, 1}, {2, 1, 1}, {1, 1, 1}, {1, 3, 1}, {0, 3, 1}}, {}};
  for (int i = 0; i < 10; ++i) {
    const double r = i % 2 ? 0.3 : 1, a = kTurn * i / 10;
    shapes[1].emplace_back(r * std::cos(a), r * std::sin(a), r);
  }
  for (const auto& corners : shapes) {
    const auto triangles = trianglesOf(corners);
    ASSERT_EQ(triangles.size(), corners.size() - 2);
    Vector3d whole = Vector3d::Zero(), sum = Vector3d::Zero();
    for (std::size_t i = 0; i < corners.size(); ++i)
      whole += corners[i].cross(corners[(i + 1) % corners.size()]);
    double signedSum = 0, plainSum = 0;
    for (const auto& t : triangles) {
      const Vector3d area = (corners[t[1]] - corners[t[0]]).cross(Vector3d(corners[t[2]] - corners[t[0]]));
      sum += area;
      signedSum += area.dot(whole);
      plainSum += std::abs(area.dot(whole));
    }
    EXPECT_LT((sum - whole).norm(), 1e-12);
    EXPECT_NEAR(signedSum, plainSum, 1e-9);  // none is turned over: they do not overlap
  }
}

// A ground lies under roots, though tips reach a little lower; where all hangs from its root, under all.
TEST(Drawing, TheGroundLiesUnderTheRoots) {
  const auto groundUnder = [](double tip) {
    Geometry g;
    addCurve(g, {{0, 0, 0}, {0, 4, 0}});
    addCurve(g, {{0, 4, 0}, {2, 4, 0}, {2, tip, 0}});
    Drawing drawing;
    addGeometry(g, {}, drawing);
    Bounds bounds;
    bounds.boxes.push_back(boxOf(1, drawing));
    bounds.box = bounds.boxes[0].box;
    bounds.lowestRoot = bounds.boxes[0].lowestRoot;
    return groundOf(bounds);
  };
  EXPECT_NEAR(groundUnder(1), 0, 1e-6);
  EXPECT_NEAR(groundUnder(-0.15), 0, 1e-6);
  EXPECT_NEAR(groundUnder(-3), -3, 0.05);
}

// A rope that lies on the ground lies on its side, whatever stands on it.
TEST(Drawing, WhatLiesIsNotSunkIntoTheGround) {
  Geometry g;
  addCurve(g, {{0, 0, 0}, {4, 0, 0}});
  addCurve(g, {{2, 0.02, 0}, {2, 2, 0}});
  Drawing drawing;
  DrawSettings settings;
  settings.radius = 0.02;
  addGeometry(g, settings, drawing);
  EXPECT_NEAR(drawing.lowestRoot(), -0.02, 1e-6);
}

TEST(Camera, SeesAllOfABoxAndNoMore) {
  const Eigen::AlignedBox3d box(Vector3d(-1, 2, 0), Vector3d(3, 2.5, 8));
  for (const double azimuth : {0.0, 25.0, 130.0})
    for (const double elevation : {-80.0, 12.0, 90.0}) {
      const Camera camera = fitted(box, azimuth, elevation, 35, 16.0 / 9);
      double right = 0, high = 0;
      for (int i = 0; i < 8; ++i) {
        const Vector3d seen =
            camera.project(box.corner(static_cast<Eigen::AlignedBox3d::CornerType>(i)), 960, 540);
        EXPECT_GT(seen.z(), 0);
        right = std::max(right, std::abs(seen.x() - 480) / 480);
        high = std::max(high, std::abs(seen.y() - 270) / 270);
      }
      EXPECT_LT(std::max(right, high), 1);
      EXPECT_GT(std::max(right, high), 0.9);
    }
}

}  // namespace
}  // namespace tendril::test
