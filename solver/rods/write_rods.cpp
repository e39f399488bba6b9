// Writes rods into their geometry: the state, and values derived from it.
#include <utility>

#include "solver/base/parallel.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::solver {
namespace {

using Eigen::Vector3d;

// One attribute of state.def as doubles, to be filled; none if no rod has it.
template <int N>
struct Column {
  double* data = nullptr;

  template <class V>
  void put(std::size_t element, const V& value) const {
    Eigen::Map<Eigen::Matrix<double, N, 1>>(data + N * element) = value;
  }
  void put(std::size_t element, double value) const { data[element] = value; }
};

// The attributes of state.def, added if missing.
class Writer {
 public:
  Writer(Geometry& g, const std::vector<Rod>& rods) : g_(g) {
    for (const Rod& rod : rods) {
      (rod.shape.areJoints() ? joints_ : curved_) = true;
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

  // Rods may be written in parallel: they share no points.
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
  bool wanted(std::string_view rods) const {
    return rods == "all" || (rods == "joints" ? joints_ : curved_);
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
    if (rod.shape.areJoints()) {
      jointorient_.put(i, rod.shape.joints[k].coeffs());
      jointrate_.put(i, rate);
      jointrest_.put(i, rod.rest.joints[k].coeffs());
    } else {
      kappa_.put(i, rod.shape.kappa[k]);
      kapparate_.put(i, rate);
      kapparest_.put(i, rod.rest.kappa[k]);
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
      if (rod.shape.areJoints()) {
        pastjointorient_.put(i, history.past.joints[k].coeffs());
        pastjointrate_.put(i, history.pastMotion.rates[k]);
        goaljoint_.put(i, history.goal.joints[k].coeffs());
      } else {
        pastkappa_.put(i, history.past.kappa[k]);
        pastkapparate_.put(i, history.pastMotion.rates[k]);
        goalkappa_.put(i, history.goal.kappa[k]);
      }
      goalpos_.put(i, history.goalPosition[k]);
      plastic_.put(i, history.plastic[k]);
      plasticflow_.put(i, history.plasticFlow[k]);
    }
  }

  Geometry& g_;
  bool joints_ = false, curved_ = false, history_ = false;
#define STATE(name, owner, size, typeinfo, models) Column<size> name##_;
#define HISTORY STATE
#include "solver/rods/state.def"
#undef HISTORY
#undef STATE
  Attribute *p_ = nullptr, *orient_ = nullptr, *v_ = nullptr, *w_ = nullptr;
};

// True if a point belongs to two rods: the last one written wins.
bool shareKnots(const Geometry& g, const std::vector<Rod>& rods) {
  std::vector<std::uint8_t> taken(g.pointCount(), 0);
  for (const Rod& rod : rods)
    for (const std::int32_t point : g.pointsOf(rod.primitive))
      if (std::exchange(taken[static_cast<std::size_t>(point)], 1)) return true;
  return false;
}

}  // namespace

void writeRods(Geometry& g, const std::vector<Rod>& rods) {
  const Writer writer(g, rods);
  if (shareKnots(g, rods))
    for (const Rod& rod : rods) writer.write(rod);
  else
    parallelFor(rods.size(), [&](std::size_t r) { writer.write(rods[r]); });
}

}  // namespace tendril::solver
