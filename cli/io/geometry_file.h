// Houdini's geometry files: .geo, .bgeo, .bgeo.sc. Reading detects the format by content, writing by name.
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
  bool unpack = false;          // replace packed primitives by their embedded geometry
  std::size_t memoryLimit = 0;  // bytes; 0: 64 MiB plus 64 times the file's size
};

Geometry readGeometryFile(const std::string& path, const ReadOptions& options = {});
Geometry parseGeometry(Bytes file, const std::string& name, const ReadOptions& options = {});

// By the file name's end; throws an Error that lists the known ones.
GeometryFormat formatOfPath(std::string_view path);
void writeGeometryFile(const std::string& path, const Geometry& geometry);
std::string formatGeometry(const Geometry& geometry, GeometryFormat format);

// The JSON bytes of a file, unpacked if need be.
std::unique_ptr<ByteSource> unwrap(std::unique_ptr<ByteSource> file, const std::string& name);
const char* formatName(std::string_view start);  // for messages, by the file's first bytes

}  // namespace tendril::cli::io
