// Rods drawn as curves of new points.
#include "nodes/making/draw_curves.h"

#include <algorithm>
#include <limits>

#include "nodes/attributes/curve_binding.h"
#include "nodes/attributes/state_names.h"
#include "nodes/making/move_curves.h"
#include "nodes/parameters/pieces.h"
#include "solver/base/math.h"
#include "solver/geometry/resample_topology.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/evaluate.h"

namespace tendril::nodes {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::Vector4d;

// State and other attributes of knots that mean nothing on other points.
constexpr std::string_view kOfKnots[] = {"pointarc", "pointoffset", "pointframe",
                                         "rodmodel", "rodparent",   "rodparentlength"};

bool isOfKnots(std::string_view name) {
  return isIn(kStateNames, name) || isIn(kHistoryNames, name) || isIn(kOfKnots, name);
}

// Arc lengths to draw a rod at.
std::vector<double> arcsOf(const Shape& shape, const CurvesParms& parms, double unitLength) {
  if (parms.points == CurvePoints::even) return evenArcs(shape, parms.segments);
  const double spacing =
      parms.spacing > 0 ? parms.spacing / unitLength : std::numeric_limits<double>::infinity();
  return bentArcs(shape, parms.angle * kPi / 180, spacing);
}

// Knots are the vertices of a rod's polyline.
ResampledCurve blendsOf(const Shape& shape, const std::vector<double>& arcs) {
  Curve knots;
  for (std::size_t k = 0; k < shape.arc.size(); ++k) knots.firstVertex.push_back(k);
  return blendsAt(knots, shape.arc, arcs);
}

// The frame that the rod had at an arc length when it was made.
Quaterniond frameThen(const Places& places, double s) {
  const std::size_t i = elementAt(places.arc, s);
  const auto at = [&](std::size_t k) {
    return Quaterniond(Vector4d(places.frame[k].cast<double>())).normalized();
  };
  const double span = places.arc[i + 1] - places.arc[i];
  return at(i).slerp(span > 0 ? std::clamp((s - places.arc[i]) / span, 0.0, 1.0) : 0.0, at(i + 1));
}

class Drawing {
 public:
  Drawing(const Geometry& source, const std::vector<Rod>& rods, const CurvesParms& parms, const Cook& cook)
      : rods_(rods), bindings_(source, cook.input(2)), parms_(parms), host_(cook.host) {
    std::vector<ResampledCurve> redrawn(source.primitiveCount());
    for (const Rod& rod : rods) {
      arcs_.push_back(arcsOf(rod.shape, parms, cook.unitLength));
      redrawn[rod.primitive] = blendsOf(rod.shape, arcs_.back());
    }
    const bool ownWidth = source.find(Owner::point, "width") || source.find(Owner::vertex, "width");
    result_ = resampleTopology(source, redrawn, firstPoint_);
    if (!ownWidth) writeWidth();
  }

  Geometry draw() {
    position_ = result_.find(Owner::point, "P");
    orient_ = &realTuple(result_, Owner::point, "orient", 4, "quaternion");
    v_ = &realTuple(result_, Owner::point, "v", 3, "vector");
    w_ = &realTuple(result_, Owner::point, "w", 3, "vector");
    for (const char* name : {"N", "up"})
      if (Attribute* found = result_.find(Owner::point, name))
        if (numericTuple(found, 3) && isReal(found->storage())) directions_.push_back(found);
    forEachPiece(host_, rods_.size(), "drawing rods", [&](std::size_t r) { drawRod(rods_[r], arcs_[r]); });
    cleanUp();
    return std::move(result_);
  }

 private:
  void writeWidth() {
    Attribute& width = realTuple(result_, Owner::point, "width", 1);
    for (std::size_t i = 0; i < result_.pointCount(); ++i) setTuple(width, i, 2 * radiusAt(result_, i));
  }

  void drawRod(const Rod& rod, const std::vector<double>& arcs) {
    const std::vector<Sample> samples = sampleRod(rod.shape, rod.motion, arcs);
    const std::vector<Vector4d> orients = orientsOf(samples);
    const Places places = directions_.empty() ? Places() : bindings_.of(rod);
    for (std::size_t k = 0; k < samples.size(); ++k) {
      const std::size_t i = static_cast<std::size_t>(firstPoint_[rod.primitive]) + k;
      setTuple(*position_, i, samples[k].frame.position);
      setTuple(*orient_, i, orients[k]);
      setTuple(*v_, i, samples[k].velocity);
      setTuple(*w_, i, samples[k].spin);
      if (places.frame.size() < 2) continue;
      const Quaterniond turn = orientOf(samples[k].frame.axes) * frameThen(places, arcs[k]).conjugate();
      for (Attribute* direction : directions_)
        setTuple(*direction, i, turn * Vector3d(tupleAt(*direction, i)));
    }
  }

  // What is drawn is a rod no more; its state goes when no rod is left that needs it.
  void cleanUp() {
    Attribute& model = *result_.find(Owner::primitive, "rodmodel");
    for (const Rod& rod : rods_) model.setString(rod.primitive, "");
    bool left = false;
    for (std::size_t p = 0; p < result_.primitiveCount(); ++p) left = left || !model.stringAt(p).empty();
    if (!left && !parms_.keepState)
      for (const Owner owner : {Owner::point, Owner::primitive}) {
        auto& all = result_.attributes[indexOf(owner)];
        all.erase(std::remove_if(all.begin(), all.end(), [](const auto& a) { return isOfKnots(a.name); }),
                  all.end());
      }
    if (!left) result_.remove(Owner::detail, kLightMark);
    if (!left && !parms_.orient)
      for (const char* name : {"orient", "w"}) result_.remove(Owner::point, name);
  }

  const std::vector<Rod>& rods_;
  Bindings bindings_;
  const CurvesParms& parms_;
  Host& host_;
  std::vector<std::vector<double>> arcs_;
  std::vector<std::int32_t> firstPoint_;
  Geometry result_;
  Attribute *position_ = nullptr, *orient_ = nullptr, *v_ = nullptr, *w_ = nullptr;
  std::vector<Attribute*> directions_;
};

}  // namespace

Geometry drawCurves(const Geometry& source, const std::vector<Rod>& rods, const CurvesParms& parms,
                    const Cook& cook) {
  return rods.empty() ? source : Drawing(source, rods, parms, cook).draw();
}

}  // namespace tendril::nodes
