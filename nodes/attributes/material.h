// What rods are made of: the parameters that nodes share, their presets, and the attributes that they become.
#pragma once

#include "nodes/parameters/definition.h"

namespace tendril::nodes {

enum class MaterialPreset { hair, vine, twig, grass, rope, cable, ribbon, groom };

struct Material {
  MaterialPreset preset = MaterialPreset::hair;
  double radius = 4e-5;  // m
  Ramp taper = {{{0, 1, Ramp::Shape::linear}, {1, 1, Ramp::Shape::linear}}};
  double aspect = 1;
  double density = 1300;  // kg/m3
  double young = 3.5e9;   // Pa
  double poisson = 0.35;
  double damping = 0.003;  // s
  double drag = 1;
};

// Adds the parameters; `inside` finds the Material in the node's parameters.
void addMaterialParameters(NodeDefinition& node, Inside inside);

// Throws an Error where an artist's attribute holds what no material has, on the marked curves.
void checkMaterial(const Geometry& curves, const std::vector<std::uint8_t>& rods);

// Fills in density, young, poisson, damping, drag, aspect (primitives) and pscale (knots, scene units,
// tapered by arclength) of the marked rods. What an artist gave, on points, vertices, primitives or the
// detail, stays and counts; `width` counts as a radius.
void writeMaterial(Geometry& geometry, const Material& material, const std::vector<std::uint8_t>& rods,
                   double unitLength);

// Whether an attribute of that name was filled in by a node (detail attribute `rodmaterial`) or is an
// artist's.
bool isFilledIn(const Geometry& geometry, const char* name);
void markFilledIn(Geometry& geometry, const char* name);

}  // namespace tendril::nodes
