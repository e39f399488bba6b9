// Constraint primitives.
#include "nodes/making/constraint_primitives.h"

#include <algorithm>

#include "solver/constraints/constraint.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {

using Eigen::Vector3d;

namespace {

// Of the kinds that are made as another type there is none.
const ConstraintType* typeOf(MakeConstraint type) {
  const std::size_t number = static_cast<std::size_t>(type);
  return number < constraintTypes().size() ? constraintTypes()[number] : nullptr;
}

}  // namespace

const char* nameOf(MakeConstraint type) {
  return typeOf(type) ? typeOf(type)->name : "";
}

std::vector<double> ConstrainParms::defaultOwnValues() {
  return defaultsOf(constraintTypes());
}

ConstraintDrawing::ConstraintDrawing(const ConstrainParms& parms, const Cook& cook,
                                     const std::vector<Rod>& rods)
    : parms_(parms), cook_(cook), rods_(rods), drawn_(*cook.input(0)), targets_(cook.input(1)) {
  if (cook.input(2)) made_ = *cook.input(2);
  first_ = made_.primitiveCount();
}

void ConstraintDrawing::add(const RodSpot& spot, const FarEnd& other, const Given& given) {
  const std::size_t count = other.spot || other.point >= 0 || other.triangle >= 0 ? 2 : 1;
  const std::size_t first = made_.addPoints(count);
  const std::int32_t points[] = {static_cast<std::int32_t>(first), static_cast<std::int32_t>(first + 1)};
  const std::size_t p = made_.addPrimitive(PrimitiveKind::polyline, {points, count});
  Attribute& place = *made_.find(Owner::point, "P");
  Attribute& id = addFilled(Owner::point, "rodid", Storage::int32, 1, -1);
  Attribute& arc = addFilled(Owner::point, "arclength", Storage::real64, 1, 0);
  Attribute& target = made_.add(Owner::point, "target", Storage::real64, 3, "point");
  setTuple(place, first, spot.frame.position);
  setTuple(id, first, static_cast<double>(rods_[spot.rod].id));
  setTuple(arc, first, spot.arc);
  setTuple(target, first, count == 1 ? other.target : spot.frame.position);
  if (count == 2) {
    const Vector3d at = other.spot ? other.spot->frame.position : other.target;
    setTuple(place, first + 1, at);
    setTuple(target, first + 1, at);
    if (other.spot) {
      setTuple(id, first + 1, static_cast<double>(rods_[other.spot->rod].id));
      setTuple(arc, first + 1, other.spot->arc);
    }
    if (other.point >= 0)
      setTuple(addFilled(Owner::point, "targetpt", Storage::int32, 1, -1), first + 1,
               static_cast<double>(other.point));
    if (other.triangle >= 0) {
      setTuple(addFilled(Owner::point, "targetprim", Storage::int32, 1, -1), first + 1,
               static_cast<double>(other.triangle));
      setTuple(made_.add(Owner::point, "targetuv", Storage::real64, 3), first + 1, other.weights);
    }
  }
  if (other.orient)
    setTuple(made_.add(Owner::point, "targetorient", Storage::real64, 4, "quaternion"), first + count - 1,
             other.orient->coeffs());
  describe(p, spot, other, given);
}

// Where the attribute is new, or the point is, it has this value.
Attribute& ConstraintDrawing::addFilled(Owner owner, const char* name, Storage storage, int size,
                                        double value) {
  const bool there = made_.find(owner, name);
  Attribute& attribute = made_.add(owner, name, storage, size);
  if (!there) {
    attribute.defaults = std::vector<double>{value};
    for (std::size_t i = 0; i < made_.elementCount(owner) * static_cast<std::size_t>(size); ++i)
      setNumber(attribute.numbers, i, value);
  }
  return attribute;
}

