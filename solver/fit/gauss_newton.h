// Gauss-Newton iterations of the curve fit: improve a shape and the arc lengths of the points.
//
//   Track track = ...;   // points relative to the root, and their arc lengths on the rod
//   Outcome outcome = improve(shape, track, {}, 40);
//
// Any unit of length; most accurate near 1. No shared state.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "solver/kinematics/series.h"
#include "solver/rods/shape.h"

namespace tendril::solver::fit {

// The points of a curve and their arc lengths on the rod. Each is weighted by the length of curve around it.
struct Track {
  std::vector<Eigen::Vector3d> points;
  std::vector<double> arc, weight;
  std::vector<Eigen::Vector3d> offset;          // material offset of each point from its place; empty: none
  const std::function<bool()>* stop = nullptr;  // polled before each step; true throws Stopped
};

// What a fit may change, and its regularisation.
struct Aim {
  const Shape* rest = nullptr;  // a pose of this rod: length stays, the last point slides too
  bool rigid = false;           // curvatures are fixed
  bool slides = true;           // points slide along the rod; false: their arc lengths are fixed
  bool held = false;            // the root's frame and the first knot's curvature are fixed
  double calm = 0;              // penalty for a radian of twist, as mean square distance / length^2
};

struct Outcome {
  int iterations;
  double cost;  // mean square distance / length^2
};

// Gauss-Newton with at most `most` iterations. Shape and track become the best found.
Outcome improve(Shape& shape, Track& track, const Aim& aim, int most);

// Walks along a clothoid element from a given frame; saves a product per place against ClothoidWalker.
class ElementWalker {
 public:
  ElementWalker(const Clothoid<double>& clothoid, const Frame<double>& start, double precision)
      : clothoid_(clothoid),
        size_(series::sizeFor(clothoid, precision)),
        length_(clothoid.length / size_.pieces),
        start_(start),
        piece_(makePiece()) {}

  // Arc lengths from the element's start, ascending.
  Frame<double> at(double s) {
    while (index_ + 1 < size_.pieces && s > length_ * (index_ + 1)) {
      start_ = start_ * piece_.at(length_);
      ++index_;
      piece_ = makePiece();
    }
    return start_ * piece_.at(s - length_ * index_);
  }

 private:
  SeriesPiece<double> makePiece() const {
    return {clothoid_.at(length_ * index_), clothoid_.slope(), length_, size_.terms(index_)};
  }

  Clothoid<double> clothoid_;
  series::Size size_;
  double length_;
  int index_ = 0;
  Frame<double> start_;
  SeriesPiece<double> piece_;
};

// Calls f(i, frame) at ascending arc lengths; straight beyond the ends.
template <class F>
void eachFrame(const Shape& shape, const std::vector<double>& arc, const F& f);

// The largest distance of a point from its place; also by elements.
double largestMiss(const Shape& shape, const Track& track, std::vector<double>* byElement = nullptr);

template <class F>
void eachFrame(const Shape& shape, const std::vector<double>& arc, const F& f) {
  std::size_t i = 0;
  Frame<double> start = shape.root;
  for (std::size_t e = 0; e < shape.elements(); ++e) {
    const double from = shape.arc[e], length = shape.arc[e + 1] - from;
    const bool last = e + 1 == shape.elements();
    const bool link = shape.areJoints();
    start.axes = shape.behindJoint(e, start.axes);
    const auto walk = [&](auto&& at) {
      for (; i < arc.size() && (last || arc[i] <= shape.arc[e + 1]); ++i) {
        const double inside = std::clamp(arc[i] - from, 0.0, length);
        Frame<double> frame = at(inside);
        frame.position += frame.axes.col(0) * (arc[i] - from - inside);
        f(i, frame);
      }
      start = at(length);
    };
    if (link) {
      walk([start](double s) { return Frame<double>{start.axes, start.position + s * start.axes.col(0)}; });
    } else {
      const Eigen::Vector3d& end = shape.kappa[layoutOf(shape.model) == Layout::elements ? e : e + 1];
      constexpr double kPrecision = 1e-14;
      ElementWalker walker({shape.kappa[e], end, length}, start, kPrecision);
      walk([&](double s) { return walker.at(s); });
    }
  }
}

}  // namespace tendril::solver::fit
