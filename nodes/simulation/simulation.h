// A simulation of rods: geometry in, geometry out, all state in attributes.
//
//   Simulation simulation(host, metresPerUnit);
//   Geometry state = simulation.begin(rods, parms);                        // the given pose, with a history
//   simulation.advance(state, {&rodsNow, &targetsNow}, parms, {seconds}, &constraints);
//
// Data kept between calls saves time and changes no bit: a state that advance() left continues identically
// after writing and reading a file.
#pragma once

#include <limits>
#include <memory>
#include <set>

#include "nodes/simulation/host_forces.h"
#include "nodes/simulation/parameters.h"
#include "solver/scene/si_units.h"
#include "solver/step/step.h"

namespace tendril::nodes {

// Read only, matched by `id`; null: none.
struct SimulationInputs {
  // the rods without simulation: which exist, their length, rest shape, material, and all attributes that are
  // not state
  const Geometry* rods = nullptr;
  const Geometry* targets = nullptr;  // roots and goals; null: those of `rods`
  // constraints as drawn on this frame; null: as advance() left them
  const Geometry* constraints = nullptr;
  // for error messages; null: no name
  const char *rodsName = "Rods", *targetsName = "Goal", *stateName = nullptr;
  HostForces* forces = nullptr;
  // keeps attributes and groups of the state that `rods` do not have
  bool keepsStrangers = false;
  double reach = 0;  // scene units: P was rounded at coordinates larger by this
  // colliders on this frame and on the one before; null: none, or not known
  const Geometry *colliders = nullptr, *collidersBefore = nullptr;
  std::vector<ColliderSource> colliderSources = {};  // of a host, besides
};

struct SimulationTime {
  double seconds = 0;  // length of a frame, before `timescale`
  double part = 1;     // stops inside the frame, for display; that state does not continue
  double frame = std::numeric_limits<double>::quiet_NaN();  // its number, for messages; NaN: unknown
};

// Results of the last call.
struct SimulationReport {
  std::size_t rods = 0;
  Energies energies;
  int retries = 0, iterations = 0;  // iterations: the most of an island and step
  double residual = 0;              // rad: rotation in the last iteration of a step
  std::vector<std::int64_t> held;   // ids of rods that kept their last shape
  std::size_t edited = 0, cut = 0;
  std::size_t constraints = 0, broken = 0;
  double constraintResidual = 0;      // scene units: largest violation
  std::size_t contacts = 0;           // with a force
  double overlap = 0;                 // of contacts, the largest, in parts of their thickness
  std::vector<std::int64_t> stopped;  // ids of rods that lost their motion at a contact
};

// Result of a frame: rods, and constraints with their state.
struct SimulationFrame {
  Geometry rods, constraints;
};

class CoarseWatch;
class Constraints;
class RodReadings;

class Simulation {
 public:
  Simulation(Host& host, double unitLength);
  ~Simulation();
  void moveTo(Host& host) { host_ = &host; }  // receives messages from now on

  // `reach`: as SimulationInputs has it.
  Geometry begin(const Geometry& rods, const SimulationParms& parms, double reach = 0);
  // The frame after `state` and its constraints (null: none).
  SimulationFrame next(const Geometry& state, const Geometry* constraints, const SimulationInputs& inputs,
                       const SimulationParms& parms, const SimulationTime& time);
  // The same in place. If it throws, both are unchanged.
  void advance(Geometry& state, const SimulationInputs& inputs, const SimulationParms& parms,
               const SimulationTime& time, Geometry* constraints = nullptr);
  const SimulationReport& report() const { return report_; }

 private:
  // Stages of a frame. Writes the state's rods, with the incoming rods' attributes, into `g`; returns ids of
  // new rods.
  std::set<std::int64_t> matchRods(const Geometry& state, const SimulationInputs& inputs,
                                   const SimulationParms& parms, RodReadings& readings, Geometry& g);
  void cutByLength(const SimulationParms& parms, RodReadings& readings, Geometry& g);
  void followTargets(const Geometry& g, const SimulationInputs& inputs, const SimulationParms& parms,
                     double seconds, RodReadings& readings, std::vector<SceneRod>& rods);
  void tellUnmatched(const std::vector<std::int64_t>& alone, const SimulationInputs& inputs);
  void setScene(const SimulationParms& parms, Constraints& holds, std::vector<SceneRod> rods);
  void keepResults(const std::vector<RodResult>& found, const Constraints& holds, const SimulationTime& time,
                   SimulationFrame& made);
  // Colliders of the frame, for the scene.
  void takeColliders(const Geometry& state, const SimulationInputs& inputs, const SimulationParms& parms,
                     double seconds);
  void breakRods(const SimulationParms& parms, Geometry& g);
  void tellUnconverged(const SimulationParms& parms);
  void tellHowItWent(const SimulationParms& parms);

  Host* host_;
  double unit_;
  SimulationReport report_;
  std::unique_ptr<struct SimulationWorkspace> stage_;
  std::unique_ptr<CoarseWatch> coarse_;
  std::unique_ptr<class FrameColliders> colliders_;
  std::unique_ptr<class WindField> wind_;
};

}  // namespace tendril::nodes
