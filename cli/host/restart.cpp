// Which cached frames a simulation can continue from.
#include "cli/host/restart.h"

#include "cli/io/geometry_file.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::cli {

bool isRestartFile(const std::string& path) {
  return isRestartFrame(io::readGeometryFile(path));
}

}  // namespace tendril::cli
