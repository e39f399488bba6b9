// The original curves moved along with their rods.
#include "nodes/making/move_curves.h"

#include <algorithm>
#include <unordered_map>

#include "nodes/attributes/curve_binding.h"
#include "nodes/attributes/ungrown.h"
#include "nodes/parameters/pieces.h"
#include "nodes/parameters/text.h"
#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/evaluate.h"

namespace tendril::nodes {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::Vector4f;

bool isStill(const Motion& motion) {
  return motion.velocity.isZero(0) && motion.spin.isZero(0) &&
         std::all_of(motion.rates.begin(), motion.rates.end(),
                     [](const Vector3d& rate) { return rate.isZero(0); });
}

constexpr const char* kGrown = "grown";

// A numeric attribute that turns with the rod, of points or vertices.
struct Direction {
  Attribute* attribute;
  bool perVertex;
};

class Mover {
 public:
  Mover(const Geometry& source, const std::vector<Rod>& rods, const Geometry& original,
        const Geometry* bindings, bool addOrient)
      : source_(source), bindings_(source, bindings), g_(original), owners_(ownersOfPoints(original)) {
    for (const Rod& rod : rods)
      if (rod.history) {
        double& end = lastEnd_[rod.history->cutFrom];
        end = std::max(end, rod.history->cutEnd);
      }
    const auto has = [&](Owner owner, const char* name) { return g_.find(owner, name) != nullptr; };
    ownVelocity_ = has(Owner::point, "v");
    ownRadius_ = has(Owner::point, "pscale");
    const bool ownWidth =
        has(Owner::point, "width") || has(Owner::vertex, "width") || has(Owner::primitive, "width");
    const bool spin = addOrient || has(Owner::point, "w"), orient = addOrient && !has(Owner::point, "orient");
    findDirections();
    position_ = g_.find(Owner::point, "P");
    v_ = &realTuple(g_, Owner::point, "v", 3, "vector");
    if (!ownWidth) width_ = &realTuple(g_, Owner::point, "width", 1);
    if (orient) orient_ = &realTuple(g_, Owner::point, "orient", 4, "quaternion");
    if (spin) w_ = &realTuple(g_, Owner::point, "w", 3, "vector");
    if (width_ && ownRadius_) widthFromOwnRadius();
    for (const Owner owner : {Owner::vertex, Owner::point})
      if (Attribute* own = g_.find(owner, "width"); own != width_ && numericTuple(own, 1)) {
        ownWidth_ = own;
        ownWidthOf_ = owner;
      }
  }

  std::size_t pointsKnown(const Rod& rod) const { return bindings_.of(rod).arc.size(); }

  void move(const Rod& rod, std::size_t primitive) {
    const Span<const std::int32_t> points = g_.pointsOf(primitive);
    const Places places = bindings_.of(rod);
    const bool writeVelocity = !ownVelocity_ || !isStill(rod.motion);
    const Range its = verticesOf(rod, places);
    std::vector<double> arcs;
    for (std::size_t vertex = its.first; vertex < its.end; ++vertex)
      arcs.push_back(
          std::min(places.arc[vertex] - startOf(rod), rod.shape.length()));  // what has not grown waits
    const std::vector<Sample> samples = sampleRod(rod.shape, rod.motion, arcs);
    const std::size_t tip = firstUngrown(rod, places, its);
    const Vector3d tipOffset = offsetAt(places, startOf(rod) + rod.shape.length());
    for (std::size_t vertex = its.first; vertex < its.end; ++vertex) {
      const std::size_t point = static_cast<std::size_t>(points[vertex]);
      const Sample& sample = samples[vertex - its.first];
      turnVertex(primitive, vertex, places, sample);
      if (vertex >= tip) hideVertex(primitive, vertex);
      if (owners_[point] != static_cast<std::int32_t>(primitive)) continue;
      const Vector3d& offset = vertex < tip ? places.offset[vertex] : tipOffset;
      movePoint(point, places, vertex, sample, offset);
      if (writeVelocity) setTuple(*v_, point, velocityOf(offset, sample));
      if (width_ && !ownRadius_) setTuple(*width_, point, widthAt(rod, arcs[vertex - its.first]));
      if (vertex >= tip) hidePoint(point);
    }
  }

