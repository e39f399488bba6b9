// Geometry files: which format, and the way through container, JSON and schema.
#include "cli/io/geometry_file.h"

#include <algorithm>

#include "cli/io/geometry_reader.h"
#include "cli/io/geometry_writer.h"
#include "cli/io/sc_container.h"

namespace tendril::cli::io {
namespace {

constexpr std::size_t kSmallLimit = std::size_t(64) << 20;  // bytes
constexpr std::size_t kLimitPerByte = 64;
constexpr std::size_t kBelievedRatio = 32;  // that a container may claim to unpack to
constexpr std::size_t kStart = 64;          // bytes that tell a format; white space may come before text

Budget budgetFor(const ReadOptions& options, std::size_t bytes) {
  return Budget(options.memoryLimit ? options.memoryLimit : kSmallLimit + kLimitPerByte * bytes);
}

void refuseUnknown(std::string_view bytes, const std::string& name) {
  const auto starts = [&](std::string_view with) { return bytes.substr(0, with.size()) == with; };
  if (bytes.empty()) throw Error(name + ": the file is empty");
  if (starts("\x1f\x8b")) throw Error(name + ": byte 0: gzip is not read; unpack it with gunzip first");
  if (starts("PGEOMETRY") || starts("Bgeo"))
    throw Error(name +
                ": byte 0: geometry from before Houdini 12 is not read; save it anew in a newer Houdini");
  if (!looksLikeBinaryJson(bytes) && !looksLikeAsciiJson(bytes))
    throw Error(name + ": byte 0: this is no Houdini geometry (.geo, .bgeo, .bgeo.sc)");
}

Geometry read(std::unique_ptr<ByteSource> file, const std::string& name, const ReadOptions& options) {
  const bool packed = looksLikeSc(file->start(kStart));
  const std::size_t believed = kBelievedRatio * file->size();
  std::unique_ptr<ByteSource> inner = unwrap(std::move(file), name);
  const Budget budget = budgetFor(options, std::min(inner->size(), believed));
  const auto document = parseJson(std::move(inner), {name, packed, budget});
  Geometry geometry = readGeometry(document->root());
  if (options.unpack) unpackPrimitives(geometry, document->root());
  return geometry;
}

}  // namespace

std::unique_ptr<ByteSource> unwrap(std::unique_ptr<ByteSource> file, const std::string& name) {
  if (looksLikeSc(file->start(kStart))) file = openSc(std::move(file), name);
  refuseUnknown(file->start(kStart), name);
  return file;
}

Geometry parseGeometry(Bytes file, const std::string& name, const ReadOptions& options) {
  return read(memorySource(std::move(file)), name, options);
}

Geometry readGeometryFile(const std::string& path, const ReadOptions& options) {
  return read(fileSource(path), path, options);
}

GeometryFormat formatOfPath(std::string_view path) {
  if (endsWith(path, ".bgeo.sc")) return GeometryFormat::compressed;
  if (endsWith(path, ".bgeo")) return GeometryFormat::binary;
  if (endsWith(path, ".geo")) return GeometryFormat::ascii;
  throw Error(std::string(path) + ": the name must end in .geo, .bgeo or .bgeo.sc");
}

namespace {

Rope ropeOf(const Geometry& geometry, GeometryFormat format) {
  Rope rope;
  if (format == GeometryFormat::ascii) {
    std::string text;
    AsciiWriter writer(text);
    writeGeometry(geometry, writer);
    rope.append(text);
  } else {
    BinaryWriter writer(rope);
    writeGeometry(geometry, writer);
  }
  return rope;
}

void put(const Rope& rope, GeometryFormat format, const Put& put) {
  if (format == GeometryFormat::compressed)
    packSc(rope, put);
  else
    rope.each(put);
}

}  // namespace

std::string formatGeometry(const Geometry& geometry, GeometryFormat format) {
  std::string bytes;
  put(ropeOf(geometry, format), format, [&](std::string_view part) { bytes.append(part); });
  return bytes;
}

void writeGeometryFile(const std::string& path, const Geometry& geometry) {
  const GeometryFormat format = formatOfPath(path);
  const Rope rope = [&] {
    try {
      return ropeOf(geometry, format);
    } catch (const Error& error) {
      throw Error(path + ": " + error.what());
    }
  }();
  writeFile(path, [&](const Put& to) { put(rope, format, to); });
}

const char* formatName(std::string_view bytes) {
  if (looksLikeSc(bytes)) return "compressed binary (.bgeo.sc)";
  return looksLikeBinaryJson(bytes) ? "binary (.bgeo)" : "text (.geo)";
}

}  // namespace tendril::cli::io
