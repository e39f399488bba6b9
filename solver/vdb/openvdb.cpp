// OpenVDB grids. The only file that sees OpenVDB.
#include <openvdb/io/File.h>
#include <openvdb/io/Stream.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/GridOperators.h>
#include <openvdb/tools/Interpolation.h>
#include <openvdb/tools/MeshToVolume.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "solver/base/error.h"
#include "solver/colliders/mesh_topology.h"
#include "solver/vdb/vdb.h"

namespace tendril::solver {
namespace {

using openvdb::FloatGrid;
using openvdb::GridBase;
using Velocities = openvdb::Vec3SGrid;
using Vec = openvdb::Vec3d;

void begin() {
  static const bool begun = (openvdb::initialize(), true);
  static_cast<void>(begun);
}

Vec toVdb(const Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

// OpenVDB's exceptions as our own.
template <class F>
auto guarded(const std::string& what, const F& f) -> decltype(f()) {
  try {
    begin();
    return f();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throw Error(what + ": " + error.what());
  }
}

std::string titleOf(const GridBase& grid) {
  return grid.getName().empty() ? "a grid without a name" : "grid '" + grid.getName() + "'";
}

VdbKind kindOf(const GridBase& grid) {
  if (grid.isType<FloatGrid>()) {
    if (grid.getGridClass() == openvdb::GRID_LEVEL_SET) return VdbKind::levelSet;
    if (grid.getGridClass() == openvdb::GRID_FOG_VOLUME) return VdbKind::fogVolume;
  }
  if (grid.isType<Velocities>())
    return grid.getGridClass() == openvdb::GRID_STAGGERED ? VdbKind::staggeredVelocity : VdbKind::velocity;
  return VdbKind::other;
}

VdbGrid stored(const GridBase::Ptr& grid) {
  std::ostringstream out(std::ios::binary);
  openvdb::io::Stream(out).write(openvdb::GridCPtrVec{grid});
  const std::string bytes = out.str();
  return {grid->getName(),
          kindOf(*grid),
          static_cast<std::size_t>(grid->activeVoxelCount()),
          grid->voxelSize().x(),
          {bytes.begin(), bytes.end()}};
}

GridBase::Ptr loaded(Span<const std::uint8_t> bytes) {
  std::istringstream in(std::string(bytes.begin(), bytes.end()), std::ios::binary);
  const openvdb::GridPtrVecPtr grids = openvdb::io::Stream(in, false).getGrids();
  if (!grids || grids->empty()) throw Error("the data hold no grid");
  return grids->front();
}

template <class Grid>
void checkVoxels(const Grid& grid) {
  if (!grid.transform().isLinear() || !grid.hasUniformVoxels())
    throw Error(titleOf(grid) + " has voxels that are no cubes");
}

template <class Grid>
void checkValues(const Grid& grid) {
  if (grid.activeVoxelCount() == 0) throw Error(titleOf(grid) + " is empty");
  if (!openvdb::math::isFinite(grid.background()))
    throw Error(titleOf(grid) + " has a background that is not a number");
  for (auto it = grid.cbeginValueOn(); it; ++it)
    if (!openvdb::math::isFinite(*it)) throw Error(titleOf(grid) + " has values that are not numbers");
}

template <class Grid>
typename Grid::Ptr as(const GridBase::Ptr& grid) {
  return openvdb::gridPtrCast<Grid>(grid);
}

// False where voxels have no numbers: of rods that a step throws out, until it is taken back.
bool isInReach(const Vec& index) {
  constexpr double kFar = 1e9;
  return std::abs(index.x()) < kFar && std::abs(index.y()) < kFar && std::abs(index.z()) < kFar;
}

// A narrow band of distances and a grid of their gradients: trilinear distances alone would give normals that
// jump from voxel to voxel. Accessors are made by each question, so that any number of threads may ask.
class LevelSet : public Solid {
 public:
  LevelSet(const GridBase::Ptr& any, double unit) : unit_(unit) {
    if (kindOf(*any) != VdbKind::levelSet)
      throw Error(titleOf(*any) + " is a " + nameOf(kindOf(*any)) + " and no level set");
    grid_ = as<FloatGrid>(any);
    checkValues(*grid_);
    checkVoxels(*grid_);
    voxel_ = unit * grid_->voxelSize().x();
    band_ = unit * grid_->background();
    if (!(band_ >= 1.99 * voxel_))
      throw Error(titleOf(*any) + " has a band of " + std::to_string(band_ / voxel_) +
                  " voxels; two are needed, and three are usual");
    Box3 inside;
    for (auto it = grid_->cbeginValueOn(); it; ++it) {
      if (*it >= 0) continue;
      const openvdb::CoordBBox box = it.getBoundingBox();
      for (const openvdb::Coord& c : {box.min(), box.max()}) {
        const Vec p = grid_->indexToWorld(c);
        inside.add(unit * Vector3d(p.x(), p.y(), p.z()));
      }
    }
    if (inside.isEmpty()) throw Error(titleOf(*any) + " has no inside; was it made of a mesh with holes?");
    extent_ = inside.grownBy(1.5 * voxel_);
    gradients_ = openvdb::tools::gradient(*grid_);
  }

  bool nearest(const Vector3d& at, double reach, Nearest& found) const override {
    const double distance = distanceAt(at);
    if (!(std::abs(distance) < reach)) return false;
    found.feature = 0;
    found.distance = distance;
    if (std::abs(distance) < 0.98 * band_) {
      found.normal = gradientAt(at);
      found.place = at - distance * found.normal;
      return true;
    }
    if (distance > 0) return false;  // beyond the band: how far is not known
    found.place = wayOut(at);
    for (int i = 0; i < 4; ++i) found.place -= distanceAt(found.place) * gradientAt(found.place);
    const Vector3d way = found.place - at;
    found.distance = -way.norm();
    found.normal = -way / found.distance;
    return true;
  }
  bool contains(const Vector3d& at) const override { return distanceAt(at) < 0; }

  // Steps as far as distances allow, in the band by half a voxel at least.
  bool passage(const Vector3d& from, const Vector3d& to, bool inverted, Passage& found) const override {
    const double length = (to - from).norm(), sign = inverted ? -1 : 1;
    bool within = sign * distanceAt(from) < 0, entered = within;
    if (within) found.enter = 0;
    double at = 0, last = 0;
    while (at < length && length > 0) {
      last = at;
      at = std::min(
          length, at + std::max(0.9 * std::abs(distanceAt(from + at / length * (to - from))), 0.5 * voxel_));
      const bool now = sign * distanceAt(from + at / length * (to - from)) < 0;
      if (now == within) continue;
      double low = last, high = at;
      for (int i = 0; i < 30; ++i) {
        const double middle = 0.5 * (low + high);
        ((sign * distanceAt(from + middle / length * (to - from)) < 0) == within ? low : high) = middle;
      }
      within = now;
      if (now) {
        found.enter = high / length, entered = true;
      } else {
        found.leave = low / length;
        break;
      }
    }
    if (!entered) return false;
    if (within) found.leave = 1;
    return nearest(from + found.enter * (to - from), Box3::kInfinite, found.into);
  }
  Box3 extent() const override { return extent_; }

 private:
  double distanceAt(const Vector3d& at) const {
    const auto accessor = grid_->getConstUnsafeAccessor();
    const Vec p = grid_->worldToIndex(toVdb(at / unit_));
    return isInReach(p) ? unit_ * openvdb::tools::BoxSampler::sample(accessor, p) : band_;
  }
  Vector3d gradientAt(const Vector3d& at) const {
    const auto accessor = gradients_->getConstUnsafeAccessor();
    const Vec p = gradients_->worldToIndex(toVdb(at / unit_));
    if (!isInReach(p)) return Vector3d::UnitY();
    const openvdb::Vec3f g = openvdb::tools::BoxSampler::sample(accessor, p);
    const Vector3d v(g.x(), g.y(), g.z());
    const double size = v.norm();
    return size > 1e-6 ? Vector3d(v / size) : Vector3d(Vector3d::UnitY());
  }
  // From deep inside: where the band begins, along the shortest of 26 straight lines.
  Vector3d wayOut(const Vector3d& at) const {
    Vector3d best = at;
    double shortest = (extent_.high - extent_.low).norm();
    for (int i = 0; i < 27; ++i) {
      const int across = i % 3 - 1, up = i / 3 % 3 - 1, along = i / 9 - 1;
      const Vector3d way(across, up, along);
      if (i == 13) continue;
      const Vector3d step = 0.5 * band_ * way.normalized();
      Vector3d p = at;
      double far = 0;
      while (far < shortest && distanceAt(p) <= -0.9 * band_) p += step, far += 0.5 * band_;
      if (far < shortest) best = p, shortest = far;
    }
    return best;
  }

  double unit_, voxel_ = 0, band_ = 0;
  FloatGrid::Ptr grid_;
  openvdb::Vec3fGrid::Ptr gradients_;
  Box3 extent_;
};

// Accessors are made by each question here, too.
class Field : public VelocityField {
 public:
  Field(const GridBase::Ptr& any, double unit) : unit_(unit) {
    const VdbKind kind = kindOf(*any);
    if (kind != VdbKind::velocity && kind != VdbKind::staggeredVelocity)
      throw Error(titleOf(*any) + " is a " + nameOf(kind) + " and no vector grid");
    grid_ = as<Velocities>(any);
    checkValues(*grid_);
    staggered_ = kind == VdbKind::staggeredVelocity;
  }
  Vector3d at(const Vector3d& place) const override {
    const auto accessor = grid_->getConstUnsafeAccessor();
    const Vec p = grid_->worldToIndex(toVdb(place / unit_));
    const openvdb::Vec3f v = !isInReach(p) ? grid_->background()
                             : staggered_  ? openvdb::tools::StaggeredBoxSampler::sample(accessor, p)
                                           : openvdb::tools::BoxSampler::sample(accessor, p);
    return unit_ * Vector3d(v.x(), v.y(), v.z());
  }

 private:
  double unit_;
  bool staggered_ = false;
  Velocities::Ptr grid_;
};

}  // namespace

const char* nameOf(VdbKind kind) {
  switch (kind) {
    case VdbKind::levelSet:
      return "level set";
    case VdbKind::fogVolume:
      return "fog volume";
    case VdbKind::velocity:
      return "vector grid";
    case VdbKind::staggeredVelocity:
      return "staggered vector grid";
    default:
      return "grid of another kind";
  }
}

bool hasOpenVdb() {
  return true;
}

std::vector<VdbGrid> readVdb(const std::string& path) {
  return guarded(path, [&] {
    openvdb::io::File file(path);
    file.open(false);
    std::vector<VdbGrid> grids;
    for (const GridBase::Ptr& grid : *file.getGrids()) grids.push_back(stored(grid));
    return grids;
  });
}

std::vector<std::uint8_t> fileOf(const std::vector<VdbGrid>& grids) {
  return guarded("VDB", [&] {
    openvdb::GridCPtrVec all;
    for (const VdbGrid& grid : grids) {
      const GridBase::Ptr its = loaded(grid.bytes);
      its->setName(grid.name);
      all.push_back(its);
    }
    std::ostringstream out(std::ios::binary);
    openvdb::io::Stream(out).write(all);
    const std::string bytes = out.str();
    return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
  });
}

std::unique_ptr<Solid> levelSetOf(Span<const std::uint8_t> bytes, double unit) {
  return guarded("VDB", [&] { return std::make_unique<LevelSet>(loaded(bytes), unit); });
}

VdbGrid levelSetGrid(const std::vector<Vector3d>& points, const std::vector<Triangle>& faces, double voxel,
                     double band) {
  const MeshTopology topology(points, faces, false);  // says what is wrong
  if (topology.report().boundaryEdges > 0)
    throw Error("the mesh has holes (" + std::to_string(topology.report().boundaryEdges) +
                " boundary edges), so a level set of it would have no inside");
  Box3 box;
  for (const Vector3d& p : points) box.add(p);
  const double across = (box.high - box.low).maxCoeff() / voxel;
  if (!(voxel > 0) || !(across < 4000))
    throw Error("voxels of " + std::to_string(voxel) + " m are too small for a mesh of that size");
  return guarded("VDB", [&] {
    std::vector<openvdb::Vec3s> places;
    std::vector<openvdb::Vec3I> triangles;
    for (const Vector3d& p : topology.welded(points)) places.push_back(openvdb::Vec3s(toVdb(p)));
    for (const Triangle& t : topology.triangles)
      triangles.push_back({static_cast<openvdb::Index32>(t[0]), static_cast<openvdb::Index32>(t[1]),
                           static_cast<openvdb::Index32>(t[2])});
    const auto transform = openvdb::math::Transform::createLinearTransform(voxel);
    const auto width = static_cast<float>(std::max(3.0, std::ceil(band / voxel) + 2));
    return stored(openvdb::tools::meshToLevelSet<FloatGrid>(*transform, places, triangles, width));
  });
}

std::shared_ptr<const VelocityField> velocityFieldOf(Span<const std::uint8_t> bytes, double unit) {
  return guarded("VDB", [&] { return std::make_shared<const Field>(loaded(bytes), unit); });
}

VdbGrid velocityGrid(const Vector3d& low, const Vector3d& high, double voxel, bool staggered,
                     const std::function<Vector3d(const Vector3d&)>& velocity, const Vector3d& background) {
  return guarded("VDB", [&] {
    const auto grid = Velocities::create(openvdb::Vec3f(toVdb(background)));
    grid->setName("vel");
    grid->setTransform(openvdb::math::Transform::createLinearTransform(voxel));
    grid->setGridClass(staggered ? openvdb::GRID_STAGGERED : openvdb::GRID_UNKNOWN);
    const auto first = grid->transform().worldToIndexCellCentered(toVdb(low)),
               last = grid->transform().worldToIndexCellCentered(toVdb(high));
    auto accessor = grid->getAccessor();
    for (int x = first.x(); x <= last.x(); ++x)
      for (int y = first.y(); y <= last.y(); ++y)
        for (int z = first.z(); z <= last.z(); ++z) {
          const Vector3d centre = voxel * Vector3d(x, y, z);
          Vector3d v = velocity(centre);
          // a staggered component is half a voxel below the centre along its axis
          for (int c = 0; c < 3 && staggered; ++c)
            v[c] = velocity(centre - 0.5 * voxel * Vector3d::Unit(c))[c];
          accessor.setValue({x, y, z}, openvdb::Vec3f(toVdb(v)));
        }
    return stored(grid);
  });
}

}  // namespace tendril::solver
