// Rods from their geometry, checked.
#include <cmath>

#include "solver/base/parallel.h"
#include "solver/base/tally.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::solver {
namespace {

using Eigen::Quaterniond;

// Reads one attribute of state.def as doubles.
template <int N>
class Reader {
 public:
  using Value = Eigen::Matrix<double, N, 1>;

  Reader(const Geometry& g, Owner owner, const char* name)
      : name_(name), attribute_(numericTuple(g.find(owner, name), N)) {
    if (attribute_)
      if (const auto* doubles = std::get_if<std::vector<double>>(&attribute_->numbers))
        exact_ = doubles->data();
  }

  bool isThere() const { return attribute_; }
  Value at(std::size_t element, const Rod& rod) const {
    if (!attribute_)
      throw Error(std::string("attribute '") + name_ + "' of rods is missing or not " + std::to_string(N) +
                  " numbers; is this geometry from tendril::rods?");
    Value value;
    if (exact_)
      value = Eigen::Map<const Value>(exact_ + N * element);
    else
      for (std::size_t c = 0; c < N; ++c)
        value[static_cast<Eigen::Index>(c)] = numberAt(attribute_->numbers, N * element + c);
    if (!value.allFinite())
      throw Error("rod " + std::to_string(rod.id) + " (primitive " + std::to_string(rod.primitive) +
                  "): " + name_ + " is not finite");
    return value;
  }

