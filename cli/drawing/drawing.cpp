// Drawings of geometry.
#include "cli/drawing/drawing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cli/drawing/draw_constraints.h"
#include "cli/drawing/draw_contacts.h"
#include "cli/drawing/values.h"
#include "solver/base/error.h"
#include "solver/geometry/triangles.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/model.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::cli::show {

namespace {

const Vector3f kStem(0.46f, 0.29f, 0.15f), kStone(0.62f, 0.64f, 0.66f);
constexpr double kAngle = 0.35;  // rad a cubic: leaves the arc by its length times 0.35^3 / 384, about 1e-4

class Drawer {
 public:
  Drawer(const Geometry& g, const DrawSettings& settings, Drawing& to)
      : g_(g), settings_(settings), to_(to), file_(to.files++) {
    radius_ = settings.radius > 0 ? settings.radius : usualRadius(g);
    position_ = g.find(Owner::point, "P");
    velocity_ = numericTuple(g.find(Owner::point, "v"), 3);
    colour_ = numericTuple(g.find(Owner::point, "Cd"), 3);
    curveColour_ = numericTuple(g.find(Owner::primitive, "Cd"), 3);
  }

  void run() {
    checkPlaces();
    std::vector<std::uint8_t> done(g_.primitiveCount(), 0);
    for (const Rod& rod : readRods(g_)) {
      addRod(rod);
      done[rod.primitive] = 1;
    }
    if (isOfConstraints(g_)) return addConstraints(g_, settings_, file_, to_);
    for (std::size_t p = 0; p < g_.primitiveCount(); ++p) {
      if (done[p]) continue;
      if (g_.kinds[p] == PrimitiveKind::other)
        ++to_.skipped;
      else if (g_.kinds[p] == PrimitiveKind::polyline)
        addPolyline(p);
    }
    addMesh();
    if (!settings_.value.empty()) setValues();
    addContacts(g_, settings_, file_, to_);
  }

 private:
  void checkPlaces() const {
    for (std::size_t i = 0; i < g_.pointCount(); ++i)
      if (!tupleAt(*position_, i).allFinite())
        throw Error("point " + std::to_string(i) + " has a P that is not finite");
  }

  Vector3d place(std::int32_t point) const {
    return tupleAt(*position_, static_cast<std::size_t>(point)).head<3>();
  }
  Vector3d velocity(std::int32_t point) const {
    if (!velocity_) return Vector3d::Zero();
    const Vector3d v = tupleAt(*velocity_, static_cast<std::size_t>(point)).head<3>();
    return v.allFinite() ? v : Vector3d(Vector3d::Zero());
  }
  Vector3f colourOf(std::size_t primitive, std::int32_t point, const Vector3f& usual) const {
    const Attribute* from = colour_ ? colour_ : curveColour_;
    if (!from) return usual;
    const Eigen::VectorXd value = tupleAt(*from, colour_ ? static_cast<std::size_t>(point) : primitive);
    return value.allFinite() ? Vector3f(value.head<3>().cast<float>().cwiseMax(0.0f).cwiseMin(1.0f)) : usual;
  }
  Vector3f stem(std::size_t primitive) const { return stemColour(settings_, primitive); }

  std::vector<double> drawnRadii(std::size_t primitive) const {
    std::vector<double> radii = radiiOf(g_, primitive, radius_);
    for (double& radius : radii) radius *= settings_.widthScale;
    return radii;
  }

