// Collider geometry to colliders.
#include "nodes/simulation/colliders.h"

#include <algorithm>
#include <map>

#include "nodes/parameters/text.h"
#include "nodes/simulation/vdb_primitives.h"
#include "solver/base/error.h"
#include "solver/geometry/triangles.h"
#include "solver/geometry/tuples.h"
#include "solver/vdb/vdb.h"

namespace tendril::nodes {

struct ColliderReader::Frame {
  const Geometry* before;  // null: not known, or of another topology
  const Geometry& now;
  double unit;
  Host& host;
  ColliderMotion motion;
};

// Primitives that are one collider.
struct ColliderReader::Piece {
  ColliderSettings settings;
  std::vector<std::size_t> primitives;
};

namespace {

const OtherPrimitive* otherOf(const Geometry& g, std::size_t primitive) {
  const auto found = std::lower_bound(
      g.others.begin(), g.others.end(), primitive,
      [](const OtherPrimitive& other, std::size_t number) { return other.primitive < number; });
  return found != g.others.end() && found->primitive == primitive ? &*found : nullptr;
}

PlacedShape shapeAt(const Geometry& g, std::size_t primitive, const std::string& type, double unit) {
  if (g.kinds[primitive] == PrimitiveKind::other) {
    if (const auto placed = placedShape(g, *otherOf(g, primitive), unit)) return *placed;
  } else if (const ColliderShape* shape = findColliderShape(type)) {
    return placedShape(g, primitive, *shape, unit);
  }
  throw Error("there is no collider of type '" + type + "'");
}

constexpr const char* kLevelSet = "levelset";

bool isShape(const std::string& type) {
  return type != kColliderMesh;
}

// Polygons as triangles of points that are numbered anew. Houdini's polygons run clockwise, seen from
// outside.
struct Triangulated {
  std::vector<std::int32_t> points;  // of the geometry
  std::vector<Triangle> faces;
  std::vector<int> keys;  // polygons

  void add(const Geometry& g, const std::vector<Vector3d>& places, std::size_t primitive,
           std::vector<std::int32_t>& numbers) {
    const Span<const std::int32_t> corners = g.pointsOf(primitive);
    std::vector<Vector3d> at;
    std::vector<std::int32_t> own;
    for (const std::int32_t p : corners) {
      std::int32_t& number = numbers[static_cast<std::size_t>(p)];
      if (number < 0) {
        number = static_cast<std::int32_t>(points.size());
        points.push_back(p);
      }
      own.push_back(number);
      at.push_back(places[static_cast<std::size_t>(p)]);
    }
    const auto face = [&](std::size_t a, std::size_t b, std::size_t c) {
      // a corner of a larger polygon that is drawn twice, as at the poles of spheres
      if (corners.size() > 3 && (at[a] == at[b] || at[b] == at[c] || at[c] == at[a])) return;
      faces.push_back({own[a], own[c], own[b]});
      keys.push_back(static_cast<int>(primitive));
    };
    if (corners.size() == 3) return face(0, 1, 2);
    for (const std::array<std::uint32_t, 3>& t : trianglesOf(at)) face(t[0], t[1], t[2]);
  }
};

std::vector<Vector3d> picked(const std::vector<Vector3d>& places, const std::vector<std::int32_t>& points) {
  std::vector<Vector3d> some;
  some.reserve(points.size());
  for (const std::int32_t p : points) some.push_back(places[static_cast<std::size_t>(p)]);
  return some;
}

bool isColliderType(const std::string& type) {
  return type == "Sphere" || type == "Tube" || type == kVdbPrimitive;
}

std::string titleOf(const ColliderSettings& settings) {
  return settings.name.empty() ? "collider" : "collider '" + settings.name + "'";
}

}  // namespace

void ColliderReader::warn(const Frame& frame, const std::string& message) {
  if (said_.insert(message).second) frame.host.warn(message);
}

// Primitives that Tendril only carries. A host may not say of which type they are.
void ColliderReader::warnOfOthers(const Frame& frame) {
  std::map<std::string, std::size_t> counts;
  for (const OtherPrimitive& other : frame.now.others)
    if (!isColliderType(other.type)) ++counts[other.type];
  for (const auto& [type, count] : counts)
    warn(frame,
         "colliders: " +
             (type == "carried" ? counted(count, "primitive is no polygon", "primitives are no polygons")
                                : counted(count, "primitive is", "primitives are") + " of type " + type) +
             ", which nothing touches; convert to polygons first");
}

// Polygons of equal settings are one mesh; those of a shape are one if its place is equal, too.
std::vector<ColliderReader::Piece> ColliderReader::piecesOf(const Frame& frame) const {
  const Geometry& g = frame.now;
  const ColliderSettingsReader settings(g, frame.unit);
  using Key = std::pair<ColliderSettings, std::vector<double>>;
  std::map<Key, std::size_t> known;
  std::vector<Piece> pieces;
  const std::size_t none = g.primitiveCount();
  std::size_t plain = none;  // the piece of polygons that nothing is said of
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
    const bool other = g.kinds[p] == PrimitiveKind::other;
    if (!other && (g.kinds[p] != PrimitiveKind::polygon || g.pointsOf(p).size() < 3)) continue;
    if (!other && !settings.speaks() && plain != none) {
      pieces[plain].primitives.push_back(p);
      continue;
    }
    Key key{settings.of(p), {}};
    if (other) {
      const std::string& type = otherOf(g, p)->type;
      if (!isColliderType(type)) continue;
      key.first.type = type == "Sphere" ? "sphere" : type == "Tube" ? "capsule" : kLevelSet;
      key.second = {static_cast<double>(p)};
    } else if (isShape(key.first.type)) {
      for (const char* name : {kColliderPlace, kColliderAxes, kColliderNumbers})
        if (const Attribute* a = g.find(Owner::primitive, name); a && a->kind == AttributeKind::numeric)
          for (std::size_t c = 0; c < static_cast<std::size_t>(a->tupleSize); ++c)
            key.second.push_back(numberAt(a->numbers, p * static_cast<std::size_t>(a->tupleSize) + c));
    } else if (!settings.speaks()) {
      plain = pieces.size();
    }
    const auto [at, isNew] = known.try_emplace(key, pieces.size());
    if (isNew) pieces.push_back({key.first, {}});
    pieces[at->second].primitives.push_back(p);
  }
  return pieces;
}

