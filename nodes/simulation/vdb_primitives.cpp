// OpenVDB grids in a geometry.
#include "nodes/simulation/vdb_primitives.h"

#include "solver/base/error.h"

namespace tendril::nodes {
namespace {

constexpr const char* kGrid = "vdbgrid";

}  // namespace

Geometry geometryOf(const std::vector<VdbGrid>& grids) {
  Geometry g;
  for (const VdbGrid& grid : grids) {
    const auto point = static_cast<std::int32_t>(g.addPoints(1));
    OtherPrimitive made;
    made.primitive = g.addPrimitive(PrimitiveKind::other, {&point, 1});
    made.type = kVdbPrimitive;
    made.fields = Value::list({Value("class"), Value(nameOf(grid.kind)), Value("voxelsize"),
                               Value(grid.voxel), Value(kGrid), Value(Numbers(grid.bytes))});
    g.others.push_back(std::move(made));
    Attribute* name = g.find(Owner::primitive, "name");
    if (!name) name = &g.addString(Owner::primitive, "name");
    name->setString(g.primitiveCount() - 1, grid.name);
  }
  return g;
}

std::vector<std::uint8_t> gridOf(const OtherPrimitive& primitive) {
  const auto* items = primitive.fields.as<Value::List>();
  for (std::size_t i = 0; items && i + 1 < items->size(); i += 2) {
    const auto* key = (*items)[i].as<std::string>();
    if (!key || *key != kGrid) continue;
    const auto* numbers = (*items)[i + 1].as<Numbers>();
    if (const auto* bytes = numbers ? std::get_if<std::vector<std::uint8_t>>(numbers) : nullptr)
      return *bytes;
    if (const auto values = numbersIn((*items)[i + 1])) {
      std::vector<std::uint8_t> bytes;
      for (const double value : *values) bytes.push_back(static_cast<std::uint8_t>(value));
      return bytes;
    }
  }
  throw Error(
      "Houdini's VDB primitives cannot be read from geometry files; save it as a .vdb file and read that");
}

}  // namespace tendril::nodes
