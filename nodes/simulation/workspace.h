// A simulation's workspace: rods as read, their scene, what they follow.
#pragma once

#include <map>

#include "nodes/attributes/knot_values.h"
#include "nodes/simulation/rod_readings.h"
#include "nodes/simulation/simulation.h"
#include "nodes/simulation/weather.h"
#include "solver/colliders/collider.h"

namespace tendril::nodes {

// What of a root or knot is held.
enum class Hold { none, position, all };

// What a rod follows, from the last frame to this one; SI units.
struct Drive {
  RootTarget rootBefore{{}, RootMotion()}, root{{}, RootMotion()};  // of clamped roots
  Hold hold = Hold::all;
  Pose goalBefore, goal;            // coordinates
  std::vector<std::size_t> pulled;  // knots with target springs, in the scene rod's order
  std::vector<Frame<double>> pullBefore, pull;
  std::vector<Vector3d> pullVelocity;
  std::vector<std::size_t> curled;  // knots with locked curls: the springs after those
  std::vector<Matrix3d> curlGoal;   // axes of these knots in the goal
  std::vector<Vector3d> curlAxis;   // axes of their curls
};

struct SimulationWorkspace {
  double unit = 1;
  std::vector<Rod> rods;              // in the scene's order: parents first, by id
  std::vector<std::int32_t> parents;  // indices in `rods`; -1: none
  std::vector<std::uint8_t> born;     // new in this frame
  std::vector<std::uint8_t> falling;  // loose, or attached to a loose rod
  Weather weather;                    // at the frame's start
  std::vector<Drive> drives;
  std::vector<std::unique_ptr<Collider>> colliders;
  Scene scene;
  State state;
  std::unique_ptr<Workspace> work;
  // for warnings: rods by id, and in how many steps up to now they have not converged
  std::map<std::int64_t, int> unconverged;
  bool toldUnconverged = false;
};

// ---- workspace.cpp

// Sets the frame's scene; keeps the solver's workspace if it remains valid.
void takeScene(SimulationWorkspace& stage, std::vector<SceneRod> rods,
               std::vector<SceneConstraint> constraints);
// Sets the solver's state from the rods.
void takeState(SimulationWorkspace& stage);
// An island has one step length: if one of its rods starts anew, all do.
void beginTogether(SimulationWorkspace& stage);

// ---- match_rods.cpp

// The rods of `input` (which exist, knots, attributes) with the state of `rods` where they match; as far as
// they have grown, and in pieces. No input: those of the state.
Geometry adopted(const Geometry& state, std::vector<Rod>& rods, const SimulationInputs& inputs,
                 const SimulationParms& parms, RodReadings& readings);

// ---- attach_children.cpp

// Histories of rods without one, and attachments, to parents as drawn in `drawn`; null: as they are. New rods
// on a parent that has moved are moved with it.
void beginHistories(const Geometry& g, const Geometry* drawn, std::vector<Rod>& rods, RodReadings& readings);
// Parents first, then by id, so that the order in the geometry changes no bit.
void sortByParents(const Geometry& g, SimulationWorkspace& stage);

// ---- read_edits.cpp

// Reads rods anew whose P or orient differ from their state. P was rounded at coordinates larger by up to
// `reach`.
void readEdits(const Geometry& g, double reach, std::vector<Rod>& rods, SimulationReport& report);

// ---- sections_from_attributes.cpp

// Sections, damping, drag and loads of every rod. `loads`: more loads will follow.
void fillScene(const Geometry& g, const SimulationParms& parms, bool loads, SimulationWorkspace& stage,
               std::vector<SceneRod>& to);
// Length of half the elements beside a knot: converts forces per knot to forces per length.
double shareOf(const std::vector<double>& arc, std::size_t knot);

// ---- drive.cpp

// Returns ids of rods with a root of their own and no target.
std::vector<std::int64_t> findTargets(const Geometry& g, const SimulationInputs& inputs,
                                      const SimulationParms& parms, double seconds, RodReadings& readings,
                                      SimulationWorkspace& stage, std::vector<SceneRod>& to);
// Sets the targets at the part u of the frame.
void driveAt(double u, double seconds, SimulationWorkspace& stage, std::vector<RootTarget>& roots);
// Rods with their roots at those of a goal's curves, and bent as they are; a goal of rods is returned itself.
Geometry placedOn(const Geometry& rods, const Geometry& goal, bool inShape);

}  // namespace tendril::nodes
