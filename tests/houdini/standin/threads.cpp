// Threads that Houdini knows.
#include "standin/threads.h"

#include <sys/syscall.h>
#include <tbb/task.h>
#include <unistd.h>

#include <string>

#include "standin/faults.h"
#include "standin/interrupt.h"

namespace standin {
namespace {

thread_local int known = 0;
thread_local bool told = false;

bool isMain() {
  thread_local const bool is = syscall(SYS_gettid) == getpid();
  return is;
}

}  // namespace

HoudinisThread::HoudinisThread() {
  ++known;
}
HoudinisThread::~HoudinisThread() {
  --known;
}

void called(const char* function) {
  if (isMain() || known > 0 || onCookingThread() || told || tbb::task::current_context()) return;
  told = true;
  fault(std::string(function) + " was called on a thread that Houdini does not know");
}

}  // namespace standin
