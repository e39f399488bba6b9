// Which plugin the tests try.
#pragma once

#include <cstdlib>
#include <string>

namespace tendril::test {

// The plugin that was built with the tests, or another that is to be tried.
inline std::string pluginFile() {
  const char* other = std::getenv("TENDRIL_PLUGIN");
  return other ? other : TENDRIL_PLUGIN;
}

}  // namespace tendril::test
