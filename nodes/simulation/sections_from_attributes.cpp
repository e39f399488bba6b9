// Sections, damping, drag and loads of rods from attributes.
#include <algorithm>
#include <cmath>

#include "nodes/attributes/radius.h"
#include "nodes/parameters/text.h"
#include "nodes/simulation/workspace.h"
#include "solver/fit/chords.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {
namespace {

constexpr double kRootRadii = 4;  // of its own that a rod touches nothing from its root on

// Values at the knots of one geometry.
class Substance {
 public:
  Substance(const Geometry& g, const SimulationParms& parms, double unit, bool loads)
      : g_(g),
        parms_(parms),
        unit_(unit),
        radius_(findRadius(g)),
        aspect_(findKnotValue(g, "aspect")),
        density_(findKnotValue(g, "density")),
        young_(findKnotValue(g, "young")),
        poisson_(findKnotValue(g, "poisson")),
        damping_(findKnotValue(g, "damping")),
        drag_(findKnotValue(g, "drag")),
        dragNormal_(findKnotValue(g, "dragnormal")),
        dragTangent_(findKnotValue(g, "dragtangent")),
        bendFactor_(findKnotValue(g, "kangular")),
        dampFactor_(findKnotValue(g, "dampangular")),
        stiffnessFactor_(findKnotValue(g, "stiffnessfactor")),
        weightFactor_(findKnotValue(g, "weightfactor")),
        friction_(findKnotValue(g, "friction")),
        untouched_(findKnotValue(g, "disableexternal")),
        unselfed_(findKnotValue(g, "disableself")),
        cohesion_(findKnotValue(g, "cohesion")),
        force_(findKnotValue(g, "force", 3)),
        resist_(findKnotValue(g, "airresist")),
        targetVelocity_(findKnotValue(g, "targetv", 3)) {
    if (!dragNormal_) dragNormal_ = findKnotValue(g, "normaldrag");
    if (!dragTangent_) dragTangent_ = findKnotValue(g, "tangentdrag");
    if (!radius_) throw Error("rods have neither pscale nor width; did they go through Tendril Rods?");
    const bool thick = parms.airDensity > 0 || parms.airViscosity > 0;
    for (const ForceType* force : forceTypes()) {
      const bool acts = !force->properties.empty() && valuesOf(*force, parms)[0] != 0;
      inputs_.push_back({acts ? valuesOf(*force, parms) : std::vector<double>(),
                         acts ? findKnotValue(g, force->properties[0].name) : KnotValue()});
    }
    hasAir_ = loads || (thick && (parms.dragNormal > 0 || parms.dragTangent > 0));
  }

  void fill(const Rod& rod, SceneRod& to) const {
    const std::size_t p = rod.primitive, knots = rod.shape.arc.size();
    to.massDamping = parms_.globalDamping;
    to.damping = parms_.dampingScale;
    if (weightFactor_) to.weight = factorOf(weightFactor_.at(g_, p, 0), "weightfactor", rod);
    std::vector<SectionInput> sections(knots);
    const std::vector<double> longer = arcsOverChords(rod.rest, knots);
    for (std::size_t k = 0; k < knots; ++k) {
      const double u = rod.shape.arc[k] / rod.shape.length();
      SectionInput& in = sections[k];
      const SectionInput usual;
      in.radius = radius_.at(g_, p, k) * unit_;
      in.aspect = at(aspect_, p, k, usual.aspect);
      in.density = at(density_, p, k, usual.density) * parms_.densityScale * parms_.densityRamp.at(u);
      in.young = at(young_, p, k, usual.young) * at(bendFactor_, p, k, 1) * parms_.stiffness *
                 parms_.stiffnessRamp.at(u);
      if (stiffnessFactor_) in.young *= factorOf(stiffnessFactor_.at(g_, p, k), "stiffnessfactor", rod);
      in.poisson = at(poisson_, p, k, usual.poisson);
      try {
        to.sections.push_back(ofCurve(makeSection(in), longer[k]));
      } catch (const Error& error) {
        throw Error("rod " + std::to_string(rod.id) + ", knot " + std::to_string(k) + ": " + error.what());
      }
      to.sections.back().stiffness[0] *= parms_.twistStiffness;
      const double damping = at(damping_, p, k, 0) * at(dampFactor_, p, k, 1) * parms_.dampingRamp.at(u);
      to.dampingFactors.push_back(good(damping, "damping", rod, k));
    }
    if (hasAir_ || force_ || resist_)
      for (std::size_t k = 0; k < knots; ++k) to.drag.push_back(dragAt(rod, k, sections[k], longer[k]));
    addInputs(rod, to);
    if (parms_.collides || parms_.selfCollides) addContact(rod, sections, to);
  }

