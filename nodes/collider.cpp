// tendril::collider: what rods touch.
#include <cstring>

#include "nodes/making/make_colliders.h"

namespace tendril::nodes {
namespace {

Outputs cookCollider(const ColliderParms& parms, const Cook& cook) {
  return outputsOf(makeColliders(parms, cook));
}

std::vector<MenuItem> colliderTypes() {
  std::vector<MenuItem> items = {{"mesh", "Input Geometry"}};
  for (const ColliderShape* shape : colliderShapes()) items.push_back({shape->name, shape->label});
  return items;
}

// Where no shape has this number.
std::string hiddenWithout(const Property& property) {
  std::string condition = "{ type == mesh }";
  for (const ColliderShape* shape : colliderShapes()) {
    bool has = false;
    for (const Property& its : shape->properties) has = has || std::strcmp(its.name, property.name) == 0;
    if (!has) condition += " { type == " + std::string(shape->name) + " }";
  }
  return condition;
}

void addShapeParameters(ParameterTable<ColliderParms>& table) {
  table.menu<&ColliderParms::type>("type", "Type", colliderTypes())
      .help({"Where the collider comes from. Input Geometry takes the polygons, spheres and tubes of the "
             "input. The other types need no input and are exact: rods slide on a true sphere, not on its "
             "polygons.",
             "Plane for the ground, Input Geometry for characters.", "Type (Static Object)."});
  table.group<&ColliderParms::group>("group", "Group", Owner::primitive, 0)
      .hideWhen("{ type != mesh }")
      .help({"Only these polygons are described by this node. The rest of the input collides with the "
             "default settings.",
             "empty for all.", "Group (most nodes)."});
  table.string<&ColliderParms::name>("name", "Name")
      .help({"Name of the collider in warnings. Polygons of different names are separate colliders.",
             "head, ground.", "name (Name)."});
  std::size_t i = 0;
  for (const Property* property : colliderNumbers()) {
    const std::string hidden = hiddenWithout(*property);
    table.number<&ColliderParms::numbers>(*property, i++).hideWhen(hidden.c_str());
  }
  table.real<&ColliderParms::drawn>("drawnsize", "Drawn Size")
      .unit("m")
      .soft(1, 100)
      .hardLow(1e-3)
      .hardHigh(1e6)
      .hideWhen("{ type != plane }")
      .help({"Size of the square that shows the plane. The plane itself has no end.", "10.",
             "Size (Ground Plane)."});
  table.vector<&ColliderParms::translate>("translate", "Translate")
      .unit("m")
      .soft(-10, 10)
      .hardLow(-1e9)
      .hardHigh(1e9)
      .hideWhen("{ type == mesh }")
      .help({"Position of the shape. With keyframes the collider moves, and takes along what touches it.",
             "0 0 0.", "Translate (Transform)."});
  table.vector<&ColliderParms::rotate>("rotate", "Rotate")
      .unit("deg")
      .soft(-180, 180)
      .hardLow(-1e6)
      .hardHigh(1e6)
      .hideWhen("{ type == mesh }")
      .help({"Rotation of the shape about its own origin: about x first, then y, then z.",
             "0 0 0; 0 0 20 for a slope.", "Rotate (Transform)."});
}

void addContactParameters(ParameterTable<ColliderParms>& table) {
  table.real<&ColliderParms::friction>("friction", "Friction")
      .unit("1")
      .soft(0, 2)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"Coulomb's coefficient. A rod stays on a slope up to the angle whose tangent this is: 0.5 is 27 "
             "degrees.",
             "0.2 for skin and hair, 0.5 for wood, 1 for rubber.", "Friction (Vellum Collider)."});
  table.real<&ColliderParms::cohesion>("cohesion", "Cohesion")
      .unit("N/m")
      .soft(0, 20)
      .hardLow(0)
      .hardHigh(1e9)
      .help({"Force that pulls a metre of rod off the surface. A rod that weighs less than this per metre "
             "hangs on to a ceiling. Only what touches is held. It is added to Cohesion of the solver.",
             "0; 0.5 for moss or a damp wall, 5 for glue.", "none"});
  table.real<&ColliderParms::thickness>("thickness", "Thickness")
      .unit("m")
      .soft(0, 0.01)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"Distance that rods keep from the surface, besides their own radius.",
             "0; 0.001 to keep hair off skin that is drawn coarsely.", "Thickness (Vellum Collider)."});
  table.toggle<&ColliderParms::invert>("invert", "Invert")
      .help({"Keeps rods inside: everything outside of the shape, or of a closed mesh, is solid.",
             "off; on for a rope in a bowl or a bottle.", "Invert Sign (Collision Source)."});
  table.menu<&ColliderParms::sides>("sides", "Open Meshes", {{"both", "Both Sides"}, {"front", "Front Only"}})
      .hideWhen("{ type != mesh }")
      .help({"Which sides of a mesh that is not closed stop rods. Front Only lets them come through from "
             "behind, and keeps them in front once they are there.",
             "Both Sides for cloth and leaves, Front Only for the skin of half a body.", "none"});
  table.real<&ColliderParms::voxel>("voxelsize", "Level Set Voxel")
      .unit("m")
      .soft(0, 0.02)
      .hardLow(0)
      .hardHigh(1e6)
      .hideWhen("{ type != mesh }")
      .help({"Replaces a closed mesh by a level set with voxels of this size, which answers faster than many "
             "polygons. The mesh must stand still, or move rigidly and have the point attribute rest. 0 uses "
             "the polygons.",
             "0; 0.002 for a head of 100,000 polygons.", "Voxel Size (VDB from Polygons)."});
}

}  // namespace

NodeDefinition colliderNode() {
  NodeDefinition node = makeNode<ColliderParms>("tendril::collider::1.0", "Tendril Collider", cookCollider);
  node.about = "Makes colliders: exact shapes, or polygons with friction and thickness";
  node.help =
      "Connect the result to the Colliders input of Tendril Solver; merge several first. Plain polygons work "
      "there without this node, with a friction of 0.5.\n"
      "Closed meshes are solid. Meshes with boundaries are sheets. Meshes may move and deform: their motion "
      "is the change of points since the last frame, so points must keep their numbers, or have an id or v.\n"
      "Settings are primitive attributes, so they can be painted or copied: friction, thickness, invert, "
      "onesided, cohesion and name. Polygons with equal settings are one collider.";
  node.icon = "SOP_tendril_collider";
  node.inputs = {
      {"Geometry", false, false, nullptr,
       "Polygons, spheres and tubes to collide with. Not read for other types than Input Geometry."}};
  node.attributesRead = {
      {"friction cohesion thickness invert onesided voxelsize name", "primitive",
       "Settings from another Tendril Collider, which keep their values on polygons outside of Group."}};
  node.attributesWritten = {{"P", "point", "The polygons that show a shape."},
                            {"friction cohesion thickness invert onesided voxelsize name", "primitive",
                             "The settings of this node."},
                            {"collidertype colliderplace collideraxes collidernumbers", "primitive",
                             "The exact shape behind the polygons that show it."}};
  node.related = {"solver", "tendril_rodsolver", "sop/vdbfrompolygons", "sop/merge"};
  node.picture = {"drape.png", "Ropes that have fallen on a ball and lie on it by friction."};
  ParameterTable<ColliderParms> table(node);
  addShapeParameters(table);
  addContactParameters(table);
  return node;
}

}  // namespace tendril::nodes
