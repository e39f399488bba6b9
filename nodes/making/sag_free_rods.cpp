// Rods that stay in their rest shape under gravity: the scene that the solver will make of them, its inverse
// statics, and the result as attributes.
#include "nodes/making/sag_free_rods.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "nodes/attributes/material.h"
#include "nodes/parameters/text.h"
#include "nodes/simulation/workspace.h"
#include "solver/base/parallel.h"
#include "solver/fit/fit.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/model.h"
#include "solver/scene/islands.h"
#include "solver/statics/statics.h"

namespace tendril::nodes {
namespace {

constexpr const char *kStiffness = "stiffnessfactor", *kWeight = "weightfactor", *kGravity = "staygravity";

std::string namesOf(const std::vector<std::int64_t>& ids) {
  std::vector<std::string> names;
  for (const std::int64_t id : ids) names.push_back(std::to_string(id));
  return "id " + nodes::firstOf(names);
}

// To a precision that can be read.
std::string rounded(double value) {
  const double digits = std::pow(10.0, 2 - std::floor(std::log10(std::abs(value))));
  return formatNumber(std::round(value * digits) / digits);
}

// An artist's attribute of a factor's name is not overwritten.
void checkName(const Geometry& g, const char* name) {
  for (const Owner owner : {Owner::point, Owner::vertex, Owner::primitive, Owner::detail})
    if (g.find(owner, name) && !(owner == Owner::primitive && isFilledIn(g, name)))
      throw Error(std::string(nameOf(owner)) + " attribute '" + name +
                  "' is in the way: Tendril writes it; rename or remove it (kangular multiplies the "
                  "stiffness, too)");
}

void setFactors(Geometry& g, const char* name, const std::vector<std::pair<std::size_t, double>>& factors) {
  const Span<double> values = g.add(Owner::primitive, name, Storage::real64, 1).values<double>();
  for (const auto& [primitive, factor] : factors) values[primitive] = factor;
  markFilledIn(g, name);
}

class Stay {
 public:
  Stay(const StayParms& parms, const std::vector<StayingRod>& made, const Cook& cook, Geometry& g)
      : parms_(parms), cook_(cook), g_(g), madeOf_(g.primitiveCount(), nullptr) {
    for (const StayingRod& rod : made) madeOf_[rod.primitive] = &rod;
  }

  void run() {
    readRods();
    if (stage_.rods.empty() || !canStay(stage_.rods[0].shape.model)) return;
    std::vector<SceneRod> all = describeAll();
    chooseHeld(all);
    if (!free_.empty()) tellFree();
    if (held_.empty()) return;
    makeScene(std::move(all));
    State state = posesToKeep();
    keepTargets(state);
    const State drawn = state;
    report_ = solve(parms_.sag, state);
    readFactors();
    for (std::size_t i = 0; i < held_.size(); ++i) hangs_.push_back(!(state.rods[i] == drawn.rods[i]));
    if (scene_.rods[0].rest.areJoints()) refine(drawn, state);
    write(state);
    tell();
  }

 private:
  void readRods() {
    stage_.unit = cook_.unitLength;
    for (Rod& rod : solver::readRods(g_))
      if (madeOf_[rod.primitive]) {
        rod.history.reset();
        stage_.rods.push_back(std::move(rod));
      }
  }

  bool canStay(Model model) const {
    if (isSwept(model) && modelType(model).canRest) return true;
    cook_.host.warn(std::string("Under Gravity has no effect on rods of the model ") + labelOf(model));
    return false;
  }

  SimulationParms simulationParms() const {
    SimulationParms parms;
    parms.gravity = parms_.gravity;
    parms.airDensity = parms.airViscosity = 0;  // calm air does not act on rods at rest
    return parms;
  }

