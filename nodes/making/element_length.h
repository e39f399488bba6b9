// Elements no longer than artists allow, everywhere or where they paint it.
#pragma once

#include <vector>

#include "solver/geometry/geometry.h"
#include "solver/rods/shape.h"

namespace tendril::nodes {

class ElementLengths {
 public:
  // `most`: scene units; 0: any length. The point attribute elementlength, where it is above 0, sets a
  // shorter one between a point and its neighbours.
  ElementLengths(const Geometry& curves, double most);

  // Divides elements that are too long, and keeps the shape. Throws an Error that names the curve where more
  // than 4096 elements would be needed. Chains stay: links are chords of the curve.
  void divide(std::size_t primitive, Shape& shape) const;
  // Links that are short enough everywhere on a curve; 0: any.
  int linksOn(std::size_t primitive) const;

 private:
  // Allowed between two points, by parts of the length.
  struct Limit {
    double from = 0, to = 0, length = 0;
  };
  bool any() const { return most_ > 0 || drawn_; }
  double at(std::size_t point) const;
  std::vector<double> chords(std::size_t primitive) const;
  [[noreturn]] static void tooMany(std::size_t primitive);
  std::vector<Limit> limitsOn(std::size_t primitive, double length) const;

  const Geometry& curves_;
  double most_;
  const Attribute* drawn_;
};

}  // namespace tendril::nodes
