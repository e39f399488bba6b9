// Constraints: rows against finite differences, the sweep against a dense twin, residuals, forces against
// statics' closed forms.
#include "solver/constraint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "solver/dense.h"
#include "solver/rotations.h"
#include "solver/samples.h"
#include "solver/step.h"
#include "solver/ties.h"
#include "tests/derivative.h"
#include "tests/solver/random_scene.h"
#include "tests/thorough.h"

namespace tendril::test {
namespace {

using Eigen::Matrix3d;
using Eigen::VectorXd;

constexpr double kPi = 3.14159265358979323846;

SceneConstraint constraintOf(const char* type, int rod, double arc,
                             const Vector3d& target = Vector3d::Zero()) {
  SceneConstraint made;
  made.type = findConstraintType(type);
  EXPECT_TRUE(made.type) << type;
  made.ends[0].rod = rod;
  made.ends[0].arc = arc;
  made.target.position = target;
  return made;
}

SceneConstraint between(const char* type, int first, double firstArc, int second, double secondArc) {
  SceneConstraint made = constraintOf(type, first, firstArc);
  made.ends[1].rod = second;
  made.ends[1].arc = secondArc;
  return made;
}

struct Found {
  double residual = 0;  // the largest of all steps, in parts of `size`
  int sweeps = 0, retries = 0;
  std::size_t held = 0;
};

Found run(const Scene& scene, State& state, Work& work, int steps, const StepSettings& settings,
          double size) {
  Found run;
  for (int i = 0; i < steps; ++i) {
    const Report report = step(scene, state, work, settings);
    run.sweeps += report.sweeps;
    run.retries += report.retries;
    run.held += report.held.size();
    for (std::size_t c = 0; c < scene.constraints.size(); ++c)
      run.residual = std::max(run.residual, work.foundOf(c).residual / size);
  }
  return run;
}

StepSettings steps(double dt, Scheme scheme = Scheme::smooth) {
  StepSettings settings;
  settings.dt = dt;
  settings.scheme = scheme;
  return settings;
}

// Of an end that moves by (turn, shift, slide).
EndAt moved(const EndAt& at, const Vector3d& turn, const Vector3d& shift, double slide) {
  EndAt to = at;
  const auto along = [&](const Vector3d& curvature) {
    return Matrix3d(turnBy(slide * curvature).toRotationMatrix());
  };
  const Matrix3d whole = turnBy(turn).toRotationMatrix() * along(at.curvature);
  to.frame.axes = whole * at.frame.axes;
  to.frame.position +=
      shift + turnBy(turn).toRotationMatrix() * along(0.5 * at.curvature) * (slide * at.tangent);
  to.tangent = whole * at.tangent;
  return to;
}

TEST(Constraints, RowsEqualFiniteDifferences) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto vector = [&] { return Vector3d(any(random), any(random), any(random)); };
  for (const ConstraintType* type : constraintTypes())
    for (int trial = 0; trial < 5; ++trial) {
      SceneConstraint constraint;
      constraint.type = type;
      constraint.normal = vector().normalized();
      constraint.axis = vector().normalized();
      constraint.rest = trial == 4 ? 0.0 : 0.7;
      EndAt a, b;
      for (EndAt* at : {&a, &b}) {
        at->frame = {turnBy(vector()).toRotationMatrix(), vector()};
        at->tangent = at->frame.axes.col(0);
        at->curvature = 2 * vector();
      }
      if (std::string(type->name) == "hinge" || std::string(type->name) == "orientedkeyhole") {
        // across from each other rows are stretched, which is no derivative
        b.frame.axes = turnBy(0.3 * vector()).toRotationMatrix() * a.frame.axes;
        constraint.axis = turnBy(0.3 * vector()) * constraint.normal;
      }
      ConstraintRows rows;
      rows.clear();
      type->rows(constraint, a, b, rows);
      ASSERT_GT(rows.count, 0);
      const int n = rows.count;
      // directions across are chosen anew for each b: they are held for the test
      const bool chosen = std::string(type->name) == "axis" || std::string(type->name) == "hinge" ||
                          std::string(type->name) == "orientedkeyhole";
      Eigen::MatrixXd jacobian(n, chosen ? 7 : 14);
      const auto at = [&](const VectorXd& x) {
        const EndAt first = moved(a, x.segment<3>(0), x.segment<3>(3), x[6]);
        const EndAt second = chosen ? b : moved(b, x.segment<3>(7), x.segment<3>(10), x[13]);
        ConstraintRows there;
        there.clear();
        type->rows(constraint, first, second, there);
        return VectorXd(there.violation.head(n));
      };
      jacobian.leftCols(6) = rows.by[0].topRows(n);
      jacobian.col(6) = rows.slide.col(0).head(n);
      if (!chosen) {
        jacobian.middleCols(7, 6) = rows.by[1].topRows(n);
        jacobian.col(13) = rows.slide.col(1).head(n);
      }
      SCOPED_TRACE(type->name);
      if (!(type->slides & 1)) jacobian.col(6).setZero();
      const VectorXd zero = VectorXd::Zero(jacobian.cols());
      const auto withoutSlides = [&](const VectorXd& x) {
        VectorXd y = x;
        if (!(type->slides & 1)) y[6] = 0;
        if (!chosen && !(type->slides & 2)) y[13] = 0;
        return at(y);
      };
      if (!chosen && !(type->slides & 2)) jacobian.col(13).setZero();
      expectDerivative(withoutSlides, zero, jacobian, 1);
    }
}

// The second end of what chooses its own directions: both ends moved alike change nothing.
TEST(Constraints, RowsKnowNoPlaceInTheWorld) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto vector = [&] { return Vector3d(any(random), any(random), any(random)); };
  for (const ConstraintType* type : constraintTypes()) {
    SceneConstraint constraint;
    constraint.type = type;
    constraint.rest = 0.4;
    EndAt a, b;
    for (EndAt* at : {&a, &b}) at->frame = {turnBy(vector()).toRotationMatrix(), vector()};
    a.tangent = a.frame.axes.col(0);
    // where rows are 0, as in every step's end
    b.frame = a.frame;
    constraint.axis = constraint.normal;
    ConstraintRows rows;
    rows.clear();
    type->rows(constraint, a, b, rows);
    const Vector3d spin = vector(), velocity = vector();
    Vec6d ofA, ofB;
    ofA << spin, velocity + spin.cross(a.frame.position);
    ofB << spin, velocity + spin.cross(b.frame.position);
    const Vec6d change = rows.by[0] * ofA + rows.by[1] * ofB;
    EXPECT_LT(change.norm(), 1e-12) << type->name;
    EXPECT_GT((rows.by[0] * ofA).norm(), 1e-3) << type->name;
  }
}

