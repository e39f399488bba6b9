// Reads constraints from primitives.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <unordered_map>

#include "nodes/parameters/text.h"
#include "nodes/simulation/constraint_state.h"
#include "nodes/simulation/constraints.h"
#include "solver/base/math.h"
#include "solver/geometry/tuples.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::nodes {

using Eigen::Quaterniond;

// Reads primitives one by one; an invalid one is an Error.
class Constraints::Reader {
 public:
  Reader(const Geometry& g, const SimulationWorkspace& stage, const Geometry* targets)
      : g_(g), stage_(stage), targets_(targets), unit_(stage.unit), rods_(indexById(stage.rods)) {
    for (std::size_t r = 0; r < stage.rods.size(); ++r) {
      const Rod& rod = stage.rods[r];
      if (rod.history && rod.history->cutEnd > 0) pieces_[rod.history->cutFrom].push_back(r);
    }
    type_ = g.find(Owner::primitive, "type");
    name_ = g.find(Owner::primitive, "name");
    id_ = numericTuple(g.find(Owner::point, "rodid"), 1);
    arc_ = numericTuple(g.find(Owner::point, "arclength"), 1);
    place_ = numericTuple(g.find(Owner::point, "target"), 3);
    orient_ = numericTuple(g.find(Owner::point, "targetorient"), 4);
    point_ = numericTuple(g.find(Owner::point, "targetpt"), 1);
    triangle_ = numericTuple(g.find(Owner::point, "targetprim"), 1);
    weights_ = numericTuple(g.find(Owner::point, "targetuv"), 3);
  }

  bool isConstraint(std::size_t p) const { return type_ && type_->isString() && !type_->stringAt(p).empty(); }

  bool hasName(std::size_t p) const { return name_ && name_->isString() && !name_->stringAt(p).empty(); }
  std::string nameOf(std::size_t p) const {
    const std::string number = "primitive " + std::to_string(p);
    return hasName(p) ? "'" + shortNameOf(p) + "' (" + number + ")" : number;
  }
  std::string shortNameOf(std::size_t p) const {
    return hasName(p) ? std::string(name_->stringAt(p)) : "constraint " + std::to_string(p);
  }

  One read(std::size_t p) const {
    One one;
    one.primitive = p;
    SceneConstraint& is = one.is;
    const std::string type(type_->stringAt(p));
    const ConstraintType* known = findConstraintType(type);
    if (!known) throw Error("type '" + type + "' is none of Tendril's");
    is.setType(*known);
    const Span<const std::int32_t> points = g_.pointsOf(p);
    if (points.size() < 1 || points.size() > 2)
      throw Error("has " + std::to_string(points.size()) + " points; one or two are needed");
    std::size_t ends[2] = {static_cast<std::size_t>(points[0]),
                           static_cast<std::size_t>(points[points.size() - 1])};
    if (points.size() == 2 && idAt(ends[0]) < 0) std::swap(ends[0], ends[1]);
    if (idAt(ends[0]) < 0) throw Error("has no rod (rodid)");
    readEnd(p, ends[0], 0, one);
    if (points.size() == 2 && idAt(ends[1]) >= 0) readEnd(p, ends[1], 1, one);
    if (is.ends[1].rod >= 0 && is.type->carries) throw Error("a pearl is on one rod");
    readTarget(ends[1], one);
    readNumbers(p, one);
    readState(p, one);
    return one;
  }

 private:
  std::int64_t idAt(std::size_t point) const {
    return id_ ? static_cast<std::int64_t>(numberAt(id_->numbers, point)) : -1;
  }

  bool isBegun(std::size_t p) const { return static_cast<int>(state(p, "constraintflags", 1)[0]) & kBegun; }

  // The present arc length of a sliding end, from the root of the uncut rod; scene units. If the artist moves
  // the drawn place, it moves by the same length.
  double slidTo(std::size_t p, int k, double drawn) const {
    const double was = state(p, "constraintdrawn", 2)[k], arc = state(p, "constraintarc", 2)[k];
    return drawn == was ? arc : arc + drawn - was;
  }

