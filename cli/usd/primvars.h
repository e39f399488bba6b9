// Attributes as primvars, by the names, types and interpolations of Houdini's SOP Import.
//
//   Primvars all(geometry, "* ^temp*");
//   all.addPoint(a, b, part);                  // for every drawn point, in order
//   all.addPrimitive(primitive);               // for every curve or polygon
//   all.appendTo(prim.attributes);
//
// What has a place of its own in USD (P, v, accel, width, Cd, Alpha, uv, rest, id) is none of them, nor is
// the state of rods, which belongs to knots, and what begins with __ or usd. Attributes of points and
// vertices vary by vertex, those of primitives are uniform, those of the whole are constant.
#pragma once

#include <string>
#include <vector>

#include "cli/usd/frame.h"

namespace tendril::cli::usd {

// Words with * and ?; a word that begins with ^ takes away again.
bool matchesPattern(const std::string& name, const std::string& pattern);

// A name that USD takes: letters, digits, _, : between.
std::string primvarName(const std::string& name);

class Primvars {
 public:
  enum class Corners { vertex, faceVarying };  // how attributes of vertices are interpolated

  Primvars(const Geometry& geometry, const std::string& pattern, Corners corners);

  // (1 - part) a + part b: numbers are mixed, whole numbers and text are those of the nearer one.
  void addPoint(std::size_t a, std::size_t b, double part);
  void addVertex(std::size_t a, std::size_t b, double part);
  void addPrimitive(std::size_t primitive);

  // Replaces the last point's value of such an attribute, if there is one.
  void setPoint(const std::string& name, const Eigen::Vector4d& value);

  void appendTo(std::vector<UsdAttribute>& attributes) const;

 private:
  enum class Kind { real, quaternion, matrix, whole, text, list };
  struct Column {
    const Attribute* attribute;
    Owner owner;
    Kind kind;
    std::vector<double> numbers;
    std::vector<std::string> texts;
    std::vector<std::int64_t> lengths;  // of lists
  };
  void add(Owner owner, std::size_t a, std::size_t b, double part);
  static void take(Column& column, std::size_t a, std::size_t b, double part);
  static std::string typeOf(const Column& column, int& elementSize);
  static std::string valueOf(const Column& column, int elementSize);

  std::vector<Column> columns_;
  Corners corners_;
};

}  // namespace tendril::cli::usd
