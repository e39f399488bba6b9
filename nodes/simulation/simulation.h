// Rods that move: geometry in, geometry out, all state in attributes.
//
//   Simulation simulation(host, metresPerUnit);
//   Geometry state = simulation.begin(rods, parms);                        // as they are, with a history
//   simulation.advance(state, {&rodsNow, &targetsNow}, parms, {seconds}, &constraints);
//
// What it keeps between calls saves time and changes no bit: any state that advance() left, written to a file
// and read again, goes on as if nothing had been.
#pragma once

#include <memory>
#include <set>

#include "nodes/simulation/host_forces.h"
#include "nodes/simulation/parameters.h"
#include "solver/scene/si_units.h"
#include "solver/step/step.h"

namespace tendril::nodes {

// Read only, matched by `id`; null: none.
struct SimulationInputs {
  // the rods as they would be without a simulation: which there are, their length, rest shape, material, and
  // all attributes that are not the state
  const Geometry* rods = nullptr;
  const Geometry* targets = nullptr;  // roots and goals; none: those of `rods`
  // constraints as they are drawn on this frame; none: as advance() left them
  const Geometry* constraints = nullptr;
  // for errors; null: the state needs no name
  const char *rodsName = "Rods", *targetsName = "Goal", *stateName = nullptr;
  HostForces* forces = nullptr;
  // attributes and groups of the state that `rods` do not bring go on: others have put them there
  bool keepsStrangers = false;
  double reach = 0;                            // scene units: how far from here P was when it was rounded
  std::vector<ColliderSource> colliders = {};  // do not act yet
};

struct SimulationTime {
  double seconds = 0;  // of a frame, before `timescale`
  double part = 1;     // of the frame: to look inside; what is left there does not go on
};

// What the last call found.
struct SimulationReport {
  std::size_t rods = 0;
  Energies energies;
  int retries = 0, iterations = 0;  // iterations: the most of a tree and step
  double residual = 0;              // rad: what the last iteration of a step still turned
  std::vector<std::int64_t> held;   // ids of rods that kept their last good shape
  std::size_t edited = 0, cut = 0;
  std::size_t constraints = 0, broken = 0;
  double constraintResidual = 0;  // scene units: what is left of the constraints' rows
};

// What a frame leaves: rods, and constraints with their state.
struct SimulationFrame {
  Geometry rods, constraints;
};

class Constraints;
class RodReadings;

class Simulation {
 public:
  Simulation(Host& host, double unitLength);
  ~Simulation();
  void moveTo(Host& host) { host_ = &host; }  // who listens from now on

  // `reach`: as SimulationInputs has it.
  Geometry begin(const Geometry& rods, const SimulationParms& parms, double reach = 0);
  // The frame after `state` (and constraints with their state; null: there are none).
  SimulationFrame next(const Geometry& state, const Geometry* constraints, const SimulationInputs& inputs,
                       const SimulationParms& parms, const SimulationTime& time);
  // The same in place. Where it throws, both are as before.
  void advance(Geometry& state, const SimulationInputs& inputs, const SimulationParms& parms,
               const SimulationTime& time, Geometry* constraints = nullptr);
  const SimulationReport& report() const { return report_; }

 private:
  // Stages of a frame. The rods of the state, as those that come in have them now, into `g`; ids of those
  // that are born.
  std::set<std::int64_t> matchRods(const Geometry& state, const SimulationInputs& inputs,
                                   const SimulationParms& parms, RodReadings& readings, Geometry& g);
  void cutByLength(const SimulationParms& parms, RodReadings& readings, Geometry& g);
  void followTargets(const Geometry& g, const SimulationInputs& inputs, const SimulationParms& parms,
                     double seconds, RodReadings& readings, std::vector<SceneRod>& rods);
  void tellUnmatched(const std::vector<std::int64_t>& alone, const SimulationInputs& inputs);
  void setScene(const SimulationParms& parms, Constraints& holds, std::vector<SceneRod> rods);
  void keepResults(const std::vector<RodResult>& found, const Constraints& holds, SimulationFrame& made);
  void breakRods(const SimulationParms& parms, Geometry& g);
  void tellHowItWent(const SimulationParms& parms);

  Host* host_;
  double unit_;
  SimulationReport report_;
  std::unique_ptr<struct SimulationWorkspace> stage_;
};

}  // namespace tendril::nodes
