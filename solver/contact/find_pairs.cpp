// Where rods meet each other.
#include <algorithm>
#include <cmath>

#include "solver/contact/rod_pairs.h"

namespace tendril::solver {

namespace {

constexpr double kAlong = 0.25;  // sine of the angle between rods that lie along each other
constexpr double kOwnArc = 3;    // clearances: a rod does not touch itself nearer along it
constexpr double kAtJoint = 4;   // clearances: nothing touches so near to a joint of two rods
constexpr double kPart = 0.25;   // of the clearance: margin
enum Kind : std::uint32_t { crossing, firstSample, secondSample };
constexpr std::uint32_t kKindShift = 28;

}  // namespace

bool RodPairs::mayTouch(const ContactTerms& how) {
  how_ = how;
  margins_ = {kPart, contact::kMostMargin, 0.5 * how.gravity * how.dt * how.dt};
  near_ = spans_.findNear(margins_);
  return near_;
}

double RodPairs::frictionAt(std::size_t rod, double arc) const {
  const SceneRod& is = rods()[rod].is();
  return valueAt(is, is.contact.selfFriction, arc);
}

// Knots without radius, neighbours along a rod, what constraints join.
bool RodPairs::isLeftOut(const RodSpans::Place& a, const RodSpans::Place& b) const {
  const RodSpans::Span &one = spans_.spans()[a.span], &other = spans_.spans()[b.span];
  const double arcs[2] = {spans_.arcOf(a), spans_.arcOf(b)};
  const double first = spans_.radiusAt(one.rod, arcs[0]), second = spans_.radiusAt(other.rod, arcs[1]);
  if (!(first > 0 && second > 0)) return true;
  if (arcs[0] < rods()[one.rod].from || arcs[1] < rods()[other.rod].from) return true;
  const double clearance = first + second;
  if (one.rod == other.rod && std::abs(arcs[0] - arcs[1]) < kOwnArc * clearance) return true;
  return std::any_of(joints_.begin(), joints_.end(), [&](const Joint& joint) {
    const auto near = [&](int end, std::size_t rod, double arc) {
      return joint.tree[end] == rods()[rod].tree && joint.rod[end] == rods()[rod].rod &&
             std::abs(joint.arc[end] - arc) < kAtJoint * clearance;
    };
    return (near(0, one.rod, arcs[0]) && near(1, other.rod, arcs[1])) ||
           (near(1, one.rod, arcs[0]) && near(0, other.rod, arcs[1]));
  });
}

// The distance falls beyond an end of a span: the next one has the minimum.
bool RodPairs::goesBy(const RodSpans::Place& a, const RodSpans::Place& b) const {
  const Vector3d between = spans_.at(false, a) - spans_.at(false, b);
  return spans_.beyond(false, a, between) != 0 || spans_.beyond(false, b, -between) != 0;
}

void RodPairs::meetAtSample(std::size_t sampled, double u, std::size_t other, bool first,
                            std::vector<Meeting>& to) const {
  Meeting made;
  RodSpans::Place &own = first ? made.a : made.b, &on = first ? made.b : made.a;
  const Vector3d point = spans_.spans()[sampled].is.at(u);
  own = {sampled, u};
  on = {other, 0.5};
  spans_.walkTo(false, point, on);
  if (on.span != other) return;  // another pair of spans finds it
  const RodSpans::Span &one = spans_.spans()[made.a.span], &second = spans_.spans()[made.b.span];
  const double clearance =
      spans_.radiusAt(one.rod, spans_.arcOf(made.a)) + spans_.radiusAt(second.rod, spans_.arcOf(made.b));
  if (!((point - spans_.at(false, on)).norm() < reachOf(clearance)) || isLeftOut(made.a, made.b)) return;
  const std::uint32_t node = spans_.spans()[sampled].number + (u > 0.5 ? 1 : 0);
  made.key = {one.rod, second.rod, (first ? firstSample : secondSample) << kKindShift | node,
              spans_.spans()[other].number};
  to.push_back(made);
}

// Rods that were drawn into each other have no side.
bool RodPairs::wasDrawnInside(const Meeting& at) const {
  RodSpans::Place a = at.a, b = at.b;
  const double clearance = spans_.radiusAt(spans_.spans()[a.span].rod, spans_.arcOf(a)) +
                           spans_.radiusAt(spans_.spans()[b.span].rod, spans_.arcOf(b));
  return spans_.walk(true, a, b).norm() < (1 - contact::kDrawn) * clearance;
}

// A rod's end, beyond which the other one has slid.
bool RodPairs::isPastEnd(const RodSpans::Place& place, const Vector3d& between) const {
  constexpr double kAcross = 0.3;
  const RodSpans::Span& span = spans_.spans()[place.span];
  if (!((place.u <= 0 && !span.comesOn) || (place.u >= 1 && !span.goesOn))) return false;
  return std::abs(span.is.slope(place.u).normalized().dot(between)) > kAcross * between.norm();
}

// At the places of a meeting. False: they are no minimum, as what slid off an end.
bool RodPairs::keepSide(const Vector3d& normal, Meeting& made) const {
  const Vector3d a = spans_.spans()[made.a.span].is.slope(made.a.u).normalized(),
                 b = spans_.spans()[made.b.span].is.slope(made.b.u).normalized(),
                 between = spans_.at(false, made.a) - spans_.at(false, made.b), across = a.cross(b);
  const double far = between.norm();
  if (isPastEnd(made.a, between) || isPastEnd(made.b, between)) return false;
  // where rods lie along each other, and at the joints of chains, only the distance has a direction
  constexpr double kAligned = 0.9;
  made.normal = across.normalized();
  if (across.norm() < kAlong || std::abs(made.normal.dot(between)) < kAligned * far) {
    if (!(far > 0)) return false;
    made.normal = between / far;
  }
  if (made.normal.dot(normal) < 0) made.normal = -made.normal;
  made.crossed = true;
  return true;
}

// a is before b in the list.
void RodPairs::meet(const BoxPairs::Pair& pair, std::vector<Meeting>& to) const {
  const RodSpans::Span &a = spans_.spans()[pair.a], &b = spans_.spans()[pair.b];
  if (a.rod == b.rod && a.to == b.from) return;
  Meeting made;
  made.key = {a.rod, b.rod, crossing << kKindShift | a.number, b.number};
  Crossing through;
  if (findCrossing(a.was, a.is, b.was, b.is, through)) {
    made.a = {pair.a, through.s};
    made.b = {pair.b, through.t};
    const bool leftOut = isLeftOut(made.a, made.b) || wasDrawnInside(made);
    spans_.walk(false, made.a, made.b);
    if (!leftOut && !isLeftOut(made.a, made.b) && keepSide(through.normal, made)) {
      made.time = through.time;
      to.push_back(made);
      return;
    }
  }
  const ClosestPoints found = closestPoints(a.is, b.is);
  made.a = {pair.a, found.s};
  made.b = {pair.b, found.t};
  const double clearance =
      spans_.radiusAt(a.rod, spans_.arcOf(made.a)) + spans_.radiusAt(b.rod, spans_.arcOf(made.b));
  if (!(found.between.norm() < reachOf(clearance))) return;
  const Vector3d ofA = a.is.slope(found.s), ofB = b.is.slope(found.t);
  // along each other: spans that end no farther apart than they touch
  const double sine = ofA.cross(ofB).norm() / (ofA.norm() * ofB.norm());
  if (sine < kAlong && sine * std::min(ofA.norm(), ofB.norm()) < clearance) {
    meetAtSample(pair.a, 0, pair.b, true, to);
    if (!a.goesOn) meetAtSample(pair.a, 1, pair.b, true, to);
    meetAtSample(pair.b, 0, pair.a, false, to);
    if (!b.goesOn) meetAtSample(pair.b, 1, pair.a, false, to);
    return;
  }
  if (goesBy(made.a, made.b) || isLeftOut(made.a, made.b)) return;
  to.push_back(made);
}

void RodPairs::findMeetings() {
  spans_.place();
  const std::vector<BoxPairs::Pair>& pairs = spans_.findPairs();
  meetings_.clear();
  for (const BoxPairs::Pair& pair : pairs) meet(pair, meetings_);
  std::sort(meetings_.begin(), meetings_.end(), [](const Meeting& a, const Meeting& b) {
    const auto rods = [](const Meeting& m) { return std::array<std::uint32_t, 2>{m.key[0], m.key[1]}; };
    if (rods(a) != rods(b)) return rods(a) < rods(b);
    if (a.crossed != b.crossed) return a.crossed;  // crossings first, the earliest first
    if (a.time != b.time) return a.time < b.time;
    return a.key < b.key;
  });
  // one for each place
  constexpr double kSame = 0.25;  // of the clearance
  constexpr double kNear = 0.5;   // of a span's length, where rods crossed
  std::size_t kept = 0, group = 0;
  for (std::size_t i = 0; i < meetings_.size(); ++i) {
    const Meeting& own = meetings_[i];
    if (kept == 0 || own.key[0] != meetings_[group].key[0] || own.key[1] != meetings_[group].key[1])
      group = kept;
    const RodSpans::Span &a = spans_.spans()[own.a.span], &b = spans_.spans()[own.b.span];
    bool known = false;
    for (std::size_t k = group; k < kept && !known; ++k) {
      const Meeting& other = meetings_[k];
      const bool sameKind = other.key[2] >> kKindShift == own.key[2] >> kKindShift;
      if (!sameKind && !other.crossed) continue;
      const double arcs[2] = {spans_.arcOf(own.a), spans_.arcOf(own.b)};
      const double same = kSame * (spans_.radiusAt(a.rod, arcs[0]) + spans_.radiusAt(b.rod, arcs[1]));
      known = std::abs(spans_.arcOf(other.a) - arcs[0]) < (other.crossed ? kNear * (a.to - a.from) : same) &&
              std::abs(spans_.arcOf(other.b) - arcs[1]) < (other.crossed ? kNear * (b.to - b.from) : same);
    }
    if (!known) meetings_[kept++] = own;
  }
  meetings_.resize(kept);
}

void RodPairs::add(const Meeting& meeting) {
  Touch touch;
  touch.key = meeting.key;
  touch.crossed = meeting.crossed;
  const std::uint32_t kind = meeting.key[2] >> kKindShift;
  const bool moves[2] = {kind != firstSample, kind != secondSample};
  RodSpans::OnRod at[2] = {spans_.onRod(meeting.a, moves[0]), spans_.onRod(meeting.b, moves[1])};
  spans_.polish(false, at[0], at[1]);
  for (int i = 0; i < 2; ++i) {
    Side& side = touch.sides[static_cast<std::size_t>(i)];
    side.rod = at[i].rod;
    side.arc = at[i].arc;
    touch.around[static_cast<std::size_t>(i)] = 2 * at[i].reach;
    const RodKinematics& kinematics = rods()[side.rod].solver().kinematics;
    side.start = kinematics.keptFrameAt(side.arc);
    side.at = kinematics.pointAt(side.arc);
    touch.clearance += spans_.radiusAt(side.rod, side.arc);
  }
  touch.friction = std::sqrt(frictionAt(touch.sides[0].rod, touch.sides[0].arc) *
                             frictionAt(touch.sides[1].rod, touch.sides[1].arc));
  // where the rods were when the step began
  RodSpans::Place a = meeting.a, b = meeting.b;
  if (kind == crossing) spans_.walk(true, a, b);
  if (kind == firstSample) spans_.walkTo(true, spans_.at(true, a), b);
  if (kind == secondSample) spans_.walkTo(true, spans_.at(true, b), a);
  RodSpans::OnRod before[2] = {spans_.onRod(a, moves[0]), spans_.onRod(b, moves[1])};
  for (int i = 0; i < 2; ++i)
    if (!moves[i]) before[i].arc = at[i].arc;
  const Vector3d was = spans_.polish(true, before[0], before[1]),
                 is = touch.sides[0].at.world.position - touch.sides[1].at.world.position;
  const double far = is.norm();
  touch.startGap = was.norm() - touch.clearance;
  Vector3d normal = meeting.normal;
  if (!meeting.crossed) {
    // rods that lie along each other have no crossing; near each other they keep the side they were on
    const bool turned =
        kind != crossing && is.dot(was) < 0 && far < touch.clearance && was.norm() < 2 * touch.clearance;
    normal = far > 1e-9 * touch.clearance ? Vector3d((turned ? -1 : 1) / far * is) : was.normalized();
  }
  if (!(std::abs(normal.squaredNorm() - 1) < 1e-6)) return;
  touch.axes = contact::axesOf(normal);
  touch.rest = contact::letOut(std::min(touch.startGap, 0.0), contact::kBand * touch.clearance, how_.dt);
  lookAt(touch);
  if (!hasFound_) touch.approach = -normal.dot(touch.slide);
  touches_.push_back(touch);
}

// Near a place where rods are known to have crossed nothing else tells sides.
bool RodPairs::isReplaced(const Touch& old, std::size_t count) const {
  return std::any_of(touches_.begin(), touches_.begin() + static_cast<std::ptrdiff_t>(count),
                     [&](const Touch& touch) {
                       return touch.crossed && touch.key[0] == old.key[0] && touch.key[1] == old.key[1] &&
                              std::abs(touch.sides[0].arc - old.sides[0].arc) < touch.around[0] &&
                              std::abs(touch.sides[1].arc - old.sides[1].arc) < touch.around[1];
                     });
}

// By key, then to the nearest place of the same rods; what was found in this step stays.
void RodPairs::takeForces() {
  const auto before = [](const Touch& a, const Touch& b) { return a.key < b.key; };
  std::sort(touches_.begin(), touches_.end(), before);
  const std::size_t found = touches_.size();
  const auto end = touches_.begin() + static_cast<std::ptrdiff_t>(found);
  std::vector<std::uint8_t> taken(found, 0);
  std::vector<const Touch*> left;
  const auto take = [&](Touch& to, const Touch& from) {
    taken[static_cast<std::size_t>(&to - touches_.data())] = 1;
    if (from.force.dot(to.axes.col(0)) > 0) to.force = from.force;  // else the side was another one
    to.approach = from.approach;
  };
  for (const Touch& old : before_) {
    const auto same = std::lower_bound(touches_.begin(), end, old, before);
    if (same != end && same->key == old.key)
      take(*same, old);
    else
      left.push_back(&old);
  }
  constexpr double kNear = 4;  // clearances
  std::vector<Touch> stays;
  for (const Touch* old : left) {
    Touch* nearest = nullptr;
    double least = kNear * old->clearance;
    const std::array<std::uint32_t, 4> from = {old->key[0], old->key[1], 0, 0};
    for (auto at = std::lower_bound(touches_.begin(), end, from,
                                    [](const Touch&a, const auto&key) { return a.key < key; });
         at != end && at->key[0] == old->key[0] && at->key[1] == old->key[1]; ++at) {
      if (taken[static_cast<std::size_t>(at - touches_.begin())]) continue;
      if (at->key[2] >> kKindShift != old->key[2] >> kKindShift) continue;
      const double away =
          std::abs(at->sides[0].arc - old->sides[0].arc) + std::abs(at->sides[1].arc - old->sides[1].arc);
      if (away >= least) continue;
      least = away;
      nearest = &*at;
    }
    if (nearest)
      take(*nearest, *old);
    else if (!isReplaced(*old, found))
      stays.push_back(*old);
  }
  for (Touch& old : stays) {
    lookAt(old);
    touches_.push_back(old);
  }
  std::sort(touches_.begin(), touches_.end(), before);
}

void RodPairs::find(const ContactTerms& how) {
  how_ = how;
  std::swap(touches_, before_);
  touches_.clear();
  if (!hasFound_) before_.clear();
  findMeetings();
  for (const Meeting& meeting : meetings_) add(meeting);
  hasFound_ = true;
  takeForces();
}

bool RodPairs::hasCrossed() {
  if (!mayTouch(how_)) return false;
  findMeetings();
  return std::any_of(meetings_.begin(), meetings_.end(), [&](const Meeting& meeting) {
    return meeting.crossed &&
           meeting.normal.dot(spans_.at(false, meeting.a) - spans_.at(false, meeting.b)) < 0;
  });
}

}  // namespace tendril::solver
