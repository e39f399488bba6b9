// The rods of a frame's input geometries, each read once.
//
//   RodReadings readings;
//   const std::vector<Rod>& rods = readings.of(*inputs.rods);
#pragma once

#include <map>

#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

// Geometries must outlive their readings, unchanged.
class RodReadings {
 public:
  const std::vector<Rod>& of(const Geometry& geometry) {
    const auto [known, isNew] = known_.try_emplace(&geometry);
    if (isNew) known->second = readRods(geometry);
    return known->second;
  }

 private:
  std::map<const Geometry*, std::vector<Rod>> known_;
};

}  // namespace tendril::nodes
