// One try at a step of a tree: foretell, solve, descend, rates, energy.
#include <algorithm>
#include <cmath>

#include "solver/kinematics/rotation_vector.h"
#include "solver/step/island_step.h"

namespace tendril::solver {

using Eigen::Quaterniond;

namespace {

Matrix3d turned(const Vector3d& by, const Matrix3d& axes) {
  return (turnBy(by) * Quaterniond(axes)).normalized().toRotationMatrix();
}

// rad, of an element in one iteration. Limp rods that turn more in one go land in crumpled minima.
constexpr double kMostTurn = 1;
constexpr double kGain = 1e-3;         // of the kinetic energy: more is no error of rounding or order
constexpr double kLeastPivot = 1e-14;  // of what is positive but for rounding

// One try.
class Stepper {
 public:
  Stepper(TreeWork& work, const Scene& scene, const StepSettings& settings)
      : in_(work), scene_(scene), settings_(settings), sweep_(work.sweep), count_(work.rods.size()) {
    second_ = settings.scheme == Scheme::smooth && work.pastStep > 0;
    ratio_ = second_ ? settings.dt / work.pastStep : 0;
    newton_.gamma = settings.dt * (1 + ratio_) / (1 + 2 * ratio_);
    newton_.gravity = scene.gravity;
    carried_ = ratio_ * ratio_ / (1 + 2 * ratio_);
  }

  bool run() {
    foretell();
    if (!in_.ties.empty() && in_.ties.looksBack(in_.held)) in_.keptNow = in_.keptPast = false;
    if (!findPoints()) return false;
    findAims();
    if (!in_.ties.empty()) {
      in_.ties.cut(true);
      const bool solved = solveTied();
      in_.ties.cut(false);
      if (!solved) return false;
    }
    if (in_.ties.empty() && !solveFree()) return false;
    findRates();
    if (!isFinite()) return false;
    for (std::size_t r = 0; r < count_; ++r) sweep_.rod(r).keep();
    if (second_ && !keepsEnergy()) {
      in_.keptNow = in_.keptPast = false;
      return false;
    }
    finish();
    return true;
  }

 private:
  bool solveFree() {
    double potential = 0;
    bool known = false;
    for (int i = 0; i < settings_.iterations; ++i) {
      if (!solve()) return false;
      ++in_.report.sweeps;
      change_ = largestTurn();
      const double change = change_;
      in_.report.change = change;
      if (!std::isfinite(change)) return false;
      const bool calm = change * change < settings_.tolerance;  // the next would be about that
      // so little needs no second look
      if (settings_.iterations == 1 || (calm && i == 0 && newton_.whole && drivesNoRoot())) {
        in_.there.poses = in_.placed.poses;
        advance(1);
        break;
      }
      if (!known) {
        double size = 0;
        potential = sweep_.potential(newton_, in_.placed.rates, size);
        known = true;
      }
      if (!descend(potential)) {
        if (i == 0) return false;
        break;
      }
      if (calm) break;
    }
    return true;
  }

  // With constraints: until their rows are 0, too. What is lowered is the potential and what rows cost.
  bool solveTied() {
    constexpr double kExact = 5e-10;  // of the size, rad
    constexpr double kEnough = 1e-9, kCalm = 0.05;
    constexpr int kMore = 24, kLast = 7;
    Ties& ties = in_.ties;
    ties.look();
    const double loose = std::sqrt(settings_.tolerance);
    const int most = settings_.iterations + kMore;
    for (int i = 0; i < most; ++i) {
      if (i == most - kLast) ties.freeze();
      if (!solveTiedOnce()) return false;
      ++in_.report.sweeps;
      change_ = largestTurn() + ties.largestTurn();  // NaN, too
      in_.report.change = change_;
      if (!std::isfinite(change_)) return false;
      descendTied();
      // what was done was so little that the next would be nothing
      if (change_ < loose && ties.settled() && ties.residual() < kExact) return true;
    }
    return ties.residual() < kEnough && change_ < kCalm;
  }

  bool solveTiedOnce() {
    Ties& ties = in_.ties;
    ties.weigh();
    sweep_.weigh(newton_);
    for (const bool whole : {true, false}) {
      if (whole && !curved_) continue;
      newton_.whole = curved_ = whole;
      sweep_.loadNewton(newton_, in_.placed.rates);
      ties.load(whole);
      if (!sweep_.eliminate(whole ? 0 : kLeastPivot)) continue;
      ties.solveRows();
      sweep_.forward(in_.still);
      ties.take();
      return true;
    }
    return false;
  }

