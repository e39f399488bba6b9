// Contacts of rods with each other: loads, cones, and what the step asks.
#include "solver/contact/rod_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tendril::solver {

bool RodPairs::isLetOut(const Touch& touch) {
  return touch.startGap < -contact::kDrawn * touch.clearance;
}

void RodPairs::lookAt(Touch& touch) const {
  Vector3d slide = Vector3d::Zero();
  for (int i = 0; i < 2; ++i) {
    Side& side = touch.sides[static_cast<std::size_t>(i)];
    side.at = rods()[side.rod].solver().kinematics.pointAt(side.arc);
    const Vector3d way = side.at.world.position - side.start.position;
    slide += i == 0 ? way : Vector3d(-way);
  }
  touch.slide = slide;
  touch.gap = touch.axes.col(0).dot(touch.sides[0].at.world.position - touch.sides[1].at.world.position) -
              touch.clearance;
}

void RodPairs::look() {
  for (Touch& touch : touches_) lookAt(touch);
}

void RodPairs::addLoads(const std::vector<TreeContacts*>& to) const {
  for (const Touch& touch : touches_) {
    if (isOpen(touch)) continue;
    for (int i = 0; i < 2; ++i) {
      const Side& side = touch.sides[static_cast<std::size_t>(i)];
      const Vector3d force = i == 0 ? touch.force : Vector3d(-touch.force);
      LoadedPoint load;
      load.element = side.at.element;
      load.arc = side.at.arc;
      load.world = side.at.world;
      load.map = side.at.map;
      load.load << Vector3d::Zero(), force;
      to[rods()[side.rod].tree]->addLoad(rods()[side.rod].rod, load);
    }
  }
}

// Both sides' responses; where both are in one tree, the coordinates between its root and both have one.
void RodPairs::respond(const Touch& touch, const std::vector<std::size_t>& first, Responses& to) const {
  const std::size_t firstPart = to.parts.size();
  own_.clear();
  std::size_t ends[3] = {0, 0, 0};
  for (int i = 0; i < 2; ++i) {
    const Side& side = touch.sides[static_cast<std::size_t>(i)];
    const double sign = i == 0 ? 1 : -1;
    ThreeLoads loads;
    loads << Matrix3d::Zero(), sign * touch.axes;
    rods()[side.rod].sweep->respond(rods()[side.rod].rod, side.at, loads, own_);
    ends[i + 1] = own_.parts.size();
  }
  const auto firstOf = [&](int i, const Responses::Part& part) {
    return first[rods()[touch.sides[static_cast<std::size_t>(i)].rod].tree] + part.first;
  };
  for (int i = 0; i < 2; ++i)
    for (std::size_t p = ends[i]; p < ends[i + 1]; ++p) {
      const Responses::Part part = own_.parts[p];
      const std::size_t at = firstOf(i, part);
      std::size_t rows = part.rows;
      bool taken = false;
      for (std::size_t q = firstPart; q < to.parts.size(); ++q) taken = taken || to.parts[q].first == at;
      if (taken) continue;
      for (std::size_t q = ends[1]; i == 0 && q < ends[2]; ++q)
        if (firstOf(1, own_.parts[q]) == at) rows = std::max(rows, own_.parts[q].rows);
      double* y = to.add(at, rows);
      std::fill(y, y + 3 * rows, 0.0);
      const auto addPart = [&](const Responses::Part& from) {
        for (std::size_t c = 0; c < 3; ++c)
          for (std::size_t k = 0; k < from.rows; ++k) y[c * rows + k] += own_.y[from.at + c * from.rows + k];
      };
      addPart(part);
      for (std::size_t q = ends[1]; i == 0 && q < ends[2]; ++q)
        if (firstOf(1, own_.parts[q]) == at) addPart(own_.parts[q]);
    }
}

