// tendril::scalp: a head of hair.
#include <algorithm>
#include <cmath>

#include "nodes/sources/source.h"
#include "solver/base/math.h"
#include "solver/rods/shape.h"

namespace tendril::nodes {
namespace {

using Eigen::Vector3d;

struct ScalpParms {
  int hairs = 500;
  double headRadius = 0.09;
  double length = 0.3;
  double lengthSpread = 0.2;
  double curlRadius = 0.008;
  double curls = 4;
  double clumping = 0.5;
  double frizz = 0.3;
  double width = 8e-5;
  int points = 40;
  int seed = 1;
  SourceTransform placement;
};

// Roots spread evenly over the cap of a sphere, from its top down (Fibonacci's spiral).
Vector3d rootDirection(int i, int count) {
  constexpr double kGolden = 2.399963229728653, kCap = 1.15;  // rad; height that is covered, of the radius
  const double y = 1 - kCap * (i + 0.5) / count, r = std::sqrt(std::max(0.0, 1 - y * y));
  return {r * std::cos(kGolden * i), y, r * std::sin(kGolden * i)};
}

// A lock's style: hairs of one lock curl alike.
struct Style {
  double phase, radius, curls, length;
};

Style styleOf(const ScalpParms& parms, Random& random) {
  return {random.between(0, kTurn), parms.curlRadius * random.between(0.7, 1.3),
          parms.curls * random.between(0.8, 1.2),
          parms.length * (1 + parms.lengthSpread * random.between(-1, 1))};
}

Style mixed(const Style& own, const Style& lock, double u) {
  const auto mix = [u](double a, double b) { return (1 - u) * a + u * b; };
  return {mix(own.phase, lock.phase), mix(own.radius, lock.radius), mix(own.curls, lock.curls),
          mix(own.length, lock.length)};
}

// The middle of a curl: out of the skin, over the head at a distance, and from its equator straight down.
// Points at equal distances along it.
CurveBuilder::Points fallingLine(const Vector3d& out, double headRadius, double length, int count) {
  const Vector3d side(out.x(), 0, out.z());
  const Vector3d away = side.norm() > 1e-6 ? Vector3d(side.normalized()) : Vector3d::UnitX();
  const double gap = 0.1 * length, lift = 0.12 * length;  // m; the distance, and how soon it is reached
  double polar = std::atan2(side.norm(), out.y()), radius = headRadius, fallen = 0;
  constexpr double kEquator = 0.5 * kPi;
  double below = std::max(0.0, polar - kEquator);  // roots under the equator begin on the sphere, too
  CurveBuilder::Points points;
  constexpr int kSteps = 16;  // of the integration, for each point
  const double step = length / (count - 1) / kSteps;
  for (int i = 0; i < count; ++i) {
    const double ring = polar > kEquator ? radius * std::cos(below) : radius * std::sin(polar);
    const double height =
        polar > kEquator ? -headRadius * std::sin(below) - fallen : radius * std::cos(polar);
    points.push_back(away * ring + Vector3d::UnitY() * height);
    for (int k = 0; k < kSteps; ++k) {
      const double s = (i * kSteps + k + 0.5) * step, climb = std::min(0.9, gap / lift * std::exp(-s / lift));
      const double along = std::sqrt(1 - climb * climb);
      radius += climb * step;
      if (polar < kEquator)
        polar += along * step / radius;
      else
        fallen += along * step;
    }
  }
  return points;
}

CurveBuilder::Points drawHair(const ScalpParms& parms, const Style& style, const Vector3d& out,
                              Random& random) {
  CurveBuilder::Points points = fallingLine(out, parms.headRadius, style.length, parms.points);
  Eigen::Matrix3d frame = frameAlong(points[1] - points[0], out.unitOrthogonal());
  const CurveBuilder::Points middle = points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double u = static_cast<double>(i) / static_cast<double>(points.size() - 1);
    const double grow = std::min(1.0, 5 * u) * std::min(1.0, 5 * u),
                 phase = style.phase + kTurn * style.curls * u;
    if (i + 1 < points.size()) frame = shortestTurn(frame.col(0), middle[i + 1] - middle[i]) * frame;
    points[i] += grow * style.radius * (std::cos(phase) * frame.col(1) + std::sin(phase) * frame.col(2));
    // frizz: out of step from point to point, so finer than any element
    points[i] += random.normal3() * (0.002 * parms.frizz * grow);
  }
  return points;
}

Outputs cookScalp(const ScalpParms& parms, const Cook& cook) {
  CurveBuilder builder(parms.placement, cook.unitLength);
  constexpr int kLockSize = 25;
  constexpr int kMostLocks = 400;  // more would read as none
  const int locks = std::clamp(parms.hairs / kLockSize, 1, kMostLocks);
  std::vector<Vector3d> middles;
  std::vector<Style> styles;
  for (int l = 0; l < locks; ++l) {
    Random random(static_cast<std::uint64_t>(parms.seed) * 1000003u + static_cast<std::uint64_t>(l) +
                  0x80000000u);
    middles.push_back(rootDirection(l, locks));
    styles.push_back(styleOf(parms, random));
  }
  for (int i = 0; i < parms.hairs; ++i) {
    constexpr int kLook = 256;
    if (i % kLook == 0) {
      cook.host.progress(static_cast<double>(i) / parms.hairs, "growing hair");
      lookUp(cook.host);
    }
    Random random(static_cast<std::uint64_t>(parms.seed) * 1000003u + static_cast<std::uint64_t>(i));
    const Vector3d out = rootDirection(i, parms.hairs);
    std::size_t lock = 0;
    for (std::size_t l = 1; l < middles.size(); ++l)
      if (middles[l].dot(out) > middles[lock].dot(out)) lock = l;
    const Style style = mixed(styleOf(parms, random), styles[lock], parms.clumping);
    const CurveBuilder::Points points = drawHair(parms, style, out, random);
    const std::size_t hair = builder.add(points);
    const std::size_t first = builder.geometry.pointCount() - points.size();
    const Vector3d up = out.unitOrthogonal();
    for (std::size_t k = 0; k < points.size(); ++k) {
      builder.setDirection("up", first + k, up);
      builder.setWidth(
          first + k,
          parms.width *
              (1 - 0.6 * std::pow(static_cast<double>(k) / static_cast<double>(points.size() - 1), 3)));
    }
    builder.setWhole("id", hair, i);
    builder.setWhole("clumpid", hair, static_cast<std::int64_t>(lock));
  }
  return outputsOf(std::move(builder.geometry));
}

void addHeadParameters(ParameterTable<ScalpParms>& table) {
  table.integer<&ScalpParms::hairs>("hairs", "Hairs")
      .soft(10, 10000)
      .hardLow(1)
      .hardHigh(1000000)
      .help({"Number of curves. A real head has about 100,000 hairs.",
             "500 for guides, 10000 for a detailed view.", "Density (Hair Generate)."});
  table.real<&ScalpParms::headRadius>("headradius", "Head Radius")
      .unit("m")
      .soft(0.05, 0.5)
      .hardLow(1e-3)
      .hardHigh(1e6)
      .help({"Radius of the sphere on which the hair grows.", "0.09.", "none"});
  table.real<&ScalpParms::length>("length", "Length")
      .unit("m")
      .soft(0.02, 1)
      .hardLow(1e-3)
      .hardHigh(1e6)
      .help({"Length of the middle line of each lock. Curls make the hairs themselves longer.", "0.3.",
             "Set Length (Guide Process)."});
  table.real<&ScalpParms::lengthSpread>("lengthspread", "Length Spread")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(0.95)
      .help({"How much the lengths of hairs differ, as a fraction of Length. With 0 all hairs are equally "
             "long.",
             "0.2.", "Random Length (Guide Process)."});
}

void addCurlParameters(ParameterTable<ScalpParms>& table) {
  table.real<&ScalpParms::curlRadius>("curlradius", "Curl Radius")
      .unit("m")
      .soft(0, 0.05)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"Radius of a curl. 0 makes straight hair.", "0.008 for ringlets, 0.002 for waves.",
             "Radius of Curl (Hair Generate)."});
  table.real<&ScalpParms::curls>("curls", "Curls")
      .unit("1")
      .soft(0, 15)
      .hardLow(-1000)
      .hardHigh(1000)
      .disableWhen("{ curlradius == 0 }")
      .help({"Number of turns from root to tip. Many small turns look kinky, few turns look wavy.", "4.",
             "Frequency (Curl)."});
  table.real<&ScalpParms::clumping>("clumping", "Clumping")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .help({"How closely the hairs of a lock follow the same curl: 1 makes strands, 0 a fluffy volume.",
             "0.5.", "Blend (Hair Clump)."});
  table.real<&ScalpParms::frizz>("frizz", "Frizz")
      .unit("1")
      .soft(0, 2)
      .hardLow(0)
      .help(
          {"Noise from point to point, finer than a rod can bend. It stays on the curve as the rod moves it.",
           "0.3; 0 to check how well rods fit.", "Frizz (Guide Process)."});
}