  // A curve whose rod is not there yet waits where its rod will begin; `on`: the rod of that place, or null.
  void collapse(std::size_t primitive, const Rod* on, double arc) {
    const Span<const std::int32_t> points = g_.pointsOf(primitive);
    Vector3d place = tupleAt(*position_, static_cast<std::size_t>(points[0])), velocity = Vector3d::Zero();
    if (on) {
      const double s = std::clamp(arc - startOf(*on), 0.0, on->shape.length());
      const Vector3d offset = offsetAt(readPlaces(source_, on->primitive), startOf(*on) + s);
      const Sample sample = sampleRod(on->shape, on->motion, {s})[0];
      place = sample.frame.position + sample.frame.axes.lazyProduct(offset);
      velocity = velocityOf(offset, sample);
    }
    for (std::size_t vertex = 0; vertex < points.size(); ++vertex) {
      const std::size_t point = static_cast<std::size_t>(points[vertex]);
      hideVertex(primitive, vertex);
      if (owners_[point] != static_cast<std::int32_t>(primitive)) continue;
      setTuple(*position_, point, place);
      setTuple(*v_, point, velocity);
      hidePoint(point);
    }
  }

  // Points that have grown, as a group; before any is moved.
  void markGrown(Host& host) {
    if (g_.findGroup(Owner::point, kGrown))
      return host.note(std::string("the curves have a group ") + kGrown + "; it is not overwritten");
    grown_ = &g_.addGroup(Owner::point, kGrown);
    std::fill(grown_->members.begin(), grown_->members.end(), std::uint8_t(1));
  }

  // Where a rod that was cut off begins on its curve; 0: at the root, or past the curve's end.
  std::size_t firstVertex(const Rod& rod) const {
    const Places places = bindings_.of(rod);
    const Range its = verticesOf(rod, places);
    return its.first < its.end ? its.first : 0;
  }

  Geometry result(const std::vector<Split>& splits) {
    splitPrimitives(g_, splits);
    return std::move(g_);
  }

 private:
  struct Range {
    std::size_t first, end;
  };

  static double startOf(const Rod& rod) { return rod.history ? rod.history->cutStart : 0; }

  // Of the curve's, those that are on this rod: all but where it was cut.
  Range verticesOf(const Rod& rod, const Places& places) const {
    Range its{0, places.arc.size()};
    if (!rod.history || rod.history->cutEnd <= 0) return its;
    const auto on = [&](double arc) {
      return static_cast<std::size_t>(std::upper_bound(places.arc.begin(), places.arc.end(), arc) -
                                      places.arc.begin());
    };
    if (startOf(rod) > 0) its.first = on(startOf(rod));
    // the last piece takes what is beyond it, which has not grown or is gone
    if (rod.history->cutEnd < lastEnd_.at(rod.history->cutFrom)) its.end = on(rod.history->cutEnd);
    return its;
  }

  void findDirections() {
    for (const char* name : {"N", "up", "orient"})
      for (const Owner owner : {Owner::point, Owner::vertex}) {
        Attribute* found = g_.find(owner, name);
        const int size = name[0] == 'o' ? 4 : 3;
        if (found && found->kind == AttributeKind::numeric && found->tupleSize == size &&
            isReal(found->storage()))
          directions_.push_back({found, owner == Owner::vertex});
      }
  }

  // How far the frame has turned since the rod was made; false: not at all, to the last bit of a float.
  static bool turnSince(const Places& places, std::size_t vertex, const Sample& sample, Quaterniond& turn) {
    if (places.frame.size() <= vertex) return false;
    const Vector4f& then = places.frame[vertex];
    const Quaterniond now = orientOf(sample.frame.axes);
    if (now.coeffs().cast<float>() == then) return false;
    turn = now * Quaterniond(Eigen::Vector4d(then.cast<double>())).normalized().conjugate();
    return true;
  }

