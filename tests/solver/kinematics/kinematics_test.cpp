// Quadrature, rotations, helix and clothoid against independent computations.
#include <gtest/gtest.h>

#include <random>

#include "solver/kinematics/series.h"
#include "tests/support/derivative.h"
#include "tests/support/tolerances.h"

namespace tendril::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

// ---- quadrature

template <int N>
void expectGauss() {
  constexpr auto& g = kGauss<N>;
  for (int degree = 0; degree < 2 * N; ++degree) {
    double sum = 0;
    for (int k = 0; k < N; ++k) sum += g.weight[k] * std::pow(g.point[k], degree);
    EXPECT_NEAR(sum, 1.0 / (degree + 1), kRounding) << N << " points, degree " << degree;
  }
  for (int degree = 0; degree < N; ++degree)
    for (int k = 0; k < N; ++k) {
      double sum = 0;
      for (int j = 0; j < N; ++j) sum += g.upTo[k][j] * std::pow(g.point[j], degree);
      EXPECT_NEAR(sum, std::pow(g.point[k], degree + 1) / (degree + 1), kRounding);
    }
}

TEST(Quadrature, IntegratesPolynomials) {
  expectGauss<1>();
  expectGauss<2>();
  expectGauss<3>();
  expectGauss<4>();
  expectGauss<6>();
  expectGauss<8>();
  expectGauss<10>();
  expectGauss<12>();
}

// ---- rotation

TEST(Rotation, SineAndCosine) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> far(-1000, 1000), near(-8, 8);
  for (int i = 0; i < 100000; ++i) {
    const double x = i % 2 ? far(random) : near(random);
    const auto [s, c] = sinCos(x);
    ASSERT_NEAR(s, std::sin(x), 3e-16) << x;
    ASSERT_NEAR(c, std::cos(x), 3e-16) << x;
  }
  for (int quarter = -8; quarter <= 8; ++quarter) {
    const double x = quarter * 1.5707963267948966;
    EXPECT_NEAR(sinCos(x).sin, std::sin(x), 3e-16);
    EXPECT_NEAR(sinCos(x).cos, std::cos(x), 3e-16);
  }
}

TEST(Rotation, SincFamilyInLongDouble) {
  for (double a = 1e-9; a < 60; a *= 1.37) {
    const long double x = static_cast<long double>(a) * a;
    // Taylor series in long double are the reference while they keep digits; beyond, closed forms do
    long double c[5];
    for (int k = 0; k < 5; ++k) {
      long double term = 1, sum = 0;
      for (int i = 1; i <= k + 1; ++i) term /= i;
      for (int j = 0; j < 60; ++j) {
        sum += term;
        term *= -x / ((2 * j + k + 2) * static_cast<long double>(2 * j + k + 3));
      }
      c[k] = sum;
    }
    if (a > 3) {
      const long double l = a;
      c[0] = std::sin(l) / l, c[1] = (1 - std::cos(l)) / x, c[2] = (1 - c[0]) / x, c[3] = (0.5L - c[1]) / x;
      c[4] = (1.0L / 6 - c[2]) / x;
    }
    const SincFamily<double> f = sincFamily(a * a);
    const double found[] = {f.c0, f.c1, f.c2, f.c3, f.c4};
    const double size[] = {1, 0.5, 1.0 / 6, 1.0 / 24, 1.0 / 120};
    for (int k = 0; k < 5; ++k)
      EXPECT_NEAR(found[k], static_cast<double>(c[k]), 4e-16 * size[k] * 4) << "c" << k << " at " << a;
  }
}

TEST(Helix, AxesAreOrthonormalAndHalvesCompose) {
  const Vector3d kappa(3, -20, 7);
  const Frame<double> there = helixFrame(kappa, 0.7), half = helixFrame(kappa, 0.35), twice = half * half;
  EXPECT_LT((there.axes.transpose() * there.axes - Matrix3d::Identity()).norm(), kRounding);
  EXPECT_LT((there.axes - twice.axes).norm(), 4 * kRounding);
  EXPECT_LT((there.position - twice.position).norm(), kRounding);
}

TEST(Helix, SmallCurvatureIsAccurate) {
  // a straight line, and no jump on the way there
  EXPECT_EQ(helixFrame(Vector3d(0, 0, 0), 2.0).position, Vector3d(2, 0, 0));
  for (double k = 1e-12; k < 3; k *= 3) {
    const Frame<double> f = helixFrame(Vector3d(0, 0, k), 1.0);  // a circle
    EXPECT_NEAR(f.position[0], std::sin(k) / k, kRounding);
    EXPECT_NEAR(f.position[1], 2 * std::pow(std::sin(k / 2), 2) / k, kRounding);
  }
}

