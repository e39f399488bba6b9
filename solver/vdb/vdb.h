// OpenVDB grids: level sets as solids, velocity fields. Plain numbers: who includes this sees no OpenVDB.
//
//   for (VdbGrid& grid : readVdb("head.vdb"))
//     if (grid.kind == VdbKind::levelSet) solid = levelSetOf(grid.bytes, metresPerUnit);
//
// Errors name the grid and what is wrong with it. Results have the same bits for any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "solver/base/span.h"
#include "solver/colliders/solid.h"
#include "solver/colliders/triangle.h"
#include "solver/kinematics/velocity_field.h"

namespace tendril::solver {

enum class VdbKind { levelSet, fogVolume, velocity, staggeredVelocity, other };
const char* nameOf(VdbKind kind);

// A grid, as OpenVDB writes one to a stream.
struct VdbGrid {
  std::string name;
  VdbKind kind = VdbKind::other;
  std::size_t active = 0;  // voxels that have values of their own
  double voxel = 0;        // scene units
  std::vector<std::uint8_t> bytes;
};

bool hasOpenVdb();  // false: a build without; all below throw an Error that says so

// All grids of a file, also those that are empty. Throws an Error that begins with the path where it is no
// .vdb.
std::vector<VdbGrid> readVdb(const std::string& path);
std::vector<std::uint8_t> fileOf(const std::vector<VdbGrid>& grids);  // the bytes of a .vdb

// A solid in m. `unit`: m of a scene unit. Distances are known in the grid's band; beyond, only whether a
// place is inside. Throws an Error where the grid is no level set, is empty, has no inside, a band of less
// than two voxels, values that are not numbers, or voxels that are no cubes.
std::unique_ptr<Solid> levelSetOf(Span<const std::uint8_t> bytes, double unit);

// The level set of a closed mesh, m. `band`: to both sides of the surface. Throws an Error where the mesh has
// holes or is too large for such voxels.
VdbGrid levelSetGrid(const std::vector<Vector3d>& points, const std::vector<Triangle>& faces, double voxel,
                     double band);

// A field from a grid of velocities, staggered or not, in scene units a second; linear between voxels.
// Outside of the grid it is the grid's background, which is mostly 0. Throws an Error where the grid is no
// vector grid, is empty, or has values that are not numbers.
std::shared_ptr<const VelocityField> velocityFieldOf(Span<const std::uint8_t> bytes, double unit);

// A grid of velocities, for tests and tools: `velocity` by place, in scene units.
VdbGrid velocityGrid(const Vector3d& low, const Vector3d& high, double voxel, bool staggered,
                     const std::function<Vector3d(const Vector3d&)>& velocity,
                     const Vector3d& background = Vector3d::Zero());

}  // namespace tendril::solver
