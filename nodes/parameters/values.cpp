// The values of one node's parameters.
#include "nodes/parameters/values.h"

#include <algorithm>
#include <cmath>

#include "nodes/parameters/closest.h"
#include "nodes/parameters/text.h"
#include "solver/base/error.h"

namespace tendril::nodes {
namespace {

[[noreturn]] void fail(const std::string& name, const std::string& why) {
  throw Error(name + ": " + why);
}

void checkNumber(const Parameter& parameter, const std::string& name, double value) {
  if (!std::isfinite(value)) fail(name, "is not a finite number");
  const std::string unit = parameter.unit.empty() || parameter.unit == "1" ? "" : " " + parameter.unit;
  if (parameter.hardLow && value < *parameter.hardLow)
    fail(name,
         formatNumber(value) + unit + " is below " + formatNumber(*parameter.hardLow) + unit + ", the least");
  if (parameter.hardHigh && value > *parameter.hardHigh)
    fail(name,
         formatNumber(value) + unit + " is above " + formatNumber(*parameter.hardHigh) + unit + ", the most");
}

std::int64_t wholeOf(const std::string& name, double value) {
  if (!(std::abs(value) < 2147483648.0) || value != std::floor(value))
    fail(name, formatNumber(value) + " is not a whole number");
  return static_cast<std::int64_t>(value);
}

std::optional<double> numberOf(const ParmValue& value) {
  if (const auto* v = std::get_if<bool>(&value)) return *v ? 1.0 : 0.0;
  if (const auto* v = std::get_if<std::int64_t>(&value)) return static_cast<double>(*v);
  if (const auto* v = std::get_if<double>(&value)) return *v;
  return {};
}

std::int64_t itemOf(const Parameter& parameter, const std::string& name, const std::string& token) {
  for (std::size_t i = 0; i < parameter.items.size(); ++i)
    if (token == parameter.items[i].token) return static_cast<std::int64_t>(i);
  std::vector<std::string> tokens;
  for (const MenuItem& item : parameter.items) tokens.push_back(item.token);
  fail(name, "there is no \"" + token + "\"; there are " + joined(tokens, ", "));
}

// A value of any kind that can stand for the parameter's, as the parameter's.
ParmValue fitted(const Parameter& parameter, const std::string& name, const ParmValue& value) {
  const std::optional<double> number = numberOf(value);
  const auto* text = std::get_if<std::string>(&value);
  switch (parameter.kind) {
    case ParameterKind::toggle:
      if (!number || (*number != 0 && *number != 1)) fail(name, "is a toggle: on or off");
      return *number != 0;
    case ParameterKind::integer:
      if (!number) fail(name, "is a whole number");
      checkNumber(parameter, name, *number);
      return wholeOf(name, *number);
    case ParameterKind::real:
      if (!number) fail(name, "is a number");
      checkNumber(parameter, name, *number);
      return *number;
    case ParameterKind::vector:
    case ParameterKind::colour: {
      const auto* list = std::get_if<std::vector<double>>(&value);
      if (!list || list->size() != parameter.size)
        fail(name, "is " + std::to_string(parameter.size) + " numbers");
      for (const double v : *list) checkNumber(parameter, name, v);
      return *list;
    }
    case ParameterKind::menu: {
      if (text) return itemOf(parameter, name, *text);
      const auto* index = std::get_if<std::int64_t>(&value);
      if (!index || *index < 0 || *index >= static_cast<std::int64_t>(parameter.items.size()))
        fail(name, "is a menu: one of its words");
      return *index;
    }
    case ParameterKind::ramp:
      if (const auto* ramp = std::get_if<Ramp>(&value)) return *ramp;
      fail(name, "is a ramp: keys as in \"0:1 1:0.2\"");
    default:
      if (!text) fail(name, "is text");
      return value;
  }
}

bool isComponent(const Parameter& parameter, const std::string& name, int& component) {
  if (parameter.kind != ParameterKind::vector && parameter.kind != ParameterKind::colour) return false;
  for (std::size_t i = 0; i < parameter.size; ++i)
    if (name == componentName(parameter, i)) {
      component = static_cast<int>(i);
      return true;
    }
  return false;
}

// What an unknown parameter may have been meant to be, else where to look.
std::string hintFor(const NodeDefinition& node, const std::string& name) {
  std::vector<std::string> known;
  for (const Parameter& parameter : node.parameters)
    if (parameter.holdsValue() || parameter.kind == ParameterKind::multiparm) known.push_back(parameter.name);
  const std::string hint = didYouMean(name, known);
  return hint.empty() ? " (see `tendril nodes " + node.shortName() + "`)" : hint;
}

}  // namespace

std::string componentName(const Parameter& parameter, std::size_t component) {
  return parameter.name + (parameter.kind == ParameterKind::colour ? "rgba" : "xyzw")[component];
}

Parms::Parms(const NodeDefinition& node) : node_(node), data_(node.makeParms()) {}

Parms Parms::copy() const {
  Parms result(node_);
  for (const Parameter& parameter : node_.parameters)
    if (parameter.holdsValue() && parameter.name.find('#') == std::string::npos)
      parameter.set(result.data_.get(), parameter.get(data_.get()));
  // instances of multiparms
  const Parameter* list = nullptr;
  for (const Parameter& parameter : node_.parameters) {
    if (parameter.kind == ParameterKind::multiparm) {
      list = &parameter;
      parameter.resize(result.data_.get(), parameter.count(data_.get()));
    } else if (parameter.kind == ParameterKind::end) {
      list = nullptr;
    } else if (list && parameter.holdsValue()) {
      for (std::size_t i = 0; i < list->count(data_.get()); ++i)
        parameter.set(list->instance(result.data_.get(), i), parameter.get(list->instance(data_.get(), i)));
    }
  }
  return result;
}

Parms::Place Parms::inMultiparm(const Parameter& list, const std::string& name) const {
  for (const Parameter* parameter = &list + 1; parameter->kind != ParameterKind::end; ++parameter) {
    const std::size_t mark = parameter->name.find('#');
    const std::string before = parameter->name.substr(0, mark), after = parameter->name.substr(mark + 1);
    if (name.compare(0, before.size(), before) != 0) continue;
    std::size_t digits = before.size();
    while (digits < name.size() && name[digits] >= '0' && name[digits] <= '9') ++digits;
    const std::size_t number = std::strtoul(name.c_str() + before.size(), nullptr, 10);
    if (digits == before.size() || number < 1) continue;
    Parameter instance = *parameter;
    instance.name = name.substr(0, digits) + after;
    Place place{parameter, nullptr, -1};
    if (name != instance.name && !isComponent(instance, name, place.component)) continue;
    const std::size_t count = list.count(data_.get());
    if (number > count)
      fail(name, list.name + " has " + std::to_string(count) + " instances; set it to more first");
    place.object = list.instance(data_.get(), number - 1);
    return place;
  }
  return {};
}

Parms::Place Parms::placeOf(const std::string& name) const {
  const Parameter* list = nullptr;
  for (const Parameter& parameter : node_.parameters) {
    if (parameter.kind == ParameterKind::multiparm) {
      list = &parameter;
      if (parameter.name == name) return {&parameter, data_.get(), -1};
      if (const Place place = inMultiparm(parameter, name); place.parameter) return place;
    } else if (parameter.kind == ParameterKind::end) {
      list = nullptr;
    } else if (!list && (parameter.holdsValue() || parameter.kind == ParameterKind::button)) {
      Place place{&parameter, data_.get(), -1};
      if (parameter.name == name || isComponent(parameter, name, place.component)) return place;
    }
  }
  return {};
}

const Parameter* Parms::parameterOf(const std::string& name) const {
  return placeOf(name).parameter;
}

bool Parms::sameField(const std::string& a, const std::string& b) const {
  const Place x = placeOf(a), y = placeOf(b);
  return x.parameter && x.parameter == y.parameter && x.object == y.object;
}

void Parms::set(const std::string& name, const ParmValue& value) {
  const Place place = placeOf(name);
  if (!place.parameter) fail(name, node_.type + " has no such parameter" + hintFor(node_, name));
  if (place.parameter->kind == ParameterKind::button) fail(name, "is a button and holds no value");
  if (place.parameter->kind == ParameterKind::multiparm) {
    const std::optional<double> count = numberOf(value);
    constexpr double kMostInstances = 10000;
    if (!count || *count < 0 || *count > kMostInstances) fail(name, "is a number of instances");
    place.parameter->resize(place.object, static_cast<std::size_t>(wholeOf(name, *count)));
    return;
  }
  if (place.component >= 0) {
    const std::optional<double> number = numberOf(value);
    if (!number) fail(name, "is a number");
    checkNumber(*place.parameter, name, *number);
    auto all = std::get<std::vector<double>>(place.parameter->get(place.object));
    all[static_cast<std::size_t>(place.component)] = *number;
    return place.parameter->set(place.object, all);
  }
  const ParmValue held = fitted(*place.parameter, name, value);
  place.parameter->set(place.object, held);
  for (const Preset& preset : place.parameter->presets)
    if (itemOf(*place.parameter, name, preset.token) == std::get<std::int64_t>(held))
      for (const auto& [other, number] : preset.values) {
        const Place filled = placeOf(other);
        const bool isMenu = filled.parameter && filled.parameter->kind == ParameterKind::menu;
        set(other, isMenu ? ParmValue(static_cast<std::int64_t>(number)) : ParmValue(number));
      }
}

void Parms::setText(const std::string& name, const std::string& text) {
  const Place place = placeOf(name);
  const ParameterKind kind = place.parameter ? place.parameter->kind : ParameterKind::string;
  if (kind == ParameterKind::ramp) {
    try {
      return set(name, parseRamp(text));
    } catch (const Error& error) {
      fail(name, error.what());
    }
  }
  if (kind == ParameterKind::toggle && (text == "on" || text == "true")) return set(name, true);
  if (kind == ParameterKind::toggle && (text == "off" || text == "false")) return set(name, false);
  const bool numbers = kind == ParameterKind::toggle || kind == ParameterKind::multiparm ||
                       (place.parameter && place.parameter->isNumber());
  if (!numbers) return set(name, text);
  std::vector<double> values;
  std::string spaced = text;
  std::replace(spaced.begin(), spaced.end(), ',', ' ');
  for (const std::string& word : words(spaced)) {
    const std::optional<double> number = parseNumber(word);
    if (!number) fail(name, "\"" + word + "\" is not a number");
    values.push_back(*number);
  }
  const bool many = (kind == ParameterKind::vector || kind == ParameterKind::colour) && place.component < 0;
  if (many) return set(name, values);
  if (values.size() != 1) fail(name, "is one number");
  set(name, values[0]);
}

ParmValue Parms::get(const std::string& name) const {
  const Place place = placeOf(name);
  if (!place.parameter) fail(name, node_.type + " has no such parameter");
  if (place.parameter->kind == ParameterKind::multiparm)
    return static_cast<std::int64_t>(place.parameter->count(place.object));
  if (!place.parameter->holdsValue()) fail(name, "is a button and holds no value");
  const ParmValue value = place.parameter->get(place.object);
  if (place.component < 0) return value;
  return std::get<std::vector<double>>(value)[static_cast<std::size_t>(place.component)];
}

std::string formatValue(const Parameter& parameter, const ParmValue& value) {
  if (const auto* v = std::get_if<bool>(&value)) return *v ? "on" : "off";
  if (const auto* v = std::get_if<std::int64_t>(&value))
    return parameter.kind == ParameterKind::menu ? parameter.items.at(static_cast<std::size_t>(*v)).token
                                                 : std::to_string(*v);
  if (const auto* v = std::get_if<double>(&value)) return formatNumber(*v);
  if (const auto* v = std::get_if<std::string>(&value)) return *v;
  if (const auto* v = std::get_if<Ramp>(&value)) return formatRamp(*v);
  std::vector<std::string> parts;
  for (const double v : std::get<std::vector<double>>(value)) parts.push_back(formatNumber(v));
  return joined(parts, " ");
}

ParmValue defaultOf(const NodeDefinition& node, const Parameter& parameter) {
  const std::shared_ptr<void> parms = node.makeParms();
  if (parameter.name.find('#') == std::string::npos) return parameter.get(parms.get());
  const Parameter* list = nullptr;
  for (const Parameter& other : node.parameters) {
    if (other.kind == ParameterKind::multiparm) list = &other;
    if (other.name == parameter.name) break;
  }
  if (list->count(parms.get()) == 0) list->resize(parms.get(), 1);
  return parameter.get(list->instance(parms.get(), 0));
}

}  // namespace tendril::nodes
