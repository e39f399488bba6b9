// Constraints inside a step of one group of trees.
//
// Newton's method on the step's potential with rows g = 0 asks for
//
//   [ H   J^T ] [ dq     ]   [ -gradient ]
//   [ J    0  ] [ lambda ] = [ -g        ]
//
// Rows between a rod and the world touch one element, so they join its matrix in the sweep:
//
//   H + J^T w J,   gradient + J^T (lambda + w g),   lambda <- lambda + w (g + J dq)
//
// which is the system above but for -1/w in place of 0; w is a million times as stiff as the rods, and the
// lambdas gather what is missing from iteration to iteration. What is compliant, and a pearl (which its
// inertia m / gamma^2 draws to where it would fly), has its own w, and no lambda. An arc length u that slides
// is a further unknown of the same element, eliminated there with all second derivatives.
//
// A pull lambda along a line of length d resists that it swings by lambda / d across it. That is a second
// derivative of g; between two rods it is two more rows, which are springs of that stiffness.
//
// Rows between two rods, contacts between pearls and cuts of long rods are solved by
// (J H^-1 J^T + compliance) lambda = g + J dq (solver/linear/delassus_system.h): two passes of the sweep a
// group of rows, none of a whole rod.
//
//   ConstraintSolver coupling(scene, rods, sweep, constraints);
//   coupling.begin(states, targets, terms, historyWeight, second, dt);
//   each iteration: computeLoads(); sweep.computeLoads(); sweep.assembleNewton(); load(); sweep.eliminate();
//                   solveRows();
//                   sweep.substitute(); take(); advance(part); sweep.setPose(); look();
//   coupling.finish(states, results);
#pragma once

#include "solver/linear/delassus_system.h"
#include "solver/sweep/sweep.h"

namespace tendril::solver {

class ConstraintSolver {
 public:
  // `constraints`: as the sweep was given them.
  ConstraintSolver(const Scene& scene, const std::vector<std::size_t>& rods, Sweep& sweep,
                   std::vector<std::size_t> constraints);

  bool empty() const { return active_.empty(); }
  const std::vector<std::size_t>& constraints() const { return constraints_; }  // in the scene

  // From `now` on; `targets` at the step's end. `historyWeight`: of the step before (BDF2); `dt`: s.
  void begin(const std::vector<ConstraintState>& now, const std::vector<Frame<double>>& targets,
             const StepTerms& how, double historyWeight, bool second, double dt);
  // begin() wants rods placed where the step begins: springs' lengths and new pearls are found there.
  bool looksBack(const std::vector<ConstraintState>& now) const;
  bool isFinite() const;
  // While rows are solved long rods are cut.
  void cut(bool on);
  void look();  // where rods are placed: what rows say
  void computeLoads();
  void load(bool whole);
  void solveRows();
  void take();
  // Arc lengths and forces: a part of what was found, from where keepPlace() was.
  void keepPlace();
  void advance(double part);

  double largestTurn() const;  // rad, of what slides, in the step that was found
  double residual() const;     // of rows that are exact: the largest, in parts of the size; rad
  double potential() const;    // of what is compliant, of pearls, and of friction
  double penalty() const;      // what rows that are not 0 cost: more than any lambda
  // Of `now`: those that do not hold where it was looked last shall yield. False: there are none.
  bool yield(std::vector<ConstraintState>& now) const;
  void freeze();  // what slides stays where it is: its corners are no matter of the rest
  bool settled() const { return !switched_; }  // no row came or went, no friction changed its mind
  bool drives() const { return drives_; }      // targets move: they may bring in energy
  double slack() const;                        // J: what rows that are nearly 0 may hide
  double energy(bool before) const;            // J, of springs and pearls

  void finish(std::vector<ConstraintState>& now, std::vector<ConstraintResult>& found);

 private:
  enum class Slide { none, free, slipping, stuck, stopped, cornered, given };

