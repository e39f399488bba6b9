// Boxes of elements, and spans of those that may be near others.
#include "solver/contact/rod_spans.h"

#include <algorithm>
#include <cmath>

namespace tendril::solver {

namespace {

constexpr double kTurn = 0.35;     // rad, of a span
constexpr double kLoop = 2.8;      // rad: a rod that turns less does not come near itself
constexpr std::size_t kLeast = 2;  // spans of an element
constexpr std::size_t kMost = 256;
constexpr double kParentRadii = 2;  // an attached rod begins inside of its parent

double angleBetween(const Vector3d& a, const Vector3d& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

Box3 boxOf(const CubicSpan& span) {  // of its control points
  Box3 box;
  box.add(span.from);
  box.add(span.to);
  box.add(span.from + span.leaving / 3);
  box.add(span.to - span.arriving / 3);
  return box;
}

}  // namespace

void RodSpans::set(const std::vector<Sweep*>& trees) {
  rods_.clear();
  rodOf_.clear();
  divided_ = false;
  for (std::size_t t = 0; t < trees.size(); ++t)
    for (std::size_t r = 0; r < trees[t]->size(); ++r) {
      RodOf made;
      made.tree = t;
      made.rod = r;
      made.sweep = trees[t];
      made.firstElement = rodOf_.size();
      rodOf_.resize(rodOf_.size() + made.is().elements(), static_cast<std::uint32_t>(rods_.size()));
      rods_.push_back(made);
    }
  begin();
}

void RodSpans::begin() {
  divided_ = false;
  any_ = false;
  for (RodOf& rod : rods_) {
    const SceneRod& is = rod.is();
    const std::vector<double>& radii = is.contact.selfRadius;
    rod.radius = radii.empty() ? 0 : *std::max_element(radii.begin(), radii.end());
    rod.from = is.root == Root::free ? 0 : is.contact.from;
    if (is.root == Root::attached) {
      const SceneRod& parent = rod.sweep->description(rod.sweep->parent(rod.rod));
      if (!parent.contact.selfRadius.empty())
        rod.from += kParentRadii * valueAt(parent, parent.contact.selfRadius, is.parentArc);
    }
    any_ = any_ || rod.radius > 0;
  }
}

double RodSpans::radiusAt(std::size_t rod, double arc) const {
  const SceneRod& is = rods_[rod].is();
  return valueAt(is, is.contact.selfRadius, arc);
}

void RodSpans::growBoxes(const std::vector<Box3>& boxes, const Margins& margins,
                         std::vector<Box3>& to) const {
  to.assign(boxes.size(), {});
  for (const RodOf& rod : rods_) {
    if (!(rod.radius > 0)) continue;
    const SceneRod& is = rod.is();
    const double own = rod.radius + 0.5 * margins.of(2 * rod.radius);
    // from the last station to the element's end
    const double around = layoutOf(is.model) == Layout::joints ? 0.25 : 0.06;
    for (std::size_t e = 0; e < is.elements(); ++e) {
      const std::size_t i = rod.firstElement + e;
      if (is.arc[e + 1] > rod.from && !boxes[i].isEmpty())
        to[i] = boxes[i].grownBy(own + around * is.length(e));
    }
  }
}

// How far rods have turned along themselves, roughly.
void RodSpans::findTurns() {
  turned_.assign(rodOf_.size(), 0);
  forEachLarge(rods_.size(), rodOf_.size(), [&](std::size_t i) {
    const RodOf& rod = rods_[i];
    double turned = 0;
    Vector3d last = Vector3d::Zero(), chord = Vector3d::Zero();
    bool first = true;
    rod.solver().kinematics.visitStations([&](std::size_t e, double, const Vector3d&, const Vector3d& now) {
      const Vector3d next = now - last;
      if (!first && !chord.isZero(0)) turned += angleBetween(chord, next);
      if (!first) chord = next;
      last = now;
      first = false;
      turned_[rod.firstElement + e] = turned;
      return true;
    });
  });
}

bool RodSpans::mayMeet(std::size_t a, std::size_t b) const {
  if (rodOf_[a] != rodOf_[b]) return true;
  const std::size_t first = rods_[rodOf_[a]].firstElement;
  return turned_[b] - (a > first ? turned_[a - 1] : 0) > kLoop;
}

bool RodSpans::findNear(const Margins& margins) {
  if (!any_) return false;
  margins_ = margins;
  found_.assign(rodOf_.size(), {});
  addBoxes(found_, true, [](std::size_t) { return true; });
  growBoxes(found_, margins, boxes_);
  findTurns();
  near_.assign(rodOf_.size(), 0);
  bool any = false;
  for (const BoxPairs::Pair& pair : grid_.find(boxes_)) {
    if (!mayMeet(pair.a, pair.b)) continue;
    near_[pair.a] = near_[pair.b] = 1;
    any = true;
  }
  // loops within an element
  for (std::size_t e = 0; e < rodOf_.size(); ++e) {
    if (boxes_[e].isEmpty() || !mayMeet(e, e)) continue;
    near_[e] = 1;
    any = true;
  }
  return any;
}

// How many spans an element has, by its turn when the step began; looked at in steps that are short enough to
// see whole turns.
std::uint16_t RodSpans::partsOf(const RodOf& rod, std::size_t e) const {
  const SceneRod& is = rod.is();
  if (layoutOf(is.model) == Layout::joints) return 1;
  double turned = 0;
  for (std::size_t looks = 8; looks <= kMost; looks *= 2) {
    turned = 0;
    double longest = 0;
    Vector3d last = Vector3d::Zero();
    for (std::size_t k = 0; k <= looks; ++k) {
      const double arc = is.arc[e] + is.length(e) * static_cast<double>(k) / static_cast<double>(looks);
      const Vector3d tangent = rod.solver().kinematics.keptFrameAt(arc).axes.col(0);
      if (k > 0) {
        const double angle = angleBetween(last, tangent);
        turned += angle;
        longest = std::max(longest, angle);
      }
      last = tangent;
    }
    if (longest < 1) break;
  }
  const double wanted = std::ceil(turned / kTurn);
  return static_cast<std::uint16_t>(
      std::clamp(wanted, static_cast<double>(kLeast), static_cast<double>(kMost)));
}

void RodSpans::place() {
  if (!divided_) parts_.assign(rodOf_.size(), 0);
  divided_ = true;
  forEachLarge(rods_.size(), rodOf_.size(), [&](std::size_t i) {
    const RodOf& rod = rods_[i];
    for (std::size_t e = 0; e < rod.is().elements(); ++e) {
      const std::size_t own = rod.firstElement + e;
      if (near_[own] && parts_[own] == 0) parts_[own] = partsOf(rod, e);
    }
  });
  spans_.clear();
  for (std::size_t i = 0; i < rods_.size(); ++i) {
    RodOf& rod = rods_[i];
    rod.firstSpan = spans_.size();
    for (std::size_t e = 0; e < rod.is().elements(); ++e)
      if (near_[rod.firstElement + e]) addSpans(i, e);
    rod.lastSpan = spans_.size();
  }
  forEachLarge(rods_.size(), spans_.size(), [&](std::size_t i) { placeRod(i); });
}

void RodSpans::addSpans(std::size_t i, std::size_t e) {
  const RodOf& rod = rods_[i];
  const SceneRod& is = rod.is();
  const std::size_t parts = parts_[rod.firstElement + e];
  const auto arc = [&](std::size_t at) {
    return at == parts ? is.arc[e + 1]
                       : is.arc[e] + is.length(e) * static_cast<double>(at) / static_cast<double>(parts);
  };
  for (std::size_t k = 0; k < parts; ++k) {
    Span span;
    span.rod = static_cast<std::uint32_t>(i);
    span.number = static_cast<std::uint32_t>(e * 2 * kMost + k);
    span.from = arc(k);
    span.to = arc(k + 1);
    if (span.to > rod.from) spans_.push_back(span);
  }
}

void RodSpans::placeRod(std::size_t i) {
  const RodOf& rod = rods_[i];
  const RodKinematics& kinematics = rod.solver().kinematics;
  const bool straight = layoutOf(rod.is().model) == Layout::joints;
  Frame<double> was, is;
  for (std::size_t s = rod.firstSpan; s < rod.lastSpan; ++s) {
    Span& span = spans_[s];
    span.comesOn = s > rod.firstSpan && spans_[s - 1].to == span.from;
    span.goesOn = s + 1 < rod.lastSpan && spans_[s + 1].from == span.to;
    const double length = span.to - span.from;
    if (!span.comesOn) {
      was = kinematics.keptFrameAt(span.from);
      is = kinematics.pointAt(span.from).world;
    }
    const Frame<double> wasNext = kinematics.keptFrameAt(span.to), isNext = kinematics.pointAt(span.to).world;
    if (straight) {
      span.was = CubicSpan::straight(was.position, wasNext.position);
      span.is = CubicSpan::straight(is.position, isNext.position);
    } else {
      span.was =
          CubicSpan::along(was.position, wasNext.position, was.axes.col(0), wasNext.axes.col(0), length);
      span.is = CubicSpan::along(is.position, isNext.position, is.axes.col(0), isNext.axes.col(0), length);
    }
    was = wasNext;
    is = isNext;
  }
}

const std::vector<BoxPairs::Pair>& RodSpans::findPairs() {
  spanBoxes_.resize(spans_.size());
  for (std::size_t s = 0; s < spans_.size(); ++s) {
    const Span& span = spans_[s];
    Box3 box = boxOf(span.was);
    box.add(boxOf(span.is));
    const double radius = rods_[span.rod].radius;
    spanBoxes_[s] = box.grownBy(radius + 0.5 * margins_.of(2 * radius));
  }
  return grid_.find(spanBoxes_);
}

// The joints of chains are minima where the distance falls towards them on both sides.
int RodSpans::beyond(bool before, const Place& place, const Vector3d& between) const {
  constexpr double kFlat = 1e-9;
  const auto falls = [&](std::size_t span, double u, double sign) {
    const Vector3d slope = (before ? spans_[span].was : spans_[span].is).slope(u);
    return sign * between.dot(slope) < -kFlat * slope.squaredNorm();
  };
  if (place.u >= 1 && spans_[place.span].goesOn && falls(place.span + 1, 0, 1)) return 1;
  if (place.u <= 0 && spans_[place.span].comesOn && falls(place.span - 1, 1, -1)) return -1;
  return 0;
}

bool RodSpans::step(bool before, const Vector3d& between, Place& place) const {
  const int to = beyond(before, place, between);
  if (to == 0) return false;
  place = to > 0 ? Place{place.span + 1, 0} : Place{place.span - 1, 1};
  return true;
}

Vector3d RodSpans::walk(bool before, Place& a, Place& b) const {
  constexpr int kMost = 64;
  ClosestPoints found;
  for (int i = 0; i < kMost; ++i) {
    const Span &one = spans_[a.span], &other = spans_[b.span];
    const CubicSpan &first = before ? one.was : one.is, &second = before ? other.was : other.is;
    found = closestPoints(first, second, a.u, b.u);
    a.u = found.s;
    b.u = found.t;
    const bool onA = step(before, found.between, a), onB = step(before, -found.between, b);
    if (!onA && !onB) break;
  }
  return found.between;
}

// Newton's method without the curves' bending, which is small where they are close. Chains keep the places on
// their spans, which are exact.
Vector3d RodSpans::polish(bool before, OnRod& a, OnRod& b) const {
  constexpr int kMost = 4;
  constexpr double kStill = 1e-9;  // of a rod's length
  OnRod* ends[2] = {&a, &b};
  Frame<double> at[2];
  const auto look = [&](int i) {
    const RodKinematics& kinematics = rods_[ends[i]->rod].solver().kinematics;
    at[i] = before ? kinematics.keptFrameAt(ends[i]->arc) : kinematics.pointAt(ends[i]->arc).world;
  };
  look(0);
  look(1);
  for (int i = 0; i < kMost; ++i) {
    const Vector3d d = at[0].position - at[1].position, as = at[0].axes.col(0), bt = at[1].axes.col(0);
    const double along = as.dot(bt), toA = -d.dot(as), toB = d.dot(bt), det = 1 - along * along;
    double da = 0, db = 0;
    if (a.moves && b.moves && det > 1e-4) {
      da = (toA + along * toB) / det;
      db = (toB + along * toA) / det;
    } else if (a.moves) {
      da = toA;
    } else if (b.moves) {
      db = toB;
    }
    const double changes[2] = {da, db};
    double most = 0;
    for (int k = 0; k < 2; ++k) {
      OnRod& end = *ends[k];
      const SceneRod& rod = rods_[end.rod].is();
      if (!end.moves || layoutOf(rod.model) == Layout::joints) continue;
      const double to =
          std::clamp(end.arc + std::clamp(changes[k], -end.reach, end.reach), 0.0, rod.arc.back());
      most = std::max(most, std::abs(to - end.arc) / rod.arc.back());
      if (to == end.arc) continue;
      end.arc = to;
      look(k);
    }
    if (most < kStill) break;
  }
  return at[0].position - at[1].position;
}

void RodSpans::walkTo(bool before, const Vector3d& point, Place& on) const {
  constexpr int kMost = 64, kNewton = 12;
  for (int i = 0; i < kMost; ++i) {
    const CubicSpan& span = before ? spans_[on.span].was : spans_[on.span].is;
    for (int k = 0; k < kNewton; ++k) {
      const Vector3d d = span.at(on.u) - point, slope = span.slope(on.u);
      const double first = slope.squaredNorm(), full = first + d.dot(span.bend(on.u));
      const double to = std::clamp(on.u - d.dot(slope) / (full > 0.1 * first ? full : first), 0.0, 1.0);
      const double change = std::abs(to - on.u);
      on.u = to;
      if (change < 1e-11) break;
    }
    if (!step(before, span.at(on.u) - point, on)) return;
  }
}

}  // namespace tendril::solver
