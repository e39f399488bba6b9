// tendril::tuft: many stems from one spot: grass, water weed, a ponytail.
#include <cmath>

#include "nodes/sources/source.h"
#include "solver/base/math.h"
#include "solver/rods/shape.h"

namespace tendril::nodes {
namespace {

using Eigen::Vector3d;

struct TuftParms {
  int stems = 60;
  double radius = 0.02;
  double length = 0.4;
  double lengthSpread = 0.2;
  std::array<double, 3> direction = {0, 1, 0};
  double spread = 15;  // degrees
  double bend = 30;    // degrees
  double waves = 0, waveSize = 0.01;
  double width = 0.002;
  double taper = 0.3;
  int points = 24;
  int seed = 1;
  SourceTransform placement;
};

// A stem that leans out, bends on by the same way, and waves sideways.
CurveBuilder::Points drawn(const TuftParms& parms, const Vector3d& root, const Vector3d& way,
                           const Vector3d& out, double length, double phase) {
  const Vector3d across = way.cross(out).normalized();
  CurveBuilder::Points points;
  Vector3d at = root;
  for (int i = 0; i < parms.points; ++i) {
    const double u = static_cast<double>(i) / (parms.points - 1);
    // grows from the root on, so that a moved stem leaves its spot as it stood
    const double wave =
        parms.waveSize * std::min(1.0, 3 * u) * (std::cos(kTurn * parms.waves * u + phase) - std::cos(phase));
    points.push_back(at + (parms.waves > 0 ? Vector3d(wave * across) : Vector3d(0, 0, 0)));
    const Vector3d towards = Eigen::AngleAxisd(-kDegree * parms.bend * u, across) * way;
    at += (length / (parms.points - 1)) * towards;
  }
  return points;
}

Outputs cookTuft(const TuftParms& parms, const Cook& cook) {
  Vector3d direction(parms.direction[0], parms.direction[1], parms.direction[2]);
  if (!(direction.norm() > 0)) throw Error("direction: has no length");
  direction.normalize();
  const Vector3d side = direction.unitOrthogonal(), other = direction.cross(side);
  CurveBuilder builder(parms.placement, cook.unitLength);
  Random random(static_cast<std::uint64_t>(parms.seed));
  constexpr double kGolden = 2.399963229728653;
  for (int i = 0; i < parms.stems; ++i) {
    const double far = std::sqrt((i + 0.5) / parms.stems), around = kGolden * i + random.between(-0.2, 0.2);
    const Vector3d out = std::cos(around) * side + std::sin(around) * other;
    const double lean = kDegree * parms.spread * (far + 0.15 * random.normal());
    const Vector3d way = std::cos(lean) * direction + std::sin(lean) * out;
    const double length = parms.length * (1 + parms.lengthSpread * random.between(-1, 1));
    const std::size_t stem =
        builder.add(drawn(parms, parms.radius * far * out, way, out, length, random.between(0, kTurn)));
    builder.setWhole("id", stem, i);
    const Span<const std::int32_t> points = builder.geometry.pointsOf(stem);
    for (std::size_t v = 0; v < points.size(); ++v) {
      const std::size_t point = static_cast<std::size_t>(points[v]);
      const double u = static_cast<double>(v) / static_cast<double>(points.size() - 1);
      builder.setWidth(point, parms.width * (1 - (1 - parms.taper) * u));
      builder.setDirection("up", point, way.cross(out));
    }
  }
  return outputsOf(std::move(builder.geometry));
}

void addSpotParameters(ParameterTable<TuftParms>& table) {
  table.integer<&TuftParms::stems>("stems", "Stems")
      .soft(1, 500)
      .hardLow(1)
      .hardHigh(10000000)
      .help({"Number of blades or hairs that grow from the spot.", "5 for weed, 200 for a ponytail.",
             "Force Total Count (Scatter)."});
  table.real<&TuftParms::radius>("radius", "Radius")
      .unit("m")
      .soft(0, 0.5)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"Radius of the spot from which the stems grow.", "0.01 for a hair tie, 0.1 for grass.", "none"});
  table.real<&TuftParms::length>("length", "Length")
      .unit("m")
      .soft(0.05, 2)
      .hardLow(1e-4)
      .hardHigh(1e6)
      .help({"Distance from root to tip of a stem, measured along its bends and waves.", "0.4.", "none"});
  table.real<&TuftParms::lengthSpread>("lengthspread", "Length Spread")
      .unit("1")
      .soft(0, 0.9)
      .hardLow(0)
      .hardHigh(0.99)
      .help({"How much the lengths of stems differ, as a fraction of Length.", "0.2.", "none"});
}

