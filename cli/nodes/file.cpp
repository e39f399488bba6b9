// tendril::file: reads a geometry file.
#include "cli/io/geometry_file.h"
#include "nodes/parameters/definition.h"
#include "nodes/simulation/vdb_primitives.h"
#include "nodes/sources/source.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "solver/kinematics/euler.h"

namespace tendril::cli {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;

struct FileParms {
  std::string file;
  bool unpack = true;
  nodes::SourceTransform placement;
};

// Acts on row vectors, in scene units.
Matrix4d matrixOf(const nodes::SourceTransform& placement, double unitLength) {
  Matrix4d matrix = Matrix4d::Identity();
  matrix.topLeftCorner<3, 3>() = turnOf(placement.rotate).toRotationMatrix().transpose();
  matrix.row(3).head<3>() = Vector3d(placement.translate.data()) / unitLength;
  return matrix;
}

// Of what keyframes move: v.
void setVelocities(const Matrix4d& before, const Matrix4d& after, double seconds, const Geometry& still,
                   Geometry& moving) {
  const Attribute& p = *still.find(Owner::point, "P");
  Attribute& v = moving.add(Owner::point, "v", Storage::real32, 3, "vector");
  for (std::size_t i = 0; i < still.pointCount(); ++i) {
    Eigen::RowVector4d at;
    at << Vector3d(tupleAt(p, i).head<3>()).transpose(), 1;
    const Vector3d moves = (at * (after - before)).head<3>().transpose() / seconds;
    setTuple(v, i, Vector3d(tupleAt(v, i).head<3>() + moves));  // besides what it did in the file
  }
}

// What is empty is a warning: a sequence may have frames without smoke.
Geometry readGrids(const std::string& path, Host& host) {
  const std::vector<VdbGrid> grids = readVdb(path);
  if (grids.empty()) host.warn(path + ": has no grids");
  for (const VdbGrid& grid : grids)
    if (grid.active == 0) host.warn(path + ": grid '" + grid.name + "' is empty");
  return nodes::geometryOf(grids);
}

Geometry readAny(const FileParms& parms, Host& host) {
  if (io::endsWith(parms.file, ".vdb")) return readGrids(parms.file, host);
  io::ReadOptions options;
  options.unpack = parms.unpack;
  return io::readGeometryFile(parms.file, options);
}

Outputs cookFile(const FileParms& parms, const Cook& cook) {
  if (parms.file.empty()) throw Error("file: is empty; name a .geo, .bgeo, .bgeo.sc or .vdb");
  cook.host.await(parms.file);
  Geometry read = readAny(parms, cook.host);
  const auto matrixOn = [&](double frame) {
    const std::shared_ptr<const void> its = cook.at(frame).parms;
    return matrixOf(static_cast<const FileParms*>(its.get())->placement, cook.unitLength);
  };
  const Matrix4d now = matrixOf(parms.placement, cook.unitLength);
  const Matrix4d before = cook.at ? matrixOn(cook.frame - 0.5) : now,
                 after = cook.at ? matrixOn(cook.frame + 0.5) : now;
  if (now == Matrix4d::Identity() && before == after) return outputsOf(std::move(read));
  Geometry moved = read;
  transform(moved, now);
  if (before != after) setVelocities(before, after, 1 / cook.framesPerSecond, read, moved);
  return outputsOf(std::move(moved));
}

}  // namespace

NodeDefinition fileNode() {
  NodeDefinition node = makeNode<FileParms>("tendril::file::1.0", "File", cookFile);
  node.about = "Reads a geometry file or a sequence of files, and can move it";
  node.help =
      "Reads .geo, .bgeo and .bgeo.sc, and the grids of a .vdb: level sets are colliders. In the name, $F is "
      "the frame, $F4 the frame with four digits, and "
      "$HIP the folder of the network. If Translate or Rotate is animated, points get a velocity v.";
  node.home = Home::none;
  node.attributesWritten = {{"*", "all", "All attributes and groups of the file."},
                            {"v", "point", "With animated Translate or Rotate, the motion is added to it."}};
  node.related = {"cache", "merge", "sop/file"};
  ParameterTable<FileParms> table(node);
  table.file<&FileParms::file>("file", "File")
      .help({"Path of the file to read. With $F in the name a different file is read on each frame, so the "
             "geometry is animated.",
             "$HIP/groom.$F4.bgeo.sc.", "Geometry File (File)."});
  table.toggle<&FileParms::unpack>("unpack", "Unpack")
      .help({"Replaces packed geometry by its contents. Geometry that stays packed passes through and cannot "
             "become rods.",
             "on.", "the node Unpack."});
  nodes::addPlacementParameters(node,
                                [](void* p) -> void* { return &static_cast<FileParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::cli