  // As a simulation reads them at its start. Pins are springs as hard as at 24 frames and default substeps.
  std::vector<SceneRod> describeAll() {
    const SimulationParms parms = simulationParms();
    RodReadings readings;
    beginHistories(g_, nullptr, stage_.rods, readings);
    sortByParents(g_, stage_);
    takeState(stage_);
    stage_.born.assign(stage_.rods.size(), 0);
    std::vector<SceneRod> all;
    fillScene(g_, parms, false, stage_, all);
    SimulationInputs inputs;
    inputs.rods = &g_;
    findTargets(g_, inputs, parms, 1.0 / 24, readings, stage_, all);
    return all;
  }

  // Trees whose root is clamped: no others have an equilibrium of their own.
  void chooseHeld(const std::vector<SceneRod>& all) {
    std::vector<std::uint8_t> isHeld(all.size(), 0);
    for (std::size_t r = 0; r < all.size(); ++r) {
      isHeld[r] = all[r].root == Root::clamped ||
                  (all[r].root == Root::attached && isHeld[static_cast<std::size_t>(all[r].parent)]);
      (isHeld[r] ? held_ : free_).push_back(r);
    }
    for (const std::size_t r : held_) ids_.push_back(stage_.rods[r].id);
  }

  void makeScene(std::vector<SceneRod> all) {
    std::vector<int> place(all.size(), -1);
    for (const std::size_t r : held_) {
      SceneRod& rod = all[r];
      place[r] = static_cast<int>(scene_.rods.size());
      if (rod.root == Root::attached) {
        rod.parent = place[static_cast<std::size_t>(rod.parent)];
      } else {
        rod.attachment = madeOf_[stage_.rods[r].primitive]->root;
        rod.attachment.position *= stage_.unit;
      }
      scene_.rods.push_back(std::move(rod));
    }
    scene_.gravity = Vector3d(parms_.gravity[0], parms_.gravity[1], parms_.gravity[2]);
  }

  // As restState(), which would hold the matrices of all rods at once.
  State posesToKeep() const {
    State state;
    for (const SceneRod& rod : scene_.rods) {
      RodState at;
      static_cast<Coordinates&>(at.pose) = rod.rest.first(rod.coordinates());
      at.rates.assign(rod.coordinates(), Vector3d::Zero());
      at.pose.root = rod.attachment;
      if (rod.root == Root::attached) {
        const std::size_t parent = static_cast<std::size_t>(rod.parent);
        const Shape shape = shapeOf(scene_.rods[parent], state.rods[parent].pose);
        const Frame<double> on = ShapeWalker(shape).at(rod.parentArc);
        at.pose.root = {on.axes * rod.attachment.axes, on.position + on.axes * rod.attachment.position};
      }
      state.rods.push_back(std::move(at));
    }
    return state;
  }

  // Pins and goals hold rods where they are to stay, and pull at nothing.
  void keepTargets(const State& state) {
    parallelFor(held_.size(), [&](std::size_t i) {
      SceneRod& rod = scene_.rods[i];
      if (!rod.goal.weight.empty()) {
        static_cast<Coordinates&>(rod.goal.shape) = state.rods[i].pose;
        rod.goal.rates.clear();
      }
      if (rod.targetSprings.empty()) return;
      const std::vector<Frame<double>> frames = knotFrames(shapeOf(rod, state.rods[i].pose));
      const std::vector<std::size_t>& knots = stage_.drives[held_[i]].pulled;
      for (std::size_t s = 0; s < rod.targetSprings.size(); ++s) {
        rod.targetSprings[s].target = frames[knots[s]];
        rod.targetSprings[s].velocity = Vector3d::Zero();
      }
    });
  }

  SagReport solve(SagSettings settings, State& state) {
    std::atomic<std::size_t> done{0};
    settings.stop = [&] {
      cook_.host.progress(static_cast<double>(++done) / static_cast<double>(held_.size()),
                          "finding rest shapes");
      return cook_.host.interrupted();
    };
    try {
      return makeSagFree(scene_, state, settings);
    } catch (const Stopped&) {
      throw Interrupted();
    }
  }

