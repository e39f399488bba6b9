// How many threads Tendril may use: --threads, else HOUDINI_MAXTHREADS, else all.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "solver/base/layers.h"

namespace tendril::cli {

// As long as it lives. 0: what HOUDINI_MAXTHREADS says (a negative number: all but so many), else all.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  bool isAlone() const;  // one thread

 private:
  struct Held;
  std::unique_ptr<Held> held_;
};

void addThreads(CLI::App& command, int& threads);

}  // namespace tendril::cli
