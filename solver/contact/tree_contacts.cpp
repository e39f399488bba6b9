// Contacts of a tree within a step: where they are, their loads, and their forces.
#include "solver/contact/tree_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/colliders/rigid_path.h"
#include "solver/contact/contact_rules.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {
namespace {

constexpr double kSharper = 1e-5;  // gaps of constraints are met so much better than those of colliders

}  // namespace

void TreeContacts::clear() {
  touches_.clear();
  unload();
}

void TreeContacts::unload() {
  if (!loaded_) return;
  loads_.clear();
  for (std::size_t r = 0; r < sweep_.size(); ++r) sweep_.rod(r).kinematics.setTouches(loads_);
  loaded_ = false;
}

void TreeContacts::keepStart() {
  hasStart_ = true;
  for (std::size_t r = 0; r < sweep_.size(); ++r) sweep_.rod(r).kinematics.keepStations();
}

void TreeContacts::look(bool fixed) {
  for (Touch& touch : touches_) {
    touch.at = sweep_.rod(touch.rod).kinematics.pointAt(touch.arc);
    lookAt(touch, fixed);
  }
}

Vector3d TreeContacts::leverOf(const Touch& touch) const {
  if (const PlanePoint* point = planeOf(touch)) return touch.at.world.axes * point->offset;
  return -touch.lever * touch.axes.col(0);
}

void TreeContacts::lookAt(Touch& touch, bool fixed) const {
  if (const PlanePoint* point = planeOf(touch)) return lookAtPlane(touch, *point);
  const Vector3d place = touch.at.world.position;
  SurfacePoint found;
  const Vector3d normal = touch.axes.col(0);
  const double reach = 2 * touch.clearance + (place - touch.start.position).norm() + std::abs(touch.gap) +
                       (place - touch.surface.place).norm();
  if (!fixed && closest(touch.collider, touch.start.position, place, reach, found)) {
    touch.surface = found;
    touch.axes = contact::axesOf(found.normal);
    touch.gap = found.distance - touch.clearance;
  } else {
    touch.gap = normal.dot(place - touch.surface.place) - touch.clearance;
  }
  // the way of the rod's surface: the centreline's, and that of the lever to the surface
  touch.slide = place - touch.start.position - (touch.surface.place - touch.surface.startPlace);
  if (touch.lever > 0)
    touch.slide += turnBetween(touch.start.axes, touch.at.world.axes).cross(leverOf(touch));
}

void TreeContacts::lookAtPlane(Touch& touch, const PlanePoint& point) const {
  const Vector3d normal = point.to.axes * point.normal, place = toWorld(touch.at.world, point.offset);
  const double distance = normal.dot(place - point.to.position);
  touch.axes = contact::axesOf(normal);
  touch.surface.distance = touch.gap = distance;
  touch.surface.normal = normal;
  touch.surface.place = place - distance * normal;
  touch.surface.startPlace = toWorld(point.from, toLocal(point.to, touch.surface.place));
  touch.slide = place - toWorld(touch.start, point.offset) - (touch.surface.place - touch.surface.startPlace);
}

void TreeContacts::load() {
  loaded_ = true;
  std::size_t i = 0;
  for (std::size_t r = 0; r < sweep_.size(); ++r) {
    loads_.clear();
    for (; i < touches_.size() && touches_[i].rod == r; ++i) {
      const Touch& touch = touches_[i];
      if (touch.force.isZero(0)) continue;
      loads_.emplace_back();
      LoadedPoint& to = loads_.back();
      to.element = touch.at.element;
      to.arc = touch.at.arc;
      to.world = touch.at.world;
      to.map = touch.at.map;
      to.load << leverOf(touch).cross(touch.force), touch.force;
    }
    for (const auto& [rod, load] : more_)
      if (rod == r) loads_.push_back(load);
    std::stable_sort(loads_.begin(), loads_.end(),
                     [](const LoadedPoint& a, const LoadedPoint& b) { return a.element < b.element; });
    sweep_.rod(r).kinematics.setTouches(loads_);
  }
  more_.clear();
}

