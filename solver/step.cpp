// One step in time.
#include "solver/step.h"

#include <algorithm>
#include <cmath>

#include "solver/rotations.h"

namespace tendril {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Lists = std::vector<std::vector<Vector3d>>;  // of coordinates, by rods

struct Work::Inside {
  explicit Inside(const Scene& scene)
      : sweep(scene), still(scene.rods.size(), Vec6d::Zero()), targets(scene.rods.size()) {}

  Sweep sweep;
  std::vector<Vec6d> still;    // held roots do not move within a step: they are at its end from the beginning
  std::vector<Vec6d> targets;  // how they move there
  Placement placed;
  // since the step's start, and what of that is carried on from the step before: coordinates; roots, in the
  // world
  Lists moved, hat;
  std::vector<Vector3d> rootMoved, rootTurned, rootMovedHat, rootTurnedHat;
};

Work::Work(const Scene& scene) : inside_(std::make_unique<Inside>(scene)) {}
Work::~Work() = default;

// The numbers of one try.
class Stepper {
 public:
  Stepper(const Scene& scene, State& state, Work& work, const StepSettings& settings)
      : scene_(scene), state_(state), in_(*work.inside_), settings_(settings) {
    second_ = settings.scheme == Scheme::smooth && !state.past.empty() && state.pastStep > 0;
    const double ratio = second_ ? settings.dt / state.pastStep : 0;
    ratio_ = ratio;
    newton_.gamma = settings.dt * (1 + ratio) / (1 + 2 * ratio);
    newton_.gravity = scene.gravity;
    carried_ = ratio * ratio / (1 + 2 * ratio);
  }

  // False: the state is as it was.
  bool run(Report& report) {
    begin();
    double before = settings_.iterations > 1 ? potentialHere() : 0;
    for (int i = 0; i < settings_.iterations; ++i) {
      if (!solve()) return false;
      ++report.sweeps;
      report.change = changeOf();
      if (!std::isfinite(report.change)) return false;
      if (settings_.iterations == 1) {
        advance(1);
        break;
      }
      if (!descend(before)) return i > 0;
      if (report.change * report.change < settings_.tolerance) break;  // the next would be about that
    }
    return finish();
  }

 private:
  std::size_t count() const { return scene_.rods.size(); }

  void begin() {
    const std::size_t n = count();
    for (auto* list : {&in_.moved, &in_.hat, &in_.placed.rates}) list->assign(n, {});
    for (auto* list : {&in_.rootMoved, &in_.rootTurned, &in_.rootMovedHat, &in_.rootTurnedHat})
      list->assign(n, Vector3d::Zero());
    in_.placed.poses.resize(n);
    in_.placed.roots.resize(n);
    for (std::size_t r = 0; r < n; ++r) beginRod(r);
    for (std::size_t r = 0; r < n; ++r) {
      in_.sweep.rod(r).allow(state_.rods[r].pose, true);
      if (second_) in_.sweep.rod(r).allow(state_.past[r].pose, false);
    }
    placeAll();
    for (std::size_t r = 0; r < n; ++r) in_.sweep.rod(r).allow(in_.placed.poses[r], false);
    keepAims();
    placeAll();
    if (second_) refineAims();
  }

  void refineAims() {
    for (std::size_t r = 0; r < count(); ++r) {
      const RodState& now = state_.rods[r];
      const RodState& past = state_.past[r];
      const SceneRod& rod = scene_.rods[r];
      Vec6d root;
      if (rod.root == Root::hung) {
        root = in_.sweep.rod(static_cast<std::size_t>(rod.parent)).foretoldAt(in_.sweep.hook(r));
      } else {
        const Vector3d spin = now.spin + carried_ * (now.spin - past.spin),
                       velocity = now.velocity + carried_ * (now.velocity - past.velocity);
        root = RootMotion{(in_.placed.roots[r].spin - spin) / newton_.gamma,
                          (in_.placed.roots[r].velocity - velocity) / newton_.gamma}
                   .in(in_.placed.poses[r].root.axes);
      }
      std::vector<Vector3d> accelerations;
      for (std::size_t k = 0; k < now.rates.size(); ++k)
        accelerations.push_back(
            (in_.placed.rates[r][k] - now.rates[k] - carried_ * (now.rates[k] - past.rates[k])) /
            newton_.gamma);
      in_.sweep.rod(r).refineAim(newton_.gamma, root, accelerations);
    }
  }

