// A node's parameters as a JSON schema.
#include "cli/network/schema.h"

#include <nlohmann/json.hpp>

#include "nodes/parameters/help_card.h"
#include "nodes/parameters/values.h"

namespace tendril::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson numberSchema(const Parameter& parameter, const char* type) {
  OrderedJson schema = {{"type", type}};
  if (parameter.hardLow) schema["minimum"] = *parameter.hardLow;
  if (parameter.hardHigh) schema["maximum"] = *parameter.hardHigh;
  return schema;
}

OrderedJson defaultJson(const Parameter& parameter, const ParmValue& value) {
  if (const auto* v = std::get_if<bool>(&value)) return *v;
  if (const auto* v = std::get_if<double>(&value)) return *v;
  if (const auto* v = std::get_if<std::vector<double>>(&value)) return *v;
  if (const auto* v = std::get_if<std::int64_t>(&value); v && parameter.kind == ParameterKind::integer)
    return *v;
  return formatValue(parameter, value);
}

OrderedJson plainSchema(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::toggle:
      return {{"type", "boolean"}};
    case ParameterKind::integer:
      return numberSchema(parameter, "integer");
    case ParameterKind::real:
      return numberSchema(parameter, "number");
    case ParameterKind::vector:
    case ParameterKind::colour:
      return {{"type", "array"},
              {"items", numberSchema(parameter, "number")},
              {"minItems", parameter.size},
              {"maxItems", parameter.size}};
    case ParameterKind::menu: {
      OrderedJson tokens = OrderedJson::array();
      for (const MenuItem& item : parameter.items) tokens.push_back(item.token);
      return {{"enum", tokens}};
    }
    case ParameterKind::multiparm:
      return {{"type", "integer"}, {"minimum", 0}};
    default:
      return {{"type", "string"}};
  }
}

// A value, or keys of it.
OrderedJson parameterSchema(const NodeDefinition& node, const Parameter& parameter) {
  OrderedJson value = plainSchema(parameter), schema;
  if (parameter.holdsValue() && parameter.animatable) {
    const OrderedJson key = {{"type", "array"}, {"minItems", 2}, {"maxItems", 3}};
    schema["oneOf"] = {value,
                       {{"type", "object"},
                        {"properties", {{"keys", {{"type", "array"}, {"items", key}, {"minItems", 1}}}}},
                        {"required", {"keys"}},
                        {"additionalProperties", false}}};
  } else {
    schema = value;
  }
  schema["title"] = parameter.label;
  schema["description"] = parameter.help.effect;
  if (parameter.isNumber()) schema["x-unit"] = parameter.unit;
  if (parameter.holdsValue()) schema["default"] = defaultJson(parameter, defaultOf(node, parameter));
  return schema;
}

// `force#` as a pattern of property names.
std::string patternOf(const std::string& name) {
  const std::size_t mark = name.find('#');
  return "^" + name.substr(0, mark) + "[0-9]+" + name.substr(mark + 1) + "$";
}

OrderedJson parmsSchema(const NodeDefinition& node) {
  OrderedJson properties = OrderedJson::object(), patterns = OrderedJson::object();
  for (const Parameter& parameter : node.parameters) {
    if (!parameter.holdsValue() && parameter.kind != ParameterKind::multiparm) continue;
    if (parameter.name.find('#') != std::string::npos)
      patterns[patternOf(parameter.name)] = parameterSchema(node, parameter);
    else
      properties[parameter.name] = parameterSchema(node, parameter);
    if (parameter.kind == ParameterKind::vector || parameter.kind == ParameterKind::colour)
      for (std::size_t i = 0; i < parameter.size; ++i)
        properties[componentName(parameter, i)] = {{"type", "number"}};
  }
  OrderedJson schema = {{"type", "object"}, {"properties", properties}};
  if (!patterns.empty()) schema["patternProperties"] = patterns;
  schema["additionalProperties"] = false;
  return schema;
}

OrderedJson nodeSchema(const NodeDefinition& node) {
  OrderedJson schema = {{"title", node.label}, {"description", node.about}, {"type", "object"}};
  const std::string plain = node.type.substr(0, node.type.rfind("::"));
  schema["properties"]["type"] = {{"enum", {node.type, plain, node.shortName()}}};
  schema["properties"]["inputs"] = {{"type", "array"},
                                    {"items", {{"type", {"string", "null"}}}},
                                    {"minItems", node.requiredInputs()},
                                    {"maxItems", node.inputs.size()}};
  schema["properties"]["parms"] = parmsSchema(node);
  schema["required"] = OrderedJson::array({"type"});
  if (node.requiredInputs()) schema["required"].push_back("inputs");
  schema["additionalProperties"] = false;
  return schema;
}

constexpr const char* kDialect = "https://json-schema.org/draft/2020-12/schema";

}  // namespace

std::string jsonSchema(const NodeDefinition& node) {
  OrderedJson schema = {{"$schema", kDialect}};
  schema.update(nodeSchema(node));
  return schema.dump(2) + "\n";
}

std::string jsonSchema(const std::vector<NodeDefinition>& nodes) {
  OrderedJson all = OrderedJson::array();
  for (const NodeDefinition& node : nodes) all.push_back(nodeSchema(node));
  const OrderedJson frames = {
      {"type", "array"}, {"items", {{"type", "integer"}}}, {"minItems", 2}, {"maxItems", 2}};
  const OrderedJson properties = {
      {"unitlength", {{"type", "number"}, {"exclusiveMinimum", 0}, {"x-unit", "m"}}},
      {"fps", {{"type", "number"}, {"exclusiveMinimum", 0}}},
      {"frames", frames},
      {"subframes", {{"type", "integer"}, {"minimum", 1}, {"maximum", 1000}}},
      {"nodes", {{"type", "object"}, {"additionalProperties", {{"oneOf", all}}}}}};
  return OrderedJson{{"$schema", kDialect},   {"title", "Tendril network"},
                     {"type", "object"},      {"properties", properties},
                     {"required", {"nodes"}}, {"additionalProperties", false}}
             .dump(2) +
         "\n";
}

}  // namespace tendril::cli
