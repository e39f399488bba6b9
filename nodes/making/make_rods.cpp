// The work behind tendril::rods: read curves, fit, write rod geometry.
#include "nodes/making/make_rods.h"

#include <algorithm>
#include <unordered_map>

#include "nodes/attributes/curve_binding.h"
#include "nodes/making/element_length.h"
#include "nodes/making/strand.h"
#include "nodes/parameters/pieces.h"
#include "nodes/parameters/text.h"
#include "solver/fit/fit.h"
#include "solver/geometry/resample_topology.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

std::string firstOf(const std::vector<std::size_t>& numbers) {
  std::vector<std::string> names;
  for (const std::size_t number : numbers) names.push_back(std::to_string(number));
  return nodes::firstOf(names);
}

class RodMaker {
 public:
  RodMaker(const RodsParms& parms, const Cook& cook)
      : parms_(parms),
        cook_(cook),
        source_(*cook.input(0)),
        lengths_(source_, parms.maxElementLength / cook.unitLength) {}

  Geometry make() {
    readCurves();
    checkMaterial(source_, isRod_);
    readRests();
    reportOddities();
    tellUnused(parms_, source_, cook_.host);
    fitAll();
    std::vector<std::int32_t> firstPoint;
    Geometry result = resampleTopology(source_, knots(), firstPoint);
    describe(result);
    inform();
    tellLong(parms_, cook_, strands_);
    letStay(result);
    return result;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void readCurves() {
    const std::vector<std::uint8_t> wanted = cook_.host.select(source_, Owner::primitive, parms_.group);
    ids_ = idsOf(source_);
    isRod_.assign(source_.primitiveCount(), 0);
    std::vector<std::size_t> closed;
    std::string fault;
    for (std::size_t p = 0; p < wanted.size(); ++p) {
      if (p % 500 == 0) lookUp(cook_.host);
      if (!wanted[p]) continue;
      Strand strand;
      strand.primitive = p;
      strand.curve = readCurve(source_, p);
      if (!strand.curve.fault.empty()) {
        if (bad_.empty()) fault = strand.curve.fault;
        bad_.push_back(p);
        continue;
      }
      if (strand.curve.closed) closed.push_back(p);
      isRod_[p] = 1;
      strands_.push_back(std::move(strand));
    }
    checkIds();
    if (!bad_.empty()) complainOfBad(fault);
    if (!closed.empty())
      cook_.host.warn(counted(closed.size(), "closed curve", "closed curves") + " (" + firstOf(closed) +
                      ") became rods that end where they begin; fuse both ends to keep them closed");
  }

  void inform() const {
    if (strands_.empty()) return cook_.host.inform("no rods");
    std::size_t fewest = kNone, most = 0, knots = 0;
    double miss = 0;
    for (const Strand& strand : strands_) {
      const std::size_t elements = strand.rod.shape.elements();
      fewest = std::min(fewest, elements);
      most = std::max(most, elements);
      knots += elements + 1;
      miss = std::max(miss, strand.miss);
    }
    cook_.host.inform(counted(strands_.size(), "rod", "rods") + " of " + std::to_string(fewest) +
                      (most > fewest ? " to " + std::to_string(most) : "") +
                      (most == 1 ? " element, " : " elements, ") + std::to_string(knots) +
                      " knots; the farthest point misses its curve by " +
                      formatNumber(std::round(1e4 * miss) / 100) + " % of the curve's length");
  }

  void complainOfBad(const std::string& fault) const {
    const std::string what = "primitive " + std::to_string(bad_[0]) + " " + fault;
    if (parms_.onBad == OnBad::error) throw Error(what + " (On Invalid Curves is set to Error)");
    cook_.host.warn(counted(bad_.size(), "curve cannot be a rod and is", "curves cannot be rods and are") +
                    " held still, in group tendril_bad (" + firstOf(bad_) + "): " + what);
  }

  void checkIds() const {
    std::unordered_map<std::int64_t, std::size_t> seen;
    for (const Strand& strand : strands_) {
      const auto [other, fresh] = seen.emplace(ids_[strand.primitive], strand.primitive);
      if (!fresh)
        throw Error("primitives " + std::to_string(other->second) + " and " +
                    std::to_string(strand.primitive) + " both have id " +
                    std::to_string(ids_[strand.primitive]) +
                    "; give every curve its own, or remove the attribute");
    }
  }

  // The rest curves: of the second input by id, or of a point attribute.
  void readRests() {
    const Geometry* input = cook_.input(1);
    RestShape from = parms_.restShape;
    if (from == RestShape::automatic)
      from = input                 ? RestShape::input
             : isPosition("restP") ? RestShape::restP
             : isPosition("rest")  ? RestShape::rest
                                   : RestShape::curve;
    if (from == RestShape::input && !input)
      throw Error("restshape: nothing is connected to the second input");
    if (from == RestShape::curve || from == RestShape::straight) return;
    if (from == RestShape::input) return readRestInput(*input);
    const char* name = from == RestShape::restP ? "restP" : "rest";
    for (Strand& strand : strands_)
      keepRest(strand, readCurve(source_, strand.primitive, name), source_, strand.primitive);
  }

  bool isPosition(const char* name) const { return numericTuple(source_.find(Owner::point, name), 3); }

  void readRestInput(const Geometry& input) {
    const IdIndex index(input);
    std::vector<std::size_t> missing;
    for (Strand& strand : strands_) {
      if (strand.primitive % 500 == 0) lookUp(cook_.host);
      const std::size_t p = strand.primitive;
      // a curve like this one, if there is one
      auto found = index.find(ids_[p], p, [&](std::size_t other) {
        return input.kinds[other] == source_.kinds[p] &&
               input.pointsOf(other).size() == source_.pointsOf(p).size();
      });
      if (!found)
        found = index.find(ids_[p], p,
                           [&](std::size_t other) { return input.kinds[other] != PrimitiveKind::other; });
      if (found)
        keepRest(strand, readCurve(input, *found), input, *found);
      else
        missing.push_back(p);
    }
    if (!missing.empty())
      cook_.host.warn(counted(missing.size(), "curve has", "curves have") +
                      " no curve of the same id in the second input (" + firstOf(missing) +
                      "); each is its own rest shape");
  }

  void keepRest(Strand& strand, Curve rest, const Geometry& from, std::size_t primitive) {
    if (!rest.fault.empty()) {
      badRests_.push_back(strand.primitive);
      return;
    }
    strand.rest = std::move(rest);
    restFrom_ = &from;
    restPrimitive_.resize(source_.primitiveCount(), kNone);
    restPrimitive_[strand.primitive] = primitive;
  }

  void reportOddities() const {
    if (!badRests_.empty())
      cook_.host.warn(counted(badRests_.size(), "rest curve cannot be a rod (of primitive ",
                              "rest curves cannot be rods (of primitives ") +
                      firstOf(badRests_) + "); such a curve is its own rest shape");
    if (parms_.rootFrame != RootFrame::automatic && parms_.rootFrame != RootFrame::upVector &&
        !strands_.empty() && !hasRootAttribute(source_, parms_.rootFrame))
      throw Error("rootframe: the curves have no such point attribute; choose Automatic or give them one");
  }

  Matrix3d rootOf(const Geometry& g, std::size_t primitive, const Curve& curve) const {
    if (const auto root = rootFromAttributes(g, primitive, curve, parms_.rootFrame)) return *root;
    return frameAlong(curve.points[1] - curve.points[0],
                      Vector3d(parms_.upVector[0], parms_.upVector[1], parms_.upVector[2]));
  }

  FitSettings settings(std::size_t primitive) const {
    FitSettings settings;
    settings.model = parms_.model;
    settings.elements = parms_.elements;
    settings.grading = parms_.grading;
    settings.maxElements = parms_.maxElements;
    settings.stop = [&host = cook_.host] { return host.interrupted(); };
    if (parms_.fitBy == FitBy::tolerance) {
      settings.tolerance = parms_.tolerance;
      settings.elements = 1;
    }
    if (layoutOf(parms_.model) == Layout::joints)
      settings.elements = std::max(settings.elements, lengths_.linksOn(primitive));
    return settings;
  }

  void fitAll() {
    try {
      forEachPiece(cook_.host, strands_.size(), "fitting rods", [&](std::size_t i) { fit(strands_[i]); });
    } catch (const Stopped&) {
      throw Interrupted();
    }
    if (parms_.fitBy != FitBy::tolerance) return;
    std::vector<std::size_t> far;
    for (const Strand& strand : strands_)
      if (strand.miss > parms_.tolerance) far.push_back(strand.primitive);
    if (!far.empty())
      cook_.host.warn(counted(far.size(), "rod misses", "rods miss") + " the tolerance (" + firstOf(far) +
                      ") with " +
                      counted(static_cast<std::size_t>(parms_.maxElements), "element", "elements") +
                      "; allow more of them");
  }

  void fit(Strand& strand) const {
    const bool ownRest = strand.rest.points.empty();
    const Curve& rest = ownRest ? strand.curve : strand.rest;
    const Matrix3d restRoot = ownRest ? rootOf(source_, strand.primitive, rest)
                                      : rootOf(*restFrom_, restPrimitive_[strand.primitive], rest);
    FitResult restFit = fitRod(rest.points, restRoot, settings(strand.primitive));
    strand.miss = restFit.error / restFit.shape.length();
    lengths_.divide(strand.primitive, restFit.shape);
    Rod& rod = strand.rod;
    keepNatural(rod, restFit.shape);
    strand.restRoot = {axesOf(orientOf(restFit.shape.root.axes)), restFit.shape.root.position};
    strand.isAtRest = ownRest || isAtRest(strand);
    if (strand.isAtRest) {
      rod.shape = std::move(restFit.shape);
      strand.arcOfPoint = std::move(restFit.arcOfPoint);
    } else {
      FitSettings pose = settings(strand.primitive);
      pose.rest = &restFit.shape;
      if (rest.points.size() == strand.curve.points.size()) pose.restPoints = &rest.points;
      FitResult poseFit = fitRod(strand.curve.points, poseRoot(strand, restFit.shape), pose);
      rod.shape = std::move(poseFit.shape);
      strand.arcOfPoint = std::move(poseFit.arcOfPoint);
    }
    turnRoot(rod, orientOf(rod.shape.root.axes));
    rod.primitive = strand.primitive;
    rod.id = ids_[strand.primitive];
  }

  // In the rest's place, and its root turned as the rest's is.
  bool isAtRest(const Strand& strand) const {
    return strand.rest.points == strand.curve.points &&
           rootFromAttributes(source_, strand.primitive, strand.curve, parms_.rootFrame) ==
               rootFromAttributes(*restFrom_, restPrimitive_[strand.primitive], strand.rest,
                                  parms_.rootFrame);
  }

  // By the curve's attributes; without any, the rest's frame goes along with the tangent.
  Matrix3d poseRoot(const Strand& strand, const Shape& rest) const {
    if (const auto root = rootFromAttributes(source_, strand.primitive, strand.curve, parms_.rootFrame))
      return *root;
    const Vector3d now = strand.curve.points[1] - strand.curve.points[0],
                   then = strand.rest.points[1] - strand.rest.points[0];
    return shortestTurn(then, now) * rest.root.axes;
  }

  double curl() const { return parms_.restShape == RestShape::straight ? 0 : parms_.curl; }

  void keepNatural(Rod& rod, const Shape& rest) const {
    rod.rest = rest;
    rod.rest.multiply(curl());
    if (rest.areJoints()) rod.rest.set(0, rest);  // the first joint sets the rod's direction and is no curl
  }

  void letStay(Geometry& result) const {
    clearFactors(isRod_, result);
    if (parms_.stay.underGravity != UnderGravity::stay) return;
    std::vector<StayingRod> made;
    for (const Strand& strand : strands_)
      made.push_back({strand.primitive, strand.restRoot, strand.isAtRest && curl() == 1});
    nodes::letStay(parms_.stay, made, cook_, result);
  }

  std::vector<ResampledCurve> knots() const {
    std::vector<ResampledCurve> redrawn(source_.primitiveCount());
    for (const Strand& strand : strands_)
      redrawn[strand.primitive] = blendsAt(strand.curve, strand.arcOfPoint, strand.rod.shape.arc);
    return redrawn;
  }

  void describe(Geometry& result) const {
    std::vector<Rod> rods;
    for (const Strand& strand : strands_) rods.push_back(strand.rod);
    const Attribute* present = result.find(Owner::primitive, "rodmodel");
    if (present && (present->kind != AttributeKind::string || present->tupleSize != 1))
      throw Error("primitive attribute 'rodmodel' is no text; rename or remove it");
    Attribute& model = result.addString(Owner::primitive, "rodmodel");
    if (!result.find(Owner::primitive, "id")) {
      const Span<std::int32_t> id =
          result.add(Owner::primitive, "id", Storage::int32, 1).values<std::int32_t>();
      for (std::size_t p = 0; p < ids_.size(); ++p) id[p] = static_cast<std::int32_t>(ids_[p]);
    }
    for (const Strand& strand : strands_) model.setString(strand.primitive, nameOf(parms_.model));
    writeRods(result, rods);
    writeMaterial(result, parms_.material, isRod_, cook_.unitLength);
    writeMass(cook_, strands_, result);
    writeParents(parms_, cook_, strands_, ids_, result);
    std::vector<Placing> placings;
    for (const Strand& strand : strands_)
      placings.push_back({&strand.rod, &strand.curve, &strand.arcOfPoint});
    writePlaces(result, source_, placings);
    Group& bad = result.addGroup(Owner::primitive, "tendril_bad");
    for (const std::size_t p : bad_) bad.members[p] = 1;
    writeRoots(result);
  }

  // Whether roots are held is said on points, as for Wire.
  void writeRoots(Geometry& result) const {
    if (parms_.roots == RootHold::attributes) return;
    Attribute& glue = realTuple(result, Owner::point, "gluetoanimation", 1);
    for (const Strand& strand : strands_) {
      const Span<const std::int32_t> points = result.pointsOf(strand.primitive);
      for (std::size_t k = 0; k < points.size(); ++k)
        setTuple(glue, static_cast<std::size_t>(points[k]),
                 k == 0 && parms_.roots == RootHold::held ? 1.0 : 0.0);
    }
  }

  const RodsParms& parms_;
  const Cook& cook_;
  const Geometry& source_;
  ElementLengths lengths_;
  std::vector<std::int64_t> ids_;
  std::vector<std::uint8_t> isRod_;
  std::vector<std::size_t> bad_, badRests_;
  std::vector<Strand> strands_;
  const Geometry* restFrom_ = nullptr;
  std::vector<std::size_t> restPrimitive_;
};

}  // namespace

Geometry makeRods(const RodsParms& parms, const Cook& cook) {
  return RodMaker(parms, cook).make();
}

}  // namespace tendril::nodes
