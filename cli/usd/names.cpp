// Names of USD files.
#include <string>

#include "cli/io/bytes.h"
#include "cli/usd/stage.h"
#include "solver/base/error.h"

namespace tendril::cli::usd {

bool isUsd(const std::string& path) {
  for (const char* end : {".usd", ".usda", ".usdc", ".usdz"})
    if (io::endsWith(path, end)) return true;
  return false;
}

void checkName(const std::string& path) {
  if (io::endsWith(path, ".usda") || io::endsWith(path, ".usd")) return;
  if (io::endsWith(path, ".usdc") || io::endsWith(path, ".usdz"))
    throw Error(
        path +
        ": USD is written as text, which Houdini and husk read just so; name it .usda or .usd (usdcat " +
        (io::endsWith(path, ".usdc") ? "-o FILE.usdc FILE.usda makes it binary)"
                                     : "and usdzip, of USD's tools, make packages of it)"));
  throw Error(path + ": the name of a USD file ends in .usda or .usd");
}

}  // namespace tendril::cli::usd
