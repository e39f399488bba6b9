// Sample scenes with constraints, for tests and benchmarks: those of report 6573's table 1, with as many
// multipliers, and rows of keyholes, pearls and rungs.
#pragma once

#include "solver/step/step.h"

namespace tendril::solver {

struct TiedSample {
  const char* name;
  Scene scene;
  State state;
  int absolute = 0, relative = 0;  // multipliers in the report's table
  double milliseconds = 0;         // a step, in that table
};

// Bridge, necklace, bow, cable bundle, spider net, DNA.
std::vector<TiedSample> tableOfTheReport();

// Rows against the world and between rods; a pearl counts as one between its rod and itself.
struct RowCount {
  int absolute = 0, relative = 0;
};
RowCount countRows(const TiedSample& sample);

// A rod through `count` keyholes, sagging between them.
TiedSample keyholes(int count, int elements);
// A hanging rod with `count` pearls, two elements for each.
TiedSample pearls(int count);
// Four ropes with `count` rungs between them, two elements for a rung and a rope.
TiedSample rungs(int count);

}  // namespace tendril::solver
