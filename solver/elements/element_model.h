// What a model of rods gives for one element (solver/models/<name>.cpp). World axes, SI units.
#pragma once

#include "solver/base/span.h"
#include "solver/elements/station.h"
#include "solver/scene/scene.h"

namespace tendril::solver {

using Vectors = std::vector<Vector3d>;

// Elastic energy of an element by its rates' coordinates, with that of a goal.
template <int Ends>
struct Elastic {
  using Vector = Eigen::Matrix<double, kRates<Ends>, 1>;
  using Matrix = Eigen::Matrix<double, kRates<Ends>, kRates<Ends>>;
  Vector gradient;
  Matrix stiffness;                // positive; damping is proportional to it
  Matrix goal = Matrix::Zero();    // stiffness of the goal's springs
  Matrix beyond = Matrix::Zero();  // rest of the Hessian
};

// Stiffness of a spring in parts of the rod's own, at an element's start and end.
struct SpringWeight {
  double start, end;
};

// Gradient and Hessian of a spring, in two parts: positive, and the rest.
template <int Ends>
struct SpringTerms {
  typename Elastic<Ends>::Vector& gradient;
  typename Elastic<Ends>::Matrix &stiffness, &beyond;
};

// S: what is kept of a station.
template <class S>
class ElementModel {
 public:
  static constexpr int kEnds = S::kEnds;
  using Rates = RateVector<kEnds>;
  virtual ~ElementModel() = default;

  // Number of pieces with their own quadrature points that a pose needs.
  virtual int pieces(const SceneRod& rod, const Pose& pose, std::size_t e) const = 0;
  // Stations at the quadrature points and at the end. `axes`: of the element's start; `bounds`: of the
  // pieces.
  virtual void stations(const SceneRod& rod, const Pose& pose, std::size_t e, const Matrix3d& axes,
                        Span<const double> bounds, S* at, Moving<S>& end) const = 0;
  // Velocity products of the stations, whose spins and rates are known.
  virtual void biases(const SceneRod& rod, const Pose& pose, std::size_t e, const Rates& eta,
                      Span<const double> bounds, const S* at, StationMotion* motion,
                      Moving<S>& end) const = 0;
  // The exact station at an arc length, with velocity products.
  virtual Moving<Station<kEnds>> stationAt(const SceneRod& rod, const Pose& pose, std::size_t e,
                                           const Matrix3d& axes, const Rates& eta, double s) const = 0;
  // Springs from the pose towards a shape, with the rod's own stiffness times `weight`.
  virtual void findSpring(const SceneRod& rod, const Pose& pose, std::size_t e, const Coordinates& shape,
                          const SpringWeight& weight, const SpringTerms<kEnds>& to) const = 0;
  virtual double springEnergy(const SceneRod& rod, const Pose& pose, std::size_t e, const Coordinates& shape,
                              const SpringWeight& weight) const = 0;  // J
  // The rest shape that balances this gradient in this pose.
  virtual void restFor(const SceneRod& rod, const Pose& pose, const Vectors& gradient,
                       Coordinates& rest) const = 0;
  // Rotation of an element by a change of coordinate k, rad.
  virtual double turnOfChange(const SceneRod& rod, std::size_t k, const Vector3d& by) const = 0;
};

}  // namespace tendril::solver