double RodPairs::addCones(const std::vector<std::size_t>& first, Responses& responses,
                          std::vector<Cone>& cones) const {
  double most = 0, band = std::numeric_limits<double>::infinity();
  for (const Touch& touch : touches_) {
    Vector3d moved = Vector3d::Zero();
    for (int i = 0; i < 2; ++i) {
      const Side& side = touch.sides[static_cast<std::size_t>(i)];
      const Vector3d way = rods()[side.rod].solver().elimination.changeAt(side.at).tail<3>();
      moved += i == 0 ? way : Vector3d(-way);
    }
    moved = touch.axes.transpose() * moved;
    Cone& cone = cones.emplace_back();
    cone.firstPart = responses.parts.size();
    respond(touch, first, responses);
    cone.lastPart = responses.parts.size();
    cone.free = touch.axes.transpose() * touch.slide;
    cone.free[0] = touch.gap - touch.rest;
    cone.free += moved;
    cone.friction = touch.friction;
    cone.force = touch.axes.transpose() * touch.force;
    cone.limited = isLetOut(touch) && !touch.crossed;
    cone.way = contact::kPushOut * how_.dt * touch.clearance;
    cone.moved = moved[0];
    most = std::max(most, cone.free.cwiseAbs().maxCoeff());
    band = std::min(band, touch.clearance);
  }
  return std::max(contact::kExact * most, contact::kTrifle * band);
}

void RodPairs::takeCones(const std::vector<Cone>& cones, std::size_t first) {
  for (std::size_t i = 0; i < touches_.size(); ++i)
    touches_[i].force = touches_[i].axes * cones[first + i].force;
}

double RodPairs::error() const {
  double most = 0;
  for (const Touch& touch : touches_) {
    if (isLetOut(touch) && !touch.crossed) continue;  // its force is limited
    const double off = (touch.rest - touch.gap) / touch.clearance;
    most = std::max(most, isOpen(touch) ? off : std::abs(off));
  }
  return most;
}

double RodPairs::depth() const {
  double most = 0;
  for (const Touch& touch : touches_)
    if (!isLetOut(touch) || touch.crossed) most = std::max(most, -touch.gap / touch.clearance);
  return most;
}

bool RodPairs::isLanding(const Touch& touch) {
  return std::max(touch.startGap, touch.approach) > contact::kOpened * touch.clearance &&
         (touch.gap < 0 || !isOpen(touch));
}

bool RodPairs::lands() const {
  return std::any_of(touches_.begin(), touches_.end(), isLanding);
}

bool RodPairs::landsOn(std::size_t tree) const {
  return std::any_of(touches_.begin(), touches_.end(), [&](const Touch& touch) {
    return isLanding(touch) &&
           (rods()[touch.sides[0].rod].tree == tree || rods()[touch.sides[1].rod].tree == tree);
  });
}

double RodPairs::potential() const {
  double sum = 0;
  for (const Touch& touch : touches_) {
    const Vector3d normal = touch.axes.col(0), along = touch.slide - normal * normal.dot(touch.slide);
    const double push = normal.dot(touch.force);
    sum += 2 * push * std::max(0.0, touch.rest - touch.gap) + touch.friction * push * along.norm();
  }
  return sum;
}

// An upper estimate: what sticks slides by the tolerance, what was let out had been drawn inside.
double RodPairs::work() const {
  double sum = 0;
  for (const Touch& touch : touches_) {
    const Vector3d normal = touch.axes.col(0), along = touch.slide - normal * normal.dot(touch.slide);
    const double push = normal.dot(touch.force);
    sum += std::max(0.0, touch.force.dot(along)) +
           std::max(0.0, push) * std::max(0.0, touch.gap - std::min(touch.startGap, 0.0));
  }
  return sum;
}

void RodPairs::addResultant(std::size_t tree, Vector3d& force, Vector3d& torque) const {
  for (const Touch& touch : touches_)
    for (int i = 0; i < 2; ++i) {
      const Side& side = touch.sides[static_cast<std::size_t>(i)];
      if (rods()[side.rod].tree != tree) continue;
      const Vector3d on = i == 0 ? touch.force : Vector3d(-touch.force);
      force += on;
      torque += side.at.world.position.cross(on);
    }
}

}  // namespace tendril::solver
