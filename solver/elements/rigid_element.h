// The algorithm of a rigid element (a link): shorter terms. All of a link's bending is at its start, so it
// moves with the spin behind its joint and the velocity of its start:
//
//   u = (omega + Q eta, v) = E z,  z = (omega, v, eta)          Q: axes behind the joint
//
// Its matrix is E^T inertia E, plus the joint's own terms (rates by rates, rates by the spin before it). So
// the sweep adds and shifts 6 x 6 matrices where curved elements need 12 x 12. CurvedElement has the same
// functions.
#pragma once

#include "solver/elements/element_model.h"
#include "solver/elements/elimination.h"
#include "solver/elements/hook.h"
#include "solver/linear/pooled.h"

namespace tendril::solver {

// Eliminates the last three unknowns of z from a link's terms; compare Elimination.
class LinkElimination {
 public:
  // `rates`: rates by rates; `coupling`: kept by rates. False if a pivot is not positive.
  bool factor(const Mat6d& kept, const Matrix3d& rates, const Eigen::Matrix<double, 6, 3>& coupling,
              Mat6d& left, double least) {
    if (!pivot_.factor(rates, least)) return false;
    gain_ = coupling;
    pivot_.substitute(gain_);
    left = kept;
    left.noalias() -= gain_.lazyProduct(gain_.transpose());
    pivot_.back(gain_);
    return true;
  }
  void solve(const Vec6d& kept, const Vector3d& rates, Vec6d& left) {
    offset_ = pivot_.solve(rates);
    left = kept - gain_ * rates;
  }
  Vector3d last(const Vec6d& kept) const { return -(gain_.transpose() * kept + offset_); }

  // A further right side, as in Elimination.
  template <class Vector>
  Vector3d solveBeside(Vector&& kept, const Vector3d& rates) const {
    kept -= gain_ * rates;
    return pivot_.solve(rates);
  }
  const Vector3d& offset() const { return offset_; }
  void addOffset(const Vector3d& by) { offset_ += by; }
  const Pivot& pivot() const { return pivot_; }

 private:
  Pivot pivot_;
  Eigen::Matrix<double, 6, 3> gain_;
  Vector3d offset_ = Vector3d::Zero();
};

struct RigidElement {
  static constexpr int kEnds = 1, kSize = 9, kKept = 6, kOwn = 3;
  static constexpr std::size_t kPoints = 2;  // stations of a link: exact for cubics
  static constexpr bool kStoresElastic =
      true;  // the spring's stiffness is that of the last pose that was asked
  static constexpr bool kTurnsAtStart = true;

  using StationType = LinkStation;
  using End = Moving<LinkStation>;
  using Rates = RateVector<1>;
  using Own = Vector3d;
  using OwnMatrix = Matrix3d;
  using KeptMatrix = Mat6d;
  using KeptVector = Vec6d;
  using Columns = Pooled<kRows>::Map;

  LinkElimination elimination;
  Elastic<1> elastic;

  struct Left {
    Mat6d matrix = Mat6d::Zero();
    Vec6d vector = Vec6d::Zero();

    const Mat6d& symmetric() const { return matrix; }
    void setMatrix(const Mat6d& to) { matrix = to; }
    const Vec6d& kept() const { return vector; }
    void setVector(const Vec6d& load) { vector = load; }
  };

