// Where a host's colliders were when a frame ended, kept in the state of the rods: a simulation that goes on
// from a cached frame knows how they move.
//
//   ColliderMemory memory(state);
//   const Geometry* before = memory.before("ball", *now, last, made);
//   memory.keep("ball", *now);                         // for the next frame
//   memory.write(rods);
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "solver/geometry/geometry.h"

namespace tendril::nodes {

class ColliderMemory {
 public:
  // Of larger colliders only a check sum is kept.
  static constexpr std::size_t kMostPoints = 100000;

  // As a state's detail attributes have it; those that are damaged count as missing.
  explicit ColliderMemory(const Geometry& state);

  enum class Past {
    unknown,  // it was not there
    known,
    lost  // it was there, and where is not kept
  };
  // The collider of that name when the state was made. `last`: what was read last, of any frame; null: none.
  Past before(const std::string& name, const std::shared_ptr<const Geometry>& now,
              const std::shared_ptr<const Geometry>& last, std::shared_ptr<const Geometry>& found) const;

  void keep(const std::string& name, const Geometry& now);
  void write(Geometry& state) const;  // all that were kept; replaces what is there

 private:
  // Check sums of two kinds; P, and the attributes of shapes.
  struct Entry {
    std::string name;
    std::uint64_t topology = 0, places = 0;
    std::vector<double> numbers;
  };
  std::vector<Entry> past_, kept_;
};

}  // namespace tendril::nodes
