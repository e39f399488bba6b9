// A rod's shape: frame at the root and curvatures or joints at the knots, for all models.
//
//   Shape shape = ...;
//   ShapeWalker walker(shape);
//   Frame<double> middle = walker.at(shape.length() / 2);   // arc lengths must not decrease between calls
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include "solver/kinematics/rotation.h"
#include "solver/rods/coordinates.h"

namespace tendril::solver {

// The models (element types). solver/rods/model.h has what they are.
enum class Model {
#define MODEL(name) name,
#include "solver/rods/models.def"
#undef MODEL
};
const char* nameOf(Model model);   // chain: in attributes and parameters
const char* labelOf(Model model);  // Chain: shown to artists
Layout layoutOf(Model model);

inline constexpr Model kAllModels[] = {
#define MODEL(name) Model::name,
#include "solver/rods/models.def"
#undef MODEL
};

// Its coordinates stand at the knots: `Layout::elements` repeats the last, `Layout::joints` ends straight.
// With joints, `arc` sums up the lengths of the straight links. Links that stand for a curve are its chords,
// so that all joints are on it; links as long as the arcs between them would draw it too large, by (turn / 2)
// / sin(turn / 2). What a chord lacks in length, its sections make up for (solver/fit/chords.h).
struct Shape : Coordinates {
  Model model = Model::clothoid;
  Frame<double> root;       // columns t, n1, n2; with joints, before the first joint
  std::vector<double> arc;  // knots, arc length from the root; ascending from 0; scene units

  std::size_t elements() const { return arc.size() - 1; }
  double length() const { return arc.back(); }
};

// The element that contains an arc length (at a knot: the one after it), by ascending knots; beyond the ends
// the first or last.
inline std::size_t elementAt(const std::vector<double>& knots, double arc) {
  return static_cast<std::size_t>(std::upper_bound(knots.begin() + 1, knots.end() - 1, arc) - knots.begin()) -
         1;
}

// Evaluates frames along a rod. Keeps a reference to the shape.
class ShapeWalker {
 public:
  explicit ShapeWalker(const Shape& shape);
  ~ShapeWalker();

  Frame<double> at(double s);                       // straight beyond the ends
  std::size_t element() const { return element_; }  // of the last call

 private:
  void enter(std::size_t element, const Frame<double>& start);

  const Shape& shape_;
  std::size_t element_ = 0;
  Frame<double> start_;
  std::unique_ptr<class ElementWalker> walker_;  // in the element
};

// The frames at the knots.
std::vector<Frame<double>> knotFrames(const Shape& shape);

// The frame along `tangent` with n2 as close to `up` as possible; any n2 if `up` is zero or parallel.
Eigen::Matrix3d frameAlong(const Eigen::Vector3d& tangent, const Eigen::Vector3d& up);

// The shortest rotation from one direction onto another; for opposite directions about any axis across them.
Eigen::Matrix3d shortestTurn(const Eigen::Vector3d& from, const Eigen::Vector3d& to);

}  // namespace tendril::solver
