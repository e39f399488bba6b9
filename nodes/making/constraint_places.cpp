// Places on rods: by arc length, by knots, and those that are nearest.
#include <algorithm>
#include <limits>
#include <string>

#include "nodes/making/constraint_maker.h"
#include "nodes/parameters/text.h"
#include "solver/rods/evaluate.h"

namespace tendril::nodes {

using Eigen::Vector3d;

std::vector<std::uint8_t> ConstraintMaker::chosen(const std::string& pattern) const {
  const std::vector<std::uint8_t> all = cook_.host.select(drawn_, Owner::primitive, pattern);
  std::vector<std::uint8_t> rods;
  for (const Rod& rod : rods_) rods.push_back(all[rod.primitive]);
  return rods;
}

RodSpot ConstraintMaker::spotAt(std::size_t r, double arc) const {
  RodSpot spot{r, std::clamp(arc, 0.0, rods_[r].shape.length()), {}};
  ShapeWalker walker(rods_[r].shape);
  spot.frame = walker.at(spot.arc);
  return spot;
}

// "0.25 0.5 -0.1": from the root, or from the tip where below 0.
std::vector<double> ConstraintMaker::arcsOf(const std::string& lengths, double length) const {
  std::vector<double> arcs;
  for (const std::string& word : words(lengths)) {
    const std::optional<double> number = parseNumber(word);
    if (!number) throw Error("lengths: \"" + word + "\" is no number");
    double arc = *number * (parms_.lengthUnit == LengthUnit::fraction ? length : 1 / cook_.unitLength);
    const bool fromTip = arc < 0 || word[0] == '-';
    if (fromTip) arc += length;
    if (arc < -1e-9 * length || arc > length * (1 + 1e-9)) {
      ++beyond_;
      continue;
    }
    arcs.push_back(std::clamp(arc, 0.0, length));
  }
  return arcs;
}

std::vector<double> ConstraintMaker::arcsOf(std::size_t r) const {
  const Shape& shape = rods_[r].shape;
  const double length = shape.length();
  std::vector<double> arcs;
  switch (parms_.place) {
    case ConstraintPlace::root:
      return {0};
    case ConstraintPlace::tip:
      return {length};
    case ConstraintPlace::ends:
      return {0, length};
    case ConstraintPlace::lengths:
      return arcsOf(parms_.lengths, length);
    case ConstraintPlace::even:
      for (int i = 0; i < parms_.count; ++i) {
        const double u = parms_.count == 1 ? 0.5 : static_cast<double>(i) / (parms_.count - 1);
        arcs.push_back(length * (parms_.from + (parms_.to - parms_.from) * u));
      }
      return arcs;
    case ConstraintPlace::points: {
      const Span<const std::int32_t> points = drawn_.pointsOf(rods_[r].primitive);
      for (std::size_t k = 0; k < points.size(); ++k)
        if (points_[static_cast<std::size_t>(points[k])]) arcs.push_back(shape.arc[k]);
      return arcs;
    }
    case ConstraintPlace::nearest:
      return {};
  }
  return arcs;
}

double ConstraintMaker::reach() const {
  return parms_.maxDistance > 0 ? parms_.maxDistance / cook_.unitLength
                                : std::numeric_limits<double>::infinity();
}

}  // namespace tendril::nodes
