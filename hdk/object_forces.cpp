// An object's forces.
#include "hdk/object_forces.h"

#include <SIM/SIM_DataFilter.h>
#include <SIM/SIM_Utils.h>

#include <algorithm>
#include <cmath>

#include "nodes/simulation/linearise_force.h"
#include "solver/base/math.h"
#include "solver/base/parallel.h"

namespace tendril::hdk {
namespace {

using Three = std::array<double, 3>;

UT_Vector3 vector(const Three& v) {
  return UT_Vector3(static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]));
}

// Of one knot that moves by some velocity. Torques are left out: rods are thin.
Three forceOn(SIM_ForceResolver& resolver, const KnotMotion& knot, const Three& velocity) {
  constexpr double kDegrees = 1 / kDegree;  // angular velocities are in degrees
  UT_Vector3 force(0, 0, 0), torque(0, 0, 0);
  resolver.getForce(vector(knot.position), vector(velocity),
                    vector({knot.spin[0] * kDegrees, knot.spin[1] * kDegrees, knot.spin[2] * kDegrees}),
                    knot.mass, force, torque);
  return {force.x(), force.y(), force.z()};
}

void addTo(KnotForce& sum, SIM_ForceResolver& resolver, const KnotMotion& knot) {
  const KnotForce one =
      fitDrag(knot.velocity, [&](const Three& velocity) { return forceOn(resolver, knot, velocity); });
  const double grip = sum.grip + one.grip;
  for (std::size_t c = 0; c < 3; ++c) {
    sum.force[c] += one.force[c];
    if (grip > 0) sum.target[c] = (sum.grip * sum.target[c] + one.grip * one.target[c]) / grip;
  }
  sum.grip = grip;
}

}  // namespace

ObjectForces::ObjectForces(const SIM_Object& object) {
  SIM_ConstDataArray found;
  object.filterConstSubData(found, nullptr, SIM_DataFilterByType("SIM_Force"), SIM_FORCES_DATANAME,
                            SIM_DataFilterNone());
  for (exint i = 0; i < found.entries(); ++i) {
    const SIM_Force* force = SIM_DATA_CASTCONST(found(i), SIM_Force);
    if (!force) continue;
    Resolver resolver;
    resolver.itself.reset(force->getForceResolver(object));
    if (!resolver.itself) continue;
    resolver.manyAtOnce = resolver.itself->threadsafe();
    resolvers_.push_back(std::move(resolver));
  }
}

// A copy of a resolver for every piece of work; those that must not run beside others are asked one by one.
std::vector<KnotForce> ObjectForces::at(const std::vector<KnotMotion>& knots) {
  constexpr std::size_t kPiece = 1024;
  std::vector<KnotForce> all(knots.size());
  for (const Resolver& resolver : resolvers_) {
    const auto piece = [&](SIM_ForceResolver& asked, std::size_t p) {
      for (std::size_t k = p * kPiece; k < std::min(knots.size(), (p + 1) * kPiece); ++k)
        addTo(all[k], asked, knots[k]);
    };
    const std::size_t pieces = (knots.size() + kPiece - 1) / kPiece;
    if (!resolver.manyAtOnce) {
      for (std::size_t p = 0; p < pieces; ++p) piece(*resolver.itself, p);
      continue;
    }
    std::vector<std::unique_ptr<SIM_ForceResolver>> copies(pieces);
    for (auto& copy : copies) copy.reset(resolver.itself->copy());
    parallelFor(pieces, [&](std::size_t p) { piece(*copies[p], p); });
  }
  return all;
}

}  // namespace tendril::hdk
