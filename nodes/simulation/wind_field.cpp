// The wind of a .vdb file.
#include "nodes/simulation/wind_field.h"

#include <tuple>

#include "nodes/parameters/text.h"
#include "solver/vdb/vdb.h"

namespace tendril::nodes {
namespace {

bool isVelocity(const VdbGrid& grid) {
  return grid.kind == VdbKind::velocity || grid.kind == VdbKind::staggeredVelocity;
}

// Null: there is none.
const VdbGrid* chosenOf(const std::vector<VdbGrid>& grids, const std::string& name) {
  const VdbGrid* first = nullptr;
  for (const VdbGrid& grid : grids) {
    if (name.empty() ? isVelocity(grid) && grid.name == "vel" : grid.name == name) return &grid;
    if (!first && isVelocity(grid)) first = &grid;
  }
  return name.empty() ? first : nullptr;
}

// What is there instead.
std::string contentsOf(const std::vector<VdbGrid>& grids) {
  if (grids.empty()) return "it has no grids";
  std::vector<std::string> named;
  for (const VdbGrid& grid : grids) named.push_back("'" + grid.name + "', a " + nameOf(grid.kind));
  return "it has " + firstOf(named);
}

class ScaledField : public VelocityField {
 public:
  ScaledField(std::shared_ptr<const VelocityField> field, double scale)
      : field_(std::move(field)), scale_(scale) {}
  Vector3d at(const Vector3d& place) const override { return scale_ * field_->at(place); }

 private:
  std::shared_ptr<const VelocityField> field_;
  double scale_;
};

}  // namespace

bool WindField::Known::operator==(const Known& other) const {
  return std::tie(file, grid, unit, scale, written, bytes) ==
         std::tie(other.file, other.grid, other.unit, other.scale, other.written, other.bytes);
}

void WindField::warn(Host& host, const std::string& message) {
  if (said_.insert(message).second) host.warn("windfile: " + message + "; there is no wind of it");
}

std::shared_ptr<const VelocityField> WindField::of(const SimulationParms& parms, double unit, Host& host) {
  if (parms.windFile.empty() || parms.windFileScale == 0) return nullptr;
  const std::string& path = parms.windFile;
  host.await(path);
  Known now{path, parms.windGrid, unit, parms.windFileScale, {}, 0};
  std::error_code missing;  // readVdb says what is wrong
  now.written = std::filesystem::last_write_time(path, missing);
  now.bytes = std::filesystem::file_size(path, missing);
  if (!missing && now == known_) return field_;
  known_ = Known();
  field_ = nullptr;
  const std::vector<VdbGrid> grids = readVdb(path);
  const VdbGrid* grid = chosenOf(grids, parms.windGrid);
  if (!grid) {
    const std::string wanted = parms.windGrid.empty() ? "vectors" : "the name '" + parms.windGrid + "'";
    warn(host, path + " has no grid of " + wanted + " (" + contentsOf(grids) + ")" +
                   (parms.windGrid.empty() ? "; VDB Vector Merge joins vel.x, vel.y and vel.z" : ""));
  } else {
    try {
      field_ = velocityFieldOf(grid->bytes, unit);
      if (parms.windFileScale != 1) field_ = std::make_shared<ScaledField>(field_, parms.windFileScale);
    } catch (const Error& error) {
      warn(host, path + ": " + error.what());
    }
  }
  known_ = now;
  return field_;
}

}  // namespace tendril::nodes
