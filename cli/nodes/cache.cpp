// tendril::cache: writes a geometry file on each frame.
#include <filesystem>

#include "cli/host/finite.h"
#include "cli/io/geometry_file.h"
#include "nodes/parameters/definition.h"

namespace tendril::cli {
namespace {

struct CacheParms {
  std::string file;
};

Outputs cookCache(const CacheParms& parms, const Cook& cook) {
  if (parms.file.empty()) throw Error("file: is empty; name a .geo, .bgeo or .bgeo.sc");
  const Geometry& geometry = *cook.input(0);
  checkFinite(geometry);
  const std::filesystem::path folder = std::filesystem::path(parms.file).parent_path();
  std::error_code ignored;  // writing tells what is wrong
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
  io::writeGeometryFile(parms.file, geometry);
  return {cook.inputs[0]};
}

}  // namespace

NodeDefinition cacheNode() {
  NodeDefinition node = makeNode<CacheParms>("tendril::cache::1.0", "Cache", cookCache);
  node.about = "Writes its input to one geometry file per frame";
  node.help =
      "The ending of the name sets the format: .geo, .bgeo or .bgeo.sc. Missing folders are created. A file "
      "gets its final name only when it is complete.";
  node.home = Home::none;
  node.writes = true;
  node.inputs = {
      {"Geometry", true, true, nullptr, "The geometry to write. It is also the output of this node."}};
  ParameterTable<CacheParms> table(node);
  table.file<&CacheParms::file>("file", "File")
      .help({"Path of the files to write, which Houdini or the renderer can read later.",
             "$HIP/out/hair.$F4.bgeo.sc.", "Geometry File (File Cache)."});
  return node;
}

}  // namespace tendril::cli
