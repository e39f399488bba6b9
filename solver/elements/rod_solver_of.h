// A rod's solver, for any model. A model gives, for one element:
//
//   kEnds      ends that have coordinates
//   kPoints    Gauss points of a piece
//   kRigid     true if all bending is at the element's start
//   pieces     number of pieces that a pose needs
//   stations   quadrature points (solver/elements/station.h); stationAt: one at any arc length
//   biases     their velocity products
//   bend       Q phi at a station, by rates
//   elastic    gradient and Hessian of the elastic energy; energy: its value
//   restFor    the rest shape that balances a load gradient
//   turnOfChange   rotation of an element by a change of a coordinate, rad
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "solver/base/span.h"
#include "solver/elements/elimination.h"
#include "solver/elements/rigid_terms.h"
#include "solver/elements/rod_solver.h"
#include "solver/kinematics/quadrature.h"

namespace tendril::solver {

template <int Ends>
struct Elastic {
  using Matrix = Eigen::Matrix<double, kRates<Ends>, kRates<Ends>>;
  Eigen::Matrix<double, kRates<Ends>, 1> gradient;
  Matrix stiffness;                // positive; damping is proportional to it
  Matrix goal = Matrix::Zero();    // stiffness of the goal's springs
  Matrix beyond = Matrix::Zero();  // rest of the Hessian
};

// A material point and both directors, in the world: columns centreline, n1, n2.
struct Point {
  Matrix3d place, speed;
};

// Resultant of the loads beyond a station.
struct Beyond {
  Vector3d force, moment;  // N, N m about the station
};

template <class M>
class RodSolverOf final : public RodSolver {
  static constexpr int kEnds = M::kEnds, kSize = kStates<kEnds>, kKept = kSize - 3, kOwn = kRates<kEnds>;
  static constexpr std::size_t kPoints = M::kPoints;

  // Terms of a curved element alone; later also of what is attached to it and of everything beyond it.
  struct CurvedTerms {
    MotionMap endMap;
    StateMatrix<kEnds> matrix;
    StateVector vector;
    Elimination<kKept> elimination;
  };

  struct Element : std::conditional_t<M::kRigid, LinkTerms, CurvedTerms> {
    int pieces = 0, wanted = 0;               // before cuts at hooks
    std::vector<double> cuts;                 // arc lengths where the internal load jumps; pieces end there
    std::vector<double> bounds;               // of the pieces, from 0 to the length
    std::size_t first = 0, count = 0;         // stations
    std::size_t firstHook = 0, lastHook = 0;  // in `order_`
    Frame<double> world;                      // of the element's start
    Station<kEnds> end;
    Elastic<kEnds> elastic;
    RateVector<kEnds> eta = RateVector<kEnds>::Zero();
    Vec6d motion = Vec6d::Zero(), endBias = Vec6d::Zero();
    Vector3d momentAtStart = Vector3d::Zero();
    StateVector acceleration = StateVector::Zero();  // z'

    Vector3d omega() const { return motion.head<3>(); }
  };

 public:
  RodSolverOf(const SceneRod& rod, const std::vector<Hanger>& hangers, const std::vector<Hanger>& grips);

  void add(const Pose& from, const Vectors& by, double part, Pose& to) const override {
    to.setChanged(from, by, part);
  }
  void difference(const Pose& from, const Pose& to, double part, Vectors& by) const override {
    from.findChanges(to, part, by);
  }
  double largestTurn(const Vectors& by) const override;

  // solver/elements/rod_kinematics.h
  bool reserveStations(const Pose& pose, bool fresh) override;
  bool applyStations() override;
  void setPose(const Pose& pose) override;
  void updateElastic() override;
  void setRates(const Vec6d& rootMotion, const Vectors& rates) override;
  void computeBias() override;
  Energies energies(const Vector3d& gravity) const override;
  void storePoints() override;
  void replacePoints() override;
  double keptEnergy(bool before, const Pose& pose, const Vector3d& gravity, double& kinetic) const override;
  void addMomentum(bool before, const Vector3d& gravity, Momentum& sum) const override;

  // solver/elements/riccati.h
  void assembleAccelerations() override;
  void addInertiaAt(std::size_t hook, const Mat6d& inertia, const Vec6d& bias) override;
  bool eliminate(double least) override;
  void substitute(const Vec6d& rootAcceleration) override;
  Vec6d accelerationAt(std::size_t hook) const override;
  void findLoads() override;

  // solver/elements/delassus_columns.h
  std::size_t firstGrip() const override { return grips_; }
  void moveGrip(std::size_t hook, double arc) override;
  void placeGrips() override;
  void setCuts(const std::vector<std::size_t>& elements) override;
  int rowsOfCut() const override { return kKept; }
  void beginColumns(std::size_t firstRow) override;
  void addColumn(std::size_t row, std::size_t hook, const Vec6d& load) override;
  void eliminateColumns() override;
  const std::vector<std::size_t>& rootRows() const override { return pieces_.back().rows; }
  const Eigen::Matrix<double, 6, Eigen::Dynamic>& rootColumns() const override { return rootColumns_; }
  void addDelassusBlock(DelassusSystem& to) const override;
  void applyMultipliers(const Eigen::VectorXd& by) override;

