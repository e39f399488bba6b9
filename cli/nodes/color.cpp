// tendril::color: gives curves and meshes a colour, by what they are made of.
#include <algorithm>
#include <cmath>

#include "nodes/parameters/definition.h"
#include "solver/geometry/tuples.h"

namespace tendril::cli {
namespace {

using Eigen::Vector3d;

enum class Stuff { own, hair, vine, bark, wood, hemp, cotton, steel };

struct ColorParms {
  Stuff material = Stuff::own;
  std::array<double, 3> color = {0.8, 0.8, 0.8};
  double spread = 0.15;
  double tip = 0;
};

// As on the screen; and of the tips.
struct Shade {
  Vector3d root, tip;
};
Shade shadeOf(const ColorParms& parms) {
  switch (parms.material) {
    case Stuff::hair:
      return {{0.30, 0.19, 0.11}, {0.55, 0.38, 0.22}};
    case Stuff::vine:
      return {{0.27, 0.40, 0.13}, {0.50, 0.66, 0.22}};
    case Stuff::bark:
      return {{0.34, 0.27, 0.21}, {0.44, 0.46, 0.20}};
    case Stuff::wood:
      return {{0.55, 0.38, 0.22}, {0.55, 0.38, 0.22}};
    case Stuff::hemp:
      return {{0.72, 0.59, 0.40}, {0.72, 0.59, 0.40}};
    case Stuff::cotton:
      return {{0.85, 0.82, 0.76}, {0.85, 0.82, 0.76}};
    case Stuff::steel:
      return {{0.55, 0.57, 0.60}, {0.55, 0.57, 0.60}};
    case Stuff::own:
      break;
  }
  const Vector3d own(parms.color.data());
  return {own, own};
}

Outputs cookColor(const ColorParms& parms, const Cook& cook) {
  if (!cook.inputs[0]) return outputsOf(Geometry());
  Geometry made = *cook.inputs[0];
  Attribute& colour = made.add(Owner::point, "Cd", Storage::real32, 3, "color");
  const Shade shade = shadeOf(parms);
  const bool tips = parms.material != Stuff::own;
  std::vector<std::uint8_t> done(made.pointCount(), 0);
  for (std::size_t p = 0; p < made.primitiveCount(); ++p) {
    // the same on every machine, and with any number of curves
    const std::uint32_t hash = static_cast<std::uint32_t>(p + 1) * 2654435761u;
    const double part = static_cast<double>(hash >> 16) / 65536, bright = 1 + parms.spread * (2 * part - 1);
    const Span<const std::int32_t> points = made.pointsOf(p);
    for (std::size_t v = 0; v < points.size(); ++v) {
      const std::size_t point = static_cast<std::size_t>(points[v]);
      if (done[point]) continue;  // a branch begins in its bearer's colour
      done[point] = 1;
      const double u = points.size() > 1 && made.kinds[p] == PrimitiveKind::polyline
                           ? static_cast<double>(v) / static_cast<double>(points.size() - 1)
                           : 0;
      const Vector3d mixed = tips ? Vector3d((1 - u * parms.tip) * shade.root + u * parms.tip * shade.tip)
                                  : Vector3d((1 - u * parms.tip) * shade.root);
      setTuple(colour, point, Vector3d((bright * mixed).cwiseMax(0.0).cwiseMin(1.0)));
    }
  }
  return outputsOf(std::move(made));
}

}  // namespace

NodeDefinition colorNode() {
  NodeDefinition node = makeNode<ColorParms>("tendril::color::1.0", "Color", cookColor);
  node.about = "Gives curves and meshes a color, by the material that they are made of";
  node.help =
      "Sets the point attribute Cd. Pictures, the page and USD show it. Points that several curves share "
      "keep the color of the first.";
  node.home = Home::none;
  node.inputs = {{"Geometry", true, true, nullptr, "Curves and meshes to color."}};
  node.attributesRead = {{"P", "point", "The order of points along a curve, for Lighter Tips."}};
  node.attributesWritten = {{"Cd", "point", "The color."}};
  node.related = {"curves", "usd", "sop/color"};
  ParameterTable<ColorParms> table(node);
  table
      .menu<&ColorParms::material>("material", "Material",
                                   {{"own", "Color Below"},
                                    {"hair", "Hair (Brown)"},
                                    {"vine", "Vine (Green)"},
                                    {"bark", "Bark"},
                                    {"wood", "Wood"},
                                    {"hemp", "Hemp"},
                                    {"cotton", "Cotton"},
                                    {"steel", "Steel"}})
      .help({"Material whose color the curves get. It changes no stiffness.", "what the curves are made of.",
             "Color Type (Color)."});
  table.vector<&ColorParms::color>("color", "Color")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .disableWhen("{ material != own }")
      .help({"Red, green and blue as on the screen. It counts if Material is Color Below.", "any color.",
             "Color (Color)."});
  table.real<&ColorParms::spread>("spread", "Spread")
      .unit("1")
      .soft(0, 0.5)
      .hardLow(0)
      .hardHigh(1)
      .help({"How much the brightness of curves differs, so that single hairs can be told apart.",
             "0.15; 0 for a rope.", "none"});
  table.real<&ColorParms::tip>("tip", "Lighter Tips")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .help({"How far the color changes towards the tip: to that of young shoots or of bleached hair. With a "
             "Color of your own, tips become darker.",
             "0; 1 for plants.", "Ramp from Attribute (Color)."});
  return node;
}

}  // namespace tendril::cli
