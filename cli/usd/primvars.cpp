// Attributes as primvars.
#include "cli/usd/primvars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <sstream>

#include "nodes/attributes/state_names.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::cli::usd {
namespace {

// Names that have a place of their own, and what belongs to knots or to our own reading of the file.
bool isTaken(const std::string& name) {
  static const char* const kTaken[] = {
      "P",        "Pw",          "v",          "accel",    "width",     "widths",
      "Cd",       "Alpha",       "uv",         "st",       "id",        "rest",
      "pointarc", "pointoffset", "pointframe", "rodmodel", "rodparent", "rodparentlength",
      kLightMark};
  return nodes::isIn(kTaken, name) || nodes::isIn(nodes::kStateNames, name) ||
         nodes::isIn(nodes::kHistoryNames, name) || name.rfind("__", 0) == 0 || name.rfind("usd", 0) == 0;
}

bool fits(const char* name, const char* word) {
  if (*word == '*') return fits(name, word + 1) || (*name && fits(name + 1, word));
  if (!*name || !*word) return *name == *word;
  return (*word == '?' || *word == *name) && fits(name + 1, word + 1);
}

std::string quoted(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    if (c == '\n')
      made += "\\n";
    else if (static_cast<unsigned char>(c) >= ' ')
      made += c;
  }
  return made + "\"";
}

void appendTuple(std::string& to, const double* numbers, std::size_t count, bool whole) {
  if (count > 1) to += '(';
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) to += ", ";
    if (whole)
      fmt::format_to(std::back_inserter(to), "{}", static_cast<std::int64_t>(numbers[i]));
    else
      fmt::format_to(std::back_inserter(to), "{}", static_cast<float>(numbers[i]));
  }
  if (count > 1) to += ')';
}

// Rows of a matrix: ((1, 0), (0, 1)).
void appendMatrix(std::string& to, const double* numbers, std::size_t rows) {
  to += '(';
  for (std::size_t r = 0; r < rows; ++r) {
    if (r > 0) to += ", ";
    appendTuple(to, numbers + r * rows, rows, false);
  }
  to += ')';
}

const char* typeOfTriple(const std::string& typeInfo) {
  if (typeInfo == "point") return "point3f";
  if (typeInfo == "vector") return "vector3f";
  if (typeInfo == "normal") return "normal3f";
  if (typeInfo == "color") return "color3f";
  if (typeInfo == "texturecoord") return "texCoord3f";
  return "float3";
}

}  // namespace

bool matchesPattern(const std::string& name, const std::string& pattern) {
  bool in = false;
  std::istringstream words(pattern);
  for (std::string word; words >> word;) {
    if (word[0] == '^')
      in = in && !fits(name.c_str(), word.c_str() + 1);
    else
      in = in || fits(name.c_str(), word.c_str());
  }
  return in;
}

std::string primvarName(const std::string& name) {
  std::string made = name;
  for (char& c : made)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  if (made.empty() || std::isdigit(static_cast<unsigned char>(made[0]))) made = "_" + made;
  return made;
}

Primvars::Primvars(const Geometry& g, const std::string& pattern, Corners corners) : corners_(corners) {
  std::vector<std::string> names;
  for (const Owner owner : kOwners)  // vertices win, as in Houdini
    for (const Attribute& attribute : g.attributes[indexOf(owner)]) {
      const std::string name = primvarName(attribute.name);
      if (isTaken(attribute.name) || !matchesPattern(attribute.name, pattern) ||
          std::find(names.begin(), names.end(), name) != names.end())
        continue;
      Column column{&attribute, owner, Kind::real, {}, {}, {}};
      if (attribute.isList() && !attribute.isString())
        column.kind = Kind::list;
      else if (attribute.kind == AttributeKind::string)
        column.kind = Kind::text;
      else if (attribute.kind != AttributeKind::numeric)
        continue;  // maps and what Tendril does not read
      else if (!isReal(attribute.storage()))
        column.kind = Kind::whole;
      else if (attribute.tupleSize == 4 && attribute.typeInfo == "quaternion")
        column.kind = Kind::quaternion;
      else if (attribute.tupleSize == 9 || attribute.tupleSize == 16)
        column.kind = Kind::matrix;
      names.push_back(name);
      columns_.push_back(std::move(column));
      if (owner == Owner::detail) take(columns_.back(), 0, 0, 0);
    }
}

void Primvars::addPoint(std::size_t a, std::size_t b, double part) {
  add(Owner::point, a, b, part);
}
void Primvars::addVertex(std::size_t a, std::size_t b, double part) {
  add(Owner::vertex, a, b, part);
}
void Primvars::addPrimitive(std::size_t primitive) {
  add(Owner::primitive, primitive, primitive, 0);
}

void Primvars::add(Owner owner, std::size_t a, std::size_t b, double part) {
  for (Column& column : columns_)
    if (column.owner == owner) take(column, a, b, part);
}

