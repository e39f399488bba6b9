// From a parsed document to Geometry: the schema of Houdini's geometry files.
#pragma once

#include <string>
#include <utility>

#include "cli/io/json.h"
#include "cli/io/keyed_list.h"
#include "solver/base/error.h"
#include "solver/geometry/geometry.h"

namespace tendril::cli::io {

// Keeps packed and other unknown primitives as they are.
Geometry readGeometry(Json root);

// Replaces packed primitives that embed their geometry by that geometry, in place and nested.
void unpackPrimitives(Geometry& geometry, Json root);

// Pieces, one file each.
void readPrimitives(
    Geometry& geometry, Json list, std::vector<std::int32_t> pointOfVertex,
    std::vector<std::int32_t>& vertexOrder);  // left empty where the file has the order of Geometry
Attribute readAttribute(Json pair, std::size_t elements);

// Runs a check of Geometry's own; its error gets the place in the file.
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

// Runs f; an Error that leaves it says where in the geometry it happened.
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