// Far beyond its size in one frame: it was not carried there.
bool ColliderReader::jumps(const Frame& frame, const std::string& name, double way, double size) {
  constexpr double kSizes = 10;
  if (!(way > kSizes * size)) return false;
  warn(frame, name +
                  ": moves by more than ten times its size in one frame, which counts as a jump: it is "
                  "at its new place at once");
  return true;
}

std::unique_ptr<Collider> ColliderReader::shapeOf(const Frame& frame, const Piece& piece) {
  const std::size_t first = piece.primitives.front();
  const std::string& type = piece.settings.type;
  const PlacedShape now = shapeAt(frame.now, first, type, frame.unit);
  RigidPath path = RigidPath::still(now.pose);
  if (frame.before) path.start = shapeAt(*frame.before, first, type, frame.unit).pose;
  double size = 0;
  for (const double number : now.numbers) size += number;
  const double way = (path.end.position - path.start.position).norm();
  if (!now.numbers.empty() && jumps(frame, titleOf(piece.settings), way, size)) path.start = path.end;
  return makeCollider(*now.shape, now.numbers, path, piece.settings.inverted);
}

std::unique_ptr<Collider> ColliderReader::meshOf(const Frame& frame, const Piece& piece, std::size_t number) {
  std::vector<std::int32_t> numbers(frame.now.pointCount(), -1);
  Triangulated mesh;
  for (const std::size_t p : piece.primitives) mesh.add(frame.now, frame.motion.start, p, numbers);
  std::vector<Vector3d> start = picked(frame.motion.start, mesh.points);
  const std::vector<Vector3d> end = picked(frame.motion.end, mesh.points);
  Box3 box;
  double way = Box3::kInfinite;
  for (std::size_t i = 0; i < end.size(); ++i) {
    box.add(end[i]);
    way = std::min(way, (end[i] - start[i]).norm());
  }
  const std::string name = titleOf(piece.settings);
  if (!box.isEmpty() && jumps(frame, name, way, (box.high - box.low).norm())) start = end;
  const MeshMotion motion = meshMotion(start, end);
  Known& known = knownOf(number);
  if (piece.settings.voxel > 0) {
    const MeshMotion rigid = motionFromRest(frame, mesh.points, start, end);
    if (rigid.end.empty()) return levelSetOfMesh(piece, rigid, mesh.faces, known);
    warn(frame, name +
                    ": it moves and has no point attribute rest, or it deforms, so its polygons are used "
                    "and not a level set");
  }
  const bool inverted = piece.settings.inverted;
  const bool rests = known.surface && known.inverted == inverted && known.faces == mesh.faces &&
                     known.places == motion.start && motion.end.empty();
  if (!rests) {
    known.surface = nullptr;
    if (!known.topology || !known.topology->isFor(motion.start, mesh.faces, inverted)) {
      known.topology = nullptr;
      known.topology = std::make_shared<const MeshTopology>(motion.start, mesh.faces, inverted);
    }
  }
  for (const std::string& warning : known.topology->report().warnings()) warn(frame, name + ": " + warning);
  auto made = std::make_unique<MeshCollider>(known.topology, motion,
                                             piece.settings.oneSided ? MeshSides::front : MeshSides::both,
                                             inverted, known.surface);
  if (motion.end.empty() && !rests) {
    known.faces = std::move(mesh.faces);
    known.inverted = inverted;
    known.places = motion.start;
    known.surface = made->surface();
  }
  made->keys = std::move(mesh.keys);
  return made;
}

