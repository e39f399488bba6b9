// Constraints within a step of one island.
//
// Newton's method on the step's potential with rows g = 0 gives the saddle-point system
//
//   [ H   J^T ] [ dq     ]   [ -gradient ]
//   [ J    0  ] [ lambda ] = [ -g        ]
//
// Rows between a rod and the world touch one element, so they join its matrix in the sweep (augmented
// Lagrangian):
//
//   H + J^T w J,   gradient + J^T (lambda + w g),   lambda <- lambda + w (g + J dq)
//
// This is the system above with -1/w in place of 0. The penalty w is a million times the rods' stiffness, and
// the multipliers converge over the iterations. Compliant rows and pearls (springs m / gamma^2 to their
// inertial target) have their own w and no multiplier. A sliding arc length u is one more unknown of the
// element, eliminated there with all second derivatives.
//
// A tension lambda along a line of length d resists its swing with lambda / d across it (second derivative of
// g). Between two rods these are two more rows, springs of that stiffness.
//
// Rows between two rods, contacts between pearls and cuts of long rods form the Delassus system (J H^-1 J^T +
// compliance) lambda = g + J dq (solver/linear/delassus_system.h). A row costs passes between its hooks and
// the next cut or root.
//
//   ConstraintSolver coupling(scene, rods);
//   coupling.setConstraints(constraints);
//   coupling.begin(states, targets, terms, historyWeight, second, dt);
//   each iteration: beginIteration();
//                   computeLoads(); load(); sweep.assembleNewton(); sweep.eliminate(); solveRows();
//                   sweep.substitute(); while switchRowsToWorld(): again from computeLoads();
//                   take(); advance(part); sweep.setPose(); look();
//   coupling.finish(states, results);
#pragma once

#include "solver/linear/delassus_system.h"
#include "solver/sweep/rod_set.h"

namespace tendril::solver {

class ConstraintSolver {
 public:
  // Keeps references. `rods`: of the island.
  ConstraintSolver(const Scene& scene, const RodSet& rods) : scene_(scene), rods_(rods) {}

  // The scene's constraints that act on these rods, whose grips must be cleared. No memory is asked for once
  // as many have been there.
  void setConstraints(const std::vector<std::size_t>& constraints);
  bool empty() const { return active_.empty(); }
  const std::vector<std::size_t>& constraints() const { return constraints_; }  // indices in the scene
  std::size_t hookOf(std::size_t i, int end) const { return active_[i].hook[end]; }

  // `now`: at the start of the step; `targets`: at its end. `historyWeight`: of BDF2; `dt`: s.
  void begin(const std::vector<ConstraintState>& now, const std::vector<Frame<double>>& targets,
             const StepTerms& how, double historyWeight, bool second, double dt);
  // True if begin() needs rods posed at the start of the step, for springs' violations and new pearls.
  bool looksBack(const std::vector<ConstraintState>& now) const;
  // Exact rows that begin to act (solver/step/close_gaps.cpp): any; those that are off at the pose, of which
  // the ones with a time to close begin to do so, and true if others are; these are met now.
  bool begins(const std::vector<ConstraintState>& now) const;
  bool openGaps(std::vector<ConstraintState>& now);
  void closeGaps(std::vector<ConstraintState>& now) const;
  void keepForces();  // undoes what advance() did to them
  bool isFinite() const;
  // Cuts long rods while rows are solved.
  void cut(bool on);
  void leaveWhole();  // no cuts in this step: the responses of contacts know none
  void look();        // computes the rows at the rods' pose
  void beginIteration();
  void computeLoads();
  void load(bool whole);
  bool switchRowsToWorld();  // one-sided rows, after a solution; false: none has changed
  void solveRows();
  void take();
  // Arc lengths and multipliers: applies a part of the step, from where keepPlace() was called.
  void keepPlace();
  void advance(double part);