  // Terms of a link alone; later also of what is attached to it and of everything beyond it.
  class Terms {
   public:
    void begin() {
      inertia_.setZero();
      push_.setZero();
      own_.setZero();
      mixed_.setZero();
      gradient_.setZero();
      locked_ = false;
    }
    void addLoad(const LinkStation& at, const Vector3d& force, const Vector3d& couple) {
      addLoadAt(at.position, force, couple);
    }
    void addMass(const LinkStation& at, double mass, const Matrix3d& turning) {
      const Vector3d first = mass * at.position;
      Matrix3d spin = turning - first * at.position.transpose();
      spin.diagonal().array() += first.dot(at.position);
      inertia_.topLeftCorner<3, 3>() += spin;
      addFirst(first);
      inertia_.diagonal().tail<3>().array() += mass;
    }
    // All bending is at the joint (addMoment()).
    void addMass(const LinkStation& at, double mass, const Matrix3d& turning, double, const Vector3d&) {
      addMass(at, mass, turning);
    }
    void finish() {}
    void setOwn(const Matrix3d& stiffness) { own_ = stiffness; }
    void setOwn(const Vector3d& gradient) { gradient_ = gradient; }
    // Geometric stiffness of the moment at the joint: -m . (d(theta) x Q d(phi)).
    void addMoment(const LinkStation& end, const Vector3d& moment) {
      mixed_ = -0.5 * end.axes.transpose() * crossOf(moment);
    }
    // Resistance to the velocity of a station.
    void addSlope(const LinkStation& at, const Matrix3d& slope) {
      const Matrix3d cross = crossOf(at.position), turned = slope * cross;
      inertia_.bottomRightCorner<3, 3>() += slope;
      inertia_.bottomLeftCorner<3, 3>() -= turned;
      inertia_.topRightCorner<3, 3>() -= turned.transpose();
      inertia_.topLeftCorner<3, 3>() -= cross * turned;
    }
    // A matrix or a load of a frame that moves with the link; `lever`: its origin from the link's start.
    void addAt(const LoadedPoint&, const Vector3d& lever, const Mat6d& inertia) {
      addShifted(lever, inertia);
    }
    void addAt(const LoadedPoint&, const Vector3d& lever, const Vec6d& load) {
      addLoadAt(lever, load.tail<3>(), load.head<3>());
    }
    void addMassDamping(const LinkStation& end, const Vec6d& atStart, const Rates& eta, double damping) {
      Vec6d motion = atStart;
      motion.head<3>() += turnedBy(end, eta);
      push_ += inertia_ * motion * damping;
    }

    // Removes the joint from the unknowns.
    void lock(bool last, bool) { locked_ = last; }

    ElementMatrix whole(const LinkStation& end) const {
      ElementMatrix all(kSize, kSize);
      all.topLeftCorner<6, 6>() = inertia_;
      const Eigen::Matrix<double, 6, 3> coupling = couplingOf(end.axes);
      all.topRightCorner<6, 3>() = coupling;
      all.bottomLeftCorner<3, 6>() = coupling.transpose();
      all.bottomRightCorner<3, 3>() = ratesOf(end.axes);
      return all;
    }
    ElementVector wholeVector(const LinkStation& end) const {
      ElementVector all(kSize);
      all << push_, rateVector(end.axes);
      return all;
    }

   private:
    friend struct RigidElement;
    void addLoadAt(const Vector3d& r, const Vector3d& force, const Vector3d& couple) {
      push_.head<3>() += couple + r.cross(force);
      push_.tail<3>() += force;
    }
    void addShifted(const Vector3d& r, const Mat6d& by) {
      const Matrix3d cross = crossOf(r);
      const Matrix3d mixing = by.bottomLeftCorner<3, 3>() - by.bottomRightCorner<3, 3>() * cross;
      inertia_.bottomRightCorner<3, 3>() += by.bottomRightCorner<3, 3>();
      inertia_.bottomLeftCorner<3, 3>() += mixing;
      inertia_.topRightCorner<3, 3>() += mixing.transpose();
      inertia_.topLeftCorner<3, 3>() +=
          by.topLeftCorner<3, 3>() - by.topRightCorner<3, 3>() * cross + cross * mixing;
    }
    void addFirst(const Vector3d& first) {
      const Matrix3d cross = crossOf(first);
      inertia_.bottomLeftCorner<3, 3>() -= cross;
      inertia_.topRightCorner<3, 3>() += cross;
    }
    // Blocks for the rates and their coupling to the kept unknowns; `axes`: behind the joint.
    Matrix3d ratesOf(const Matrix3d& axes) const {
      return axes.transpose() * inertia_.topLeftCorner<3, 3>() * axes + own_;
    }
    Eigen::Matrix<double, 6, 3> couplingOf(const Matrix3d& axes) const {
      Eigen::Matrix<double, 6, 3> coupling = inertia_.leftCols<3>() * axes;
      coupling.topRows<3>() += mixed_.transpose();
      return coupling;
    }
    Vector3d rateVector(const Matrix3d& axes) const { return axes.transpose() * push_.head<3>() + gradient_; }

