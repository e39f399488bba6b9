// The reference frame.
#include "nodes/simulation/reference_frame.h"

#include "solver/geometry/tuples.h"
#include "solver/kinematics/euler.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

using Eigen::Quaterniond;

Vector3d motionAtEnd(const Vector3d& mean, const Vector3d& before) {
  Vector3d gain = 0.5 * (mean - before);
  const double most = mean.norm(), size = gain.norm();
  if (size > most) gain *= most / size;
  return mean + gain;
}

namespace {

// Detail attributes; SI except for the scene's unit of length.
constexpr const char *kPosition = "framepos", *kOrient = "frameorient", *kVelocity = "framevel",
                     *kSpin = "framespin", *kMean = "framemean", *kMeanSpin = "framemeanspin";

Eigen::VectorXd read(const Geometry& g, const char* name, int size) {
  const Attribute* attribute = numericTuple(g.find(Owner::detail, name), size);
  if (!attribute) return Eigen::VectorXd();
  const Eigen::VectorXd value = tupleAt(*attribute, 0);
  if (!value.allFinite()) throw Error(std::string("detail attribute '") + name + "' is not finite");
  return value;
}

Vector3d readVector(const Geometry& g, const char* name) {
  const Eigen::VectorXd value = read(g, name, 3);
  return value.size() == 3 ? Vector3d(value) : Vector3d(Vector3d::Zero());
}

template <class V>
void write(Geometry& g, const char* name, const V& value, const char* typeInfo) {
  setTuple(g.add(Owner::detail, name, Storage::real64, static_cast<int>(value.size()), typeInfo), 0, value);
}

}  // namespace

ReferenceFrame::ReferenceFrame(const Geometry& state, const SimulationParms& parms, double unit,
                               double seconds)
    : on_(parms.useFrame),
      unit_(unit),
      seconds_(seconds),
      linear_(1 - parms.frameLinear),
      angular_(1 - parms.frameAngular) {
  if (!on_) return;
  now_.pose.position = unit * Vector3d(parms.frameMove[0], parms.frameMove[1], parms.frameMove[2]);
  now_.pose.axes = axesOf(orientOf(turnOf(parms.frameTurn).toRotationMatrix()));  // as it will be read back
  before_ = now_;
  const Eigen::VectorXd orient = read(state, kOrient, 4);
  if (orient.size() != 4 || !(orient.norm() > 0.5)) return;  // its first frame
  before_.pose.position = readVector(state, kPosition) * unit;
  before_.pose.axes = axesOf(Quaterniond(Eigen::Vector4d(orient)).normalized());
  before_.motion.velocity = readVector(state, kVelocity) * unit;
  before_.motion.spin = readVector(state, kSpin);
  if (!(seconds > 0)) return;
  meanVelocity_ = (now_.pose.position - before_.pose.position) / seconds;
  meanSpin_ = turnBetween(before_.pose.axes, now_.pose.axes) / seconds;
  now_.motion.velocity = motionAtEnd(meanVelocity_, readVector(state, kMean) * unit);
  now_.motion.spin = motionAtEnd(meanSpin_, readVector(state, kMeanSpin));
}

RootTarget ReferenceFrame::at(double u) const {
  return u <= 0 ? before_ : u >= 1 ? now_ : between(before_, now_, seconds_, u);
}

Vector3d ReferenceFrame::velocityAt(const RootTarget& frame, const Vector3d& place) const {
  return linear_ * frame.motion.velocity + angular_ * frame.motion.spin.cross(place - frame.pose.position);
}

Matrix3d ReferenceFrame::turnFrom(double u, double v) const {
  return turnBy(angular_ * turnBetween(at(u).pose.axes, at(v).pose.axes)).toRotationMatrix();
}

Frame<double> ReferenceFrame::carried(double u, double v) const {
  const Vector3d from = at(u).pose.position;
  const Matrix3d turn = turnFrom(u, v);
  return {turn, from + linear_ * (at(v).pose.position - from) - turn * from};
}

void ReferenceFrame::enter(double u, double v, RodState& now, RodState& past) const {
  const RootTarget from = at(u);
  now.velocity -= velocityAt(from, now.pose.root.position);
  now.spin -= angular_ * from.motion.spin;
  const Matrix3d turn = turnFrom(u, v);
  const Vector3d shift = linear_ * (at(v).pose.position - from.pose.position);
  for (RodState* state : {&now, &past}) {
    Frame<double>& root = state->pose.root;
    root.position = from.pose.position + shift + turn * (root.position - from.pose.position);
    root.axes = turn * root.axes;
    state->velocity = turn * state->velocity;
    state->spin = turn * state->spin;
  }
}

RootTarget ReferenceFrame::relative(double v, const RootTarget& target) const {
  const RootTarget frame = at(v);
  RootTarget made = target;
  made.motion.velocity -= velocityAt(frame, target.pose.position);
  made.motion.spin -= angular_ * frame.motion.spin;
  return made;
}

void ReferenceFrame::leave(double v, RodState& now) const {
  const RootTarget frame = at(v);
  now.velocity += velocityAt(frame, now.pose.root.position);
  now.spin += angular_ * frame.motion.spin;
}

void ReferenceFrame::write(Geometry& state) const {
  if (!on_) return;
  tendril::write(state, kPosition, Vector3d(now_.pose.position / unit_), "point");
  tendril::write(state, kOrient, orientOf(now_.pose.axes).coeffs(), "quaternion");
  tendril::write(state, kVelocity, Vector3d(now_.motion.velocity / unit_), "vector");
  tendril::write(state, kSpin, now_.motion.spin, "vector");
  tendril::write(state, kMean, Vector3d(meanVelocity_ / unit_), "vector");
  tendril::write(state, kMeanSpin, meanSpin_, "vector");
}

}  // namespace tendril::nodes
