// Stand-in: an artist's wish to stop.
#pragma once
class UT_Interrupt {
 public:
  int opStart(const char* what = nullptr, int = 0, int = 0, int* = nullptr);
  int opInterrupt(int percent = -1);
  void opEnd(int = -1);
};
UT_Interrupt* UTgetInterrupt();
class UT_AutoInterrupt {
 public:
  UT_AutoInterrupt(const char* what, UT_Interrupt* boss = UTgetInterrupt());
  ~UT_AutoInterrupt();
  bool wasInterrupted();
  bool wasInterrupted(int percent);
  UT_AutoInterrupt(const UT_AutoInterrupt&) = delete;

 private:
  UT_Interrupt* boss_;
};
