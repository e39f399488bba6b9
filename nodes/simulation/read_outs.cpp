// Energies, iterations and residuals.
#include "nodes/simulation/read_outs.h"

#include <algorithm>

#include "solver/geometry/tuples.h"

namespace tendril::nodes {

void writeReadOuts(const SimulationWorkspace& stage, const std::vector<RodResult>& found, Geometry& g) {
  const auto add = [&](Owner owner, const char* name) -> Attribute& {
    return g.add(owner, name, Storage::real32, 1);
  };
  Energies sum;
  double sweeps = 0, residual = 0;
  Attribute &kinetic = add(Owner::primitive, "kinetic"), &elastic = add(Owner::primitive, "elastic"),
            &potential = add(Owner::primitive, "potential"),
            &iterations = add(Owner::primitive, "iterations"), &left = add(Owner::primitive, "residual");
  for (std::size_t r = 0; r < found.size(); ++r) {
    const std::size_t p = stage.rods[r].primitive;
    const auto& [count, change, energies] = found[r];
    setTuple(kinetic, p, energies.kinetic);
    setTuple(elastic, p, energies.elastic);
    setTuple(potential, p, energies.potential);
    setTuple(iterations, p, static_cast<double>(count));
    setTuple(left, p, change);
    sum.kinetic += energies.kinetic;
    sum.elastic += energies.elastic;
    sum.potential += energies.potential;
    sweeps = std::max(sweeps, static_cast<double>(count));
    residual = std::max(residual, change);
  }
  setTuple(add(Owner::detail, "kinetic"), 0, sum.kinetic);
  setTuple(add(Owner::detail, "elastic"), 0, sum.elastic);
  setTuple(add(Owner::detail, "potential"), 0, sum.potential);
  setTuple(add(Owner::detail, "iterations"), 0, sweeps);
  setTuple(add(Owner::detail, "residual"), 0, residual);
}

namespace {

// The attributes of contacts on the points, the primitives or the detail; all 0.
struct ContactTuples {
  ContactTuples(Owner owner, const char* countName, bool forces, Geometry& g)
      : count(g.add(owner, countName, Storage::int32, 1)),
        penetration(g.add(owner, "penetration", Storage::real32, 1)),
        force(forces ? &g.add(owner, "contactforce", Storage::real32, 3, "vector") : nullptr) {
    for (Attribute* attribute : {&count, &penetration, force})
      for (std::size_t i = 0; attribute && i < sizeOf(attribute->numbers); ++i)
        setNumber(attribute->numbers, i, 0);
  }
  void take(std::size_t element, const ContactResult& contact) {
    setNumber(count.numbers, element, numberAt(count.numbers, element) + 1);
    setNumber(penetration.numbers, element,
              std::max(numberAt(penetration.numbers, element), contact.overlap));
  }
  void push(std::size_t element, const Vector3d& by) {
    setTuple(*force, element, Vector3d(tupleAt(*force, element).head<3>() + by));
  }

  Attribute &count, &penetration;
  Attribute* force;  // null: none
};

}  // namespace

void writeContacts(const SimulationWorkspace& stage, Geometry& g, SimulationReport& report) {
  ContactTuples knots(Owner::point, "contact", true, g), rods(Owner::primitive, "contacts", true, g),
      all(Owner::detail, "contacts", false, g);
  for (std::size_t r = 0; r < stage.rods.size(); ++r) {
    const std::vector<double>& arc = stage.scene.rods[r].arc;
    const std::size_t primitive = stage.rods[r].primitive;
    const Span<const std::int32_t> points = g.pointsOf(primitive);
    for (const ContactResult& contact : stage.work->contactResults(r)) {
      if (!contact.again) ++report.contacts;
      report.overlap = std::max(report.overlap, contact.overlap);
      const std::size_t e = elementAt(arc, contact.arc);
      const double u = std::clamp((contact.arc - arc[e]) / (arc[e + 1] - arc[e]), 0.0, 1.0);
      knots.take(static_cast<std::size_t>(points[e + (u > 0.5 ? 1 : 0)]), contact);
      rods.take(primitive, contact);
      if (!contact.again) all.take(0, contact);
      for (const auto& [knot, part] : {std::pair(e, 1 - u), std::pair(e + 1, u)})
        knots.push(static_cast<std::size_t>(points[knot]), part * contact.force);
      rods.push(primitive, contact.force);
    }
  }
}

void addReadOuts(const std::vector<RodResult>& results, SimulationReport& report) {
  for (const RodResult& found : results) {
    report.energies.kinetic += found.energies.kinetic;
    report.energies.elastic += found.energies.elastic;
    report.energies.potential += found.energies.potential;
    report.iterations = std::max(report.iterations, found.sweeps);
    report.residual = std::max(report.residual, found.change);
  }
}

}  // namespace tendril::nodes
