// Collider geometry: polygons that show a shape, and attributes that say what it is.
#include "nodes/making/make_colliders.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <string_view>

#include "nodes/simulation/collider_settings.h"
#include "solver/base/error.h"
#include "solver/base/math.h"
#include "solver/geometry/tuples.h"
#include "solver/kinematics/euler.h"

namespace tendril::nodes {

std::vector<const Property*> colliderNumbers() {
  std::vector<const Property*> all;
  for (const ColliderShape* shape : colliderShapes())
    for (const Property& property : shape->properties)
      if (std::none_of(all.begin(), all.end(),
                       [&](const Property* known) { return std::string_view(known->name) == property.name; }))
        all.push_back(&property);
  return all;
}

std::vector<double> ColliderParms::defaultNumbers() {
  std::vector<double> values;
  for (const Property* property : colliderNumbers()) values.push_back(property->value);
  return values;
}

namespace {

using Eigen::Vector3d;

// Polygons in metres about the shape's origin; seen from outside they run clockwise, as Houdini's.
struct ShapeDrawing {
  std::vector<Vector3d> points;
  std::vector<std::vector<std::int32_t>> polygons;
};

// Rings of `around` points about y, from the lowest up, between two ends.
ShapeDrawing lathed(const std::vector<std::pair<double, double>>& profile, int around) {
  ShapeDrawing drawing;
  const auto count = static_cast<int>(profile.size());
  for (const auto& [radius, height] : profile)
    for (int j = 0; j < (radius == 0 ? 1 : around); ++j) {
      const double phi = kTurn * j / around;
      drawing.points.push_back({radius * std::cos(phi), height, radius * std::sin(phi)});
    }
  const auto number = [&](int ring, int j) {
    if (ring == 0) return 0;
    return ring == count - 1 ? 1 + (count - 2) * around : 1 + (ring - 1) * around + j % around;
  };
  for (int ring = 0; ring + 1 < count; ++ring)
    for (int j = 0; j < around; ++j) {
      std::vector<std::int32_t> corners = {number(ring, j), number(ring, j + 1), number(ring + 1, j + 1),
                                           number(ring + 1, j)};
      corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
      if (corners.front() == corners.back()) corners.pop_back();
      drawing.polygons.push_back(corners);
    }
  return drawing;
}

ShapeDrawing roundAbout(double radius, double length) {
  constexpr int kRings = 8, kAround = 24;  // to a pole; about the axis
  std::vector<std::pair<double, double>> profile;
  for (int half = 0; half < 2; ++half)
    for (int i = half && length == 0 ? 1 : 0; i <= kRings; ++i) {
      const double angle = 0.5 * kPi * (half ? i : i - kRings) / kRings;
      const bool pole = half ? i == kRings : i == 0;
      profile.push_back(
          {pole ? 0 : radius * std::cos(angle), radius * std::sin(angle) + (half ? 0.5 : -0.5) * length});
    }
  return lathed(profile, kAround);
}

ShapeDrawing boxOf(const Vector3d& size) {
  ShapeDrawing drawing;
  for (int corner = 0; corner < 8; ++corner)
    drawing.points.push_back({(corner & 1 ? 0.5 : -0.5) * size.x(), (corner & 2 ? 0.5 : -0.5) * size.y(),
                              (corner & 4 ? 0.5 : -0.5) * size.z()});
  drawing.polygons = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (std::vector<std::int32_t>& corners : drawing.polygons) std::reverse(corners.begin(), corners.end());
  return drawing;
}

ShapeDrawing planeOf(double size) {
  const double half = 0.5 * size;
  return {{{-half, 0, -half}, {half, 0, -half}, {half, 0, half}, {-half, 0, half}}, {{0, 1, 2, 3}}};
}

ShapeDrawing drawingOf(const std::string& shape, const std::vector<double>& n, double planeSize) {
  if (shape == "sphere") return roundAbout(n[0], 0);
  if (shape == "capsule") return roundAbout(n[0], n[1]);
  if (shape == "box") return boxOf({n[0], n[1], n[2]});
  return planeOf(planeSize);
}

// One attribute of some primitives, the others keep what they have, or `otherwise`.
class Describer {
 public:
  Describer(Geometry& g, std::vector<std::uint8_t> chosen) : g_(g), chosen_(std::move(chosen)) {}

  void number(const char* name, double value, double otherwise, Storage storage) {
    const bool isNew = !numericTuple(g_.find(Owner::primitive, name), 1);
    Attribute& a = g_.add(Owner::primitive, name, storage, 1);
    for (std::size_t p = 0; p < chosen_.size(); ++p)
      if (chosen_[p] || isNew) setTuple(a, p, chosen_[p] ? value : otherwise);
  }
  bool has(const char* name) const { return numericTuple(g_.find(Owner::primitive, name), 1); }
  void text(const char* name, const std::string& value) {
    const Attribute* known = g_.find(Owner::primitive, name);
    Attribute& a = known && known->kind == AttributeKind::string ? *g_.find(Owner::primitive, name)
                                                                 : g_.addString(Owner::primitive, name);
    for (std::size_t p = 0; p < chosen_.size(); ++p)
      if (chosen_[p]) a.setString(p, value);
  }