  void beginRod(std::size_t r) {
    const RodState& now = state_.rods[r];
    const std::size_t m = now.rates.size();
    std::vector<Vector3d>&hat = in_.hat[r], &moved = in_.moved[r];
    hat.assign(m, Vector3d::Zero());
    moved.assign(m, Vector3d::Zero());
    in_.placed.rates[r].assign(m, Vector3d::Zero());
    // where the motion so far leads to
    for (std::size_t k = 0; k < m; ++k) moved[k] = newton_.gamma * now.rates[k];
    in_.rootMoved[r] = newton_.gamma * now.velocity;
    in_.rootTurned[r] = newton_.gamma * now.spin;
    if (!second_) return;
    const RodState& past = state_.past[r];
    for (std::size_t k = 0; k < m; ++k) {
      hat[k] = carried_ * difference(r, past.pose, now.pose, k);
      moved[k] += hat[k] + newton_.gamma * ratio_ * (now.rates[k] - past.rates[k]);
    }
    in_.rootMovedHat[r] = carried_ * (now.pose.root.position - past.pose.root.position);
    in_.rootTurnedHat[r] = carried_ * turnBetween(past.pose.root.axes, now.pose.root.axes);
    in_.rootMoved[r] += in_.rootMovedHat[r] + newton_.gamma * ratio_ * (now.velocity - past.velocity);
    in_.rootTurned[r] += in_.rootTurnedHat[r] + newton_.gamma * ratio_ * (now.spin - past.spin);
  }

  Vector3d difference(std::size_t r, const Pose& from, const Pose& to, std::size_t k) const {
    return scene_.rods[r].model == Model::chain ? turnOf(from.joints[k].conjugate() * to.joints[k])
                                                : Vector3d(to.kappa[k] - from.kappa[k]);
  }
  static Vector3d turnBetween(const Matrix3d& from, const Matrix3d& to) {
    return turnOf(Quaterniond(Matrix3d(to * from.transpose())));
  }

  // Where points were and how they moved, and so where they aim to.
  void keepAims() {
    const auto keep = [&](int slot, const std::vector<RodState>& rods) {
      Placement then = placementOf(rods);
      in_.sweep.place(then);
      for (std::size_t r = 0; r < count(); ++r) in_.sweep.rod(r).keep(slot);
    };
    if (second_) keep(0, state_.past);
    keep(1, state_.rods);
    for (std::size_t r = 0; r < count(); ++r) in_.sweep.rod(r).aim(carried_, newton_.gamma);
  }

  // Everything where `moved` says.
  void placeAll() {
    for (std::size_t r = 0; r < count(); ++r) {
      const RodState& now = state_.rods[r];
      const SceneRod& rod = scene_.rods[r];
      Pose& at = in_.placed.poses[r];
      at.kappa.resize(now.pose.kappa.size());
      at.joints.resize(now.pose.joints.size());
      for (std::size_t k = 0; k < in_.moved[r].size(); ++k) {
        if (rod.model == Model::chain)
          at.joints[k] = now.pose.joints[k] * turnBy(in_.moved[r][k]);
        else
          at.kappa[k] = now.pose.kappa[k] + in_.moved[r][k];
        in_.placed.rates[r][k] = (in_.moved[r][k] - in_.hat[r][k]) / newton_.gamma;
      }
      if (rod.root == Root::held) {
        const RootTarget target = settings_.roots ? (*settings_.roots)[r] : RootTarget{now.pose.root, {}};
        at.root = target.pose;
        in_.placed.roots[r] = target.motion;
      } else {
        at.root.position = now.pose.root.position + in_.rootMoved[r];
        at.root.axes = turnBy(in_.rootTurned[r]).toRotationMatrix() * now.pose.root.axes;
        in_.placed.roots[r] = {(in_.rootTurned[r] - in_.rootTurnedHat[r]) / newton_.gamma,
                               (in_.rootMoved[r] - in_.rootMovedHat[r]) / newton_.gamma};
      }
    }
    in_.sweep.place(in_.placed);
  }

  double potentialHere() const { return in_.sweep.potential(newton_, in_.placed.rates); }

  bool solve() {
    in_.sweep.weigh(newton_);
    for (const bool whole : {true, false}) {
      newton_.whole = whole;
      in_.sweep.loadNewton(newton_, in_.placed.rates);
      if (in_.sweep.solve(in_.still)) return true;
    }
    return false;
  }

  // The largest turn that the sweep asks for, rad.
  double changeOf() const {
    double most = 0;
    const auto take = [&](double turn) {
      if (!(turn <= most)) most = turn;  // NaN, too
    };
    for (std::size_t r = 0; r < count(); ++r) {
      const SceneRod& rod = scene_.rods[r];
      const std::vector<Vector3d>& found = in_.sweep.rod(r).accelerations();
      for (std::size_t k = 0; k < found.size(); ++k)
        take(found[k].norm() * (rod.model == Model::chain ? 1 : rod.length(std::min(k, rod.elements() - 1))));
      if (rod.root == Root::free) take(in_.sweep.rootAcceleration(r).head<3>().norm());
    }
    return most;
  }

