// One rod inside a step: its elements' terms, and its part of the sweep. Made for a model by makeRodSolver();
// rods of different models hang on each other through six numbers (Hook), so that none knows another's
// coordinates.
//
// The order of calls, for a forest (solver/sweep.h does this):
//   place()                 parents first: stations, terms, motions
//   weigh()                 children first: loads beyond each station
//   load...()               any order: the matrices and vectors of what is to be solved
//   hang() and backward()   children first: what is beyond each element, eliminated towards the root
//   forward()               parents first: what is found
#pragma once

#include <memory>

#include "solver/models/element.h"
#include "solver/scene.h"

namespace tendril {

using Vec6d = Vec6<double>;
using Mat6d = MatRC<double, 6, 6>;
using ElementMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 12, 12>;
using ElementVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 12, 1>;
using HookMap = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 12>;

// A place on a rod where another hangs or a force acts: acceleration of the frame there = map z' + bias.
struct Hook {
  std::size_t element = 0;
  double arc = 0;  // from the element's start
  HookMap map;
  Vec6d bias = Vec6d::Zero();
  Frame<double> frame;                               // in the element's start frame
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();  // of its origin from the centreline, there
  Frame<double> world;
  Vec6d motion = Vec6d::Zero();  // spin and velocity, resolved there
  Vec6d load = Vec6d::Zero();    // moment and force on the rod, resolved there; found by the child
};

// A step, or an equilibrium, as a minimum (solver/step.h): the potential is
//
//   integral of rho/2 |x - aim|^2 / gamma^2 + elastic energy - loads . x + gamma * dissipation
//
// over all poses; x are the points of the centreline and, for the rotary part, of both directors. Its
// gradient and its exact second derivative M / gamma^2 + K + S go through the same sweep.
struct Newton {
  double gamma = 0;  // s; 0: an equilibrium
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();
  bool whole = true;  // all of S; else its positive part, with which no pivot fails
};

struct Energies {
  double kinetic = 0, elastic = 0, potential = 0;  // J
  double total() const { return kinetic + elastic + potential; }
};

class RodSolver {
 public:
  virtual ~RodSolver() = default;

  virtual void place(const Pose& pose, const Vec6d& rootMotion,
                     const std::vector<Eigen::Vector3d>& rates) = 0;
  virtual Hook hookAt(double arc, const Frame<double>& attachment) const = 0;
  // Accelerations of this very moment, at the rates placed with: solve() then gives them. Gravity enters as
  // an acceleration of the roots, upwards.
  virtual void loadMoment() = 0;
  virtual void hang(const Hook& hook, const Mat6d& inertia, const Vec6d& bias) = 0;
  // Eliminates all rates; false where a pivot is not positive. What is left: inertia and bias at the root.
  virtual bool backward() = 0;
  virtual void forward(const Vec6d& rootAcceleration) = 0;
  virtual Vec6d accelerationAt(const Hook& hook) const = 0;
  // Internal forces from the accelerations found; `hooks` of all that hangs here, with their loads.
  virtual void findLoads(const std::vector<Hook>& hooks) = 0;

  // Newton's method. Material points must be the same ones at all poses of a step: quadrature is fixed by
  // allow().
  virtual void allow(const Pose& pose, bool fresh) = 0;  // pieces enough for this pose, too
  virtual void keep(int slot) = 0;  // where points are and how they move, as placed: 0 before, 1 now
  virtual void aim(double carried, double gamma) = 0;  // from both: where points would end without forces
  // Placed at a foretold end, moving as foretold: the aim of every point such that there its acceleration is
  // that of the coordinates, which turns do not falsify; where both aims are far apart (fast whips), the old
  // one stays, which is safe.
  virtual void refineAim(double gamma, const Vec6d& rootAcceleration,
                         const std::vector<Eigen::Vector3d>& accelerations) = 0;
  virtual Vec6d foretoldAt(const Hook& hook) const = 0;  // after it: a hook's acceleration
  virtual void weigh(const Newton& how, const std::vector<Hook>& hooks) = 0;  // loads, as placed
  // Rates: those that led here. Hooks: of all that hangs here, with their loads.
  virtual void loadNewton(const Newton& how, const std::vector<Eigen::Vector3d>& rates,
                          const std::vector<Hook>& hooks) = 0;
  // Rates whose points move as those have moved since `hat`, as near as can be (by mass; where stiffness
  // rules, as `rates`): solve() then gives rates instead of changes.
  virtual void loadRates(const Newton& how, const std::vector<Eigen::Vector3d>& rates) = 0;
  virtual double potential(const Newton& how, const std::vector<Eigen::Vector3d>& rates) const = 0;
  virtual Energies energies(const Eigen::Vector3d& gravity) const = 0;

  const Mat6d& rootInertia() const { return rootInertia_; }
  const Vec6d& rootBias() const { return rootBias_; }
  const Vec6d& rootWrench() const { return rootWrench_; }  // findLoads(): what holds the root: moment, force
  const std::vector<Eigen::Vector3d>& accelerations() const { return accelerations_; }  // of the coordinates

  // For the dense twin and for tests: what was loaded.
  virtual std::size_t elements() const = 0;
  virtual int ends() const = 0;
  virtual bool firstIsLocked() const = 0;  // free chains: the first coordinate does not move
  virtual ElementMatrix elementMatrix(std::size_t e) const = 0;
  virtual ElementVector elementVector(std::size_t e) const = 0;
  virtual HookMap endMap(std::size_t e) const = 0;
  virtual Vec6d endBias(std::size_t e) const = 0;
  virtual Frame<double> elementFrame(std::size_t e) const = 0;  // world
  virtual Vec6d elementMotion(std::size_t e) const = 0;

 protected:
  Mat6d rootInertia_ = Mat6d::Zero();
  Vec6d rootBias_ = Vec6d::Zero(), rootWrench_ = Vec6d::Zero();
  std::vector<Eigen::Vector3d> accelerations_;
};

std::unique_ptr<RodSolver> makeRodSolver(const SceneRod& rod);  // keeps a reference

}  // namespace tendril
