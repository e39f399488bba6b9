// Frames in USD's words.
#include "cli/usd/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <limits>

#include "cli/drawing/drawing.h"
#include "cli/drawing/values.h"
#include "cli/host/finite.h"
#include "cli/usd/mesh.h"
#include "cli/usd/primvars.h"
#include "cli/usd/values.h"
#include "solver/base/error.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/model.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::cli::usd {

using Eigen::Vector3d;
using Eigen::Vector3f;

namespace {

constexpr int kMostPieces = 256;

std::vector<double> arcsOf(const Shape& shape, int pieces) {
  std::vector<double> arc = {0};
  for (std::size_t e = 0; e < shape.elements(); ++e)
    for (int i = 1; i <= pieces; ++i)
      arc.push_back(i == pieces ? shape.arc[e + 1]
                                : shape.arc[e] + (shape.arc[e + 1] - shape.arc[e]) * i / pieces);
  return arc;
}

// The largest way from a drawn curve to the rod.
double offOf(const Shape& shape, int pieces) {
  std::vector<show::Vector3f> fine;
  for (const Sample& sample : sampleRod(shape, Motion(), arcsOf(shape, 4 * pieces)))
    fine.push_back((sample.frame.position - shape.root.position).cast<float>());
  return show::offOfCatmullRom(fine);
}

class Curves {
 public:
  Curves(const Geometry& g, std::size_t file, const std::string& name, bool chains, double usual,
         const std::string& attributes)
      : g_(g),
        file_(file),
        chains_(chains),
        usual_(usual),
        primvars_(g, attributes, Primvars::Corners::vertex) {
    prim_.type = "BasisCurves";
    prim_.name = name;
    prim_.fixed = chains
                      ? "uniform token type = \"linear\"\nuniform token wrap = \"nonperiodic\"\n"
                      : "uniform token type = \"cubic\"\nuniform token basis = \"catmullRom\"\nuniform token "
                        "wrap = \"pinned\"\n";
    velocity_ = numericTuple(g.find(Owner::point, "v"), 3);
    colour_ = numericTuple(g.find(Owner::point, "Cd"), 3);
    curveColour_ = numericTuple(g.find(Owner::primitive, "Cd"), 3);
    rest_ = numericTuple(g.find(Owner::point, "rest"), 3);
    alpha_ = numericTuple(g.find(Owner::point, "Alpha"), 1);
    acceleration_ = numericTuple(g.find(Owner::point, "accel"), 3);
    uv_ = g.find(Owner::point, "uv");
    curveUv_ = g.find(Owner::primitive, "uv");
    ids_ = idsOf(g);
  }

  void addRod(const Rod& rod, const RodLooks& looks) {
    const RodLook& look = looks.at({file_, rod.id});
    const int n = chains_ ? 1 : look.pieces;
    const std::vector<double> arc = arcsOf(rod.shape, n);
    const std::vector<double> radii = show::radiiOf(g_, rod.primitive, usual_);
    const Span<const std::int32_t> knots = g_.pointsOf(rod.primitive);
    // a rod that was cut or grew since has other knots: its rest is spread over it
    std::vector<double> restArc = arc;
    for (double& s : restArc) s *= look.rest.length() / rod.shape.length();
    const std::vector<Sample> rest = sampleRod(look.rest, Motion(), restArc);
    const std::vector<Sample> samples = sampleRod(rod.shape, rod.motion, arc);
    for (std::size_t i = 0; i < arc.size(); ++i) {
      const std::size_t e = std::min(i / static_cast<std::size_t>(n), rod.shape.elements() - 1);
      const float part = static_cast<float>(i - e * static_cast<std::size_t>(n)) / static_cast<float>(n);
      const bool knot = part == 0 || part == 1;
      const std::int32_t a = knots[part == 1 ? e + 1 : e], b = knots[knot ? (part == 1 ? e + 1 : e) : e + 1];
      // where the cache has a point, that one
      add(knot ? at<3>(*g_.find(Owner::point, "P"), a) : Vector3f(samples[i].frame.position.cast<float>()),
          knot && velocity_ ? at<3>(*velocity_, a) : Vector3f(samples[i].velocity.cast<float>()),
          static_cast<float>(2 * ((1 - part) * radii[e] + part * radii[e + 1])),
          rest[i].frame.position.cast<float>(), a, b, knot ? 0 : part);
      const std::size_t first = g_.starts[rod.primitive], next = part == 1 ? e + 1 : e;
      primvars_.addVertex(first + next, first + (knot ? next : e + 1), knot ? 0 : part);
      if (knot) continue;  // between knots a rod turns as its shape says
      primvars_.setPoint("orient", orientOf(samples[i].frame.axes).coeffs());
      primvars_.setPoint("w",
                         Eigen::Vector4d(samples[i].spin.x(), samples[i].spin.y(), samples[i].spin.z(), 0));
    }
    finish(rod.primitive, arc.size());
  }