ColliderReader::Known& ColliderReader::knownOf(std::size_t number) {
  if (known_.size() <= number) known_.resize(number + 1);
  return known_[number];
}

// About the places at rest that points have; without, of a mesh that stands still.
MeshMotion ColliderReader::motionFromRest(const Frame& frame, const std::vector<std::int32_t>& points,
                                          const std::vector<Vector3d>& start,
                                          const std::vector<Vector3d>& end) const {
  const Attribute* rest = numericTuple(frame.now.find(Owner::point, "rest"), 3);
  MeshMotion motion;
  if (!rest) {
    motion = meshMotion(start, end);
    if (start != end) motion.end = end;
    return motion;
  }
  std::vector<Vector3d> places;
  for (const std::int32_t p : points)
    places.push_back(frame.unit * tupleAt(*rest, static_cast<std::size_t>(p)).head<3>());
  return meshMotionFromRest(places, start, end);
}

// A grid that the geometry carries, where its point is.
std::unique_ptr<Collider> ColliderReader::levelSetOfGrid(const Frame& frame, const Piece& piece,
                                                         std::size_t number) {
  const std::size_t primitive = piece.primitives.front();
  Known& known = knownOf(number);
  std::vector<std::uint8_t> grid = gridOf(*otherOf(frame.now, primitive));
  if (!known.levelSet || known.grid != grid) {
    known.levelSet = nullptr;
    known.levelSet = levelSetOf(grid, frame.unit);
    known.grid = std::move(grid);
  }
  const auto point = static_cast<std::size_t>(frame.now.pointsOf(primitive)[0]);
  RigidPath path;
  path.start.position = frame.motion.start[point];
  path.end.position = frame.motion.end[point];
  return std::make_unique<RigidCollider>(known.levelSet, path, piece.settings.inverted);
}

// Made anew where the mesh has changed in its own axes. Its band holds what is asked for near the surface.
std::unique_ptr<Collider> ColliderReader::levelSetOfMesh(const Piece& piece, const MeshMotion& motion,
                                                         const std::vector<Triangle>& faces, Known& known) {
  constexpr double kBandVoxels = 10;
  const double voxel = piece.settings.voxel, band = piece.settings.thickness + kBandVoxels * voxel;
  if (!known.levelSet || known.voxel != voxel || known.band != band || known.faces != faces ||
      known.places != motion.start) {
    known = Known();
    known.levelSet = levelSetOf(levelSetGrid(motion.start, faces, voxel, band).bytes, 1);
    known.faces = faces;
    known.places = motion.start;
    known.voxel = voxel;
    known.band = band;
  }
  return std::make_unique<RigidCollider>(known.levelSet, motion.path, piece.settings.inverted);
}

std::unique_ptr<Collider> ColliderReader::made(const Frame& frame, const Piece& piece, std::size_t number) {
  try {
    check(piece.settings);
    std::unique_ptr<Collider> collider = piece.settings.type == kLevelSet
                                             ? levelSetOfGrid(frame, piece, number)
                                         : isShape(piece.settings.type) ? shapeOf(frame, piece)
                                                                        : meshOf(frame, piece, number);
    collider->friction = piece.settings.friction;
    collider->cohesion = piece.settings.cohesion;
    collider->thickness = piece.settings.thickness;
    collider->name = piece.settings.name;
    return collider;
  } catch (const Error& error) {
    warn(frame, titleOf(piece.settings) + ": " + error.what() + "; nothing touches it");
    return nullptr;
  }
}

ColliderReader::Colliders ColliderReader::read(const Geometry* before, const Geometry& now, double unit,
                                               double seconds, Host& host) {
  Frame frame{before, now, unit, host, colliderMotion(before, now, unit, seconds)};
  if (!frame.motion.samePrimitives) frame.before = nullptr;
  if (frame.motion.warning) warn(frame, std::string("colliders: ") + frame.motion.warning);
  Colliders colliders;
  warnOfOthers(frame);
  const std::vector<Piece> pieces = piecesOf(frame);
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (auto collider = made(frame, pieces[i], i)) colliders.push_back(std::move(collider));
  if (pieces.empty() && now.pointCount() > 0)
    warn(frame, "colliders: no polygon, sphere, tube or level set in " +
                    counted(now.primitiveCount(), "primitive", "primitives") + " and " +
                    counted(now.pointCount(), "point", "points") + "; nothing touches them");
  return colliders;
}

ColliderReader::Colliders readColliders(const Geometry* before, const Geometry& now, double unit,
                                        double seconds, Host& host) {
  return ColliderReader().read(before, now, unit, seconds, host);
}

}  // namespace tendril::nodes
