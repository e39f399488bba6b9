// Contacts of the rods of an island with each other and with themselves, within a step.
//
// Where two rods cross they touch at the closest points of their centrelines. Where they lie along each other
// closest points would jump: there they touch at samples, the ends of spans, each with the nearest point of
// the other rod. Friction acts on the centrelines: rods do not roll on each other, as stacks of round rods
// would never come to rest. Gap, slide, forces and what overlaps at the start are as in contacts with
// colliders (tree_contacts.h).
//
// At the end of a step a distance has no sides. Rods whose centrelines passed through each other since the
// step began are found by the time at which they did (cubic_span.h); such a contact keeps the side it came
// from, however deep it is. So no side has to be remembered from step to step.
#pragma once

#include <array>
#include <vector>

#include "solver/contact/rod_spans.h"
#include "solver/contact/tree_contacts.h"

namespace tendril::solver {

class RodPairs {
 public:
  struct Side {
    std::size_t rod = 0;  // of rods()
    double arc = 0;       // m from the root
    Frame<double> start;  // the material frame when the step began
    RodPoint at;
  };
  struct Touch {
    std::array<Side, 2> sides;
    std::array<std::uint32_t, 4> key{};    // rods, kind and number on the first, number on the second
    Matrix3d axes = Matrix3d::Identity();  // columns: normal, from the second rod to the first; two tangents
    double clearance = 0, friction = 0;    // m; 1
    double startGap = 0, gap = 0, rest = 0;  // m; rest: g_0
    double approach = 0;                     // m, in the predicted motion
    Vector3d slide = Vector3d::Zero();       // m, world, of the first rod along the second
    Vector3d force = Vector3d::Zero();       // N, world, on the first rod
    bool crossed = false;                    // centrelines have passed through each other
    std::array<double, 2> around{};          // m, length of the spans
  };
  // Where a constraint holds two rods together nothing touches.
  struct Joint {
    std::size_t tree[2], rod[2];
    double arc[2];  // m
  };

  void set(const std::vector<Sweep*>& trees) {
    spans_.set(trees);
    near_ = false;
    joints_.clear();
    forget();
  }
  bool any() const { return !spans_.empty(); }
  const std::vector<RodSpans::RodOf>& rods() const { return spans_.rods(); }
  void letGo() { joints_.clear(); }
  void add(const Joint& joint) { joints_.push_back(joint); }

  void forget() {  // before a step
    touches_.clear();
    spans_.begin();
    hasFound_ = false;
  }
  // At the pose, with points stored at the start of the step: false if no two rods can be near.
  bool mayTouch(const ContactTerms& how);
  void find(const ContactTerms& how);    // after mayTouch(); trees have kept their stations
  bool isNear() const { return near_; }  // as it was found last
  bool empty() const { return touches_.empty(); }
  void clear() { touches_.clear(); }
  const std::vector<Touch>& touches() const { return touches_; }

  void look();  // gaps and slides at the pose; places and normals stay
  // To the trees' own contacts, before they load.
  void addLoads(const std::vector<TreeContacts*>& to) const;
  // `first`: of each tree's z. Returns what counts as met, m.
  double addCones(const std::vector<std::size_t>& first, Responses& responses,
                  std::vector<Cone>& cones) const;
  void takeCones(const std::vector<Cone>& cones, std::size_t first);

  double error() const;      // as TreeContacts
  double depth() const;      // of the clearance, the deepest that was not drawn so
  double potential() const;  // J
  double work() const;       // J
  bool lands() const;
  bool landsOn(std::size_t tree) const;
  // At the pose: rods have passed through each other since the step began.
  bool hasCrossed();
  // Impulse and its moment of these contacts on a tree, per second.
  void addResultant(std::size_t tree, Vector3d& force, Vector3d& torque) const;

 private:
  // Of two spans: where rods passed through each other, or are close.
  struct Meeting {
    std::array<std::uint32_t, 4> key;
    RodSpans::Place a, b;
    bool crossed = false;
    double time = 0;                     // of the crossing
    Vector3d normal = Vector3d::Zero();  // then: across both, to the side where the first rod was
  };
  double reachOf(double clearance) const { return clearance + margins_.of(clearance); }
  void meet(const BoxPairs::Pair& pair, std::vector<Meeting>& to) const;
  void meetAtSample(std::size_t sampled, double u, std::size_t other, bool first,
                    std::vector<Meeting>& to) const;
  bool wasDrawnInside(const Meeting& at) const;
  bool isPastEnd(const RodSpans::Place& place, const Vector3d& between) const;
  bool keepSide(const Vector3d& normal, Meeting& made) const;
  bool goesBy(const RodSpans::Place& a, const RodSpans::Place& b) const;
  bool isLeftOut(const RodSpans::Place& a, const RodSpans::Place& b) const;
  void findMeetings();
  void add(const Meeting& meeting);
  void takeForces();
  bool isReplaced(const Touch& old, std::size_t count) const;
  void lookAt(Touch& touch) const;
  double frictionAt(std::size_t rod, double arc) const;
  static bool isOpen(const Touch& touch) { return touch.force.isZero(0); }
  static bool isLetOut(const Touch& touch);
  static bool isLanding(const Touch& touch);
  void respond(const Touch& touch, const std::vector<std::size_t>& first, Responses& to) const;

  RodSpans spans_;
  RodSpans::Margins margins_;
  ContactTerms how_;
  std::vector<Touch> touches_, before_;
  std::vector<Meeting> meetings_;
  std::vector<Joint> joints_;
  bool hasFound_ = false, near_ = false;
  mutable Responses own_;  // scratch
};

}  // namespace tendril::solver