double TreeContacts::frictionOf(const Touch& touch) const {
  const SceneRod& rod = sweep_.description(touch.rod);
  const double own = rod.contact.friction.empty() ? 1 : valueAt(rod, rod.contact.friction, touch.arc);
  if (const PlanePoint* point = planeOf(touch)) return point->friction;
  return colliders_[touch.collider]->friction * own;
}

// Of the rod's surface in the solution, along the axes.
Vector3d TreeContacts::motionOf(const Touch& touch) const {
  const Vec6d change = sweep_.rod(touch.rod).elimination.changeAt(touch.at);
  const Vector3d lever = leverOf(touch);
  return touch.axes.transpose() * (change.tail<3>() + change.head<3>().cross(lever));
}

Vector3d TreeContacts::offOf(const Touch& touch) {
  Vector3d off = touch.axes.transpose() * touch.slide;
  off[0] = touch.gap - touch.rest;
  return off;
}

double TreeContacts::addCones(Responses& responses, std::vector<Cone>& cones) const {
  double most = 0, band = std::numeric_limits<double>::infinity();
  for (const Touch& touch : touches_) {
    Cone& cone = cones.emplace_back();
    const Vector3d lever = leverOf(touch), moved = motionOf(touch);
    ThreeLoads loads;
    loads << crossMatrix<double>(lever) * touch.axes, touch.axes;
    cone.firstPart = responses.parts.size();
    sweep_.respond(touch.rod, touch.at, loads, responses);
    cone.lastPart = responses.parts.size();
    cone.free = offOf(touch) + moved;
    cone.friction = frictionOf(touch);
    cone.cohesion = touch.cohesion;
    cone.force = touch.axes.transpose() * touch.force;
    cone.limited = isLetOut(touch);
    cone.way = contact::kPushOut * how_.dt * touch.clearance;
    cone.moved = moved[0];
    most = std::max(most, cone.free.cwiseAbs().maxCoeff());
    band = std::min(band, touch.clearance);
  }
  return std::max(contact::kExact * most, contact::kTrifle * band);
}

void TreeContacts::takeCones(const std::vector<Cone>& cones, std::size_t first) {
  for (std::size_t i = 0; i < touches_.size(); ++i)
    touches_[i].force = touches_[i].axes * cones[first + i].force;
}

void TreeContacts::solve() {
  responses_.clear();
  cones_.clear();
  const double least = addCones(responses_, cones_);
  solver_.begin(responses_, cones_, sweep_.responseSize());
  solver_.solve(responses_, cones_, least);
  takeCones(cones_, 0);
  sweep_.applyResponse(solver_.response().data());
}

double TreeContacts::error() const {
  double most = 0;
  for (const Touch& touch : touches_) {
    if (isLetOut(touch)) continue;  // its force is limited
    const double off = (touch.rest - touch.gap) / (planeOf(touch) ? kSharper : 1) / touch.clearance;
    most = std::max(most, isOpen(touch) ? off : std::abs(off));
  }
  return most;
}

bool TreeContacts::lands() const {
  return std::any_of(touches_.begin(), touches_.end(), [](const Touch& touch) {
    return std::max(touch.startGap, touch.approach) > contact::kOpened * touch.clearance &&
           (touch.gap < 0 || !touch.force.isZero(0));
  });
}

Vector3d TreeContacts::wayOut() const {
  constexpr double kOut = 1e-3;  // of the clearance
  const Touch* deepest = nullptr;
  for (const Touch& touch : touches_)
    if (touch.gap < std::min(touch.startGap, 0.0) - kOut * touch.clearance &&
        (!deepest || touch.gap < deepest->gap))
      deepest = &touch;
  if (!deepest) return Vector3d::Zero();
  return (std::min(deepest->startGap, 0.0) - deepest->gap) * deepest->axes.col(0);
}

