// The centrelines of rods as cubic spans, when the step began and at the pose, where they may come near each
// other. A span turns by at most 0.35 rad, so that the cubic is off by some millionths of its length.
//
//   spans.set(trees);                once
//   if (spans.findNear(margins))     boxes of elements, from stored points to the pose
//   spans.place();                   spans of these elements; needs the stations that TreeContacts keeps
//   for (pair : spans.findPairs())   boxes of spans
#pragma once

#include <vector>

#include "solver/contact/box_pairs.h"
#include "solver/contact/cubic_span.h"
#include "solver/sweep/sweep.h"

namespace tendril::solver {

class RodSpans {
 public:
  struct RodOf {
    std::size_t tree = 0, rod = 0;  // rod: in the tree
    Sweep* sweep = nullptr;
    double from = 0;               // m: it touches nothing nearer to its root
    double radius = 0;             // m, the largest
    std::size_t firstElement = 0;  // in one list for all rods
    std::size_t firstSpan = 0, lastSpan = 0;
    const SceneRod& is() const { return sweep->description(rod); }
    RodSolver& solver() const { return sweep->rod(rod); }
  };
  struct Span {
    std::uint32_t rod = 0;     // of rods()
    std::uint32_t number = 0;  // in the rod, the same in all iterations of a step
    double from = 0, to = 0;   // m, arc lengths
    CubicSpan was, is;
    bool goesOn = false, comesOn = false;  // the next span, and the one before, are in the list
    double arcAt(double u) const { return from + u * (to - from); }
  };
  // What rods keep between them beyond their radii in which they take part, m: by the sum of radii.
  struct Margins {
    double part = 0, most = 0, way = 0;  // part of the sum, plus `way`, at most `most` of it
    double of(double clearance) const { return part * clearance + std::min(way, most * clearance); }
  };

  void set(const std::vector<Sweep*>& trees);
  void begin();                         // before a step: radii may have changed
  bool empty() const { return !any_; }  // no rod touches rods
  const std::vector<RodOf>& rods() const { return rods_; }
  double radiusAt(std::size_t rod, double arc) const;

  std::size_t elements() const { return rodOf_.size(); }
  const RodOf& rodOf(std::size_t element) const { return rods_[rodOf_[element]]; }
  // Adds the places of elements at the pose, and at the stored points: of trees for which f(tree) is true.
  template <class F>
  void addBoxes(std::vector<Box3>& boxes, bool stored, const F& f) const;
  // These with radii and margins; empty where nothing touches.
  void growBoxes(const std::vector<Box3>& boxes, const Margins& margins, std::vector<Box3>& to) const;

  // At the pose, with points stored at the start of the step. False: no two places can be near.
  bool findNear(const Margins& margins);
  void place();
  const std::vector<Span>& spans() const { return spans_; }
  const std::vector<BoxPairs::Pair>& findPairs();

  // A place on a rod: span and part of it.
  struct Place {
    std::size_t span = 0;
    double u = 0;
  };
  // At an end of a span, with the way from the other rod: +1 or -1 if the distance falls beyond, on a span of
  // the list.
  int beyond(bool before, const Place& place, const Vector3d& between) const;
  // The nearest minimum of the distance of two rods, from a place on each: goes over the ends of spans.
  // `before`: at the start of the step.
  Vector3d walk(bool before, Place& a, Place& b) const;
  // The same with a fixed point on one of them.
  void walkTo(bool before, const Vector3d& point, Place& on) const;
  // A place on a rod itself. Places that move go to the nearest ones of the true centrelines, by `reach` at
  // most at once; `arc` follows.
  struct OnRod {
    std::size_t rod = 0;
    double arc = 0, reach = 0;  // m
    bool moves = true;
  };
  OnRod onRod(const Place& place, bool moves) const {
    const Span& span = spans_[place.span];
    return {span.rod, span.arcAt(place.u), 0.5 * (span.to - span.from), moves};
  }
  Vector3d polish(bool before, OnRod& a, OnRod& b) const;
  Vector3d at(bool before, const Place& place) const {
    return (before ? spans_[place.span].was : spans_[place.span].is).at(place.u);
  }
  double arcOf(const Place& place) const { return spans_[place.span].arcAt(place.u); }

 private:
  void findTurns();
  bool mayMeet(std::size_t a, std::size_t b) const;  // elements
  std::uint16_t partsOf(const RodOf& rod, std::size_t element) const;
  void addSpans(std::size_t rod, std::size_t element);
  void placeRod(std::size_t rod);
  bool step(bool before, const Vector3d& between, Place& place) const;

  std::vector<RodOf> rods_;
  std::vector<std::uint32_t> rodOf_;  // of elements
  std::vector<Box3> found_, boxes_;   // of elements: of their places; of what they may touch
  std::vector<double> turned_;        // rad, up to and with each element
  std::vector<std::uint8_t> near_;    // elements
  std::vector<std::uint16_t> parts_;  // of elements: spans; 0: not known
  std::vector<Span> spans_;
  std::vector<Box3> spanBoxes_;
  BoxPairs grid_;
  Margins margins_;
  bool divided_ = false, any_ = false;
};

template <class F>
void RodSpans::addBoxes(std::vector<Box3>& boxes, bool stored, const F& f) const {
  forEachLarge(rods_.size(), rodOf_.size(), [&](std::size_t i) {
    const RodOf& rod = rods_[i];
    if (!f(rod.tree)) return;
    rod.solver().kinematics.visitStations(
        [&](std::size_t e, double, const Vector3d& before, const Vector3d& now) {
          if (stored) boxes[rod.firstElement + e].add(before);
          boxes[rod.firstElement + e].add(now);
          return true;
        });
  });
}

}  // namespace tendril::solver