  struct ActiveConstraint {
    const SceneConstraint* spec = nullptr;
    ConstraintState now;
    int rod[2] = {-1, -1};  // in the sweep
    std::size_t hook[2] = {0, 0};
    Frame<double> target;
    bool active = true, two = false, compliant = false;
    EndAt at[2];
    ConstraintRows rows;
    Vec6d lambda = Vec6d::Zero();      // lambda; of what is compliant, a part that does not depend on g
    Vec6d weight = Vec6d::Zero();      // w
    Vec6d before = Vec6d::Zero();      // violations when the step began
    Vec6d lambdaNext = Vec6d::Zero();  // lambda after the step that was found
    Vec6d lambdaStart = Vec6d::Zero();
    double arc[2] = {0, 0}, arcThere[2] = {0, 0}, step[2] = {0, 0};
    Slide slide = Slide::none;
    double push = 0;  // friction along the slide, as the derivative by it, N
    double goal = 0;  // where it slides to where that is given, m
    // of the slide that was eliminated
    Vec6d slideBy = Vec6d::Zero();
    double slideStiffness = 0, slideRest = 0, contact = 0;
    // in the rows' system
    std::size_t firstRow = 0;
    Mat6d across = Mat6d::Zero();   // of what slides freely, the rows' complement
    int kept = 0;                   // its columns
    double geometricStiffness = 0;  // N/m: of two more rows across the first, which a pull stiffens
    Vector3d inertialTarget = Vector3d::Zero(), historyTerm = Vector3d::Zero();  // of a pearl
    bool inactive = false;  // one-sided, and not touching
    double bounce = 0;      // m/s along the rod, of an impact
    double dissipated = 0;
    bool slipped = false;  // off its rod, in this step
    int switches = 0;      // of friction in this step
    double corner = -1;    // of a chain, on the way: a joint's arc length, m
  };
  // Two pearls that touch.
  struct Contact {
    std::size_t first, second;
    bool touches = false;
  };

  void beginTie(ActiveConstraint& constraint, const Frame<double>& target, double historyWeight, bool second);
  void beginPearl(ActiveConstraint& constraint, double historyWeight, bool second);
  void lookAt(ActiveConstraint& constraint, int end);
  bool slidesFreely(const ActiveConstraint& constraint) const {
    return constraint.slide == Slide::free || constraint.slide == Slide::slipping;
  }
  double wantOf(const ActiveConstraint& constraint) const { return constraint.goal - constraint.arc[0]; }
  // solver/coupling/constraint_loads.cpp
  void setWeights(ActiveConstraint& constraint);
  Vec6d forceOf(const ActiveConstraint& constraint) const;  // of the rows, as far as it is known
  static Vec6d reaction(const ConstraintRows& rows, int end, const Vec6d& force);
  void loadOne(ActiveConstraint& constraint);
  void takeOne(ActiveConstraint& constraint);
  // solver/coupling/constraint_results.cpp
  double offOf(const ActiveConstraint& constraint) const;  // of the size, rad
  void finishTie(ActiveConstraint& constraint, ConstraintState& now, ConstraintResult& found);
  // solver/coupling/sliding_friction.cpp
  void splitSlide(ActiveConstraint& constraint);
  void decideSlide(ActiveConstraint& constraint);
  void decideFriction(ActiveConstraint& constraint, double arc, double along, double normal);
  bool leavesCorner(ActiveConstraint& constraint);
  // solver/coupling/coupled_rows.cpp
  void setCuts();
  void findGeometricStiffness(ActiveConstraint& constraint);
  std::size_t numberRows();
  void addColumns();
  void addContacts();
  bool hasGeometricStiffness(const ActiveConstraint& constraint) const;
  bool solvedRows();
  bool solveSides();
  // solver/coupling/pearls.cpp
  void findContacts();
  void collide();

  const Scene& scene_;
  Sweep& sweep_;
  std::vector<std::size_t> constraints_;
  std::vector<ActiveConstraint> active_;
  std::vector<Contact> contacts_;
  StepTerms how_;
  double size_ = 1, dt_ = 0;
  double massStiffness_ = 1;  // N/m, of an element's mass in a step
  double stiff_ = 1;          // N/m
  double noise_ = 0;          // N: less is rounding
  bool switched_ = false, drives_ = false, whole_ = true, pushes_ = false;
  std::vector<std::size_t> cutRows_;            // by rods: the first
  std::vector<std::vector<std::size_t>> cuts_;  // by rods
  DelassusSystem system_;
  Eigen::VectorXd lambda_, right_;
  std::vector<std::uint8_t> rowActive_;
};

}  // namespace tendril::solver
