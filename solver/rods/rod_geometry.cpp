// Ids, orientations and tests for rods.
#include "solver/rods/rod_geometry.h"

#include <algorithm>
#include <type_traits>

#include "solver/geometry/tuples.h"

namespace tendril::solver {

using Eigen::Matrix3d;
using Eigen::Quaterniond;

Quaterniond orientOf(const Matrix3d& axes) {
  Matrix3d m;
  m << axes.col(1), axes.col(2), axes.col(0);
  const Quaterniond q = Quaterniond(m).normalized();
  return q.w() < 0 ? Quaterniond(-q.coeffs()) : q;
}

Matrix3d axesOf(const Quaterniond& orient) {
  const Matrix3d m = orient.toRotationMatrix();
  Matrix3d axes;
  axes << m.col(2), m.col(0), m.col(1);
  return axes;
}

void turnRoot(Rod& rod, const Quaterniond& orient) {
  rod.rootOrient = orient;
  rod.shape.root.axes = axesOf(orient);
}

std::vector<std::int64_t> idsOf(const Geometry& g) {
  std::vector<std::int64_t> ids(g.primitiveCount());
  const Attribute* id = g.find(Owner::primitive, "id");
  if (id && (!numericTuple(id, 1) || isReal(id->storage())))
    throw Error("primitive attribute 'id' is no whole number; ids of rods are: rename or remove it");
  for (std::size_t p = 0; p < ids.size(); ++p) ids[p] = static_cast<std::int64_t>(p);
  if (!id) return ids;
  std::visit(
      [&](const auto& values) {
        using T = typename std::decay_t<decltype(values)>::value_type;
        if constexpr (std::is_integral_v<T>) std::copy(values.begin(), values.end(), ids.begin());
      },
      id->numbers);
  return ids;
}

IdIndex::IdIndex(const Geometry& geometry) {
  const std::vector<std::int64_t> ids = idsOf(geometry);
  for (std::size_t p = 0; p < ids.size(); ++p) primitives_[ids[p]].push_back(p);
}

std::optional<std::size_t> IdIndex::find(std::int64_t id, std::size_t number,
                                         const std::function<bool(std::size_t)>& fits) const {
  const auto found = primitives_.find(id);
  if (found == primitives_.end()) return {};
  std::vector<std::size_t> meant;
  for (const std::size_t p : found->second)
    if (fits(p)) meant.push_back(p);
  if (std::find(meant.begin(), meant.end(), number) != meant.end()) return number;
  if (meant.size() > 1)
    throw Error("primitives " + std::to_string(meant[0]) + " and " + std::to_string(meant[1]) +
                " of the second input both have id " + std::to_string(id) +
                "; one of them is meant, but which?");
  return meant.empty() ? std::nullopt : std::optional<std::size_t>(meant[0]);
}

namespace {

// True if `f` holds for any primitive that is a rod.
template <class F>
bool anyRod(const Geometry& g, const F& f) {
  const Attribute* model = g.find(Owner::primitive, "rodmodel");
  if (!model || model->kind != AttributeKind::string) return false;
  for (std::size_t p = 0; p < g.primitiveCount(); ++p)
    if (!model->stringAt(p).empty() && f(p)) return true;
  return false;
}

}  // namespace

bool hasRods(const Geometry& g) {
  return anyRod(g, [](std::size_t) { return true; });
}

bool hasHistory(const Geometry& g) {
  const Attribute* orient = numericTuple(g.find(Owner::primitive, "hookorient"), 4);
  return orient && anyRod(g, [&](std::size_t p) { return !tupleAt(*orient, p).isZero(0); });
}

bool isLight(const Geometry& g) {
  return g.find(Owner::detail, kLightMark) != nullptr;
}

bool isRestartFrame(const Geometry& g) {
  return hasRods(g) && !isLight(g);
}

std::unordered_map<std::int64_t, std::size_t> indexById(const std::vector<Rod>& rods) {
  std::unordered_map<std::int64_t, std::size_t> index;
  index.reserve(rods.size());
  for (std::size_t r = 0; r < rods.size(); ++r) index.emplace(rods[r].id, r);
  return index;
}

}  // namespace tendril::solver
