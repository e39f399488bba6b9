// Constraint primitives.
#include "nodes/simulation/constraints.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_map>

#include "nodes/parameters/text.h"
#include "nodes/simulation/constraint_state.h"
#include "solver/geometry/tuples.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::nodes {

using Eigen::Quaterniond;

std::vector<SceneConstraint> Constraints::described() const {
  std::vector<SceneConstraint> made;
  for (const One& one : all_) {
    made.push_back(one.is);
    made.back().target = one.target;
  }
  return made;
}

std::vector<ConstraintState> Constraints::states() const {
  std::vector<ConstraintState> made;
  for (const One& one : all_) made.push_back(one.state);
  return made;
}

namespace {

// Frames of all ends; walks each rod once.
std::vector<std::array<Frame<double>, 2>> endFrames(const Scene& scene, const State& state,
                                                    const std::vector<ConstraintState>& states) {
  std::vector<std::array<Frame<double>, 2>> frames(scene.constraints.size());
  struct Stop {
    int rod;
    double arc;
    std::size_t constraint;
    int end;
  };
  std::vector<Stop> stops;
  for (std::size_t c = 0; c < frames.size(); ++c)
    for (int k = 0; k < 2; ++k) {
      const int rod = scene.constraints[c].ends[k].rod;
      if (rod >= 0)
        stops.push_back({rod, states[c].begun ? states[c].arcs[k] : scene.constraints[c].ends[k].arc, c, k});
      else
        frames[c][static_cast<std::size_t>(k)] = scene.constraints[c].target;
    }
  std::stable_sort(stops.begin(), stops.end(), [](const Stop& a, const Stop& b) {
    return std::pair(a.rod, a.arc) < std::pair(b.rod, b.arc);
  });
  for (std::size_t i = 0; i < stops.size();) {
    const std::size_t r = static_cast<std::size_t>(stops[i].rod);
    const Shape shape = shapeOf(scene.rods[r], state.rods[r].pose);
    ShapeWalker walker(shape);
    for (; i < stops.size() && stops[i].rod == static_cast<int>(r); ++i)
      frames[stops[i].constraint][static_cast<std::size_t>(stops[i].end)] = walker.at(stops[i].arc);
  }
  return frames;
}

}  // namespace

void Constraints::begin(const Scene& scene, const State& state) {
  std::vector<ConstraintState> now = states();
  const auto frames = endFrames(scene, state, now);
  for (std::size_t c = 0; c < all_.size(); ++c) {
    One& one = all_[c];
    const Frame<double>&a = frames[c][0], &b = frames[c][1];
    SceneConstraint& is = one.is;
    const bool two = is.holdsTwo();
    if (!one.state.begun) {
      if (one.restKept && is.type->rest == ConstraintRest::angle)
        is.rest =
            std::acos(std::clamp(a.axes.col(0).dot(two ? Vector3d(b.axes.col(0)) : is.normal), -1.0, 1.0));
      else if (one.restKept)
        is.rest = (a.position - b.position).norm();
      if (one.turnKept && !two) one.target.axes = one.targetBefore.axes = a.axes;
      const Matrix3d& second = two ? b.axes : one.target.axes;
      one.turn = Quaterniond(Matrix3d(second.transpose() * a.axes)).normalized();
      one.normal = second.transpose() * is.normal;
    }
    // directions are given in the world; between two rods they are fixed in the second at the start
    one.direction = is.normal;
    is.normal = two ? one.normal : Vector3d(one.target.axes.transpose() * is.normal);
    is.axis = one.turn.conjugate() * one.normal;
    if (two && is.type->keepsTurn) is.ends[1].attachment.axes = one.turn.toRotationMatrix();
  }
}

