// Sliding ends: free, sticking, slipping, stopped.
#include <algorithm>
#include <cmath>

#include "solver/coupling/constraint_solver.h"
#include "solver/rods/model.h"

namespace tendril::solver {

namespace {

constexpr double kBeside = 1e-9;   // of the length: farther from a joint is on one side of it
constexpr double kStill = 1e-10;   // of the size: less is no sliding
constexpr int kSwitches = 5;       // of friction in a step, at most
constexpr double kSlipped = 1e-7;  // of the normal force: friction may still change by less

}  // namespace

// Between two rods: the basis of the rows without the slide directions, and friction along the first.
void ConstraintSolver::splitSlide(ActiveConstraint& constraint) {
  const int n = constraint.rows.count;
  constraint.across.setIdentity();
  constraint.kept = n;
  if (!slidesFreely(constraint)) return;
  const Eigen::Matrix<double, 6, 2> slide = constraint.rows.slide;
  Eigen::ColPivHouseholderQR<Eigen::Matrix<double, 6, 2>> qr(slide);
  qr.setThreshold(1e-6);
  const Eigen::Index rank = qr.rank();
  const Mat6d all = qr.householderQ();
  // columns within the rows that exist
  constraint.kept = 0;
  constraint.across.setZero();
  for (Eigen::Index c = rank; c < 6 && constraint.kept < n - rank; ++c)
    if (all.col(c).head(n).norm() > 0.5) constraint.across.col(constraint.kept++) = all.col(c);
  Vec6d free = constraint.across * (constraint.across.transpose() * constraint.lambda);
  const double square = slide.col(0).squaredNorm();
  if (square > 0) free -= slide.col(0) * (constraint.push / square);
  constraint.lambda = free;
}

// Decides whether an end sticks, slips, or stops at a rod's end or at a joint of a chain.
void ConstraintSolver::decideSlide(ActiveConstraint& constraint) {
  if (constraint.slide == Slide::given) return;
  const SceneRod& rod = rods_.description(static_cast<std::size_t>(constraint.rod[0]));
  const double length = rod.arc.back(), low = std::min(constraint.spec->radius, 0.5 * length),
               high = length - low;
  const double arc = constraint.arc[0] + constraint.step[0];
  const double along = constraint.rows.slide.col(0).dot(constraint.lambdaNext) + constraint.contact;
  if (constraint.spec->slipsOff && slidesFreely(constraint) && (arc < 0 || arc > length)) {
    constraint.slipped = true;
    constraint.active = false;
    switched_ = true;
    return;
  }
  if (constraint.slide == Slide::cornered) {
    if (!leavesCorner(constraint)) return;
    constraint.slide = constraint.spec->friction > 0 ? Slide::slipping : Slide::free;
    switched_ = true;
    return;
  }
  if (!constraint.spec->slipsOff && slidesFreely(constraint) && (arc < low || arc > high)) {
    constraint.slide = Slide::stopped;
    constraint.goal = std::clamp(arc, low, high);
    constraint.step[0] = constraint.goal - constraint.arc[0];
    switched_ = true;
    return;
  }
  if (constraint.slide == Slide::stopped) {
    const bool inwards = constraint.goal > 0.5 * length ? along > noise_ : along < -noise_;
    if (!inwards) return;
    constraint.slide = constraint.spec->friction > 0 ? Slide::slipping : Slide::free;
    switched_ = true;
    return;
  }
  if (modelType(rod.model).corners && slidesFreely(constraint)) {  // the nearest joint on the way
    const auto next =
        std::upper_bound(rod.arc.begin(), rod.arc.end(), std::min(arc, constraint.arc[0]) + kBeside * length);
    if (next != rod.arc.end() && *next < std::max(arc, constraint.arc[0]) - kBeside * length) {
      const auto last =
          std::lower_bound(next, rod.arc.end(), std::max(arc, constraint.arc[0]) - kBeside * length) - 1;
      constraint.corner = arc > constraint.arc[0] ? *next : *last;
      constraint.slide = Slide::cornered;
      constraint.step[0] = constraint.corner - constraint.arc[0];
      constraint.goal = constraint.corner;
      switched_ = true;
      return;
    }
  }
  if (constraint.spec->friction > 0)
    decideFriction(constraint, arc, along,
                   Vector3d(constraint.lambdaNext.head<3>()).cross(constraint.at[0].tangent).norm());
}

// At a joint the tangent jumps. The end stays there if it would return from either side; otherwise it
// continues to the side where lambda . t draws it.
bool ConstraintSolver::leavesCorner(ActiveConstraint& constraint) {
  const std::size_t r = static_cast<std::size_t>(constraint.rod[0]);
  const SceneRod& rod = rods_.description(r);
  const auto knot =
      std::lower_bound(rod.arc.begin(), rod.arc.end(), constraint.corner - kBeside * rod.arc.back());
  const std::size_t e = static_cast<std::size_t>(knot - rod.arc.begin());
  if (e == 0 || e >= rod.elements()) return true;
  const Matrix3d& axes = constraint.at[0].frame.axes;  // of the link after the joint
  const Vector3d behind = axes.col(0), before = rods_.pose(r).tangentBeforeJoint(e, axes);
  const Vector3d pull = constraint.lambdaNext.head<3>();
  const double friction =
      constraint.spec->friction * pull.cross(Vector3d((behind + before).normalized())).norm();
  const bool onwards = pull.dot(behind) + constraint.contact + friction < -noise_;
  const bool back = pull.dot(before) + constraint.contact - friction > noise_;
  if (onwards == back) return false;
  if (++constraint.switches > kSwitches) return false;
  constraint.step[0] = (onwards ? 2 : -2) * kBeside * rod.arc.back();
  constraint.push = onwards ? friction : -friction;
  constraint.corner = -1;
  return true;
}

// Coulomb's law: friction against the slide is at most mu |normal force|.
void ConstraintSolver::decideFriction(ActiveConstraint& constraint, double arc, double along, double normal) {
  const double most = constraint.spec->friction * normal;
  if (constraint.slide == Slide::stuck) {
    if (std::abs(along) <= most * (1 + 1e-12) + noise_ || ++constraint.switches > kSwitches) return;
    constraint.slide = Slide::slipping;
    constraint.push = along > 0 ? -most : most;
    switched_ = true;
    return;
  }
  const double slid = arc - constraint.now.arcs[0];
  if ((slid * constraint.push < 0 && std::abs(slid) > kStill * size_) ||
      most <= noise_) {  // the motion would reverse: it sticks
    constraint.slide = Slide::stuck;
    constraint.push = 0;
    constraint.goal = constraint.now.arcs[0];
    switched_ = true;
    return;
  }
  const double push = constraint.push > 0 ? most : -most;
  if (std::abs(push - constraint.push) > kSlipped * normal + noise_) switched_ = true;
  constraint.push = push;
}

}  // namespace tendril::solver
