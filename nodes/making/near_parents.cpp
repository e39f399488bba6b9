// Roots near other curves.
#include "nodes/making/near_parents.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <unordered_map>

#include "nodes/attributes/radius.h"
#include "nodes/making/segment_grid.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {
namespace {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

constexpr double kOfSize = 0.005;  // of the box of all curves
constexpr double kOfLength = 0.1;  // of the rod that is attached: not across a field of small plants
// A root is in a crowd if there are so many others within this part of its rod's length.
constexpr double kCrowdOfLength = 0.1;
constexpr std::size_t kCrowd = 4;

// A number of each curve, of the primitive or of its second point: the first may be the parent's.
KnotValue levelValue(const Geometry& g, const char* name) {
  for (const Owner owner : {Owner::primitive, Owner::point})
    if (const Attribute* found = numericTuple(g.find(owner, name), 1)) return {found, owner, 1};
  return {};
}

struct Candidate {
  double distance = 0, rank = 0;  // rank: lower is preferred where distances are equal
  NearParent place;
};

class Finder {
 public:
  Finder(const Geometry& g, const std::vector<const Curve*>& curves, const std::vector<std::int64_t>& ids,
         const std::vector<Parent>& shared, const NearSettings& settings)
      : g_(g), curves_(curves), ids_(ids), settings_(settings), radius_(findRadius(g)) {
    for (const Parent& parent : shared) above_.push_back(parent.primitive);
    for (const char* name : {"generation", "lod"})
      if (!level_) level_ = levelValue(g, name);
    parent_ = levelValue(g, "parent");
    for (std::size_t p = 0; p < curves_.size(); ++p)
      if (curves_[p]) numberOfId_.emplace(ids_[p], p);
    measure();
  }

  NearParents find() {
    NearParents found;
    found.of.resize(curves_.size());
    const std::vector<std::size_t> roots = openRoots();
    if (roots.empty() || curves_.size() < 2) return found;
    const SegmentGrid grid = gridOfAll();
    for (const std::size_t c : roots)
      if (!hang(c, grid, found) && isGrown_ && levelOf(c) > lowest_) found.far.push_back(c);
    if (!isGuided() && settings_.within <= 0) letCrowdsStand(found);
    for (const std::size_t c : found.left) found.farthest = std::max(found.farthest, distance_[c]);
    const bool few = !isGuided() && settings_.within < 0 && 2 * found.left.size() < roots.size();
    if (few || settings_.within == 0) {
      found.of.assign(curves_.size(), {});
    } else {
      found.attached = found.left.size();
      found.left.clear();
    }
    if (settings_.within == 0) found.far.clear();
    for (std::vector<std::size_t>* list : {&found.left, &found.far}) std::sort(list->begin(), list->end());
    return found;
  }

 private:
  bool isGuided() const { return level_ || parent_; }
  double levelOf(std::size_t p) const {
    return level_ ? level_.at(g_, p, std::min<std::size_t>(1, g_.pointsOf(p).size() - 1)) : 0;
  }
  double radiusAt(std::size_t p, std::size_t point) const {
    return radius_ ? radius_.at(g_, p, curves_[p]->firstVertex[point]) : settings_.radius;
  }

  void measure() {
    AlignedBox3d box;
    arcs_.resize(curves_.size());
    distance_.resize(curves_.size());
    for (std::size_t p = 0; p < curves_.size(); ++p) {
      if (!curves_[p]) continue;
      const std::vector<Vector3d>& points = curves_[p]->points;
      arcs_[p] = {0};
      for (std::size_t i = 1; i < points.size(); ++i)
        arcs_[p].push_back(arcs_[p].back() + (points[i] - points[i - 1]).norm());
      for (const Vector3d& point : points) box.extend(point);
    }
    isGrown_ = level_ && level_.attribute->name == "generation";
    lowest_ = std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; isGrown_ && p < curves_.size(); ++p)
      if (curves_[p]) lowest_ = std::min(lowest_, levelOf(p));
    size_ = box.isEmpty() ? 0 : box.diagonal().norm();
  }

