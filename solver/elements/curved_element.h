// The algorithm of an element that bends along its length (clothoid and helix): 12 x 12 or 9 x 9 matrices
// over
//
//   z = (omega, v, eta_start, eta_end)      solver/elements/element_terms.h
//
// RigidElement has the same functions for links.
#pragma once

#include "solver/elements/element_model.h"
#include "solver/elements/elimination.h"
#include "solver/elements/hook.h"
#include "solver/linear/pooled.h"

namespace tendril::solver {

template <int Ends>
struct CurvedElement {
  static constexpr int kEnds = Ends, kSize = kStates<Ends>, kKept = kSize - 3, kOwn = kRates<Ends>;
  static constexpr std::size_t kPoints = 6;      // stations of a piece: kCollocation
  static constexpr bool kStoresElastic = false;  // its stiffness does not depend on the pose
  static constexpr bool kTurnsAtStart = false;   // bends along its length

  using StationType = Station<Ends>;
  using End = Moving<Station<Ends>>;
  using Rates = RateVector<Ends>;
  using Own = Eigen::Matrix<double, kOwn, 1>;
  using OwnMatrix = Eigen::Matrix<double, kOwn, kOwn>;
  using KeptMatrix = Eigen::Matrix<double, kKept, kKept>;
  using KeptVector = Eigen::Matrix<double, kKept, 1>;
  using Columns = Pooled<kRows>::Map;  // loads on z, side by side

  MotionMap endMap;  // of the element's end
  Elimination<kKept> elimination;

  // What is left of an element and everything beyond it: matrix and vector over its start.
  struct Left {
    Eigen::Matrix<double, kRows, kKept> matrix = Eigen::Matrix<double, kRows, kKept>::Zero();
    StateVector vector = StateVector::Zero();

    KeptMatrix symmetric() const {
      KeptMatrix all = matrix.template topRows<kKept>();
      all.template triangularView<Eigen::StrictlyUpper>() = all.transpose();
      return all;
    }
    void setMatrix(const KeptMatrix& to) { matrix.template topRows<kKept>() = to; }
    KeptVector kept() const { return vector.template head<kKept>(); }
    void setVector(const Vec6d& load) { vector.template head<6>() = load; }
  };

  // An element's matrix and vector.
  class Terms {
   public:
    void begin() {
      masses_ = {};
      loads_ = {};
    }
    void addLoad(const Station<Ends>& at, const Vector3d& force, const Vector3d& couple) {
      loads_.add(at, force, couple);
    }
    void addMass(const Station<Ends>& at, double mass, const Matrix3d& turning) {
      masses_.add(at, mass, turning);
    }
    // With the geometric stiffness of a bending moment times the station's weight; `u`: along the element.
    void addMass(const Station<Ends>& at, double mass, const Matrix3d& turning, double u,
                 const Vector3d& moment) {
      masses_.add(at, mass, turning, bendMap<Ends>(at.axes, u) * crossOf(moment));
    }
    void finish() {
      masses_.into(matrix_);
      loads_.into(vector_);
    }
    void setOwn(const OwnMatrix& stiffness) { matrix_.template block<kOwn, kOwn>(6, 6) += stiffness; }
    void setOwn(const Own& gradient) { vector_.template segment<kOwn>(6) += gradient; }
    // Bending is along the element: the moment at its start adds nothing.
    void addMoment(const Station<Ends>&, const Vector3d&) {}
    // B^T slope B of a station.
    void addSlope(const Station<Ends>& at, const Matrix3d& slope) {
      Eigen::Matrix<double, kRows, 3> moved = Eigen::Matrix<double, kRows, 3>::Zero();
      moved.template topRows<3>() = crossOf(at.position);
      moved.template middleRows<3>(3).setIdentity();
      moved.template middleRows<kOwn>(6) = at.shift.template topRows<kOwn>();
      const Eigen::Matrix<double, kRows, 3> pushed = moved * slope;
      matrix_ += pushed.lazyProduct(moved.template topRows<kSize>().transpose());
    }
    void addAt(const LoadedPoint& hook, const Vector3d&, const Mat6d& inertia) {
      const MotionMap pushed = hook.map * inertia;
      matrix_ += pushed.lazyProduct(hook.map.template topRows<kSize>().transpose());
    }
    void addAt(const LoadedPoint& hook, const Vector3d&, const Vec6d& load) { vector_ += hook.map * load; }
    void addMassDamping(const Station<Ends>&, const Vec6d& motion, const Rates& eta, double damping) {
      const StateVector state = stateOf(motion, eta);
      vector_.template head<kSize>() += whole(Station<Ends>()) * state.template head<kSize>() * damping;
    }

    // Removes coordinates from the unknowns: the one that this element eliminates; the rod's first.
    void lock(bool last, bool first) {
      if (last) lock(kKept);
      if (first) lock(6);
    }

    ElementMatrix whole(const Station<Ends>&) const {
      const ElementMatrix all = matrix_.template topRows<kSize>();
      return all.template selfadjointView<Eigen::Lower>();
    }
    ElementVector wholeVector(const Station<Ends>&) const { return vector_.template head<kSize>(); }

   private:
    friend struct CurvedElement;
    void lock(int row) {
      matrix_.template block<3, kSize>(row, 0).setZero();
      matrix_.template block<kSize, 3>(0, row).setZero();
      matrix_.template block<3, 3>(row, row).setIdentity();
      vector_.template segment<3>(row).setZero();
    }

