// Gauss-Newton on the exact Jacobian, damped (Levenberg-Marquardt).
//
// Unknowns: two turns of the root's tangent, the stretch of all arc lengths, the curvatures. With Q(s) the
// axes, p(s) the position relative to the root and phi_j the hat (or step) of knot j, a change of kappa_j
// moves the point at s by
//   dp = (B_j - [p]x A_j) dkappa_j      A_j = integral of Q phi_j,  B_j = integral of [p]x Q phi_j, both to s
// A stretch sigma of the knots changes the curvature at s by -kappa'(s) s sigma, which moves points in the
// same way. Only the part across the tangent counts as a residual: along it a point slides to its place on
// the rod; but the last point is the rod's end.
#include "solver/fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

namespace tendril {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr Index kTurns = 2, kStretch = 2, kFirstKappa = 3;  // where the unknowns begin
constexpr double kAngleOfRule = 0.6;                        // rad that one Gauss rule spans

// The points of a curve and where on the rod they are.
struct Track {
  std::vector<Vector3d> points;
  std::vector<double> arc;
};

// Gauss points between breakpoints of one element: two, so that the Jacobian is good to some 1e-5.
template <class F>
void eachGaussPoint(double from, double to, double curvature, F f) {
  constexpr auto& gauss = kGauss<2>;
  const int parts = std::max(1, static_cast<int>(std::ceil(curvature * (to - from) / kAngleOfRule)));
  const double length = (to - from) / parts;
  for (int part = 0; part < parts; ++part)
    for (int k = 0; k < 2; ++k)
      f(from + length * (part + gauss.point[static_cast<std::size_t>(k)]),
        length * gauss.weight[static_cast<std::size_t>(k)]);
}

// Positions, tangents and the Jacobian at all points of a track.
class Linearised {
 public:
  Linearised(const Shape& shape, const Track& track)
      : shape_(shape),
        helix_(shape.model == Model::helix),
        knots_(static_cast<Index>(shape.kappa.size()) - (helix_ ? 1 : 0)),
        jacobian(MatrixXd::Zero(static_cast<Index>(3 * track.points.size()), kFirstKappa + 3 * knots_)),
        turn_(static_cast<std::size_t>(knots_), Matrix3d::Zero()),
        moment_(static_cast<std::size_t>(knots_), Matrix3d::Zero()) {
    std::size_t next = 0;
    Frame<double> start = shape.root;
    for (std::size_t e = 0; e < shape.elements(); ++e) next = walkElement(e, start, track, next);
  }

 private:
  Shape shape_;
  bool helix_;
  Index knots_;

 public:
  MatrixXd jacobian;
  std::vector<Vector3d> position, tangent;
  std::vector<Index> active;  // columns that are not zero, for each point

 private:
  std::size_t walkElement(std::size_t e, Frame<double>& start, const Track& track, std::size_t next) {
    const double from = shape_.arc[e], to = shape_.arc[e + 1];
    const bool last = e + 1 == shape_.elements();
    const Vector3d a = shape_.kappa[e], b = helix_ ? a : shape_.kappa[e + 1];
    constexpr double kPrecision = 1e-11;  // of positions: well below floats
    ClothoidWalker<double> walker({a, b, to - from}, kPrecision);
    const double curvature = std::max(a.norm(), b.norm());
    double at = from;
    const Vector3d slope = (b - a) / (to - from);
    const auto advance = [&](double s) {
      eachGaussPoint(at, s, curvature, [&](double u, double weight) {
        const Frame<double> frame = start * walker.at(u - from);
        gather(e, frame, (u - from) / (to - from), weight);
        stretch(frame, -slope * (u * weight));
      });
      at = s;
    };
    for (; next < track.points.size() && (last || track.arc[next] <= to); ++next) {
      const double s = std::clamp(track.arc[next], from, to);
      advance(s);
      Frame<double> frame = start * walker.at(s - from);
      frame.position += frame.axes.col(0) * (track.arc[next] - s);
      record(next, frame, static_cast<Index>(e));
    }
    advance(to);
    start = start * walker.at(to - from);
    if (helix_ && !last)
      stretch(start, (a - shape_.kappa[e + 1]) * to);  // the step of curvature moves with its knot
    return next;
  }

  // The root sees a turn `change` (material frame) at this place.
  void stretch(const Frame<double>& frame, const Vector3d& change) {
    const Vector3d turn = frame.axes * change;
    stretchTurn_ += turn;
    stretchMoment_ += (frame.position - shape_.root.position).cross(turn);
  }