// A pull along a line resists that it swings: lambda / d across it.
void swingOf(const Scene& scene, Sweep& sweep, std::size_t c, const EndAt (&ends)[2],
             const ConstraintRows& rows, const std::vector<Vec6d>& still, Dense& dense) {
  const SceneConstraint& is = scene.constraints[c];
  const Vector3d along = (ends[0].frame.position - ends[1].frame.position).normalized(),
                 first = along.unitOrthogonal();
  for (const Vector3d& across : {first, Vector3d(along.cross(first))}) {
    const Eigen::VectorXd before = composed(scene, sweep, still, true).vector;
    for (const double sign : {1.0, -1.0}) {
      for (int k = 0; k < 2; ++k) {
        Vec6d load = Vec6d::Zero();
        load.tail<3>() = (k == 0 ? sign : -sign) * across;
        sweep.rod(static_cast<std::size_t>(is.ends[k].rod)).hang(sweep.grip(c, k), Mat6d::Zero(), load);
      }
      if (sign < 0) continue;
      const Eigen::VectorXd row = composed(scene, sweep, still, true).vector - before;
      dense.matrix += rows.violation[0] / is.compliance / rows.swing * row * row.transpose();
    }
  }
}
// One step of Newton's method against the whole system, composed densely and solved with its multipliers.
TEST(Constraints, SweepEqualsDenseTwin) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    RandomScene random = randomScene(seed, 6, 8);
    Scene& scene = random.scene;
    // two rows of every kind, and so many that rods are cut
    const int count = seed % 3 == 0 ? 60 : 8;
    std::mt19937 draw(seed);
    const auto uniform = [&] { return static_cast<double>(draw()) / 4294967296.0; };
    const char* kinds[] = {"position", "distance", "fuse", "plane", "hinge"};
    for (int i = 0; i < count; ++i) {
      const int a = static_cast<int>(draw() % scene.rods.size()),
                b = static_cast<int>(draw() % scene.rods.size());
      const char* kind = count > 20 ? "distance" : kinds[i % 5];
      scene.constraints.push_back(between(kind, a,
                                          uniform() * scene.rods[static_cast<std::size_t>(a)].arc.back(), b,
                                          uniform() * scene.rods[static_cast<std::size_t>(b)].arc.back()));
      scene.constraints.back().rest = 0.05;
      scene.constraints.back().compliance = 1e-3;  // so that all can be met at once
    }
    const std::vector<std::vector<std::size_t>> trees = treesOf(scene);
    std::vector<std::size_t> all(scene.rods.size());
    for (std::size_t r = 0; r < all.size(); ++r) all[r] = r;
    Sweep sweep(scene, all);
    Ties ties(scene, all, sweep);
    Placement placement = placementOf(random.state.rods);
    sweep.stand(placement);
    for (std::size_t r = 0; r < all.size(); ++r) {
      sweep.rod(r).keep();
      sweep.rod(r).aim(0, 0.01);
    }
    Newton how;
    how.gamma = 0.01;
    how.gravity = scene.gravity;
    how.whole = false;
    std::vector<ConstraintState> states(scene.constraints.size());
    std::vector<Frame<double>> targets(scene.constraints.size());
    ties.begin(states, targets, how, 0, false, 0.01);
    sweep.place(placement.poses);
    sweep.feel(Wind(), 0);
    ties.look();
    ties.weigh();
    sweep.weigh(how);
    sweep.loadNewton(how, placement.rates);
    std::vector<Vec6d> still(all.size(), Vec6d::Zero());
    Dense dense = composed(scene, sweep, still, true);
    // rows: what a load by each does to the vector
    std::vector<Eigen::VectorXd> rows;
    std::vector<double> violations;
    for (std::size_t c = 0; c < scene.constraints.size(); ++c) {
      const SceneConstraint& is = scene.constraints[c];
      EndAt ends[2];
      for (int k = 0; k < 2; ++k) {
        ends[k].frame = sweep.rod(static_cast<std::size_t>(is.ends[k].rod)).hook(sweep.grip(c, k)).world;
        ends[k].tangent = ends[k].frame.axes.col(0);
      }
      ConstraintRows its;
      its.clear();
      is.type->rows(is, ends[0], ends[1], its);
      for (int i = 0; i < its.count; ++i) {
        const Eigen::VectorXd before = composed(scene, sweep, still, true).vector;
        for (int k = 0; k < 2; ++k)
          sweep.rod(static_cast<std::size_t>(is.ends[k].rod))
              .hang(sweep.grip(c, k), Mat6d::Zero(), its.by[k].row(i).transpose());
        rows.push_back(composed(scene, sweep, still, true).vector - before);
        for (int k = 0; k < 2; ++k)
          sweep.rod(static_cast<std::size_t>(is.ends[k].rod))
              .hang(sweep.grip(c, k), Mat6d::Zero(), -its.by[k].row(i).transpose());
        // springs: their force is in the loads already, their stiffness is not
        dense.matrix += 1e3 * rows.back() * rows.back().transpose();
        // the pull along a line, across it
        if (its.swing > 0 && its.violation[0] > 0) swingOf(scene, sweep, c, ends, its, still, dense);
      }
    }
    sweep.loadNewton(how, placement.rates);
    ties.load(false);
    ties.cut(true);
    ASSERT_TRUE(sweep.eliminate(0));
    ties.solveRows();
    sweep.forward(still);
    const Eigen::VectorXd truth = solveDense(dense);
    double difference = 0;
    for (std::size_t r = 0; r < all.size(); ++r) {
      Eigen::Index first = dense.firstOfRod[r] + (scene.rods[r].root == Root::free ? 6 : 0);
      for (const Vector3d& by : sweep.rod(r).accelerations()) {
        difference += (by - truth.segment<3>(first)).squaredNorm();
        first += 3;
      }
    }
    EXPECT_LT(std::sqrt(difference), 1e-6 * truth.norm());
    EXPECT_GT(truth.norm(), 0);
  }
}

