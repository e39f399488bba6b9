// The solver inside the curve fit: a shape and the places of the points on it, made better.
//
//   Track track = ...;   // points relative to the root, and where on the rod they are
//   Outcome outcome = improve(shape, track, {}, 40);
//
// Lengths may have any unit; best near 1. No shared state.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "solver/kinematics/series.h"
#include "solver/rods/shape.h"

namespace tendril::solver::fit {

// The points of a curve and where on the rod they are. Each point stands for the stretch of curve around it.
struct Track {
  std::vector<Eigen::Vector3d> points;
  std::vector<double> arc, weight;
  std::vector<Eigen::Vector3d> offset;  // of each point from its place, in the material frame; empty: none
  const std::function<bool()>* stop = nullptr;  // asked before each step; true: the fit throws Stopped
};

// What a fit may change, and where it stays when the points do not tell.
struct Aim {
  const Shape* rest = nullptr;  // a pose of it: the length stays, and the last point slides as all others do
  bool rigid = false;           // curvatures stay
  bool slides = true;           // points look for their places; else they are held where they are on the rod
  bool held = false;            // the root's frame and the first knot's curvature stay
  double calm = 0;  // what a radian of twist costs, as a mean square distance over the length's square
};

struct Outcome {
  int iterations;
  double cost;  // mean square distance over the length's square
};

// Gauss-Newton. Shape and track become the best seen.
Outcome improve(Shape& shape, Track& track, const Aim& aim, int most);

// Walks along a clothoid element from a given frame: ClothoidWalker with a product less for each place.
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

// Calls f(i, frame) at ascending arc lengths; beyond the ends, straight on.
template <class F>
void eachFrame(const Shape& shape, const std::vector<double>& arc, const F& f);

// The largest distance of a point from its place; for each element, if asked.
double largestMiss(const Shape& shape, const Track& track, std::vector<double>* byElement = nullptr);

template <class F>
void eachFrame(const Shape& shape, const std::vector<double>& arc, const F& f) {
  std::size_t i = 0;
  Frame<double> start = shape.root;
  for (std::size_t e = 0; e < shape.elements(); ++e) {
    const double from = shape.arc[e], length = shape.arc[e + 1] - from;
    const bool last = e + 1 == shape.elements();
    const bool chain = shape.model == Model::chain;
    if (chain) start.axes = start.axes * shape.joints[e].toRotationMatrix();
    const auto walk = [&](auto&& at) {
      for (; i < arc.size() && (last || arc[i] <= shape.arc[e + 1]); ++i) {
        const double inside = std::clamp(arc[i] - from, 0.0, length);
        Frame<double> frame = at(inside);
        frame.position += frame.axes.col(0) * (arc[i] - from - inside);
        f(i, frame);
      }
      start = at(length);
    };
    if (chain) {
      walk([start](double s) { return Frame<double>{start.axes, start.position + s * start.axes.col(0)}; });
    } else {
      const Eigen::Vector3d& end = shape.kappa[shape.model == Model::helix ? e : e + 1];
      constexpr double kPrecision = 1e-14;
      ElementWalker walker({shape.kappa[e], end, length}, start, kPrecision);
      walk([&](double s) { return walker.at(s); });
    }
  }
}

}  // namespace tendril::solver::fit
