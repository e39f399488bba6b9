// tendril: the command line host.
#include <malloc.h>

#include "cli/commands/commands.h"

int main(int argc, char** argv) {
  // Frames come and go with the same large arrays: kept memory is not faulted in anew for each of them.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  CLI::App app;
  tendril::addNew(app);
  tendril::addRun(app);
  tendril::addWedge(app);
  tendril::addInfo(app);
  tendril::addConvert(app);
  tendril::addRender(app);
  tendril::addView(app);
  tendril::addFit(app);
  tendril::addNodes(app);
  tendril::addBench(app);
  return tendril::runProgram(app, argc, argv);
}
