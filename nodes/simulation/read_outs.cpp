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

void writeContacts(const SimulationWorkspace& stage, Geometry& g, SimulationReport& report) {
  Attribute &count = g.add(Owner::point, "contact", Storage::int32, 1),
            &force = g.add(Owner::point, "contactforce", Storage::real32, 3, "vector");
  for (Attribute* attribute : {&count, &force})
    for (std::size_t i = 0; i < sizeOf(attribute->numbers); ++i) setNumber(attribute->numbers, i, 0);
  for (std::size_t r = 0; r < stage.rods.size(); ++r) {
    const std::vector<double>& arc = stage.scene.rods[r].arc;
    const Span<const std::int32_t> points = g.pointsOf(stage.rods[r].primitive);
    for (const ContactResult& contact : stage.work->contactResults(r)) {
      ++report.contacts;
      report.overlap = std::max(report.overlap, contact.overlap);
      const std::size_t e = elementAt(arc, contact.arc);
      const double u = std::clamp((contact.arc - arc[e]) / (arc[e + 1] - arc[e]), 0.0, 1.0);
      const std::size_t near = static_cast<std::size_t>(points[e + (u > 0.5 ? 1 : 0)]);
      setNumber(count.numbers, near, numberAt(count.numbers, near) + 1);
      for (const auto& [knot, part] : {std::pair(e, 1 - u), std::pair(e + 1, u)}) {
        const std::size_t k = static_cast<std::size_t>(points[knot]);
        setTuple(force, k, Vector3d(tupleAt(force, k).head<3>() + part * contact.force));
      }
    }
  }
  setTuple(g.add(Owner::detail, "contacts", Storage::int32, 1), 0, static_cast<double>(report.contacts));
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
