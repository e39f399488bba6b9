// What sources share.
#include "nodes/sources/source.h"

#include <cmath>

#include "solver/base/math.h"
#include "solver/kinematics/euler.h"

namespace tendril::nodes {
namespace {

using Eigen::Vector3d;

Vector3d vectorOf(const std::array<double, 3>& a) {
  return {a[0], a[1], a[2]};
}

}  // namespace

void addPlacementParameters(NodeDefinition& node, Inside inside) {
  ParameterTable<SourceTransform> table(node, inside);
  table.collapsible("placement", "Placement");
  table.vector<&SourceTransform::translate>("translate", "Translate")
      .unit("m")
      .soft(-10, 10)
      .hardLow(-1e9)
      .hardHigh(1e9)
      .help({"Moves all curves. With keyframes, it moves their roots.",
             "0 0 0; animate it to see how rods follow a moving root.", "Translate (Transform)."});
  table.vector<&SourceTransform::rotate>("rotate", "Rotate")
      .unit("deg")
      .soft(-180, 180)
      .hardLow(-1e6)
      .hardHigh(1e6)
      .help({"Rotates all curves about the origin: about x first, then y, then z.",
             "0 0 0; animate it to shake a head of hair.", "Rotate (Transform)."});
  table.end();
}

CurveBuilder::CurveBuilder(const SourceTransform& placement, double unit)
    : unitLength(unit),
      turn_(turnOf(placement.rotate).toRotationMatrix()),
      shift_(vectorOf(placement.translate)) {}

std::int32_t CurveBuilder::addPoint(const Vector3d& point) {
  const std::size_t number = geometry.addPoints(1);
  const Vector3d placed = (turn_ * point + shift_) / unitLength;
  const Span<float> p = geometry.positions();
  for (std::size_t c = 0; c < 3; ++c)
    p[3 * number + c] = static_cast<float>(placed[static_cast<Eigen::Index>(c)]);
  return static_cast<std::int32_t>(number);
}

std::size_t CurveBuilder::through(const std::vector<std::int32_t>& points) {
  return geometry.addPrimitive(PrimitiveKind::polyline, Span<const std::int32_t>(points));
}

std::size_t CurveBuilder::add(const Points& points) {
  std::vector<std::int32_t> numbers;
  for (const Vector3d& point : points) numbers.push_back(addPoint(point));
  return through(numbers);
}

std::size_t CurveBuilder::branch(std::int32_t root, const Points& points) {
  std::vector<std::int32_t> numbers = {root};
  for (const Vector3d& point : points) numbers.push_back(addPoint(point));
  return through(numbers);
}

void CurveBuilder::setDirection(const char* name, std::size_t point, const Vector3d& direction) {
  const bool normal = std::string(name) == "N";
  const Span<float> values =
      geometry.add(Owner::point, name, Storage::real32, 3, normal ? "normal" : "vector").values<float>();
  const Vector3d turned = turn_ * direction;
  for (std::size_t c = 0; c < 3; ++c)
    values[3 * point + c] = static_cast<float>(turned[static_cast<Eigen::Index>(c)]);
}

void CurveBuilder::setNumber(Owner owner, const char* name, std::size_t element, double value) {
  geometry.add(owner, name, Storage::real32, 1).values<float>()[element] = static_cast<float>(value);
}

void CurveBuilder::setWhole(const char* name, std::size_t primitive, std::int64_t value) {
  geometry.add(Owner::primitive, name, Storage::int32, 1).values<std::int32_t>()[primitive] =
      static_cast<std::int32_t>(value);
}

void CurveBuilder::setWidth(std::size_t point, double width) {
  setNumber(Owner::point, "width", point, width / unitLength);
}

std::uint64_t Random::next() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

double Random::normal() {
  const double u = 1 - uniform(), v = uniform();  // u above 0
  return std::sqrt(-2 * std::log(u)) * std::cos(kTurn * v);
}

Vector3d Random::normal3() {
  const double x = normal(), y = normal(), z = normal();
  return {x, y, z};
}

}  // namespace tendril::nodes
