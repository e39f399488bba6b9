// Converts a parsed document to Geometry by the schema of Houdini's geometry files.
#pragma once

#include <string>
#include <utility>

#include "cli/io/json.h"
#include "cli/io/keyed_list.h"
#include "solver/base/error.h"
#include "solver/geometry/geometry.h"

namespace tendril::cli::io {

// Keeps packed and other unknown primitives.
Geometry readGeometry(Json root);

// Replaces packed primitives by their embedded geometry, in place and recursively.
void unpackPrimitives(Geometry& geometry, Json root);

// Parts of the reader, one file each.
void readPrimitives(Geometry& geometry, Json list, std::vector<std::int32_t> pointOfVertex,
                    std::vector<std::int32_t>& vertexOrder);  // empty if the file has Geometry's order
Attribute readAttribute(Json pair, std::size_t elements);

// Runs a check of Geometry; adds the place in the file to its error.
template <class Check>
void soundOrFail(Json where, Check check) {
  try {
    check();
  } catch (const PlacedError&) {
    throw;
  } catch (const Error& error) {
    where.fail(error.what());
  }
}

// Runs f; adds the place in the geometry to its Error.
template <class F>
auto within(const std::string& where, F f) {
  try {
    return f();
  } catch (const PlacedError& error) {
    throw PlacedError(std::string(error.what()) + " (in " + where + ")");
  } catch (const Error& error) {
    throw Error(std::string(error.what()) + " (in " + where + ")");
  }
}

}  // namespace tendril::cli::io