    MatrixSum<Ends> masses_;
    VectorSum<Ends> loads_;
    StateMatrix<Ends> matrix_;
    StateVector vector_;
  };

  // The clothoid's coordinate at the rod's root, which no element in front eliminates.
  struct RootElimination {
    Elimination<6> elimination;  // of Ends == 2

    bool factor(Left& left, double least, Mat6d& inertia) {
      if constexpr (Ends == 2) {
        Elimination<6>::Left last;
        if (!elimination.factor(left.matrix, last, least)) return false;
        inertia = cornerOf(last);
        StateVector vector = StateVector::Zero();
        elimination.solve(left.vector, vector);
        left.vector = vector;
      } else {
        inertia = cornerOf(left.matrix);
      }
      return true;
    }
    // The coordinate, from the root's acceleration in `kept`, where it is stored as well.
    void substitute(StateVector& kept, Vectors& accelerations) const {
      if constexpr (Ends == 2) {
        accelerations[0] = elimination.last(kept);
        kept.template segment<3>(6) = accelerations[0];
      }
    }
  };

  static StateVector stateOf(const Vec6d& motion, const Rates& eta) {
    StateVector z = StateVector::Zero();
    z.template head<6>() = motion;
    z.template segment<kOwn>(6) = eta.template head<kOwn>();
    return z;
  }
  static Vector3d turnedBy(const Station<Ends>& at, const Rates& eta) { return at.turn.transpose() * eta; }
  static Vector3d shiftedBy(const Station<Ends>& at, const Rates& eta) { return at.shift.transpose() * eta; }
  // For hooks: a station with the maps of rates to its motion.
  static const End& withMaps(const End& at) { return at; }
  // A station at the element's start needs no series.
  static constexpr bool kStartIsFixed = true;

  void place(const Station<Ends>& end) { endMap = motionMap<Ends>(end); }
  MotionMap mapOfEnd(const Station<Ends>&) const { return endMap; }
  // The motion (or acceleration) of the end, from that of the start and the rates.
  Vec6d endOf(const Station<Ends>&, const Vec6d& start, const Rates& eta) const {
    return endMap.transpose() * stateOf(start, eta);
  }

  // Adds what is left beyond the end. `bias`: acceleration of the end at z' = 0; null: none.
  void pushBackMatrix(const Station<Ends>&, const Left& left, const Vec6d* bias, Terms& to) const {
    const Mat6d corner = cornerOf(left.matrix);
    const MotionMap pushed = endMap.lazyProduct(corner);
    to.matrix_ += pushed.lazyProduct(endMap.template topRows<kSize>().transpose());
    if (bias) to.vector_ += pushed * *bias;
    if constexpr (Ends == 2) {  // both elements share the coordinates between them
      const Eigen::Matrix<double, 3, 6> coupling = left.matrix.template block<3, 6>(6, 0);
      const Eigen::Matrix<double, kRows, 3> columns = endMap.lazyProduct(coupling.transpose());
      to.matrix_.template block<3, kSize>(9, 0) += columns.template topRows<kSize>().transpose();
      to.matrix_.template block<kSize, 3>(0, 9) += columns.template topRows<kSize>();
      to.matrix_.template block<3, 3>(9, 9) += left.matrix.template block<3, 3>(6, 6);
      if (bias) to.vector_.template segment<3>(9) += coupling * *bias;
    }
  }
  void pushBackVector(const Station<Ends>&, const Left& left, const Vec6d*, Terms& to) const {
    to.vector_ += endMap * left.vector.template head<6>();
    if constexpr (Ends == 2) to.vector_.template segment<3>(9) += left.vector.template segment<3>(6);
  }
  // Eliminates the element's last coordinate.
  bool factor(const Station<Ends>&, const Terms& terms, Left& left, double least) {
    if (!elimination.factor(terms.matrix_, left.matrix, least)) return false;
    StateVector rest = StateVector::Zero();
    elimination.solve(terms.vector_, rest);
    left.vector = rest;
    return true;
  }
  Vector3d last(const StateVector& kept) const { return elimination.last(kept); }

  // Further right sides (columns): moved from the element's end to its start; loads at a hook; eliminated.
  void carry(const Station<Ends>&, Eigen::Index c, Columns& columns) const {
    const StateVector left = columns.col(c);
    StateVector pushed = endMap * left.template head<6>();
    if constexpr (Ends == 2) pushed.template segment<3>(9) += left.template segment<3>(6);
    columns.col(c) = pushed;
  }
  static void addColumnLoad(const MotionMap& map, const Vector3d&, const Vec6d& load, Eigen::Index c,
                            Columns& columns) {
    columns.col(c) += map * load;
  }
  // y and D^-1 y of the eliminated coordinate.
  void eliminateColumn(const Station<Ends>&, bool lastLocked, bool firstLocked, Eigen::Index c,
                       Columns& columns, Vector3d& own, Vector3d& answer) const {
    auto column = columns.col(c);
    if (lastLocked) column.template segment<3>(kKept).setZero();
    if (firstLocked) column.template segment<3>(6).setZero();
    own = column.template segment<3>(kKept);
    answer = elimination.solveBeside(column);
  }
};

}  // namespace tendril::solver
