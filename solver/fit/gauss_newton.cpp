// Damped Gauss-Newton (Levenberg-Marquardt) of the curve fit.
#include "solver/fit/gauss_newton.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "solver/fit/fit.h"
#include "solver/fit/normal_equations.h"

namespace tendril::solver::fit {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Least-squares system: distances of the points, and a small regularisation.
struct LeastSquares {
  MatrixXd matrix;
  VectorXd right;
  double cost = 0;
};

// Penalises the twist's angle over the rod; for a pose, its difference from the rest's twist.
void addCalm(LeastSquares& goal, const Normal& normal, const Shape& shape, const Aim& aim) {
  constexpr double kCalm = 1e-19, kChange = 1e-17, kRest = 3e-8, kPlacedCalm = 1e-8;
  constexpr Index kFew = 3;
  const double square = shape.length() * shape.length();
  const bool chasing = !aim.slides && normal.knots() > kFew;  // fits inflections by twist
  const double free = std::max(chasing ? kPlacedCalm : kCalm, aim.calm);
  const double calm = square * (aim.rest ? kRest / static_cast<double>(normal.knots()) : free);
  const auto twist = [&](Index k) {
    const std::size_t knot = static_cast<std::size_t>(k);
    return shape.kappa[knot][0] - (aim.rest ? aim.rest->kappa[knot][0] : 0.0);
  };
  for (Index k = 0; k < normal.knots(); ++k) {
    const Index a = normal.columnOf(k);
    goal.matrix(a, a) += calm;
    goal.right[a] -= calm * twist(k);
    goal.cost += calm * twist(k) * twist(k);
    if (k == 0) continue;
    const Index b = normal.columnOf(k - 1);
    const double change = square * kChange, difference = twist(k) - twist(k - 1);
    goal.matrix(a, a) += change;
    goal.matrix(b, b) += change;
    goal.matrix(a, b) -= change;
    goal.matrix(b, a) -= change;
    goal.right[a] -= change * difference;
    goal.right[b] += change * difference;
    goal.cost += change * difference * difference;
  }
}

// Fixes unknowns.
void freeze(LeastSquares& goal, Index from, Index count) {
  goal.matrix.middleRows(from, count).setZero();
  goal.matrix.middleCols(from, count).setZero();
  goal.matrix.diagonal().segment(from, count).setOnes();
  goal.right.segment(from, count).setZero();
}

void formGoal(LeastSquares& goal, const Normal& normal, const Shape& shape, const Aim& aim) {
  goal.matrix = normal.matrix();
  goal.right = normal.right();
  goal.cost = normal.cost();
  addCalm(goal, normal, shape, aim);
  if (aim.rest) freeze(goal, kScale, 1);
  if (aim.rigid) freeze(goal, kFirstKnot, 3 * normal.knots());
  if (!aim.held) return;
  freeze(goal, 0, kTurns);
  if (layoutOf(shape.model) != Layout::knots) return;
  // a scale would change the first curvature, so compensate
  const Index first = normal.columnOf(0);
  const Eigen::Vector3d& kappa = shape.kappa.front();
  goal.matrix.col(kScale) += goal.matrix.middleCols<3>(first) * kappa;
  goal.matrix.row(kScale) += (kappa.transpose() * goal.matrix.middleRows<3>(first)).eval();
  goal.right[kScale] += kappa.dot(goal.right.segment<3>(first));
  freeze(goal, first, 3);
}

// An upper bound of the angle by which a step turns the rod's end.
double angleOf(const Shape& shape, const Normal& normal, const VectorXd& step) {
  double angle = step.head<kTurns>().norm() + std::abs(step[kScale]);
  for (std::size_t e = 0; e < shape.elements(); ++e)
    angle +=
        step.segment<3>(normal.columnOf(static_cast<Index>(e))).norm() * (shape.arc[e + 1] - shape.arc[e]);
  return angle;
}

// Moves every point's arc length by the predicted slide. The last one stays at the rod's end, except for a
// pose, whose length is fixed.
void slide(Track& track, const std::vector<double>& slides, double scale, double length, const Aim& aim) {
  const std::size_t last = track.points.size() - 1;
  double before = 0;  // arc length of the point before
  for (std::size_t i = 1; i <= last; ++i) {
    const double s = track.arc[i] * scale, gap = s - before;
    before = s;
    const double room = i < last ? track.arc[i + 1] * scale - s : length - s;
    if (!aim.slides) {
      track.arc[i] = s;
    } else if (i < last) {
      const double free = 0.45 * (aim.rest ? 1 : std::min(gap, room));
      track.arc[i] = s + (aim.rest ? std::clamp(slides[i], -0.45 * gap, 0.45 * room)
                                   : std::clamp(slides[i], -free, free));
    } else {
      track.arc[i] = aim.rest ? s + std::clamp(slides[i], -0.45 * gap, std::max(room, 0.0)) : length;
    }
  }
}

}  // namespace

