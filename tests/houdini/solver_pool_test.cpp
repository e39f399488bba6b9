// What solvers keep between steps is bounded.
#include "hdk/solver_pool.h"

#include <gtest/gtest.h>

#include <thread>

namespace tendril::test {
namespace {

struct Heavy {
  std::size_t bytes() const { return 100; }
};
using Pool = hdk::SolverPoolOf<Heavy>;

TEST(SolverPool, GivesBackWhatAnObjectLeft) {
  Pool pool;
  auto solver = pool.take(7);
  const Heavy* itself = solver.get();
  pool.giveBack(7, std::move(solver));
  EXPECT_NE(pool.take(8).get(), itself);
  EXPECT_EQ(pool.size(), 1u);
  EXPECT_EQ(pool.take(7).get(), itself);
  EXPECT_EQ(pool.size(), 0u);
}

TEST(SolverPool, KeepsSoManyBytesAndTheLast) {
  Pool pool(250);
  for (int object = 0; object < 9; ++object) pool.giveBack(object, std::make_unique<Heavy>());
  EXPECT_EQ(pool.size(), 2u);
  Pool narrow(50);
  for (int object = 0; object < 9; ++object) narrow.giveBack(object, std::make_unique<Heavy>());
  EXPECT_EQ(narrow.size(), 1u);
}

TEST(SolverPool, DropsWhatIsIdle) {
  Pool pool(1000, std::chrono::milliseconds(5));
  for (int object = 0; object < 4; ++object) pool.giveBack(object, std::make_unique<Heavy>());
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  pool.giveBack(9, std::make_unique<Heavy>());
  EXPECT_EQ(pool.size(), 1u);
  pool.clear();
  EXPECT_EQ(pool.size(), 0u);
}

}  // namespace
}  // namespace tendril::test