void Constraints::driveAt(double u, Scene& scene) const {
  for (std::size_t c = 0; c < all_.size(); ++c) {
    scene.constraints[c].target = all_[c].target;
    scene.constraints[c].normal = all_[c].is.normal;
    if (u >= 1 || !all_[c].state.begun) continue;
    const Frame<double>& from = all_[c].targetBefore;
    const Vector3d turn = turnBetween(from.axes, all_[c].target.axes);
    scene.constraints[c].target.position += (1 - u) * (from.position - all_[c].target.position);
    scene.constraints[c].target.axes = turnBy(u * turn).toRotationMatrix() * from.axes;
    if (!all_[c].is.holdsTwo())
      scene.constraints[c].normal = scene.constraints[c].target.axes.transpose() * all_[c].direction;
  }
}

void Constraints::take(const ConstraintResult& found, std::size_t constraint) {
  One& one = all_[constraint];
  one.slid += found.slide;
  const double dissipated = one.found.dissipated + found.dissipated;
  one.found = found;
  one.found.dissipated = dissipated;
}

double Constraints::residual() const {
  double most = 0;
  for (const One& one : all_)
    if (one.is.compliance == 0) most = std::max(most, one.found.residual);
  return most / unit_;
}

void Constraints::tellImpossible(Host& host) const {
  std::vector<std::string> names;
  double off = 0;
  for (const One& one : all_) {
    if (!one.found.impossible) continue;
    off = std::max(off, one.found.residual / unit_);
    names.push_back(one.name);
  }
  if (names.empty()) return;
  char line[80];
  std::snprintf(line, sizeof line, " (off by %.3g at the most): others are against %s: ", off,
                names.size() == 1 ? "it" : "them");
  host.warn(counted(names.size(), "constraint cannot hold", "constraints cannot hold") + line +
            firstOf(names));
}

void Constraints::tellBroken(const State& state, double frame, Host& host) const {
  const auto rounded = [](double number) {
    char line[32];
    std::snprintf(line, sizeof line, "%.3g", number);
    return std::string(line);
  };
  const std::string when = std::isfinite(frame) ? " on frame " + formatNumber(frame) : "";
  std::vector<std::string> torn, off;
  std::string how;  // of the first that was torn
  for (std::size_t c = 0; c < all_.size(); ++c) {
    const One& one = all_[c];
    if (!state.constraints[c].broken || one.brokenBefore) continue;
    const double force = state.constraints[c].breakForce;
    if (force == 0) {
      off.push_back(one.shortName);
      continue;
    }
    const std::string by = " at " + rounded(force) + (one.is.type->turns ? " N m" : " N") + " (limit " +
                           rounded(one.is.maxForce) + ")";
    if (torn.empty()) how = one.shortName + " broke" + when + by;
    torn.push_back(one.shortName + by);
  }
  if (torn.size() == 1) host.inform(how);
  if (torn.size() > 1)
    host.inform(std::to_string(torn.size()) + " constraints broke" + when + ": " + firstOf(torn));
  if (off.size() == 1) host.inform(off[0] + " slipped off its rod" + when);
  if (off.size() > 1)
    host.inform(std::to_string(off.size()) + " constraints slipped off their rods" + when + ": " +
                firstOf(off));
}

std::vector<PointLoad> Constraints::loads(const State& state) const {
  std::vector<PointLoad> made;
  for (std::size_t c = 0; c < all_.size(); ++c) {
    const Vector3d force = all_[c].found.force;
    for (int k = 0; k < 2; ++k)
      if (const int rod = all_[c].is.ends[k].rod; rod >= 0)
        made.push_back(
            {static_cast<std::size_t>(rod), state.constraints[c].arcs[k], k == 0 ? force : Vector3d(-force)});
  }
  return made;
}

std::size_t Constraints::broken(const State& state) const {
  std::size_t count = 0;
  for (std::size_t c = 0; c < all_.size(); ++c) count += state.constraints[c].broken && !all_[c].brokenBefore;
  return count;
}

