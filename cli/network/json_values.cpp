// Values in JSON, as parameters have them.
#include "cli/network/json_values.h"

#include <algorithm>
#include <cmath>

#include "nodes/parameters/text.h"
#include "solver/base/error.h"

namespace tendril::cli {
namespace {

using Json = nlohmann::json;

}  // namespace

Json jsonOf(const std::string& text) {
  std::vector<std::set<std::string>> seen;
  const auto watch = [&](int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) seen.emplace_back();
    if (event == Json::parse_event_t::object_end) seen.pop_back();
    if (event == Json::parse_event_t::key && !seen.back().insert(parsed.get<std::string>()).second)
      throw Error("\"" + parsed.get<std::string>() + "\" is there twice");
    return true;
  };
  try {
    return Json::parse(text, watch, true, true);  // with comments
  } catch (const Json::exception& error) {
    const std::string what = error.what();  // "[json.exception.parse_error.101] parse error at line 1 ..."
    throw Error("is not valid JSON: " + what.substr(what.find("] ") + 2));
  }
}

double numberOf(const Json& json, const std::string& what, double low, double high) {
  const double value = json.is_number() ? json.get<double>() : std::nan("");
  if (!(value >= low && value <= high))
    throw Error(what + ": is a number from " + formatNumber(low) + " to " + formatNumber(high));
  return value;
}

void checkKeys(const Json& json, const std::string& what, const std::set<std::string>& known) {
  if (!json.is_object()) throw Error(what + ": is an object in braces");
  for (const auto& [key, value] : json.items())
    if (!known.count(key)) {
      const std::vector<std::string> names(known.begin(), known.end());
      throw Error(what + ": knows no \"" + key + "\"; it knows " + joined(names, ", "));
    }
}

namespace {

Ramp::Shape rampShape(const std::string& token, const std::string& what) {
  try {
    return shapeOfRamp(token);
  } catch (const Error& error) {
    throw Error(what + ": " + error.what());
  }
}

Ramp rampOf(const Json& json, const std::string& what) {
  Ramp ramp;
  for (const Json& key : json) {
    const bool shaped = key.is_array() && key.size() == 3 && key[2].is_string();
    if (!key.is_array() || !(key.size() == 2 || shaped) || !key[0].is_number() || !key[1].is_number())
      throw Error(what + ": is a list of [position, value] or [position, value, \"shape\"]");
    const std::string shape = shaped ? key[2].get<std::string>() : nameOf(Ramp::Shape::linear);
    ramp.keys.push_back({static_cast<float>(numberOf(key[0], what + ": a position", 0, 1)),
                         static_cast<float>(numberOf(key[1], what + ": a value", -1e30, 1e30)),
                         rampShape(shape, what)});
    if (ramp.keys.size() > 1 && ramp.keys.back().position < (ramp.keys.end() - 2)->position)
      throw Error(what + ": positions ascend");
  }
  if (ramp.keys.empty()) throw Error(what + ": has no keys");
  return ramp;
}

void setJson(Parms& parms, const std::string& name, const Json& json) {
  const Parameter* parameter = parms.parameterOf(name);
  const bool toggle = parameter && parameter->kind == ParameterKind::toggle,
             number = parameter && parameter->isNumber();
  if (json.is_boolean() && (toggle || !parameter)) return parms.set(name, json.get<bool>());
  if (json.is_number() && !toggle) return parms.set(name, json.get<double>());
  if (json.is_string() && !toggle && !number) return parms.setText(name, json.get<std::string>());
  if (json.is_array() && parameter && parameter->kind == ParameterKind::ramp)
    return parms.set(name, rampOf(json, name));
  if (json.is_array() && std::all_of(json.begin(), json.end(), [](const Json& v) { return v.is_number(); }))
    return parms.set(name, json.get<std::vector<double>>());
  throw Error(name + ": is " +
              (toggle   ? "true or false"
               : number ? "a number, or a list of them"
                        : "text") +
              ", or {\"keys\": ...}");
}

Key::Shape shapeOf(const Json& json, const std::string& what) {
  if (json == "linear") return Key::Shape::linear;
  if (json == "constant") return Key::Shape::constant;
  if (json == "smooth") return Key::Shape::smooth;
  throw Error(what + ": a key's shape is \"linear\", \"constant\" or \"smooth\"");
}

std::vector<Key> keysOf(const Parms& parms, const std::string& name, const Json& json) {
  checkKeys(json, name, {"keys"});
  const Parameter* parameter = parms.parameterOf(name);
  if (parameter && !parameter->animatable) throw Error(name + ": cannot be animated");
  if (parameter && parameter->kind == ParameterKind::multiparm) throw Error(name + ": cannot be animated");
  if (!json.contains("keys") || !json["keys"].is_array() || json["keys"].empty())
    throw Error(name + ": \"keys\" is a list of [frame, value]");
  std::vector<Key> keys;
  for (const Json& entry : json["keys"]) {
    if (!entry.is_array() || entry.size() < 2 || entry.size() > 3 || !entry[0].is_number())
      throw Error(name + ": a key is [frame, value] or [frame, value, \"shape\"]");
    Parms held = parms.copy();
    setJson(held, name, entry[1]);
    Key key{entry[0].get<double>(), held.get(name), Key::Shape::linear};
    if (entry.size() == 3) key.shape = shapeOf(entry[2], name);
    if (!keys.empty() && !(key.frame > keys.back().frame)) throw Error(name + ": frames of keys ascend");
    keys.push_back(std::move(key));
  }
  return keys;
}

// Counts of instances first, then what fills in others, then the rest.
int turnOf(const Parms& parms, const std::string& name) {
  const Parameter* parameter = parms.parameterOf(name);
  if (!parameter) return 2;
  return parameter->kind == ParameterKind::multiparm ? 0 : parameter->presets.empty() ? 2 : 1;
}

}  // namespace

void readParms(NetworkNode& node, const Json& json) {
  if (!json.is_object()) throw Error("parms: is an object in braces");
  for (const int turn : {0, 1, 2})
    for (const auto& [name, value] : json.items()) {
      if (turn == 2 && !node.parms.parameterOf(name))
        setJson(node.parms, name, value);  // says that it is unknown
      if (turnOf(node.parms, name) != turn) continue;
      if (value.is_object())
        node.keys[name] = keysOf(node.parms, name, value);
      else
        setJson(node.parms, name, value);
    }
}

}  // namespace tendril::cli