  static void turnTuple(Attribute& attribute, std::size_t element, const Quaterniond& turn) {
    const Eigen::VectorXd value = tupleAt(attribute, element);
    if (attribute.tupleSize == 3)
      setTuple(attribute, element, turn * Vector3d(value));
    else
      setTuple(attribute, element, (turn * Quaterniond(Eigen::Vector4d(value))).coeffs());
  }

  void turnVertex(std::size_t primitive, std::size_t vertex, const Places& places, const Sample& sample) {
    Quaterniond turn;
    if (!turnSince(places, vertex, sample, turn)) return;
    for (const Direction& direction : directions_)
      if (direction.perVertex) turnTuple(*direction.attribute, g_.starts[primitive] + vertex, turn);
  }

  // The first vertex beyond the tip; the end of the range if there is none.
  static std::size_t firstUngrown(const Rod& rod, const Places& places, const Range& its) {
    const double end = startOf(rod) + rod.shape.length() * (1 + 1e-6);
    std::size_t vertex = its.first;
    while (vertex < its.end && places.arc[vertex] <= end) ++vertex;
    return vertex;
  }

  static Vector3d offsetAt(const Places& places, double arc) {
    const std::size_t count = places.arc.size();
    if (count == 0) return Vector3d::Zero();
    const std::size_t after = static_cast<std::size_t>(
        std::upper_bound(places.arc.begin(), places.arc.end(), arc) - places.arc.begin());
    if (after == 0 || after == count) return places.offset[after == 0 ? 0 : count - 1];
    const double u = (arc - places.arc[after - 1]) / (places.arc[after] - places.arc[after - 1]);
    return (1 - u) * places.offset[after - 1] + u * places.offset[after];
  }

  // Curves without width are not drawn.
  void hidePoint(std::size_t point) {
    if (grown_) grown_->members[point] = 0;
    if (width_) setTuple(*width_, point, 0.0);
    if (ownWidth_ && ownWidthOf_ == Owner::point) setTuple(*ownWidth_, point, 0.0);
  }
  void hideVertex(std::size_t primitive, std::size_t vertex) {
    if (ownWidth_ && ownWidthOf_ == Owner::vertex) setTuple(*ownWidth_, g_.starts[primitive] + vertex, 0.0);
  }

  static Vector3d velocityOf(const Vector3d& offset, const Sample& sample) {
    return sample.velocity + sample.spin.cross(sample.frame.axes.lazyProduct(offset));
  }

  void movePoint(std::size_t point, const Places& places, std::size_t vertex, const Sample& sample,
                 const Vector3d& offsetOf) {
    const Vector3d offset = sample.frame.axes.lazyProduct(offsetOf);
    setTuple(*position_, point, sample.frame.position + offset);
    if (w_) setTuple(*w_, point, sample.spin);
    if (orient_) setTuple(*orient_, point, orientOf(sample.frame.axes).coeffs());
    Quaterniond turn;
    if (!turnSince(places, vertex, sample, turn)) return;
    for (const Direction& direction : directions_)
      if (!direction.perVertex) turnTuple(*direction.attribute, point, turn);
  }

  double widthAt(const Rod& rod, double s) const {
    const std::vector<double>& arc = rod.shape.arc;
    const std::size_t k = elementAt(arc, s);
    const double u = std::clamp((s - arc[k]) / (arc[k + 1] - arc[k]), 0.0, 1.0);
    const Span<const std::int32_t> knots = source_.pointsOf(rod.primitive);
    const auto radius = [&](std::size_t i) { return radiusAt(source_, static_cast<std::size_t>(knots[i])); };
    return 2 * ((1 - u) * radius(k) + u * radius(k + 1));
  }

  void widthFromOwnRadius() {
    const Attribute& pscale = *g_.find(Owner::point, "pscale");
    if (pscale.kind != AttributeKind::numeric || pscale.tupleSize != 1) return;
    for (std::size_t i = 0; i < g_.pointCount(); ++i) setTuple(*width_, i, 2 * numberAt(pscale.numbers, i));
  }