  void addPolyline(std::size_t p) {
    const Span<const std::int32_t> points = g_.pointsOf(p);
    const std::vector<double> radii = show::radiiOf(g_, p, usual_);
    for (std::size_t v = 0; v < points.size(); ++v) {
      const std::int32_t point = points[v];
      add(at<3>(*g_.find(Owner::point, "P"), point),
          velocity_ ? at<3>(*velocity_, point) : Vector3f(Vector3f::Zero()), static_cast<float>(2 * radii[v]),
          rest_ ? at<3>(*rest_, point) : Vector3f(Vector3f::Zero()), point, point, 0);
      primvars_.addVertex(g_.starts[p] + v, g_.starts[p] + v, 0);
      if (acceleration_) accelerations_.push_back(at<3>(*acceleration_, point));
    }
    finish(p, points.size());
    moves_ = moves_ || velocity_;
    rests_ = rests_ || rest_;
  }

  bool empty() const { return counts_.empty(); }
  void hasMotion() { moves_ = rests_ = true; }

  UsdPrim prim(Eigen::AlignedBox3d& box) {
    const auto set = [&](const char* declaration, const char* interpolation, std::string value) {
      prim_.attributes.push_back({declaration, interpolation, std::move(value)});
    };
    Eigen::AlignedBox3f extent;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      // a curve leaves its points by less than their distance
      const float reach = 0.5f * widths_[i] + bulge_[i];
      extent.extend(Vector3f(points_[i].array() - reach));
      extent.extend(Vector3f(points_[i].array() + reach));
    }
    if (!extent.isEmpty()) box.extend(extent.cast<double>());
    set("int[] curveVertexCounts", "", listOf(counts_));
    set("point3f[] points", "", listOf(points_));
    if (moves_) set("vector3f[] velocities", "", listOf(velocities_));
    if (!accelerations_.empty() && accelerations_.size() == points_.size())
      set("vector3f[] accelerations", "", listOf(accelerations_));
    set("float[] widths", "vertex", listOf(widths_));
    set("float3[] extent", "", extentOf(extent));
    const bool small = std::all_of(curveIds_.begin(), curveIds_.end(), [](std::int64_t id) {
      return id >= std::numeric_limits<std::int32_t>::min() && id <= std::numeric_limits<std::int32_t>::max();
    });
    set(small ? "int[] primvars:id" : "int64[] primvars:id", "uniform", listOf(curveIds_));
    if (rests_) set("point3f[] primvars:rest", "vertex", listOf(rest3_));
    if (colour_)
      set("color3f[] primvars:displayColor", "vertex", listOf(colours_));
    else if (curveColour_)
      set("color3f[] primvars:displayColor", "uniform", listOf(curveColours_));
    else
      set("color3f[] primvars:displayColor", "constant", "[(0.46, 0.29, 0.15)]");
    if (!uvs_.empty() && uvs_.size() == points_.size())
      set("texCoord2f[] primvars:st", "vertex", listOf(uvs_));
    if (!uvs_.empty() && uvs_.size() != points_.size())
      set("texCoord2f[] primvars:st", "uniform", listOf(uvs_));
    if (alpha_) set("float[] primvars:displayOpacity", "vertex", listOf(opacities_));
    primvars_.appendTo(prim_.attributes);
    return std::move(prim_);
  }

 private:
  template <int N>
  static Eigen::Matrix<float, N, 1> at(const Attribute& attribute, std::int32_t point) {
    return tupleAt(attribute, static_cast<std::size_t>(point)).template head<N>().template cast<float>();
  }
  static bool isUv(const Attribute* a) { return a && a->kind == AttributeKind::numeric && a->tupleSize >= 2; }

