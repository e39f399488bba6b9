// What slides: along which rows it is free, where it sticks, slips, stops.
#include <algorithm>
#include <cmath>

#include "solver/coupling/constraint_solver.h"

namespace tendril::solver {

namespace {

constexpr double kBeside = 1e-9;   // of the length: so far from a joint is on one side of it
constexpr double kStill = 1e-10;   // of the size: no way to slide
constexpr int kSwitches = 5;       // of friction in a step
constexpr double kSlipped = 1e-7;  // of the normal force: so much a friction may still change

}  // namespace

// Between two rods: the rows' complement to where both slide, and friction there.
void Ties::splitSlide(Tie& tie) {
  const int n = tie.rows.count;
  tie.across.setIdentity();
  tie.kept = n;
  if (!slidesFreely(tie)) return;
  const Eigen::Matrix<double, 6, 2> slide = tie.rows.slide;
  Eigen::ColPivHouseholderQR<Eigen::Matrix<double, 6, 2>> qr(slide);
  qr.setThreshold(1e-6);
  const Eigen::Index rank = qr.rank();
  const Mat6d all = qr.householderQ();
  // of the rows that there are
  tie.kept = 0;
  tie.across.setZero();
  for (Eigen::Index c = rank; c < 6 && tie.kept < n - rank; ++c)
    if (all.col(c).head(n).norm() > 0.5) tie.across.col(tie.kept++) = all.col(c);
  Vec6d free = tie.across * (tie.across.transpose() * tie.base);
  const double square = slide.col(0).squaredNorm();
  if (square > 0) free -= slide.col(0) * (tie.push / square);
  tie.base = free;
}

// What slides: whether it sticks, slips or has come to an end, or to a joint of a chain.
void Ties::decideSlide(Tie& tie) {
  if (tie.slide == Slide::given) return;
  const SceneRod& rod = sweep_.description(static_cast<std::size_t>(tie.rod[0]));
  const double length = rod.arc.back(), low = std::min(tie.is->radius, 0.5 * length), high = length - low;
  const double arc = tie.arc[0] + tie.step[0];
  const double along = tie.rows.slide.col(0).dot(tie.next) + tie.contact;
  if (tie.is->slipsOff && slidesFreely(tie) && (arc < 0 || arc > length)) {
    tie.slipped = true;
    tie.active = false;
    switched_ = true;
    return;
  }
  if (tie.slide == Slide::cornered) {
    if (!leavesCorner(tie)) return;
    tie.slide = tie.is->friction > 0 ? Slide::slipping : Slide::free;
    switched_ = true;
    return;
  }
  if (!tie.is->slipsOff && slidesFreely(tie) && (arc < low || arc > high)) {
    tie.slide = Slide::stopped;
    tie.goal = std::clamp(arc, low, high);
    tie.step[0] = tie.goal - tie.arc[0];
    switched_ = true;
    return;
  }
  if (tie.slide == Slide::stopped) {
    const bool inwards = tie.goal > 0.5 * length ? along > noise_ : along < -noise_;
    if (!inwards) return;
    tie.slide = tie.is->friction > 0 ? Slide::slipping : Slide::free;
    switched_ = true;
    return;
  }
  if (rod.model == Model::chain && slidesFreely(tie)) {  // the first joint on the way
    const auto next =
        std::upper_bound(rod.arc.begin(), rod.arc.end(), std::min(arc, tie.arc[0]) + kBeside * length);
    if (next != rod.arc.end() && *next < std::max(arc, tie.arc[0]) - kBeside * length) {
      const auto last =
          std::lower_bound(next, rod.arc.end(), std::max(arc, tie.arc[0]) - kBeside * length) - 1;
      tie.corner = arc > tie.arc[0] ? *next : *last;
      tie.slide = Slide::cornered;
      tie.step[0] = tie.corner - tie.arc[0];
      tie.goal = tie.corner;
      switched_ = true;
      return;
    }
  }
  if (tie.is->friction > 0)
    decideFriction(tie, arc, along, Vector3d(tie.next.head<3>()).cross(tie.at[0].tangent).norm());
}

// At a joint the tangent jumps. It stays there where it would come back from either side; else it goes on to
// the side where lambda . t draws it.
bool Ties::leavesCorner(Tie& tie) {
  const std::size_t r = static_cast<std::size_t>(tie.rod[0]);
  const SceneRod& rod = sweep_.description(r);
  const auto knot = std::lower_bound(rod.arc.begin(), rod.arc.end(), tie.corner - kBeside * rod.arc.back());
  const std::size_t e = static_cast<std::size_t>(knot - rod.arc.begin());
  if (e == 0 || e >= rod.elements()) return true;
  const Matrix3d& axes = tie.at[0].frame.axes;  // of the link behind the joint
  const Vector3d behind = axes.col(0),
                 before = axes * sweep_.pose(r).joints[e].conjugate().toRotationMatrix().col(0);
  const Vector3d pull = tie.next.head<3>();
  const double friction = tie.is->friction * pull.cross(Vector3d((behind + before).normalized())).norm();
  const bool onwards = pull.dot(behind) + tie.contact + friction < -noise_;
  const bool back = pull.dot(before) + tie.contact - friction > noise_;
  if (onwards == back) return false;
  if (++tie.switches > kSwitches) return false;
  tie.step[0] = (onwards ? 2 : -2) * kBeside * rod.arc.back();
  tie.push = onwards ? friction : -friction;
  tie.corner = -1;
  return true;
}

// Friction does mu |normal force| against what slides, at the most.
void Ties::decideFriction(Tie& tie, double arc, double along, double normal) {
  const double most = tie.is->friction * normal;
  if (tie.slide == Slide::stuck) {
    if (std::abs(along) <= most * (1 + 1e-12) + noise_ || ++tie.switches > kSwitches) return;
    tie.slide = Slide::slipping;
    tie.push = along > 0 ? -most : most;
    switched_ = true;
    return;
  }
  const double slid = arc - tie.now.arcs[0];
  if ((slid * tie.push < 0 && std::abs(slid) > kStill * size_) ||
      most <= noise_) {  // it would go the other way: it sticks
    tie.slide = Slide::stuck;
    tie.push = 0;
    tie.goal = tie.now.arcs[0];
    switched_ = true;
    return;
  }
  const double push = tie.push > 0 ? most : -most;
  if (std::abs(push - tie.push) > kSlipped * normal + noise_) switched_ = true;
  tie.push = push;
}

}  // namespace tendril::solver
