// Motion by neighbouring frames.
#include "nodes/making/motion_of_frames.h"

#include <algorithm>
#include <map>

#include "solver/geometry/tuples.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::nodes {
namespace {

using Eigen::Vector3d;

bool isStill(const Rod& rod) {
  return !rod.history && rod.motion.velocity.isZero(0) && rod.motion.spin.isZero(0) &&
         std::all_of(rod.motion.rates.begin(), rod.motion.rates.end(),
                     [](const Vector3d& rate) { return rate.isZero(0); });
}

bool areStill(const std::vector<Rod>& rods) {
  return std::all_of(rods.begin(), rods.end(), isStill);
}

// Inputs by frame: this frame's and its neighbours'.
using Inputs = std::vector<std::shared_ptr<const Geometry>>;
using Seen = std::map<double, Inputs>;

Inputs inputsAt(const Cook& cook, double frame, Seen& seen) {
  if (frame < cook.firstFrame || frame > cook.lastFrame) return {};
  if (const auto known = seen.find(frame); known != seen.end()) return known->second;
  try {
    const Moment moment = cook.at(frame);
    return seen[frame] = moment.inputs;
  } catch (const Error& error) {
    cook.host.note("v is taken from one side, as the next frame cannot be made: " +
                   std::string(error.what()));
    return {};
  }
}

// What a rod does from one shape to another.
void setMotion(const Rod& from, const Rod& to, double seconds, Rod& rod) {
  const std::size_t count = rod.shape.size();
  if (from.shape.model != rod.shape.model || to.shape.model != rod.shape.model ||
      from.shape.size() != count || to.shape.size() != count)
    return;
  Motion& motion = rod.motion;
  motion.velocity = (to.shape.root.position - from.shape.root.position) / seconds;
  motion.spin = turnBetween(from.shape.root.axes, to.shape.root.axes) / seconds;
  for (std::size_t k = 0; k < motion.rates.size() && k < count; ++k)
    motion.rates[k] = from.shape.changeTo(to.shape, k) / seconds;
}

}  // namespace

std::optional<FrameEnds> moveByFrames(const Cook& cook, std::vector<Rod>& rods) {
  if (!cook.at || rods.empty() || !areStill(rods)) return {};
  Seen own;
  if (cook.memory && !*cook.memory) *cook.memory = std::make_shared<Seen>();
  Seen& seen = cook.memory ? *static_cast<Seen*>(cook.memory->get()) : own;
  seen[cook.frame] = cook.inputs;
  for (auto it = seen.begin(); it != seen.end();)
    it = it->first < cook.frame - 1 || it->first > cook.frame + 1 ? seen.erase(it) : std::next(it);
  FrameEnds ends;
  std::vector<Rod> found[2];
  bool moves = false;
  for (const int side : {0, 1}) {
    Inputs there = inputsAt(cook, cook.frame + 2 * side - 1, seen);
    if (!there.empty() && there[0]) found[side] = readRods(*there[0]);
    const bool counts = !found[side].empty() && areStill(found[side]);
    if (!counts) found[side] = rods;
    if (counts) ends.seconds += 1 / cook.framesPerSecond;
    moves = moves || (counts && there[0] != cook.inputs[0]);
    Inputs& end = side == 0 ? ends.before : ends.after;
    if (counts)
      end = std::move(there);
    else
      end = cook.inputs;
  }
  if (!moves) return {};
  const auto before = indexById(found[0]), after = indexById(found[1]);
  for (Rod& rod : rods) {
    const auto from = before.find(rod.id), to = after.find(rod.id);
    if (from != before.end() && to != after.end())
      setMotion(found[0][from->second], found[1][to->second], ends.seconds, rod);
  }
  return ends;
}

void setVelocities(const Geometry& before, const Geometry& after, double seconds, Geometry& now) {
  if (before.vertexPoints != now.vertexPoints || after.vertexPoints != now.vertexPoints) return;
  const Attribute &from = *before.find(Owner::point, "P"), &to = *after.find(Owner::point, "P");
  Attribute* v = now.find(Owner::point, "v");
  for (std::size_t i = 0; v && i < now.pointCount(); ++i) {
    const Vector3d way = tupleAt(to, i) - tupleAt(from, i);
    if (!way.isZero(0)) setTuple(*v, i, Vector3d(way / seconds));
  }
}

}  // namespace tendril::nodes