  void gather(std::size_t e, const Frame<double>& frame, double u, double weight) {
    const Matrix3d moment = crossMatrix<double>(frame.position - shape_.root.position) * frame.axes;
    const auto add = [&](std::size_t knot, double phi) {
      turn_[knot] += frame.axes * (phi * weight);
      moment_[knot] += moment * (phi * weight);
    };
    if (helix_) return add(e, 1);
    add(e, 1 - u);
    add(e + 1, u);
  }

  void record(std::size_t i, const Frame<double>& frame, Index element) {
    const Vector3d p = frame.position - shape_.root.position;
    const Matrix3d cross = crossMatrix(p);
    const Index row = static_cast<Index>(3 * i), known = std::min(knots_, element + (helix_ ? 1 : 2));
    for (Index c = 0; c < kTurns; ++c) jacobian.block<3, 1>(row, c) = shape_.root.axes.col(c + 1).cross(p);
    jacobian.block<3, 1>(row, kStretch) = stretchMoment_ - p.cross(stretchTurn_);
    for (Index k = 0; k < known; ++k)
      jacobian.block<3, 3>(row, kFirstKappa + 3 * k) =
          moment_[static_cast<std::size_t>(k)] - cross * turn_[static_cast<std::size_t>(k)];
    position.push_back(frame.position);
    tangent.push_back(frame.axes.col(0));
    active.push_back(kFirstKappa + 3 * known);
  }

  std::vector<Matrix3d> turn_, moment_;  // A_j and B_j so far
  Vector3d stretchTurn_ = Vector3d::Zero(), stretchMoment_ = Vector3d::Zero();
};

struct Normal {
  MatrixXd matrix;
  VectorXd right;
  double cost = 0;  // mean square distance over the length squared
};

// What a fit may change, and where it stays when the points do not tell.
struct Aim {
  const Shape* rest = nullptr;  // a pose of it: the length stays, and the last point slides as all others do
  bool rigid = false;           // curvatures stay
  bool slides = true;           // points look for their places; else they are held where they are on the rod
};

// Each point stands for the stretch of curve around it.
std::vector<double> weightsOf(const Track& track) {
  std::vector<double> weights(track.points.size());
  const std::size_t last = weights.size() - 1;
  for (std::size_t i = 1; i <= last; ++i)
    weights[i] = (track.arc[std::min(i + 1, last)] - track.arc[i - 1]) / (2 * track.arc[last]);
  return weights;
}

Normal normalEquations(const Linearised& linear, const Track& track, const Aim& aim) {
  Normal normal;
  const Index unknowns = linear.jacobian.cols();
  normal.matrix = MatrixXd::Zero(unknowns, unknowns);
  normal.right = VectorXd::Zero(unknowns);
  const double length = track.arc.back();
  const std::vector<double> weights = weightsOf(track);
  Eigen::Matrix3Xd block;
  for (std::size_t i = 1; i < track.points.size(); ++i) {
    const Vector3d t = linear.tangent[i];
    Vector3d miss = track.points[i] - linear.position[i];
    const Index n = linear.active[i];
    block = linear.jacobian.block(static_cast<Index>(3 * i), 0, 3, n);
    if (aim.slides && (i + 1 < track.points.size() || aim.rest)) {
      miss -= t * t.dot(miss);
      block -= t * (t.transpose() * block);
    } else {
      block.col(kStretch) += t * length;
    }
    const double weight = weights[i] / (length * length);
    normal.matrix.topLeftCorner(n, n).selfadjointView<Eigen::Lower>().rankUpdate(block.transpose(), weight);
    normal.right.head(n) += block.transpose().lazyProduct(Vector3d(miss * weight));
    normal.cost += weight * miss.squaredNorm();
  }
  return normal;
}

// Curvatures count by the angle that they turn over the rod; twist and changes of curvature cost a trifle, so
// that what the points do not say stays calm. A pose is calm where it differs little from its rest, in twist
// above all: bends that turn look much the same.
void addCalm(Normal& normal, const Shape& shape, const Aim& aim) {
  constexpr double kCalm = 1e-17, kTwist = 1e-19, kRestTwist = 3e-8;
  const double square = shape.length() * shape.length(), scale = kCalm * square;
  const Index knots = (normal.matrix.rows() - kFirstKappa) / 3;
  const double twistScale = aim.rest ? kRestTwist * square / static_cast<double>(knots) : kTwist * square;
  const auto change = [&](Index k) -> Vector3d {
    const std::size_t knot = static_cast<std::size_t>(k);
    return aim.rest ? Vector3d(shape.kappa[knot] - aim.rest->kappa[knot]) : shape.kappa[knot];
  };
  const auto tie = [&](Index a, Index b, double difference) {
    normal.matrix(a, a) += scale;
    normal.matrix(b, b) += scale;
    normal.matrix(std::max(a, b), std::min(a, b)) -= scale;
    normal.right[a] += scale * difference;
    normal.right[b] -= scale * difference;
    normal.cost += scale * difference * difference;
  };
  for (Index k = 0; k < knots; ++k)
    for (Index c = 0; c < 3; ++c) {
      const Index column = kFirstKappa + 3 * k + c;
      if (k + 1 < knots) tie(column, column + 3, change(k + 1)[c] - change(k)[c]);
      if (c == 0) {
        const double twist = change(k)[0];
        normal.matrix(column, column) += twistScale;
        normal.right[column] -= twistScale * twist;
        normal.cost += twistScale * twist * twist;
      }
    }
}

// A change of twist alone turns all bends beyond it: far from straight, Gauss-Newton would creep along a
// curved valley. So steps are taken in bends as a frame without twist sees them, Z_k = (bend1 + i bend2)_k
// e^{i alpha_k}, alpha the twist's integral to the knot (helix: to the middle of the element). With z the
// bend in the material frame,
//   dz_k = e^{-i alpha_k} dZ_k - i z_k dalpha_k
class Untwisted {
 public:
  explicit Untwisted(const Shape& shape)
      : shape_(shape), knots_(unknownKnots(shape)), alpha_(anglesOf(shape)) {}

