// What tendril::constrain does: finds places on rods, and draws constraints between them and what holds them.
#pragma once

#include <optional>

#include "nodes/making/constraint_primitives.h"
#include "nodes/making/make_constraints.h"

namespace tendril::nodes {

// Keeps references.
class ConstraintMaker {
 public:
  ConstraintMaker(const ConstrainParms& parms, const Cook& cook);

  Geometry run();

 private:
  // nodes/making/constraint_places.cpp
  std::vector<std::uint8_t> chosen(const std::string& pattern) const;
  RodSpot spotAt(std::size_t r, double arc) const;
  std::vector<double> arcsOf(const std::string& lengths, double length) const;
  std::vector<double> arcsOf(std::size_t r) const;
  double reach() const;
  // nodes/making/make_constraints.cpp
  void makeAll();
  bool needsRods() const;
  void makeNearest(const std::vector<std::uint8_t>& group);
  void holdToWorld(const RodSpot& spot);
  FarEnd targetEnd(std::size_t i) const;
  void holdToTargets();
  void holdToSurface(const RodSpot& spot);
  void holdToRods(const std::vector<std::uint8_t>& group);
  void holdToNearestRods(const std::vector<std::uint8_t>& second);
  bool isMetOnce() const;
  // nodes/making/read_constraints.cpp
  void readPins();
  void readVellum();
  void findSpotsOf(const Geometry& curves);
  double vellumCompliance(std::size_t p) const;

  const ConstrainParms& parms_;
  const Cook& cook_;
  const Geometry& drawn_;
  const Geometry* targets_;
  std::vector<Rod> rods_;
  ConstraintDrawing made_;
  std::vector<std::uint8_t> points_;
  std::vector<RodSpot> spots_;
  std::vector<std::optional<RodSpot>> spotOf_;
  mutable std::size_t beyond_ = 0;
};

}  // namespace tendril::nodes