  void readEnd(std::size_t p, std::size_t point, int k, One& one) const {
    ConstraintEnd& end = one.is.ends[k];
    const std::int64_t id = idAt(point);
    const auto found = rods_.find(id);
    if (found == rods_.end()) throw Error("rod " + std::to_string(id) + " is not there");
    std::size_t r = found->second;
    double arc = arc_ ? numberAt(arc_->numbers, point) : 0, start = 0;
    if (!std::isfinite(arc)) throw Error("arclength is not finite");
    one.drawn[k] = arc;
    const bool slides = one.is.type->slides >> k & 1;
    if (slides && isBegun(p)) arc = std::max(0.0, slidTo(p, k, arc));
    const Rod* rod = &stage_.rods[r];
    const auto pieces = pieces_.find(rod->history ? rod->history->cutFrom : id);
    double whole = rod->shape.length();
    if (pieces != pieces_.end()) {
      for (const std::size_t piece : pieces->second)
        whole = std::max(whole, stage_.rods[piece].history->cutEnd);
      if (arc < 0) arc += whole;
      for (const std::size_t piece : pieces->second) {
        const History& history = *stage_.rods[piece].history;
        if (arc < history.cutStart - 1e-9 * whole || arc > history.cutEnd + 1e-9 * whole) continue;
        r = piece;
        start = history.cutStart;
      }
      rod = &stage_.rods[r];
    } else if (arc < 0) {
      arc += whole;
    }
    arc -= start;
    one.start[k] = start;
    const double length = rod->shape.length();
    if (slides && isBegun(p)) arc = std::min(arc, length);
    if (arc < -1e-6 * length || arc > length * (1 + 1e-6))
      throw Error("arc length " + text(arc + start) + " is not on rod " + std::to_string(id) + ", which is " +
                  text(whole) + " long");
    end.rod = static_cast<int>(r);
    end.arc = std::clamp(arc, 0.0, length) * unit_;
  }

  static std::string text(double number) {
    char line[32];
    std::snprintf(line, sizeof line, "%.6g", number);
    return line;
  }

  Vector3d goalPoint(std::size_t point) const {
    if (point >= targets_->pointCount())
      throw Error("point " + std::to_string(point) + " of the target is not there");
    return unit_ * Vector3d(tupleAt(*targets_->find(Owner::point, "P"), point));
  }

  void readTarget(std::size_t point, One& one) const {
    Frame<double>& target = one.target;
    target.position = unit_ * Vector3d(tupleAt(place_ ? *place_ : *g_.find(Owner::point, "P"), point));
    const double goal = point_ ? numberAt(point_->numbers, point) : -1;
    const double triangle = triangle_ ? numberAt(triangle_->numbers, point) : -1;
    if (!targets_ && (goal >= 0 || triangle >= 0)) one.alone = true;  // it is where it is drawn on this frame
    if (targets_ && goal >= 0) target.position = goalPoint(static_cast<std::size_t>(goal));
    one.turnKept = !orient_;
    if (orient_) {
      const Quaterniond q{Eigen::Vector4d(tupleAt(*orient_, point))};
      if (!q.coeffs().allFinite()) throw Error("targetorient is not finite");
      one.turnKept = !(q.norm() > 0.5 && q.norm() < 2);
      if (!one.turnKept) target.axes = axesOf(q.normalized());
    }
    if (targets_ && triangle >= 0) {
      const std::size_t p = static_cast<std::size_t>(triangle);
      if (p >= targets_->primitiveCount() || targets_->pointsOf(p).size() < 3)
        throw Error("primitive " + std::to_string(p) + " of the target is no triangle");
      const Span<const std::int32_t> corners = targets_->pointsOf(p);
      Vector3d at[3];
      for (std::size_t k = 0; k < 3; ++k) at[k] = goalPoint(static_cast<std::size_t>(corners[k]));
      const Vector3d w =
          weights_ ? Vector3d(tupleAt(*weights_, point)) : Vector3d(Vector3d::Constant(1.0 / 3));
      target.position = w[0] * at[0] + w[1] * at[1] + w[2] * at[2];
    }
    if (!target.position.allFinite()) throw Error("its target is not finite");
  }

  double number(std::size_t p, const char* name, double otherwise) const {
    const Attribute* attribute = numericTuple(g_.find(Owner::primitive, name), 1);
    if (!attribute) return otherwise;
    const double value = numberAt(attribute->numbers, p);
    if (!std::isfinite(value)) throw Error(std::string(name) + " is not finite");
    return value;
  }
  double positive(std::size_t p, const char* name, double otherwise) const {
    const double value = number(p, name, otherwise);
    if (value < 0) throw Error(std::string(name) + " is below 0");
    return value;
  }
  Vector3d direction(std::size_t p, const char* name, const Vector3d& otherwise) const {
    const Attribute* attribute = numericTuple(g_.find(Owner::primitive, name), 3);
    if (!attribute) return otherwise;
    const Vector3d value = tupleAt(*attribute, p);
    if (!value.allFinite()) throw Error(std::string(name) + " is not finite");
    if (!(value.norm() > 1e-12)) throw Error(std::string(name) + " has no length");
    return value.normalized();
  }

