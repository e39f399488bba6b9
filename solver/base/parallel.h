// Parallel loops over independent items.
//
//   parallelFor(rods.size(), [&](std::size_t i) { step(rods[i]); });
//
// Each call of f must write only to item i; then the result has the same bits for any number of threads. An
// exception reaches the caller after all items that had begun have ended.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>

#include "solver/base/layers.h"

// gcc defines a macro, clang has a feature; other headers may define __has_feature for gcc
#if defined(__SANITIZE_THREAD__)
#define TENDRIL_TSAN
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TENDRIL_TSAN
#endif
#endif

#ifndef TENDRIL_TSAN
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace tendril::solver {

// The number of items that can run at once.
inline std::size_t threadCount() {
  return static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
}

template <class F>
void parallelFor(std::size_t count, const F& f) {
  tbb::parallel_for(std::size_t(0), count, f);
}

}  // namespace tendril::solver

#else
// The thread sanitizer cannot follow an uninstrumented TBB. Plain threads show our own races.
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tendril::solver {

inline std::size_t threadCount() {
  return 4;
}

template <class F>
void parallelFor(std::size_t count, const F& f) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) f(i);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < 3 && count > 1; ++t) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tendril::solver
#endif

namespace tendril::solver {

// Like parallelFor() where the items are worth tasks; in their order otherwise, without any.
constexpr std::size_t kWorthTasks = 64;  // of `size`, the measure of all items' work
template <class F>
void forEachLarge(std::size_t count, std::size_t size, const F& f) {
  if (count > 1 && size >= kWorthTasks)
    parallelFor(count, f);
  else
    for (std::size_t i = 0; i < count; ++i) f(i);
}

// Like parallelFor(), but all items run, and the exception of the lowest index is thrown: errors do not
// depend on threads.
template <class F>
void parallelForInOrder(std::size_t count, const F& f) {
  std::mutex mutex;
  std::exception_ptr failure;
  std::size_t first = count;
  parallelFor(count, [&](std::size_t i) {
    try {
      f(i);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex);
      if (i < first) failure = std::current_exception();
      first = i < first ? i : first;
    }
  });
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tendril::solver
