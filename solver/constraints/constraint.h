// Constraints between points of rods, by arc length, and the world or each other (MICADO, INRIA report 6573).
//
// A constraint has two ends, each a point of a rod or the world, and rows: scalar equations g = 0 (one-sided:
// g >= 0) with their derivatives by the motions of both ends. An end that slides has its arc length as a
// further unknown. A type is a file in solver/constraints/ and a line in constraints.def.
//
//   SceneConstraint pin;
//   pin.type = findConstraintType("position");
//   pin.ends[0] = {rod, arc};
//   pin.target.position = Vector3d(0, 1, 0);
//   scene.constraints.push_back(pin);
//
// SI units.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "solver/base/property.h"
#include "solver/kinematics/rotation.h"

namespace tendril::solver {

struct SceneConstraint;

// State of an end: on a rod, frame, tangent and curvature; in the world, the target.
struct EndAt {
  Frame<double> frame;
  Eigen::Vector3d tangent = Eigen::Vector3d::UnitX();
  Eigen::Vector3d curvature = Eigen::Vector3d::Zero();  // in the world: d(tangent)/ds = curvature x tangent
};

struct ConstraintRows {
  int count = 0, places = 0;  // the first `places` rows are lengths (m), the others rotations (rad)
  Eigen::Matrix<double, 6, 1> violation;  // 0 where satisfied
  Eigen::Matrix<double, 6, 6> by[2];      // derivative by spin and velocity of the ends' frames
  Eigen::Matrix<double, 6, 2> slide;      // derivative by the arc lengths of the ends
  const double* state = nullptr;          // ConstraintState::own at the start of the step
  double swingLength = 0;  // m: the first row's direction turns with a line of this length between the points

  void clear();
  // A row of the points' distance along `axis`; `turning`: the axis turns with the second end.
  void addAlong(const EndAt& a, const EndAt& b, const Eigen::Vector3d& axis, double violation, bool turning);
  // Height of a above the plane through b with `normal` in b's frame.
  void addPlane(const EndAt& a, const EndAt& b, const Eigen::Vector3d& normal);
  void addPoint(const EndAt& a, const EndAt& b);        // three rows: a is at b
  void addOrientation(const EndAt& a, const EndAt& b);  // three rows: equal orientation
  // two rows: a direction of a's frame equals one of b's (world axes)
  void addAlignment(const Eigen::Vector3d& ofA, const Eigen::Vector3d& ofB);
};

// What the rest value of a constraint is.
enum class ConstraintRest { none, length, angle };

struct ConstraintState;

struct ConstraintType {
  const char* name;        // in attributes and parameters
  const char* label;       // shown to artists
  const char* about;       // one sentence
  unsigned slides = 0;     // bit 1: the first end slides; bit 2: the second, with `slideBoth`
  bool oneSided = false;   // rows may be positive
  bool carries = false;    // a sliding mass
  bool hasNormal = false;  // a direction, fixed in the second end
  ConstraintRest rest = ConstraintRest::none;
  bool turns = false;      // all rows are rotations
  bool needsTwo = false;   // rods at both ends
  bool keepsTurn = false;  // between two rods: the initial rotation of one to the other
  // Numbers of its own: parameters, attributes (of lengths in scene units) and SceneConstraint::own; at most
  // kOwnNumbers.
  std::vector<Property> properties;
  // Names of numbers that it keeps from step to step, in ConstraintState::own and in attributes
  // (constraint<name>); zero at its start. `advance` sets them after a step.
  std::vector<const char*> state;
  void (*advance)(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintState&) = nullptr;
  void (*rows)(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintRows&) = nullptr;
};

constexpr std::size_t kOwnNumbers = 4;

const std::vector<const ConstraintType*>& constraintTypes();
const ConstraintType* findConstraintType(const std::string& name);  // null: none

struct ConstraintEnd {
  int rod = -1;              // of the scene; -1: the world
  double arc = 0;            // m from the root
  Frame<double> attachment;  // in the rod's material frame
};

struct SceneConstraint {
  const ConstraintType* type = nullptr;
  ConstraintEnd ends[2];                              // the first is on a rod
  Frame<double> target;                               // of an end in the world, at the end of the step
  Eigen::Vector3d normal = Eigen::Vector3d::UnitY();  // in the second end's frame
  Eigen::Vector3d axis =
      Eigen::Vector3d::UnitX();  // hinge: counterpart of the normal in the first end's frame
  double rest = 0;               // m; angle: rad
  double friction = 0;           // coefficient: tangential by normal force, of a slide or of a contact
  double slideRate = std::numeric_limits<double>::quiet_NaN();  // m/s, prescribed; NaN: free
  bool slideBoth = false;
  bool slipsOff = false;                         // at the rod's ends; false: stops there
  double mass = 0, radius = 0, restitution = 0;  // pearl: kg, m, 0 to 1
  double compliance = 0;                         // m/N, rad/(N m); 0: exact
  double damping = 0;                            // s, of compliant rows
  double maxForce = 0;                           // N (rotations: N m); breaks above; 0: never
  // What it is off by when it begins to act closes over this time (s), or at this speed (m/s; rotations:
  // rad/s) if that takes longer; 0: at once, which moves places and no rates. Exact rows only.
  double closeTime = 0, closeSpeed = 0;
  std::array<double, kOwnNumbers> own = {};  // by the type's properties, SI
  bool active = true;

  void setType(const ConstraintType& is);  // with the defaults of its own numbers
  // Exact, one-sided, against the world and with friction: it is solved as a contact, by Coulomb's law.
  bool isContact() const { return type->oneSided && !holdsTwo() && !(compliance > 0) && friction > 0; }
  bool holdsTwo() const { return ends[1].rod >= 0; }
};

// State kept from step to step.
struct ConstraintState {
  double arcs[2] = {0, 0};                                                  // of the ends, m
  Eigen::Matrix<double, 6, 1> force = Eigen::Matrix<double, 6, 1>::Zero();  // of the rows: N, N m
  Frame<double> target;
  bool begun = false;                                                     // the values below are valid
  bool acts = false;                                                      // it was active in the last step
  Eigen::Matrix<double, 6, 1> gap = Eigen::Matrix<double, 6, 1>::Zero();  // rows: still to be closed, m, rad
  double closing = 0, closeTime = 0;                                      // s: left for that, and in all
  bool broken = false;                                                    // by force, or slipped off
  double breakForce = 0;                     // N (rotations: N m) that broke it; 0: none did
  bool yields = false;                       // contradictory: a stiff spring until it can hold again
  double push = 0;                           // friction force while slipping, N; 0: sticks
  std::array<double, kOwnNumbers> own = {};  // by the type's names
  // pearls: the present and the previous state are valid
  bool moves = false, moved = false;
  Eigen::Vector3d place = Eigen::Vector3d::Zero(), velocity = Eigen::Vector3d::Zero();
  Eigen::Vector3d pastPlace = Eigen::Vector3d::Zero(), pastVelocity = Eigen::Vector3d::Zero();
};

// Result of a step.
struct ConstraintResult {
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), torque = Eigen::Vector3d::Zero();  // on the first end
  double residual = 0;                                                                // m, rad: violation
  double slide = 0;         // m, of the first end in this step
  double energy = 0;        // J: elastic, of compliant rows and of chains' ends
  double dissipated = 0;    // J, by friction and impacts
  bool impossible = false;  // violated: contradicts other constraints
};

}  // namespace tendril::solver
