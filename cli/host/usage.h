// What commands share: the error of a wrong call, and the options of reading.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/io/geometry_file.h"
#include "solver/base/error.h"

namespace tendril::cli {

// The program was called wrongly: exit code 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

// --unpack and --memory.
struct ReadFlags {
  bool unpack = false;
  std::size_t memory = 0;  // MiB

  void addTo(CLI::App& command);
  io::ReadOptions options() const { return {unpack, memory << 20}; }
};

}  // namespace tendril::cli