  void add(const Vector3f& point, const Vector3f& velocity, float width, const Vector3f& rest, std::int32_t a,
           std::int32_t b, float part) {
    points_.push_back(point);
    velocities_.push_back(velocity);
    widths_.push_back(width);
    rest3_.push_back(rest);
    if (colour_) colours_.push_back((1 - part) * at<3>(*colour_, a) + part * at<3>(*colour_, b));
    if (alpha_) opacities_.push_back((1 - part) * at<1>(*alpha_, a)[0] + part * at<1>(*alpha_, b)[0]);
    primvars_.addPoint(static_cast<std::size_t>(a), static_cast<std::size_t>(b), part);
    if (isUv(uv_)) uvs_.push_back((1 - part) * at<2>(*uv_, a) + part * at<2>(*uv_, b));
  }

  void finish(std::size_t primitive, std::size_t count) {
    counts_.push_back(static_cast<std::int64_t>(count));
    curveIds_.push_back(ids_[primitive]);
    primvars_.addPrimitive(primitive);
    if (curveColour_) curveColours_.push_back(at<3>(*curveColour_, static_cast<std::int32_t>(primitive)));
    if (!isUv(uv_) && isUv(curveUv_)) uvs_.push_back(at<2>(*curveUv_, static_cast<std::int32_t>(primitive)));
    // a cubic's control points are a sixth of the neighbours' distance off its points, at the most
    const std::size_t first = points_.size() - count;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t before = first + (i > 0 ? i - 1 : i), after = first + (i + 1 < count ? i + 1 : i);
      bulge_.push_back(
          chains_ ? 0 : (points_[after] - points_[before]).norm() / (i == 0 || i + 1 == count ? 3 : 6));
    }
  }

  const Geometry& g_;
  std::size_t file_;
  bool chains_;
  double usual_;
  UsdPrim prim_;
  Primvars primvars_;
  const Attribute *alpha_, *acceleration_;
  const Attribute *velocity_, *colour_, *curveColour_, *rest_, *uv_, *curveUv_;
  std::vector<std::int64_t> ids_, counts_, curveIds_;
  std::vector<Vector3f> points_, velocities_, accelerations_, rest3_, colours_, curveColours_;
  std::vector<Eigen::Vector2f> uvs_;
  std::vector<float> widths_, opacities_, bulge_;
  bool moves_ = false, rests_ = false;
};

// Pearls, as points of their size.
void addPearls(const Geometry& g, const std::string& name, double usual, const std::string& attributes,
               const std::vector<std::size_t>& pearls, UsdFrame& to) {
  Primvars primvars(g, attributes, Primvars::Corners::vertex);
  const Attribute *size = numericTuple(g.find(Owner::primitive, "radius"), 1),
                  *speed = numericTuple(g.find(Owner::primitive, "pearlvel"), 3);
  const std::vector<std::int64_t> ids = idsOf(g);
  std::vector<Vector3f> points, velocities;
  std::vector<float> widths;
  std::vector<std::int64_t> numbers;
  Eigen::AlignedBox3f extent;
  for (const std::size_t p : pearls) {
    const std::size_t point = static_cast<std::size_t>(g.pointsOf(p)[0]);
    const double radius = size && numberAt(size->numbers, p) > 0 ? numberAt(size->numbers, p) : usual;
    const Vector3f at = tupleAt(*g.find(Owner::point, "P"), point).head<3>().cast<float>();
    points.push_back(at);
    widths.push_back(static_cast<float>(2 * radius));
    if (speed) velocities.emplace_back(tupleAt(*speed, p).head<3>().cast<float>());
    numbers.push_back(ids[p]);
    extent.extend(Vector3f(at.array() - static_cast<float>(radius)));
    extent.extend(Vector3f(at.array() + static_cast<float>(radius)));
    primvars.addPoint(point, point, 0);
  }
  to.box.extend(extent.cast<double>());
  UsdPrim prim{"Points", name, "", {}};
  prim.attributes = {{"point3f[] points", "", listOf(points)},
                     {"float[] widths", "vertex", listOf(widths)},
                     {"int64[] ids", "", listOf(numbers)},
                     {"float3[] extent", "", extentOf(extent)},
                     {"color3f[] primvars:displayColor", "constant", "[(0.85, 0.83, 0.78)]"}};
  if (speed) prim.attributes.push_back({"vector3f[] velocities", "", listOf(velocities)});
  primvars.appendTo(prim.attributes);
  to.prims.push_back(std::move(prim));
}

