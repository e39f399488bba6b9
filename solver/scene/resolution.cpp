// Places where elements are too long for the tension.
//
// A taut rod that is turned by theta at an end, or by 2 theta inside, lies beside its new straight path by
// theta l, l the bending length, where it is exact. Long elements minimise the path's tension alone. Beyond
// the turn their values then alternate by r = sqrt(3) - 2 = -0.27 from one to the next. So by the curvature k
// that one has beyond what its neighbours lead to,
//   clothoid   theta = k h / (2 sqrt(3)),  and it swings 0.17 theta h to both sides of its path
//   helix      theta = k h / (1 - r),      and it is put beside its path by theta h / (2 sqrt(3))
// half of that angle to either side inside a helix. The miss is what that is beyond theta l.
#include "solver/scene/resolution.h"

#include <algorithm>
#include <cmath>

#include "solver/base/parallel.h"
#include "solver/rods/evaluate.h"

namespace tendril::solver {

using Eigen::Vector3d;

namespace {

// Of the visible miss, for the length that is asked for: shorter elements show more of the turn.
constexpr double kLeft = 0.25;
constexpr double kAtTip = 1 - 1e-6;  // of the length: what acts there acts at the tip

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// Where curvature is more than its neighbours lead to.
struct Turn {
  double arc = 0, element = 0;        // m
  double angle = 0;                   // rad, to one side
  double lever = 0;                   // its mean distance, in elements
  Vector3d bend = Vector3d::Zero();   // its direction, in the material frame
  std::size_t before = 0, after = 0;  // elements beside it
  bool tip = false;
};

class Turns {
 public:
  Turns(const SceneRod& rod, const Pose& pose) : rod_(rod) {
    const bool knots = layoutOf(rod.model) == Layout::knots;
    for (std::size_t k = 0; k < rod.coordinates(); ++k) {
      Vector3d bend = pose.kappa[k] - rod.rest.kappa[k];
      bend[0] = 0;  // twist
      bends_.push_back(bend);
      at_.push_back(knots ? rod.arc[k] : 0.5 * (rod.arc[k] + rod.arc[k + 1]));
    }
  }

  std::size_t size() const { return bends_.size() > 1 ? bends_.size() : 0; }

  Turn at(std::size_t k) const {
    Turn turn;
    const std::size_t last = bends_.size() - 1, elements = rod_.elements();
    const bool knots = bends_.size() > elements;
    turn.arc = at_[k];
    turn.tip = k == last;
    turn.before = knots && k > 0 ? k - 1 : k;
    turn.after = std::min(k, elements - 1);
    turn.element = 0.5 * (rod_.length(turn.before) + rod_.length(turn.after));
    Vector3d more = k == 0 ? beyondEnd(0, 1, 2) : k == last ? beyondEnd(last, last - 1, last - 2) : inside(k);
    // the neighbours swing to the other side: that is no turn of this one
    if (more.norm() > bends_[k].norm()) more *= bends_[k].norm() / more.norm();
    const bool end = k == 0 || k == last;
    turn.angle = more.norm() * turn.element * (knots ? 0.2887 : end ? 0.789 : 0.394);
    turn.lever = knots ? 0.17 : 0.2887;
    if (turn.angle > 0) turn.bend = more.normalized();
    return turn;
  }

 private:
  Vector3d inside(std::size_t k) const {
    const double a = at_[k] - at_[k - 1], b = at_[k + 1] - at_[k];
    return bends_[k] - (bends_[k - 1] * b + bends_[k + 1] * a) / (a + b);
  }

  // Of an end: less than its neighbour alone, or than both neighbours, lead to.
  Vector3d beyondEnd(std::size_t k, std::size_t next, std::size_t second) const {
    const Vector3d flat = bends_[k] - bends_[next];
    if (bends_.size() < 3) return flat;
    const Vector3d linear =
        flat - (bends_[next] - bends_[second]) * ((at_[k] - at_[next]) / (at_[next] - at_[second]));
    return linear.norm() < flat.norm() ? linear : flat;
  }

  const SceneRod& rod_;
  std::vector<Vector3d> bends_;
  std::vector<double> at_;
};

// Places of a rod that may be too coarse: those that are if there were no stiffness at all.
std::vector<Turn> sharpTurns(const SceneRod& rod, const Pose& pose) {
  std::vector<Turn> sharp;
  if (layoutOf(rod.model) == Layout::joints) return sharp;
  const Turns turns(rod, pose);
  for (std::size_t k = 0; k < turns.size(); ++k) {
    const Turn turn = turns.at(k);
    if (turn.angle * turn.lever * turn.element > kVisibleMiss * rod.arc.back()) sharp.push_back(turn);
  }
  return sharp;
}

// The forces that the outer parts of rods exert on the inner ones.
class Tensions {
 public:
  Tensions(const Scene& scene, const State& state, const std::vector<PointLoad>& loads)
      : scene_(scene), state_(state), loads_(scene.rods.size()), tensions_(scene.rods.size()) {
    for (const PointLoad& load : loads)
      loads_[load.rod].push_back({load.arc, {load.force, Vector3d::Zero()}});
  }

  // Of these rods (1), the attached ones among them: children come later than their parents.
  void find(const std::vector<std::uint8_t>& rods) {
    for (std::size_t r = rods.size(); r-- > 0;)
      if (rods[r]) find(r);
  }

  // N; in the middle of an element; behind the last, at the tip.
  double at(std::size_t rod, std::size_t element) const { return tensions_[rod][element]; }