  void begin(std::size_t primitive, std::size_t segments) {
    to_.curves.push_back({file_, primitive, segments, to_.controls[0].size(), to_.between.size()});
  }
  void addVertex(std::size_t primitive, std::int32_t a, std::int32_t b, float part) {
    to_.between.push_back({a, b, part});
    const Vector3f usual = stem(primitive);
    to_.colours.push_back((1 - part) * colourOf(primitive, a, usual) + part * colourOf(primitive, b, usual));
  }
  void addBall(std::size_t primitive, const Vector4f& open, const Vector4f& closed, const Vector3f& colour) {
    to_.balls.push_back({{open, closed}, colour, file_, primitive, kNoValue, false});
  }
  // Tubes are open at their ends.
  void close() {
    const DrawnCurve& curve = to_.curves.back();
    const auto ball = [&](std::size_t control, std::size_t vertex) {
      addBall(curve.primitive, to_.controls[0][control], to_.controls[1][control], to_.colours[vertex]);
      to_.balls.back().cap = true;
      balls_.push_back({to_.balls.size() - 1, vertex});
    };
    ball(curve.firstControl, curve.firstVertex);
    ball(curve.firstControl + 3 * curve.segments, curve.firstVertex + curve.segments);
  }

  void addRod(const Rod& rod) {
    const Span<const std::int32_t> knots = g_.pointsOf(rod.primitive);
    const std::vector<double> radii = drawnRadii(rod.primitive);
    const bool corners = modelType(rod.shape.model).corners;
    const std::vector<double> arc = bentArcs(rod.shape, kAngle, rod.shape.length() / 4);
    begin(rod.primitive, arc.size() - 1);
    for (int k = 0; k < 2; ++k) {
      const Shape shape =
          k == 0 || settings_.shutter == 0 ? rod.shape : moved(rod.shape, rod.motion, settings_.shutter);
      const std::vector<Sample> samples = sampleRod(shape, Motion(), arc);
      std::size_t e = 0;
      const auto radiusAt = [&](double s) {
        while (e + 2 < rod.shape.arc.size() && s > rod.shape.arc[e + 1]) ++e;
        const double part = (s - rod.shape.arc[e]) / (rod.shape.arc[e + 1] - rod.shape.arc[e]);
        return (1 - part) * radii[e] + part * radii[e + 1];
      };
      const auto add = [&](const Vector3d& at, double radius) {
        Vector4f control;
        control << at.cast<float>(), static_cast<float>(radius);
        to_.controls[k].push_back(control);
      };
      double before = radiusAt(0);
      add(samples[0].frame.position, before);
      for (std::size_t i = 0; i + 1 < samples.size(); ++i) {
        const double third = (arc[i + 1] - arc[i]) / 3, after = radiusAt(arc[i + 1]);
        const Vector3d &p = samples[i].frame.position, &q = samples[i + 1].frame.position;
        // a joint turns what follows: its tangent is no tangent of what comes before
        const Vector3d from =
            corners ? Vector3d((q - p).normalized()) : Vector3d(samples[i].frame.axes.col(0));
        const Vector3d to = corners ? from : Vector3d(samples[i + 1].frame.axes.col(0));
        add(p + third * from, (2 * before + after) / 3);
        add(q - third * to, (before + 2 * after) / 3);
        add(q, after);
        before = after;
      }
    }
    std::size_t e = 0;
    for (const double s : arc) {
      while (e + 2 < rod.shape.arc.size() && s > rod.shape.arc[e + 1]) ++e;
      const double part = (s - rod.shape.arc[e]) / (rod.shape.arc[e + 1] - rod.shape.arc[e]);
      addVertex(rod.primitive, knots[e], knots[e + 1], static_cast<float>(part));
    }
    close();
    if (!corners) return;
    const DrawnCurve curve = to_.curves.back();
    for (std::size_t i = 1; i < curve.segments; ++i) {
      const std::size_t control = curve.firstControl + 3 * i;
      addBall(rod.primitive, to_.controls[0][control], to_.controls[1][control],
              to_.colours[curve.firstVertex + i]);
      to_.balls.back().cap = true;
      balls_.push_back({to_.balls.size() - 1, curve.firstVertex + i});
    }
  }