VectorXd poseOf(const Frame<double>& f) {
  VectorXd v(12);
  v << f.position, Eigen::Map<const Eigen::Matrix<double, 9, 1>>(f.axes.data());
  return v;
}

// d(axes) = [turn dkappa]x axes
Eigen::MatrixXd poseDerivative(const Frame<double>& f, const std::vector<FrameDerivative<double>>& parts) {
  Eigen::MatrixXd jacobian(12, static_cast<Eigen::Index>(3 * parts.size()));
  for (std::size_t k = 0; k < parts.size(); ++k)
    for (int c = 0; c < 3; ++c) {
      const Matrix3d axes = crossMatrix<double>(parts[k].turn.col(c)) * f.axes;
      jacobian.col(static_cast<Eigen::Index>(3 * k) + c) << parts[k].shift.col(c),
          Eigen::Map<const Eigen::Matrix<double, 9, 1>>(axes.data());
    }
  return jacobian;
}

TEST(Helix, DerivativeEqualsDifferences) {
  for (const Vector3d& kappa :
       {Vector3d(3, -20, 7), Vector3d(0.1, 0.2, 0.05), Vector3d(0, 1e-4, 0), Vector3d(40, 1, 2)}) {
    const double s = 0.4;
    expectDerivative([&](const VectorXd& k) { return poseOf(helixFrame<double>(k, s)); }, kappa,
                     poseDerivative(helixFrame(kappa, s), {helixDerivative(kappa, s)}), 1 / s);
  }
}

// ---- clothoid

// Long double Runge-Kutta of fourth order with Richardson's extrapolation: slow, independent.
Frame<double> bySteps(const Clothoid<double>& c, int steps) {
  using V = Eigen::Matrix<long double, 3, 4>;  // axes and position
  const auto rate = [&](const V& y, long double s) {
    const Eigen::Matrix<long double, 3, 1> k =
        c.start.cast<long double>() + (c.end - c.start).cast<long double>() * (s / c.length);
    V d;
    d.col(0) = y.col(1) * k[2] - y.col(2) * k[1];
    d.col(1) = y.col(2) * k[0] - y.col(0) * k[2];
    d.col(2) = y.col(0) * k[1] - y.col(1) * k[0];
    d.col(3) = y.col(0);
    return d;
  };
  const auto run = [&](int n) {
    V y = V::Zero();
    y.leftCols<3>().setIdentity();
    const long double h = static_cast<long double>(c.length) / n;
    for (int i = 0; i < n; ++i) {
      const long double s = h * i;
      const V a = rate(y, s), b = rate(y + a * (h / 2), s + h / 2), d = rate(y + b * (h / 2), s + h / 2),
              e = rate(y + d * h, s + h);
      y += (a + 2 * b + 2 * d + e) * (h / 6);
    }
    return y;
  };
  const V fine = run(2 * steps), coarse = run(steps);
  const Eigen::Matrix<double, 3, 4> y = (fine + (fine - coarse) / 15).cast<double>();
  return {y.leftCols<3>(), y.col(3)};
}

const Clothoid<double> kCurly = {Vector3d(5, 60, -10), Vector3d(-3, 20, 90), 1.0};
const Clothoid<double> kGentle = {Vector3d(0.5, 1, -1), Vector3d(0.1, -2, 0.4), 0.3};
const Clothoid<double> kTwisted = {Vector3d(100, 0.1, 0), Vector3d(-100, 0, 2), 1.0};
const Clothoid<double> kStraight = {Vector3d(0, 0, 0), Vector3d(0, 0, 0), 2.0};

TEST(ClothoidSeries, EqualsRungeKuttaIntegration) {
  for (const Clothoid<double>& c : {kCurly, kGentle, kTwisted, kStraight}) {
    const Frame<double> found = clothoidEnd(c), expected = bySteps(c, 20000);
    EXPECT_LT((found.position - expected.position).norm(), kSeries * c.length);
    EXPECT_LT((found.axes - expected.axes).norm(), kSeries * 3);
    EXPECT_LT((found.axes.transpose() * found.axes - Matrix3d::Identity()).norm(), kSeries);
  }
}

TEST(ClothoidSeries, WalkerAgreesAtEveryPoint) {
  ClothoidWalker<double> walker(kCurly);
  EXPECT_GT(walker.pieces(), 5);
  for (int i = 0; i <= 50; ++i) {
    const double s = kCurly.length * i / 50;
    const Clothoid<double> part = {kCurly.start, kCurly.at(s), s > 0 ? s : 1e-300};
    const Frame<double> found = walker.at(s), expected = clothoidEnd(part);
    EXPECT_LT((found.position - expected.position).norm(), kSeries);
    EXPECT_LT((found.axes - expected.axes).norm(), 3 * kSeries);
  }
}

