// tendril info: what is in a geometry file.
#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands/commands.h"
#include "cli/host/frames.h"
#include "cli/host/usage.h"
#include "cli/io/geometry_file.h"
#include "nodes/parameters/text.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct Options {
  std::string file;
  bool json = false;
  ReadFlags read;
};

const char* storageName(Storage storage) {
  constexpr const char* kNames[] = {"int8",  "uint8",   "int16",   "int32",
                                    "int64", "float16", "float32", "float64"};
  return kNames[static_cast<int>(storage)];
}

std::string typeOf(const Attribute& a) {
  const std::string size = a.tupleSize > 1 ? fmt::format("[{}]", a.tupleSize) : "";
  switch (a.kind) {
    case AttributeKind::numeric:
      return storageName(a.storage()) + size;
    case AttributeKind::string:
      return "string" + size;
    case AttributeKind::array:
      return std::string("list of ") + storageName(a.storage()) + size;
    case AttributeKind::stringArray:
      return "list of string" + size;
    case AttributeKind::dict:
      return "dict" + size;
    case AttributeKind::carried:
      break;
  }
  return a.carriedType + " (carried)";
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
};

Range rangeOf(const Attribute& a) {
  Range range;
  for (std::size_t i = 0; i < sizeOf(a.numbers); ++i) {
    range.low = std::min(range.low, numberAt(a.numbers, i));
    range.high = std::max(range.high, numberAt(a.numbers, i));
  }
  return range;
}

std::string valuesOf(const Attribute& a) {
  if (a.isString()) return fmt::format("{} different", a.strings.size());
  if (a.kind == AttributeKind::dict) return fmt::format("{} different", a.dicts.size());
  if (a.kind == AttributeKind::carried || sizeOf(a.numbers) == 0) return "";
  const Range range = rangeOf(a);
  return range.low == range.high ? fmt::format("{:.6g}", range.low)
                                 : fmt::format("{:.6g} ... {:.6g}", range.low, range.high);
}

// Counts of primitives by type, in the words of Houdini.
std::map<std::string, std::size_t> primitiveTypes(const Geometry& g) {
  std::map<std::string, std::size_t> types;
  for (const PrimitiveKind kind : g.kinds)
    if (kind != PrimitiveKind::other)
      ++types[kind == PrimitiveKind::polygon ? "closed polygon" : "open polyline"];
  for (const OtherPrimitive& other : g.others) ++types[other.type];
  return types;
}

template <class F>
void eachGroup(const Geometry& g, F f) {
  for (const Owner owner : {Owner::point, Owner::vertex, Owner::primitive})
    for (const Group& group : g.groups[static_cast<int>(owner)]) f(owner, group);
}

void printBounds(const Geometry& g) {
  if (g.pointCount() == 0) return;
  const Attribute& p = *g.find(Owner::point, "P");
  for (std::size_t c = 0; c < 3; ++c) {
    Range range;
    for (std::size_t i = 0; i < g.pointCount(); ++i) {
      range.low = std::min(range.low, numberAt(p.numbers, 3 * i + c));
      range.high = std::max(range.high, numberAt(p.numbers, 3 * i + c));
    }
    fmt::print("  {}  {:.6g} ... {:.6g}\n", "xyz"[c], range.low, range.high);
  }
}

void printText(const Geometry& g, const std::string& path, const char* format) {
  fmt::print("{}\n  {}, version {}\n", path, format, g.fileVersion.empty() ? "unknown" : g.fileVersion);
  fmt::print("  {}, {}, {}\n", nodes::counted(g.pointCount(), "point", "points"),
             nodes::counted(g.vertexCount(), "vertex", "vertices"),
             nodes::counted(g.primitiveCount(), "primitive", "primitives"));
  for (const auto& [type, count] : primitiveTypes(g)) fmt::print("    {} {}\n", count, type);
  if (hasRods(g))
    fmt::print("  {}\n", isRestartFrame(g)
                             ? "restart frame: a simulation continues exactly from here"
                             : "light frame: for curves and pictures; no simulation starts here");
  printBounds(g);
  for (const Owner owner : kOwners)
    for (const Attribute& a : g.attributes[static_cast<int>(owner)])
      fmt::print("  {:<9}  {:<20} {:<18} {:<14} {}\n", nameOf(owner), a.name, typeOf(a), a.typeInfo,
                 valuesOf(a));
  eachGroup(g, [](Owner owner, const Group& group) {
    fmt::print("  {:<9}  group {:<14} {} of {}{}\n", nameOf(owner), group.name, group.count(),
               group.members.size(), group.ordered ? ", ordered" : "");
  });
  for (const EdgeGroup& group : g.edgeGroups)
    fmt::print("  edge       group {:<14} {}\n", group.name, group.edges.size());
}

OrderedJson describeAttribute(Owner owner, const Attribute& a) {
  OrderedJson item = {{"owner", nameOf(owner)}, {"name", a.name},         {"type", typeOf(a)},
                      {"size", a.tupleSize},    {"typeinfo", a.typeInfo}, {"elements", a.elementCount()}};
  if (a.kind == AttributeKind::numeric && sizeOf(a.numbers)) {
    const Range range = rangeOf(a);
    item["min"] = range.low;
    item["max"] = range.high;
  }
  return item;
}

void printJson(const Geometry& g, const std::string& path, const char* format) {
  OrderedJson all = {{"file", path},
                     {"format", format},
                     {"version", g.fileVersion},
                     {"points", g.pointCount()},
                     {"vertices", g.vertexCount()},
                     {"primitives", g.primitiveCount()},
                     {"primitivetypes", primitiveTypes(g)},
                     {"rods", !hasRods(g)         ? "none"
                              : isRestartFrame(g) ? "restart"
                                                  : "light"},
                     {"attributes", OrderedJson::array()},
                     {"groups", OrderedJson::array()}};
  for (const Owner owner : kOwners)
    for (const Attribute& a : g.attributes[static_cast<int>(owner)])
      all["attributes"].push_back(describeAttribute(owner, a));
  eachGroup(g, [&](Owner owner, const Group& group) {
    all["groups"].push_back({{"owner", nameOf(owner)},
                             {"name", group.name},
                             {"count", group.count()},
                             {"ordered", group.ordered}});
  });
  for (const EdgeGroup& group : g.edgeGroups)
    all["groups"].push_back(
        {{"owner", "edge"}, {"name", group.name}, {"count", group.edges.size()}, {"ordered", false}});
  fmt::print("{}\n", all.dump(2, ' ', false, OrderedJson::error_handler_t::replace));
}

void show(const Options& options, const std::string& path) {
  const char* format = io::formatName(io::fileSource(path)->start(16));
  const Geometry g = io::readGeometryFile(path, options.read.options());
  options.json ? printJson(g, path, format) : printText(g, path, format);
}

void info(const Options& options) {
  if (!hasFrame(options.file)) return show(options, options.file);
  const std::vector<int> frames = framesOnDisk(options.file);
  if (frames.empty()) throw Error(options.file + ": no file fits this name");
  for (const int frame : frames) show(options, expandFrame(options.file, frame));
}

}  // namespace

void addInfo(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("info", "Show what is in a geometry file");
  command->add_option("FILE", options->file, "Geometry file; $F4 in its name stands for all frames on disk")
      ->required();
  command->add_flag("--json", options->json, "Print JSON, for scripts");
  options->read.addTo(*command);
  command->footer("Example:\n  tendril info hair.0001.bgeo.sc");
  command->callback([options] { info(*options); });
}

}  // namespace tendril::cli
