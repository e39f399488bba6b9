// Blends rod geometries.
#include "nodes/simulation/mix_rods.h"

#include <unordered_map>

#include "solver/rods/reknot.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

using Eigen::Quaterniond;
using Eigen::Vector3d;

namespace {

// The rods of another geometry by id, on our rods' knots.
class Others {
 public:
  explicit Others(const Geometry& g) : rods_(readRods(g)), index_(indexById(rods_)) {}

  // False if the rod is missing there.
  bool find(const Rod& like, Rod& other) const {
    const auto found = index_.find(like.id);
    if (found == index_.end()) return false;
    other = rods_[found->second];
    if (other.shape.model != like.shape.model)
      throw Error("rod " + std::to_string(like.id) + " is a " + nameOf(like.shape.model) +
                  ", that of the other input a " + nameOf(other.shape.model));
    if (sameKnots(other.shape.arc, like.shape.arc)) return true;
    other.history.reset();
    // puts its natural curvature on the new knots as if it were a shape
    Rod natural = other;
    static_cast<Coordinates&>(natural.shape) = other.rest;
    reknot(natural, like.shape.arc, like.rest);
    reknot(other, like.shape.arc, natural.shape);
    return true;
  }

 private:
  std::vector<Rod> rods_;
  std::unordered_map<std::int64_t, std::size_t> index_;
};

}  // namespace

Geometry withRest(const Geometry& g, const Geometry& rest) {
  const Others others(rest);
  std::vector<Rod> rods = readRods(g);
  Rod other;
  for (Rod& rod : rods) {
    if (others.find(rod, other)) rod.rest = other.rest;
  }
  Geometry made = g;
  writeRods(made, rods);
  return made;
}

Geometry atRest(const Geometry& g, const Geometry* rest) {
  std::vector<Rod> rods = readRods(g);
  Geometry made = g;
  const Others others(rest ? *rest : g);
  Rod other;
  for (Rod& rod : rods) {
    static_cast<Coordinates&>(rod.shape) = rod.rest;
    if (rod.shape.areJoints()) rod.shape.setStraight(rod.shape.elements());
    if (!others.find(rod, other)) continue;
    rod.shape.root.position = other.shape.root.position;
    turnRoot(rod, other.rootOrient);
  }
  writeRods(made, rods);
  return made;
}

Geometry blendedRods(const Geometry& from, const Geometry& to, double part) {
  std::vector<Rod> rods = readRods(from);
  const Others others(to);
  Rod other;
  for (Rod& rod : rods) {
    if (!others.find(rod, other)) continue;
    Shape& shape = rod.shape;
    shape.root.position += part * (other.shape.root.position - shape.root.position);
    turnRoot(rod, part < 1 ? rod.rootOrient.slerp(part, other.rootOrient).normalized() : other.rootOrient);
    static_cast<Coordinates&>(shape) = mixed(shape, other.shape, part);
    shape.normalise();
  }
  Geometry made = from;
  writeRods(made, rods);
  return made;
}

}  // namespace tendril::nodes