  // solver/elements/inertial_target.h
  void setInertialTarget(double historyWeight, double gamma) override;
  void refineInertialTarget(double gamma, const Vec6d& rootAcceleration,
                            const Vectors& accelerations) override;
  Vec6d predictedAt(std::size_t hook) const override;

  // solver/elements/drag_terms.h
  void sampleWind(const Wind& wind, double time) override;
  double drivenWork(double dt) const override;

  // solver/elements/loads.h
  void computeLoads(const StepTerms& how) override;
  void findLoadGradient(Vectors& to) const override;
  void restFor(const Pose& pose, const Vectors& gradient, Coordinates& rest) const override {
    M::restFor(rod_, pose, gradient, rest);
  }

  // solver/elements/newton_terms.h
  void assembleNewton(const StepTerms& how, const Vectors& rates) override;
  void assembleRates(const StepTerms& how) override;

  // solver/elements/potential.h
  double potential(const StepTerms& how, const Vectors& rates, double& size) override;

  std::size_t hooksOfForces() const override { return grips_ - forces_; }
  // A free chain turns with its first link, so its first joint would be redundant.
  bool isLocked(std::size_t k) const override {
    return (M::kRigid && k == 0 && rod_.root == Root::free) ||
           (!rod_.goal.locked.empty() && rod_.goal.locked[k]);
  }
  std::size_t elements() const override { return all_.size(); }
  int ends() const override { return kEnds; }
  ElementMatrix elementMatrix(std::size_t e) const override;
  ElementVector elementVector(std::size_t e) const override;
  ElementMatrix endMap(std::size_t e) const override {
    if constexpr (M::kRigid)
      return motionMap<kEnds>(M::withMaps(all_[e].end)).template topRows<kSize>().transpose();
    else
      return all_[e].endMap.template topRows<kSize>().transpose();
  }
  Vec6d endBias(std::size_t e) const override { return moment_ ? all_[e].endBias : Vec6d(Vec6d::Zero()); }
  Frame<double> elementFrame(std::size_t e) const override { return all_[e].world; }
  Vec6d elementMotion(std::size_t e) const override { return all_[e].motion; }

 private:
  static RateVector<kEnds> etaOf(const Vectors& rates, std::size_t e) {
    RateVector<kEnds> eta = RateVector<kEnds>::Zero();
    for (std::size_t k = 0; k < kEnds; ++k) eta.template segment<3>(3 * static_cast<int>(k)) = rates[e + k];
    return eta;
  }
  static StateVector stateOf(const Vec6d& motion, const RateVector<kEnds>& eta) {
    StateVector z = StateVector::Zero();
    z.template head<6>() = motion;
    z.template segment<kOwn>(6) = eta.template head<kOwn>();
    return z;
  }
  Matrix3d placeOf(const Element& at, std::size_t i) const {
    Matrix3d place;
    place << at.world.position + stations_[i].position, stations_[i].axes.template rightCols<2>();
    return place;
  }
  Matrix3d speedOf(const Element& at, std::size_t i) const {
    const Station<kEnds>& station = stations_[i];
    const Vector3d omega = at.omega(), spin = omega + station.spin;
    Matrix3d speed;
    speed.col(0) = at.motion.template tail<3>() + omega.cross(station.position) + station.rate;
    speed.col(1) = spin.cross(station.axes.col(1));
    speed.col(2) = spin.cross(station.axes.col(2));
    return speed;
  }

  // Spin and velocity that rates add to a station's.
  static Vector3d turnedBy(const Station<kEnds>& at, const RateVector<kEnds>& eta) {
    if constexpr (M::kRigid)
      return at.axes * eta.template head<3>();
    else
      return at.turn.transpose() * eta;
  }
  static Vector3d shiftedBy(const Station<kEnds>& at, const RateVector<kEnds>& eta) {
    if constexpr (M::kRigid)
      return turnedBy(at, eta).cross(at.position);
    else
      return at.shift.transpose() * eta;
  }
  // The motion of an element's end, from that of its start and the rates.
  static Vec6d endOf(const Element& at, const Vec6d& start, const RateVector<kEnds>& eta) {
    if constexpr (M::kRigid) {
      const Vector3d spin = start.head<3>() + turnedBy(at.end, eta);
      Vec6d end;
      end << spin, start.tail<3>() + spin.cross(at.end.position);
      return end;
    } else {
      return at.endMap.transpose() * stateOf(start, eta);
    }
  }

  // kg m2
  Matrix3d rotaryInertia(std::size_t i) const {
    const Matrix3d& q = stations_[i].axes;
    const double first = masses_[i][1], second = masses_[i][2];
    Matrix3d j = -first * q.col(1) * q.col(1).transpose() - second * q.col(2) * q.col(2).transpose();
    j.diagonal().array() += first + second;
    return j;
  }

  class TermSum;