    Mat6d inertia_;      // by u; symmetric, both triangles valid
    Vec6d push_;         // by u: right side
    Matrix3d own_;       // of the joint: rates by rates
    Matrix3d mixed_;     // of the joint: rates by omega
    Vector3d gradient_;  // by rates
    bool locked_ = false;
  };

  struct RootElimination {  // links have no coordinate in front of the first joint
    bool factor(Left& left, double, Mat6d& inertia) {
      inertia = left.matrix;
      return true;
    }
    void substitute(StateVector&, Vectors&) const {}
  };

  static StateVector stateOf(const Vec6d& motion, const Rates& eta) {
    StateVector z = StateVector::Zero();
    z.head<6>() = motion;
    z.segment<3>(6) = eta.head<3>();
    return z;
  }
  static Vector3d turnedBy(const LinkStation& at, const Rates& eta) { return at.axes * eta.head<3>(); }
  static Vector3d shiftedBy(const LinkStation& at, const Rates& eta) {
    return turnedBy(at, eta).cross(at.position);
  }
  static Moving<Station<1>> withMaps(const End& at) {
    Moving<Station<1>> made;
    static_cast<StationMotion&>(made) = at;
    made.axes = at.axes;
    made.position = at.position;
    made.arc = at.arc;
    made.weight = at.weight;
    made.turn.topRows<3>() = at.axes.transpose();
    made.shift.topRows<3>() = at.axes.transpose() * crossOf(at.position);
    made.turn.row(3).setZero();
    made.shift.row(3).setZero();
    return made;
  }
  static constexpr bool kStartIsFixed = false;  // a station at the start is behind the joint

  void place(const LinkStation&) {}
  MotionMap mapOfEnd(const End& end) const { return motionMap<1>(withMaps(end)); }
  Vec6d endOf(const LinkStation& end, const Vec6d& start, const Rates& eta) const {
    const Vector3d spin = start.head<3>() + turnedBy(end, eta);
    Vec6d motion;
    motion << spin, start.tail<3>() + spin.cross(end.position);
    return motion;
  }

  void pushBackMatrix(const LinkStation& end, const Left& left, const Vec6d*, Terms& to) const {
    to.addShifted(end.position, left.matrix);
  }
  void pushBackVector(const LinkStation& end, const Left& left, const Vec6d* bias, Terms& to) const {
    const Vec6d load = bias ? Vec6d(left.vector + left.matrix * *bias) : left.vector;
    to.addLoadAt(end.position, load.tail<3>(), load.head<3>());
  }
  // Eliminates the joint.
  bool factor(const LinkStation& end, const Terms& terms, Left& left, double least) {
    Matrix3d rates = terms.ratesOf(end.axes);
    Eigen::Matrix<double, 6, 3> coupling = terms.couplingOf(end.axes);
    Vector3d vector = terms.rateVector(end.axes);
    if (terms.locked_) {
      rates.setIdentity();
      coupling.setZero();
      vector.setZero();
    }
    if (!elimination.factor(terms.inertia_, rates, coupling, left.matrix, least)) return false;
    elimination.solve(terms.push_, vector, left.vector);
    return true;
  }
  Vector3d last(const StateVector& kept) const { return elimination.last(kept.head<6>()); }

  static void carry(const LinkStation& end, Eigen::Index c, Columns& columns) {
    const Vec6d left = columns.col(c).head<6>();
    columns.col(c).head<3>() += end.position.cross(left.tail<3>());
  }
  static void addColumnLoad(const MotionMap&, const Vector3d& lever, const Vec6d& load, Eigen::Index c,
                            Columns& columns) {
    const Vector3d force = load.tail<3>();
    columns.col(c).head<3>() += load.head<3>() + lever.cross(force);
    columns.col(c).segment<3>(3) += force;
  }
  void eliminateColumn(const LinkStation& end, bool locked, bool, Eigen::Index c, Columns& columns,
                       Vector3d& own, Vector3d& answer) const {
    const Vector3d rates =
        locked ? Vector3d(Vector3d::Zero()) : Vector3d(end.axes.transpose() * columns.col(c).head<3>());
    auto kept = columns.col(c).head<6>();
    own = rates;
    answer = elimination.solveBeside(kept, rates);
  }
};

}  // namespace tendril::solver
