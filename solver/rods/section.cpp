// Cross sections.
#include "solver/rods/section.h"

#include <cmath>
#include <string>

#include "solver/base/error.h"
#include "solver/base/math.h"

namespace tendril::solver {
namespace {

void check(const char* name, double value, bool good, const char* what) {
  if (!std::isfinite(value)) throw Error(std::string(name) + " is not finite");
  if (!good) throw Error(std::string(name) + ": " + std::to_string(value) + " " + what);
}

}  // namespace

Section makeSection(const SectionInput& in) {
  check("radius", in.radius, in.radius > 0, "m is no thickness");
  check("aspect", in.aspect, in.aspect > 0, "is no ratio of half axes");
  check("density", in.density, in.density > 0, "kg/m3 leaves the rod without mass");
  check("young", in.young, in.young > 0, "Pa leaves the rod without stiffness");
  check("poisson", in.poisson, in.poisson > -1 && in.poisson <= 0.5, "is not between -1 and 0.5");
  const double a = in.radius, b = in.radius * in.aspect;
  const double first = kPi * a * b * b * b / 4, second = kPi * a * a * a * b / 4;
  const double torsion = kPi * a * a * a * b * b * b / (a * a + b * b);
  const double shear = in.young / (2 * (1 + in.poisson));
  Section section;
  section.stiffness = {shear * torsion, in.young * first, in.young * second};
  section.inertia = Eigen::Vector3d(first + second, first, second) * in.density;
  section.mass = in.density * kPi * a * b;
  if (!(section.stiffness.minCoeff() > 0 && section.inertia.minCoeff() > 0 && section.stiffness.allFinite() &&
        std::isfinite(section.mass)))
    throw Error("radius, density and young together are beyond what numbers can hold");
  return section;
}

}  // namespace tendril::solver
