// Geometry files: which format, and the way through container, JSON and schema.
#include "cli/io/geometry_file.h"

#include "cli/io/geometry_reader.h"
#include "cli/io/geometry_writer.h"
#include "cli/io/sc_container.h"

namespace tendril::io {
namespace {

constexpr std::size_t kSmallLimit = std::size_t(128) << 20;
constexpr std::size_t kLimitPerByte = 200;

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

Budget budgetFor(const ReadOptions& options, std::size_t bytes) {
  return Budget(options.memoryLimit ? options.memoryLimit : kSmallLimit + kLimitPerByte * bytes);
}

void refuseUnknown(std::string_view bytes, const std::string& name) {
  const auto starts = [&](std::string_view with) { return bytes.substr(0, with.size()) == with; };
  if (bytes.empty()) throw Error(name + ": the file is empty");
  if (starts("\x1f\x8b")) throw Error(name + ": gzip is not read; unpack it with gunzip first");
  if (starts("PGEOMETRY") || starts("Bgeo"))
    throw Error(name + ": geometry from before Houdini 12 is not read; save it anew in a newer Houdini");
  if (!looksLikeBinaryJson(bytes) && !looksLikeAsciiJson(bytes))
    throw Error(name + ": byte 0: this is no Houdini geometry (.geo, .bgeo, .bgeo.sc)");
}

Bytes unwrapWithin(Bytes file, const std::string& name, Budget budget) {
  Bytes inner = looksLikeSc(file.view()) ? unpackSc(file.view(), name, budget) : std::move(file);
  refuseUnknown(inner.view(), name);
  return inner;
}

}  // namespace

Bytes unwrap(Bytes file, const std::string& name) { return unwrapWithin(std::move(file), name, Budget()); }

Geometry parseGeometry(Bytes file, const std::string& name, const ReadOptions& options) {
  const bool packed = looksLikeSc(file.view());
  const Budget whole = budgetFor(options, file.size());
  Bytes inner = unwrapWithin(std::move(file), name, whole);
  const Budget budget = budgetFor(options, inner.size());
  const auto document = parseJson(std::move(inner), {name, packed, budget});
  Geometry geometry = readGeometry(document->root());
  if (options.unpack) unpackPrimitives(geometry, document->root());
  return geometry;
}

Geometry readGeometryFile(const std::string& path, const ReadOptions& options) {
  return parseGeometry(readFile(path), path, options);
}

GeometryFormat formatOfPath(std::string_view path) {
  if (endsWith(path, ".bgeo.sc")) return GeometryFormat::compressed;
  if (endsWith(path, ".bgeo")) return GeometryFormat::binary;
  if (endsWith(path, ".geo")) return GeometryFormat::ascii;
  throw Error(std::string(path) + ": the name must end in .geo, .bgeo or .bgeo.sc");
}

std::string formatGeometry(const Geometry& geometry, GeometryFormat format) {
  std::string bytes;
  if (format == GeometryFormat::ascii) {
    AsciiWriter writer(bytes);
    writeGeometry(geometry, writer);
    return bytes;
  }
  bytes.reserve(geometry.memory() + 4096);
  BinaryWriter writer(bytes);
  writeGeometry(geometry, writer);
  return format == GeometryFormat::compressed ? packSc(bytes) : bytes;
}

void writeGeometryFile(const std::string& path, const Geometry& geometry) {
  const GeometryFormat format = formatOfPath(path);
  std::string bytes;
  try {
    bytes = formatGeometry(geometry, format);
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
  writeFile(path, bytes);
}

const char* formatName(std::string_view bytes) {
  if (looksLikeSc(bytes)) return "compressed binary (.bgeo.sc)";
  return looksLikeBinaryJson(bytes) ? "binary (.bgeo)" : "text (.geo)";
}

}  // namespace tendril::io