  // From trees to their rods.
  void readFactors() {
    factors_.assign(held_.size(), 1);
    unstable_.assign(held_.size(), 0);
    std::vector<const SagReport::Tree*> known(held_.size(), nullptr);
    for (const SagReport::Tree& tree : report_.trees) known[tree.rod] = &tree;
    for (const std::vector<std::size_t>& tree : islandsOf(scene_))
      for (const std::size_t i : tree)
        if (const SagReport::Tree* found = known[tree[0]]) {
          factors_[i] = found->factor;
          unstable_[i] = !found->stable;
        }
  }

  // The sections of links that stand for a curve depend on its rest shape (Substance::fill): the solver will
  // make them from the new one. Factors stay, and so do rest shapes that were limited. Converges as fast as
  // (turn / 2) / sin(turn / 2) changes.
  void refine(const State& drawn, State& state) {
    constexpr int kMost = 12;
    constexpr double kNear = 1e-9;  // rad
    SagSettings settings = parms_.sag;
    settings.stabilise = Stabilise::no;
    double change = 1;
    for (int i = 0; i < kMost && change > kNear; ++i) {
      const std::vector<Coordinates> before = takeRests();
      takeSections();
      State kept = drawn;
      solve(settings, kept);
      change = 0;
      for (std::size_t k = 0; k < held_.size(); ++k) {
        Coordinates& rest = scene_.rods[k].rest;
        if (hangs_[k]) rest = before[k];
        for (std::size_t j = 0; j < scene_.rods[k].coordinates(); ++j)
          change = std::max(change, before[k].changeTo(rest, j).norm());
      }
    }
    if (std::count(hangs_.begin(), hangs_.end(), 1) == 0) return;
    State found = state;
    for (const std::size_t k : findEquilibrium(scene_, found).unstable) unstable_[k] = 1;
    for (std::size_t k = 0; k < held_.size(); ++k)
      if (hangs_[k]) state.rods[k] = found.rods[k];
  }

  void takeSections() {
    std::vector<SceneRod> again;
    fillScene(g_, simulationParms(), false, stage_, again);
    for (std::size_t k = 0; k < held_.size(); ++k) {
      scene_.rods[k].sections = std::move(again[held_[k]].sections);
      if (parms_.sag.stabilise == Stabilise::stiffen)
        for (Section& section : scene_.rods[k].sections) section.stiffness *= factors_[k];
    }
  }

  // The scene's rest shapes become those of the rods; returns them.
  std::vector<Coordinates> takeRests() {
    std::vector<Coordinates> rests;
    for (std::size_t i = 0; i < held_.size(); ++i) {
      Rod& rod = stage_.rods[held_[i]];
      rests.push_back(scene_.rods[i].rest);
      rod.rest = scene_.rods[i].rest.first(scene_.rods[i].coordinates());
      rod.rest.multiplyByLength(stage_.unit);
      rod.rest.fillKnots(rod.shape.arc.size());
    }
    return rests;
  }

  void write(const State& state) {
    takeRests();
    std::vector<Rod> changed;
    std::vector<std::pair<std::size_t, double>> factors;
    for (std::size_t i = 0; i < held_.size(); ++i) {
      Rod& rod = stage_.rods[held_[i]];
      rod.history.reset();
      if (hangs_[i] && madeOf_[rod.primitive]->isDrawnSo) take(state.rods[i].pose, rod);
      factors.emplace_back(rod.primitive, factors_[i]);
      changed.push_back(std::move(rod));
    }
    writeRods(g_, changed);
    if (parms_.sag.stabilise == Stabilise::stiffen) setFactors(g_, kStiffness, factors);
    if (parms_.sag.stabilise == Stabilise::relieve) setFactors(g_, kWeight, factors);
    Attribute& gravity = g_.add(Owner::detail, kGravity, Storage::real64, 3, "vector");
    setTuple(gravity, 0, scene_.gravity);
  }

  void take(const Pose& pose, Rod& rod) const {
    rod.shape.root.position = pose.root.position / stage_.unit;
    turnRoot(rod, orientOf(pose.root.axes));
    Coordinates shape = pose;
    shape.multiplyByLength(stage_.unit);
    shape.fillKnots(rod.shape.arc.size());
    static_cast<Coordinates&>(rod.shape) = std::move(shape);
  }