Outcome improve(Shape& shape, Track& track, const Aim& aim, int most) {
  constexpr double kPerfect = 1e-16;                    // below the precision of floats
  constexpr double kLargestStep = 2.0;                  // rad
  const double settledChange = aim.rest ? 1e-4 : 0.05;  // poses must agree from frame to frame
  constexpr double kLeastDamping = 1e-8;
  // a rod that cannot represent the curve must not shrink to a point or coil up
  const double shortest = 0.5 * shape.length(), longest = 1.2 * shape.length();
  double damping = aim.slides ? 1e-3 : 1e-2, growth = 4;
  Normal here(shape, track.points.size()), there = here;
  here.linearise(shape, track, aim);
  LeastSquares goal, next;
  formGoal(goal, here, shape, aim);
  Eigen::LLT<MatrixXd> solver(goal.matrix.rows());
  MatrixXd damped;
  VectorXd step;
  std::vector<double> slides;
  Shape tried = shape;
  Track triedTrack = track;
  int iteration = 0, calm = 0;
  if (goal.cost < kPerfect) return {0, goal.cost};
  for (int failures = 0; iteration < most && failures < 6; ++iteration) {
    if (track.stop && (*track.stop)()) throw Stopped();
    damped = goal.matrix;
    damped.diagonal() *= 1 + damping;
    damped.diagonal().array() += 1e-15 * damped.diagonal().maxCoeff();
    solver.compute(damped);
    step = goal.right;
    solver.solveInPlace(step);
    if (aim.held && layoutOf(shape.model) == Layout::knots)
      step.segment<3>(here.columnOf(0)) = step[kScale] * shape.kappa.front();
    const bool solved = solver.info() == Eigen::Success && step.allFinite();
    if (solved) {
      const double angle = angleOf(shape, here, step);
      if (angle > kLargestStep) step *= kLargestStep / angle;
      step[kScale] = std::clamp(step[kScale], shortest / shape.length() - 1, longest / shape.length() - 1);
      tried = shape;
      triedTrack = track;
      here.move(step, tried);
      if (aim.slides) here.slides(step, slides);
      slide(triedTrack, slides, 1 + step[kScale], tried.length(), aim);
      there.linearise(tried, triedTrack, aim);
      formGoal(next, there, tried, aim);
    }
    if (!solved || !(next.cost < goal.cost)) {
      damping = std::max(damping, kLeastDamping) * growth;
      growth *= 2;
      ++failures;
      continue;
    }
    const double gain = goal.cost - next.cost, foretold = step.dot(goal.right);
    // far from the points elements cannot follow, and a small gain ends the iteration; close to them a damped
    // step may gain little on the way to a good fit
    constexpr double kClose = 1e-8, kCloseChange = 2e-3;
    const double enough = std::min(next.cost < kClose ? kCloseChange : 1, settledChange);
    calm = gain < enough * goal.cost ? calm + 1 : 0;
    const bool settled = calm >= (aim.rest || next.cost < kClose ? 2 : 1) || next.cost < kPerfect;
    // a good prediction lowers the damping; along curved valleys it stays
    damping *= gain > 0.9 * foretold ? 0.1 : gain > 0.5 * foretold ? 0.3 : 1;
    growth = 4;
    std::swap(shape, tried);
    std::swap(track, triedTrack);
    std::swap(here, there);
    std::swap(goal, next);
    failures = 0;
    if (settled) break;
  }
  return {iteration, goal.cost};
}

double largestMiss(const Shape& shape, const Track& track, std::vector<double>* byElement) {
  double largest = 0;
  if (byElement) byElement->assign(shape.elements(), 0.0);
  std::size_t e = 0;
  eachFrame(shape, track.arc, [&](std::size_t i, const Frame<double>& frame) {
    const double miss = (frame.position - track.points[i]).norm();
    while (e + 1 < shape.elements() && track.arc[i] > shape.arc[e + 1]) ++e;
    if (byElement) (*byElement)[e] = std::max((*byElement)[e], miss);
    largest = std::max(largest, miss);
  });
  return largest;
}

}  // namespace tendril::solver::fit
