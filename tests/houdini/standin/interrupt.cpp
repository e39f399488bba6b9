// Interrupts.
#include "standin/interrupt.h"

#include <UT/UT_Interrupt.h>

#include <atomic>
#include <mutex>
#include <string>

#include "standin/faults.h"

namespace standin {
namespace {

using Clock = std::chrono::steady_clock;

std::mutex mutex;
int asked = 0;                // polls since the wish was made
int afterPolls = -1;          // or never
Clock::duration afterTime{};  // or zero
Clock::time_point began, due;
bool started = false, isDue = false;
long heard = 0;            // how often a plugin was told, on any thread
std::atomic<int> open{0};  // operations of all threads

thread_local const char* node = nullptr;  // what cooks on this thread
thread_local int depth = 0;               // operations that are open

void wish(int polls, Clock::duration time) {
  const std::lock_guard<std::mutex> lock(mutex);
  asked = 0;
  afterPolls = polls;
  afterTime = time;
  started = isDue = false;
}

bool poll() {
  const std::lock_guard<std::mutex> lock(mutex);
  ++asked;
  const auto now = Clock::now();
  if (!isDue && afterPolls >= 0 && asked > afterPolls) {
    isDue = true;
    due = now;
  }
  if (!isDue && started && afterTime > Clock::duration() && now - began >= afterTime) {
    isDue = true;
    due = began + afterTime;
  }
  heard += isDue;
  return isDue;
}

}  // namespace

bool onCookingThread() {
  return node != nullptr;
}
void interruptAfterPolls(int polls) {
  wish(polls, {});
}
void interruptAfter(std::chrono::milliseconds time) {
  wish(-1, time);
}
void clearInterrupt() {
  wish(-1, {});
}
int polls() {
  const std::lock_guard<std::mutex> lock(mutex);
  return asked;
}
double millisecondsSinceInterrupt() {
  const std::lock_guard<std::mutex> lock(mutex);
  return isDue ? std::chrono::duration<double, std::milli>(Clock::now() - due).count() : 0;
}

CookingThread::CookingThread(const char* name) : depthBefore_(depth), nodeBefore_(node) {
  node = name;
  depth = 0;
  const std::lock_guard<std::mutex> lock(mutex);
  if (!started) began = Clock::now();
  started = true;
  heardBefore_ = heard;
}
CookingThread::~CookingThread() {
  if (depth != 0) fault(std::string(node) + ": an interrupt was left open");
  depth = depthBefore_;
  node = nodeBefore_;
}
bool CookingThread::wasInterrupted() const {
  const std::lock_guard<std::mutex> lock(mutex);
  return heard != heardBefore_;
}

}  // namespace standin

using standin::depth;
using standin::node;

UT_Interrupt* UTgetInterrupt() {
  static UT_Interrupt only;
  return &only;
}
int UT_Interrupt::opStart(const char*, int, int, int*) {
  if (!node) standin::fault("an interrupt was opened on a thread that does not cook");
  ++depth;
  ++standin::open;
  return 1;
}
// From any thread.
int UT_Interrupt::opInterrupt(int percent) {
  if (percent < -1 || percent > 100) standin::fault("progress of " + std::to_string(percent) + " percent");
  if (standin::open == 0) standin::fault("asked for interrupts before opStart");
  return standin::poll();
}
void UT_Interrupt::opEnd(int) {
  if (!node) standin::fault("an interrupt was closed on a thread that does not cook");
  --standin::open;
  if (--depth < 0) standin::fault("an interrupt was closed twice");
}
UT_AutoInterrupt::UT_AutoInterrupt(const char* what, UT_Interrupt* boss) : boss_(boss) {
  if (!what || !*what) standin::fault("an interrupt without a name");
  if (boss_) boss_->opStart(what);
}
UT_AutoInterrupt::~UT_AutoInterrupt() {
  if (boss_) boss_->opEnd();
}
bool UT_AutoInterrupt::wasInterrupted() {
  return boss_ && boss_->opInterrupt();
}
bool UT_AutoInterrupt::wasInterrupted(int percent) {
  return boss_ && boss_->opInterrupt(percent);
}