  // A piece of the rod between two cuts, and its columns; those that begin farthest out come first.
  struct Piece {
    std::size_t first = 0, end = 0;  // elements
    std::vector<std::size_t> rows;   // rows of the columns
    Eigen::MatrixXd own, answer;     // y and D^-1 y: three rows an element, from the last element on
    // of the cut at the piece's start:
    Eigen::LLT<Eigen::Matrix<double, kKept, kKept>> inertia;
    Eigen::Matrix<double, kKept, 1> bias, offset;
    Eigen::MatrixXd left;  // remainders of its columns at the cut
  };
  struct Event {
    std::size_t element, row;
    Vec6d load;
    std::size_t hook;
  };

  static void cutElement(Element& at);
  void seatHook(Hook& hook, double arc) const;
  void orderHooks();
  void placeHook(Hook& hook);
  bool isCut(std::size_t e) const { return cutting_ && isCut_[e]; }
  Piece& pieceFrom(std::size_t element);
  using CutMatrix = Eigen::Matrix<double, kKept, kKept>;
  bool factorCut(std::size_t element, CutMatrix& left);
  using Events = typename std::vector<Event>::const_iterator;
  void numberRows(std::size_t p, Events event, Events end);
  void pushColumns(const Element& at, Eigen::Index columns);
  void addColumnLoad(const Element& at, const Event& event, Eigen::Index column);
  void eliminateBeside(std::size_t e, Eigen::Index columns, Piece& piece);
  void eliminateRoot(Piece& piece);
  void eliminatePiece(std::size_t p);
  Station<kEnds> stationOf(const Hook& hook) const;
  template <class F>
  Vec6d spread(std::size_t e, const Vec6d& beyond, const F& loads);
  void addHookLoads(const Element& at, double from, Vector3d& force, Vector3d& moment) const;
  template <class F>
  void spreadAll(const F& loads);
  Matrix3d loadAt(const Element& at, std::size_t i, const StepTerms& how) const;
  void takeForces();
  void addTargetSprings(const StepTerms& how);
  void addSpringDamping(const StepTerms& how);
  double airPotential(std::size_t i, const Vector3d& place, const StepTerms& how) const;
  double hookPotential(std::size_t i, const Frame<double>& at) const;
  void addForces();
  void addLevers();
  void pushBack(std::size_t e, const Eigen::Matrix<double, kRows, kKept>& left);
  void pushBack(std::size_t e, const StateVector& left);
  bool eliminateCurved(double least);
  bool eliminateRigid(double least);
  void solveVectors();
  void lock(std::size_t e, int row);
  void addShifted(const Hook& hook, const Mat6d& by);
  void addLoad(const Hook& hook, const Vec6d& by);
  Vector3d airForce(std::size_t i, const Vector3d& place, const StepTerms& how) const;
  void addDrag(const StepTerms& how);
  Eigen::Matrix<double, kOwn, 1> goalLag(const RateVector<kEnds>& eta, std::size_t e) const;

  const SceneRod& rod_;
  const Pose* pose_ = nullptr;
  bool strained_ = false;  // elastic terms are those of the pose
  std::vector<Element> all_;
  std::vector<std::size_t> order_;              // of hooks, by element
  std::size_t forces_, targetSprings_, grips_;  // index of the first hook of each kind
  // by stations:
  std::vector<Station<kEnds>> stations_;
  Vectors masses_;                                      // centreline (kg) and directors n1, n2 (kg m2)
  std::vector<Point> kept_[2];                          // the past, now
  std::vector<Matrix3d> historyTerm_, inertialTarget_;  // places
  std::vector<Matrix3d> load_;                          // N on points and N m on directors
  std::vector<Beyond> beyond_;
  std::vector<DragAt> drag_;                 // empty: vacuum
  bool drives_ = false;                      // wind or a target velocity may do work
  Vectors historyTermOfHooks_;               // of forces and target springs
  std::vector<Frame<double>> keptHooks_[2];  // of forces and target springs: the past, now
  Elimination<6> root_;                      // of the root's coordinates (clothoids)
  bool gripsMoved_ = false;                  // `order_` must be found again
  std::vector<std::uint8_t> isCut_;          // by element: cut in front of it
  std::vector<Piece> pieces_;                // from the tip to the root
  std::vector<Event> events_;                // loads of columns
  std::size_t firstCutRow_ = 0;
  Eigen::Matrix<double, 6, Eigen::Dynamic> rootColumns_;
  Eigen::Matrix<double, kRows, Eigen::Dynamic> front_;
  bool moment_ = false;  // solves for accelerations, so velocity products count
};

}  // namespace tendril::solver

#include "solver/elements/delassus_columns.h"
#include "solver/elements/drag_terms.h"
#include "solver/elements/inertial_target.h"
#include "solver/elements/loads.h"
#include "solver/elements/newton_terms.h"
#include "solver/elements/potential.h"
#include "solver/elements/riccati.h"
#include "solver/elements/rod_kinematics.h"

namespace tendril::solver {

// ModelType::makeSolver of a model.
template <class M>
std::unique_ptr<RodSolver> makeRodSolverOf(const SceneRod& rod, const std::vector<Hanger>& hangers,
                                           const std::vector<Hanger>& grips) {
  return std::make_unique<RodSolverOf<M>>(rod, hangers, grips);
}

}  // namespace tendril::solver
