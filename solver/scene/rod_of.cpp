// A rod of a scene from a polyline.
#include "solver/scene/rod_of.h"

#include <string>

#include "solver/base/error.h"
#include "solver/fit/chords.h"
#include "solver/fit/fit.h"

namespace tendril::solver {

SceneRod rodOf(const std::vector<Eigen::Vector3d>& points, const SectionInput& material, int elements,
               Model model) {
  if (points.size() < 2) throw Error("a rod needs 2 points; there are " + std::to_string(points.size()));
  if (elements < 1) throw Error("a rod needs an element");
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].allFinite()) throw Error("point " + std::to_string(i) + " is not finite");
    if (i > 0 && points[i] == points[i - 1])
      throw Error("points " + std::to_string(i - 1) + " and " + std::to_string(i) + " are the same");
  }
  FitSettings settings;
  settings.model = model;
  settings.elements = elements;
  const Shape shape =
      fitRod(points, frameAlong(points[1] - points[0], Eigen::Vector3d::UnitY()), settings).shape;
  SceneRod rod;
  rod.model = model;
  rod.arc = shape.arc;
  rod.rest = shape;
  rod.attachment = {shape.behindJoint(0, shape.root.axes), shape.root.position};
  if (shape.areJoints()) rod.rest.setStraight(0);  // the first joint gives the direction and no bending
  for (const double longer : arcsOverChords(rod.rest, rod.arc.size()))
    rod.sections.push_back(ofCurve(makeSection(material), longer));
  return rod;
}

}  // namespace tendril::solver
