// The values of one node's parameters.
#include "nodes/parameters/values.h"

#include <algorithm>
#include <cmath>

#include "nodes/parameters/text.h"
#include "solver/base/error.h"

namespace tendril::nodes {
namespace {

[[noreturn]] void fail(const std::string& name, const std::string& why) {
  throw Error(name + ": " + why);
}

void checkNumber(const Parameter& row, const std::string& name, double value) {
  if (!std::isfinite(value)) fail(name, "is not a finite number");
  const std::string unit = row.unit.empty() || row.unit == "1" ? "" : " " + row.unit;
  if (row.hardLow && value < *row.hardLow)
    fail(name, formatNumber(value) + unit + " is below " + formatNumber(*row.hardLow) + unit + ", the least");
  if (row.hardHigh && value > *row.hardHigh)
    fail(name, formatNumber(value) + unit + " is above " + formatNumber(*row.hardHigh) + unit + ", the most");
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

std::int64_t itemOf(const Parameter& row, const std::string& name, const std::string& token) {
  for (std::size_t i = 0; i < row.items.size(); ++i)
    if (token == row.items[i].token) return static_cast<std::int64_t>(i);
  std::vector<std::string> tokens;
  for (const MenuItem& item : row.items) tokens.push_back(item.token);
  fail(name, "there is no \"" + token + "\"; there are " + joined(tokens, ", "));
}

// A value of any kind that can stand for the row's, as the row's.
ParmValue fitted(const Parameter& row, const std::string& name, const ParmValue& value) {
  const std::optional<double> number = numberOf(value);
  const auto* text = std::get_if<std::string>(&value);
  switch (row.kind) {
    case ParameterKind::toggle:
      if (!number || (*number != 0 && *number != 1)) fail(name, "is a toggle: on or off");
      return *number != 0;
    case ParameterKind::integer:
      if (!number) fail(name, "is a whole number");
      checkNumber(row, name, *number);
      return wholeOf(name, *number);
    case ParameterKind::real:
      if (!number) fail(name, "is a number");
      checkNumber(row, name, *number);
      return *number;
    case ParameterKind::vector:
    case ParameterKind::colour: {
      const auto* list = std::get_if<std::vector<double>>(&value);
      if (!list || list->size() != row.size) fail(name, "is " + std::to_string(row.size) + " numbers");
      for (const double v : *list) checkNumber(row, name, v);
      return *list;
    }
    case ParameterKind::menu: {
      if (text) return itemOf(row, name, *text);
      const auto* index = std::get_if<std::int64_t>(&value);
      if (!index || *index < 0 || *index >= static_cast<std::int64_t>(row.items.size()))
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

bool isComponent(const Parameter& row, const std::string& name, int& component) {
  if (row.kind != ParameterKind::vector && row.kind != ParameterKind::colour) return false;
  for (std::size_t i = 0; i < row.size; ++i)
    if (name == componentName(row, i)) {
      component = static_cast<int>(i);
      return true;
    }
  return false;
}

}  // namespace

std::string componentName(const Parameter& row, std::size_t component) {
  return row.name + (row.kind == ParameterKind::colour ? "rgba" : "xyzw")[component];
}

Parms::Parms(const NodeDefinition& node) : node_(node), data_(node.makeParms()) {}

Parms Parms::copy() const {
  Parms result(node_);
  for (const Parameter& row : node_.rows)
    if (row.holdsValue() && row.name.find('#') == std::string::npos)
      row.set(result.data_.get(), row.get(data_.get()));
  // instances of multiparms
  const Parameter* list = nullptr;
  for (const Parameter& row : node_.rows) {
    if (row.kind == ParameterKind::multiparm) {
      list = &row;
      row.resize(result.data_.get(), row.count(data_.get()));
    } else if (row.kind == ParameterKind::end) {
      list = nullptr;
    } else if (list && row.holdsValue()) {
      for (std::size_t i = 0; i < list->count(data_.get()); ++i)
        row.set(list->instance(result.data_.get(), i), row.get(list->instance(data_.get(), i)));
    }
  }
  return result;
}

Parms::Place Parms::inMultiparm(const Parameter& list, const std::string& name) const {
  for (const Parameter* row = &list + 1; row->kind != ParameterKind::end; ++row) {
    const std::size_t mark = row->name.find('#');
    const std::string before = row->name.substr(0, mark), after = row->name.substr(mark + 1);
    if (name.compare(0, before.size(), before) != 0) continue;
    std::size_t digits = before.size();
    while (digits < name.size() && name[digits] >= '0' && name[digits] <= '9') ++digits;
    const std::size_t number = std::strtoul(name.c_str() + before.size(), nullptr, 10);
    if (digits == before.size() || number < 1) continue;
    Parameter instance = *row;
    instance.name = name.substr(0, digits) + after;
    Place place{row, nullptr, -1};
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
  for (const Parameter& row : node_.rows) {
    if (row.kind == ParameterKind::multiparm) {
      list = &row;
      if (row.name == name) return {&row, data_.get(), -1};
      if (const Place place = inMultiparm(row, name); place.row) return place;
    } else if (row.kind == ParameterKind::end) {
      list = nullptr;
    } else if (!list && (row.holdsValue() || row.kind == ParameterKind::button)) {
      Place place{&row, data_.get(), -1};
      if (row.name == name || isComponent(row, name, place.component)) return place;
    }
  }
  return {};
}

const Parameter* Parms::rowOf(const std::string& name) const {
  return placeOf(name).row;
}

bool Parms::sameField(const std::string& a, const std::string& b) const {
  const Place x = placeOf(a), y = placeOf(b);
  return x.row && x.row == y.row && x.object == y.object;
}

void Parms::set(const std::string& name, const ParmValue& value) {
  const Place place = placeOf(name);
  if (!place.row)
    fail(name, node_.type + " has no such parameter (see `tendril nodes " + node_.shortName() + "`)");
  if (place.row->kind == ParameterKind::button) fail(name, "is a button and holds no value");
  if (place.row->kind == ParameterKind::multiparm) {
    const std::optional<double> count = numberOf(value);
    constexpr double kMostInstances = 10000;
    if (!count || *count < 0 || *count > kMostInstances) fail(name, "is a number of instances");
    place.row->resize(place.object, static_cast<std::size_t>(wholeOf(name, *count)));
    return;
  }
  if (place.component >= 0) {
    const std::optional<double> number = numberOf(value);
    if (!number) fail(name, "is a number");
    checkNumber(*place.row, name, *number);
    auto all = std::get<std::vector<double>>(place.row->get(place.object));
    all[static_cast<std::size_t>(place.component)] = *number;
    return place.row->set(place.object, all);
  }
  const ParmValue held = fitted(*place.row, name, value);
  place.row->set(place.object, held);
  for (const Preset& preset : place.row->presets)
    if (itemOf(*place.row, name, preset.token) == std::get<std::int64_t>(held))
      for (const auto& [other, number] : preset.values) set(other, number);
}

void Parms::setText(const std::string& name, const std::string& text) {
  const Place place = placeOf(name);
  const ParameterKind kind = place.row ? place.row->kind : ParameterKind::string;
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
                       (place.row && place.row->isNumber());
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
  if (!place.row) fail(name, node_.type + " has no such parameter");
  if (place.row->kind == ParameterKind::multiparm)
    return static_cast<std::int64_t>(place.row->count(place.object));
  if (!place.row->holdsValue()) fail(name, "is a button and holds no value");
  const ParmValue value = place.row->get(place.object);
  if (place.component < 0) return value;
  return std::get<std::vector<double>>(value)[static_cast<std::size_t>(place.component)];
}

std::string formatValue(const Parameter& row, const ParmValue& value) {
  if (const auto* v = std::get_if<bool>(&value)) return *v ? "on" : "off";
  if (const auto* v = std::get_if<std::int64_t>(&value))
    return row.kind == ParameterKind::menu ? row.items.at(static_cast<std::size_t>(*v)).token
                                           : std::to_string(*v);
  if (const auto* v = std::get_if<double>(&value)) return formatNumber(*v);
  if (const auto* v = std::get_if<std::string>(&value)) return *v;
  if (const auto* v = std::get_if<Ramp>(&value)) return formatRamp(*v);
  std::vector<std::string> parts;
  for (const double v : std::get<std::vector<double>>(value)) parts.push_back(formatNumber(v));
  return joined(parts, " ");
}

ParmValue defaultOf(const NodeDefinition& node, const Parameter& row) {
  const std::shared_ptr<void> parms = node.makeParms();
  if (row.name.find('#') == std::string::npos) return row.get(parms.get());
  const Parameter* list = nullptr;
  for (const Parameter& other : node.rows) {
    if (other.kind == ParameterKind::multiparm) list = &other;
    if (other.name == row.name) break;
  }
  if (list->count(parms.get()) == 0) list->resize(parms.get(), 1);
  return row.get(list->instance(parms.get(), 0));
}

}  // namespace tendril::nodes
