// Converts Geometry to JSON by the schema of Houdini's geometry files, with Houdini's own choices, so that
// files are reproduced byte by byte.
#pragma once

#include "cli/io/json_writer.h"
#include "solver/geometry/geometry.h"

namespace tendril::cli::io {

// The Houdini release whose files are reproduced; Houdini reads it only to decide on fixes of old files.
constexpr std::string_view kFileVersion = "18.5.390";

void writeGeometry(const Geometry& geometry, JsonWriter& writer);

// Parts of the writer.
void writeAttribute(const Attribute& attribute, std::size_t elements, JsonWriter& writer);
void writePrimitives(const Geometry& geometry, JsonWriter& writer);
Value describe(const Geometry& geometry);  // info of a geometry without one

}  // namespace tendril::cli::io
