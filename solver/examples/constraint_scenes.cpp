// Sample scenes of constraints.
#include "solver/examples/constraint_scenes.h"

#include <cmath>

#include "solver/base/math.h"
#include "solver/examples/rod_scenes.h"
#include "solver/sweep/rest_state.h"

namespace tendril::solver {

namespace {

class Builder {
 public:
  explicit Builder(const char* name) { made_.name = name; }

  // A rod from a to b that sags towards -y by `slack` of its length.
  int rod(Model model, int elements, const Vector3d& a, const Vector3d& b, double slack,
          const SectionInput& section, Root root = Root::free) {
    const double chord = (b - a).norm();
    // an arc: chord = 2 R sin(phi), length = 2 R phi
    double phi = 0;
    if (slack > 0) {
      double low = 1e-6, high = 3;
      for (int i = 0; i < 60; ++i) {
        phi = 0.5 * (low + high);
        (std::sin(phi) / phi > 1 - slack ? low : high) = phi;
      }
    }
    const double length = slack > 0 ? chord * phi / std::sin(phi) : chord;
    SceneRod made = evenRod(model, elements, length, section);
    const double curvature = slack > 0 ? 2 * phi / length : 0;
    bendRest(made, Vector3d(0, 0, curvature));
    made.damping = 0.02;
    made.massDamping = 0.5;
    made.root = root;
    const Vector3d along = (b - a).normalized();
    Vector3d up = Vector3d::UnitY();
    if (std::abs(along.y()) > 0.9) up = Vector3d::UnitX();
    up = (up - up.dot(along) * along).normalized();
    // starts downwards, bends up
    const Vector3d tangent = std::cos(phi) * along - std::sin(phi) * up;
    made.attachment.position = a;
    made.attachment.axes.col(0) = slack > 0 ? tangent : along;
    made.attachment.axes.col(2) = Vector3d(along.cross(up)).normalized();
    made.attachment.axes.col(1) = made.attachment.axes.col(2).cross(Vector3d(made.attachment.axes.col(0)));
    made_.scene.rods.push_back(made);
    return static_cast<int>(made_.scene.rods.size()) - 1;
  }
  SceneRod& last() { return made_.scene.rods.back(); }
  double length(int r) const { return made_.scene.rods[static_cast<std::size_t>(r)].arc.back(); }

  // Places the rods; constraints added later refer to this pose.
  void place() { made_.state = restState(made_.scene); }
  Frame<double> at(int r, double arc) const {
    const std::size_t i = static_cast<std::size_t>(r);
    const Shape shape = shapeOf(made_.scene.rods[i], made_.state.rods[i].pose);
    return ShapeWalker(shape).at(arc);
  }
  SceneConstraint& hold(const char* type, int r, double arc) {
    SceneConstraint made;
    made.type = findConstraintType(type);
    made.ends[0].rod = r;
    made.ends[0].arc = arc;
    made.target = at(r, arc);
    made_.scene.constraints.push_back(made);
    return made_.scene.constraints.back();
  }
  // An angle against the world that keeps its present value.
  void angle(int r, double arc) {
    SceneConstraint& made = hold("angle", r, arc);
    const Vector3d tangent = made.target.axes.col(0);
    made.target.axes.setIdentity();
    made.normal = tangent.unitOrthogonal();
    made.rest = 0.5 * kPi;
  }
  SceneConstraint& tie(const char* type, int a, double arcA, int b, double arcB) {
    SceneConstraint& made = hold(type, a, arcA);
    made.ends[1].rod = b;
    made.ends[1].arc = arcB;
    const Frame<double> first = at(a, arcA), second = at(b, arcB);
    made.rest = (first.position - second.position).norm();
    made.ends[1].attachment.position = second.axes.transpose() * (first.position - second.position);
    if (std::string(type) == "distance") made.ends[1].attachment.position.setZero();
    if (std::string(type) == "fuse") made.ends[1].attachment.axes = second.axes.transpose() * first.axes;
    return made;
  }

  TiedSample finish(int absolute = 0, int relative = 0, double milliseconds = 0) {
    made_.absolute = absolute;
    made_.relative = relative;
    made_.milliseconds = milliseconds;
    return std::move(made_);
  }

