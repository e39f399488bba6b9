// Rods out of colliders, by steps without inertia.
#include "solver/statics/push_out.h"

#include <algorithm>

#include "solver/base/parallel.h"
#include "solver/colliders/collider.h"
#include "solver/rods/evaluate.h"
#include "solver/scene/islands.h"
#include "solver/step/step.h"

namespace tendril::solver {
namespace {

constexpr double kMet = 0.02;  // of the clearance: an overlap that may stay

// Without what moves rods besides contacts; as they are, they rest.
void quieten(Scene& scene, const State& state) {
  scene.gravity.setZero();
  scene.wind = {};
  for (std::size_t r = 0; r < scene.rods.size(); ++r) {
    SceneRod& rod = scene.rods[r];
    static_cast<RodForces&>(rod) = {};
    rod.rest = state.rods[r].pose;
    rod.damping = rod.massDamping = 0;
    rod.dampingFactors.clear();
    rod.contact.friction.assign(rod.arc.size(), 0);
  }
}

// The largest overlap of a rod: m, and in parts of the clearance.
struct Overlap {
  double depth = 0, part = 0;
};

Overlap overlapOf(const Scene& scene, const SceneRod& rod, const Pose& pose) {
  constexpr int kAnElement = 8;
  Overlap most;
  if (rod.contact.radius.empty()) return most;
  const double widest = *std::max_element(rod.contact.radius.begin(), rod.contact.radius.end());
  const double first = rod.root == Root::free ? 0 : rod.contact.from;
  Motion still;
  still.rates.assign(rod.coordinates(), Vector3d::Zero());
  const Shape shape = shapeOf(rod, pose);
  const std::vector<double> arcs = evenArcs(shape, kAnElement);
  const std::vector<Sample> samples = sampleRod(shape, still, arcs);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (arcs[i] < first) continue;
    const double radius = valueAt(rod, rod.contact.radius, arcs[i]);
    if (!(radius > 0)) continue;
    for (const Collider* collider : scene.colliders) {
      SurfacePoint found;
      const double clearance = radius + collider->thickness;
      if (!collider->closest(samples[i].frame.position, widest + collider->thickness, found)) continue;
      most.depth = std::max(most.depth, clearance - found.distance);
      most.part = std::max(most.part, (clearance - found.distance) / clearance);
    }
  }
  return most;
}

struct PushedIsland {
  std::vector<std::size_t> rods, constraints;
  std::vector<std::uint8_t> which;
  double deepest = 0, left = 0;
  bool moved = false;

  // Of those that shall move.
  Overlap overlapIn(const Scene& scene, const State& state) const {
    Overlap most;
    for (std::size_t i = 0; i < rods.size(); ++i) {
      if (!which[i]) continue;
      const Overlap its = overlapOf(scene, scene.rods[i], state.rods[i].pose);
      most.depth = std::max(most.depth, its.depth);
      most.part = std::max(most.part, its.part);
    }
    return most;
  }
};

void leaveColliders(PushedIsland& island, Scene& scene, State& state) {
  constexpr int kSteps = 64;
  constexpr double kLeast = 0.02, kMost = 10;  // s
  Overlap now = island.overlapIn(scene, state);
  island.deepest = island.left = now.depth;
  if (!(now.part > kMet)) return;
  island.moved = true;
  StepSettings steps;
  steps.dt = kMost;  // overlaps are let out by 12 clearances a second, and nothing has inertia
  steps.scheme = Scheme::robust;
  steps.iterations = 16;
  steps.halvings = 3;
  steps.tolerance = 1e-16;
  steps.keepMomentum = false;
  for (int i = 0; i < kSteps && now.part > kMet; ++i) {
    quieten(scene, state);
    Workspace work(scene);
    const State before = state;
    step(scene, state, work, steps);
    for (RodState& rod : state.rods) {
      std::fill(rod.rates.begin(), rod.rates.end(), Vector3d::Zero());
      rod.velocity = rod.spin = Vector3d::Zero();
    }
    state.past.clear();
    state.pastStep.clear();
    now = island.overlapIn(scene, state);
    if (now.depth < island.left) {
      island.left = now.depth;
      steps.dt = std::min(2 * steps.dt, kMost);
      continue;
    }
    // less at once
    state = before;
    now.part = 1;
    steps.dt *= 0.2;
    if (steps.dt < kLeast) break;
  }
}

}  // namespace

PushedOut pushOut(const Scene& scene, State& state, const std::vector<std::uint8_t>& which) {
  const std::vector<std::vector<std::size_t>> all = islandsOf(scene), held = constraintsOf(scene, all);
  std::vector<PushedIsland> islands(all.size());
  parallelFor(all.size(), [&](std::size_t t) {
    PushedIsland& island = islands[t];
    island.rods = all[t];
    island.constraints = held[t];
    State its;
    for (const std::size_t r : island.rods) {
      island.which.push_back(which[r]);
      its.rods.push_back(state.rods[r]);
    }
    if (std::none_of(island.which.begin(), island.which.end(), [](std::uint8_t is) { return is != 0; }))
      return;
    its.constraints.resize(held[t].size());
    Scene own = sceneOfIsland(scene, island.rods, island.constraints);
    leaveColliders(island, own, its);
    if (!island.moved) return;
    for (std::size_t i = 0; i < island.rods.size(); ++i) {
      Pose& pose = state.rods[island.rods[i]].pose;
      pose.root = its.rods[i].pose.root;
      if (!island.which[i]) continue;
      for (std::size_t k = 0; k < pose.size(); ++k) pose.set(k, its.rods[i].pose);
    }
  });
  PushedOut done;
  for (const PushedIsland& island : islands) {
    done.deepest = std::max(done.deepest, island.deepest);
    done.left = std::max(done.left, island.left);
    if (!island.moved) continue;
    for (std::size_t i = 0; i < island.rods.size(); ++i)
      if (island.which[i]) done.rods.push_back(island.rods[i]);
  }
  std::sort(done.rods.begin(), done.rods.end());
  return done;
}

}  // namespace tendril::solver
