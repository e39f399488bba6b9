// libFuzzer target: any bytes are read to sound geometry or to an Error, and what was read can be written,
// read, and written the same.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cli/io/geometry_file.h"

using namespace tendril;

namespace {

constexpr std::size_t kMemory = std::size_t(64) << 20;

void roundTrip(const Geometry& g) {
  io::ReadOptions unlimited;
  unlimited.memoryLimit = std::size_t(1) << 40;
  const std::string bytes = io::formatGeometry(g, io::GeometryFormat::binary);
  const Geometry again = io::parseGeometry(io::Bytes(bytes), "again", unlimited);
  if (!(again == g)) std::abort();
  if (io::formatGeometry(again, io::GeometryFormat::binary) != bytes) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  io::ReadOptions options;
  options.memoryLimit = kMemory;
  options.unpack = size % 2;
  Geometry geometry;
  try {
    geometry = io::parseGeometry(io::Bytes(std::string_view(reinterpret_cast<const char*>(data), size)),
                                 "fuzz", options);
  } catch (const Error&) {
    return 0;
  }
  roundTrip(geometry);
  return 0;
}
