// An independent solution of a planar beam that bends as far as it likes: the elastica's equation, by
// shooting.
//
//   EI theta' = m,   m' = V cos(theta),   V = P + weight of what is beyond        x' = cos(theta), y' =
//   sin(theta)
//
// s: arc length from the root, m; theta: angle of the tangent to the horizontal, rad; m: bending moment, N m,
// positive upwards; V: load beyond, N, downwards; EI: N m2. At the tip m = spring (springAngle - theta).
#pragma once

#include <array>
#include <cmath>
#include <vector>

namespace tendril::test {

struct BeamPart {
  double length = 1, bending = 1, weight = 0;  // m, N m2, N/m
};

struct Beam {
  std::vector<BeamPart> parts;         // from the root
  double rootAngle = 0;                // rad
  double force = 0;                    // N, at the tip, downwards
  double spring = 0, springAngle = 0;  // N m/rad, rad: of a spring that turns the tip
};

struct BeamShape {
  double tipAngle = 0, rootAngle = 0, rootMoment = 0;  // rad, rad, N m
  std::vector<std::array<double, 2>> ends;             // m, of the parts; from the root
};

// From the tip to the root by Runge and Kutta's fourth order, in `steps` for each part.
inline BeamShape beamWithTip(const Beam& beam, double tipAngle, int steps) {
  using Values = std::array<double, 4>;  // theta, m, x, y
  Values at = {tipAngle, beam.spring * (beam.springAngle - tipAngle), 0, 0};
  double beyond = beam.force;
  BeamShape shape;
  shape.tipAngle = tipAngle;
  for (std::size_t p = beam.parts.size(); p-- > 0;) {
    const BeamPart& part = beam.parts[p];
    shape.ends.insert(shape.ends.begin(), {at[2], at[3]});
    const double h = -part.length / steps;
    const auto slope = [&](const Values& v, double done) {  // done: steps from this part's tip
      const double load = beyond - part.weight * done * h;
      return Values{v[1] / part.bending, load * std::cos(v[0]), std::cos(v[0]), std::sin(v[0])};
    };
    const auto moved = [&](const Values& by, double way) {
      Values to = at;
      for (std::size_t i = 0; i < 4; ++i) to[i] += way * by[i];
      return to;
    };
    for (int i = 0; i < steps; ++i) {
      const Values a = slope(at, i), b = slope(moved(a, h / 2), i + 0.5), c = slope(moved(b, h / 2), i + 0.5),
                   d = slope(moved(c, h), i + 1);
      for (std::size_t k = 0; k < 4; ++k) at[k] += h / 6 * (a[k] + 2 * b[k] + 2 * c[k] + d[k]);
    }
    beyond += part.weight * part.length;
  }
  for (std::array<double, 2>& end : shape.ends) end = {end[0] - at[2], end[1] - at[3]};
  shape.rootAngle = at[0];
  shape.rootMoment = at[1];
  return shape;
}

// The shape whose root has its angle, between two tip angles (rad) of which one gives too little and one too
// much.
inline BeamShape shapeOfBeam(const Beam& beam, double low, double high, int steps = 2000) {
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (beamWithTip(beam, middle, steps).rootAngle < beam.rootAngle ? low : high) = middle;
  }
  return beamWithTip(beam, 0.5 * (low + high), steps);
}

}  // namespace tendril::test
