// Arcs and their chords.
#include "solver/fit/chords.h"

#include <cmath>

namespace tendril::solver {
namespace {

// The angle between the links on both sides of a joint; twist does not count.
double turnOf(const Eigen::Quaterniond& joint) {
  const double bend = std::hypot(joint.y(), joint.z()), rest = std::hypot(joint.w(), joint.x());
  return 2 * std::atan2(bend, rest);
}

double arcOverChord(double turn) {
  const double half = 0.5 * turn;
  return half > 1e-4 ? half / std::sin(half) : 1 + half * half / 6;
}

}  // namespace

std::vector<double> arcsOverChords(const Coordinates& rest, std::size_t knots) {
  std::vector<double> longer(knots, 1.0);
  if (!rest.areJoints() || knots < 3) return longer;
  for (std::size_t k = 1; k + 1 < knots; ++k) longer[k] = arcOverChord(turnOf(rest.joints[k]));
  longer.front() = longer[1];
  longer.back() = longer[knots - 2];
  return longer;
}

Section ofCurve(const Section& section, double longer) {
  Section made = section;
  made.mass *= longer;
  made.inertia *= longer;
  made.stiffness /= longer;
  return made;
}

}  // namespace tendril::solver