  void addPolyline(std::size_t p) {
    const Span<const std::int32_t> all = g_.pointsOf(p);
    const std::vector<double> allRadii = drawnRadii(p);
    // points on one place have no direction
    std::vector<std::int32_t> points;
    std::vector<double> radii;
    for (std::size_t v = 0; v < all.size(); ++v) {
      if (!points.empty() && place(points.back()) == place(all[v])) continue;
      points.push_back(all[v]);
      radii.push_back(allRadii[v]);
    }
    if (points.empty()) return;
    const auto at = [&](std::size_t v, double seconds) {
      Vector4f made;
      made << (place(points[v]) + seconds * velocity(points[v])).cast<float>(), static_cast<float>(radii[v]);
      return made;
    };
    if (points.size() == 1) {
      addBall(p, at(0, 0), at(0, settings_.shutter), colourOf(p, points[0], stem(p)));
      return;
    }
    begin(p, points.size() - 1);
    for (int k = 0; k < 2; ++k) {
      std::vector<Vector4f> through;
      for (std::size_t v = 0; v < points.size(); ++v) through.push_back(at(v, k * settings_.shutter));
      catmullRom(through, to_.controls[k]);
    }
    for (const std::int32_t point : points) addVertex(p, point, point, 0);
    close();
  }

  void addMesh() {
    DrawnMesh mesh;
    mesh.file = file_;
    std::vector<std::int64_t> known(colour_ || !curveColour_ ? g_.pointCount() : 0, -1);
    const auto vertexOf = [&](std::size_t primitive, std::int32_t point) {
      std::int64_t* shared = known.empty() ? nullptr : &known[static_cast<std::size_t>(point)];
      if (shared && *shared >= 0) return static_cast<std::uint32_t>(*shared);
      const std::size_t made = mesh.points[0].size();
      if (shared) *shared = static_cast<std::int64_t>(made);
      mesh.points[0].push_back(place(point).cast<float>());
      mesh.points[1].push_back((place(point) + settings_.shutter * velocity(point)).cast<float>());
      mesh.colours.push_back(colourOf(primitive, point, kStone));
      return static_cast<std::uint32_t>(made);
    };
    for (std::size_t p = 0; p < g_.primitiveCount(); ++p) {
      if (g_.kinds[p] != PrimitiveKind::polygon || g_.pointsOf(p).size() < 3) continue;
      std::vector<Vector3d> corners;
      std::vector<std::uint32_t> vertices;
      for (const std::int32_t point : g_.pointsOf(p)) {
        corners.push_back(place(point));
        vertices.push_back(vertexOf(p, point));
      }
      mesh.topology.push_back(static_cast<std::uint32_t>(vertices.size()));
      mesh.topology.insert(mesh.topology.end(), vertices.begin(), vertices.end());
      for (const std::array<std::uint32_t, 3>& triangle : trianglesOf(corners))
        mesh.triangles.push_back({vertices[triangle[0]], vertices[triangle[1]], vertices[triangle[2]]});
    }
    if (!mesh.triangles.empty()) to_.meshes.push_back(std::move(mesh));
  }

  void setValues() {
    const ValueOf valueOf(g_, settings_.value);
    to_.values.resize(to_.between.size(), kNoValue);
    for (const DrawnCurve& curve : to_.curves) {
      if (curve.file != file_) continue;
      for (std::size_t i = 0; i <= curve.segments; ++i) {
        const Between& at = to_.between[curve.firstVertex + i];
        to_.values[curve.firstVertex + i] = static_cast<float>(
            (1 - at.part) * valueOf.at(curve.primitive, at.a) + at.part * valueOf.at(curve.primitive, at.b));
      }
    }
    for (const auto& [ball, vertex] : balls_) to_.balls[ball].value = to_.values[vertex];
  }

  const Geometry& g_;
  const DrawSettings& settings_;
  Drawing& to_;
  std::size_t file_;
  double radius_;
  const Attribute *position_, *velocity_, *colour_, *curveColour_;
  std::vector<std::pair<std::size_t, std::size_t>> balls_;  // which vertices they close
};

}  // namespace

Vector3f stemColour(const DrawSettings& settings, std::size_t primitive) {
  const std::uint32_t hash = static_cast<std::uint32_t>(primitive) * 2654435761u;
  return settings.colour.value_or(kStem) * (0.85f + 0.3f * static_cast<float>(hash >> 16) / 65536.0f);
}

