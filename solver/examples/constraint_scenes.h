// Sample scenes of constraints, to test and to measure: those of report 6573's table 1, with as many
// multipliers, and rows of keyholes, pearls and rungs of any number.
#pragma once

#include "solver/step/step.h"

namespace tendril::solver {

struct TiedSample {
  const char* name;
  Scene scene;
  State state;
  int absolute = 0, relative = 0;  // multipliers that the report's table has
  double milliseconds = 0;         // a step, there
};

// Bridge, necklace, bow, cable bundle, spider net, DNA.
std::vector<TiedSample> tableOfTheReport();

// Rows against the world, and between rods; a pearl counts as one between its rod and itself.
struct RowCount {
  int absolute = 0, relative = 0;
};
RowCount countRows(const TiedSample& sample);

// A rod of so many elements through so many keyholes, sagging between them.
TiedSample keyholes(int count, int elements);
// Pearls on a hanging rod, two elements for each.
TiedSample pearls(int count);
// Four ropes and so many rungs between them, two elements a rung and rope.
TiedSample rungs(int count);

}  // namespace tendril::solver
