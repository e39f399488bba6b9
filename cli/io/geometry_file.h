// Geometry files of Houdini: .geo, .bgeo, .bgeo.sc. Reading goes by content, writing by name.
//
//   Geometry hair = readGeometryFile("hair.0001.bgeo.sc");
//   writeGeometryFile("hair.0001.geo", hair);
//
// Errors name file, place and reason.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/io/bytes.h"
#include "solver/geometry/geometry.h"

namespace tendril::cli::io {

enum class GeometryFormat { ascii, binary, compressed };

struct ReadOptions {
  bool unpack = false;          // packed primitives become the geometry that they embed
  std::size_t memoryLimit = 0;  // bytes; 0: 64 MiB and 64 times the file, far beyond nearly any sound file
};

Geometry readGeometryFile(const std::string& path, const ReadOptions& options = {});
Geometry parseGeometry(Bytes file, const std::string& name, const ReadOptions& options = {});

// By the end of the name; an Error that lists the known ones where it is none of them.
GeometryFormat formatOfPath(std::string_view path);
void writeGeometryFile(const std::string& path, const Geometry& geometry);
std::string formatGeometry(const Geometry& geometry, GeometryFormat format);

// The JSON bytes inside a file, whatever wraps them.
std::unique_ptr<ByteSource> unwrap(std::unique_ptr<ByteSource> file, const std::string& name);
const char* formatName(std::string_view start);  // for people, by the first bytes of the file

}  // namespace tendril::cli::io
