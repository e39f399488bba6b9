// The commands of `tendril`, one file each in commands/.
#pragma once

#include <CLI/CLI.hpp>

#include "solver/base/layers.h"

namespace tendril::cli {

void addInfo(CLI::App& app);
void addConvert(CLI::App& app);
void addFit(CLI::App& app);
void addNodes(CLI::App& app);
void addNew(CLI::App& app);
void addRun(CLI::App& app);
void addWedge(CLI::App& app);
void addRender(CLI::App& app);
void addView(CLI::App& app);
void addBench(CLI::App& app);

// Runs the program: parses, runs one command, and turns every error into one line on stderr (parseAndRun).
// Returns the exit code: 0 done, 1 the command failed, 2 it was called wrongly.
int runProgram(CLI::App& app, int argc, const char* const* argv);
int parseAndRun(CLI::App& app, int argc, const char* const* argv);

}  // namespace tendril::cli
