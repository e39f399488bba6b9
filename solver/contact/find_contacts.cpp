// Where a tree touches colliders: boxes, then samples, then the nearest points between samples.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "solver/colliders/rigid_path.h"
#include "solver/contact/contact_rules.h"
#include "solver/contact/tree_contacts.h"

namespace tendril::solver {
namespace {

constexpr std::size_t kSpans = 2;   // of an element
constexpr std::size_t kDeeper = 8;  // places within a span
constexpr int kMostDeep = 3;        // halvings of a span
constexpr double kDeep = 0.02;      // of the clearance: a point between samples that is no nearer is left out

}  // namespace

bool TreeContacts::mayTouch(const ContactTerms& how) {
  how_ = how;
  near_.clear();
  boxes_.clear();
  for (const Collider* collider : colliders_) boxes_.push_back(collider->bounds());
  for (std::size_t r = 0; r < sweep_.size(); ++r) {
    const SceneRod& rod = sweep_.description(r);
    if (rod.contact.radius.empty()) continue;
    Box3 box;
    const double first = firstArc(r);
    double longest = 0;
    for (std::size_t e = 0; e < rod.elements(); ++e) longest = std::max(longest, rod.length(e));
    sweep_.rod(r).kinematics.visitStations(
        [&](std::size_t, double arc, const Vector3d& was, const Vector3d& is) {
          if (arc < first - longest) return true;
          box.add(was);
          box.add(is);
          return true;
        });
    const double radius = *std::max_element(rod.contact.radius.begin(), rod.contact.radius.end());
    for (std::size_t c = 0; c < colliders_.size(); ++c) {
      const double clearance = radius + colliders_[c]->thickness;
      // a station is at most half a link's length from the rod's ends or the next station
      const double around = 0.5 * longest + clearance + marginOf(clearance);
      if (boxes_[c].meets(box.grownBy(around))) near_.emplace_back(r, c);
    }
  }
  return isNear();
}

void TreeContacts::find(const ContactTerms& how) {
  how_ = how;
  const bool predicted = !hasFound_;
  std::swap(touches_, before_);
  touches_.clear();
  if (predicted) before_.clear();
  hasFound_ = true;
  for (const auto& [rod, collider] : near_) findOn(rod, collider);
  for (std::size_t i = 0; i < planes_.size(); ++i) findOn(colliders_.size() + i, planes_[i]);
  const auto key = [](const Touch& touch) { return std::tuple(touch.rod, touch.place, touch.collider); };
  const auto before = [&](const Touch& a, const Touch& b) { return key(a) < key(b); };
  std::sort(touches_.begin(), touches_.end(), before);
  for (Touch& touch : touches_) {
    if (predicted) touch.approach = -touch.axes.col(0).dot(touch.slide);
    const auto old = std::lower_bound(before_.begin(), before_.end(), touch, before);
    if (old == before_.end() || key(*old) != key(touch)) continue;
    touch.force = old->force;
    touch.lever = old->lever;
    touch.approach = old->approach;
  }
  // what was found in this step stays, or the same contacts would come and go
  const std::size_t found = touches_.size();
  for (const Touch& old : before_) {
    const auto end = touches_.begin() + static_cast<std::ptrdiff_t>(found);
    const auto same = std::lower_bound(touches_.begin(), end, old, before);
    if (same != end && key(*same) == key(old)) continue;
    touches_.push_back(old);
    touches_.back().at = sweep_.rod(old.rod).kinematics.pointAt(old.arc);
    lookAt(touches_.back(), false);
  }
  std::sort(touches_.begin(), touches_.end(), before);
  findCohesion();
}

bool TreeContacts::touchedAtStart(std::size_t collider, const Sample& sample, double clearance) const {
  return gapAtStart(collider, sample.start.position, sample.surface, clearance, 2 * clearance) <
         contact::kBand * clearance;
}

double TreeContacts::sampleWay(const Touch& touch) const {
  const SceneRod& rod = sweep_.description(touch.rod);
  const std::size_t e = elementAt(rod.arc, touch.arc);
  double longest = rod.length(e);
  if (e > 0) longest = std::max(longest, rod.length(e - 1));
  if (e + 1 < rod.elements()) longest = std::max(longest, rod.length(e + 1));
  return 1.01 * longest / kSpans;  // rounding
}

void TreeContacts::sample(std::size_t rod, std::size_t collider, double arc, double reach, Sample& to) const {
  const RodKinematics& kinematics = sweep_.rod(rod).kinematics;
  to.arc = arc;
  to.at = kinematics.pointAt(arc);
  to.start = kinematics.keptFrameAt(arc);
  const double clearance = clearanceOf(rod, collider, arc);
  if (sticky_) reach += (to.at.world.position - to.start.position).norm();
  to.near = radiusAt(rod, arc) > 0 && !isHeld(rod, arc) &&
            closest(collider, to.start.position, to.at.world.position, reach + clearance, to.surface);
  to.gap = to.near ? to.surface.distance - clearance : reach;
  to.slope = to.near ? to.surface.normal.dot(to.at.world.axes.col(0)) : 0;
}

void TreeContacts::findOn(std::size_t r, std::size_t c) {
  const SceneRod& rod = sweep_.description(r);
  const double first = firstArc(r);
  sticky_ = sticks(r, c);
  Sample a, b;
  for (std::size_t e = 0; e < rod.elements(); ++e) {
    if (rod.arc[e + 1] < first) continue;
    const double length = rod.length(e),
                 clearance = std::max(clearanceOf(r, c, rod.arc[e]), clearanceOf(r, c, rod.arc[e + 1]));
    const double span = length / kSpans, margin = marginOf(clearance), reach = 0.5 * span + margin;
    // the whole element at once
    const double middle = 0.5 * (rod.arc[e] + rod.arc[e + 1]);
    Sample whole;
    sample(r, c, middle, 0.5 * length + margin, whole);
    if (!whole.near) {
      a.near = false;
      a.arc = -1;
      continue;
    }
    for (std::size_t k = 0; k <= kSpans; ++k) {
      const double arc = rod.arc[e] + length * static_cast<double>(k) / kSpans;
      const std::size_t place = (e * kSpans + k) * kDeeper;
      if (k == 0 && a.arc == arc && e > 0) {
        continue;  // the end of the element before
      }
      if (k == kSpans / 2)
        b = whole;
      else
        sample(r, c, arc, reach, b);
      if (k > 0) searchSpan(r, c, place - kDeeper, a, b, 0);
      if (b.near && arc >= first && (b.gap < margin || (sticky_ && touchedAtStart(c, b, clearance))))
        add(r, c, place, b);
      a = b;
    }
  }
}

bool TreeContacts::hasCrossed() const {
  constexpr std::size_t kLooks = 4;  // of an element
  for (const auto& [r, c] : near_) {
    const SceneRod& rod = sweep_.description(r);
    const RodKinematics& kinematics = sweep_.rod(r).kinematics;
    const double first = firstArc(r);
    for (std::size_t i = 0; i <= kLooks * rod.elements(); ++i) {
      const std::size_t e = std::min(i / kLooks, rod.elements() - 1);
      const double part = static_cast<double>(i - e * kLooks) / kLooks,
                   arc = rod.arc[e] + part * rod.length(e);
      if (arc < first || !(radiusAt(r, arc) > 0) || isHeld(r, arc)) continue;
      const double clearance = clearanceOf(r, c, arc);
      const Vector3d from = kinematics.keptFrameAt(arc).position, at = kinematics.pointAt(arc).world.position;
      SurfacePoint found;
      if (!closest(c, from, at, clearance, found) || found.distance > -clearance) continue;
      const double reach = 2 * clearance + (at - from).norm();
      if (gapAtStart(c, from, found, clearance, reach) > -clearance) return true;
    }
  }
  return false;
}

// What overlaps beyond the dead band falls with a time.
void TreeContacts::letOut(Touch& touch) const {
  touch.rest = contact::letOut(touch.rest, planeOf(touch) ? 0 : contact::kBand * touch.clearance, how_.dt);
}

void TreeContacts::findOn(std::size_t plane, const PlanePoint& point) {
  constexpr double kPart = 0.01;  // of the rod's length: a gap in which it is about to touch
  Touch touch;
  touch.rod = point.rod;
  touch.collider = plane;
  touch.arc = point.arc;
  const RodKinematics& kinematics = sweep_.rod(point.rod).kinematics;
  touch.start = kinematics.keptFrameAt(point.arc);
  touch.at = kinematics.pointAt(point.arc);
  touch.clearance = kPart * sweep_.description(point.rod).arc.back();
  const Vector3d was = toWorld(touch.start, point.offset);
  touch.startGap = (point.from.axes * point.normal).dot(was - point.from.position);
  touch.rest = std::min(touch.startGap, 0.0);
  letOut(touch);
  lookAtPlane(touch, point);
  if (touch.gap < marginOf(touch.clearance)) touches_.push_back(touch);
}

// Adds the nearest point between two samples if it is nearer than both.
void TreeContacts::searchSpan(std::size_t rod, std::size_t c, std::size_t place, const Sample& a,
                              const Sample& b, int depth) {
  if (!a.near && !b.near) return;
  const double way = b.arc - a.arc, clearance = clearanceOf(rod, c, a.arc), margin = marginOf(clearance);
  if (0.5 * (a.gap + b.gap - way) > margin || b.arc < firstArc(rod)) return;
  const bool falls = a.near ? a.slope < 0 : true, rises = b.near ? b.slope > 0 : true;
  const std::size_t own = place + (std::size_t(1) << (kMostDeep - 1 - std::min(depth, kMostDeep - 1)));
  if (!(falls && rises)) {
    const bool alike = a.near && b.near && a.surface.normal.dot(b.surface.normal) > 0.8;
    if (alike || depth >= kMostDeep - 1) return;
    Sample middle;
    sample(rod, c, 0.5 * (a.arc + b.arc), way + margin, middle);
    searchSpan(rod, c, place, a, middle, depth + 1);
    searchSpan(rod, c, own, middle, b, depth + 1);
    if (middle.near && middle.gap < margin && middle.gap < std::min(a.gap, b.gap) - kDeep * clearance &&
        middle.arc >= firstArc(rod))
      add(rod, c, own, middle);
    return;
  }
  // the slope's root: regula falsi with halving
  double low = a.arc, high = b.arc, atLow = a.near ? a.slope : -1, atHigh = b.near ? b.slope : 1;
  Sample at;
  constexpr int kMost = 8;
  for (int i = 0; i < kMost; ++i) {
    double arc = (low * atHigh - high * atLow) / (atHigh - atLow);
    arc = std::clamp(arc, low + 0.05 * (high - low), high - 0.05 * (high - low));
    sample(rod, c, arc, way + margin, at);
    if (!at.near || std::abs(at.slope) < 1e-3) break;
    if (at.slope < 0) {
      low = arc;
      atLow = at.slope;
      atHigh *= 0.5;
    } else {
      high = arc;
      atHigh = at.slope;
      atLow *= 0.5;
    }
  }
  if (at.near && at.gap < margin && at.gap < std::min(a.gap, b.gap) - kDeep * clearance &&
      at.arc >= firstArc(rod))
    add(rod, c, own, at);
}

void TreeContacts::add(std::size_t rod, std::size_t c, std::size_t place, const Sample& sample) {
  Touch touch;
  touch.rod = rod;
  touch.collider = c;
  touch.place = place;
  touch.arc = sample.arc;
  touch.start = sample.start;
  touch.at = sample.at;
  touch.surface = sample.surface;
  touch.radius = radiusAt(rod, sample.arc);
  touch.clearance = clearanceOf(rod, c, sample.arc);
  touch.gap = sample.gap;
  const double reach =
      touch.clearance + marginOf(touch.clearance) + (sample.at.world.position - sample.start.position).norm();
  touch.startGap = gapAtStart(c, sample.start.position, sample.surface, touch.clearance, reach);
  touch.rest = std::min(touch.startGap, 0.0);
  touch.touched = touch.startGap < contact::kBand * touch.clearance;
  letOut(touch);
  lookAt(touch, false);
  const Vector3d normal = touch.axes.col(0), along = touch.slide - normal * normal.dot(touch.slide);
  touch.lever = contact::leverOf(touch.radius, along.norm());
  lookAt(touch, true);
  touches_.push_back(touch);
}

}  // namespace tendril::solver