 private:
  const char* name_;
  const Attribute* attribute_;
  const double* exact_ = nullptr;
};

Quaterniond unit(const Eigen::Vector4d& xyzw, const Rod& rod, const char* name) {
  const double norm = xyzw.norm();
  if (!(norm > 0.5 && norm < 2))
    throw Error("rod " + std::to_string(rod.id) + ": " + name + " is no rotation");
  constexpr double kUnit = 1e-12;  // normalised up to rounding: keep the bits
  const Quaterniond q{xyzw};
  return std::abs(norm - 1) < kUnit ? q : q.normalized();
}

struct Readers {
  const Geometry& geometry;
#define STATE(name, owner, size, typeinfo, models) Reader<size> name{geometry, Owner::owner, #name};
#define HISTORY STATE
#include "solver/rods/state.def"
#undef HISTORY
#undef STATE
};

void readPast(const Readers& from, std::size_t point, Rod& rod) {
  History& history = *rod.history;
  if (rod.shape.areJoints()) {
    history.past.joints.push_back(unit(from.pastjointorient.at(point, rod), rod, "pastjointorient"));
    history.pastMotion.rates.emplace_back(from.pastjointrate.at(point, rod));
    history.goal.joints.push_back(unit(from.goaljoint.at(point, rod), rod, "goaljoint"));
  } else {
    history.past.kappa.emplace_back(from.pastkappa.at(point, rod));
    history.pastMotion.rates.emplace_back(from.pastkapparate.at(point, rod));
    history.goal.kappa.emplace_back(from.goalkappa.at(point, rod));
  }
  history.goalPosition.emplace_back(from.goalpos.at(point, rod));
  history.plastic.emplace_back(from.plastic.at(point, rod));
  history.plasticFlow.push_back(from.plasticflow.at(point, rod)[0]);
}

// Which part of the uncut rod it is.
void readCut(const Readers& from, Rod& rod) {
  History& history = *rod.history;
  const std::size_t p = rod.primitive;
  history.cutFrom = static_cast<std::int64_t>(std::llround(from.cutfrom.at(p, rod)[0]));
  history.cutStart = from.cutstart.at(p, rod)[0];
  history.cutEnd = from.cutend.at(p, rod)[0];
}

// Light frames keep of the history only where rods were cut; the rest is that of a rod at rest.
void readLightHistory(const Readers& from, Rod& rod) {
  if (!from.cutend.isThere()) return;
  History& history = rod.history.emplace();
  const std::size_t knots = rod.shape.arc.size();
  history.past = rod.shape;
  history.goal = rod.shape;
  history.pastMotion.rates = rod.motion.rates;
  history.goalPosition.assign(knots, Eigen::Vector3d::Zero());
  history.plastic.assign(knots, Eigen::Vector3d::Zero());
  history.plasticFlow.assign(knots, 0);
  readCut(from, rod);
}

// `hookorient` is all zeros on rods that were never simulated.
void readHistory(const Geometry& g, const Readers& from, Rod& rod) {
  if (isLight(g)) return readLightHistory(from, rod);
  const std::size_t p = rod.primitive;
  if (!from.hookorient.isThere() || from.hookorient.at(p, rod).isZero(0)) return;
  History& history = rod.history.emplace();
  history.pastStep = from.paststep.at(p, rod)[0];
  if (!(history.pastStep >= 0)) throw Error("rod " + std::to_string(rod.id) + ": paststep is below 0");
  history.pastPosition = from.pastpos.at(p, rod);
  history.pastOrient = unit(from.pastorient.at(p, rod), rod, "pastorient");
  history.pastMotion.velocity = from.pastvel.at(p, rod);
  history.pastMotion.spin = from.pastspin.at(p, rod);
  history.hookPosition = from.hookpos.at(p, rod);
  history.hookOrient = unit(from.hookorient.at(p, rod), rod, "hookorient");
  history.hookParent = static_cast<std::int64_t>(std::llround(from.hookparent.at(p, rod)[0]));
  history.targetVelocity = from.targetvel.at(p, rod);
  history.targetSpin = from.targetspin.at(p, rod);
  history.loose = from.loose.at(p, rod)[0] > 0.5;
  readCut(from, rod);
  for (const std::int32_t point : g.pointsOf(p)) readPast(from, static_cast<std::size_t>(point), rod);
}

void readKnot(const Readers& from, std::size_t point, Rod& rod) {
  const double arc = from.arclength.at(point, rod)[0];
  const std::size_t k = rod.shape.arc.size();
  if (k == 0 ? arc != 0 : !(arc > rod.shape.arc.back()))
    throw Error("rod " + std::to_string(rod.id) + ": arclength does not ascend from 0 at knot " +
                std::to_string(k));
  rod.shape.arc.push_back(arc);
  if (layoutOf(rod.shape.model) == Layout::joints) {
    rod.shape.joints.push_back(unit(from.jointorient.at(point, rod), rod, "jointorient"));
    rod.motion.rates.emplace_back(from.jointrate.at(point, rod));
    rod.rest.joints.push_back(unit(from.jointrest.at(point, rod), rod, "jointrest"));
  } else {
    rod.shape.kappa.emplace_back(from.kappa.at(point, rod));
    rod.motion.rates.emplace_back(from.kapparate.at(point, rod));
    rod.rest.kappa.emplace_back(from.kapparest.at(point, rod));
  }
}

void readRod(const Geometry& g, const Readers& from, Rod& rod) {
  const std::size_t p = rod.primitive;
  rod.shape.root.position = from.rootpos.at(p, rod);
  turnRoot(rod, unit(from.rootorient.at(p, rod), rod, "rootorient"));
  rod.motion.velocity = from.rootvel.at(p, rod);
  rod.motion.spin = from.rootspin.at(p, rod);
  for (const std::int32_t point : g.pointsOf(p)) readKnot(from, static_cast<std::size_t>(point), rod);
  if (rod.shape.arc.size() < 2) throw Error("rod " + std::to_string(rod.id) + " has no element");
  readHistory(g, from, rod);
  constexpr double kMostTurn = 1e5;  // rad in one element: bounds series and samples
  for (std::size_t k = 0; k < rod.shape.kappa.size(); ++k)
    if (!(rod.shape.kappa[k].norm() * rod.shape.length() <
          kMostTurn * static_cast<double>(rod.shape.elements())))
      throw Error("rod " + std::to_string(rod.id) + ": kappa of knot " + std::to_string(k) + " is absurd");
}

bool modelOf(std::string_view name, Model& model) {
  for (const Model m : kAllModels)
    if (name == nameOf(m)) {
      model = m;
      return true;
    }
  return false;
}

}  // namespace

std::vector<Rod> readRods(const Geometry& g) {
  TALLY(rodReadings);
  std::vector<Rod> rods;
  const Attribute* model = g.find(Owner::primitive, "rodmodel");
  if (!model || model->kind != AttributeKind::string) return rods;
  const Readers from{g};
  const std::vector<std::int64_t> ids = idsOf(g);
  std::unordered_map<std::int64_t, std::size_t> seen;
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
    const std::string_view name = model->stringAt(p);
    if (name.empty()) continue;
    Rod rod;
    rod.primitive = p;
    rod.id = ids[p];
    if (!modelOf(name, rod.shape.model))
      throw Error("primitive " + std::to_string(p) + ": there is no rod model \"" + std::string(name) + "\"");
    if (const auto [other, fresh] = seen.emplace(rod.id, p); !fresh)
      throw Error("primitives " + std::to_string(other->second) + " and " + std::to_string(p) +
                  " both have id " + std::to_string(rod.id) + "; ids of rods must differ");
    rods.push_back(std::move(rod));
  }
  parallelForInOrder(rods.size(), [&](std::size_t r) { readRod(g, from, rods[r]); });
  return rods;
}

}  // namespace tendril::solver
