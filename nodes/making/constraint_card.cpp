// The attributes of constraints, as artists are told of them.
#include "nodes/making/make_constraints.h"
#include "nodes/parameters/text.h"
#include "solver/constraints/constraint.h"

namespace tendril::nodes {
namespace {

std::string ownNames() {
  std::vector<std::string> names;
  for (const ConstraintType* type : constraintTypes())
    for (const Property& property : type->properties) names.emplace_back(property.name);
  return names.empty() ? "" : " " + joined(names, " ");
}

}  // namespace

void addConstraintAttributes(NodeDefinition& node) {
  const std::string own = ownNames(),
                    numbers =
                        "active compliance damping maxforce closetime closespeed restlength restangle "
                        "friction slipoff slideboth sliderate mass radius restitution" +
                        own;
  node.attributesRead = {
      {numbers, "point of targets", "Override the parameters of the same names."},
      {"constraint*", "primitive of rods",
       "The same names with the prefix constraint, such as constraintfriction: override the parameters for "
       "single rods."},
      {"N orient", "point of targets", "Override Direction; orientation for Turn as Targets Do."},
      {"pintoanimation gluetoanimation stopped active", "point of rods",
       "Type Pinned Points: what is pinned."},
      {"type stiffness restlength restvector", "primitive of targets", "Type From Vellum: its constraints."}};
  node.attributesWritten = {
      {"type name id", "primitive", "Type, name and identity of each constraint."},
      {numbers + " imposeslide normal", "primitive",
       "The parameters, where they differ from their defaults. They can be animated afterwards."},
      {"rodid arclength", "point", "The rod and the place on it; rodid is -1 in the world."},
      {"target targetorient targetpt targetprim targetuv", "point",
       "The place to which the rod is constrained: position, orientation, point, triangle and weights."}};
}

}  // namespace tendril::nodes
