// Runs a simulation's rods through one frame: time steps or an equilibrium.
//
//   FrameRunner runner(host, stage, parms, time, report, frame, forces, constraints);
//   runner.run();                    // `stage` then has the state at the frame's end
//   runner.found();                  // results by rods
#pragma once

#include "nodes/simulation/constraints.h"
#include "nodes/simulation/host_loads.h"
#include "nodes/simulation/reference_frame.h"
#include "nodes/simulation/workspace.h"

namespace tendril::nodes {

// Keeps references; `forces` null: none.
class FrameRunner {
 public:
  FrameRunner(Host& host, SimulationWorkspace& stage, const SimulationParms& parms,
              const SimulationTime& time, SimulationReport& report, const ReferenceFrame& frame,
              HostForces* forces, Constraints& constraints);

  void run();
  const std::vector<RodResult>& found() const { return found_; }

 private:
  void dynamic();
  void quasistatic();  // one equilibrium; no inertia
  void moveFrom(const Pose& before, RodState& rod) const;
  // Into the reference frame and out of it, at parts of the frame.
  void enter(double u, double v);
  void leave(double v);
  void take(const Report& report);
  void countUnconverged(std::size_t r, double change);

  Host& host_;
  SimulationWorkspace& stage_;
  const SimulationParms& parms_;
  const SimulationTime& time_;
  SimulationReport& report_;
  const ReferenceFrame& frame_;
  HostLoads loads_;
  Constraints& constraints_;
  double seconds_;
  std::vector<RootTarget> roots_;
  std::vector<RodResult> found_;
};

}  // namespace tendril::nodes
