// What the solver wrote of constraints and of the contacts of rods, frame by frame, for the page to tell.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "solver/geometry/geometry.h"

namespace tendril::cli::show {

class Readings {
 public:
  void study(const std::vector<Geometry>& files);  // of each frame: which constraints and rods there are
  void add(const std::vector<Geometry>& files);    // of each frame, after all are studied

  bool any() const { return !numbers_.empty(); }
  nlohmann::ordered_json header() const;
  std::string packed() const;  // float32: for each frame, for each of them, its numbers; NaN: not there

 private:
  std::map<std::pair<std::size_t, std::int64_t>, std::size_t> known_;  // by file and id
  std::vector<float> numbers_;
};

}  // namespace tendril::cli::show