  double largestTurn() const;  // rad, of slides, in the present step
  double residual() const;     // largest violation of exact rows, in parts of the size, or rad
  double potential() const;    // of compliant rows, pearls and friction
  double penalty() const;      // of violations in the merit function: exceeds every multiplier
  // Lets constraints yield that are violated at the last look(). False: none is.
  bool yield(std::vector<ConstraintState>& now) const;
  void freeze();                               // stops all slides, whose switching may prevent convergence
  bool settled() const { return !switched_; }  // no row and no friction has switched
  bool drives() const { return drives_; }      // moving targets or slides may do work
  bool impacts() const;  // one-sided rows may have stopped a rod, and no row closes a gap that it began with
  bool tiesToWorld() const;  // a row to the world acts, or a one-sided one is near
  // Rows between rods, as they were solved last.
  struct Column {
    std::size_t rod, hook, row;
    Vec6d load;  // on the rod, of a unit multiplier
  };
  std::size_t rows() const { return rows_; }
  const std::vector<Column>& columns() const { return columns_; }
  // D^-1 of what moves them; those that do not act stay 0.
  void answerRows(const PooledVector& motion, PooledVector& multipliers) {
    system_.solveAgain(motion, multipliers);
  }
  template <class F>
  void eachHeld(const F& f) const;  // f(rod, arc length): places that exact rows hold in the world
  template <class F>
  void eachJoint(const F& f) const;  // f(rod, arc length, rod, arc length): where rows hold rods together
  double slack() const;              // J: energy that small violations may hide
  double energy(bool before) const;  // J, of springs and pearls

  // Pearls as parts of their island (solver/coupling/pearls.cpp).
  enum class When { start, end };
  void findRates();                                  // their velocities at the end
  void addMomentum(When when, Momentum& sum) const;  // with the resultant of gravity
  void addTurn(Matrix3d& sum) const;                 // as RodResults
  void move(const RigidMotion& by);                  // after the island's rods have moved

  void finish(std::vector<ConstraintState>& now, std::vector<ConstraintResult>& found);

 private:
  enum class Slide { none, free, slipping, stuck, stopped, cornered, given };

  struct ActiveConstraint {
    const SceneConstraint* spec = nullptr;
    ConstraintState now;
    int rod[2] = {-1, -1};  // index in the sweep; -1: the world
    std::size_t hook[2] = {0, 0};
    Frame<double> target;
    bool active = true, two = false, compliant = false;
    EndAt at[2];
    ConstraintRows rows;
    Vec6d lambda = Vec6d::Zero();  // of compliant rows: the part that does not depend on g
    Vec6d weight = Vec6d::Zero();  // w: penalty or stiffness
    Vec6d before = Vec6d::Zero();  // violations at the start of the step
    Vec6d gap = Vec6d::Zero();     // violations left at its end, where they close slowly
    // Compliance of exact rows: of the halves of an element at a chain's ends, which no joint has.
    Mat6d give = Mat6d::Zero();
    bool gives = false;
    Vec6d lambdaNext = Vec6d::Zero();  // after the present Newton step
    Vec6d lambdaStart = Vec6d::Zero();
    double arc[2] = {0, 0}, arcThere[2] = {0, 0}, step[2] = {0, 0};
    Slide slide = Slide::none;
    double push = 0;  // friction force along the slide, N; against it is positive
    double goal = 0;  // prescribed arc length, m
    // of the eliminated slide:
    Vec6d slideBy = Vec6d::Zero();
    double slideStiffness = 0, slideRest = 0, contact = 0;
    // in the Delassus system:
    std::size_t firstRow = 0;
    Mat6d across = Mat6d::Zero();   // basis of the rows that do not slide
    int kept = 0;                   // number of its columns
    double geometricStiffness = 0;  // N/m, of two more rows across the first; positive in tension
    // of a pearl:
    Vector3d inertialTarget = Vector3d::Zero(), historyTerm = Vector3d::Zero();
    double gamma = 0;                      // s
    Vector3d velocity = Vector3d::Zero();  // m/s, at the end, before impacts
    double bounce = 0;                     // m/s along the rod, from an impact
    bool beginsAnew = false;               // without the history of BDF2
    bool inactive = false;                 // one-sided and not touching
    double dissipated = 0;
    bool slipped = false;  // off its rod in this step
    int switches = 0;      // of friction in this step
    double corner = -1;    // arc length of a chain's joint where it stops, m; -1: none
  };
  // Two neighbouring pearls.
  struct Contact {
    std::size_t first, second;
    bool touches = false;
  };

