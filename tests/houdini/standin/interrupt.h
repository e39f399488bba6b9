// An artist's finger on the escape key, and what plugins do about it.
#pragma once
#include <chrono>

namespace standin {

bool onCookingThread();  // this thread cooks

// Counted from the beginning of the next cook. The wish stays until it is cleared.
void interruptAfterPolls(int polls);
void interruptAfter(std::chrono::milliseconds time);
void clearInterrupt();
int polls();                          // since the last of these calls
double millisecondsSinceInterrupt();  // since the wish came up; 0 if it has not

// A cook on this thread, from here to the end of the scope.
class CookingThread {
 public:
  explicit CookingThread(const char* node);
  ~CookingThread();
  CookingThread(const CookingThread&) = delete;
  bool wasInterrupted() const;  // a plugin has heard of it, on whichever thread it asked

 private:
  int depthBefore_;
  long heardBefore_ = 0;
  const char* nodeBefore_;
};

}  // namespace standin