  void readNumbers(std::size_t p, One& one) const {
    SceneConstraint& is = one.is;
    const bool angle = is.type->rest == ConstraintRest::angle;
    if (is.type->hasNormal) is.normal = direction(p, "normal", Vector3d::UnitY());
    is.rest = angle ? number(p, "restangle", -1) * kDegree : number(p, "restlength", -1) * unit_;
    one.restKept = is.rest < 0;
    is.friction = positive(p, "friction", 0);
    is.mass = positive(p, "mass", 0);
    is.radius = positive(p, "radius", 0) * unit_;
    is.restitution = std::min(1.0, positive(p, "restitution", 0));
    is.compliance = positive(p, "compliance", 0);
    is.damping = positive(p, "damping", 0);
    is.maxForce = std::max(0.0, number(p, "maxforce", 0));
    is.closeTime = positive(p, "closetime", 0);
    is.closeSpeed = positive(p, "closespeed", 0) * (is.type->turns ? 1 : unit_);
    is.active = number(p, "active", 1) > 0.5;
    is.slideBoth = number(p, "slideboth", 0) > 0.5;
    is.slipsOff = number(p, "slipoff", 0) > 0.5;
    if (g_.find(Owner::primitive, "sliderate") && number(p, "imposeslide", 1) > 0.5)
      is.slideRate = number(p, "sliderate", 0) * unit_;
    if (is.type->carries && !(is.mass > 0)) throw Error("a pearl needs a mass above 0");
    for (std::size_t i = 0; i < is.type->properties.size(); ++i) {
      const Property& property = is.type->properties[i];
      const double scale = isLength(property) ? unit_ : 1,
                   value = number(p, property.name, property.value / scale);
      if (value * scale < property.hard.low || value * scale > property.hard.high)
        throw Error(std::string(property.name) + " is out of its range");
      is.own[i] = value * scale;
    }
  }

  Eigen::VectorXd state(std::size_t p, const char* name, int size) const {
    const Attribute* attribute = numericTuple(g_.find(Owner::primitive, name), size);
    if (!attribute) return Eigen::VectorXd::Zero(size);
    const Eigen::VectorXd value = tupleAt(*attribute, p);
    if (!value.allFinite()) throw Error(std::string(name) + ", its state, is not finite");
    return value;
  }

  void readState(std::size_t p, One& one) const {
    ConstraintState& to = one.state;
    const int flags = static_cast<int>(state(p, "constraintflags", 1)[0]);
    to.broken = number(p, "broken", 0) > 0.5;
    one.brokenBefore = to.broken;
    to.begun = flags & kBegun;
    to.breakForce = to.broken ? state(p, "breakforce", 1)[0] : 0;
    one.targetBefore = one.target;
    if (!to.begun) return;
    to.yields = flags & kYields;
    to.moves = flags & kMoves;
    to.moved = flags & kMoved;
    for (int k = 0; k < 2; ++k) to.arcs[k] = one.is.ends[k].arc;
    const bool same = typeOfState(g_, p) == one.is.type->name;
    one.slid = state(p, "constraintslid", 1)[0] * unit_;
    if (!same) {  // changed: starts anew from the present arc length
      to.begun = false;
      return;
    }
    to.acts = flags & kActs;
    to.gap = state(p, "constraintgap", 6);
    const Eigen::VectorXd closing = state(p, "constraintclosing", 2);
    to.closing = closing[0];
    to.closeTime = std::max(closing[0], closing[1]);
    to.force = state(p, "constraintforce", 6);
    to.push = state(p, "constraintpush", 1)[0];
    to.target.position = unit_ * Vector3d(state(p, "constrainttarget", 3));
    const Quaterniond orient{Eigen::Vector4d(state(p, "constraintorient", 4))};
    to.target.axes = orient.norm() > 0.5 ? axesOf(orient.normalized()) : Matrix3d(Matrix3d::Identity());
    if (one.turnKept) one.target.axes = to.target.axes;
    one.targetBefore = to.target;
    if (one.restKept)
      one.is.rest =
          state(p, "constraintrest", 1)[0] * (one.is.type->rest == ConstraintRest::angle ? 1 : unit_);
    const Quaterniond turn{Eigen::Vector4d(state(p, "constraintturn", 4))};
    one.turn = turn.norm() > 0.5 ? turn.normalized() : Quaterniond::Identity();
    one.normal = state(p, "constraintnormal", 3);
    to.place = unit_ * Vector3d(state(p, "pearlplace", 3));
    to.velocity = unit_ * Vector3d(state(p, "pearlvel", 3));
    to.pastPlace = unit_ * Vector3d(state(p, "pearlpastplace", 3));
    to.pastVelocity = unit_ * Vector3d(state(p, "pearlpastvel", 3));
    for (std::size_t i = 0; i < one.is.type->state.size(); ++i)
      to.own[i] = state(p, ownStateName(one.is.type->state[i]).c_str(), 1)[0];
  }