void ConstraintDrawing::describe(std::size_t p, const RodSpot& spot, const FarEnd& other,
                                 const Given& given) {
  const std::string kind = given.kind ? given.kind : nameOf(parms_.type);
  const ConstraintType& type = *findConstraintType(kind);
  made_.addString(Owner::primitive, "type").setString(p, kind);
  const std::string name = (parms_.name.empty() ? kind : parms_.name) + std::to_string(p - first_);
  made_.addString(Owner::primitive, "name").setString(p, name);
  // state is matched by it, so that others may be removed
  setTuple(addFilled(Owner::primitive, "id", Storage::int32, 1, -1), p, static_cast<double>(nextId()));
  const auto number = [&](const char* attribute, double value, double otherwise,
                          Storage storage = Storage::real64) {
    value = overridden(attribute, value, spot, other);
    // what is as without it needs no attribute
    if (value != otherwise || made_.find(Owner::primitive, attribute))
      setTuple(addFilled(Owner::primitive, attribute, storage, 1, otherwise), p, value);
  };
  const double lengths = 1 / cook_.unitLength;
  number("active", parms_.active ? 1 : 0, 1, Storage::int32);
  number("compliance", given.compliance.value_or(parms_.compliance), 0);
  number("damping", parms_.damping, 0);
  number("maxforce", parms_.maxForce, 0);
  number("closetime", parms_.closeTime, 0);
  number("closespeed", parms_.closeSpeed * (type.turns ? 1 : lengths), 0);
  const bool isSet = parms_.rest == RestMode::set;
  if (type.rest == ConstraintRest::length)
    number("restlength", given.restLength.value_or(isSet ? parms_.restLength * lengths : -1), -1);
  if (type.rest == ConstraintRest::angle) number("restangle", isSet ? parms_.restAngle : -1, -1);
  if (type.hasNormal) setNormal(p, other);
  if (type.slides & 1) {
    number("friction", parms_.friction, 0);
    number("slipoff", parms_.slipOff ? 1 : 0, 0, Storage::int32);
    if (parms_.imposeSlide) {
      setTuple(addFilled(Owner::primitive, "sliderate", Storage::real64, 1, 0), p,
               overridden("sliderate", parms_.slideRate * lengths, spot, other));
      setTuple(addFilled(Owner::primitive, "imposeslide", Storage::int32, 1, 0), p, 1.0);
    }
  }
  if (type.slides & 2) number("slideboth", parms_.slideBoth ? 1 : 0, 0, Storage::int32);
  const std::size_t firstOwn = firstValueOf(type, constraintTypes());
  for (std::size_t i = 0; i < type.properties.size(); ++i) {
    const Property& property = type.properties[i];
    const double scale = isLength(property) ? lengths : 1;
    number(property.name, parms_.own[firstOwn + i] * scale, property.value * scale);
  }
  if (!type.carries) return;
  number("mass", parms_.mass, 0);
  number("radius", parms_.radius * lengths, 0);
  number("restitution", parms_.restitution, 0);
}

bool ConstraintDrawing::hasSpring() const {
  const Attribute* compliance = numericTuple(made_.find(Owner::primitive, "compliance"), 1);
  for (std::size_t p = first_; compliance && p < made_.primitiveCount(); ++p)
    if (numberAt(compliance->numbers, p) > 0) return true;
  return false;
}

void ConstraintDrawing::setNormal(std::size_t p, const FarEnd& other) {
  Vector3d normal(parms_.normal[0], parms_.normal[1], parms_.normal[2]);
  if (other.point >= 0)
    if (const Attribute* drawn = numericTuple(targets_->find(Owner::point, "N"), 3))
      normal = tupleAt(*drawn, static_cast<std::size_t>(other.point));
  setTuple(made_.add(Owner::primitive, "normal", Storage::real64, 3, "vector"), p, normal);
}

std::int64_t ConstraintDrawing::nextId() {
  if (next_ >= 0) return next_++;
  next_ = 0;
  if (const Attribute* ids = numericTuple(made_.find(Owner::primitive, "id"), 1))
    for (std::size_t i = 0; i < sizeOf(ids->numbers); ++i)
      next_ = std::max(next_, static_cast<std::int64_t>(numberAt(ids->numbers, i)) + 1);
  return next_++;
}

// A point of the targets, or `constraint<name>` of the rod, knows better.
double ConstraintDrawing::overridden(const char* name, double value, const RodSpot& spot,
                                     const FarEnd& other) const {
  if (targets_ && other.point >= 0)
    if (const Attribute* drawn = numericTuple(targets_->find(Owner::point, name), 1))
      return numberAt(drawn->numbers, static_cast<std::size_t>(other.point));
  if (const Attribute* drawn =
          numericTuple(drawn_.find(Owner::primitive, "constraint" + std::string(name)), 1))
    return numberAt(drawn->numbers, rods_[spot.rod].primitive);
  return value;
}

}  // namespace tendril::nodes