  void descendTied() {
    Ties& ties = in_.ties;
    ties.keepPlace();
    in_.there.poses = in_.placed.poses;
    constexpr double kSmall = 0.3;  // rad: so far the step is believed
    double size = 0;
    const double whole = std::min(1.0, kMostTurn / std::max(change_, 1e-300));
    double before = 0;
    if (whole * change_ >= kSmall)
      before = sweep_.potential(newton_, in_.placed.rates, size) + ties.potential() + ties.penalty();
    for (double part = whole; part > 1e-3 * whole; part *= 0.5) {
      ties.advance(part);
      advance(part);
      ties.look();
      if (part * change_ < kSmall) return;
      double now = sweep_.potential(newton_, in_.placed.rates, size);
      now += ties.potential() + ties.penalty();
      if (now <= before + 1e-10 * size) return;
    }
  }

  // Where the motion so far leads to.
  void foretell() {
    const double gamma = newton_.gamma;
    for (std::size_t r = 0; r < count_; ++r) {
      const RodState &now = in_.now[r], &past = in_.past[r];
      Vectors &hat = in_.hat[r], &moved = in_.moved[r];
      if (second_)
        sweep_.rod(r).difference(past.pose, now.pose, carried_, hat);
      else
        std::fill(hat.begin(), hat.end(), Vector3d::Zero());
      for (std::size_t k = 0; k < moved.size(); ++k) {
        moved[k] = hat[k] + gamma * now.rates[k];
        if (second_) moved[k] += gamma * ratio_ * (now.rates[k] - past.rates[k]);
      }
      const double turn = sweep_.rod(r).largestTurn(moved);
      if (turn > kMostTurn)
        for (Vector3d& by : moved) by *= kMostTurn / turn;
      const SceneRod& rod = sweep_.description(r);
      if (isLed(rod)) goTowardsGoal(r);
      sweep_.rod(r).add(now.pose, moved, 1, in_.placed.poses[r]);
      if (rod.root == Root::held) in_.placed.poses[r].root = in_.targets[r].pose;
      if (rod.root == Root::free) foretellRoot(r);
    }
    findPlacedRates();
  }

  // What is locked.
  void goTowardsGoal(std::size_t r) {
    const Goal& goal = sweep_.description(r).goal;
    in_.gains.resize(in_.moved[r].size());
    sweep_.rod(r).difference(in_.now[r].pose, goal.shape, settings_.part, in_.gains);
    for (std::size_t k = 0; k < in_.gains.size(); ++k)
      if (goal.locked[k]) in_.moved[r][k] = in_.gains[k];
  }

  void foretellRoot(std::size_t r) {
    const RodState &now = in_.now[r], &past = in_.past[r];
    Vector3d velocity = now.velocity, spin = now.spin;
    in_.rootMovedHat[r] = in_.rootTurnedHat[r] = Vector3d::Zero();
    if (second_) {
      in_.rootMovedHat[r] = carried_ * (now.pose.root.position - past.pose.root.position);
      in_.rootTurnedHat[r] = carried_ * turnBetween(past.pose.root.axes, now.pose.root.axes);
      velocity += ratio_ * (now.velocity - past.velocity);
      spin += ratio_ * (now.spin - past.spin);
    }
    in_.rootMoved[r] = in_.rootMovedHat[r] + newton_.gamma * velocity;
    in_.rootTurned[r] = in_.rootTurnedHat[r] + newton_.gamma * spin;
    in_.placed.poses[r].root = {turned(in_.rootTurned[r], now.pose.root.axes),
                                now.pose.root.position + in_.rootMoved[r]};
  }

  // How the coordinates' formula says that they move.
  void findPlacedRates() {
    for (std::size_t r = 0; r < count_; ++r) {
      for (std::size_t k = 0; k < in_.moved[r].size(); ++k)
        in_.placed.rates[r][k] = (in_.moved[r][k] - in_.hat[r][k]) / newton_.gamma;
      if (sweep_.description(r).root == Root::held) in_.placed.roots[r] = in_.targets[r].motion;
      if (sweep_.description(r).root == Root::free)
        in_.placed.roots[r] = {(in_.rootTurned[r] - in_.rootTurnedHat[r]) / newton_.gamma,
                               (in_.rootMoved[r] - in_.rootMovedHat[r]) / newton_.gamma};
    }
  }

