// What the stand-in notices.
#include "standin/faults.h"

#include <SYS/SYS_Version.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace standin {
namespace {

std::mutex mutex;
std::vector<std::string> found;

}  // namespace

void fault(const std::string& what) {
  const std::lock_guard<std::mutex> lock(mutex);
  found.push_back(what);
}

std::vector<std::string> takeFaults() {
  const std::lock_guard<std::mutex> lock(mutex);
  return std::move(found);
}

void stop(const std::string& what) {
  std::fprintf(stderr, "stand-in: %s\n", what.c_str());
  std::abort();
}

int version() {
  return SYS_VERSION_MAJOR_INT * 100 + SYS_VERSION_MINOR_INT;
}

// Of 21 it is not known; what builds for it now is no newer.
int compiler() {
  return version() < 2100 ? 1939 : 1949;
}

}  // namespace standin