// What holds: a line between the ends of each constraint that is whole. Those to the world have no length.
void addConstraints(const Geometry& g, const std::string& name, double usual, const std::string& attributes,
                    UsdFrame& to) {
  const Attribute *type = g.find(Owner::primitive, "type"),
                  *broken = numericTuple(g.find(Owner::primitive, "broken"), 1);
  std::vector<std::size_t> pearls;
  Curves lines(g, 0, name, true, usual, attributes);
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
    const Span<const std::int32_t> points = g.pointsOf(p);
    const bool whole = !(broken && numberAt(broken->numbers, p) > 0.5);
    if (points.size() > 0 && type->stringAt(p) == "pearl") {
      pearls.push_back(p);
    } else if (points.size() > 0 && !whole) {
      continue;  // as in pictures
    } else if (points.size() == 2) {
      lines.addPolyline(p);
    } else {
      ++to.leftOut;
    }
  }
  if (!lines.empty()) to.prims.push_back(lines.prim(to.box));
  if (!pearls.empty()) addPearls(g, name + "_pearls", usual, attributes, pearls, to);
}

}  // namespace

void meetRods(const Geometry& geometry, std::size_t file, RodLooks& looks) {
  for (const Rod& rod : readRods(geometry)) {
    const auto [found, fresh] = looks.emplace(std::pair(file, rod.id), RodLook());
    RodLook& look = found->second;
    if (fresh) {
      look.rest = rod.shape;
      static_cast<Coordinates&>(look.rest) = rod.rest;
    }
    if (modelType(rod.shape.model).corners) continue;
    const std::vector<double> radii = show::radiiOf(geometry, rod.primitive, 0);
    const double thinnest = *std::min_element(radii.begin(), radii.end());
    const double near = kNearRadius * thinnest + kNearLength * rod.shape.length();
    while (offOf(rod.shape, look.pieces) > near) {
      look.pieces *= 2;
      if (look.pieces > kMostPieces)
        throw Error("rod " + std::to_string(rod.id) + " curls so much that " + std::to_string(kMostPieces) +
                    " points an element do not show it; give it more elements");
    }
  }
}

UsdFrame usdFrameOf(const std::vector<Geometry>& files, const std::vector<std::string>& names,
                    const RodLooks& looks, const std::vector<double>& radii, const std::string& attributes) {
  UsdFrame frame;
  for (std::size_t f = 0; f < files.size(); ++f) {
    const Geometry& g = files[f];
    checkFinite(g);
    const double usual = f < radii.size() && radii[f] > 0 ? radii[f] : show::usualRadius(g);
    if (show::isOfConstraints(g)) {
      addConstraints(g, names[f], usual, attributes, frame);
      continue;
    }
    Curves smooth(g, f, names[f], false, usual, attributes),
        chains(g, f, names[f] + "_chains", true, usual, attributes);
    std::vector<std::uint8_t> done(g.primitiveCount(), 0);
    for (const Rod& rod : readRods(g)) {
      Curves& to = modelType(rod.shape.model).corners ? chains : smooth;
      to.addRod(rod, looks);
      to.hasMotion();
      done[rod.primitive] = 1;
    }
    for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
      if (done[p]) continue;
      if (g.kinds[p] == PrimitiveKind::polyline && g.pointsOf(p).size() >= 2)
        smooth.addPolyline(p);
      else if (g.kinds[p] != PrimitiveKind::polygon || g.pointsOf(p).size() < 3)
        ++frame.leftOut;
    }
    if (!smooth.empty()) frame.prims.push_back(smooth.prim(frame.box));
    if (!chains.empty()) frame.prims.push_back(chains.prim(frame.box));
    addMesh(g, names[f] + "_mesh", attributes, frame);
  }
  return frame;
}

std::vector<std::string> primNames(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    std::string name = std::filesystem::path(path).filename().string();
    name = name.substr(0, name.find('.', 1));
    for (char& c : name)
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name = "_" + name;
    if (name == "materials") name += "_";  // of the stage
    const std::string whole = name;
    for (int n = 2; std::find(names.begin(), names.end(), name) != names.end(); ++n)
      name = whole + "_" + std::to_string(n);
    names.push_back(name);
  }
  return names;
}

}  // namespace tendril::cli::usd
