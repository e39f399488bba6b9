// How many threads Tendril may use.
#include "cli/host/threads.h"

#include <tbb/global_control.h>

#include <cmath>
#include <cstdlib>
#include <thread>

#include "cli/host/usage.h"
#include "nodes/parameters/text.h"

namespace tendril::cli {
namespace {

int fromEnvironment() {
  const char* text = std::getenv("HOUDINI_MAXTHREADS");
  if (!text || !*text) return 0;
  const auto number = parseNumber(text);
  if (!number || std::abs(*number) > 1e6 || *number != std::floor(*number))
    throw UsageError(std::string("HOUDINI_MAXTHREADS: \"") + text + "\" is not a whole number");
  const int all = static_cast<int>(std::thread::hardware_concurrency());
  return *number < 0 ? std::max(1, all + static_cast<int>(*number)) : static_cast<int>(*number);
}

}  // namespace

struct ThreadLimit::Held {
  tbb::global_control control;
};

ThreadLimit::ThreadLimit(int threads) {
  if (threads == 0) threads = fromEnvironment();
  if (threads > 0)
    held_.reset(new Held{{tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)}});
}

ThreadLimit::~ThreadLimit() = default;

bool ThreadLimit::isAlone() const {
  return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism) == 1;
}

void addThreads(CLI::App& command, int& threads) {
  command
      .add_option("--threads", threads,
                  "How many threads to use (default: HOUDINI_MAXTHREADS, else all); the result is the same")
      ->check(CLI::Range(1, 4096));
}

}  // namespace tendril::cli