  // The columns of old unknowns that a change of each new one moves.
  MatrixXd transformation() const {
    const Index size = kFirstKappa + 3 * knots_;
    MatrixXd t = MatrixXd::Identity(size, size);
    for (Index k = 0; k < knots_; ++k) {
      const Index row = kFirstKappa + 3 * k;
      const double c = std::cos(alpha_[static_cast<std::size_t>(k)]),
                   s = std::sin(alpha_[static_cast<std::size_t>(k)]);
      t.block<2, 2>(row + 1, row + 1) << c, s, -s, c;
      const Vector3d& kappa = shape_.kappa[static_cast<std::size_t>(k)];
      const Eigen::Vector2d turned(kappa[2], -kappa[1]);  // -i z
      t.block<2, 1>(row + 1, kStretch) = turned * alpha_[static_cast<std::size_t>(k)];
      for (Index j = 0; j <= k; ++j) t.block<2, 1>(row + 1, kFirstKappa + 3 * j) += turned * lever(k, j);
    }
    return t;
  }

  Shape moved(const VectorXd& step) const {
    Shape result = shape_;
    for (double& knot : result.arc) knot *= 1 + step[kStretch];
    const Vector3d turn = shape_.root.axes.col(1) * step[0] + shape_.root.axes.col(2) * step[1];
    if (turn.norm() > 0)
      result.root.axes =
          Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix() * shape_.root.axes;
    for (Index k = 0; k < knots_; ++k)
      result.kappa[static_cast<std::size_t>(k)][0] += step[kFirstKappa + 3 * k];
    const std::vector<double> alpha = anglesOf(result);
    for (std::size_t k = 0; k < alpha.size(); ++k) {
      const Eigen::Vector2d dz = step.segment<2>(kFirstKappa + 3 * static_cast<Index>(k) + 1);
      const Eigen::Vector2d z = Eigen::Rotation2Dd(alpha_[k]) * shape_.kappa[k].tail<2>() + dz;
      result.kappa[k].tail<2>() = Eigen::Rotation2Dd(-alpha[k]) * z;
    }
    if (shape_.model == Model::helix) result.kappa.back() = result.kappa[result.kappa.size() - 2];
    return result;
  }

 private:
  static Index unknownKnots(const Shape& shape) {
    return static_cast<Index>(shape.kappa.size()) - (shape.model == Model::helix ? 1 : 0);
  }

  double elementLength(Index e) const {
    return shape_.arc[static_cast<std::size_t>(e) + 1] - shape_.arc[static_cast<std::size_t>(e)];
  }