void addHairParameters(ParameterTable<ScalpParms>& table) {
  table.real<&ScalpParms::width>("width", "Width")
      .unit("m")
      .soft(1e-5, 1e-3)
      .hardLow(1e-7)
      .hardHigh(1e6)
      .help({"Diameter of a hair at its root. Tips are thinner.", "0.00008.", "Thickness (Hair Generate)."});
  table.integer<&ScalpParms::points>("points", "Points")
      .soft(8, 100)
      .hardLow(4)
      .hardHigh(10000)
      .help({"Number of points of each hair. Curls need about ten per turn.", "40.",
             "Segments (Hair Generate)."});
  table.integer<&ScalpParms::seed>("seed", "Seed")
      .soft(0, 100)
      .hardLow(0)
      .help({kSeedHelp, "any number.", "Seed (Hair Generate)."});
}

}  // namespace

NodeDefinition scalpNode() {
  NodeDefinition node = makeNode<ScalpParms>("tendril::scalp::1.0", "Tendril Scalp", cookScalp);
  node.about = "A head of hair with any number of hairs: locks, curls and frizz";
  node.help =
      "Roots are spread evenly over the upper part of a sphere. The attribute up lies in the skin, so roots "
      "turn with the head. Hairs have the attributes id and clumpid.";
  node.home = Home::none;
  node.attributesWritten = {{"P width", "point", "Positions and diameters."},
                            {"up", "point", "A direction in the skin, for the root frame."},
                            {"id clumpid", "primitive", "Number of the hair, and of its lock."}};
  node.related = {"rods", "tuft", "sop/hairgen"};
  ParameterTable<ScalpParms> table(node);
  addHeadParameters(table);
  addCurlParameters(table);
  addHairParameters(table);
  addPlacementParameters(node, [](void* p) -> void* { return &static_cast<ScalpParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::nodes