 private:
  // Knots with `disableexternal` or `disableself` have the radius 0, which touches nothing.
  void addContact(const Rod& rod, const std::vector<SectionInput>& sections, SceneRod& to) const {
    const std::size_t p = rod.primitive;
    double most = 0, mostSelf = 0;
    for (std::size_t k = 0; k < sections.size(); ++k) {
      const double own = sections[k].radius * std::max(1.0, sections[k].aspect) * parms_.thicknessScale;
      const double friction = good(at(friction_, p, k, 1), "friction", rod, k);
      if (parms_.selfCollides) {
        to.contact.selfRadius.push_back(at(unselfed_, p, k, 0) != 0 ? 0 : own);
        to.contact.selfFriction.push_back(friction * parms_.selfFriction);
        mostSelf = std::max(mostSelf, to.contact.selfRadius.back());
      }
      if (!parms_.collides) continue;
      const bool touches = !(at(untouched_, p, k, 0) != 0);
      to.contact.radius.push_back(touches ? own + parms_.thickness * unit_ : 0);
      to.contact.friction.push_back(friction * parms_.frictionScale);
      if (parms_.cohesion > 0)
        to.contact.cohesion.push_back(good(at(cohesion_, p, k, 1), "cohesion", rod, k) * parms_.cohesion);
      most = std::max(most, to.contact.radius.back());
    }
    const double root = std::max(parms_.collides ? to.contact.radius[0] : 0.0,
                                 parms_.selfCollides ? to.contact.selfRadius[0] : 0.0);
    to.contact.from = std::max(parms_.skipRoots * unit_, kRootRadii * root);
    if (most == 0) to.contact.radius.clear();
    if (mostSelf == 0) to.contact.selfRadius.clear();
    if (most == 0 && mostSelf == 0) to.contact = {};
  }

  // A force with properties acts where the first of them is not 0; an attribute of its name multiplies it.
  struct Input {
    std::vector<double> values;
    KnotValue factor;
  };
  void addInputs(const Rod& rod, SceneRod& to) const {
    for (const Input& input : inputs_) {
      ForceInput made{input.values, {}};
      for (std::size_t k = 0; k < rod.shape.arc.size() && input.factor; ++k)
        made.factors.push_back(input.factor.at(g_, rod.primitive, k));
      to.inputs.push_back(std::move(made));
    }
  }

  double at(const KnotValue& value, std::size_t p, std::size_t k, double usual) const {
    return value ? value.at(g_, p, k) : usual;
  }
  static double good(double value, const char* name, const Rod& rod, std::size_t k) {
    if (value >= 0 && std::isfinite(value)) return value;
    throw Error("rod " + std::to_string(rod.id) + ", knot " + std::to_string(k) + ": " + name + " is " +
                formatNumber(value) + "; it must be 0 or more");
  }

  // A factor that Tendril Rods has written. 0: it has not, and a merge with other rods filled it in.
  static double factorOf(double value, const char* name, const Rod& rod) {
    if (value > 0 && std::isfinite(value)) return value;
    if (value == 0) return 1;
    throw Error("rod " + std::to_string(rod.id) + ": " + name + " is " + formatNumber(value) +
                "; it must be above 0");
  }

  // Air acts on a length of curve; forces are those of a knot, whatever the length.
  Drag dragAt(const Rod& rod, std::size_t k, const SectionInput& section, double longer) const {
    const std::size_t p = rod.primitive;
    const double u = rod.shape.arc[k] / rod.shape.length(), length = shareOf(rod.shape.arc, k) * unit_;
    const double factor = longer * good(at(drag_, p, k, 1) * parms_.dragRamp.at(u), "drag", rod, k);
    Drag drag =
        dragOf({parms_.airDensity, parms_.airViscosity}, section.radius, section.radius * section.aspect,
               factor * parms_.dragNormal * good(at(dragNormal_, p, k, 1), "dragnormal", rod, k),
               factor * parms_.dragTangent * good(at(dragTangent_, p, k, 1), "dragtangent", rod, k));
    if (force_) drag.load = force_.vectorAt(g_, p, k) * (unit_ / length);
    if (resist_) drag.grip = good(resist_.at(g_, p, k), "airresist", rod, k) / length;
    if (resist_ && targetVelocity_) drag.target = targetVelocity_.vectorAt(g_, p, k) * unit_;
    if (!drag.load.allFinite()) throw Error("rod " + std::to_string(rod.id) + ": force is not finite");
    if (!drag.target.allFinite()) throw Error("rod " + std::to_string(rod.id) + ": targetv is not finite");
    return drag;
  }

  const Geometry& g_;
  const SimulationParms& parms_;
  double unit_;
  KnotValue radius_, aspect_, density_, young_, poisson_, damping_, drag_, dragNormal_, dragTangent_,
      bendFactor_, dampFactor_, stiffnessFactor_, weightFactor_, friction_, untouched_, unselfed_, cohesion_,
      force_, resist_, targetVelocity_;
  bool hasAir_ = false;
  std::vector<Input> inputs_;  // by forceTypes()
};

}  // namespace

double shareOf(const std::vector<double>& arc, std::size_t k) {
  const double before = k > 0 ? arc[k] - arc[k - 1] : 0, after = k + 1 < arc.size() ? arc[k + 1] - arc[k] : 0;
  return 0.5 * (before + after);
}

void fillScene(const Geometry& g, const SimulationParms& parms, bool loads, SimulationWorkspace& stage,
               std::vector<SceneRod>& to) {
  const Substance substance(g, parms, stage.unit, loads);
  const Attribute* length = numericTuple(g.find(Owner::primitive, "rodparentlength"), 1);
  for (std::size_t r = 0; r < stage.rods.size(); ++r) {
    SceneRod made = describe(stage.rods[r], stage.unit);
    substance.fill(stage.rods[r], made);
    if (stage.parents[r] >= 0) {
      made.root = Root::attached;
      made.parent = stage.parents[r];
      const double at = length ? numberAt(length->numbers, stage.rods[r].primitive) : 0;
      made.parentArc = std::clamp(at * stage.unit, 0.0, to[static_cast<std::size_t>(made.parent)].arc.back());
    }
    to.push_back(std::move(made));
  }
}

}  // namespace tendril::nodes