 private:
  TiedSample made_;
};

const SectionInput kRope = {0.01, 1, 1000, 1e7, 0.3};

TiedSample bridgeOf(int rungsCount, int elements, Model model, bool table) {
  Builder b(table ? "bridge" : "rungs");
  const Vector3d from[4] = {{-2, 0, -0.4}, {-2, 0, 0.4}, {-2, 0.9, -0.4}, {-2, 0.9, 0.4}};
  for (const Vector3d& a : from)
    b.rod(model, elements, a, a + Vector3d(4, 0, 0), 0.02, kRope, table ? Root::free : Root::clamped);
  b.place();
  for (int r = 0; r < 4; ++r)
    for (const double u : {0.0, 1.0}) {
      if (!table && u == 0) continue;
      b.hold("position", r, u * b.length(r));
      if (table) b.angle(r, u * b.length(r));
    }
  for (int i = 0; i < rungsCount; ++i) {
    const double arc = b.length(0) * (i + 1) / (rungsCount + 1);
    const int kind = i % 3;
    b.tie("distance", kind == 0 ? 0 : kind - 1, arc, kind == 0 ? 1 : kind + 1, arc);
  }
  return b.finish(32, 21, 1.7);
}

TiedSample necklace() {
  Builder b("necklace");
  b.rod(Model::helix, 6, {-0.1, 0, 0}, {0.1, 0, 0}, 0.4, {0.001, 1, 1200, 2e6, 0.3});
  b.place();
  const double length = b.length(0);
  b.hold("position", 0, 0);
  b.hold("position", 0, length);
  b.angle(0, 0);
  b.angle(0, length);
  for (int i = 0; i < 10; ++i) {
    SceneConstraint& pearl = b.hold("pearl", 0, length * (0.2 + 0.06 * i));
    pearl.mass = 0.002;
    pearl.radius = 0.006;
  }
  return b.finish(8, 10, 0.4);
}

TiedSample bow() {
  Builder b("bow");
  const SectionInput limb = {0.009, 1, 1600, 2e10, 0.3}, string = {0.0015, 1, 1200, 1e8, 0.3},
                     arrow = {0.0035, 1, 700, 2e10, 0.3};
  b.rod(Model::helix, 4, {-0.1, -0.7, 0}, {-0.1, 0.7, 0}, 0.02, limb);
  b.rod(Model::chain, 6, {-0.1, -0.7, 0}, {-0.1, 0.7, 0}, 0.001, string);
  b.rod(Model::chain, 2, {-0.1, 0, 0}, {0.6, 0, 0}, 0, arrow);
  b.place();
  const double limbLength = b.length(0), stringLength = b.length(1);
  b.hold("position", 0, 0.5 * limbLength);
  b.hold("orientation", 0, 0.5 * limbLength);
  b.hold("position", 1, 0.5 * stringLength);
  SceneConstraint& guide = b.hold("axis", 2, 0.7);
  guide.target.axes.setIdentity();
  guide.normal = Vector3d::UnitX();
  b.tie("fuse", 1, 0, 0, 0);
  b.tie("fuse", 1, stringLength, 0, limbLength);
  b.tie("slipknot", 2, 0.2, 0, 0.5 * limbLength).slipsOff = true;
  SceneConstraint& push = b.tie("unilateral", 1, 0.5 * stringLength, 2, 0);
  push.normal = -Vector3d::UnitX();
  return b.finish(11, 16, 0.56);
}

TiedSample cables() {
  Builder b("cable bundle");
  const SectionInput cable = {0.004, 1, 1400, 5e7, 0.3};
  b.rod(Model::helix, 8, {0, 0, 0}, {2, 0, 0}, 0.01, cable);
  for (int i = 0; i < 6; ++i)
    b.rod(Model::helix, 2, {0.3 * i + 0.2, -0.02, 0.02}, {0.3 * i + 0.25, -0.3, 0.1}, 0.01, cable);
  b.place();
  const double length = b.length(0);
  b.hold("position", 0, 0);
  b.hold("position", 0, length);
  b.angle(0, 0);
  for (int i = 0; i < 5; ++i) b.tie("fuse", i + 1, 0, 0, 0.3 * i + 0.2);
  b.tie("position", 6, 0, 0, 1.7);
  SceneConstraint& line = b.tie("axis", 6, 0.1, 0, 1.7);
  line.normal = Vector3d::UnitX();
  return b.finish(7, 35, 1);
}

TiedSample net() {
  Builder b("spider net");
  for (int i = 0; i < 7; ++i) {
    const double angle = 2 * kPi * i / 7;
    const Vector3d out(std::cos(angle), 0, std::sin(angle));
    b.rod(Model::helix, 5, 0.03 * out + Vector3d(0, -0.01, 0), 0.6 * out, 0.01, {0.0008, 1, 1300, 1e8, 0.3});
  }
  b.place();
  for (int i = 0; i < 7; ++i) {
    b.hold("position", i, b.length(i));
    b.angle(i, b.length(i));
  }
  for (int ring = 0; ring < 7; ++ring)
    for (int i = 0; i < 7; ++i) {
      const double u = 0.02 + 0.13 * ring;
      b.tie("distance", i, u * b.length(i), (i + 1) % 7, u * b.length((i + 1) % 7));
    }
  return b.finish(28, 49, 4);
}

TiedSample dna() {
  Builder b("DNA");
  constexpr double kRadius = 0.1, kRise = 0.34 / (2 * kPi);
  const double square = kRadius * kRadius + kRise * kRise, length = 4 * kPi * std::sqrt(square);
  for (int k = 0; k < 2; ++k) {
    const double angle = 2.4 * k;
    b.rod(Model::helix, 16, {0, 0, 0}, {length, 0, 0}, 0, {0.005, 1, 1100, 1e8, 0.45});
    SceneRod& strand = b.last();
    bendRest(strand, Vector3d(-kRise / square, 0, kRadius / square));
    const Vector3d tangent =
        Vector3d(-kRadius * std::sin(angle), -kRise, kRadius * std::cos(angle)) / std::sqrt(square);
    const Vector3d inwards(-std::cos(angle), 0, -std::sin(angle));
    strand.attachment.axes << tangent, inwards, tangent.cross(inwards);
    strand.attachment.position = -kRadius * inwards;
  }
  b.place();
  for (int k = 0; k < 2; ++k) {
    b.hold("position", k, 0);
    b.angle(k, 0);
  }
  for (int i = 0; i < 32; ++i)
    b.tie("distance", 0, length * (0.03 + 0.03 * i), 1, length * (0.03 + 0.03 * i));
  return b.finish(8, 32, 1.1);
}

}  // namespace

std::vector<TiedSample> tableOfTheReport() {
  std::vector<TiedSample> all;
  all.push_back(bridgeOf(21, 6, Model::helix, true));
  all.push_back(necklace());
  all.push_back(bow());
  all.push_back(cables());
  all.push_back(net());
  all.push_back(dna());
  return all;
}

RowCount countRows(const TiedSample& sample) {
  RowCount count;
  for (const SceneConstraint& constraint : sample.scene.constraints) {
    EndAt ends[2];
    ends[0].frame.position = Vector3d(1, 2, 3);
    ends[0].tangent = Vector3d::UnitX();
    ConstraintRows rows;
    rows.clear();
    constraint.type->rows(constraint, ends[0], ends[1], rows);
    if (constraint.type->carries)
      ++count.relative;
    else
      (constraint.holdsTwo() ? count.relative : count.absolute) += rows.count;
  }
  return count;
}

TiedSample keyholes(int count, int elements) {
  Builder b("keyholes");
  const double length = 0.02 * elements;
  b.rod(Model::clothoid, elements, {0, 0, 0}, {length, 0, 0}, 0, {0.002, 1, 1000, 1e7, 0.3});
  b.place();
  for (int i = 0; i < count; ++i) b.hold("keyhole", 0, length * (i + 0.5) / count);
  b.hold("position", 0, 0.25 * length / count);
  return b.finish();
}

TiedSample pearls(int count) {
  Builder b("pearls");
  const double width = 0.02 * count;
  b.rod(Model::clothoid, 2 * count, {0, 0, 0}, {width, 0, 0}, 0.1, {0.001, 1, 1200, 2e7, 0.3}, Root::clamped);
  b.place();
  b.hold("position", 0, b.length(0));
  for (int i = 0; i < count; ++i) {
    SceneConstraint& pearl = b.hold("pearl", 0, b.length(0) * (i + 1) / (count + 2));
    pearl.mass = 0.001;
    pearl.radius = 0.008;
  }
  return b.finish();
}

TiedSample rungs(int count) {
  return bridgeOf(count, 2 * count / 3, Model::clothoid, false);
}

}  // namespace tendril::solver
