// Momentum of islands that nothing ties to the world: what the scheme and rounding lost is given back as a
// rigid motion.
//
// The scheme follows the points of a body that turns by a rad in a step with an error of the order of a^3.
// For a thin stick that is fatal: its axis would leave the plane across its angular momentum L, and the
// little that L has along the axis, divided by the tiny inertia about it, is its spin. So the body as a whole
// is turned to where Euler's equations lead, with its inertia J and the torque T as they change in its mean
// frame R,
//
//   P' = P x J^-1 P + T - d P,   R' = R [J^-1 P]x,   L = R P         d: mass damping
//
// and gets the rigid motion that L and the linear momentum then have. Torques are given in the mean frame,
// because those of drag turn with the body and have hardly any part along its axis.
//
// The mean rotation from the points x_0 to x_1 is that of least squares; its first-order condition is the
// midpoint rule for a frame in which the body has no angular momentum.
#include "solver/step/newton_step.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

namespace tendril::solver {

// A body's momentum about its centre of mass.
struct NewtonStep::Body {
  explicit Body(const Momentum& of)
      : mass(of.mass),
        centre(of.first / of.mass),
        linear(of.linear),
        angular(of.angular - centre.cross(of.linear)),
        torque(of.torque - centre.cross(of.force)),
        inertia(of.inertia + of.mass * centre * centre.transpose()) {
    inertia.diagonal().array() -= mass * centre.squaredNorm();
  }
  double mass;
  Vector3d centre, linear, angular, torque;
  Matrix3d inertia;
};

namespace {

constexpr double kTurnAtOnce = 0.1;  // rad, of Euler's equations
constexpr int kMostParts = 100;      // of a step
constexpr double kNoTurn = 1e-10;    // rad in a step: rounding
constexpr double kFar = 0.3;         // rad, and part of L that torques change in a step: half is corrected
constexpr double kLeastAxis = 0.05;  // of the largest inertia: in strong drag, axes of less are not corrected

// False: it turns by no more than rounding.
bool spins(const Matrix3d& inertia, const Vector3d& angular, double dt) {
  return dt * inertia.ldlt().solve(angular).norm() > kNoTurn;
}

// The rotation R that makes the trace of R^T `sum` largest.
Matrix3d nearestRotation(const Matrix3d& sum) {
  const Eigen::JacobiSVD<Matrix3d> svd(sum, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Matrix3d u = svd.matrixU();
  if (u.determinant() * svd.matrixV().determinant() < 0) u.col(2) *= -1;
  return u * svd.matrixV().transpose();
}

// A body that turns: rotation and angular momentum at the end of the step.
struct Turned {
  Matrix3d rotation;
  Vector3d angular;
};

// In the body's mean frame, at both ends of the step: linear in between.
struct TurningBody {
  Matrix3d inertia[2];
  Vector3d torque[2], angular;  // angular momentum at the start
  double damping, dt;           // 1/s, s

  // By Euler's equations, with momenta times exp(damping t); Runge-Kutta.
  Turned turn() const;

 private:
  struct Place {
    Eigen::Vector4d at;  // quaternion
    Vector3d momentum, angular;

    Place after(const Place& rate, double time) const {
      return {at + time * rate.at, momentum + time * rate.momentum, angular + time * rate.angular};
    }
    Eigen::Quaterniond rotation() const { return Eigen::Quaterniond(at).normalized(); }
  };
  Place rate(const Place& is, double part) const {
    const double grown = std::exp(damping * part * dt);
    const Matrix3d its = (1 - part) * inertia[0] + part * inertia[1];
    const Vector3d spin = its.ldlt().solve(is.momentum) / grown;
    const Vector3d acts = grown * ((1 - part) * torque[0] + part * torque[1]);
    const Eigen::Quaterniond half(0, 0.5 * spin[0], 0.5 * spin[1], 0.5 * spin[2]);
    return {(Eigen::Quaterniond(is.at) * half).coeffs(), is.momentum.cross(spin) + acts,
            is.rotation() * acts};
  }
};

Turned TurningBody::turn() const {
  const double turns = dt * inertia[0].ldlt().solve(angular).norm();
  const int parts = turns < kMostParts * kTurnAtOnce  // false for NaN
                        ? std::max(1, static_cast<int>(std::ceil(turns / kTurnAtOnce)))
                        : kMostParts;
  Place is{Eigen::Quaterniond::Identity().coeffs(), angular, angular};
  const double part = 1.0 / parts, h = dt * part;
  for (int i = 0; i < parts; ++i) {
    const double start = i * part;
    const Place a = rate(is, start), b = rate(is.after(a, 0.5 * h), start + 0.5 * part),
                c = rate(is.after(b, 0.5 * h), start + 0.5 * part), d = rate(is.after(c, h), start + part);
    is = is.after(a, h / 6).after(b, h / 3).after(c, h / 3).after(d, h / 6);
    is.at.normalize();
  }
  // so that R P is L to the last bit: P's part along the axis is what counts
  const Eigen::Quaterniond at = is.rotation();
  const Eigen::Quaterniond rest = Eigen::Quaterniond::FromTwoVectors(at * is.momentum, is.angular);
  return {(rest * at).normalized().toRotationMatrix(), std::exp(-damping * dt) * is.angular};
}

// How much of a correction counts whose size is `size` times what can be trusted.
double trust(double size) {
  const double square = size * size, fourth = square * square;
  return 1 / (1 + fourth * fourth);
}

// A body's axes; what it does about those of little inertia (thin rods about their own) is uncertain where
// torques are: parts of inertia below `floor` fade out.
class Axes {
 public:
  Axes(const Matrix3d& inertia, double floor) : axes_(inertia) {
    const Vector3d square = axes_.eigenvalues().cwiseAbs2();
    counts_ = square.array() / (square.array() + floor * floor * square[2]);
  }
  Vector3d faded(const Vector3d& turn) const {
    return axes_.eigenvectors() * counts_.cwiseProduct(axes_.eigenvectors().transpose() * turn);
  }
  Vector3d spinFor(const Vector3d& angular) const {
    const Vector3d along = axes_.eigenvectors().transpose() * angular;
    return axes_.eigenvectors() * counts_.cwiseProduct(along.cwiseQuotient(axes_.eigenvalues()));
  }

 private:
  Eigen::SelfAdjointEigenSolver<Matrix3d> axes_;
  Vector3d counts_;
};

}  // namespace

double NewtonStep::massDamping() const {
  return island_.trees_[0]->sweep.description(0).massDamping;
}

bool NewtonStep::isFree() const {
  if (!settings_.keepMomentum) return false;
  const double damping = massDamping();
  for (const Tree* tree : island_.trees_) {
    if (tree->sweep.description(0).root != Root::free) return false;
    for (std::size_t r = 0; r < tree->rods.size(); ++r) {
      const SceneRod& rod = tree->sweep.description(r);
      if (rod.massDamping != damping || !rod.targetSprings.empty()) return false;
    }
  }
  return true;
}

template <class F>
Momentum NewtonStep::sumOverRods(const F& f) const {
  Momentum sum;
  for (Tree* tree : island_.trees_)
    for (std::size_t r = 0; r < tree->rods.size(); ++r) f(*tree, tree->sweep.rod(r).results, sum);
  return sum;
}

// Both ends of the step, with the forces that act there.
std::array<Momentum, 2> NewtonStep::findMomenta() const {
  using When = ConstraintSolver::When;
  std::array<Momentum, 2> found;
  for (const bool start : {true, false}) {
    found[start ? 0 : 1] = sumOverRods([&](Tree& tree, const RodResults& of, Momentum& sum) {
      of.addMomentum(start, sum);
      of.addResultant(start, tree.terms.gravity, sum);
    });
    coupling_.addMomentum(start ? When::start : When::end, found[start ? 0 : 1]);
  }
  return found;
}

// The mean rotation of all points over the step.
Matrix3d NewtonStep::meanRotation(const Vector3d& from, const Vector3d& to, double mass) const {
  Matrix3d sum = -mass * to * from.transpose();
  for (const Tree* tree : island_.trees_)
    for (std::size_t r = 0; r < tree->rods.size(); ++r) tree->sweep.rod(r).results.addTurn(sum);
  coupling_.addTurn(sum);
  return nearestRotation(sum);
}

void NewtonStep::giveMomentum() {
  const auto [before, after] = findMomenta();
  const Body was(before), is(after);
  const double dt = settings_.dt, damping = massDamping();
  // the centre of mass, by the impulse of the mean force
  const double left = std::exp(-damping * dt), damped = damping * dt;
  const double time = damped > 1e-5 ? -std::expm1(-damped) / damping : dt * (1 - 0.5 * damped);
  const double square = damped > 1e-5 ? (dt - time) / damping : dt * dt * (0.5 - damped / 6);
  const Vector3d force = 0.5 * (before.force + after.force);
  Vector3d push = left * was.linear + time * force - is.linear,
           way = was.centre + (time * was.linear + square * force) / was.mass - is.centre;
  // forces that change fast (strong drag) are better known to the scheme
  const bool steady = std::all_of(island_.trees_.begin(), island_.trees_.end(),
                                  [](const Tree* tree) { return tree->forceTraits().isSteady; });
  if (!steady) {
    const double part =
        trust(dt * (after.force - before.force).norm() / (kFar * (is.linear - was.linear).norm() + 1e-300));
    push *= part;
    way *= part;
  }
  RigidMotion by;
  by.centre = is.centre;
  by.velocity = is.linear / is.mass;
  by.way = way;
  by.gain.velocity = push / is.mass;
  if (spins(was.inertia, was.angular, dt) || spins(is.inertia, is.angular, dt)) giveTurn(was, is, steady, by);
  if (by.gain.both().allFinite() && by.turn.allFinite() && by.way.allFinite()) move(by);
}

// Its rotation about the centre of mass.
void NewtonStep::giveTurn(const Body& was, const Body& is, bool steady, RigidMotion& by) const {
  const double dt = settings_.dt;
  const Matrix3d mean = meanRotation(was.centre, is.centre, is.mass);
  const TurningBody body{{was.inertia, mean.transpose() * is.inertia * mean},
                         {was.torque, mean.transpose() * is.torque},
                         was.angular,
                         massDamping(),
                         dt};
  const Turned turned = body.turn();
  const Vector3d lack = turnBetween(mean, turned.rotation);
  double part = trust(lack.norm() / kFar), floor = 0;
  if (!steady) {
    const double torque = dt * std::max(was.torque.norm(), is.torque.norm()) / (was.angular.norm() + 1e-300);
    part *= trust(torque / kFar);
    floor = kLeastAxis *
            std::min(1.0, torque + (body.inertia[1] - body.inertia[0]).norm() / body.inertia[0].norm());
  }
  by.turn = turnBy(part * Axes(is.inertia, floor).faded(lack)).toRotationMatrix();
  Vector3d angular = turned.angular - by.turn * is.angular;
  if (!steady) angular *= part;
  by.gain.spin = Axes(by.turn * is.inertia * by.turn.transpose(), floor).spinFor(angular);
}

void NewtonStep::move(const RigidMotion& by) {
  island_.each([&](Tree& tree) {
    by.apply(tree.current.poses[0].root, tree.current.roots[0]);
    tree.sweep.setPose(tree.current.poses);
    tree.sweep.setRates(tree.current.roots, tree.current.rates);
    for (std::size_t r = 0; r < tree.rods.size(); ++r) tree.sweep.rod(r).kinematics.replacePoints();
  });
  if (!coupling_.empty()) coupling_.move(by);
}

}  // namespace tendril::solver