  // d alpha_k / d twist_j
  double lever(Index k, Index j) const {
    if (shape_.model == Model::helix) return j < k ? elementLength(j) : 0.5 * elementLength(k);
    return 0.5 * ((j > 0 ? elementLength(j - 1) : 0.0) + (j < k ? elementLength(j) : 0.0)) * (k > 0);
  }

  static std::vector<double> anglesOf(const Shape& shape) {
    std::vector<double> alpha;
    double sum = 0;
    for (Index k = 0; k < unknownKnots(shape); ++k) {
      const std::size_t e = static_cast<std::size_t>(k);
      const double twist = shape.kappa[e][0],
                   length = e + 1 < shape.arc.size() ? shape.arc[e + 1] - shape.arc[e] : 0.0;
      if (shape.model == Model::helix) {
        alpha.push_back(sum + 0.5 * twist * length);
        sum += twist * length;
      } else {
        alpha.push_back(sum);
        if (e + 1 < shape.kappa.size()) sum += 0.5 * (twist + shape.kappa[e + 1][0]) * length;
      }
    }
    return alpha;
  }

  const Shape& shape_;
  Index knots_;
  std::vector<double> alpha_;
};

// The angle that a step turns the rod's end by, at the most.
double angleOf(const Shape& shape, const VectorXd& step) {
  double angle = step.head<kTurns>().norm() + std::abs(step[kStretch]);
  for (std::size_t e = 0; e < shape.elements(); ++e)
    angle +=
        step.segment<3>(kFirstKappa + 3 * static_cast<Index>(e)).norm() * (shape.arc[e + 1] - shape.arc[e]);
  return angle;
}

// Every point slides along the rod to the place beside it, as foretold for a step; the last one stays at the
// rod's end, but on a pose, which may be too short or too long for it.
Track slid(const Track& track, const Linearised& linear, const VectorXd& change, double newLength,
           const Aim& aim) {
  const std::size_t last = track.points.size() - 1;
  Track result = track;
  if (!aim.slides) return result;
  for (std::size_t i = 1; i < last + (aim.rest ? 1 : 0); ++i) {
    const Index n = linear.active[i];
    const Vector3d position =
        linear.position[i] + linear.jacobian.block(static_cast<Index>(3 * i), 0, 3, n) * change.head(n);
    const double before = track.arc[i] - track.arc[i - 1];
    const double after = i < last ? track.arc[i + 1] - track.arc[i] : newLength - track.arc[i];
    const double slide = linear.tangent[i].dot(track.points[i] - position);
    result.arc[i] += aim.rest
                         ? std::clamp(slide, -0.45 * before, i < last ? 0.45 * after : after)
                         : std::clamp(slide, -0.45 * std::min(before, after), 0.45 * std::min(before, after));
  }
  if (!aim.rest) result.arc[last] = newLength;
  return result;
}

// Unknowns that stay as they are.
void freeze(MatrixXd& matrix, VectorXd& right, Index from, Index count) {
  matrix.middleRows(from, count).setZero();
  matrix.middleCols(from, count).setZero();
  matrix.diagonal().segment(from, count).setOnes();
  right.segment(from, count).setZero();
}

struct Outcome {
  int iterations;
  double cost;
};

// Shape and track become the best seen.
Outcome improve(Shape& shape, Track& track, const Aim& aim, int most) {
  constexpr double kPerfect = 1e-16;                    // below what floats can say
  const double settledChange = aim.rest ? 1e-4 : 2e-2;  // frames of an animation must agree
  double damping = 1e-6;
  Linearised here(shape, track);
  Normal normal = normalEquations(here, track, aim);
  addCalm(normal, shape, aim);
  int iteration = 0, calm = 0;
  for (int failures = 0; iteration < most && failures < 6; ++iteration) {
    const Untwisted untwisted(shape);
    const MatrixXd t = untwisted.transformation();
    MatrixXd damped = t.transpose() * (normal.matrix.selfadjointView<Eigen::Lower>() * t);
    VectorXd right = t.transpose() * normal.right;
    if (aim.rest) freeze(damped, right, kStretch, 1);
    if (aim.rigid) freeze(damped, right, kFirstKappa, right.size() - kFirstKappa);
    damped.diagonal() += (damping * damped.diagonal()).eval();
    damped.diagonal().array() += 1e-16 * damped.diagonal().maxCoeff();
    VectorXd step = damped.ldlt().solve(right);
    if (!step.allFinite()) break;
    constexpr double kLargestStep = 2.0;  // rad
    const double angle = angleOf(shape, step);
    if (angle > kLargestStep) step *= kLargestStep / angle;
    Shape tried = untwisted.moved(step);
    Track triedTrack = slid(track, here, t * step, tried.length(), aim);
    Linearised there(tried, triedTrack);
    Normal next = normalEquations(there, triedTrack, aim);
    addCalm(next, tried, aim);
    if (!(next.cost < normal.cost)) {
      damping = std::max(damping, 1e-9) * 10;
      ++failures;
      continue;
    }
    calm = normal.cost - next.cost < settledChange * normal.cost ? calm + 1 : 0;
    const bool settled = calm == 2 || next.cost < kPerfect;
    shape = std::move(tried);
    track = std::move(triedTrack);
    here = std::move(there);
    normal = std::move(next);
    damping *= 0.1;
    failures = 0;
    if (settled) break;
  }
  return {iteration, normal.cost};
}

double largestMiss(const Shape& shape, const Track& track, std::vector<double>* byElement = nullptr) {
  ShapeWalker walker(shape);
  double largest = 0;
  if (byElement) byElement->assign(shape.elements(), 0.0);
  for (std::size_t i = 0; i < track.points.size(); ++i) {
    const double miss = (walker.at(track.arc[i]).position - track.points[i]).norm();
    if (byElement) (*byElement)[walker.element()] = std::max((*byElement)[walker.element()], miss);
    largest = std::max(largest, miss);
  }
  return largest;
}

struct Attempt {
  Shape shape;
  Track track;
  double miss = 0, cost = 0;
  int iterations = 0;
};

// A polyline with noise has the curvature of the noise; smoothing shows the curve behind it, too much
// smoothing flattens curls. The guess that already runs closest to the points is where Gauss-Newton begins.
Shape bestGuess(const Track& track, const Matrix3d& root, Model model, const std::vector<double>& knots) {
  constexpr double kGood = 0.02;  // of the length
  Shape best = guessShape(track.points, track.arc, root, model, knots, 0);
  double least = largestMiss(best, track);
  const int points = static_cast<int>(track.points.size());
  for (int smoothing = 2; 3 * smoothing < points && least > kGood * track.arc.back(); smoothing *= 2) {
    Shape other = guessShape(track.points, track.arc, root, model, knots, smoothing);
    const double miss = largestMiss(other, track);
    if (miss >= least) continue;
    least = miss;
    best = std::move(other);
  }
  return best;
}

Attempt best(const Track& track, const Matrix3d& root, Model model, const std::vector<double>& knots) {
  constexpr int kMostIterations = 40;
  Attempt result;
  result.track = track;
  if (model == Model::chain) {
    result.shape = guessShape(track.points, track.arc, root, model, knots, 0);
    for (double& s : result.track.arc) s *= result.shape.length() / track.arc.back();
  } else {
    result.shape = bestGuess(track, root, model, knots);
    result.iterations = improve(result.shape, result.track, {}, kMostIterations).iterations;
  }
  result.miss = largestMiss(result.shape, result.track);
  return result;
}

// How much of a change of curvatures that makes the cost fall from `rest` to `best` is taken: none where it
// gains next to nothing, which is so for a rigidly moved copy of a curve whose fit had not quite settled.
double worth(double rest, double best) {
  constexpr double kFloor = 1e-12, kLeast = 0.1, kAll = 0.5;  // gain over what is left
  const double gain = (rest - best) / (best + kFloor),
               u = std::clamp((gain - kLeast) / (kAll - kLeast), 0.0, 1.0);
  return u * u * (3 - 2 * u);
}

// First with every point held at its place: a curl would otherwise slip by a part of a turn.
Attempt poseFromRest(const Track& track, const Matrix3d& root, const Shape& rest, int most) {
  Attempt pose;
  pose.shape = rest;
  pose.shape.root = {root, Vector3d::Zero()};
  pose.track = track;
  pose.iterations = improve(pose.shape, pose.track, {&rest, true, false}, most).iterations;
  Attempt bent = pose;
  bent.iterations += improve(bent.shape, bent.track, {&rest, false, false}, most).iterations;
  const Outcome best = improve(bent.shape, bent.track, {&rest, false, true}, most);
  const Outcome rigid = improve(pose.shape, pose.track, {&rest, true, true}, most);
  const double part = worth(rigid.cost, best.cost);
  bent.cost = best.cost;
  bent.iterations += best.iterations + rigid.iterations;
  if (part == 1) return bent;
  if (part > 0) {  // the root and the places of the points anew for curvatures between
    for (std::size_t k = 0; k < rest.kappa.size(); ++k)
      pose.shape.kappa[k] += part * (bent.shape.kappa[k] - pose.shape.kappa[k]);
    improve(pose.shape, pose.track, {&rest, true, true}, most);
  }
  pose.iterations = bent.iterations;
  pose.cost = rigid.cost;
  return pose;
}

// From the rest's curvatures; where these lead astray, from those that the points say.
Attempt fitPose(const Track& track, const Matrix3d& root, const Shape& rest) {
  constexpr int kMostIterations = 60;
  constexpr double kGood = 4e-4, kMuchCloser = 0.25;  // of mean squares
  Attempt pose = poseFromRest(track, root, rest, kMostIterations);
  if (pose.cost < kGood) return pose;
  Attempt other;
  other.shape = bestGuess(track, root, rest.model, rest.arc);
  other.track = track;
  const Outcome outcome = improve(other.shape, other.track, {&rest, false}, kMostIterations);
  other.cost = outcome.cost;
  other.iterations = pose.iterations + outcome.iterations;
  return other.cost < kMuchCloser * pose.cost ? other : pose;
}

// Elements whose points are too far off are cut in half, in one round.
bool split(std::vector<double>& knots, const Attempt& fit, double tolerance, int most) {
  std::vector<double> miss;
  largestMiss(fit.shape, fit.track, &miss);
  std::vector<double> finer = {0};
  const std::vector<double>& arc = fit.shape.arc;
  int room = most - static_cast<int>(fit.shape.elements());
  for (std::size_t e = 0; e + 1 < arc.size(); ++e) {
    if (miss[e] > tolerance && room-- > 0) finer.push_back((arc[e] + arc[e + 1]) / 2);
    finer.push_back(arc[e + 1]);
  }
  const bool more = finer.size() > knots.size();
  knots = std::move(finer);
  return more;
}

// Not more points than a fit can use: about so many an element, the first and last among them.
Track thinned(const Track& track, std::size_t most) {
  if (track.points.size() <= most) return track;
  Track thin;
  for (std::size_t i = 0; i < most; ++i) {
    const std::size_t from = i * (track.points.size() - 1) / (most - 1);
    thin.points.push_back(track.points[from]);
    thin.arc.push_back(track.arc[from]);
  }
  return thin;
}

// The point of a polyline at an arc length.
Vector3d pointAt(const Track& track, double s) {
  const auto next = std::upper_bound(track.arc.begin() + 1, track.arc.end() - 1, s);
  const std::size_t i = static_cast<std::size_t>(next - track.arc.begin()) - 1;
  const double u = std::clamp((s - track.arc[i]) / (track.arc[i + 1] - track.arc[i]), 0.0, 1.0);
  return track.points[i] + u * (track.points[i + 1] - track.points[i]);
}

// The arc length beyond `after` whose point is `link` from the joint, and nearest to `expected`.
double placeOfJoint(const Track& track, const Vector3d& joint, double link, double after, double expected) {
  double best = expected, least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < track.points.size(); ++i) {
    if (track.arc[i + 1] <= after) continue;
    // |start + u edge| = link
    const Vector3d start = track.points[i] - joint, edge = track.points[i + 1] - track.points[i];
    const double a = edge.squaredNorm(), b = start.dot(edge), c = start.squaredNorm() - link * link;
    const double root = b * b - a * c;
    if (!(root >= 0) || !(a > 0)) continue;
    for (const double sign : {-1.0, 1.0}) {
      const double u = (-b + sign * std::sqrt(root)) / a;
      const double s = track.arc[i] + u * (track.arc[i + 1] - track.arc[i]);
      constexpr double kSlack = 1e-9;  // an end of an edge belongs to it
      if (u < -kSlack || u > 1 + kSlack || s <= after || std::abs(s - expected) >= least) continue;
      least = std::abs(s - expected);
      best = s;
    }
  }
  return best;
}