  // Where material points are at both states that the step comes from.
  bool findPoints() {
    bool allowed = true;
    for (std::size_t r = 0; r < count_; ++r) {
      allowed = sweep_.rod(r).allow(in_.now[r].pose, true) && allowed;
      if (second_) allowed = sweep_.rod(r).allow(in_.past[r].pose, false) && allowed;
      allowed = sweep_.rod(r).allow(in_.placed.poses[r], false) && allowed;
    }
    if (!allowed) return false;
    if (!sweep_.settle()) in_.keptNow = in_.keptPast = false;
    if (in_.keptNow && (in_.keptPast || !second_)) return true;
    if (second_) keep(in_.past);
    keep(in_.now);
    in_.keptNow = true;
    in_.keptPast = second_;
    return true;
  }

  void keep(const std::vector<RodState>& states) {
    for (std::size_t r = 0; r < count_; ++r) {
      in_.there.poses[r] = states[r].pose;
      in_.there.rates[r] = states[r].rates;
      in_.there.roots[r] = {states[r].spin, states[r].velocity};
    }
    sweep_.place(in_.there.poses);
    sweep_.move(in_.there.roots, in_.there.rates);
    for (std::size_t r = 0; r < count_; ++r) sweep_.rod(r).keep();
  }

  void findAims() {
    for (std::size_t r = 0; r < count_; ++r) sweep_.rod(r).aim(carried_, newton_.gamma);
    if (!in_.ties.empty())
      in_.ties.begin(in_.held, in_.heldTargets, newton_, carried_, second_, settings_.dt);
    sweep_.place(in_.placed.poses);
    sweep_.feel(scene_.wind, settings_.time);
    if (!second_) return;
    sweep_.move(in_.placed.roots, in_.placed.rates);
    sweep_.bias();
    for (std::size_t r = 0; r < count_; ++r) refineAim(r);
  }

  void refineAim(std::size_t r) {
    const RodState &now = in_.now[r], &past = in_.past[r];
    Vec6d root;
    if (sweep_.description(r).root == Root::hung) {
      root = sweep_.foretoldRoot(r);
    } else {
      const RootMotion& placed = in_.placed.roots[r];
      root << (placed.spin - now.spin - carried_ * (now.spin - past.spin)) / newton_.gamma,
          (placed.velocity - now.velocity - carried_ * (now.velocity - past.velocity)) / newton_.gamma;
    }
    in_.gains.resize(now.rates.size());
    for (std::size_t k = 0; k < now.rates.size(); ++k)
      in_.gains[k] =
          (in_.placed.rates[r][k] - now.rates[k] - carried_ * (now.rates[k] - past.rates[k])) / newton_.gamma;
    sweep_.rod(r).refineAim(newton_.gamma, root, in_.gains);
  }

  bool solve() {
    sweep_.weigh(newton_);
    for (const bool whole : {true, false}) {
      newton_.whole = whole;
      sweep_.loadNewton(newton_, in_.placed.rates);
      if (sweep_.solve(in_.still, whole ? 0 : kLeastPivot)) return true;
    }
    return false;
  }

  // No free root is blown away: turns alone do not tell.
  bool drivesNoRoot() const {
    for (std::size_t r = 0; r < count_; ++r) {
      const SceneRod& rod = sweep_.description(r);
      if (rod.root != Root::free || rod.drag.empty()) continue;
      const double way = sweep_.rootAcceleration(r).tail<3>().norm() / rod.arc.back();
      if (!(way * way < settings_.tolerance)) return false;
    }
    return true;
  }

  // That the sweep asks for, rad.
  double largestTurn() const {
    double most = 0;
    for (std::size_t r = 0; r < count_; ++r) {
      double turn = sweep_.rod(r).largestTurn(sweep_.rod(r).accelerations());
      if (!(turn <= most)) most = turn;  // NaN, too
      if (sweep_.description(r).root != Root::free) continue;
      turn = sweep_.rootAcceleration(r).head<3>().norm();
      if (!(turn <= most)) most = turn;
    }
    return most;
  }

  // A part of what the sweep found, from where it was found (`there`).
  void advance(double part) {
    for (std::size_t r = 0; r < count_; ++r) {
      const Pose& from = in_.there.poses[r];
      Pose& to = in_.placed.poses[r];
      sweep_.rod(r).add(from, sweep_.rod(r).accelerations(), part, to);
      sweep_.rod(r).difference(in_.now[r].pose, to, 1, in_.moved[r]);
      if (sweep_.description(r).root != Root::free) continue;
      const Vec6d& root = sweep_.rootAcceleration(r);
      to.root = {turned(part * root.head<3>(), from.root.axes), from.root.position + part * root.tail<3>()};
      in_.rootMoved[r] = to.root.position - in_.now[r].pose.root.position;
      in_.rootTurned[r] = turnBetween(in_.now[r].pose.root.axes, to.root.axes);
    }
    findPlacedRates();
    sweep_.place(in_.placed.poses);
  }

