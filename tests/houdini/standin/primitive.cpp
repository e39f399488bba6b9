// Primitives: building and evaluating.
#include <GEO/GEO_PrimPoly.h>
#include <UT/UT_Vector4.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "standin/detail_impl.h"
#include "standin/faults.h"

namespace {

using Point = std::array<double, 3>;

Point mixed(const Point& a, const Point& b, double t) {
  Point p;
  for (std::size_t c = 0; c < 3; ++c) p[c] = a[c] + (b[c] - a[c]) * t;
  return p;
}

// along the corners, each side the same part of the domain
Point onPolygon(const std::vector<Point>& corners, double u) {
  if (corners.size() < 2) return corners[0];
  const double at = u * static_cast<double>(corners.size() - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(at), corners.size() - 2);
  return mixed(corners[i], corners[i + 1], at - static_cast<double>(i));
}

// cubic pieces that share their ends
Point onBezier(const std::vector<Point>& points, double u) {
  if (points.size() < 4) return onPolygon(points, u);
  const std::size_t pieces = (points.size() - 1) / 3;
  const double at = u * static_cast<double>(pieces);
  const std::size_t i = std::min(static_cast<std::size_t>(at), pieces - 1);
  std::array<Point, 4> b;
  for (std::size_t k = 0; k < 4; ++k) b[k] = points[3 * i + k];
  for (std::size_t level = 3; level > 0; --level)
    for (std::size_t k = 0; k < level; ++k) b[k] = mixed(b[k], b[k + 1], at - static_cast<double>(i));
  return b[0];
}

// de Boor's scheme, cubic or lower for few points
Point onSpline(const std::vector<Point>& points, double u, bool clamped) {
  const std::size_t n = points.size(), degree = std::min<std::size_t>(3, n - 1);
  std::vector<double> knots;
  for (std::size_t i = 0; i < n + degree + 1; ++i) {
    const double knot = static_cast<double>(i) - static_cast<double>(degree);
    knots.push_back(clamped ? std::clamp(knot, 0.0, static_cast<double>(n - degree)) : knot);
  }
  const double at = u * static_cast<double>(n - degree);
  const std::size_t span = degree + std::min(static_cast<std::size_t>(at), n - degree - 1);
  std::vector<Point> d(points.begin() + static_cast<std::ptrdiff_t>(span - degree),
                       points.begin() + static_cast<std::ptrdiff_t>(span + 1));
  for (std::size_t level = 1; level <= degree; ++level)
    for (std::size_t k = degree; k >= level; --k) {
      const std::size_t i = span - degree + k;
      const double low = knots[i], high = knots[i + degree + 1 - level];
      d[k] = mixed(d[k - 1], d[k], (at - low) / (high - low));
    }
  return d[degree];
}

}  // namespace

GEO_Primitive::GEO_Primitive(const GA_Detail* detail, GA_Offset offset) : detail_(detail), offset_(offset) {}
GEO_Primitive::~GEO_Primitive() = default;
GA_PrimitiveTypeId GEO_Primitive::getTypeId() const {
  return detail_->getPrimitiveTypeId(offset_);
}
GA_Size GEO_Primitive::getVertexCount() const {
  return detail_->getPrimitiveVertexList(offset_).size();
}
GA_Offset GEO_Primitive::getPointOffset(GA_Size i) const {
  return detail_->vertexPoint(detail_->getPrimitiveVertexList(offset_)(i));
}
GA_Offset GEO_Primitive::getMapOffset() const {
  return offset_;
}

bool GEO_Primitive::evaluateInteriorPoint(UT_Vector4& position, float u, float) const {
  const standin::PrimitiveData& data = detail_->impl().data(offset_);
  if (data.vertices.empty() || !(u >= 0 && u <= 1)) return false;
  std::vector<Point> points;
  for (GA_Size i = 0; i < getVertexCount(); ++i) {
    const UT_Vector3 p = detail_->getPos3(getPointOffset(i));
    points.push_back({static_cast<double>(p.x()), static_cast<double>(p.y()), static_cast<double>(p.z())});
  }
  const bool spline = data.type == GA_PRIMNURBCURVE;
  if (data.closed) {
    const std::size_t again = spline ? std::min<std::size_t>(3, points.size()) : 1;
    for (std::size_t i = 0; i < again; ++i) points.push_back(points[i]);
  }
  Point at;
  if (spline)
    at = onSpline(points, static_cast<double>(u), data.clamped && !data.closed);
  else if (data.type == GA_PRIMBEZCURVE)
    at = onBezier(points, static_cast<double>(u));
  else
    at = onPolygon(points, static_cast<double>(u));
  position =
      UT_Vector4(static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2]), 1.0f);
  return true;
}

bool GEO_Face::isClosed() const {
  return detail_->impl().data(offset_).closed;
}

GA_Offset GEO_PrimPoly::buildBlock(GA_Detail* detail, GA_Offset startpt, GA_Size npoints,
                                   const GEO_PolyCounts& sizes, const int* points, bool closed) {
  GA_Detail::Impl& impl = detail->impl();
  GA_Offset first = GA_INVALID_OFFSET;
  if (sizes.getNumPolygons() == 0) return first;
  const GA_Index start = npoints > 0 ? impl.points.index(startpt) : 0;
  if (start < 0) standin::stop("buildBlock: offset " + std::to_string(startpt) + " is no point");
  for (GA_Size polygon = 0; polygon < sizes.getNumPolygons(); ++polygon) {
    std::vector<GA_Offset> corners;
    for (GA_Size i = 0; i < sizes.at(polygon); ++i) {
      if (*points < 0 || *points >= npoints)
        standin::stop("buildBlock: number " + std::to_string(*points) + " of " + std::to_string(npoints) +
                      " points");
      corners.push_back(impl.points.offset(start + *points++));
    }
    const GA_Offset made = impl.appendPrimitive(GA_PRIMPOLY, corners, closed);
    if (polygon == 0) first = made;
  }
  impl.grow();
  return first;
}
