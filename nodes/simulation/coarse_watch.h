// Watches for rods whose elements are too long for the tension in them, and says so once a run.
#pragma once

#include <map>

#include "nodes/simulation/workspace.h"
#include "solver/scene/resolution.h"

namespace tendril::nodes {

class CoarseWatch {
 public:
  // After a frame. A rod counts that is too coarse on several frames in a row: what passes sooner is not
  // seen.
  void look(const SimulationWorkspace& stage, const std::vector<PointLoad>& loads, Host& host);

 private:
  void tell(const std::vector<CoarsePlace>& places, const SimulationWorkspace& stage, Host& host);

  bool told_ = false;
  std::map<std::int64_t, int> frames_;  // in a row, by the rods' ids
};

}  // namespace tendril::nodes