  // The whole of it, or less until the potential falls. False: it does not, to rounding, and nothing moved.
  bool descend(double& potential) {
    in_.there.poses = in_.placed.poses;
    const double whole = std::min(1.0, kMostTurn / std::max(change_, 1e-300));
    for (double part = whole; part > 1e-6 * whole; part *= 0.5) {
      advance(part);
      double size = 0;
      const double now = sweep_.potential(newton_, in_.placed.rates, size);
      if (now <= potential + 1e-12 * size) {
        potential = now;
        return true;
      }
    }
    advance(0);
    return false;
  }

  // The coordinates' own formula for rates would cost a step an order: rates are those that fit best what the
  // points did.
  void findRates() {
    sweep_.move(in_.placed.roots, in_.placed.rates);
    sweep_.loadRates(newton_);
    sweep_.solve(in_.still, kLeastPivot);
    for (std::size_t r = 0; r < count_; ++r) {
      const Vectors& change = sweep_.rod(r).accelerations();
      for (std::size_t k = 0; k < change.size(); ++k) in_.placed.rates[r][k] += change[k];
      if (sweep_.description(r).root != Root::free) continue;
      in_.placed.roots[r].spin += sweep_.rootAcceleration(r).head<3>();
      in_.placed.roots[r].velocity += sweep_.rootAcceleration(r).tail<3>();
    }
    sweep_.move(in_.placed.roots, in_.placed.rates);
  }

  bool isFinite() const {
    for (std::size_t r = 0; r < count_; ++r) {
      for (const Vector3d& rate : in_.placed.rates[r])
        if (!rate.allFinite()) return false;
      const auto& root = in_.placed.poses[r].root;
      if (!root.position.allFinite() || !root.axes.allFinite()) return false;
      if (!in_.placed.roots[r].both().allFinite()) return false;
    }
    return in_.ties.isFinite();
  }

  // A step gains no energy but what moving roots and the wind bring in. Whips that outrun the scheme do:
  // false. In air, where all motion dies, what little BDF2 adds at turning points is taken off the rates.
  bool keepsEnergy() {
    double before = 0, after = 0, kinetic = 0, still = 0, size = 0;
    bool air = false, closed = true;
    for (std::size_t r = 0; r < count_; ++r) {
      const SceneRod& rod = sweep_.description(r);
      double moving = 0;
      const double was = sweep_.rod(r).keptEnergy(true, in_.now[r].pose, newton_.gravity, moving);
      before += was + moving;
      kinetic += moving;
      moving = 0;
      const double is = sweep_.rod(r).keptEnergy(false, in_.placed.poses[r], newton_.gravity, moving);
      after += is + moving;
      kinetic += moving;
      still += moving;
      size += std::abs(was) + std::abs(is);
      const double driven = sweep_.rod(r).drivenWork(settings_.dt);
      before += driven;
      closed = closed && driven == 0;
      air = air || !rod.drag.empty();
      if (isLed(rod) || in_.ties.drives()) return true;  // nobody counts what that does
      for (const Pull& pull : rod.pulls)
        if (pull.damping > 0) return true;
      closed = closed && rod.root != Root::free;
      if (rod.root != Root::held) continue;
      // what its root does to it: known at the end alone, and so believed by half
      const Vec6d start = RootMotion{in_.now[r].spin, in_.now[r].velocity}.both(),
                  end = in_.targets[r].motion.both();
      const Vec6d motion = 0.5 * (start + end);
      closed = closed && start.isZero(0) && end.isZero(0);
      const Vec6d& wrench = sweep_.rod(r).rootWrench();
      before += settings_.dt * (wrench.dot(motion) + 0.5 * wrench.cwiseAbs().dot(motion.cwiseAbs()));
    }
    before += in_.ties.energy(true);
    after += in_.ties.energy(false);
    const double gain = after - before;
    // what rows are off by, and were, times their forces
    const double rows = in_.ties.empty() ? 0 : in_.ties.slack();
    if (!(gain <= kGain * kinetic + 1e-11 * size + rows)) return false;  // NaN, too
    if (!air || !closed || gain <= 0) return true;
    if (gain >= still) return gain <= 1e-11 * size;
    slowDown(std::sqrt(1 - gain / still));
    return true;
  }

