// tendril::cache: writes a geometry file on each frame.
#include <cmath>
#include <filesystem>

#include "cli/host/finite.h"
#include "cli/io/geometry_file.h"
#include "nodes/attributes/light_rods.h"
#include "nodes/parameters/definition.h"

namespace tendril::cli {
namespace {

enum class Content { full, light };

struct CacheParms {
  std::string file;
  Content content = Content::full;
  int restartEvery = 24;
};

// Frames 1, 1 + n, 1 + 2 n ... whatever part of them a run cooks, so that runs in parts agree.
bool isRestart(const CacheParms& parms, double frame) {
  if (parms.content == Content::full) return true;
  const double parts = (frame - 1) / parms.restartEvery;
  return parts == std::floor(parts);
}

Outputs cookCache(const CacheParms& parms, const Cook& cook) {
  if (parms.file.empty()) throw Error("file: is empty; name a .geo, .bgeo or .bgeo.sc");
  io::formatOfPath(parms.file);  // or an error, before anything is written
  const std::shared_ptr<const Geometry> geometry = cook.inputs[0];
  checkFinite(*geometry);
  const std::filesystem::path folder = std::filesystem::path(parms.file).parent_path();
  std::error_code ignored;  // writing tells what is wrong
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
  const bool light = !isRestart(parms, cook.frame) && hasRods(*geometry);
  cook.host.write(parms.file, geometry->memory(), [=, path = parms.file, every = parms.restartEvery] {
    io::writeGeometryFile(path, light ? nodes::lightRods(*geometry, every) : *geometry);
  });
  return {geometry};
}

}  // namespace

NodeDefinition cacheNode() {
  NodeDefinition node = makeNode<CacheParms>("tendril::cache::1.0", "Cache", cookCache);
  node.about = "Writes its input to one geometry file per frame";
  node.help =
      "The ending of the name sets the format: .geo, .bgeo or .bgeo.sc. Missing folders are created. Files "
      "are "
      "written while the next frame is computed. A file gets its final name only when it is complete.\n"
      "A simulation continues exactly from a file with the full state. Light files hold what Tendril Curves "
      "and "
      "a renderer need. They are much smaller, and no simulation can start from them. With "
      "Light, every so many frames one file has the full state (a restart frame). To draw the original "
      "curves from "
      "light files, connect a restart frame to the third input of Tendril Curves. tendril info tells light "
      "files from restart frames.";
  node.home = Home::none;
  node.writes = true;
  node.inputs = {
      {"Geometry", true, true, nullptr, "The geometry to write. It is also the output of this node."}};
  node.attributesRead = {{"*", "all", "All attributes and groups are written to the file."}};
  node.attributesWritten = {{"restartevery", "detail", "In light files: Restart Every."}};
  node.related = {"solver", "file", "curves", "sop/filecache"};
  ParameterTable<CacheParms> table(node);
  table.file<&CacheParms::file>("file", "File")
      .help({"Path of the files to write, which Houdini or the renderer can read later.",
             "$HIP/out/hair.$F4.bgeo.sc.", "Geometry File (File Cache)."});
  table
      .menu<&CacheParms::content>("content", "Content",
                                  {{"full", "Full State"}, {"light", "Light, with Restart Frames"}})
      .fixed()
      .help({"What is written of rods. Full State can be continued from any frame. Light leaves out the "
             "solver's "
             "state and stores shapes in single precision; only restart frames have the full state. Other "
             "geometry is always written whole.",
             "Full State; Light for long shots and many hairs, if the disk is small.", "none"});
  table.integer<&CacheParms::restartEvery>("restartevery", "Restart Every")
      .unit("frames")
      .soft(1, 100)
      .hardLow(1)
      .hardHigh(1000000)
      .fixed()
      .hideWhen("{ content == full }")
      .help({"Distance of restart frames, counted from frame 1: with 24 these are frames 1, 25, 49 and so "
             "on. An "
             "interrupted simulation repeats the frames since the last one.",
             "24; less if a frame takes minutes.", "none"});
  return node;
}

}  // namespace tendril::cli
