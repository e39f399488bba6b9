// One attempt at a step of an island: predictor, Newton iterations with line search, rates, energy guard.
//
//   if (!NewtonStep(island, settings).run()) ...   // only the report was changed
#pragma once

#include <array>

#include "solver/step/island_step.h"

namespace tendril::solver {

constexpr double kTurnCalm = 0.05;  // rad: what the last iteration may turn elements by, where that matters

class NewtonStep {
 public:
  NewtonStep(Island& island, const StepSettings& settings)
      : island_(island), coupling_(island.coupling_), settings_(settings) {}

  bool run();

 private:
  bool begin();
  bool solveStep();  // all iterations
  bool iterate();
  // With constraints: until their violations vanish, too. The merit function is the potential plus penalties.
  bool iterateConstrained();
  bool iterateConstrainedOnce();
  bool solveConstrained();
  // Where symmetry keeps a pose that is no minimum, or rows that cannot be met in it.
  void nudge();
  void constrainedLineSearch();
  // Solves for a Newton step with the full Hessian, else with its positive part.
  bool solve();
  double largestTurn() const;
  double potential(double& size);
  // Halves the step until the potential does not rise. False: it rises at every part; the pose is unchanged.
  bool lineSearch(double& potential);
  double advance(double part, bool withPotential, double& size);
  template <class F>
  double sumOverTrees(double& size, const F& f);
  bool isFinite();
  // False if the step gains more energy than moving roots, wind and goals bring in, as fast whips do. In air
  // the little that BDF2 gains at turning points is taken off the rates.
  bool passesEnergyGuard();
  bool isSecond() const;  // any tree steps by BDF2
  bool isGuarded() const;
  void finish();
  // solver/step/momentum.cpp
  bool isFree() const;  // no root, spring or damping of its own ties a tree to the world
  void giveMomentum();
  std::array<Momentum, 2> findMomenta() const;
  struct Body;  // momentum about its centre of mass
  double massDamping() const;
  void giveTurn(const Body& was, const Body& is, bool steady, RigidMotion& by) const;
  Matrix3d meanRotation(const Vector3d& from, const Vector3d& to, double mass) const;
  void move(const RigidMotion& by);
  template <class F>
  Momentum sumOverRods(const F& f) const;  // f(tree, results, sum)

  // solver/step/contact_step.cpp
  // At the pose. False: no rod is near a collider.
  bool findContacts();
  void placePlanes();
  void takePlanes();
  void findPairs(const ContactTerms& how);
  void findMoreContacts();  // in later iterations
  void lookAtContacts();
  void loadContacts();
  void lookAtContacts(int iteration);
  enum class Met { no, yes, never };
  Met contactsMet(int iteration);  // after convergence
  bool contactsNearlyMet();
  void beginTouching();
  bool touches() const;
  bool lands() const;
  bool hasCrossed();
  bool iterateTouching();
  bool iterateTouchingOnce();
  void touchingLineSearch();
  bool solveConstrainedTouching();
  ContactTerms contactTerms() const;
  double contactError() const;
  double contactPotential() const;
  double contactWork() const;

  Island& island_;
  ConstraintSolver& coupling_;
  StepSettings settings_;
  double change_ = 0;
  bool curved_ = true;  // the full Hessian has not failed since it was last tried
  bool nudged_ = false;
  bool touched_ = false;  // contacts took part
  int planes_ = 0;        // constraints that are contacts
  int findings_ = 0;      // of contacts that are left
  bool full_ = true;      // the last solution used it
};

}  // namespace tendril::solver