  const Geometry& g_;
  const SimulationWorkspace& stage_;
  const Geometry* targets_;
  double unit_;
  std::unordered_map<std::int64_t, std::size_t> rods_;
  std::unordered_map<std::int64_t, std::vector<std::size_t>> pieces_;
  const Attribute *type_, *name_, *id_, *arc_, *place_, *orient_, *point_, *triangle_, *weights_;
};

namespace {

// Values in which duplicates agree.
std::vector<double> keyOf(const SceneConstraint& is, const Frame<double>& target, bool broken) {
  std::vector<double> key = {double(broken)};
  for (std::size_t t = 0; t < constraintTypes().size(); ++t)
    if (constraintTypes()[t] == is.type) key.push_back(static_cast<double>(t));
  for (const ConstraintEnd& end : is.ends) {
    key.push_back(end.rod);
    key.push_back(end.rod < 0 ? 0 : end.arc);
  }
  const bool world = !is.holdsTwo();
  for (int k = 0; k < 3; ++k) {
    key.push_back(world ? target.position[k] : 0);
    key.push_back(is.normal[k]);
  }
  for (int k = 0; k < 9; ++k) key.push_back(world ? target.axes.data()[k] : 0);
  for (const double number : {is.rest, is.friction, is.compliance, is.damping, is.maxForce, is.closeTime,
                              is.closeSpeed, double(is.active), double(is.slideBoth), double(is.slipsOff),
                              std::isfinite(is.slideRate) ? is.slideRate : 1e300})
    key.push_back(number);
  key.insert(key.end(), is.own.begin(), is.own.end());
  return key;
}

}  // namespace

Constraints::Constraints(const Geometry& g, const SimulationWorkspace& stage, const Geometry* targets,
                         bool drawnAnew, Host& host)
    : unit_(stage.unit) {
  const Reader reader(g, stage, targets);
  std::map<std::vector<double>, std::size_t> known;
  std::vector<std::string> wrong;
  std::size_t copies = 0;
  std::string firstCopy;
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
    if (!reader.isConstraint(p)) continue;
    try {
      One one = reader.read(p);
      one.name = reader.nameOf(p);
      one.shortName = reader.shortNameOf(p);
      if (!one.is.type->carries) {
        const auto [place, isNew] = known.emplace(keyOf(one.is, one.target, one.state.broken), all_.size());
        if (!isNew) {
          all_[place->second].copies.push_back(p);
          if (copies++ == 0) firstCopy = reader.nameOf(p);
          continue;
        }
      }
      all_.push_back(std::move(one));
    } catch (const Error& error) {
      wrong.push_back(reader.nameOf(p) + ": " + error.what());
    }
  }
  if (!wrong.empty())
    host.warn(counted(wrong.size(), "constraint does", "constraints do") +
              " not act: " + firstOf(wrong, "; "));
  const auto alone = static_cast<std::size_t>(
      std::count_if(all_.begin(), all_.end(), [](const One& one) { return one.alone; }));
  if (alone > 0 && !drawnAnew)  // else they are drawn where their targets are on this frame
    host.inform("Constraints: " + counted(alone, "was", "were") +
                " made for target points, and no Goal is connected: they do not follow them");
  if (copies > 0)
    host.warn(counted(copies, "constraint is a copy of another and acts with it as one (",
                      "constraints are copies of others and act with them as one (the first is ") +
              firstCopy + ")");
}

}  // namespace tendril::nodes
