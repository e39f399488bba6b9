// Constraints: what holds points of rods, by arc length, to the world or to each other (MICADO, report 6573
// of INRIA).
//
// A constraint has two ends, each a point of a rod or the world, and rows: numbers that shall be 0 (or not
// below 0), with how they answer the motions of both ends. An end that slides has its arc length for a
// further unknown. A type is one file in solver/constraints/ and one line in constraints.def.
//
//   SceneConstraint pin;
//   pin.type = findConstraintType("position");
//   pin.ends[0] = {rod, arc};
//   pin.target.position = Vector3d(0, 1, 0);
//   scene.constraints.push_back(pin);
//
// SI units.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "solver/kinematics/rotation.h"

namespace tendril::solver {

struct SceneConstraint;

// Where an end is: of a rod, a frame beside it and how it bends there; of the world, the target.
struct EndAt {
  Frame<double> frame;
  Eigen::Vector3d tangent = Eigen::Vector3d::UnitX();
  Eigen::Vector3d curvature = Eigen::Vector3d::Zero();  // in the world: d(tangent)/ds = curvature x tangent
};

struct ConstraintRows {
  int count = 0, places = 0;              // the first are lengths (m), the others turns (rad)
  Eigen::Matrix<double, 6, 1> violation;  // 0 where the constraint holds
  Eigen::Matrix<double, 6, 6> by[2];      // by spin and velocity of the ends' frames
  Eigen::Matrix<double, 6, 2> slide;      // by the arc lengths of the ends
  double swingLength = 0;  // m: the first row's direction turns as a line of this length between both points

  void clear();
  // Of the points: along `axis`, which turns with the second end if `turning`.
  void addAlong(const EndAt& a, const EndAt& b, const Eigen::Vector3d& axis, double violation, bool turning);
  // a's place above the plane through b's, across `normal` of b's frame.
  void addPlane(const EndAt& a, const EndAt& b, const Eigen::Vector3d& normal);
  void addPoint(const EndAt& a, const EndAt& b);  // three: a is at b
  void addOrientation(const EndAt& a, const EndAt& b);   // three: a stands as b
  // two: a direction of a's frame is that of b's (world axes)
  void addAlignment(const Eigen::Vector3d& ofA, const Eigen::Vector3d& ofB);
};

struct ConstraintType {
  const char* name;
  const char* about;      // one sentence
  unsigned slides = 0;    // 1: the first end; 2: the second, where `slideBoth` says so
  bool oneSided = false;  // rows may be above 0
  bool carries = false;   // a mass that slides
  void (*rows)(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintRows&);
};

const std::vector<const ConstraintType*>& constraintTypes();
const ConstraintType* findConstraintType(const std::string& name);  // null: none

struct ConstraintEnd {
  int rod = -1;              // of the scene; -1: the world
  double arc = 0;            // m from the root
  Frame<double> attachment;  // in the material frame there
};

struct SceneConstraint {
  const ConstraintType* type = nullptr;
  ConstraintEnd ends[2];                              // the first is on a rod
  Frame<double> target;                               // where an end in the world is, at the step's end
  Eigen::Vector3d normal = Eigen::Vector3d::UnitY();  // in the second end's frame
  Eigen::Vector3d axis = Eigen::Vector3d::UnitX();    // hinge: the normal's twin in the first end's frame
  double rest = 0;                                    // m; angle: rad
  double friction = 0;                                // of what slides: tangential force by normal force
  double slideRate = std::numeric_limits<double>::quiet_NaN();  // m/s, imposed; NaN: none
  bool slideBoth = false;
  bool slipsOff = false;                         // at the rod's ends; else it stops there
  double mass = 0, radius = 0, restitution = 0;  // pearl: kg, m, 0 to 1
  double compliance = 0;                         // m/N, rad/(N m); 0: exact
  double damping = 0;                            // s, of what is compliant
  double maxForce = 0;                           // N (turns: N m); breaks above; 0: never
  bool active = true;

  bool holdsTwo() const { return ends[1].rod >= 0; }
};

// From step to step.
struct ConstraintState {
  double arcs[2] = {0, 0};                                                  // where the ends are, m
  Eigen::Matrix<double, 6, 1> force = Eigen::Matrix<double, 6, 1>::Zero();  // of the rows: N, N m
  Frame<double> target;
  bool begun = false;   // all of this is known
  bool broken = false;  // or has slipped off
  bool yields = false;  // others are against it: a stiff spring until it can hold again
  double push = 0;      // friction of what slips, N; 0: it sticks
  // pearls: how they move, and did before the last step
  bool moves = false, moved = false;
  Eigen::Vector3d place = Eigen::Vector3d::Zero(), velocity = Eigen::Vector3d::Zero();
  Eigen::Vector3d pastPlace = Eigen::Vector3d::Zero(), pastVelocity = Eigen::Vector3d::Zero();
};

// What a step found.
struct ConstraintResult {
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), torque = Eigen::Vector3d::Zero();  // on the first end
  double residual = 0;                                                                // m, rad: what is left
  double slide = 0;         // m, of the first end in this step
  double dissipated = 0;    // J, by friction and impacts
  bool impossible = false;  // it does not hold: others are against it
};

}  // namespace tendril::solver
