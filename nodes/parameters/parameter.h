// A parameter of a node: what an artist sees of one field, and how to reach the field.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "nodes/parameters/ramp.h"
#include "solver/geometry/attribute.h"

namespace tendril::nodes {

enum class ParameterKind {
  toggle,
  integer,
  real,
  vector,  // 2, 3 or 4 numbers
  colour,
  string,
  file,
  group,
  menu,
  ramp,
  button,
  operatorPath,
  tab,          // opens a tab, closed by the next tab or by end
  collapsible,  // opens, closed by end
  multiparm,    // opens a list of instances, closed by end
  separator,
  end
};

// What a parameter holds. Menus hold the token's place among the items.
using ParmValue = std::variant<bool, std::int64_t, double, std::vector<double>, std::string, Ramp>;

struct MenuItem {
  const char* token;
  const char* label;
};

// The numbers that a menu's item writes into other parameters; of another menu, the place of its item.
struct Preset {
  const char* token;
  std::vector<std::pair<const char*, double>> values;
};

// What an artist is told of a parameter. All of it is shown, so all of it is asked for.
struct Help {
  std::string effect;  // what it does to the picture
  std::string useful;  // a useful range or choice
  std::string alike;   // what Vellum, Wire or a node of Houdini call it; "none" where they have no such thing
};

struct Parameter {
  ParameterKind kind = ParameterKind::separator;
  std::string name, label, unit;  // unit: "1" for plain numbers and ratios, empty where it is no number
  Help help;
  std::size_t size = 1;                     // of vectors
  std::optional<double> softLow, softHigh;  // what a slider shows
  std::optional<double> hardLow, hardHigh;  // what is refused
  std::string hideWhen, disableWhen;        // Houdini's conditions: "{ model == chain }"
  std::string unusedWhen;                   // as these, of what Houdini is not told: components of vectors
  bool usedByAttributes = false;            // attributes may give it an effect where these conditions hold
  bool animatable = true;
  Owner groupOwner = Owner::primitive;  // groups: of what, on which input
  std::size_t input = 0;
  std::vector<MenuItem> items;
  std::vector<Preset> presets;  // of a menu: chosen, it writes numbers; it does nothing else

  // Reach the field in a struct of parameters; those of a multiparm reach it in one instance.
  std::function<ParmValue(const void*)> get;
  std::function<void(void*, const ParmValue&)> set;
  // multiparm: the instances
  std::function<std::size_t(const void*)> count;
  std::function<void(void*, std::size_t)> resize;
  std::function<void*(void*, std::size_t)> instance;

  bool holdsValue() const { return static_cast<bool>(get); }
  bool isNumber() const {
    return kind == ParameterKind::integer || kind == ParameterKind::real || kind == ParameterKind::vector ||
           kind == ParameterKind::colour;
  }
};

}  // namespace tendril::nodes
