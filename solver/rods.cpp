// Rod geometry.
#include "solver/rods.h"

#include <algorithm>
#include <cmath>

#include "solver/sample.h"
#include "solver/tuples.h"

namespace tendril {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

// Which models have a row of state.def.
bool has(Model model, const char* models) {
  const bool chain = model == Model::chain;
  return models[0] == 'a' || (models[1] == 'h' ? chain : !chain);
}

// One attribute of state.def, read as doubles.
class Reader {
 public:
  Reader(const Geometry& g, Owner owner, const char* name, int size)
      : name_(name), size_(size), attribute_(numericTuple(g.find(owner, name), size)) {}

  bool isThere() const { return attribute_; }
  Eigen::VectorXd at(std::size_t element, const Rod& rod) const {
    if (!attribute_)
      throw Error("attribute '" + name_ + "' of rods is missing or not " + std::to_string(size_) +
                  " numbers; is this geometry from tendril::rods?");
    const Eigen::VectorXd value = tupleAt(*attribute_, element);
    if (!value.allFinite())
      throw Error("rod " + std::to_string(rod.id) + " (primitive " + std::to_string(rod.primitive) +
                  "): " + name_ + " is not finite");
    return value;
  }

 private:
  std::string name_;
  int size_;
  const Attribute* attribute_;
};

Quaterniond unit(const Eigen::VectorXd& xyzw, const Rod& rod, const char* name) {
  const double norm = xyzw.norm();
  if (!(norm > 0.5 && norm < 2))
    throw Error("rod " + std::to_string(rod.id) + ": " + name + " is no rotation");
  constexpr double kUnit = 1e-12;  // as near as rounding leaves it: the bits stay
  const Quaterniond q{Eigen::Vector4d(xyzw)};
  return std::abs(norm - 1) < kUnit ? q : q.normalized();
}

struct Readers {
  const Geometry& geometry;
#define STATE(name, owner, size, typeinfo, models) Reader name{geometry, Owner::owner, #name, size};
#define HISTORY STATE
#include "solver/state.def"
#undef HISTORY
#undef STATE
};

void readPast(const Readers& from, std::size_t point, Rod& rod) {
  History& history = *rod.history;
  if (rod.shape.model == Model::chain) {
    history.pastJoints.push_back(unit(from.pastjointorient.at(point, rod), rod, "pastjointorient"));
    history.pastMotion.rates.emplace_back(from.pastjointrate.at(point, rod));
    history.goalJoints.push_back(unit(from.goaljoint.at(point, rod), rod, "goaljoint"));
  } else {
    history.pastKappa.emplace_back(from.pastkappa.at(point, rod));
    history.pastMotion.rates.emplace_back(from.pastkapparate.at(point, rod));
    history.goalKappa.emplace_back(from.goalkappa.at(point, rod));
  }
  history.goalPosition.emplace_back(from.goalpos.at(point, rod));
  history.plastic.emplace_back(from.plastic.at(point, rod));
  history.plasticFlow.push_back(from.plasticflow.at(point, rod)[0]);
}

// `hookorient` is all zeros on rods that were never simulated.
void readHistory(const Geometry& g, const Readers& from, Rod& rod) {
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
  history.cutFrom = static_cast<std::int64_t>(std::llround(from.cutfrom.at(p, rod)[0]));
  history.cutStart = from.cutstart.at(p, rod)[0];
  history.cutEnd = from.cutend.at(p, rod)[0];
  for (const std::int32_t point : g.pointsOf(p)) readPast(from, static_cast<std::size_t>(point), rod);
}

void readKnot(const Readers& from, std::size_t point, Rod& rod) {
  const double arc = from.arclength.at(point, rod)[0];
  const std::size_t k = rod.shape.arc.size();
  if (k == 0 ? arc != 0 : !(arc > rod.shape.arc.back()))
    throw Error("rod " + std::to_string(rod.id) + ": arclength does not ascend from 0 at knot " +
                std::to_string(k));
  rod.shape.arc.push_back(arc);
  if (rod.shape.model == Model::chain) {
    rod.shape.joints.push_back(unit(from.jointorient.at(point, rod), rod, "jointorient"));
    rod.motion.rates.emplace_back(from.jointrate.at(point, rod));
    rod.jointRest.push_back(unit(from.jointrest.at(point, rod), rod, "jointrest"));
  } else {
    rod.shape.kappa.emplace_back(from.kappa.at(point, rod));
    rod.motion.rates.emplace_back(from.kapparate.at(point, rod));
    rod.kappaRest.emplace_back(from.kapparest.at(point, rod));
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
  constexpr double kMostTurn = 1e5;  // rad in one element: series and samples stay finite in number
  for (std::size_t k = 0; k < rod.shape.kappa.size(); ++k)
    if (!(rod.shape.kappa[k].norm() * rod.shape.length() <
          kMostTurn * static_cast<double>(rod.shape.elements())))
      throw Error("rod " + std::to_string(rod.id) + ": kappa of knot " + std::to_string(k) + " is absurd");
}

bool modelOf(std::string_view name, Model& model) {
  for (const Model m : {Model::clothoid, Model::helix, Model::chain})
    if (name == nameOf(m)) {
      model = m;
      return true;
    }
  return false;
}

// The attributes of state.def, made where they are missing.
class Writer {
 public:
  Writer(Geometry& g, const std::vector<Rod>& rods) : g_(g) {
    for (const Rod& rod : rods) {
      (rod.shape.model == Model::chain ? chain_ : curved_) = true;
      if (rod.history) history_ = true;
    }
#define STATE(name, owner, size, typeinfo, models) \
  if (wanted(#models)) addState(Owner::owner, #name, size, typeinfo);
#define HISTORY(name, owner, size, typeinfo, models) \
  if (history_ && wanted(#models)) addState(Owner::owner, #name, size, typeinfo);
#include "solver/state.def"
#undef HISTORY
#undef STATE
    realTuple(g, Owner::point, "orient", 4, "quaternion");
    realTuple(g, Owner::point, "v", 3, "vector");
    realTuple(g, Owner::point, "w", 3, "vector");
  }

  void write(const Rod& rod) {
    const std::size_t p = rod.primitive;
    setTuple(primitive("rootpos"), p, rod.shape.root.position);
    setTuple(primitive("rootorient"), p, rod.rootOrient.coeffs());
    setTuple(primitive("rootvel"), p, rod.motion.velocity);
    setTuple(primitive("rootspin"), p, rod.motion.spin);
    if (rod.history) writeHistory(rod);
    const std::vector<Sample> samples = sampleRod(rod.shape, rod.motion, rod.shape.arc);
    const std::vector<Eigen::Vector4d> orients = orientsOf(samples);
    for (std::size_t k = 0; k < samples.size(); ++k) {
      const std::size_t i = static_cast<std::size_t>(g_.pointsOf(p)[k]);
      writeKnot(rod, k, i);
      setTuple(point("P"), i, samples[k].frame.position);
      setTuple(point("orient"), i, orients[k]);
      setTuple(point("v"), i, samples[k].velocity);
      setTuple(point("w"), i, samples[k].spin);
    }
  }

 private:
  bool wanted(const char* models) const {
    return (chain_ && has(Model::chain, models)) || (curved_ && has(Model::clothoid, models));
  }
  void addState(Owner owner, const char* name, int size, const char* typeInfo) {
    const Attribute* present = g_.find(owner, name);
    if (present && (!numericTuple(present, size) || present->storage() != Storage::real64))
      throw Error(std::string(nameOf(owner)) + " attribute '" + name +
                  "' is in the way: Tendril keeps the state of rods under this name; rename or remove it");
    if (!present) g_.add(owner, name, Storage::real64, size, typeInfo);
  }
  Attribute& point(const char* name) {
    return *g_.find(Owner::point, name);
  }
  Attribute& primitive(const char* name) {
    return *g_.find(Owner::primitive, name);
  }

  void writeKnot(const Rod& rod, std::size_t k, std::size_t i) {
    const Vector3d rate = rod.motion.rates.empty() ? Vector3d(0, 0, 0) : rod.motion.rates[k];
    setTuple(point("arclength"), i, rod.shape.arc[k]);
    if (rod.shape.model == Model::chain) {
      setTuple(point("jointorient"), i, rod.shape.joints[k].coeffs());
      setTuple(point("jointrate"), i, rate);
      setTuple(point("jointrest"), i, rod.jointRest[k].coeffs());
    } else {
      setTuple(point("kappa"), i, rod.shape.kappa[k]);
      setTuple(point("kapparate"), i, rate);
      setTuple(point("kapparest"), i, rod.kappaRest[k]);
    }
  }

  void writeHistory(const Rod& rod) {
    const std::size_t p = rod.primitive;
    const History& history = *rod.history;
    setTuple(primitive("paststep"), p, history.pastStep);
    setTuple(primitive("pastpos"), p, history.pastPosition);
    setTuple(primitive("pastorient"), p, history.pastOrient.coeffs());
    setTuple(primitive("pastvel"), p, history.pastMotion.velocity);
    setTuple(primitive("pastspin"), p, history.pastMotion.spin);
    setTuple(primitive("hookpos"), p, history.hookPosition);
    setTuple(primitive("hookorient"), p, history.hookOrient.coeffs());
    setTuple(primitive("hookparent"), p, static_cast<double>(history.hookParent));
    setTuple(primitive("targetvel"), p, history.targetVelocity);
    setTuple(primitive("targetspin"), p, history.targetSpin);
    setTuple(primitive("loose"), p, history.loose ? 1.0 : 0.0);
    setTuple(primitive("cutfrom"), p, static_cast<double>(history.cutFrom));
    setTuple(primitive("cutstart"), p, history.cutStart);
    setTuple(primitive("cutend"), p, history.cutEnd);
    for (std::size_t k = 0; k < rod.shape.arc.size(); ++k) {
      const std::size_t i = static_cast<std::size_t>(g_.pointsOf(p)[k]);
      if (rod.shape.model == Model::chain) {
        setTuple(point("pastjointorient"), i, history.pastJoints[k].coeffs());
        setTuple(point("pastjointrate"), i, history.pastMotion.rates[k]);
        setTuple(point("goaljoint"), i, history.goalJoints[k].coeffs());
      } else {
        setTuple(point("pastkappa"), i, history.pastKappa[k]);
        setTuple(point("pastkapparate"), i, history.pastMotion.rates[k]);
        setTuple(point("goalkappa"), i, history.goalKappa[k]);
      }
      setTuple(point("goalpos"), i, history.goalPosition[k]);
      setTuple(point("plastic"), i, history.plastic[k]);
      setTuple(point("plasticflow"), i, history.plasticFlow[k]);
    }
  }

  Geometry& g_;
  bool chain_ = false, curved_ = false, history_ = false;
};

}  // namespace

Quaterniond orientOf(const Matrix3d& axes) {
  Matrix3d m;
  m << axes.col(1), axes.col(2), axes.col(0);
  const Quaterniond q = Quaterniond(m).normalized();
  return q.w() < 0 ? Quaterniond(-q.coeffs()) : q;
}

Matrix3d axesOf(const Quaterniond& orient) {
  const Matrix3d m = orient.toRotationMatrix();
  Matrix3d axes;
  axes << m.col(2), m.col(0), m.col(1);
  return axes;
}

void turnRoot(Rod& rod, const Quaterniond& orient) {
  rod.rootOrient = orient;
  rod.shape.root.axes = axesOf(orient);
}

std::vector<std::int64_t> idsOf(const Geometry& g) {
  std::vector<std::int64_t> ids(g.primitiveCount());
  const Attribute* id = g.find(Owner::primitive, "id");
  if (id && (!numericTuple(id, 1) || isReal(id->storage())))
    throw Error("primitive attribute 'id' is no whole number; ids of rods are: rename or remove it");
  for (std::size_t p = 0; p < ids.size(); ++p) ids[p] = static_cast<std::int64_t>(p);
  if (!id) return ids;
  std::visit(
      [&](const auto& values) {
        using T = typename std::decay_t<decltype(values)>::value_type;
        if constexpr (std::is_integral_v<T>) std::copy(values.begin(), values.end(), ids.begin());
      },
      id->numbers);
  return ids;
}

IdIndex::IdIndex(const Geometry& geometry) {
  const std::vector<std::int64_t> ids = idsOf(geometry);
  for (std::size_t p = 0; p < ids.size(); ++p) primitives_[ids[p]].push_back(p);
}

std::optional<std::size_t> IdIndex::find(std::int64_t id, std::size_t number,
                                         const std::function<bool(std::size_t)>& fits) const {
  const auto found = primitives_.find(id);
  if (found == primitives_.end()) return {};
  std::vector<std::size_t> meant;
  for (const std::size_t p : found->second)
    if (fits(p)) meant.push_back(p);
  if (std::find(meant.begin(), meant.end(), number) != meant.end()) return number;
  if (meant.size() > 1)
    throw Error("primitives " + std::to_string(meant[0]) + " and " + std::to_string(meant[1]) +
                " of the second input both have id " + std::to_string(id) +
                "; one of them is meant, but which?");
  return meant.empty() ? std::nullopt : std::optional<std::size_t>(meant[0]);
}

std::vector<Rod> readRods(const Geometry& g) {
  std::vector<Rod> rods;
  const Attribute* model = g.find(Owner::primitive, "rodmodel");
  if (!model || model->kind != AttributeKind::string) return rods;
  const Readers from{g};
  const std::vector<std::int64_t> ids = idsOf(g);
  std::unordered_map<std::int64_t, std::size_t> seen;
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
    const std::string name(model->stringAt(p));
    if (name.empty()) continue;
    Rod rod;
    rod.primitive = p;
    rod.id = ids[p];
    if (!modelOf(name, rod.shape.model))
      throw Error("primitive " + std::to_string(p) + ": there is no rod model \"" + name + "\"");
    if (const auto [other, fresh] = seen.emplace(rod.id, p); !fresh)
      throw Error("primitives " + std::to_string(other->second) + " and " + std::to_string(p) +
                  " both have id " + std::to_string(rod.id) + "; ids of rods must differ");
    readRod(g, from, rod);
    rods.push_back(std::move(rod));
  }
  return rods;
}

void writeRods(Geometry& g, const std::vector<Rod>& rods) {
  Writer writer(g, rods);
  for (const Rod& rod : rods) writer.write(rod);
}

}  // namespace tendril
