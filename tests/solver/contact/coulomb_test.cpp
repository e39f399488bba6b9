// Coulomb's law for one contact: random blocks satisfy it, and known cases come out.
#include "solver/contact/coulomb.h"

#include <gtest/gtest.h>

#include <random>

namespace tendril::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Matrix3d randomResponse(std::mt19937& dice) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> power(-3, 1);
  Matrix3d a;
  for (int i = 0; i < 9; ++i) a(i) = normal(dice);
  Matrix3d w = a * a.transpose();
  w.diagonal().array() += std::pow(10, power(dice));
  return w;
}

// How far a solution is from Coulomb's law, in parts of its size.
double violationOf(const Matrix3d& w, const Vector3d& b, double mu, const Vector3d& r) {
  const Vector3d u = w * r + b;
  const double force = r.norm() + 1e-300, way = b.norm();
  double off = std::max({-r[0] / force, -u[0] / way, std::abs(u[0]) / way * (r[0] > 0 ? 1 : 0)});
  const double grip = mu * r[0], held = r.tail<2>().norm();
  off = std::max(off, (held - grip) / force);
  if (held < grip * (1 - 1e-9)) return std::max(off, u.tail<2>().norm() / way);  // it sticks
  // it slides against the force
  const double along = u.tail<2>().norm();
  if (along > 0 && held > 0)
    off = std::max(off, (u.tail<2>() / along + r.tail<2>() / held).norm() * along / way);
  return off;
}

TEST(Coulomb, HoldsForRandomContacts) {
  std::mt19937 dice(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> friction(0, 1.5);
  int slides = 0, sticks = 0, opens = 0;
  for (int i = 0; i < 100000; ++i) {
    const Matrix3d w = randomResponse(dice);
    const Vector3d b(normal(dice), 3 * normal(dice), normal(dice));
    const double mu = i % 5 == 0 ? 0 : friction(dice);
    solver::CoulombContact contact;
    ASSERT_TRUE(contact.set(w, mu));
    const Vector3d r = contact.solve(b, 1e300);
    ASSERT_TRUE(r.allFinite());
    ASSERT_LT(violationOf(w, b, mu, r), 1e-8) << i;
    const Vector3d u = w * r + b;
    (r[0] == 0 ? opens : u.tail<2>().norm() > 1e-9 ? slides : sticks)++;
  }
  EXPECT_GT(slides, 10000);
  EXPECT_GT(sticks, 1000);
  EXPECT_GT(opens, 40000);
}

TEST(Coulomb, PointMassOnASlope) {
  solver::CoulombContact contact;
  ASSERT_TRUE(contact.set(2 * Matrix3d::Identity(), 0.5));
  EXPECT_TRUE(contact.solve({1, 3, 0}, 1e300).isZero(0));
  EXPECT_TRUE(contact.solve({-1, 0.4, 0}, 1e300).isApprox(Vector3d(0.5, -0.2, 0)));    // sticks
  EXPECT_TRUE(contact.solve({-1, 3, 4}, 1e300).isApprox(Vector3d(0.5, -0.15, -0.2)));  // slides
  EXPECT_TRUE(contact.solve({-1, 3, 4}, 0.1).isApprox(Vector3d(0.1, -0.03, -0.04)));   // limited
}

}  // namespace
}  // namespace tendril::test
