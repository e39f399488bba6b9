// Which threads Houdini knows: its own, those that cook, and whatever runs a task of TBB.
#pragma once

namespace standin {

// In functions of the HDK: a fault on a thread of a plugin's making, told once for each thread. Reads and
// writes of details do not ask, nor does opInterrupt.
void called(const char* function);

// A thread of Houdini's, to the end of the scope.
class HoudinisThread {
 public:
  HoudinisThread();
  ~HoudinisThread();
  HoudinisThread(const HoudinisThread&) = delete;
};

}  // namespace standin