void addGeometry(const Geometry& geometry, const DrawSettings& settings, Drawing& to) {
  Drawer(geometry, settings, to).run();
}

Eigen::AlignedBox3f Drawing::bounds() const {
  Eigen::AlignedBox3f box;
  const auto extend = [&](const Vector4f& at, Layer layer) {
    const float radius = layer == Layer::debug ? 0 : at[3];
    box.extend(Vector3f(at.head<3>().array() - radius));
    box.extend(Vector3f(at.head<3>().array() + radius));
  };
  for (const DrawnCurve& curve : curves)
    for (const auto& side : controls)
      for (std::size_t i = 0; i <= 3 * curve.segments; ++i) extend(side[curve.firstControl + i], curve.layer);
  for (const DrawnBall& ball : balls)
    for (const Vector4f& at : ball.at) extend(at, ball.layer);
  for (const DrawnMesh& mesh : meshes)
    for (const auto& side : mesh.points)
      for (const Vector3f& at : side) box.extend(at);
  return box;
}

float Drawing::lowestRoot() const {
  float lowest = std::numeric_limits<float>::infinity();
  for (const DrawnCurve& curve : curves) {
    if (curve.layer != Layer::always) continue;
    // a trunk stands on its root, a rope lies on its side
    const Vector4f *root = &controls[0][curve.firstControl], *next = root + 1;
    const Vector3f way = (*next - *root).head<3>().normalized();
    lowest = std::min(lowest, root->y() - (*root)[3] * std::sqrt(std::max(0.0f, 1 - way.y() * way.y())));
  }
  for (const DrawnMesh& mesh : meshes)
    for (const Vector3f& at : mesh.points[0]) lowest = std::min(lowest, at.y());
  return lowest;
}

void Drawing::moveClosed(const Vector3d& by) {
  const Vector3f shift = by.cast<float>();
  for (Vector4f& at : controls[1]) at.head<3>() += shift;
  for (DrawnBall& ball : balls) ball.at[1].head<3>() += shift;
  for (DrawnMesh& mesh : meshes)
    for (Vector3f& at : mesh.points[1]) at += shift;
}

void catmullRom(const std::vector<Vector4f>& points, std::vector<Vector4f>& controls) {
  const std::size_t n = points.size();
  const auto tangent = [&](std::size_t i) -> Vector4f {
    if (i == 0) return points[1] - points[0];
    if (i + 1 == n) return points[n - 1] - points[n - 2];
    return 0.5f * (points[i + 1] - points[i - 1]);
  };
  const auto inside = [&](Vector4f control, std::size_t i) {
    // a radius between those of the ends
    control[3] = std::clamp(control[3], std::min(points[i][3], points[i + 1][3]),
                            std::max(points[i][3], points[i + 1][3]));
    return control;
  };
  controls.push_back(points[0]);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    controls.push_back(inside(points[i] + tangent(i) / 3, i));
    controls.push_back(inside(points[i + 1] - tangent(i + 1) / 3, i));
    controls.push_back(points[i + 1]);
  }
}

Vector4f bezierAt(const Vector4f* c, float u) {
  const float v = 1 - u;
  return v * v * v * c[0] + 3 * u * v * v * c[1] + 3 * u * u * v * c[2] + u * u * u * c[3];
}

double offOfCatmullRom(const std::vector<Vector3f>& fine) {
  std::vector<Vector4f> points, controls;
  for (std::size_t i = 0; i < fine.size(); i += 4)
    points.emplace_back(fine[i].x(), fine[i].y(), fine[i].z(), 0.0f);
  catmullRom(points, controls);
  double most = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i)
    for (std::size_t k = 1; k < 4; ++k) {
      const std::size_t f = 4 * i + k;
      const Vector3f off = bezierAt(&controls[3 * i], 0.25f * static_cast<float>(k)).head<3>() - fine[f];
      const Vector3f along = (fine[f + 1] - fine[f - 1]).normalized();
      most = std::max(most, static_cast<double>((off - off.dot(along) * along).norm()));
    }
  return most;
}

}  // namespace tendril::cli::show