// Along a curve, link by link: the place whose distance from the joint is the link's length, as near as can
// be to where an even stretch of the curve would put it.
Attempt chainPose(const Track& track, const Matrix3d& root, const Shape& rest) {
  Attempt pose;
  pose.shape = rest;
  pose.shape.root = {root, Vector3d::Zero()};
  pose.track = track;
  Matrix3d frame = root;
  Vector3d joint = Vector3d::Zero();
  const double whole = track.arc.back();
  double at = 0;
  for (std::size_t k = 0; k < rest.elements(); ++k) {
    const double link = rest.arc[k + 1] - rest.arc[k];
    at = placeOfJoint(track, joint, link, at, at + link * (whole - at) / (rest.length() - rest.arc[k]));
    const Vector3d along = pointAt(track, at) - joint;
    const Matrix3d turned = along.norm() > 0 ? Matrix3d(shortestTurn(frame.col(0), along) * frame) : frame;
    pose.shape.joints[k] = Eigen::Quaterniond(Matrix3d(frame.transpose() * turned));
    frame = turned;
    joint += link * frame.col(0);
  }
  return pose;
}

Attempt fitAtOnce(const Track& track, const Matrix3d& root, const FitSettings& settings) {
  if (settings.rest && settings.rest->model == Model::chain) return chainPose(track, root, *settings.rest);
  if (settings.rest) return fitPose(track, root, *settings.rest);
  const double length = track.arc.back();
  std::vector<double> knots = spreadKnots(length, settings.elements, settings.grading);
  Attempt fit = best(track, root, settings.model, knots);
  while (settings.tolerance > 0 && fit.miss > settings.tolerance * length &&
         split(knots, fit, settings.tolerance * length, settings.maxElements)) {
    const double scale = length / knots.back();
    for (double& knot : knots) knot *= scale;
    Attempt finer = best(track, root, settings.model, knots);
    finer.iterations += fit.iterations;
    fit = std::move(finer);
  }
  return fit;
}

