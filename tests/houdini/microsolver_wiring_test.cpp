// Where the solver's node may be: behind an object, or at a green input of a solver that runs others.
#include "microsolver.h"

namespace tendril::test {
namespace {

TEST_F(Microsolver, BehindAnObjectAndInAMultiSolverAreTheSame) {
  const Geometry hairs = hairsOf(host, 3);
  add("hair", still(hairs), moving(hairs, walk));
  const Geometry behind = at("hair", 10);
  EXPECT_GT(farthest(behind, hairs), 1e-3);
  dops.wire(Dops::kInMultiSolver);
  EXPECT_TRUE(at("hair", 10) == behind);
  dops.wire(Dops::kInSubStep);
  EXPECT_TRUE(at("hair", 10) == behind);
}

// Steps of a Gas SubStep know no targets between frames: roots are there at once.
TEST_F(Microsolver, RootsAreOnTheirKeysInAGasSubStep) {
  const Geometry hairs = hairsOf(host, 3);
  add("hair", still(hairs), moving(hairs, walk));
  const Geometry behind = at("hair", 8);
  dops.wire(Dops::kInSubStep, 3);
  const Geometry state = at("hair", 8), goal = *moving(hairs, walk)(8);
  for (std::size_t p = 0; p < state.primitiveCount(); ++p) {
    const std::size_t root = static_cast<std::size_t>(state.pointsOf(p)[0]);
    EXPECT_LT((pointAt(state, root) - pointAt(goal, root)).norm(), 2e-7);
  }
  EXPECT_LT(farthest(state, behind), 0.02);
}

// Two nodes at one Multiple Solver: data of one name is one data.
TEST_F(Microsolver, TwoInAMultiSolverNeedNamesOfTheirOwn) {
  const Geometry hairs = hairsOf(host, 2);
  add("hair", still(hairs));
  const Geometry once = at("hair", 4);
  dops.wire(Dops::kInMultiSolver, 1, 2);
  EXPECT_TRUE(at("hair", 4) == once);
  dops.setUniqueDataName(true);
  EXPECT_GT(farthest(at("hair", 4), once), 1e-4);  // twice as many steps
}

}  // namespace
}  // namespace tendril::test
