// Responses of a rod to contact forces, in whitened coordinates.
//
// eliminate() leaves the factors H = L D L^T, and each pivot D = G G^T. For three loads J^T at a point of the
// rod,
//
//   y = G^-1 L^-1 J^T        J_a H^-1 J_b^T = y_a^T y_b
//
// y has three numbers for each coordinate between the point and the root. Forces r change the solution by
// H^-1 J^T r = L^-T G^-T z, z = sum of y r, so a visit to a contact costs two passes over its y, and neither
// J H^-1 J^T nor another elimination is needed.
#pragma once

#include "solver/elements/rod_elimination.h"

namespace tendril::solver {

template <class E>
void RodEliminationOf<E>::respond(std::size_t element, const MotionMap& map, const Vector3d& place,
                                  ThreeLoads& loads, double* to) {
  constexpr std::size_t kFirst = kEnds == 2 ? 1 : 0;  // coordinate that the first element eliminates
  const Eigen::Index rows = 3 * static_cast<Eigen::Index>(respondingCoordinates(element));
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, 3>> y(to, rows, 3);
  typename E::Columns front = front_.setZero(kRows, 3);
  for (Eigen::Index c = 0; c < 3; ++c)
    E::addColumnLoad(map, place - p_.all[element].world.position, loads.col(c), c, front);
  for (std::size_t e = element + 1; e-- > 0;) {
    const Element& at = p_.all[e];
    const bool last = p_.isLocked(e + kFirst), first = kEnds == 2 && e == 0 && p_.isLocked(0);
    for (Eigen::Index c = 0; c < 3; ++c) {
      if (e < element) at.carry(at.end, c, front);
      Vector3d own, answer;
      at.eliminateColumn(at.end, last, first, c, front, own, answer);
      y.template block<3, 1>(3 * static_cast<Eigen::Index>(e + kFirst), c) =
          at.elimination.pivot().whiten(own);
    }
  }
  if constexpr (kEnds == 2)
    for (Eigen::Index c = 0; c < 3; ++c) {
      auto column = front.col(c);
      const Vector3d own = column.template segment<3>(6);
      y.template block<3, 1>(0, c) = root_.elimination.pivot().whiten(own);
      root_.elimination.solveBeside(column);
    }
  loads = front.template topRows<6>();
}

template <class E>
void RodEliminationOf<E>::applyResponse(const double* z) {
  constexpr std::size_t kFirst = kEnds == 2 ? 1 : 0;
  const auto at = [&](std::size_t k) { return Vector3d(z[3 * k], z[3 * k + 1], z[3 * k + 2]); };
  for (std::size_t e = 0; e < p_.all.size(); ++e) {
    auto& elimination = p_.all[e].elimination;
    elimination.addOffset(-elimination.pivot().unwhiten(at(e + kFirst)));
  }
  if constexpr (kEnds == 2) root_.elimination.addOffset(-root_.elimination.pivot().unwhiten(at(0)));
}

}  // namespace tendril::solver
