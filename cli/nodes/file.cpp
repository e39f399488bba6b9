// tendril::file: reads a geometry file.
#include "cli/io/geometry_file.h"
#include "nodes/parameters/definition.h"

namespace tendril::cli {
namespace {

struct FileParms {
  std::string file;
  bool unpack = true;
};

Outputs cookFile(const FileParms& parms, const Cook&) {
  if (parms.file.empty()) throw Error("file: is empty; name a .geo, .bgeo or .bgeo.sc");
  io::ReadOptions options;
  options.unpack = parms.unpack;
  return outputsOf(io::readGeometryFile(parms.file, options));
}

}  // namespace

NodeDefinition fileNode() {
  NodeDefinition node = makeNode<FileParms>("tendril::file::1.0", "File", cookFile);
  node.about = "Reads a geometry file, or one of a sequence by its frame";
  node.help =
      "Reads .geo, .bgeo and .bgeo.sc. $F in the name is the frame, $F4 with zeros, $HIP the network's "
      "folder.";
  node.home = Home::none;
  ParameterTable<FileParms> rows(node);
  rows.file<&FileParms::file>("file", "File")
      .help({"Which file the curves come from; with $F in its name another one on each frame, so the curves "
             "move.",
             "$HIP/groom.$F4.bgeo.sc", "File: Geometry File."});
  rows.toggle<&FileParms::unpack>("unpack", "Unpack")
      .help({"Replaces packed geometry by the curves it holds; left packed, it passes through and becomes no "
             "rods.",
             "On.", "Unpack, a node of its own."});
  return node;
}

}  // namespace tendril::cli