// In the plane the angle is a quadratic and the position a Fresnel integral.
TEST(ClothoidSeries, PlanarSpiralIsTheFresnelIntegral) {
  const Clothoid<double> c = {Vector3d(0, 0, 4), Vector3d(0, 0, 30), 1.5};
  const auto angle = [&](double s) { return 4 * s + 0.5 * 26 / 1.5 * s * s; };
  Vector3d expected(0, 0, 0);
  for (int piece = 0; piece < 60; ++piece)
    for (int k = 0; k < 10; ++k) {
      const double s = 1.5 / 60 * (piece + kGauss<10>.point[k]), w = 1.5 / 60 * kGauss<10>.weight[k];
      expected += w * Vector3d(std::cos(angle(s)), std::sin(angle(s)), 0);
    }
  EXPECT_LT((clothoidEnd(c).position - expected).norm(), kSeries);
}

TEST(ClothoidSeries, ConstantCurvatureIsAHelix) {
  const Vector3d kappa(12, -30, 8);
  const Frame<double> found = clothoidEnd<double>({kappa, kappa, 0.9}), expected = helixFrame(kappa, 0.9);
  EXPECT_LT((found.position - expected.position).norm(), kSeries);
  EXPECT_LT((found.axes - expected.axes).norm(), kSeries);
}

TEST(ClothoidSeries, DerivativeEqualsDifferences) {
  for (const Clothoid<double>& c : {kCurly, kGentle, kTwisted, kStraight}) {
    const double s = 0.8 * c.length;
    const auto pose = [&](const VectorXd& k) {
      ClothoidWalker<double> walker({k.head<3>(), k.tail<3>(), c.length});
      return poseOf(walker.at(s));
    };
    VectorXd x(6);
    x << c.start, c.end;
    const ClothoidDerivative<double> d = clothoidDerivative(c, s);
    expectDerivative(pose, x, poseDerivative(d.frame, {d.start, d.end}), 1 / c.length);
  }
}

// ---- lanes

template <int N>
Clothoid<Lanes<N>> packed(const Clothoid<double>* rods) {
  Clothoid<Lanes<N>> all;
  for (int i = 0; i < N; ++i)
    for (int c = 0; c < 3; ++c) {
      all.start[c].lane[i] = rods[i].start[c];
      all.end[c].lane[i] = rods[i].end[c];
      all.length.lane[i] = rods[i].length;
    }
  return all;
}

// Everything that the kernels compute for lane i.
template <int N>
std::vector<double> kinematicsOf(const Clothoid<Lanes<N>>& rods, int i) {
  using L = Lanes<N>;
  std::vector<double> all;
  const auto add = [&](const auto& matrix) {
    for (Eigen::Index k = 0; k < matrix.size(); ++k) all.push_back(matrix.data()[k].lane[i]);
  };
  const Frame<L> end = clothoidEnd(rods), helix = helixFrame<L>(rods.start, rods.length);
  const ClothoidDerivative<L> d = clothoidDerivative<L>(rods, rods.length * L(0.6));
  const FrameDerivative<L> h = helixDerivative<L>(rods.end, rods.length);
  for (const Frame<L>& frame : {end, helix, d.frame}) add(frame.position), add(frame.axes);
  for (const FrameDerivative<L>& part : {d.start, d.end, h}) add(part.turn), add(part.shift);
  return all;
}

// Rods of one series size in lanes give the very bits that each gives alone.
TEST(KinematicsInLanes, EqualBitForBit) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> u(-1, 1);
  Clothoid<double> rods[8];
  for (Clothoid<double>& rod : rods) {
    const Vector3d axis = Vector3d(u(random), u(random), u(random)).normalized();
    rod = {axis * 32, axis * 20 + Vector3d(u(random), u(random), u(random)), 0.5};
  }
  const auto pack = packed<8>(rods);
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(series::sizeFor(rods[i]) == series::sizeFor(pack));
    const std::vector<double> alone = kinematicsOf<1>(packed<1>(rods + i), 0);
    EXPECT_GT(alone.size(), 80u);
    EXPECT_EQ(alone, kinematicsOf<8>(pack, i));
    const Frame<double> asDouble = clothoidEnd(rods[i]);
    EXPECT_NEAR(alone[0], asDouble.position[0], kRounding);
  }
}

}  // namespace
}  // namespace tendril::test
