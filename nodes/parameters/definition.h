// Definition of a node: type, inputs, a struct of parameters with defaults, a table of them that refers to
// its fields, and the cook function. Dialog script, help card, command line flags and JSON schema are
// generated from it.
//
//   struct LineParms { int points = 10; double length = 1; };
//
//   NodeDefinition lineNode() {
//     NodeDefinition node = makeNode<LineParms>("tendril::line::1.0", "Tendril Line", cookLine);
//     ParameterTable<LineParms> table(node);
//     table.integer<&LineParms::points>("points", "Points").soft(2, 100).hardLow(2)
//         .help({"...", "...", "..."});
//     return node;
//   }
//
// and a line NODE(lineNode) in nodes.def.
#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "nodes/parameters/parameter.h"
#include "solver/base/property.h"
#include "solver/geometry/geometry.h"

namespace tendril::nodes {

// The application that runs nodes. Warnings reach the artist; progress is between 0 and 1.
class Host {
 public:
  virtual ~Host() = default;
  virtual bool interrupted() { return false; }
  virtual void warn(const std::string& message) = 0;
  virtual void inform(const std::string&) {}  // what was made, on request
  // Something that was given has no effect. Hosts show it once.
  virtual void note(const std::string& message) { inform(message); }
  virtual void progress(double, const char*) {}
  virtual void logFrame(const std::string&) {}  // log line of a simulation's frame
  // Files are read by the host.
  virtual Geometry read(const std::string& path) { throw Error(path + ": this host reads no files"); }
  // The result is not what was asked for; hosts that run many frames end with an error.
  virtual void fail(const std::string& message) { warn(message); }
  // Elements that match a pattern (1: match), as selectElements() reads it.
  virtual std::vector<std::uint8_t> select(const Geometry& geometry, Owner owner, const std::string& pattern);
  // Writes a file: at once, or while the next frames are cooked. `bytes`: memory that
  // `work` keeps until then.
  virtual void write(const std::string& path, std::size_t bytes, const std::function<void()>& work) {
    static_cast<void>(path), static_cast<void>(bytes);
    work();
  }
  virtual void await(const std::string&) {}  // until that file is written, if it is to be; before it is read
};

// Thrown when the host asks to stop.
struct Interrupted {};

inline void lookUp(Host& host) {
  if (host.interrupted()) throw Interrupted();
}

// Parameters and inputs of a node on a frame.
struct Moment {
  std::shared_ptr<const void> parms;
  std::vector<std::shared_ptr<const Geometry>> inputs;

  const Geometry* input(std::size_t i) const { return i < inputs.size() ? inputs[i].get() : nullptr; }
};

// Arguments of a cook. Inputs are null if not connected.
struct Cook {
  Host& host;
  std::vector<std::shared_ptr<const Geometry>> inputs;
  double frame = 1;
  double framesPerSecond = 24;
  double unitLength = 1;  // metres of a scene unit
  // for nodes that run from frame to frame; empty in hosts without frames
  std::function<Moment(double frame)> at = {};  // arguments on another frame
  std::shared_ptr<void>* memory = nullptr;      // data kept from cook to cook
  double firstFrame = -1e30, lastFrame = 1e30;  // `at` has none outside

  const Geometry* input(std::size_t i) const { return i < inputs.size() ? inputs[i].get() : nullptr; }
  double time() const { return (frame - 1) / framesPerSecond; }  // seconds; frame 1 is at 0
};

// A node's outputs. Unchanged inputs are shared, not copied.
using Outputs = std::vector<std::shared_ptr<const Geometry>>;

// Makes outputs without copying geometries (a braced list would copy).
template <class... G>
Outputs outputsOf(G&&... geometries) {
  static_assert((!std::is_lvalue_reference_v<G> && ...), "move them, or share what passes through");
  Outputs made;
  made.reserve(sizeof...(G));
  (made.push_back(std::make_shared<const Geometry>(std::move(geometries))), ...);
  return made;
}

struct NodeInput {
  const char* label;
  bool required;
  bool sampled = true;         // smooth curves (NURBS, Bezier) are read as polylines
  const char* data = nullptr;  // for microsolvers: name of the object's data; null: none
  const char* help = "";

