// What a simulation has on stage while it works: rods as read, their scene, what they follow.
#pragma once

#include <map>

#include "nodes/attributes/knot_values.h"
#include "nodes/simulation/rod_readings.h"
#include "nodes/simulation/simulation.h"
#include "nodes/simulation/weather.h"

namespace tendril::nodes {

// How a root is held.
enum class Hold { none, position, all };

// What a rod follows from the last frame to this one; SI units.
struct Drive {
  RootTarget rootBefore, root;  // of held roots
  Hold hold = Hold::all;
  Pose goalBefore, goal;            // coordinates
  std::vector<std::size_t> pulled;  // knots, by pulls of the scene rod in their order
  std::vector<Frame<double>> pullBefore, pull;
  std::vector<Vector3d> pullVelocity;
  std::vector<std::size_t> curled;  // knots whose turn is locked: the pulls after those
  std::vector<Matrix3d> curlGoal;   // axes of these knots in the goal
  std::vector<Vector3d> curlAxis;   // and the way of the curl there
};

struct SimulationWorkspace {
  double unit = 1;
  std::vector<Rod> rods;              // in the scene's order: parents first, by id
  std::vector<std::int32_t> parents;  // in `rods`; -1: none
  std::vector<std::uint8_t> born;     // in this frame
  std::vector<std::uint8_t> falling;  // loose, or hung on what is
  Weather weather;                    // at the frame's start
  std::vector<Drive> drives;
  Scene scene;
  State state;
  std::unique_ptr<Workspace> work;
  std::vector<std::vector<Vector3d>> kappaRest;  // without what is plastic; SI
  std::vector<std::vector<Eigen::Quaterniond>> jointRest;
};

// ---- workspace.cpp

// The frame's scene; the solver's work of the last frame goes on where it was made for the like.
void takeScene(SimulationWorkspace& stage, std::vector<SceneRod> rods,
               std::vector<SceneConstraint> constraints);
// The solver's state from that of the rods.
void takeState(SimulationWorkspace& stage);
// A tree steps as one: where one of its rods begins anew, all do.
void beginTogether(SimulationWorkspace& stage);

// ---- match_rods.cpp

// The rods of `input` (which ones there are, their knots and attributes) with the state of those that were
// there, `rods`; as far as they have grown, and in the pieces that they were cut into. No input: those of the
// state.
Geometry adopted(const Geometry& state, std::vector<Rod>& rods, const SimulationInputs& inputs,
                 const SimulationParms& parms, RodReadings& readings);

// ---- attach_children.cpp

// History for rods that have none, and where they hang: on their parents as these are drawn in `drawn`; null:
// as they are. Those that are born on a parent that has moved stand there and move along.
void beginHistories(const Geometry& g, const Geometry* drawn, std::vector<Rod>& rods, RodReadings& readings);
// Parents first, by id: the order in the geometry changes no bit.
void sortByParents(const Geometry& g, SimulationWorkspace& stage);

// ---- read_edits.cpp

// Rods whose P or orient is not that of their state are read anew. P was rounded at most `reach` farther from
// the origin than it is.
void readEdits(const Geometry& g, double reach, std::vector<Rod>& rods, SimulationReport& report);

// ---- sections_from_attributes.cpp

// Sections, damping, drag and loads of every rod. `loads`: there will be more of them.
void fillScene(const Geometry& g, const SimulationParms& parms, bool loads, SimulationWorkspace& stage,
               std::vector<SceneRod>& to);
// Half the elements beside a knot: forces on points are per knot, ours per length.
double shareOf(const std::vector<double>& arc, std::size_t knot);

// ---- drive.cpp

// Ids of the rods with a root of their own that have no target.
std::vector<std::int64_t> findTargets(const Geometry& g, const SimulationInputs& inputs,
                                      const SimulationParms& parms, double seconds, RodReadings& readings,
                                      SimulationWorkspace& stage, std::vector<SceneRod>& to);
// Targets at a part of the frame.
void driveAt(double u, double seconds, SimulationWorkspace& stage, std::vector<RootTarget>& roots);
// Rods with their roots where the curves of a goal have theirs; a goal of rods: itself.
Geometry placedOn(const Geometry& rods, const Geometry& goal);

}  // namespace tendril::nodes
