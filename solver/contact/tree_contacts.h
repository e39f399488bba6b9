// Contacts of a tree of rods with colliders, within a step.
//
// Rods touch at samples, material points at fixed places, and where a span between two samples comes nearer
// than both. Each contact has a gap g between rod and surface and a slide w, the way of the rod's surface
// along the collider's since the step began. At the end of the step
//
//   u = (g - g_0, w)  and the force r obey Coulomb's law (solver/contact/coulomb.h)
//
// g_0 is 0, or below: what overlaps when the step begins stays where it is within a dead band, so that
// rounding drives nothing, or is let out slowly. So contacts need no memory from one step to the next, and a
// simulation restarts from poses alone. What sticks has not moved in the step; there is no anchor.
//
//   if (contacts.mayTouch(how)) ...             at the predicted pose
//   contacts.keepStart();                       at the pose when the step began
//   contacts.find(how);                         at the predicted pose
//   each iteration: look(); load(); sweep.assembleNewton(); eliminate(); substitute();
//                   solve(); sweep.substitute(); advance
#pragma once

#include <vector>

#include "solver/colliders/collider.h"
#include "solver/contact/cones.h"
#include "solver/contact/contact_rules.h"
#include "solver/sweep/sweep.h"

namespace tendril::solver {

// The part of the colliders' interval that a step fills.
struct StepPart {
  double first = 0, last = 1;
};

struct ContactTerms {
  StepPart part;
  double dt = 0;       // s
  double gravity = 0;  // m/s2, its size
};

// A point of a rod that stays on one side of a plane, by a constraint.
struct PlanePoint {
  std::size_t constraint = 0;           // of the island
  std::size_t rod = 0;                  // of the tree
  double arc = 0;                       // m from the root
  Vector3d offset = Vector3d::Zero();   // in the rod's material frame, m
  Vector3d normal = Vector3d::UnitY();  // in the plane's frame
  Frame<double> from, to;               // of the plane, at both ends of the step
  double friction = 0;
};

class TreeContacts {
 public:
  // Of a rod with one collider, or of a point with its plane.
  struct Touch {
    std::size_t rod = 0, collider = 0;  // planes: behind all colliders
    std::size_t place = 0;              // of the sample on the rod: the same in each iteration
    double arc = 0;                     // m from the root
    Frame<double> start;                // the material frame when the step began
    RodPoint at;
    SurfacePoint surface;
    Matrix3d axes = Matrix3d::Identity();    // columns: normal, two tangents
    double radius = 0, clearance = 0;        // m: of the rod; with the collider's thickness. Planes: a length
                                             // in which gaps are measured
    double lever = 0;                        // m, from the centreline to where friction acts
    double startGap = 0, gap = 0, rest = 0;  // m; rest: g_0
    Vector3d slide = Vector3d::Zero();       // m, world
    double approach = 0;                     // m, towards the surface in the predicted motion
    Vector3d force = Vector3d::Zero();       // N, world, on the rod
    bool touched = false;                    // when the step began
    double cohesion = 0;                     // N
  };

  TreeContacts(Sweep& sweep, const std::vector<const Collider*>& colliders)
      : sweep_(sweep), colliders_(colliders) {}

  // Near places that constraints hold in the world nothing touches.
  void letGo() { held_.clear(); }
  void hold(std::size_t rod, double arc) { held_.push_back({rod, arc}); }
  // Before each attempt.
  void letPlanesGo() { planes_.clear(); }
  void add(const PlanePoint& point) { planes_.push_back(point); }
  // Of a touch; null: it is one with a collider.
  const PlanePoint* planeOf(const Touch& touch) const {
    return touch.collider < colliders_.size() ? nullptr : &planes_[touch.collider - colliders_.size()];
  }
  // At the pose, with stored points at the start of the step: false if no rod can be near a collider.
  bool mayTouch(const ContactTerms& how);
  bool isNear() const { return !near_.empty() || !planes_.empty(); }  // as it was found last
  void keepStart();                                                   // at the pose when the step began
  bool hasStart() const { return hasStart_; }
  void forgetStart() { hasStart_ = hasFound_ = false; }  // before a step
  // At the pose: what touches or is near. Forces stay by place.
  void find(const ContactTerms& how);
  bool empty() const { return touches_.empty(); }
  void clear();