void Constraints::write(const Scene& scene, const State& state, Geometry& g) const {
  if (all_.empty()) return;
  const ConstraintAttributes kept(g);
  Attribute &force = g.add(Owner::primitive, "force", Storage::real32, 3, "vector"),
            &torque = g.add(Owner::primitive, "torque", Storage::real32, 3, "vector"),
            &slide = g.add(Owner::primitive, "slide", Storage::real32, 1),
            &residual = g.add(Owner::primitive, "residual", Storage::real32, 1),
            &dissipated = g.add(Owner::primitive, "dissipated", Storage::real32, 1),
            &broken = g.add(Owner::primitive, "broken", Storage::int32, 1);
  Attribute* place = g.find(Owner::point, "P");
  // targets were P itself
  if (!g.find(Owner::point, "target")) {
    Attribute& target = g.add(Owner::point, "target", Storage::real64, 3, "point");
    for (std::size_t i = 0; i < g.pointCount(); ++i) setTuple(target, i, tupleAt(*place, i));
  }
  const auto frames = endFrames(scene, state, state.constraints);
  const Attribute* id = numericTuple(g.find(Owner::point, "rodid"), 1);
  for (std::size_t c = 0; c < all_.size(); ++c) {
    const One& one = all_[c];
    const ConstraintState& now = state.constraints[c];
    const bool angle = one.is.type->rest == ConstraintRest::angle;
    std::vector<std::size_t> primitives = {one.primitive};
    primitives.insert(primitives.end(), one.copies.begin(), one.copies.end());
    for (const std::size_t p : primitives) {
      const double flags =
          kBegun + kYields * now.yields + kMoves * now.moves + kMoved * now.moved + kActs * now.acts;
      const Quaterniond orient = orientOf(now.target.axes);
      const double lengths = 1 / unit_;
      setTuple(*kept.arc, p,
               Eigen::Vector2d(now.arcs[0] * lengths + one.start[0], now.arcs[1] * lengths + one.start[1]));
      setTuple(*kept.drawn, p, Eigen::Vector2d(one.drawn[0], one.drawn[1]));
      setTuple(*kept.force, p, now.force);
      setTuple(*kept.push, p, now.push);
      setTuple(*kept.flags, p, flags);
      setTuple(*kept.target, p, Vector3d(now.target.position * lengths));
      setTuple(*kept.orient, p, orient.coeffs());
      setTuple(*kept.rest, p, one.is.rest * (angle ? 1 : lengths));
      setTuple(*kept.turn, p, one.turn.coeffs());
      setTuple(*kept.slid, p, one.slid * lengths);
      setTuple(*kept.gap, p, now.gap);
      setTuple(*kept.closing, p, Eigen::Vector2d(now.closing, now.closeTime));
      kept.type->setString(p, one.is.type->name);
      for (std::size_t i = 0; i < one.is.type->state.size(); ++i)
        setTuple(g.add(Owner::primitive, ownStateName(one.is.type->state[i]), Storage::real64, 1), p,
                 now.own[i]);
      setTuple(*kept.breakForce, p, now.breakForce);
      setTuple(*kept.normal, p, one.normal);
      setTuple(*kept.pearlPlace, p, Vector3d(now.place * lengths));
      setTuple(*kept.pearlVelocity, p, Vector3d(now.velocity * lengths));
      setTuple(*kept.pearlPastPlace, p, Vector3d(now.pastPlace * lengths));
      setTuple(*kept.pearlPastVelocity, p, Vector3d(now.pastVelocity * lengths));
      setTuple(force, p, one.found.force);
      setTuple(torque, p, one.found.torque);
      setTuple(slide, p, one.slid * lengths);
      setTuple(residual, p, one.found.residual * (angle ? 1 : lengths));
      setTuple(dissipated, p, one.found.dissipated);
      setTuple(broken, p, static_cast<double>(now.broken));
      const Span<const std::int32_t> points = g.pointsOf(p);
      for (std::size_t k = 0; k < points.size(); ++k) {
        const std::size_t i = static_cast<std::size_t>(points[k]);
        const bool swapped =
            points.size() == 2 && id && numberAt(id->numbers, static_cast<std::size_t>(points[0])) < 0;
        const bool flies = one.is.type->carries && now.broken && now.moves;
        setTuple(*place, i,
                 Vector3d((flies ? now.place : frames[c][swapped ? 1 - k : k].position) * lengths));
      }
    }
  }
}

}  // namespace tendril::nodes