  // A part of what the sweep found, onto what there was.
  void advance(double part) {
    for (std::size_t r = 0; r < count(); ++r) {
      const std::vector<Vector3d>& found = in_.sweep.rod(r).accelerations();
      const RodState& now = state_.rods[r];
      for (std::size_t k = 0; k < found.size(); ++k) {
        if (scene_.rods[r].model == Model::chain)
          in_.moved[r][k] = turnOf(now.pose.joints[k].conjugate() *
                                   (in_.placed.poses[r].joints[k] * turnBy(part * found[k])));
        else
          in_.moved[r][k] += part * found[k];
      }
      if (scene_.rods[r].root != Root::free) continue;
      const Matrix3d axes = in_.placed.poses[r].root.axes;
      const Vec6d& root = in_.sweep.rootAcceleration(r);
      in_.rootMoved[r] += part * (axes * root.tail<3>());
      in_.rootTurned[r] =
          turnBetween(now.pose.root.axes, turnBy(part * (axes * root.head<3>())).toRotationMatrix() * axes);
    }
    placeAll();
  }

  // The whole of it, or less until the potential falls. False: it does not, to rounding.
  bool descend(double& before) {
    const Lists moved = in_.moved;
    const std::vector<Vector3d> rootMoved = in_.rootMoved, rootTurned = in_.rootTurned;
    const std::vector<Pose> poses = in_.placed.poses;
    for (double part = 1; part > 1e-6; part *= 0.5) {
      advance(part);
      const double now = potentialHere();
      if (now <= before + 1e-12 * std::abs(before)) {
        before = now;
        return true;
      }
      in_.moved = moved;
      in_.rootMoved = rootMoved;
      in_.rootTurned = rootTurned;
      in_.placed.poses = poses;
    }
    placeAll();
    return false;
  }

  // Rates of the coordinates alone would be those of another formula than the points': a step would lose an
  // order.
  bool findRates() {
    in_.sweep.loadRates(newton_, in_.placed.rates);
    for (std::size_t r = 0; r < count(); ++r)
      in_.targets[r] = in_.placed.roots[r].in(in_.placed.poses[r].root.axes);
    if (!in_.sweep.solve(in_.targets)) return false;
    for (std::size_t r = 0; r < count(); ++r) {
      in_.placed.rates[r] = in_.sweep.rod(r).accelerations();
      const Vec6d& root = in_.sweep.rootAcceleration(r);
      const Matrix3d& axes = in_.placed.poses[r].root.axes;
      in_.placed.roots[r] = {axes * root.head<3>(), axes * root.tail<3>()};
    }
    return true;
  }

  bool finish() {
    if (!findRates()) return false;
    State next;
    next.pastStep = settings_.dt;
    const auto& [poses, roots, rates] = in_.placed;
    for (std::size_t r = 0; r < count(); ++r) {
      next.rods.push_back({poses[r], roots[r].velocity, roots[r].spin, rates[r]});
      for (const Vector3d& rate : rates[r])
        if (!rate.allFinite()) return false;
      if (!poses[r].root.position.allFinite() || !poses[r].root.axes.allFinite()) return false;
    }
    next.past = std::move(state_.rods);
    state_ = std::move(next);
    return true;
  }

  const Scene& scene_;
  State& state_;
  Work::Inside& in_;
  const StepSettings& settings_;
  Newton newton_;
  double ratio_ = 0, carried_ = 0;
  bool second_ = false;
};

namespace {

bool tried(const Scene& scene, State& state, Work& work, StepSettings settings, Report& report,
           int halvings) {
  if (Stepper(scene, state, work, settings).run(report)) return true;
  ++report.retries;
  if (settings.scheme == Scheme::smooth) {
    settings.scheme = Scheme::robust;
    if (Stepper(scene, state, work, settings).run(report)) return true;
    ++report.retries;
  }
  if (halvings <= 0) return false;
  settings.dt *= 0.5;
  const State before = state;
  if (tried(scene, state, work, settings, report, halvings - 1) &&
      tried(scene, state, work, settings, report, halvings - 1))
    return true;
  state = before;
  return false;
}

}  // namespace

Report step(const Scene& scene, State& state, Work& work, const StepSettings& settings) {
  Report report;
  if (tried(scene, state, work, settings, report, settings.halvings)) return report;
  // the last good state, at rest
  for (std::size_t r = 0; r < state.rods.size(); ++r) {
    report.held.push_back(r);
    RodState& rod = state.rods[r];
    rod.rates.assign(rod.rates.size(), Vector3d::Zero());
    if (scene.rods[r].root == Root::free) rod.velocity = rod.spin = Vector3d::Zero();
  }
  state.past.clear();
  return report;
}

Energies energiesOf(const Scene& scene, const State& state) {
  Sweep sweep(scene);
  Placement placement = placementOf(state.rods);
  sweep.place(placement);
  return sweep.energies();
}

}  // namespace tendril