  // Of a root, by the rod that it may hang on.
  double reach(std::size_t c, std::size_t q, std::size_t segment) const {
    if (settings_.within > 0) return settings_.within;
    const double touch = radiusAt(q, segment) + radiusAt(q, segment + 1);
    const double near = isGuided() ? std::min(kOfSize * size_, kOfLength * arcs_[c].back()) : 0;
    return std::max({touch, near, 1e-6 * size_});
  }

  bool isPinned(std::size_t p) const {
    for (const char* name : {"pintoanimation", "gluetoanimation", "stopped"}) {
      const Attribute* pin = numericTuple(g_.find(Owner::point, name), 1);
      if (pin && numberAt(pin->numbers, static_cast<std::size_t>(g_.pointsOf(p)[0])) > 0.5) return true;
    }
    return false;
  }

  // Hair and grass: a stem that leans passes by its neighbours' roots, and nothing hangs on it. Shoots crowd,
  // too, but on one stem.
  void letCrowdsStand(NearParents& found) const {
    std::vector<std::pair<double, std::size_t>> byX;  // all roots
    for (std::size_t p = 0; p < curves_.size(); ++p)
      if (curves_[p]) byX.emplace_back(curves_[p]->points[0].x(), p);
    std::sort(byX.begin(), byX.end());
    std::vector<std::size_t> crowded;
    for (const std::size_t c : found.left)
      if (isCrowded(c, byX, found)) crowded.push_back(c);
    for (const std::size_t c : crowded) found.of[c] = {};
    found.left.erase(std::remove_if(found.left.begin(), found.left.end(),
                                    [&](std::size_t c) { return found.of[c].primitive < 0; }),
                     found.left.end());
  }

  // Few of the roots around lie near the same rod.
  bool isCrowded(std::size_t c, const std::vector<std::pair<double, std::size_t>>& byX,
                 const NearParents& found) const {
    const Vector3d& root = curves_[c]->points[0];
    const double near = kCrowdOfLength * arcs_[c].back();
    const std::int32_t on = found.of[c].primitive;
    std::size_t around = 0, alike = 0;
    for (auto at = std::lower_bound(byX.begin(), byX.end(), std::pair(root.x() - near, std::size_t{0}));
         at != byX.end() && at->first <= root.x() + near; ++at) {
      const std::size_t p = at->second;
      if (p == c || static_cast<std::int32_t>(p) == on) continue;
      if ((curves_[p]->points[0] - root).norm() > near) continue;
      ++around;
      alike += found.of[p].primitive == on;
    }
    return around >= kCrowd && 3 * alike < around;
  }

  bool hang(std::size_t c, const SegmentGrid& grid, NearParents& found) {
    for (const Candidate& candidate : candidatesOf(c, grid)) {
      if (leadsTo(candidate.place.primitive, c)) continue;
      above_[c] = candidate.place.primitive;
      found.of[c] = candidate.place;
      found.left.push_back(c);
      distance_[c] = candidate.distance;
      return true;
    }
    return false;
  }

  // Those without a parent; the finest and shortest first, so that long rods do not hang on short ones.
  std::vector<std::size_t> openRoots() const {
    std::vector<std::size_t> roots;
    for (std::size_t p = 0; p < curves_.size(); ++p)
      if (curves_[p] && above_[p] < 0 && !isPinned(p)) roots.push_back(p);
    std::sort(roots.begin(), roots.end(), [&](std::size_t a, std::size_t b) {
      return std::tuple(-levelOf(a), arcs_[a].back(), a) < std::tuple(-levelOf(b), arcs_[b].back(), b);
    });
    return roots;
  }

