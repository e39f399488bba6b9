// Attributes of collider geometry.
#include "nodes/simulation/collider_settings.h"

#include <Eigen/Dense>
#include <cmath>

#include "solver/base/error.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {

ColliderSettingsReader::ColliderSettingsReader(const Geometry& g, double unit) : g_(g), unit_(unit) {
  type_ = find(kColliderType, true);
  name_ = find(kColliderName, true);
  friction_ = find(kColliderFriction, false);
  cohesion_ = find(kColliderCohesion, false);
  thickness_ = find(kColliderThickness, false);
  invert_ = find(kColliderInvert, false);
  oneSided_ = find(kColliderOneSided, false);
  voxel_ = find(kColliderVoxel, false);
}

ColliderSettingsReader::Source ColliderSettingsReader::find(const char* name, bool text) {
  for (const Owner owner : {Owner::primitive, Owner::detail}) {
    const Attribute* found = g_.find(owner, name);
    if (!found || found->tupleSize != 1) continue;
    if (found->kind != (text ? AttributeKind::string : AttributeKind::numeric)) continue;
    speaks_ = true;
    return {found, owner == Owner::detail};
  }
  return {};
}

double ColliderSettingsReader::number(const Source& source, std::size_t primitive, double otherwise) const {
  return source.attribute ? numberAt(source.attribute->numbers, source.whole ? 0 : primitive) : otherwise;
}

std::string ColliderSettingsReader::text(const Source& source, std::size_t primitive) const {
  return source.attribute ? std::string(source.attribute->stringAt(source.whole ? 0 : primitive)) : "";
}

ColliderSettings ColliderSettingsReader::of(std::size_t primitive) const {
  ColliderSettings its;
  its.type = text(type_, primitive);
  if (its.type.empty()) its.type = kColliderMesh;
  its.name = text(name_, primitive);
  its.friction = number(friction_, primitive, its.friction);
  its.cohesion = number(cohesion_, primitive, its.cohesion);
  its.thickness = unit_ * number(thickness_, primitive, its.thickness);
  its.inverted = number(invert_, primitive, 0) != 0;
  its.oneSided = number(oneSided_, primitive, 0) != 0;
  its.voxel = unit_ * number(voxel_, primitive, its.voxel);
  return its;
}

void check(const ColliderSettings& settings) {
  const auto refuse = [](const char* what, double value) {
    throw Error(std::string(what) + " is " + std::to_string(value) + "; it must be 0 or more");
  };
  if (!(settings.friction >= 0) || std::isinf(settings.friction)) refuse("friction", settings.friction);
  if (!(settings.cohesion >= 0) || std::isinf(settings.cohesion)) refuse("cohesion", settings.cohesion);
  if (!(settings.thickness >= 0) || std::isinf(settings.thickness)) refuse("thickness", settings.thickness);
  if (!(settings.voxel >= 0) || std::isinf(settings.voxel)) refuse("voxelsize", settings.voxel);
}

namespace {

using Eigen::Matrix3d;

struct EvenScale {
  Matrix3d turn;
  double scale;
};

// Rows act on row vectors. Shapes are the same from both sides of x, so a mirrored one may be turned back.
EvenScale splitEvenly(Matrix3d rows) {
  if (rows.determinant() < 0) rows.row(0) = -rows.row(0).eval();
  const double scale = std::cbrt(rows.determinant());
  if (!std::isfinite(scale) || !(scale > 0)) throw Error("its axes have no volume");
  const Eigen::JacobiSVD<Matrix3d> svd(rows.transpose() / scale, Eigen::ComputeFullU | Eigen::ComputeFullV);
  if ((svd.singularValues().array() - 1).abs().maxCoeff() > 1e-3)
    throw Error("it is scaled unevenly; convert it to polygons first");
  return {svd.matrixU() * svd.matrixV().transpose(), scale};
}

const Value* fieldOf(const OtherPrimitive& primitive, std::string_view name) {
  const auto* items = primitive.fields.as<Value::List>();
  for (std::size_t i = 0; items && i + 1 < items->size(); i += 2)
    if (const auto* key = (*items)[i].as<std::string>(); key && *key == name) return &(*items)[i + 1];
  return nullptr;
}

}  // namespace

PlacedShape placedShape(const Geometry& g, std::size_t primitive, const ColliderShape& shape, double unit) {
  const Attribute* place = numericTuple(g.find(Owner::primitive, kColliderPlace), 3);
  const Attribute* axes = numericTuple(g.find(Owner::primitive, kColliderAxes), 9);
  const Attribute* numbers = numericTuple(g.find(Owner::primitive, kColliderNumbers), 3);
  if (!place || !axes || !numbers)
    throw Error(std::string("primitive attributes ") + kColliderPlace + ", " + kColliderAxes + " or " +
                kColliderNumbers + " are missing");
  const Eigen::VectorXd values = tupleAt(*axes, primitive);
  const EvenScale split =
      splitEvenly(Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(values.data()));
  PlacedShape placed{&shape, {split.turn, unit * tupleAt(*place, primitive)}, {}};
  if (!placed.pose.position.allFinite()) throw Error("its place is not a number");
  for (std::size_t i = 0; i < shape.properties.size(); ++i)
    placed.numbers.push_back(numberAt(numbers->numbers, 3 * primitive + i) *
                             (isLength(shape.properties[i]) ? unit * split.scale : 1));
  return placed;
}

std::optional<PlacedShape> placedShape(const Geometry& g, const OtherPrimitive& primitive, double unit) {
  const bool sphere = primitive.type == "Sphere", tube = primitive.type == "Tube";
  if (!sphere && !tube) return std::nullopt;
  const Span<const std::int32_t> points = g.pointsOf(primitive.primitive);
  const Value* field = fieldOf(primitive, "transform");
  const auto values = field ? numbersIn(*field) : std::nullopt;
  if (points.size() != 1 || !values || values->size() != 9)
    throw Error("has not one point and a transform of nine numbers");
  Matrix3d rows = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(values->data());
  const Attribute& p = *g.find(Owner::point, "P");
  PlacedShape placed;
  placed.pose.position = unit * tupleAt(p, static_cast<std::size_t>(points[0])).head<3>();
  if (!placed.pose.position.allFinite()) throw Error("its place is not a number");
  if (sphere) {
    const EvenScale split = splitEvenly(rows);
    placed.shape = findColliderShape("sphere");
    placed.pose.axes = split.turn;
    placed.numbers = {unit * split.scale};
    return placed;
  }
  // Houdini's tube has radius 1 and height 1 along y, before its transform
  const double radius = rows.row(0).norm(), height = rows.row(1).norm();
  if (!(height > 0) || !(radius > 0)) throw Error("its axes have no volume");
  const Value* taper = fieldOf(primitive, "taper");
  const double* narrow = taper ? taper->as<double>() : nullptr;
  if (narrow && *narrow != 1) throw Error("it is a cone; convert it to polygons first");
  rows.row(1) *= radius / height;
  placed.shape = findColliderShape("capsule");
  placed.pose.axes = splitEvenly(rows).turn;
  placed.numbers = {unit * radius, unit * height};
  return placed;
}

}  // namespace tendril::nodes
