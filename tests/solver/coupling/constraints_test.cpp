// Constraints: rows against finite differences, the sweep against a dense twin, residuals, forces against
// statics' closed forms.
#include "solver/constraint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "solver/constraint_samples.h"
#include "solver/dense.h"
#include "solver/rotations.h"
#include "solver/samples.h"
#include "solver/statics.h"
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
  for (unsigned seed = 1; seed <= (kThorough ? 12u : 3u); ++seed) {
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
    std::vector<std::size_t> held(scene.constraints.size());
    std::iota(held.begin(), held.end(), std::size_t(0));
    Ties ties(scene, all, sweep, held);
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
  if (!kThorough) return;
  for (const Model model : kAllModels) {
    SCOPED_TRACE(nameOf(model));
    Scene scene;
    scene.rods = {straightRod(model, 8, 1, 1e5)};
    scene.rods[0].damping = 0.05;
    scene.rods[0].massDamping = 2;
    scene.constraints = {constraintOf("position", 0, 0.83, Vector3d(0.6, 0, 0))};
    State state = restState(scene);
    Work work(scene);
    // straight rods give way to nothing along themselves: they buckle first
    run(scene, state, work, 6, steps(1.0 / 60), 1);
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

// A rope over a keyhole that does not rub: it carries all.
TEST(Constraints, PulleyCarriesBothWeights) {
  if (!kThorough) return;  // it has to come to rest
  for (const Model model : {Model::clothoid, Model::helix}) {
    SCOPED_TRACE(nameOf(model));
    Scene scene;
    scene.rods = {straightRod(model, 20, 1, 1e5, 0.002)};
    SceneRod& rope = scene.rods[0];
    rope.root = Root::free;
    rope.massDamping = 3;
    rope.damping = 0.02;
    rope.forces = {{0, Vector3d(0, -0.5, 0)}, {1, Vector3d(0, -0.5, 0)}};
    scene.constraints = {constraintOf("keyhole", 0, 0.5, Vector3d(0.5, 0, 0))};
    State state = restState(scene);
    Work work(scene);
    const Found found = run(scene, state, work, 900, steps(1.0 / 60), 1);
    EXPECT_LT(found.residual, 1e-9);
    const double weight = 1 + 9.81 * rope.sections[0].mass;
    EXPECT_NEAR(work.foundOf(0).force.y(), weight, 1e-6 * weight);
    // what slides freely is not held along itself
    EXPECT_NEAR(work.foundOf(0).force.x(), 0, 1e-6 * weight);
  }
}

double period(double amplitude, Scheme scheme, double dt) {
  constexpr double kRadius = 0.1;
  Scene scene;
  scene.rods = {evenRod(Model::helix, 8, 2 * kPi * kRadius, {0.002, 1, 7800, 2e11, 0.3})};
  SceneRod& hoop = scene.rods[0];
  bendRest(hoop, Vector3d(0, 0, -1 / kRadius));
  hoop.attachment.position = Vector3d(0, kRadius, 0);
  State state = restState(scene);
  hoop.goal.shape = state.rods[0].pose;
  hoop.goal.locked.assign(hoop.coordinates(), 1);
  hoop.goal.weight.assign(hoop.coordinates(), 0);
  SceneConstraint pearl = constraintOf("pearl", 0, (kPi + amplitude) * kRadius);
  pearl.mass = 0.01;
  scene.constraints = {pearl};
  Work work(scene);
  double last = amplitude, first = 0, latest = 0;
  int crossings = 0;
  for (int i = 0; i * dt < 4; ++i) {
    step(scene, state, work, steps(dt, scheme));
    const double angle = state.constraints[0].arcs[0] / kRadius - kPi;
    if (last * angle < 0) {
      latest = dt * (i + 1 - angle / (angle - last));
      if (crossings++ == 0) first = latest;
    }
    last = angle;
  }
  return 2 * (latest - first) / (crossings - 1);
}

// A pearl on a hoop is a pendulum: 2 pi sqrt(R / g), and by the elliptic integral where it swings far (its
// arithmetic and geometric mean, Gauss).
TEST(Constraints, PearlOnAHoopIsAPendulum) {
  for (const double degrees : {5.0, 90.0}) {
    double a = 1, g = std::cos(0.5 * degrees * kPi / 180);
    for (int i = 0; i < 8; ++i) {
      const double mean = 0.5 * (a + g);
      g = std::sqrt(a * g);
      a = mean;
    }
    const double truth = 2 * kPi * std::sqrt(0.1 / 9.81) / a;
    EXPECT_NEAR(period(degrees * kPi / 180, Scheme::smooth, 1.0 / 240), truth, 0.002 * truth) << degrees;
  }
}

Scene bridgeOf(int elements, int rungs, State& state) {
  Scene scene;
  const double span = 4, length = 4.08;
  const Vector3d at[4] = {{0, 0, -0.4}, {0, 0, 0.4}, {0, 0.9, -0.4}, {0, 0.9, 0.4}};
  for (int k = 0; k < 4; ++k) {
    scene.rods.push_back(straightRod(Model::clothoid, elements, length, 1e7, 0.01));
    scene.rods.back().damping = 0.02;
    scene.rods.back().massDamping = 0.5;
    scene.rods.back().attachment.position = at[k];
    scene.constraints.push_back(constraintOf("position", k, length, at[k] + Vector3d(span, 0, 0)));
  }
  for (int i = 0; i < rungs; ++i) {
    const double arc = length * (i + 1) / (rungs + 1);
    const int kind = i % 3;
    scene.constraints.push_back(kind == 0 ? between("distance", 0, arc, 1, arc)
                                          : between("distance", kind - 1, arc, kind + 1, arc));
    scene.constraints.back().rest = kind == 0 ? 0.8 : 0.9;
  }
  state = restState(scene);
  return scene;
}

// Many rungs: rods are cut into pieces for the solution of their rows, which changes nothing.
TEST(Constraints, BridgesOfAnyLengthHold) {
  for (const auto& [elements, rungs] : {std::pair(8, 21), std::pair(42, 84)}) {
    SCOPED_TRACE(rungs);
    if (!kThorough && rungs > 30) continue;
    State state;
    const Scene scene = bridgeOf(elements, rungs, state);
    Work work(scene);
    run(scene, state, work, 10, steps(1.0 / 60), 4);
    const Found found = run(scene, state, work, kThorough ? 990 : 90, steps(1.0 / 60), 4);
    EXPECT_LT(found.residual, 1e-9);
    EXPECT_EQ(found.held, 0u);
    if (!kThorough) continue;
    double speed = 0;
    for (const RodState& rod : state.rods)
      for (const Vector3d& rate : rod.rates) speed = std::max(speed, rate.norm());
    EXPECT_LT(speed, 0.05);  // it has come to rest
  }
}

// A limp rope between two places of the same height: y = a cosh(x / a), L = 2 a sinh(d / 2 a); each end bears
// half of the weight and the tension w a at its lowest point.
TEST(Constraints, CatenaryPullsAtItsEnds) {
  const double length = 1, span = 0.8;
  double low = 0.1, high = 10;
  for (int i = 0; i < 100; ++i) {
    const double a = 0.5 * (low + high);
    (2 * a * std::sinh(0.5 * span / a) > length ? low : high) = a;
  }
  Scene scene;
  scene.rods = {straightRod(Model::clothoid, 24, length, 2e4, 0.002)};
  scene.rods[0].root = Root::free;
  scene.rods[0].damping = 0.05;
  bendRest(scene.rods[0], Vector3d(0, 0, 2));
  scene.constraints = {constraintOf("position", 0, 0, Vector3d(0, 0, 0)),
                       constraintOf("position", 0, length, Vector3d(span, 0, 0))};
  State state = restState(scene);
  settle(scene, state, 0);
  bendRest(scene.rods[0], Vector3d(0, 0, 0));
  const Equilibrium found = settle(scene, state, 0);
  ASSERT_TRUE(found.found);
  const double weight = 9.81 * scene.rods[0].sections[0].mass;  // of a metre
  for (const ConstraintFound& end : found.constraints) {
    EXPECT_NEAR(end.force.y(), 0.5 * weight * length, 1e-6 * weight);
    EXPECT_NEAR(std::abs(end.force.x()), weight * low, 2e-3 * weight);
    EXPECT_LT(end.residual, 1e-9);
  }
}

// A rope runs off through a keyhole that does not rub: what energy it gains is the scheme's, and shrinks.
TEST(Constraints, SlidingKeepsItsEnergy) {
  if (!kThorough) return;
  double drift[3];
  for (int i = 0; i < 3; ++i) {
    Scene scene;
    scene.rods = {straightRod(Model::clothoid, 16, 1, 1e7, 0.004)};
    scene.rods[0].root = Root::free;
    scene.constraints = {constraintOf("keyhole", 0, 0.42, Vector3d(0.42, 0, 0))};
    State state = restState(scene);
    Work work(scene);
    const double dt = 1.0 / (240 << i), start = energiesOf(scene, state).total();
    for (int k = 0; k * dt < 0.3; ++k) step(scene, state, work, steps(dt));
    EXPECT_GT(std::abs(state.constraints[0].arcs[0] - 0.42), 0.01);  // it slides
    const Energies end = energiesOf(scene, state);
    drift[i] = std::abs(end.total() - start) / end.kinetic;
  }
  EXPECT_LT(drift[1], 0.7 * drift[0]);
  EXPECT_LT(drift[2], 0.7 * drift[1]);
  EXPECT_LT(drift[2], 0.01);
}

// A bridge loses one end of one rope, and comes to rest on what is left.
TEST(Constraints, ABridgeStandsACut) {
  State state;
  Scene scene = bridgeOf(8, 21, state);
  Work work(scene);
  run(scene, state, work, 60, steps(1.0 / 60), 4);
  scene.constraints[2].active = false;
  const Found after = run(scene, state, work, kThorough ? 1200 : 60, steps(1.0 / 60), 4);
  EXPECT_LT(after.residual, 1e-9);
  EXPECT_EQ(after.held, 0u);
  if (!kThorough) return;
  const Energies end = energiesOf(scene, state);
  EXPECT_LT(end.kinetic, 1e-3);
}

// A loop of one rod, its tip fused to its root, hangs on a pin.
TEST(Constraints, AFusedLoopHangsStill) {
  for (const Model model : {Model::clothoid, Model::helix}) {
    SCOPED_TRACE(nameOf(model));
    const double length = 0.2 * kPi;
    Scene scene;
    scene.rods = {evenRod(model, 12, length, {0.003, 1, 1000, 1e7, 0.3})};
    SceneRod& ring = scene.rods[0];
    bendRest(ring, Vector3d(0, 0, -10));
    ring.root = Root::free;
    ring.damping = 0.01;
    ring.massDamping = 0.5;
    State state = restState(scene);
    const Shape shape = shapeOf(ring, state.rods[0].pose);
    scene.constraints = {between("fuse", 0, length, 0, 0),
                         constraintOf("position", 0, 0.1, ShapeWalker(shape).at(0.1).position)};
    Work work(scene);
    const Found found = run(scene, state, work, kThorough ? 1000 : 100, steps(1.0 / 60), length);
    EXPECT_LT(found.residual, 1e-9);
    EXPECT_EQ(found.held, 0u);
    if (!kThorough) continue;
    const double weight = 9.81 * ring.sections[0].mass * length;
    EXPECT_NEAR(work.foundOf(1).force.y(), weight, 0.01 * weight);
  }
}

// The same with pearls, from a circle: they glide down, lie against each other, and come to rest.
TEST(Constraints, AClosedNecklaceComesToRest) {
  constexpr double kLength = 0.4;
  Scene scene;
  scene.rods = {evenRod(Model::helix, 10, kLength, {0.001, 1, 1200, 1e7, 0.3})};
  SceneRod& thread = scene.rods[0];
  bendRest(thread, Vector3d(0, 0, -2 * kPi / kLength));
  thread.root = Root::free;
  thread.damping = 0.02;
  thread.massDamping = 8;  // pearls feel none of it
  State state = restState(scene);
  const Shape shape = shapeOf(thread, state.rods[0].pose);
  scene.constraints = {between("fuse", 0, kLength, 0, 0),
                       constraintOf("position", 0, 0, ShapeWalker(shape).at(0).position)};
  for (int i = 0; i < 8; ++i) {
    SceneConstraint pearl = constraintOf("pearl", 0, kLength * (0.1 + 0.8 / 7 * i));
    pearl.mass = 0.002;
    pearl.radius = 0.006;
    pearl.friction = 0.1;
    scene.constraints.push_back(pearl);
  }
  Work work(scene);
  const Found found = run(scene, state, work, kThorough ? 1000 : 60, steps(1.0 / 60), kLength);
  EXPECT_LT(found.residual, 1e-9);
  EXPECT_EQ(found.held, 0u);
  double weight = scene.rods[0].sections[0].mass * kLength;
  for (std::size_t c = 2; c < scene.constraints.size(); ++c) {
    weight += scene.constraints[c].mass;
    if (c > 2) {
      EXPECT_GT(state.constraints[c].arcs[0] - state.constraints[c - 1].arcs[0], 0.012 - 1e-9);
    }
    if (kThorough) {
      EXPECT_LT(state.constraints[c].velocity.norm(), 1e-3);
    }
  }
  if (kThorough) {
    EXPECT_NEAR(work.foundOf(1).force.y(), 9.81 * weight, 0.01 * 9.81 * weight);
  }
}

// Rows that say the same twice, and rows that cannot both be.
TEST(Constraints, RedundantRowsDoNoHarmAndImpossibleOnesAreShared) {
  Scene scene;
  scene.rods = {straightRod(Model::clothoid, 8, 1, 1e6, 0.005)};
  scene.rods[0].damping = 0.05;
  scene.rods.push_back(scene.rods[0]);
  scene.rods[1].root = Root::free;
  scene.constraints = {between("position", 0, 0.5, 1, 0.5), between("position", 0, 0.5, 1, 0.5),
                       between("fuse", 0, 0.5, 1, 0.5)};
  State state = restState(scene);
  {
    Work work(scene);
    EXPECT_LT(run(scene, state, work, 100, steps(1.0 / 60), 1).residual, 1e-9);
  }
  scene.rods.resize(1);
  scene.constraints = {constraintOf("position", 0, 0.5, Vector3d(0.45, 0.1, 0)),
                       constraintOf("position", 0, 0.5, Vector3d(0.45, 0.2, 0))};
  scene.rods[0].massDamping = 2;
  state = restState(scene);
  Work work(scene);
  const Found found = run(scene, state, work, 100, steps(1.0 / 60), 1);
  EXPECT_EQ(found.held, 0u);
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_TRUE(work.foundOf(c).impossible);
    EXPECT_NEAR(work.foundOf(c).residual, 0.05, 1e-3);  // each gives way by half
  }
}

// What slides at a given rate, whatever that takes; and a spring that gives way by its compliance.
TEST(Constraints, SlideAtTheirRateAndGiveWayByTheirCompliance) {
  Scene scene;
  scene.rods = {straightRod(Model::clothoid, 8, 1, 1e6, 0.004)};
  scene.rods[0].root = Root::free;
  scene.rods[0].massDamping = 5;
  scene.constraints = {constraintOf("keyhole", 0, 0.3, Vector3d(0.3, 0, 0))};
  scene.constraints[0].slideRate = 0.1;
  State state = restState(scene);
  {
    Work work(scene);
    for (int i = 0; i < 60; ++i) step(scene, state, work, steps(1.0 / 60));
    EXPECT_NEAR(state.constraints[0].arcs[0], 0.4, 1e-9);
    EXPECT_LT(work.foundOf(0).residual, 1e-9);
  }
  scene.constraints = {constraintOf("position", 0, 0.5, Vector3d(0.5, 0, 0))};
  scene.constraints[0].compliance = 0.01;
  scene.constraints[0].damping = 0.05;
  state = restState(scene);
  Work work(scene);
  for (int i = 0; i < 600; ++i) step(scene, state, work, steps(1.0 / 60));
  const double weight = 9.81 * scene.rods[0].sections[0].mass;
  EXPECT_NEAR(work.foundOf(0).force.y(), weight, 1e-5 * weight);
  EXPECT_NEAR(work.foundOf(0).residual, 0.01 * weight, 1e-5 * weight);
}

// Pearls that meet on a straight rod, without weight: equal ones exchange their speeds, or go on together.
TEST(Constraints, PearlsMeet) {
  for (const double restitution : {0.0, 1.0}) {
    Scene scene;
    scene.gravity.setZero();
    scene.rods = {straightRod(Model::clothoid, 4, 1, 1e9, 0.01)};
    for (const double arc : {0.3, 0.6}) {
      scene.constraints.push_back(constraintOf("pearl", 0, arc));
      scene.constraints.back().mass = 1e-4;
      scene.constraints.back().radius = 0.02;
      scene.constraints.back().restitution = restitution;
    }
    State state = restState(scene);
    state.constraints.resize(2);
    for (int i = 0; i < 2; ++i) {
      ConstraintState& pearl = state.constraints[static_cast<std::size_t>(i)];
      pearl.begun = pearl.moves = true;
      pearl.arcs[0] = i == 0 ? 0.3 : 0.6;
      pearl.place = Vector3d(pearl.arcs[0], 0, 0);
      pearl.velocity = Vector3d(i == 0 ? 0.5 : 0, 0, 0);
    }
    Work work(scene);
    for (int i = 0; i < 60; ++i) step(scene, state, work, steps(1.0 / 60));
    const double first = state.constraints[0].velocity.x(), second = state.constraints[1].velocity.x();
    EXPECT_NEAR(first, restitution > 0 ? 0 : 0.25, 0.02);
    EXPECT_NEAR(second, restitution > 0 ? 0.5 : 0.25, 0.02);
    EXPECT_GE(state.constraints[1].arcs[0] - state.constraints[0].arcs[0], 0.04 - 1e-9);
  }
}

TEST(Constraints, BreakAboveTheirForce) {
  Scene scene;
  scene.rods = {straightRod(Model::clothoid, 6, 0.5, 1e6)};
  scene.rods[0].root = Root::free;
  scene.constraints = {constraintOf("position", 0, 0.1, Vector3d(0.1, 0, 0))};
  const double weight = 9.81 * scene.rods[0].sections[0].mass * 0.5;
  for (const double factor : {0.1, 100.0}) {
    scene.constraints[0].maxForce = factor * weight;
    State state = restState(scene);
    Work work(scene);
    for (int i = 0; i < 30; ++i) step(scene, state, work, steps(1.0 / 60, Scheme::robust));
    EXPECT_EQ(state.constraints[0].broken, factor < 1);
  }
}

// A rope around k keyholes, turned by alpha at each and pulled through: at each it is pressed by
// (T1 + T2) sin(alpha / 2), rubs by mu times that along the bisector, (T2 - T1) cos(alpha / 2). So
// T / W = ((1 + mu tan(alpha / 2)) / (1 - mu tan(alpha / 2)))^k.
TEST(Constraints, CapstanOfKeyholes) {
  constexpr double kAlpha = kPi / 6, kFriction = 0.3, kWeight = 2, kLink = 0.05;
  for (const int holes : {1, 3}) {
    SCOPED_TRACE(holes);
    const int links = 3 + 4 * holes;
    Scene scene;
    scene.gravity.setZero();
    // as limp as can be: bends take no part
    scene.rods = {straightRod(Model::chain, links, kLink * links, 1e-3, 0.002)};
    SceneRod& rope = scene.rods[0];
    rope.root = Root::free;
    rope.massDamping = 100;
    rope.forces = {{0, Vector3d(-kWeight, 0, 0)}};
    State state = restState(scene);
    for (int h = 0; h < holes; ++h)
      for (const int link : {3 + 4 * h, 4 + 4 * h})
        state.rods[0].pose.joints[static_cast<std::size_t>(link)] = turnBy(Vector3d(0, 0, 0.5 * kAlpha));
    const Shape shape = shapeOf(rope, state.rods[0].pose);
    for (int h = 0; h < holes; ++h) {
      const double arc = kLink * (3.5 + 4 * h);
      SceneConstraint hole = constraintOf("orientedkeyhole", 0, arc);
      hole.target = ShapeWalker(shape).at(arc);
      hole.friction = kFriction;
      scene.constraints.push_back(hole);
    }
    const double length = kLink * links;
    const Frame<double> tip = ShapeWalker(shape).at(length);
    scene.constraints.push_back(constraintOf("position", 0, length, tip.position));
    Work work(scene);
    for (int i = 0; i < 100; ++i) {
      scene.constraints.back().target.position += 1e-10 * tip.axes.col(0);
      step(scene, state, work, steps(1.0 / 60, Scheme::robust));
    }
    const double slope = kFriction * std::tan(0.5 * kAlpha);
    const double pull = kWeight * std::pow((1 + slope) / (1 - slope), holes);
    EXPECT_NEAR(work.foundOf(static_cast<std::size_t>(holes)).force.norm(), pull, 1e-6 * pull);
    EXPECT_NE(state.constraints[0].push, 0);
  }
}

// The report's scenes, with as many multipliers as its table has; 1,000 steps of each.
TEST(Constraints, ScenesOfTheReportHold) {
  for (TiedSample& sample : tableOfTheReport()) {
    SCOPED_TRACE(sample.name);
    const RowCount rows = countRows(sample);
    EXPECT_EQ(rows.absolute, sample.absolute);
    EXPECT_EQ(rows.relative, sample.relative);
    Work work(sample.scene);
    double size = 0;
    for (const SceneRod& rod : sample.scene.rods) size = std::max(size, rod.arc.back());
    const Found found = run(sample.scene, sample.state, work, kThorough ? 1000 : 30, steps(1.0 / 60), size);
    EXPECT_LT(found.residual, 1e-9);
    EXPECT_EQ(found.held, 0u);
  }
}

// A bow is drawn slowly and let go. Soft, light limbs and a heavy arrow: the shot takes a quarter of a
// second.
TEST(Constraints, BowGivesItsEnergyToTheArrow) {
  double share[2] = {0, 0};
  for (const int fine : {0, 1}) {
    if (!kThorough && fine) return;
    TiedSample bow = std::move(tableOfTheReport()[2]);
    Scene& scene = bow.scene;
    scene.gravity.setZero();
    for (SceneRod& rod : scene.rods) {
      rod.damping = 1e-5;
      rod.massDamping = 0;
    }
    for (Section& section : scene.rods[0].sections)
      section = {1e-3 * section.stiffness, 0.1 * section.inertia, 0.1 * section.mass};
    for (Section& section : scene.rods[2].sections)
      section = {section.stiffness, 5 * section.inertia, 5 * section.mass};
    // fingers hold string and arrow
    scene.constraints.push_back(constraintOf("position", 2, 0, scene.rods[2].attachment.position));
    SceneConstraint &hand = scene.constraints[2], &nock = scene.constraints.back();
    const Vector3d rest = hand.target.position, nockRest = nock.target.position;
    Work work(scene);
    for (int i = 0; i < 240; ++i) {
      const Vector3d draw(-0.1 * std::min(1.0, i / 180.0), 0, 0);
      hand.target.position = rest + draw;
      nock.target.position = nockRest + draw;
      step(scene, bow.state, work, steps(1.0 / 60, Scheme::robust));
    }
    const double stored = energiesOf(scene, bow.state).total();
    hand.active = nock.active = false;
    const double dt = fine ? 1.0 / 960 : 1.0 / 240;
    for (int i = 0; i * dt < 0.3; ++i) step(scene, bow.state, work, steps(dt));
    const std::vector<Energies> energies = energiesOfRods(scene, bow.state);
    const double total = energies[0].total() + energies[1].total() + energies[2].total();
    share[fine] = energies[2].kinetic / stored;
    EXPECT_GT(share[fine], 0.6);
    EXPECT_LT(total, 1.001 * stored);
    // nothing rubs: what is missing is the scheme's, and goes with the step
    EXPECT_GT(total, (fine ? 0.98 : 0.9) * stored);
    EXPECT_LT(work.foundOf(7).residual, 1e-9);
  }
  EXPECT_NEAR(share[0], share[1], 0.03 * share[1]);
}

}  // namespace
}  // namespace tendril::test