  const Geometry& source_;
  Bindings bindings_;
  Geometry g_;
  std::vector<std::int32_t> owners_;
  std::unordered_map<std::int64_t, double> lastEnd_;  // of rods that were cut, of all their pieces
  std::vector<Direction> directions_;
  Attribute *position_ = nullptr, *v_ = nullptr, *w_ = nullptr, *width_ = nullptr, *orient_ = nullptr;
  Attribute* ownWidth_ = nullptr;  // of points or vertices
  Owner ownWidthOf_ = Owner::point;
  Group* grown_ = nullptr;
  bool ownVelocity_ = false, ownRadius_ = false;
};

}  // namespace

double radiusAt(const Geometry& g, std::size_t point) {
  const Attribute* pscale = numericTuple(g.find(Owner::point, "pscale"), 1);
  return pscale ? numberAt(pscale->numbers, point) : 0;
}

namespace {

void collapseUngrown(const Geometry& source, const std::vector<Rod>& rods, const IdIndex& index,
                     const Geometry& original, Mover& mover) {
  const auto rodOf = indexById(rods);
  for (const Ungrown& waiting : readUngrown(source)) {
    const auto curve = index.find(waiting.id, SIZE_MAX, [&](std::size_t p) {
      return original.kinds[p] != PrimitiveKind::other && original.pointsOf(p).size() > 1;
    });
    const auto on = rodOf.find(waiting.on);
    if (curve) mover.collapse(*curve, on == rodOf.end() ? nullptr : &rods[on->second], waiting.arc);
  }
}

}  // namespace

Geometry moveCurves(const Geometry& source, const std::vector<Rod>& rods, const Geometry& original,
                    const Geometry* bindings, bool addOrient, Host& host) {
  Mover mover(source, rods, original, bindings, addOrient);
  const IdIndex index(original);
  std::vector<std::optional<std::size_t>> targets;
  std::vector<std::uint8_t> failed(rods.size(), 0);
  std::vector<Split> splits;  // curves break where their rods did
  for (std::size_t r = 0; r < rods.size(); ++r) {
    const std::size_t points = mover.pointsKnown(rods[r]);
    const bool cut = rods[r].history && rods[r].history->cutEnd > 0;
    const std::int64_t id = cut ? rods[r].history->cutFrom : rods[r].id;
    targets.push_back(index.find(id, rods[r].primitive, [&](std::size_t p) {
      return original.kinds[p] != PrimitiveKind::other && original.pointsOf(p).size() == points && points > 0;
    }));
    if (!targets[r]) failed[r] = index.has(id) ? 2 : 1;
    if (const std::size_t first = cut && targets[r] ? mover.firstVertex(rods[r]) : 0; first > 0)
      splits.push_back({*targets[r], first});
  }
  std::sort(splits.begin(), splits.end(), [](const Split& a, const Split& b) {
    return std::pair(a.primitive, a.vertex) < std::pair(b.primitive, b.vertex);
  });
  if (hasUngrown(source)) mover.markGrown(host);
  // every point and vertex belongs to one rod
  forEachPiece(host, rods.size(), "moving curves", [&](std::size_t r) {
    if (targets[r]) mover.move(rods[r], *targets[r]);
  });
  collapseUngrown(source, rods, index, original, mover);
  const auto report = [&](std::uint8_t kind, const char* one, const char* many) {
    const auto count = std::count(failed.begin(), failed.end(), kind);
    if (!count) return;
    const std::size_t first =
        static_cast<std::size_t>(std::find(failed.begin(), failed.end(), kind) - failed.begin());
    host.warn(counted(static_cast<std::size_t>(count), "rod", "rods") + " (first: id " +
              std::to_string(rods[first].id) + ") " + (count == 1 ? one : many));
  };
  report(1, "has no curve of its id in the second input", "have no curve of their id in the second input");
  report(2, "was made from a curve with another number of points; that curve stays as it is",
         "were made from curves with another number of points; those curves stay as they are");
  return mover.result(splits);
}

}  // namespace tendril::nodes