  void tellFree() const {
    std::vector<std::int64_t> ids;
    for (const std::size_t r : free_) ids.push_back(stage_.rods[r].id);
    cook_.host.warn("Under Gravity has no effect on " +
                    counted(ids.size(), "rod that is not held at its root, in place and direction",
                            "rods that are not held at their roots, in place and direction") +
                    " (" + namesOf(ids) + ")");
  }

  void tell() const {
    std::vector<std::pair<double, std::int64_t>> scaled;
    std::vector<std::int64_t> unstable;
    std::size_t stay = 0, lower = 0;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (factors_[i] != 1) scaled.emplace_back(factors_[i], ids_[i]);
      if (unstable_[i]) unstable.push_back(ids_[i]);
      stay += !unstable_[i] && !hangs_[i];
      lower += !unstable_[i] && hangs_[i];
    }
    std::string note = counted(stay, "rod stays", "rods stay") + " in shape under gravity";
    if (!scaled.empty()) note += "; " + describe(std::move(scaled));
    if (lower > 0)
      note += "; " + counted(lower, "rod hangs lower, where it is", "rods hang lower, where they are") +
              " stable";
    cook_.host.inform(note);
    if (!unstable.empty()) tellUnstable(unstable);
  }

  // "197 made stiffer: median 34, most 71 times (id 12)"
  std::string describe(std::vector<std::pair<double, std::int64_t>> scaled) const {
    std::sort(scaled.begin(), scaled.end());
    const bool stiffer = parms_.sag.stabilise == Stabilise::stiffen;
    const auto& [factor, id] = stiffer ? scaled.back() : scaled.front();
    return std::to_string(scaled.size()) + (stiffer ? " made stiffer" : " made lighter") + ": median " +
           rounded(scaled[scaled.size() / 2].first) + (stiffer ? ", most " : ", least ") + rounded(factor) +
           " times (id " + std::to_string(id) + ")";
  }

  void tellUnstable(const std::vector<std::int64_t>& ids) const {
    cook_.host.warn(counted(ids.size(), "rod is not stable in its shape and will leave it",
                            "rods are not stable in their shape and will leave it") +
                    " (" + namesOf(ids) + "); " +
                    (parms_.sag.stabilise == Stabilise::no
                         ? "choose Stiffen for If Unstable, or raise Radius or Young's Modulus"
                         : "raise Radius or Young's Modulus, or Elements"));
  }

  const StayParms& parms_;
  const Cook& cook_;
  Geometry& g_;
  std::vector<const StayingRod*> madeOf_;  // by primitives
  SimulationWorkspace stage_;              // of all rods
  std::vector<std::size_t> held_, free_;   // among these; the scene has those that are held
  std::vector<std::int64_t> ids_;          // of the scene's rods
  Scene scene_;
  SagReport report_;
  std::vector<double> factors_;                 // of the scene's rods
  std::vector<std::uint8_t> unstable_, hangs_;  // hangs: in a new pose, which is stable
};

}  // namespace

void clearFactors(const std::vector<std::uint8_t>& made, Geometry& g) {
  for (const char* name : {kStiffness, kWeight}) {
    Attribute* values = g.find(Owner::primitive, name);
    if (!values || !numericTuple(values, 1) || !isFilledIn(g, name)) continue;
    for (std::size_t p = 0; p < made.size(); ++p)
      if (made[p]) setNumber(values->numbers, p, 1);
  }
}

void letStay(const StayParms& parms, const std::vector<StayingRod>& made, const Cook& cook, Geometry& rods) {
  if (parms.sag.stabilise == Stabilise::stiffen) checkName(rods, kStiffness);
  if (parms.sag.stabilise == Stabilise::relieve) checkName(rods, kWeight);
  Stay(parms, made, cook, rods).run();
}

}  // namespace tendril::nodes