double TreeContacts::potential() const {
  double sum = 0;
  for (const Touch& touch : touches_) {
    const Vector3d along = touch.slide - touch.axes.col(0) * touch.axes.col(0).dot(touch.slide);
    const double off = touch.rest - touch.gap, normal = normalOf(touch);
    const double pressed = normal + touch.cohesion;
    sum += 2 * pressed * std::max(0.0, off) + frictionOf(touch) * pressed * along.norm();
    if (touch.cohesion > 0) sum += touch.cohesion * std::max(0.0, -off);
  }
  return sum;
}

double TreeContacts::work() const {
  double sum = 0;
  for (const Touch& touch : touches_) {
    const Vector3d moved = touch.surface.place - touch.surface.startPlace, normal = touch.axes.col(0),
                   along = touch.slide - normal * normal.dot(touch.slide);
    const double push = normalOf(touch);
    // what sticks slides by the tolerance, uphill, too
    sum += std::max(0.0, touch.force.dot(moved)) + std::max(0.0, touch.force.dot(along)) +
           std::max(0.0, push) * std::max(0.0, touch.gap - std::min(touch.startGap, 0.0));
    // a pull closes what was open
    sum += std::max(0.0, -push) * std::max(0.0, touch.startGap - touch.gap);
  }
  return sum;
}

double TreeContacts::radiusAt(std::size_t rod, double arc) const {
  return valueAt(sweep_.description(rod), sweep_.description(rod).contact.radius, arc);
}

double TreeContacts::clearanceOf(std::size_t rod, std::size_t collider, double arc) const {
  return radiusAt(rod, arc) + colliders_[collider]->thickness;
}

// m, from which a contact takes part before it touches: what gravity does to a predicted pose.
double TreeContacts::marginOf(double clearance) const {
  return 0.25 * clearance +
         std::min(0.5 * how_.gravity * how_.dt * how_.dt, contact::kMostMargin * clearance);
}

double TreeContacts::firstArc(std::size_t rod) const {
  const SceneRod& is = sweep_.description(rod);
  return is.root == Root::free ? 0 : is.contact.from;
}

bool TreeContacts::isHeld(std::size_t rod, double arc) const {
  constexpr double kAround = 4;  // radii
  return std::any_of(held_.begin(), held_.end(), [&](const auto& held) {
    return held.first == rod && std::abs(held.second - arc) < kAround * radiusAt(rod, held.second);
  });
}

// With the collider where it is at the end of the step, which may be within its interval.
bool TreeContacts::closest(std::size_t collider, const Vector3d& from, const Vector3d& at, double reach,
                           SurfacePoint& found) const {
  const Collider& is = *colliders_[collider];
  const double first = how_.part.first, last = how_.part.last;
  if (first == 0 && last == 1) return is.closestFrom(from, at, reach, found);
  SurfacePoint near;
  Vector3d way = Vector3d::Zero();
  if (is.closest(at, 2 * reach, near)) way = near.place - near.startPlace;
  if (!is.closestFrom(from - first * way, at + (1 - last) * way, reach, found)) return false;
  way = found.place - found.startPlace;
  found.place -= (1 - last) * way;
  found.startPlace = found.place - (last - first) * way;
  return true;
}

// The collider's own motion is taken out, so that it is asked where it is at the end.
double TreeContacts::gapAtStart(std::size_t collider, const Vector3d& place, const SurfacePoint& end,
                                double clearance, double reach) const {
  const Collider& is = *colliders_[collider];
  const double whole = how_.part.last - how_.part.first > 0 ? 1 / (how_.part.last - how_.part.first) : 0;
  Vector3d way = (end.place - end.startPlace) * whole;  // of the whole interval
  double gap = reach;
  for (int i = 0; i < 2; ++i) {
    SurfacePoint found;
    if (!is.closest(place + (1 - how_.part.first) * way, reach, found)) return reach;
    gap = found.distance - clearance;
    const Vector3d its = found.place - found.startPlace;
    if (its == way) break;
    way = its;
  }
  return gap;
}

}  // namespace tendril::solver