  void beginConstraint(ActiveConstraint& constraint, const Frame<double>& target);
  void beginPearls(double historyWeight, bool second);
  void beginPearl(ActiveConstraint& constraint, double historyWeight, bool second);
  void lookAt(ActiveConstraint& constraint, int end);
  void findRows(ActiveConstraint& constraint) const;
  void findGive(ActiveConstraint& constraint) const;
  bool slidesFreely(const ActiveConstraint& constraint) const {
    return constraint.slide == Slide::free || constraint.slide == Slide::slipping;
  }
  double wantOf(const ActiveConstraint& constraint) const { return constraint.goal - constraint.arc[0]; }
  // solver/coupling/constraint_loads.cpp
  void setWeights(ActiveConstraint& constraint);
  // Of the rows: lambda = base + stiffness (g + J dq).
  static void findSprings(const ActiveConstraint& constraint, Mat6d& stiffness, Vec6d& base);
  // Violation beyond what the rows give.
  static Vec6d lackOf(const ActiveConstraint& constraint) {
    return constraint.gives ? Vec6d(constraint.rows.violation - constraint.give * constraint.lambda)
                            : constraint.rows.violation;
  }
  Vec6d forceOf(const ActiveConstraint& constraint) const;  // of the rows, at the start of the iteration
  static Vec6d reaction(const ConstraintRows& rows, int end, const Vec6d& force);
  void loadOne(ActiveConstraint& constraint);
  void takeOne(ActiveConstraint& constraint);
  // solver/coupling/closing.cpp
  bool begins(const SceneConstraint& is, const ConstraintState& now) const;
  double gapOf(const ActiveConstraint& constraint, Vec6d& gap) const;
  void beginClosing(ActiveConstraint& constraint);
  void finishClosing(const ActiveConstraint& constraint, ConstraintState& now) const;
  // solver/coupling/constraint_results.cpp
  static double springEnergyOf(const ActiveConstraint& constraint, bool before);
  double offOf(const ActiveConstraint& constraint) const;  // violation, in parts of the size, or rad
  void finishConstraint(ActiveConstraint& constraint, ConstraintState& now, ConstraintResult& found);
  // solver/coupling/sliding_friction.cpp
  void splitSlide(ActiveConstraint& constraint);
  void decideSlide(ActiveConstraint& constraint);
  void decideFriction(ActiveConstraint& constraint, double arc, double along, double normal);
  bool leavesCorner(ActiveConstraint& constraint);
  // solver/coupling/coupled_rows.cpp
  void setCuts();
  void findGeometricStiffness(ActiveConstraint& constraint);
  std::size_t numberRows();
  void addColumn(std::size_t rod, std::size_t hook, std::size_t row, const Vec6d& load);
  void addColumns();
  void addContacts();
  bool hasGeometricStiffness(const ActiveConstraint& constraint) const;
  bool solvedRows();
  bool solveSides();
  bool switchSides();
  // solver/coupling/pearls.cpp
  void findContacts();
  void collide();
  void shareBeginnings();
  template <class Solver, class F>
  static void eachPearl(Solver& solver, const F& f);  // that act

  const Scene& scene_;
  const RodSet& rods_;
  std::size_t rows_ = 0;         // of the Delassus system
  std::vector<Column> columns_;  // of it
  std::vector<std::size_t> constraints_;
  std::vector<ActiveConstraint> active_;
  std::vector<Contact> contacts_;
  StepTerms how_;
  double size_ = 1, dt_ = 0;
  double massStiffness_ = 1;  // N/m, mass of the lightest element / gamma^2
  double stiff_ = 1;          // N/m, scale of the rods' stiffness
  double noise_ = 0;          // N: rounding of forces
  bool switched_ = false, drives_ = false, whole_ = true, pushes_ = false;
  std::vector<std::size_t> cutRows_;  // by rods: first row of the cuts
  struct RowsOnElement {
    std::size_t rod, element;
    int rows;
  };
  std::vector<RowsOnElement> rowsOn_;  // scratch of setCuts()
  std::vector<std::size_t> cuts_;
  DelassusSystem system_;
  PooledVector lambda_, right_;
  std::vector<std::uint8_t> rowActive_;
  // one-sided rows, and their multipliers that are already in the loads
  std::vector<std::size_t> sided_;
  std::vector<double> known_;
  PooledVector sidedRight_, left_, column_;
  std::vector<std::size_t> pearls_;      // scratch
  std::vector<std::uint8_t> beginning_;  // by rods: their pearls have no history
};

template <class F>
void ConstraintSolver::eachHeld(const F& f) const {
  for (const ActiveConstraint& constraint : active_)
    if (constraint.active && !constraint.two && !constraint.compliant && constraint.rod[0] >= 0 &&
        constraint.rows.places == 3 && constraint.slide == Slide::none)
      f(static_cast<std::size_t>(constraint.rod[0]), constraint.arc[0]);
}

template <class F>
void ConstraintSolver::eachJoint(const F& f) const {
  for (const ActiveConstraint& constraint : active_)
    if (constraint.active && constraint.two && constraint.rows.places > 0)
      f(static_cast<std::size_t>(constraint.rod[0]), constraint.arc[0],
        static_cast<std::size_t>(constraint.rod[1]), constraint.arc[1]);
}

}  // namespace tendril::solver
