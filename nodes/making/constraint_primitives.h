// Constraint primitives, as tendril::constrain draws them (docs/constraints.md has the attributes).
//
//   ConstraintDrawing drawing(parms, cook, rods);
//   drawing.add(spot, end);
#pragma once

#include <optional>

#include "nodes/making/make_constraints.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

// A place on a rod.
struct RodSpot {
  std::size_t rod = 0;
  double arc = 0;  // scene units
  Frame<double> frame;
};

// The other end of a constraint: a spot, or a place in the world.
struct FarEnd {
  const RodSpot* spot = nullptr;
  Eigen::Vector3d target = Eigen::Vector3d::Zero();
  std::optional<Eigen::Quaterniond> orient;
  std::int64_t point = -1, triangle = -1;  // of the targets
  Eigen::Vector3d weights = Eigen::Vector3d::Zero();
};

// What another solver's constraint says of itself, in place of the parameters.
struct Given {
  const char* kind = nullptr;
  std::optional<double> compliance, restLength;  // m/N; scene units
};

const char* nameOf(MakeConstraint type);

class ConstraintDrawing {
 public:
  // Keeps references. Begins with what is in the third input.
  ConstraintDrawing(const ConstrainParms& parms, const Cook& cook, const std::vector<Rod>& rods);

  void add(const RodSpot& spot, const FarEnd& other, const Given& given = {});
  bool empty() const { return made_.primitiveCount() == first_; }  // nothing was added
  bool hasSpring() const;                                          // one that was added gives way
  Geometry take() { return std::move(made_); }

 private:
  Attribute& addFilled(Owner owner, const char* name, Storage storage, int size, double value);
  void describe(std::size_t primitive, const RodSpot& spot, const FarEnd& other, const Given& given);
  void setNormal(std::size_t primitive, const FarEnd& other);
  std::int64_t nextId();
  double overridden(const char* name, double value, const RodSpot& spot, const FarEnd& other) const;

  const ConstrainParms& parms_;
  const Cook& cook_;
  const std::vector<Rod>& rods_;
  const Geometry& drawn_;
  const Geometry* targets_;
  Geometry made_;
  std::size_t first_ = 0;
  std::int64_t next_ = -1;
};

}  // namespace tendril::nodes