  std::string dataParm() const;  // the parameter that names the data: restgeometry
};

// Attributes that a node reads or writes, as its card tells of them.
struct NodeAttribute {
  std::string names;   // of what is told of together, separated by blanks; with *: all that match
  std::string owners;  // "point", "primitive or point"
  std::string help;
  std::string unusedWhen = {};  // where parameters leave it without effect: "{ goalweight == 0 }"
};

// Of docs/pictures; empty: none.
struct NodePicture {
  const char* file = "";
  const char* caption = "";
};

// Kind of operator in Houdini.
enum class Home {
  none,        // command line only; Houdini has an equivalent
  sop,         // an operator on geometry
  microsolver  // a step of objects in a DOP network
};

struct NodeDefinition {
  std::string type;        // e.g. tendril::rods::1.0
  std::string label;       // e.g. Tendril Rods
  std::string about;       // one sentence for lists
  std::string help;        // paragraphs of the help card, separated by empty lines
  std::string icon;        // one of Houdini's icons
  bool simulates = false;  // runs from frame to frame
  bool writes = false;     // writes a file a frame, parameter `file`; passes its first input through
  Home home = Home::sop;
  std::vector<NodeInput> inputs;
  std::vector<const char*> outputs = {"Geometry"};
  std::vector<NodeAttribute> attributesRead, attributesWritten;
  std::vector<const char*> related;  // rods; of Houdini's nodes with their folder: sop/vellumsolver
  NodePicture picture;
  std::vector<Parameter> parameters;

  std::function<std::shared_ptr<void>()> makeParms;
  std::function<Outputs(const void*, const Cook&)> cook;

  std::string shortName() const;  // e.g. rods
  const Parameter* find(std::string_view name) const;
  std::size_t requiredInputs() const;
};

// All nodes, in the order of nodes.def.
const std::vector<NodeDefinition>& allNodes();

// By full type, without version, or by the bare name; null: unknown.
const NodeDefinition* findNode(std::string_view type);
const NodeDefinition* findNode(const std::vector<NodeDefinition>& nodes, std::string_view type);

using Inside = void* (*)(void*);

// Adds the parameters of a struct one after the other.
template <class P>
class ParameterTable {
 public:
  class Add {
   public:
    explicit Add(Parameter& parameter) : parameter_(parameter) {}
    Add& help(Help help) { return set(parameter_.help, std::move(help)); }
    Add& unit(const char* unit) { return set(parameter_.unit, unit); }
    Add& soft(double low, double high) {
      parameter_.softLow = low;
      return set(parameter_.softHigh, high);
    }
    Add& hardLow(double low) { return set(parameter_.hardLow, low); }
    Add& hardHigh(double high) { return set(parameter_.hardHigh, high); }
    Add& hideWhen(const std::string& condition) { return set(parameter_.hideWhen, condition); }
    Add& disableWhen(const std::string& condition) { return set(parameter_.disableWhen, condition); }
    Add& unusedWhen(const std::string& condition) { return set(parameter_.unusedWhen, condition); }
    Add& usedByAttributes() { return set(parameter_.usedByAttributes, true); }
    Add& fixed() { return set(parameter_.animatable, false); }
    Add& presets(std::vector<Preset> presets) { return set(parameter_.presets, std::move(presets)); }

   private:
    template <class T, class V>
    Add& set(T& field, V&& value) {
      field = std::forward<V>(value);
      return *this;
    }
    Parameter& parameter_;
  };

  // `inside`: finds P in the node's struct of parameters; default: P is that struct.
  explicit ParameterTable(
      NodeDefinition& node, Inside inside = [](void* p) { return p; })
      : parameters_(node.parameters), inside_(inside) {
    parameters_.reserve(256);  // keeps references valid
  }

