// The wind of a .vdb file, as the parameters name it.
//
//   WindField field;                              // kept from frame to frame: saves time, changes no bit
//   scene.wind.field = field.of(parms, metresPerUnit, host);
//
// A field counts for the whole step to its frame, so a restart needs no other file.
#pragma once

#include <filesystem>
#include <set>

#include "nodes/simulation/parameters.h"
#include "solver/kinematics/velocity_field.h"

namespace tendril::nodes {

class WindField {
 public:
  // Null: none. Throws an Error if the file cannot be read; a file without a grid of velocities is a warning,
  // said once.
  std::shared_ptr<const VelocityField> of(const SimulationParms& parms, double unit, Host& host);

 private:
  // What was read last.
  struct Known {
    std::string file, grid;
    double unit = 0, scale = 0;
    std::filesystem::file_time_type written;
    std::uintmax_t bytes = 0;

    bool operator==(const Known& other) const;
  };
  void warn(Host& host, const std::string& message);

  Known known_;
  std::shared_ptr<const VelocityField> field_;
  std::set<std::string> said_;
};

}  // namespace tendril::nodes
