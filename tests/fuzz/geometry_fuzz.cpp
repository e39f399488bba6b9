// libFuzzer target: any bytes are read to sound geometry or to an Error, and what was read can be written and
// read.
#include <cstdint>
#include <cstdlib>

#include "cli/io/geometry_file.h"

using namespace tendril;

namespace {

constexpr std::size_t kMemory = std::size_t(64) << 20;

void roundTrip(const Geometry& g) {
  io::ReadOptions unlimited;
  unlimited.memoryLimit = std::size_t(1) << 40;
  const Geometry again =
      io::parseGeometry(io::Bytes(io::formatGeometry(g, io::GeometryFormat::binary)), "again", unlimited);
  if (!(again == g)) std::abort();
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
