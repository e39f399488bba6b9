// tendril: the command line host.
#include "cli/commands.h"
#ifdef TENDRIL_WITH_BENCH
#include "bench/bench.h"
#endif

int main(int argc, char** argv) {
  CLI::App app;
  tendril::addInfo(app);
  tendril::addConvert(app);
#ifdef TENDRIL_WITH_BENCH
  tendril::addBench(app);
#endif
  return tendril::runProgram(app, argc, argv);
}