void addBendParameters(ParameterTable<TuftParms>& table) {
  table.vector<&TuftParms::direction>("direction", "Direction")
      .unit("1")
      .soft(-1, 1)
      .help({"Direction in which the stems grow. The length of this vector does not matter.",
             "0 1 0 for grass, 0 -0.3 -1 for a ponytail.", "none"});
  table.real<&TuftParms::spread>("spread", "Spread")
      .unit("deg")
      .soft(0, 80)
      .hardLow(0)
      .hardHigh(180)
      .help({"Angle between the outer stems and Direction.", "15.", "none"});
  table.real<&TuftParms::bend>("bend", "Bend")
      .unit("deg")
      .soft(-180, 180)
      .hardLow(-10000)
      .hardHigh(10000)
      .help({"How far a stem bends outwards from its root to its tip.", "30.", "none"});
  table.real<&TuftParms::waves>("waves", "Waves")
      .unit("1")
      .soft(0, 8)
      .hardLow(0)
      .hardHigh(1000)
      .help({"Number of waves along each stem.", "0 for grass, 3 for wavy hair.", "none"});
  table.real<&TuftParms::waveSize>("wavesize", "Wave Size")
      .unit("m")
      .soft(0, 0.05)
      .hardLow(0)
      .hardHigh(1e6)
      .disableWhen("{ waves == 0 }")
      .help({"Amplitude of the waves to either side.", "0.01.", "none"});
}

void addStemParameters(ParameterTable<TuftParms>& table) {
  table.real<&TuftParms::width>("width", "Width")
      .unit("m")
      .soft(1e-5, 0.02)
      .hardLow(1e-9)
      .hardHigh(1e6)
      .help({"Diameter of a stem at its root.", "0.00008 for hair, 0.002 for grass.",
             "Radius times two (Sweep)."});
  table.real<&TuftParms::taper>("taper", "Taper")
      .unit("1")
      .soft(0.05, 1)
      .hardLow(1e-3)
      .hardHigh(1)
      .help({"Diameter at the tip, as a fraction of that at the root.", "0.3.", "none"});
  table.integer<&TuftParms::points>("points", "Points")
      .soft(8, 100)
      .hardLow(3)
      .hardHigh(100000)
      .help({"Number of points of each stem. It does not affect a rod made from it, only the curve that is "
             "drawn.",
             "24.", "Segments (Resample)."});
  table.integer<&TuftParms::seed>("seed", "Seed")
      .soft(0, 100)
      .hardLow(0)
      .help({kSeedHelp, "any number.", "Global Seed (Scatter)."});
}

}  // namespace

NodeDefinition tuftNode() {
  NodeDefinition node = makeNode<TuftParms>("tendril::tuft::1.0", "Tendril Tuft", cookTuft);
  node.about = "Many stems that grow from one spot: grass, water weed, a ponytail";
  node.help =
      "Stems start close together and lean apart. Each stem has an id and an up vector, so that its root "
      "turns with the tuft.";
  node.home = Home::none;
  node.attributesWritten = {{"P width", "point", "Positions and diameters."},
                            {"up", "point", "A direction across the stem, for the root frame."},
                            {"id", "primitive", "Number of the stem."}};
  node.related = {"rods", "scalp", "sop/hairgen"};
  node.picture = {"ponytail.png", "A tuft of 600 hairs as a ponytail."};
  ParameterTable<TuftParms> table(node);
  addSpotParameters(table);
  addBendParameters(table);
  addStemParameters(table);
  addPlacementParameters(node, [](void* p) -> void* { return &static_cast<TuftParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::nodes
