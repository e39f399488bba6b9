// What sources share: where the curves stand, how they are built, random numbers.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <string>
#include <vector>

#include "nodes/parameters/definition.h"

namespace tendril::nodes {

struct SourceTransform {
  std::array<double, 3> translate = {0, 0, 0};  // m
  std::array<double, 3> rotate = {0, 0, 0};     // degrees about x, then y, then z
};

void addPlacementParameters(NodeDefinition& node, Inside inside);

// Curves in metres on their way into a geometry: placed, then in scene units.
class CurveBuilder {
 public:
  CurveBuilder(const SourceTransform& placement, double unitLength);

  using Points = std::vector<Eigen::Vector3d>;

  // An open polyline; returns its primitive.
  std::size_t add(const Points& points);
  // One through points that are there already (numbers) and new ones behind them.
  std::size_t branch(std::int32_t root, const Points& points);
  // One through points that are all there.
  std::size_t through(const std::vector<std::int32_t>& points);
  std::int32_t addPoint(const Eigen::Vector3d& point);

  // A point attribute; directions turn with the placement.
  void setDirection(const char* name, std::size_t point, const Eigen::Vector3d& direction);
  void setNumber(Owner owner, const char* name, std::size_t element, double value);
  void setWhole(const char* name, std::size_t primitive, std::int64_t value);
  // A diameter in metres.
  void setWidth(std::size_t point, double width);

  Geometry geometry;
  double unitLength;

 private:
  Eigen::Matrix3d turn_;
  Eigen::Vector3d shift_;  // m
};

// The same numbers on every machine (splitmix64, Steele, Lea and Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ull + 0x1234567ull) {}
  std::uint64_t next();
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // 0 ... 1
  double between(double low, double high) { return low + (high - low) * uniform(); }
  double normal();  // mean 0, deviation 1
  Eigen::Vector3d normal3();

 private:
  std::uint64_t state_;
};

// Rows that several sources have.
inline const char* kSeedHelp =
    "Picks another draw of everything random; the same number always gives the same curves.";

}  // namespace tendril::nodes
