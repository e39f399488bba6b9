// Geometry for tests of drawing.
#pragma once

#include <cmath>

#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::test {

inline constexpr double kTurn = 6.283185307179586;

// A rod of one model with a history: it coils, rotates about x and moves.
inline Rod coil(Model model, int elements, double length) {
  Rod rod;
  rod.shape.model = model;
  turnRoot(rod, orientOf(Eigen::Matrix3d::Identity()));
  rod.shape.root.position = Eigen::Vector3d(0.1, 0.2, -0.3);
  for (int k = 0; k <= elements; ++k) {
    const double u = static_cast<double>(k) / elements;
    rod.shape.arc.push_back(length * u);
    const Eigen::Vector3d kappa = (kTurn / length) * Eigen::Vector3d(0.4, 1 + u, 0.3 * std::sin(7 * u));
    if (model == Model::chain)
      rod.shape.joints.push_back(
          Eigen::Quaterniond(Eigen::AngleAxisd(kappa.norm() * length / elements, kappa.normalized())));
    else
      rod.shape.kappa.push_back(kappa);
    rod.motion.rates.push_back(Eigen::Vector3d(0.2, -0.5, 0.1) / length);
  }
  rod.motion.velocity = Eigen::Vector3d(0.3, 0, 0.1);
  rod.motion.spin = Eigen::Vector3d(0.5, 0.2, 0);
  rod.rest = rod.shape;
  return rod;
}

inline Geometry geometryOf(const std::vector<Rod>& wanted, double radius) {
  Geometry g;
  std::vector<Rod> rods = wanted;
  for (std::size_t r = 0; r < rods.size(); ++r) {
    const std::size_t count = rods[r].shape.arc.size(), first = g.addPoints(count);
    std::vector<std::int32_t> points;
    for (std::size_t k = 0; k < count; ++k) points.push_back(static_cast<std::int32_t>(first + k));
    rods[r].primitive = g.addPrimitive(PrimitiveKind::polyline, points);
    rods[r].id = static_cast<std::int64_t>(r);
  }
  Attribute& pscale = g.add(Owner::point, "pscale", Storage::real32, 1);
  for (std::size_t i = 0; i < g.pointCount(); ++i) setTuple(pscale, i, radius);
  Attribute& model = g.addString(Owner::primitive, "rodmodel");
  for (std::size_t r = 0; r < rods.size(); ++r) model.setString(r, nameOf(rods[r].shape.model));
  writeRods(g, rods);
  return g;
}

// Adds a polyline through these points.
inline void addCurve(Geometry& g, const std::vector<Eigen::Vector3d>& places) {
  const std::size_t first = g.addPoints(places.size());
  std::vector<std::int32_t> points;
  for (std::size_t k = 0; k < places.size(); ++k) {
    setTuple(*g.find(Owner::point, "P"), first + k, places[k]);
    points.push_back(static_cast<std::int32_t>(first + k));
  }
  g.addPrimitive(PrimitiveKind::polyline, points);
}

}  // namespace tendril::test
