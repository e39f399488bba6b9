// Rod geometry.
#include "solver/rods/rod_geometry.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/base/parallel.h"
#include "solver/base/tally.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/evaluate.h"

namespace tendril::solver {
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
  constexpr double kUnit = 1e-12;  // as near as rounding leaves it: the bits stay
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
  for (const Model m : kAllModels)
    if (name == nameOf(m)) {
      model = m;
      return true;
    }
  return false;
}

// One attribute of state.def, to be filled with doubles; none where no rod has it.
template <int N>
struct Column {
  double* data = nullptr;

  template <class V>
  void put(std::size_t element, const V& value) const {
    Eigen::Map<Eigen::Matrix<double, N, 1>>(data + N * element) = value;
  }
  void put(std::size_t element, double value) const { data[element] = value; }
};

// The attributes of state.def, made where they are missing.
class Writer {
 public:
  Writer(Geometry& g, const std::vector<Rod>& rods) : g_(g) {
    for (const Rod& rod : rods) {
      (rod.shape.model == Model::chain ? chain_ : curved_) = true;
      if (rod.history) history_ = true;
    }
#define STATE(name, owner, size, typeinfo, models) \
  if (wanted(#models)) addState(Owner::owner, #name, size, typeinfo, name##_.data);
#define HISTORY(name, owner, size, typeinfo, models) \
  if (history_ && wanted(#models)) addState(Owner::owner, #name, size, typeinfo, name##_.data);
#include "solver/rods/state.def"
#undef HISTORY
#undef STATE
    orient_ = &realTuple(g, Owner::point, "orient", 4, "quaternion");
    v_ = &realTuple(g, Owner::point, "v", 3, "vector");
    w_ = &realTuple(g, Owner::point, "w", 3, "vector");
    p_ = g.find(Owner::point, "P");
  }

  // Rods may be written many at once: each has points of its own.
  void write(const Rod& rod) const {
    const std::size_t p = rod.primitive;
    rootpos_.put(p, rod.shape.root.position);
    rootorient_.put(p, rod.rootOrient.coeffs());
    rootvel_.put(p, rod.motion.velocity);
    rootspin_.put(p, rod.motion.spin);
    if (rod.history) writeHistory(rod);
    const std::vector<Sample> samples = sampleRod(rod.shape, rod.motion, rod.shape.arc);
    const std::vector<Eigen::Vector4d> orients = orientsOf(samples);
    for (std::size_t k = 0; k < samples.size(); ++k) {
      const std::size_t i = static_cast<std::size_t>(g_.pointsOf(p)[k]);
      writeKnot(rod, k, i);
      setTuple(*p_, i, samples[k].frame.position);
      setTuple(*orient_, i, orients[k]);
      setTuple(*v_, i, samples[k].velocity);
      setTuple(*w_, i, samples[k].spin);
    }
  }

 private:
  bool wanted(const char* models) const {
    return (chain_ && has(Model::chain, models)) || (curved_ && has(Model::clothoid, models));
  }
  void addState(Owner owner, const char* name, int size, const char* typeInfo, double*& data) {
    const Attribute* present = g_.find(owner, name);
    if (present && (!numericTuple(present, size) || present->storage() != Storage::real64))
      throw Error(std::string(nameOf(owner)) + " attribute '" + name +
                  "' is in the way: Tendril keeps the state of rods under this name; rename or remove it");
    data = g_.add(owner, name, Storage::real64, size, typeInfo).values<double>().data();
  }

  void writeKnot(const Rod& rod, std::size_t k, std::size_t i) const {
    const Vector3d rate = rod.motion.rates.empty() ? Vector3d(0, 0, 0) : rod.motion.rates[k];
    arclength_.put(i, rod.shape.arc[k]);
    if (rod.shape.model == Model::chain) {
      jointorient_.put(i, rod.shape.joints[k].coeffs());
      jointrate_.put(i, rate);
      jointrest_.put(i, rod.jointRest[k].coeffs());
    } else {
      kappa_.put(i, rod.shape.kappa[k]);
      kapparate_.put(i, rate);
      kapparest_.put(i, rod.kappaRest[k]);
    }
  }

  void writeHistory(const Rod& rod) const {
    const std::size_t p = rod.primitive;
    const History& history = *rod.history;
    paststep_.put(p, history.pastStep);
    pastpos_.put(p, history.pastPosition);
    pastorient_.put(p, history.pastOrient.coeffs());
    pastvel_.put(p, history.pastMotion.velocity);
    pastspin_.put(p, history.pastMotion.spin);
    hookpos_.put(p, history.hookPosition);
    hookorient_.put(p, history.hookOrient.coeffs());
    hookparent_.put(p, static_cast<double>(history.hookParent));
    targetvel_.put(p, history.targetVelocity);
    targetspin_.put(p, history.targetSpin);
    loose_.put(p, history.loose ? 1.0 : 0.0);
    cutfrom_.put(p, static_cast<double>(history.cutFrom));
    cutstart_.put(p, history.cutStart);
    cutend_.put(p, history.cutEnd);
    for (std::size_t k = 0; k < rod.shape.arc.size(); ++k) {
      const std::size_t i = static_cast<std::size_t>(g_.pointsOf(p)[k]);
      if (rod.shape.model == Model::chain) {
        pastjointorient_.put(i, history.pastJoints[k].coeffs());
        pastjointrate_.put(i, history.pastMotion.rates[k]);
        goaljoint_.put(i, history.goalJoints[k].coeffs());
      } else {
        pastkappa_.put(i, history.pastKappa[k]);
        pastkapparate_.put(i, history.pastMotion.rates[k]);
        goalkappa_.put(i, history.goalKappa[k]);
      }
      goalpos_.put(i, history.goalPosition[k]);
      plastic_.put(i, history.plastic[k]);
      plasticflow_.put(i, history.plasticFlow[k]);
    }
  }

  Geometry& g_;
  bool chain_ = false, curved_ = false, history_ = false;
#define STATE(name, owner, size, typeinfo, models) Column<size> name##_;
#define HISTORY STATE
#include "solver/rods/state.def"
#undef HISTORY
#undef STATE
  Attribute *p_ = nullptr, *orient_ = nullptr, *v_ = nullptr, *w_ = nullptr;
};

// Some point belongs to two rods: who is written last counts.
bool shareKnots(const Geometry& g, const std::vector<Rod>& rods) {
  std::vector<std::uint8_t> taken(g.pointCount(), 0);
  for (const Rod& rod : rods)
    for (const std::int32_t point : g.pointsOf(rod.primitive))
      if (std::exchange(taken[static_cast<std::size_t>(point)], 1)) return true;
  return false;
}

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

namespace {

// Whether `f` holds for any primitive that is a rod.
template <class F>
bool anyRod(const Geometry& g, const F& f) {
  const Attribute* model = g.find(Owner::primitive, "rodmodel");
  if (!model || model->kind != AttributeKind::string) return false;
  for (std::size_t p = 0; p < g.primitiveCount(); ++p)
    if (!model->stringAt(p).empty() && f(p)) return true;
  return false;
}

}  // namespace

bool hasRods(const Geometry& g) {
  return anyRod(g, [](std::size_t) { return true; });
}

bool hasHistory(const Geometry& g) {
  const Attribute* orient = numericTuple(g.find(Owner::primitive, "hookorient"), 4);
  return orient && anyRod(g, [&](std::size_t p) { return !tupleAt(*orient, p).isZero(0); });
}

std::unordered_map<std::int64_t, std::size_t> indexById(const std::vector<Rod>& rods) {
  std::unordered_map<std::int64_t, std::size_t> index;
  index.reserve(rods.size());
  for (std::size_t r = 0; r < rods.size(); ++r) index.emplace(rods[r].id, r);
  return index;
}

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

void writeRods(Geometry& g, const std::vector<Rod>& rods) {
  const Writer writer(g, rods);
  if (shareKnots(g, rods))
    for (const Rod& rod : rods) writer.write(rod);
  else
    parallelFor(rods.size(), [&](std::size_t r) { writer.write(rods[r]); });
}

}  // namespace tendril::solver