  SegmentGrid gridOfAll() const {
    SegmentGrid grid;
    for (std::size_t q = 0; q < curves_.size(); ++q)
      for (std::size_t i = 0; curves_[q] && i + 1 < curves_[q]->points.size(); ++i) {
        const double touch = radiusAt(q, i) + radiusAt(q, i + 1);
        const double margin =
            settings_.within > 0 ? settings_.within : std::max(touch, isGuided() ? kOfSize * size_ : 0);
        grid.add({q, i, curves_[q]->points[i], curves_[q]->points[i + 1], margin + 1e-6 * size_});
      }
    grid.build();
    return grid;
  }

  bool mayHang(std::size_t c, std::size_t q) const {
    if (c == q) return false;
    if (parent_) {
      const auto named = numberOfId_.find(static_cast<std::int64_t>(parent_.at(g_, c, 0)));
      return named != numberOfId_.end() && named->second == q;
    }
    return !level_ || levelOf(q) < levelOf(c);
  }

  // One a rod, the nearest first.
  std::vector<Candidate> candidatesOf(std::size_t c, const SegmentGrid& grid) const {
    std::map<std::size_t, Candidate> best;
    const Vector3d& root = curves_[c]->points[0];
    grid.eachNear(root, [&](const Segment& segment) {
      const std::size_t q = segment.primitive;
      if (!mayHang(c, q)) return;
      const auto [distance, u] = segment.nearest(root);
      if (distance > reach(c, q, segment.number)) return;
      const Candidate here{distance, rankOf(c, q), {static_cast<std::int32_t>(q), segment.number, u}};
      const auto [known, isNew] = best.emplace(q, here);
      if (!isNew && distance < known->second.distance) known->second = here;
    });
    std::vector<Candidate> all;
    for (const auto& [q, candidate] : best)
      if (isGuided() || !startsTogether(c, candidate)) all.push_back(candidate);
    const double same = 1e-6 * size_;
    std::sort(all.begin(), all.end(), [&](const Candidate& a, const Candidate& b) {
      return std::tuple(std::floor(a.distance / same), a.rank, a.place.primitive) <
             std::tuple(std::floor(b.distance / same), b.rank, b.place.primitive);
    });
    return all;
  }

  // The next coarser generation before those above it, long rods before short ones.
  double rankOf(std::size_t c, std::size_t q) const {
    return level_ ? levelOf(c) - levelOf(q) : -arcs_[q].back();
  }

  // Stems from one place on the ground, or shoots from one place on a stem.
  bool startsTogether(std::size_t c, const Candidate& candidate) const {
    const std::size_t q = static_cast<std::size_t>(candidate.place.primitive), i = candidate.place.point;
    const double arc = arcs_[q][i] + candidate.place.u * (arcs_[q][i + 1] - arcs_[q][i]);
    return arc <= reach(c, q, i);
  }

  // Whether a rod hangs on another, over however many.
  bool leadsTo(std::int32_t from, std::size_t to) const {
    std::size_t steps = 0;
    for (std::int32_t at = from; at >= 0 && steps <= above_.size(); ++steps) {
      if (at == static_cast<std::int32_t>(to)) return true;
      at = above_[static_cast<std::size_t>(at)];
    }
    return steps > above_.size();
  }

  const Geometry& g_;
  const std::vector<const Curve*>& curves_;
  const std::vector<std::int64_t>& ids_;
  const NearSettings& settings_;
  KnotValue radius_, level_, parent_;
  std::vector<std::int32_t> above_;  // parents, by primitives
  std::vector<double> distance_;     // of those that lie near another curve
  std::vector<std::vector<double>> arcs_;
  std::unordered_map<std::int64_t, std::size_t> numberOfId_;
  double size_ = 0, lowest_ = 0;  // lowest: level
  bool isGrown_ = false;          // levels are generations
};

}  // namespace

NearParents findNearParents(const Geometry& g, const std::vector<const Curve*>& curves,
                            const std::vector<std::int64_t>& ids, const std::vector<Parent>& shared,
                            const NearSettings& settings) {
  return Finder(g, curves, ids, shared, settings).find();
}

}  // namespace tendril::nodes
