// Options that commands share.
#include "cli/host/usage.h"

namespace tendril::cli {

void ReadFlags::addTo(CLI::App& command) {
  command.add_flag("--unpack", unpack, "Replace packed geometry by what it holds");
  command.add_option("--memory", memory, "MiB that reading one file may use (default: by its size)")
      ->check(CLI::Range(1, 1 << 24));
}

}  // namespace tendril::cli