  static bool isLed(const SceneRod& rod) {
    return std::any_of(rod.goal.locked.begin(), rod.goal.locked.end(),
                       [](std::uint8_t locked) { return locked; });
  }

  void slowDown(double factor) {
    for (Vectors& rates : in_.placed.rates)
      for (Vector3d& rate : rates) rate *= factor;
    sweep_.move(in_.placed.roots, in_.placed.rates);
    for (std::size_t r = 0; r < count_; ++r) sweep_.rod(r).keepAgain();
  }

  void finish() {
    if (settings_.keepMomentum && sweep_.description(0).root == Root::free && in_.ties.empty())
      giveMomentum();
    if (!in_.ties.empty()) in_.ties.finish(in_.held, in_.heldFound);
    std::swap(in_.past, in_.now);
    for (std::size_t r = 0; r < count_; ++r) {
      in_.now[r].pose = in_.placed.poses[r];
      in_.now[r].rates = in_.placed.rates[r];
      in_.now[r].velocity = in_.placed.roots[r].velocity;
      in_.now[r].spin = in_.placed.roots[r].spin;
    }
    in_.pastStep = settings_.dt;
    in_.keptPast = in_.keptNow;
    in_.keptNow = true;
  }

  // To a free tree, as a turn and a shift of the whole: what its momentum lacks. It changes by the impulse of
  // gravity and of forces at points (the mean of both ends), less what damps it.
  void giveMomentum() {
    const double damping = sweep_.description(0).massDamping;
    for (std::size_t r = 0; r < count_; ++r)  // else there is no closed form
      if (sweep_.description(r).massDamping != damping || !sweep_.description(r).pulls.empty() ||
          !sweep_.description(r).drag.empty())
        return;
    Momentum before, after;
    for (std::size_t r = 0; r < count_; ++r) {
      sweep_.rod(r).addMomentum(true, newton_.gravity, before);
      sweep_.rod(r).addMomentum(false, newton_.gravity, after);
    }
    const double left = std::exp(-damping * settings_.dt);
    const double dt = settings_.dt, turns = damping * dt;
    const double time = turns > 1e-5 ? -std::expm1(-turns) / damping : dt * (1 - 0.5 * turns);
    // turns about the centre of mass: its own way is no matter of theirs
    const auto centre = [](const Momentum& of) { return Vector3d(of.first / of.mass); };
    const auto angular = [&](const Momentum& of) {
      return Vector3d(of.angular - centre(of).cross(of.linear));
    };
    const auto torque = [&](const Momentum& of) { return Vector3d(of.torque - centre(of).cross(of.force)); };
    const Vector3d linearLack =
                       left * before.linear + 0.5 * time * (before.force + after.force) - after.linear,
                   angularLack = left * angular(before) + 0.5 * time * (torque(before) + torque(after)) -
                                 angular(after);
    const Vector3d c = centre(after);
    Matrix3d inertia = after.inertia + after.mass * c * c.transpose();
    inertia.diagonal().array() -= after.mass * c.squaredNorm();
    const Vector3d spin = inertia.ldlt().solve(angularLack), velocity = linearLack / after.mass;
    if (!spin.allFinite() || !velocity.allFinite()) return;
    RootMotion& root = in_.placed.roots[0];
    root.spin += spin;
    root.velocity += velocity + spin.cross(in_.placed.poses[0].root.position - c);
    // and the centre goes as such a force would carry it
    const double square = turns > 1e-5 ? (dt - time) / damping : dt * dt * (0.5 - turns / 6);
    const Vector3d way = (time * before.linear + 0.5 * square * (before.force + after.force)) / before.mass;
    in_.placed.poses[0].root.position += centre(before) + way - c;
    sweep_.place(in_.placed.poses);
    sweep_.move(in_.placed.roots, in_.placed.rates);
    for (std::size_t r = 0; r < count_; ++r) sweep_.rod(r).keepAgain();
  }

  TreeWork& in_;
  const Scene& scene_;
  const StepSettings& settings_;
  Sweep& sweep_;
  std::size_t count_;
  Newton newton_;
  double ratio_ = 0, carried_ = 0, change_ = 0;
  bool second_ = false;
  bool curved_ = true;  // where all second derivatives were positive once in this step
};

}  // namespace

bool tryStep(TreeWork& tree, const Scene& scene, const StepSettings& settings) {
  return Stepper(tree, scene, settings).run();
}

}  // namespace tendril::solver