  template <auto Field>
  Add toggle(const char* name, const char* label) {
    return add<Field, bool>(ParameterKind::toggle, name, label);
  }
  template <auto Field>
  Add integer(const char* name, const char* label) {
    return add<Field, std::int64_t>(ParameterKind::integer, name, label).unit("1");
  }
  template <auto Field>
  Add real(const char* name, const char* label) {
    return add<Field, double>(ParameterKind::real, name, label);
  }
  // A number that the solver describes itself, item `i` of the field.
  template <auto Field>
  Add number(const Property& property, std::size_t i) {
    Parameter& parameter = plain(ParameterKind::real, property.name, property.label);
    parameter.get = [in = inside_, i](const void* p) { return ParmValue((parms(in, p).*Field).at(i)); };
    parameter.set = [in = inside_, i](void* p, const ParmValue& value) {
      (parms(in, p).*Field).at(i) = std::get<double>(value);
    };
    parameter.unit = property.unit;
    setRange(property.soft, parameter.softLow, parameter.softHigh);
    setRange(property.hard, parameter.hardLow, parameter.hardHigh);
    parameter.help = {property.help.effect, property.help.useful, property.help.alike};
    return Add(parameter);
  }
  template <auto Field>
  Add vector(const char* name, const char* label) {
    Parameter& parameter = plain(ParameterKind::vector, name, label);
    parameter.size = std::tuple_size_v<FieldOf<Field>>;
    parameter.get = [in = inside_](const void* p) {
      const auto& field = parms(in, p).*Field;
      return ParmValue(std::vector<double>(field.begin(), field.end()));
    };
    parameter.set = [in = inside_](void* p, const ParmValue& value) {
      const auto& from = std::get<std::vector<double>>(value);
      auto& field = parms(in, p).*Field;
      for (std::size_t i = 0; i < field.size(); ++i) field[i] = from.at(i);
    };
    return Add(parameter);
  }
  template <auto Field>
  Add colour(const char* name, const char* label) {
    Add result = vector<Field>(name, label).unit("1");
    parameters_.back().kind = ParameterKind::colour;
    return result;
  }
  template <auto Field>
  Add string(const char* name, const char* label) {
    return add<Field, std::string>(ParameterKind::string, name, label);
  }
  template <auto Field>
  Add file(const char* name, const char* label) {
    return add<Field, std::string>(ParameterKind::file, name, label);
  }
  template <auto Field>
  Add group(const char* name, const char* label, Owner owner, std::size_t input) {
    Add result = add<Field, std::string>(ParameterKind::group, name, label);
    parameters_.back().groupOwner = owner;
    parameters_.back().input = input;
    return result;
  }
  template <auto Field>
  Add operatorPath(const char* name, const char* label) {
    return add<Field, std::string>(ParameterKind::operatorPath, name, label);
  }
  // Items in the order of the field's enumeration.
  template <auto Field>
  Add menu(const char* name, const char* label, std::vector<MenuItem> items) {
    static_assert(std::is_enum_v<FieldOf<Field>>);
    Add result = add<Field, std::int64_t>(ParameterKind::menu, name, label);
    parameters_.back().items = std::move(items);
    return result;
  }
  template <auto Field>
  Add ramp(const char* name, const char* label) {
    return add<Field, Ramp>(ParameterKind::ramp, name, label);
  }
  Add button(const char* name, const char* label) { return Add(plain(ParameterKind::button, name, label)); }

  void tab(const char* name, const char* label) { plain(ParameterKind::tab, name, label); }
  void collapsible(const char* name, const char* label) { plain(ParameterKind::collapsible, name, label); }
  void separator(const char* name) { plain(ParameterKind::separator, name, ""); }
  void end() { plain(ParameterKind::end, "", ""); }

  // A list of instances, each a struct. Next add parameters with a # in their names through a table of that
  // struct on the same node, then call end().
  template <auto Field>
  Add multiparm(const char* name, const char* label) {
    Parameter& parameter = plain(ParameterKind::multiparm, name, label);
    parameter.count = [in = inside_](const void* p) { return (parms(in, p).*Field).size(); };
    parameter.resize = [in = inside_](void* p, std::size_t size) { (parms(in, p).*Field).resize(size); };
    parameter.instance = [in = inside_](void* p, std::size_t i) -> void* {
      return &(parms(in, p).*Field)[i];
    };
    return Add(parameter);
  }

 private:
  template <auto Field>
  using FieldOf = std::remove_reference_t<decltype(std::declval<P&>().*Field)>;

  static const P& parms(Inside inside, const void* p) { return parms(inside, const_cast<void*>(p)); }
  static P& parms(Inside inside, void* p) { return *static_cast<P*>(inside(p)); }

  static void setRange(const PropertyRange& range, std::optional<double>& low, std::optional<double>& high) {
    if (std::isfinite(range.low)) low = range.low;
    if (std::isfinite(range.high)) high = range.high;
  }

  Parameter& plain(ParameterKind kind, const char* name, const char* label) {
    Parameter parameter;
    parameter.kind = kind;
    parameter.name = name;
    parameter.label = label;
    parameters_.push_back(std::move(parameter));
    return parameters_.back();
  }

  template <auto Field, class Held>
  Add add(ParameterKind kind, const char* name, const char* label) {
    Parameter& parameter = plain(kind, name, label);
    parameter.get = [in = inside_](const void* p) {
      return ParmValue(static_cast<Held>(parms(in, p).*Field));
    };
    parameter.set = [in = inside_](void* p, const ParmValue& value) {
      parms(in, p).*Field = static_cast<FieldOf<Field>>(std::get<Held>(value));
    };
    return Add(parameter);
  }

  std::vector<Parameter>& parameters_;
  Inside inside_;
};

// A definition without parameters and inputs.
template <class P>
NodeDefinition makeNode(const char* type, const char* label, Outputs (*cook)(const P&, const Cook&)) {
  NodeDefinition node;
  node.type = type;
  node.label = label;
  node.makeParms = [] { return std::shared_ptr<void>(std::make_shared<P>()); };
  node.cook = [cook](const void* parms, const Cook& with) {
    return cook(*static_cast<const P*>(parms), with);
  };
  return node;
}

}  // namespace tendril::nodes
