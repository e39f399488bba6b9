// From Geometry to JSON: the schema of Houdini's geometry files, with the choices that Houdini itself makes,
// so that what came from a file goes back byte for byte.
#pragma once

#include "cli/io/json_writer.h"
#include "solver/geometry/geometry.h"

namespace tendril::cli::io {

// The release whose files Tendril's are modelled on; Houdini asks for it only to decide on old-file fixes.
constexpr std::string_view kFileVersion = "18.5.390";

void writeGeometry(const Geometry& geometry, JsonWriter& writer);

// Pieces.
void writeAttribute(const Attribute& attribute, std::size_t elements, JsonWriter& writer);
void writePrimitives(const Geometry& geometry, JsonWriter& writer);
Value describe(const Geometry& geometry);  // the info of a geometry that has none

}  // namespace tendril::cli::io