 private:
  Geometry& g_;
  std::vector<std::uint8_t> chosen_;
};

void describeColliders(const ColliderParms& parms, double unit, const std::string& type,
                       const std::vector<std::uint8_t>& chosen, Geometry& g) {
  Describer describer(g, chosen);
  describer.text(kColliderType, type);
  if (!parms.name.empty()) describer.text(kColliderName, parms.name);
  const ColliderSettings plain;
  describer.number(kColliderFriction, parms.friction, plain.friction, Storage::real32);
  if (parms.cohesion > 0 || describer.has(kColliderCohesion))
    describer.number(kColliderCohesion, parms.cohesion, plain.cohesion, Storage::real32);
  describer.number(kColliderThickness, parms.thickness / unit, plain.thickness / unit, Storage::real32);
  describer.number(kColliderInvert, parms.invert, 0, Storage::int32);
  if (type != kColliderMesh) return;
  describer.number(kColliderOneSided, parms.sides == ColliderSides::front, 0, Storage::int32);
  if (parms.voxel > 0) describer.number(kColliderVoxel, parms.voxel / unit, 0, Storage::real32);
}

Geometry shapeGeometry(const ColliderParms& parms, const ColliderShape& shape, double unit) {
  const std::vector<const Property*> all = colliderNumbers();
  std::vector<double> numbers;
  for (const Property& property : shape.properties)
    for (std::size_t i = 0; i < all.size(); ++i)
      if (std::string_view(all[i]->name) == property.name) numbers.push_back(parms.numbers[i]);
  shape.make(numbers);  // says what is wrong with them
  const ShapeDrawing drawing = drawingOf(shape.name, numbers, parms.drawn);
  const Eigen::Matrix3d turn = turnOf(parms.rotate).toRotationMatrix();
  const Vector3d shift(parms.translate.data());
  Geometry g;
  g.addPoints(drawing.points.size());
  Attribute& p = *g.find(Owner::point, "P");
  for (std::size_t i = 0; i < drawing.points.size(); ++i)
    setTuple(p, i, Vector3d((shift + turn * drawing.points[i]) / unit));
  for (const std::vector<std::int32_t>& corners : drawing.polygons)
    g.addPrimitive(PrimitiveKind::polygon, corners);
  Attribute& place = g.add(Owner::primitive, kColliderPlace, Storage::real32, 3, "point");
  Attribute& axes = g.add(Owner::primitive, kColliderAxes, Storage::real32, 9, "matrix");
  Attribute& its = g.add(Owner::primitive, kColliderNumbers, Storage::real32, 3);
  const Eigen::Matrix3d rows = turn.transpose();
  for (std::size_t i = 0; i < g.primitiveCount(); ++i) {
    setTuple(place, i, Vector3d(shift / unit));
    Eigen::Matrix<double, 9, 1> all9;
    for (int c = 0; c < 9; ++c) all9[c] = rows(c / 3, c % 3);
    setTuple(axes, i, all9);
    for (std::size_t c = 0; c < numbers.size(); ++c)
      setNumber(its.numbers, 3 * i + c, numbers[c] / (isLength(shape.properties[c]) ? unit : 1));
  }
  return g;
}

}  // namespace

Geometry makeColliders(const ColliderParms& parms, const Cook& cook) {
  if (parms.type != ColliderKind::mesh) {
    const ColliderShape& shape = *colliderShapes()[static_cast<std::size_t>(parms.type) - 1];
    Geometry g = shapeGeometry(parms, shape, cook.unitLength);
    describeColliders(parms, cook.unitLength, shape.name, std::vector<std::uint8_t>(g.primitiveCount(), 1),
                      g);
    return g;
  }
  if (!cook.input(0)) throw Error("the first input is empty; connect polygons, or choose a shape as Type");
  Geometry g = *cook.input(0);
  std::vector<std::uint8_t> chosen(g.primitiveCount(), 1);
  if (!parms.group.empty()) chosen = cook.host.select(g, Owner::primitive, parms.group);
  for (std::size_t p = 0; p < chosen.size(); ++p)
    if (g.kinds[p] == PrimitiveKind::polyline) chosen[p] = 0;
  if (std::count(chosen.begin(), chosen.end(), 1) == 0)
    cook.host.warn("no polygon, sphere or tube is chosen; nothing will touch it");
  describeColliders(parms, cook.unitLength, kColliderMesh, chosen, g);
  return g;
}

}  // namespace tendril::nodes
