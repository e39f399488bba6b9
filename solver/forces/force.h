// External forces on rods. A force is a line in forces.def and a file in solver/forces/ that defines its
// ForceType. It acts along the rod (AlongForce), at single places (HookForce) or on the coordinates (Goal).
//
// A step is a minimum (solver/step/step.h): a force gives its part of the potential, the negative derivative
// of that by the places where it acts (the load), and the second derivative (the slope), which must be
// positive. Of a force that depends on velocity, the potential has gamma times its dissipation, at v = (x -
// history term) / gamma.
//
// SI units, world axes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "solver/base/property.h"
#include "solver/base/span.h"
#include "solver/kinematics/rotation.h"

namespace tendril::solver {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Vec6d = Eigen::Matrix<double, 6, 1>;  // (omega, v) or (moment, force)
using Mat6d = Eigen::Matrix<double, 6, 6>;

struct RodForces;     // solver/forces/rod_forces.h: what acts on a rod
struct Surroundings;  // gravity, wind
struct Goal;          // solver/forces/goal.h
struct Coordinates;   // solver/rods/coordinates.h

// A material point and both directors: columns centreline, n1, n2.
struct Point {
  Matrix3d place, speed;
};

// Vectors that lie a stride apart.
class VectorsAt {
 public:
  VectorsAt(const double* first, std::ptrdiff_t stride, std::size_t count)
      : first_(first), stride_(stride), count_(count) {}
  std::size_t size() const { return count_; }
  Eigen::Map<const Vector3d> operator[](std::size_t i) const {
    return Eigen::Map<const Vector3d>(first_ + stride_ * static_cast<std::ptrdiff_t>(i));
  }

 private:
  const double* first_;
  std::ptrdiff_t stride_;
  std::size_t count_;
};

// Stations of an element at the start of a step, at the predicted pose.
struct ForceStart {
  struct At {
    double arc, length;    // m from the element's start; of rod for which the station stands
    const Matrix3d* axes;  // material frame
  };
  std::size_t element, first, count;  // stations: numbers in the rod
  const At* at;
  double elementLength;  // m
  Vector3d start, end;   // of the element
  const Surroundings& surroundings;
  double time;  // s
};

// Stations of an element within a step.
struct ForcePoints {
  std::size_t first, count;  // numbers in the rod
  const Vector3d* place;
  const Vector3d* velocity;  // mean over the step so far; null: an equilibrium
  const Vector3d* mass;      // kg in the first component
  const Vector3d& gravity;   // m/s2
  double gamma;              // s
};

// All stations of a rod, as they were stored.
struct RodPoints {
  VectorsAt places, velocities;
  const Vector3d* mass;  // kg in the first component
  const Vector3d& gravity;
};

// What the energy guard and the momentum of free rods must know of a force.
struct ForceTraits {
  bool resists = false;      // depends on velocity
  bool isSteady = true;      // the same force wherever the rod is and however it moves: its impulse is known
  bool worksUnseen = false;  // does work that drivenWork() does not count

  void add(const ForceTraits& other) {
    resists = resists || other.resists;
    isSteady = isSteady && other.isSteady;
    worksUnseen = worksUnseen || other.worksUnseen;
  }
};

class AlongForce {
 public:
  virtual ~AlongForce() = default;
  virtual ForceTraits traits() const = 0;
  // Once a step for each element; `stations`: of the whole rod.
  virtual void begin(std::size_t stations) { static_cast<void>(stations); }
  virtual void start(const ForceStart&) {}
  virtual void addLoads(const ForcePoints& at, Matrix3d* to) const = 0;          // N, to the first columns
  virtual void setPotentials(const ForcePoints& at, double* to) const = 0;       // J
  virtual bool setSlopes(const ForcePoints&, Matrix3d*) const { return false; }  // N/m; false: none
  // The conservative part, J: added for all of the rod's stations. `counts`: in the energy that nodes report.
  virtual bool counts() const { return true; }
  virtual void addEnergy(const VectorsAt& places, const Vector3d* mass, std::size_t first,
                         const Vector3d& gravity, double& sum) const = 0;
  // Work that it may have done between both states, J: an upper estimate.
  virtual double drivenWork(const std::vector<Point>&, const std::vector<Point>&) const { return 0; }
  // Of all stations: N, N m about the world's origin. A steady force gives it; others may, so that the guard
  // on energy knows what a moving root works against.
  virtual void addResultant(const RodPoints&, Vector3d& force, Vector3d& torque) const {
    static_cast<void>(force), static_cast<void>(torque);
  }
};

class HookForce {
 public:
  virtual ~HookForce() = default;
  virtual ForceTraits traits() const = 0;
  virtual std::size_t count() const = 0;
  virtual double arc(std::size_t i) const = 0;                              // m from the root
  virtual Vec6d load(std::size_t i, const Frame<double>& at) const = 0;     // moment, force
  virtual double energy(std::size_t i, const Frame<double>& at) const = 0;  // J
  virtual bool slope(std::size_t, const Frame<double>&, double, Mat6d&) const { return false; }  // by gamma
  virtual bool isDamped(std::size_t) const { return false; }
  virtual Vector3d resistance(std::size_t, const Vector3d&) const {
    return Vector3d::Zero();
  }                                                                             // N, at a velocity
  virtual double dissipation(std::size_t, const Vector3d&) const { return 0; }  // W
};

struct ForceType {
  const char* name = "";
  const char* label = "";
  const char* about = "";  // one sentence
  // Numbers that artists give for all rods, as parameters of the solver; empty: this force has inputs of its
  // own in RodForces. An attribute of the first one's name multiplies it along rods.
  std::vector<Property> properties;
  // Null where a rod has none. They keep a reference to the rod, and to nothing that it holds: its vectors
  // are replaced between steps. Whether a force acts does not change.
  std::unique_ptr<AlongForce> (*makeAlong)(const RodForces& rod) = nullptr;
  std::unique_ptr<HookForce> (*makeAt)(const RodForces& rod) = nullptr;
  const Goal* (*goalOf)(const RodForces& rod) = nullptr;
  // Lets this force act on a rod, in no special way, for tests. `rest`: as many values as coordinates.
  void (*sample)(RodForces& rod, const Coordinates& rest, std::size_t knots) = nullptr;
};

// In the order of forces.def.
const std::vector<const ForceType*>& forceTypes();
std::size_t indexOf(const ForceType& type);

}  // namespace tendril::solver