 private:
  // A force, and what inertia adds to it. Air or a moving frame may carry that, so the tension is what pulls
  // with and without it.
  struct Pull {
    Vector3d still = Vector3d::Zero(), inertia = Vector3d::Zero();

    void add(const Pull& more) {
      still += more.still;
      inertia += more.inertia;
    }
    double along(const Vector3d& tangent) const {
      return still.dot(tangent) + std::min(0.0, inertia.dot(tangent));
    }
  };
  struct Load {
    double arc = 0;
    Pull pull;
  };

  static std::vector<double> middles(const SceneRod& rod) {
    std::vector<double> arcs;
    for (std::size_t e = 0; e < rod.elements(); ++e) arcs.push_back(0.5 * (rod.arc[e] + rod.arc[e + 1]));
    return arcs;
  }

  std::vector<Sample> samples(std::size_t r, const RodState& state, const std::vector<double>& arcs) const {
    return sampleRod(shapeOf(scene_.rods[r], state.pose), {state.velocity, state.spin, state.rates}, arcs);
  }

  void addSprings(std::size_t r) {
    ShapeWalker walker(shape_);
    for (const TargetSpring& spring : scene_.rods[r].targetSprings)
      loads_[r].push_back(
          {spring.arc,
           {spring.stiffness * (spring.target.position - walker.at(spring.arc).position), Vector3d::Zero()}});
  }

  void find(std::size_t r) {
    const SceneRod& rod = scene_.rods[r];
    const std::vector<double> arcs = middles(rod);
    const std::vector<Sample> now = samples(r, state_.rods[r], arcs);
    const double dt = r < state_.pastStep.size() ? state_.pastStep[r] : 0;
    const std::vector<Sample> past = dt > 0 ? samples(r, state_.past[r], arcs) : now;
    shape_ = shapeOf(rod, state_.rods[r].pose);
    addSprings(r);
    std::vector<Load>& loads = loads_[r];
    std::stable_sort(loads.begin(), loads.end(), [](const Load& a, const Load& b) { return a.arc > b.arc; });
    Pull pull;
    tensions_[r].assign(arcs.size() + 1, 0);
    std::size_t next = 0;
    for (; next < loads.size() && loads[next].arc >= rod.arc.back() * kAtTip; ++next)
      pull.add(loads[next].pull);
    tensions_[r].back() = pull.along(now.back().frame.axes.col(0));
    for (std::size_t e = arcs.size(); e-- > 0;) {
      const double mass = 0.5 * (rod.sections[e].mass + rod.sections[e + 1].mass) * rod.length(e);
      Pull own = {mass * rod.weight * scene_.gravity, Vector3d::Zero()};
      if (dt > 0) own.inertia = -mass / dt * (now[e].velocity - past[e].velocity);
      for (; next < loads.size() && loads[next].arc >= arcs[e]; ++next) pull.add(loads[next].pull);
      Pull here = pull;
      here.add({0.5 * own.still, 0.5 * own.inertia});
      tensions_[r][e] = here.along(now[e].frame.axes.col(0));
      pull.add(own);
    }
    for (; next < loads.size(); ++next) pull.add(loads[next].pull);
    if (rod.parent >= 0) loads_[static_cast<std::size_t>(rod.parent)].push_back({rod.parentArc, pull});
  }

  const Scene& scene_;
  const State& state_;
  std::vector<std::vector<Load>> loads_;       // by rods
  std::vector<std::vector<double>> tensions_;  // by rods, elements
  Shape shape_;
};

CoarsePlace worstOf(const SceneRod& rod, std::size_t r, const std::vector<Turn>& turns,
                    const Tensions& tensions) {
  CoarsePlace worst;
  worst.rod = kNone;
  const double visible = kVisibleMiss * rod.arc.back();
  for (const Turn& turn : turns) {
    const double tension = turn.tip ? tensions.at(r, rod.elements())
                                    : std::max(tensions.at(r, turn.before), tensions.at(r, turn.after));
    if (!(tension > 0)) continue;
    const Vector3d ei = 0.5 * (rod.sections[turn.before].stiffness + rod.sections[turn.after + 1].stiffness);
    const double length = std::sqrt(turn.bend.cwiseAbs2().dot(ei) / tension);
    const double miss = turn.angle * (turn.lever * turn.element - length);
    if (!(miss > visible && miss > worst.miss)) continue;
    worst = {r, turn.arc, turn.element, (length + kLeft * visible / turn.angle) / turn.lever, miss};
  }
  return worst;
}

}  // namespace

std::vector<CoarsePlace> coarsePlaces(const Scene& scene, const State& state,
                                      const std::vector<PointLoad>& loads) {
  const std::size_t count = scene.rods.size();
  std::vector<std::vector<Turn>> turns(count);
  parallelFor(count, [&](std::size_t r) { turns[r] = sharpTurns(scene.rods[r], state.rods[r].pose); });
  std::vector<std::uint8_t> wanted(count, 0);
  bool any = false;
  for (std::size_t r = 0; r < count; ++r) {
    const int parent = scene.rods[r].parent;
    wanted[r] = !turns[r].empty() || (parent >= 0 && wanted[static_cast<std::size_t>(parent)]);
    any = any || wanted[r];
  }
  std::vector<CoarsePlace> found;
  if (!any) return found;
  Tensions tensions(scene, state, loads);
  tensions.find(wanted);
  for (std::size_t r = 0; r < count; ++r) {
    const CoarsePlace worst = worstOf(scene.rods[r], r, turns[r], tensions);
    if (worst.rod != kNone) found.push_back(worst);
  }
  return found;
}

}  // namespace tendril::solver