  // Gaps, slides and axes at the pose. `fixed`: normals stay.
  void look(bool fixed);
  void load();  // forces become loads of the rods, with those given before
  void addLoad(std::size_t rod, const LoadedPoint& load) { more_.push_back({rod, load}); }
  void unload();
  void solve();  // forces after a solution, which is changed to fit
  // Instead of solve(), where rows couple rods (solver/step/coupled_contacts.h). Returns what counts as met,
  // m.
  double addCones(Responses& responses, std::vector<Cone>& cones) const;
  void takeCones(const std::vector<Cone>& cones, std::size_t first);
  double error() const;  // of gaps, in parts of the clearance; of those that are open only if they overlap
  // Something overlaps or has a force that was apart when the step began, or came with a velocity.
  bool lands() const;
  // At the pose: a place was outside when the step began and is as deep in a collider as it keeps off it.
  bool hasCrossed() const;
  Vector3d wayOut() const;   // m, of the deepest contact that was not there before
  double potential() const;  // J: penalties of the merit function
  double work() const;       // J, an upper estimate: what colliders do to the rods
  const std::vector<Touch>& touches() const { return touches_; }

 private:
  struct Sample {
    RodPoint at;
    Frame<double> start;
    SurfacePoint surface;
    double arc = 0, gap = 0, slope = 0;
    bool near = false;
  };

  double clearanceOf(std::size_t rod, std::size_t collider, double arc) const;
  double radiusAt(std::size_t rod, double arc) const;
  double marginOf(double clearance) const;
  double firstArc(std::size_t rod) const;
  bool isHeld(std::size_t rod, double arc) const;
  bool closest(std::size_t collider, const Vector3d& from, const Vector3d& at, double reach,
               SurfacePoint& found) const;
  double gapAtStart(std::size_t collider, const Vector3d& place, const SurfacePoint& end, double clearance,
                    double reach) const;
  void findOn(std::size_t rod, std::size_t collider);
  void sample(std::size_t rod, std::size_t collider, double arc, double reach, Sample& to) const;
  void add(std::size_t rod, std::size_t collider, std::size_t place, const Sample& sample);
  void searchSpan(std::size_t rod, std::size_t collider, std::size_t place, const Sample& a, const Sample& b,
                  int depth);
  void lookAt(Touch& touch, bool fixed) const;
  static bool isLetOut(const Touch& touch) { return touch.startGap < -contact::kDrawn * touch.clearance; }
  Vector3d leverOf(const Touch& touch) const;
  void findOn(std::size_t plane, const PlanePoint& point);
  void lookAtPlane(Touch& touch, const PlanePoint& point) const;
  void letOut(Touch& touch) const;
  static Vector3d offOf(const Touch& touch);  // gap and slide at the pose, along the axes
  Vector3d motionOf(const Touch& touch) const;
  double frictionOf(const Touch& touch) const;
  double cohesionOf(const Touch& touch) const;               // N/m
  bool sticks(std::size_t rod, std::size_t collider) const;  // something may be held there
  bool touchedAtStart(std::size_t collider, const Sample& sample, double clearance) const;
  void findCohesion();
  double sampleWay(const Touch& touch) const;  // m, from there to the next sample, at most
  static double normalOf(const Touch& touch) { return touch.axes.col(0).dot(touch.force); }  // N
  static bool isOpen(const Touch& touch);

  Sweep& sweep_;
  const std::vector<const Collider*>& colliders_;
  ContactTerms how_;
  std::vector<PlanePoint> planes_;
  std::vector<Touch> touches_, before_;
  std::vector<std::pair<std::size_t, std::size_t>> near_;  // rod, collider
  std::vector<std::pair<std::size_t, double>> held_;       // rod, arc length (m)
  std::vector<Box3> boxes_;
  std::vector<LoadedPoint> loads_;
  std::vector<std::pair<std::size_t, LoadedPoint>> more_;  // of rods, not ordered
  Responses responses_;
  std::vector<Cone> cones_;
  ConeSolver solver_;
  bool loaded_ = false, hasStart_ = false, hasFound_ = false;
  bool sticky_ =
      false;  // the rod and the collider that are looked at: what touched is looked for farther off
};

}  // namespace tendril::solver