void Primvars::take(Column& to, std::size_t a, std::size_t b, double part) {
  const Attribute& from = *to.attribute;
  const std::size_t size = static_cast<std::size_t>(from.tupleSize), nearer = part < 0.5 ? a : b;
  if (to.kind == Kind::list) {
    to.lengths.push_back(static_cast<std::int64_t>(from.starts[nearer + 1] - from.starts[nearer]));
    for (std::size_t i = from.starts[nearer] * size; i < from.starts[nearer + 1] * size; ++i)
      to.numbers.push_back(numberAt(from.numbers, i));
    return;
  }
  const std::size_t first = to.numbers.size();
  for (std::size_t c = 0; c < size; ++c) {
    if (to.kind == Kind::text) {
      to.texts.emplace_back(from.stringAt(nearer * size + c));
    } else if (to.kind == Kind::whole || a == b || part == 0) {
      to.numbers.push_back(numberAt(from.numbers, nearer * size + c));
    } else {
      to.numbers.push_back((1 - part) * numberAt(from.numbers, a * size + c) +
                           part * numberAt(from.numbers, b * size + c));
    }
  }
  if (to.kind == Kind::quaternion && a != b) {
    Eigen::Map<Eigen::Vector4d> value(&to.numbers[first]);
    if (value.norm() > 0) value.normalize();
  }
}

void Primvars::setPoint(const std::string& name, const Eigen::Vector4d& value) {
  for (Column& column : columns_)
    if (column.owner == Owner::point && column.attribute->name == name && column.kind != Kind::text)
      for (std::size_t c = 0, size = static_cast<std::size_t>(column.attribute->tupleSize);
           c < std::min<std::size_t>(4, size); ++c)
        column.numbers[column.numbers.size() - size + c] = value[static_cast<Eigen::Index>(c)];
}

std::string Primvars::typeOf(const Column& column, int& elementSize) {
  const int size = column.attribute->tupleSize;
  elementSize = 1;
  switch (column.kind) {
    case Kind::quaternion:
      return "quatf[]";
    case Kind::matrix:
      return size == 9 ? "matrix3d[]" : "matrix4d[]";
    case Kind::text:
      elementSize = size;
      return "string[]";
    case Kind::real:
      if (size == 3) return std::string(typeOfTriple(column.attribute->typeInfo)) + "[]";
      if (size == 2 || size == 4) return fmt::format("float{}[]", size);
      elementSize = size;
      return "float[]";
    case Kind::whole: {
      // by storage: values may grow from frame to frame
      const bool small = column.attribute->storage() != Storage::int64;
      if (small && size >= 2 && size <= 4) return fmt::format("int{}[]", size);
      elementSize = size;
      return small ? "int[]" : "int64[]";
    }
    case Kind::list:
      break;
  }
  elementSize = static_cast<int>(column.numbers.size());
  return isReal(column.attribute->storage()) ? "float[]" : "int[]";
}

std::string Primvars::valueOf(const Column& column, int elementSize) {
  std::string text = "[";
  if (column.kind == Kind::text) {
    for (std::size_t i = 0; i < column.texts.size(); ++i)
      text += (i > 0 ? ", " : "") + quoted(column.texts[i]);
    return text + "]";
  }
  const std::size_t size =
                        column.kind == Kind::list ? 1 : static_cast<std::size_t>(column.attribute->tupleSize),
                    together = elementSize > 1 ? 1 : size;
  const bool whole =
      column.kind == Kind::whole || (column.kind == Kind::list && !isReal(column.attribute->storage()));
  for (std::size_t i = 0; i < column.numbers.size(); i += together) {
    if (i > 0) text += ", ";
    const double* at = &column.numbers[i];
    if (column.kind == Kind::matrix) {
      appendMatrix(text, at, size == 9 ? 3 : 4);
    } else if (column.kind == Kind::quaternion) {  // the real part first
      const double turned[] = {at[3], at[0], at[1], at[2]};
      appendTuple(text, turned, 4, false);
    } else {
      appendTuple(text, at, together, whole);
    }
  }
  return text + "]";
}

void Primvars::appendTo(std::vector<UsdAttribute>& to) const {
  for (const Column& column : columns_) {
    const char* interpolation = column.owner == Owner::vertex && corners_ == Corners::faceVarying
                                    ? "faceVarying"
                                : column.owner == Owner::primitive ? "uniform"
                                : column.owner == Owner::detail    ? "constant"
                                                                   : "vertex";
    int elementSize = 1;
    const std::string type = typeOf(column, elementSize),
                      name = "primvars:" + primvarName(column.attribute->name);
    if (column.kind == Kind::list) {  // all values, and how many belong to each element
      if (column.numbers.empty()) continue;
      to.push_back({type + " " + name, "constant", valueOf(column, 1), elementSize});
      std::string text = "[";
      for (std::size_t i = 0; i < column.lengths.size(); ++i)
        text += fmt::format("{}{}", i > 0 ? ", " : "", column.lengths[i]);
      to.push_back({"int[] " + name + ":lengths", interpolation, text + "]", 1});
    } else {
      to.push_back({type + " " + name, interpolation, valueOf(column, elementSize), elementSize});
    }
  }
}

}  // namespace tendril::cli::usd