// A rod hangs between its root and a pin.
TEST(Constraints, PinHoldsAndItsForceIsTheWeight) {
  for (const Model model : kAllModels) {
    SCOPED_TRACE(nameOf(model));
    Scene scene;
    scene.rods = {straightRod(model, 8, 1, 1e5)};
    scene.rods[0].damping = 0.05;
    scene.rods[0].massDamping = 2;
    scene.constraints = {constraintOf("position", 0, 0.83, Vector3d(0.6, 0, 0))};
    State state = restState(scene);
    Work work(scene);
    const Found found = run(scene, state, work, 600, steps(1.0 / 60), 1);
    EXPECT_LT(found.residual, 1e-9);
    EXPECT_EQ(found.held, 0u);
    const ConstraintFound pin = work.foundOf(0);
    EXPECT_GT(pin.force.y(), 0.1 * 9.81 * scene.rods[0].sections[0].mass);
  }
}

TEST(Constraints, FreeRodOnAPinHangsByItsWeight) {
  for (const Model model : kAllModels) {
    SCOPED_TRACE(nameOf(model));
    Scene scene;
    scene.rods = {straightRod(model, 6, 0.5, 1e6)};
    scene.rods[0].root = Root::free;
    scene.rods[0].massDamping = 4;
    scene.rods[0].damping = 0.01;
    scene.constraints = {constraintOf("position", 0, 0.1, Vector3d(0.1, 0, 0))};
    State state = restState(scene);
    Work work(scene);
    const Found found = run(scene, state, work, 900, steps(1.0 / 60), 0.5);
    EXPECT_LT(found.residual, 1e-9);
    EXPECT_EQ(found.held, 0u);
    const double weight = 9.81 * scene.rods[0].sections[0].mass * 0.5;
    EXPECT_NEAR(work.foundOf(0).force.y(), weight, 1e-6 * weight);
    EXPECT_NEAR(work.foundOf(0).force.x(), 0, 1e-6 * weight);
  }
}

}  // namespace
}  // namespace tendril::test