// All points of the curve on a rod that was fitted to some of them.
void place(FitResult& result, const Track& all, const Track& fitted) {
  result.arcOfPoint.resize(all.arc.size());
  std::size_t k = 0;
  std::vector<double> before(fitted.arc.size());  // arc length of the fitted points before they slid
  for (std::size_t i = 0, j = 0; i < all.points.size() && j < fitted.points.size(); ++i)
    if (all.points[i] == fitted.points[j]) before[j++] = all.arc[i];
  for (std::size_t i = 0; i < all.arc.size(); ++i) {
    while (k + 2 < before.size() && before[k + 1] < all.arc[i]) ++k;
    const double u = (all.arc[i] - before[k]) / std::max(before[k + 1] - before[k], 1e-300);
    result.arcOfPoint[i] = fitted.arc[k] + std::clamp(u, 0.0, 1.0) * (fitted.arc[k + 1] - fitted.arc[k]);
  }
  ShapeWalker walker(result.shape);
  for (std::size_t i = 0; i < all.points.size(); ++i) {
    double& s = result.arcOfPoint[i];
    const Frame<double> frame = walker.at(s);
    const double floor = i ? result.arcOfPoint[i - 1] : 0.0;
    s = std::clamp(s + frame.axes.col(0).dot(all.points[i] - frame.position), floor, result.shape.length());
  }
  ShapeWalker again(result.shape);
  for (std::size_t i = 0; i < all.points.size(); ++i)
    result.error = std::max(result.error, (again.at(result.arcOfPoint[i]).position - all.points[i]).norm());
}

}  // namespace

FitResult fitRod(const std::vector<Vector3d>& points, const Matrix3d& root, const FitSettings& settings) {
  constexpr std::size_t kPointsPerElement = 40;
  // far from the origin floats are coarse, and so would sums be: work around the root
  Track all;
  for (const Vector3d& point : points) all.points.push_back(point - points.front());
  all.arc = arcLengths(all.points);
  const int elements = settings.rest            ? static_cast<int>(settings.rest->elements())
                       : settings.tolerance > 0 ? settings.maxElements
                                                : settings.elements;
  const double scale = settings.rest ? settings.rest->length() / all.arc.back() : 1;
  for (double& s : all.arc) s *= scale;
  const Track track =
      thinned(all, std::max<std::size_t>(kPointsPerElement * static_cast<std::size_t>(elements), 200));
  Attempt fit = fitAtOnce(track, root, settings);
  FitResult result;
  result.shape = std::move(fit.shape);
  result.iterations = fit.iterations;
  place(result, all, fit.track);
  result.shape.root.position += points.front();
  return result;
}

}  // namespace tendril
