// Contacts as springs in the sweep, with multipliers (augmented Lagrangian).
//
//   r = lambda - w u        w: a thousand times what the rod resists there; lambda <- r
//
// What sticks has a spring in all three directions; what slides has its normal's, a given friction force
// mu r_n against its slide, and the resistance of that force to turning. After each solution contacts that
// would pull open, those that are crossed close, friction beyond its cone slides, a slide that turned back
// sticks. A turn costs one elimination, whatever the number of contacts.
#include <algorithm>
#include <cmath>

#include "solver/contact/tree_contacts.h"

namespace tendril::solver {
namespace {

constexpr double kHard = 1e4;     // of what the rod resists with
constexpr double kClosed = 1e-6;  // of the clearance: an overlap that closes what is open
constexpr double kSame = 1e-6;    // of the largest force: what has settled
constexpr double kMet = 5e-8;     // of the clearance: what holds

}  // namespace

void TreeContacts::beginSprings() {
  for (Touch& touch : touches_) {
    touch.multiplier = touch.axes.transpose() * touch.force;
    const double grip = frictionOf(touch) * touch.multiplier[0], held = touch.multiplier.tail<2>().norm();
    touch.mode = !(touch.spring > 0) || !(touch.multiplier[0] > 0) ? Mode::open
                 : touch.multiplier[0] >= touch.most               ? Mode::limited
                 : held < grip * (1 - 1e-6)                        ? Mode::sticks
                                                                   : Mode::slides;
  }
}

void TreeContacts::setSprings() {
  setLoads(true);
}

void TreeContacts::setSpring(const Touch& touch, const Vector3d& lever, TouchLoad& to) const {
  to.hasSpring = true;
  Matrix3d along = Matrix3d::Zero();  // stiffness along the axes
  Vector3d push = touch.multiplier;
  if (touch.mode == Mode::sticks) {
    along.diagonal().setConstant(kHard * touch.spring);
    push -= kHard * touch.spring * offOf(touch);
  } else if (touch.mode != Mode::open) {
    if (touch.mode == Mode::slides) {
      along(0, 0) = kHard * touch.spring;
      push[0] -= kHard * touch.spring * offOf(touch)[0];
    }
    const Eigen::Vector2d friction = touch.multiplier.tail<2>();
    const double size = friction.norm();
    if (size > 0 && touch.slid > 0) {
      const Eigen::Vector2d d = friction / size;
      const Eigen::Matrix2d turns = std::min(size / touch.slid, kHard * touch.spring) *
                                    (Eigen::Matrix2d::Identity() - d * d.transpose());
      along.bottomRightCorner<2, 2>() = turns;
      push.tail<2>() -= turns * offOf(touch).tail<2>();
    }
  } else {
    push.setZero();
  }
  const Matrix3d world = touch.axes * along * touch.axes.transpose(), cross = crossMatrix<double>(lever);
  const Vector3d force = touch.axes * push;
  to.stiffness << -cross * world * cross, cross * world, -world * cross, world;
  to.push << lever.cross(force), force;
  to.push -= to.load;
}

// Where contacts share few coordinates their multipliers are not unique and wander, so motions decide.
bool TreeContacts::takeSprings() {
  double most = 0;
  for (const Touch& touch : touches_) most = std::max(most, touch.multiplier.norm());
  bool settled = true;
  for (Touch& touch : touches_) {
    const Vector3d before = touch.multiplier;
    const Mode mode = touch.mode;
    const double off = takeSpring(touch);
    // what hardly moves may stick or slide
    const bool still = touch.slid <= kMet * touch.clearance;
    const bool same = still || touch.mode == Mode::sticks || touch.mode == Mode::open ||
                      (touch.multiplier - before).norm() <= kSame * most;
    const bool switched = mode != touch.mode && !(still && mode != Mode::open && touch.mode != Mode::open);
    if (switched || !same || !(off <= kMet * touch.clearance)) settled = false;
  }
  if (settled) takeForces();
  return settled;
}

void TreeContacts::takeForces() {
  for (Touch& touch : touches_) touch.force = touch.axes * touch.multiplier;
}

// Returns how far what is held has moved in the solution, m.
double TreeContacts::takeSpring(Touch& touch) {
  if (!(touch.spring > 0)) return 0;
  const Vector3d off = offOf(touch) + motionOf(touch);
  const double w = kHard * touch.spring, friction = frictionOf(touch);
  Vector3d& force = touch.multiplier;
  const Eigen::Vector2d slide = off.tail<2>();
  touch.slid = slide.norm();
  if (touch.mode == Mode::open) {
    force.setZero();
    if (off[0] < -kClosed * touch.clearance) touch.mode = friction > 0 ? Mode::sticks : Mode::slides;
    return 0;
  }
  if (touch.mode != Mode::limited) force[0] -= w * off[0];
  if (force[0] >= touch.most) {
    force[0] = touch.most;
    touch.mode = Mode::limited;
  }
  if (!(force[0] > 0)) {
    force.setZero();
    touch.mode = Mode::open;
    return 0;
  }
  const double grip = friction * force[0];
  if (touch.mode == Mode::sticks) {
    force.tail<2>() -= w * slide;
    const double held = force.tail<2>().norm();
    if (held <= grip * (1 + 1e-9)) return off.norm();
    force.tail<2>() *= grip / held;
    touch.mode = Mode::slides;
    touch.slid = (held - grip) / w;
    return std::abs(off[0]);
  }
  // against the slide; one that has turned back sticks
  if (touch.mode == Mode::slides && force.tail<2>().dot(slide) > 0) {
    touch.mode = Mode::sticks;
    return 0;
  }
  if (touch.slid > 0) force.tail<2>() = -grip / touch.slid * slide;
  return touch.mode == Mode::slides ? std::abs(off[0]) : 0;
}

}  // namespace tendril::solver
