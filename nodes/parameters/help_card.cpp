// Help card, flags and README rows from a node's table.
#include "nodes/parameters/help_card.h"

#include "nodes/parameters/text.h"
#include "nodes/parameters/values.h"

namespace tendril::nodes {
namespace {

std::string inputsOf(const NodeDefinition& node) {
  std::string text;
  for (const NodeInput& input : node.inputs)
    text += input.required ? (text.empty() ? "" : ", ") + std::string(input.label)
                           : " (, " + std::string(input.label) + ")";
  return text.empty() ? "none" : text;
}

std::string versionOf(const NodeDefinition& node) {
  return node.type.substr(node.type.rfind("::") + 2);
}

std::string cardEntry(const NodeDefinition& node, const Parameter& parameter) {
  std::string text = parameter.label + ":\n    #id: " + parameter.name + "\n\n" +
                     wrapped(parameter.help.effect, 100, "    ");
  const auto paragraph = [&](const std::string& about) {
    if (!about.empty()) text += "\n" + wrapped(about, 100, "    ");
  };
  if (parameter.kind == ParameterKind::menu) {
    std::vector<std::string> labels;
    for (const MenuItem& item : parameter.items) labels.push_back(item.label);
    paragraph("Choices: " + joined(labels, ", ") + ".");
  }
  std::string facts, shown;
  if (const std::string range = unitAndRange(parameter); !range.empty()) facts = "Unit: " + range + ".";
  if (parameter.holdsValue()) {
    shown = formatValue(parameter, defaultOf(node, parameter));
    for (const MenuItem& item : parameter.items)
      if (shown == item.token) shown = item.label;
    facts += (facts.empty() ? "" : " ") + std::string("Default: ") + (shown.empty() ? "empty" : shown) + ".";
  }
  paragraph(facts);
  // the default is typical where nothing else is
  if (parameter.help.useful != shown && parameter.help.useful != shown + ".")
    paragraph(typicalText(parameter));
  if (parameter.help.alike != "none") paragraph("Similar in Houdini: " + parameter.help.alike);
  return text + "\n";
}

}  // namespace

std::string unitAndRange(const Parameter& parameter) {
  if (!parameter.isNumber()) return {};
  std::string text = parameter.unit == "1" ? "plain number" : parameter.unit;
  if (parameter.hardLow && parameter.hardHigh)
    return text + ", " + formatNumber(*parameter.hardLow) + " to " + formatNumber(*parameter.hardHigh);
  if (parameter.hardLow) return text + ", " + formatNumber(*parameter.hardLow) + " or more";
  if (parameter.hardHigh) return text + ", " + formatNumber(*parameter.hardHigh) + " or less";
  return text;
}

std::string typicalText(const Parameter& parameter) {
  if (parameter.help.useful.empty()) return {};
  const bool ends = parameter.help.useful.back() == '.';
  return "Typical: " + parameter.help.useful + (ends ? "" : ".");
}

std::string tipText(const Parameter& parameter) {
  const std::string range = unitAndRange(parameter), typical = typicalText(parameter);
  return parameter.help.effect + (range.empty() ? "" : " Unit: " + range + ".") +
         (typical.empty() ? "" : " " + typical);
}

std::string helpFile(const NodeDefinition& node) {
  if (node.home == Home::microsolver) return "dop/" + node.type + ".txt";
  return "sop/tendril--" + node.shortName() + "-" + versionOf(node) + ".txt";
}

std::string helpCard(const NodeDefinition& node) {
  const bool dop = node.home == Home::microsolver;
  std::string text = "= " + node.label + " =\n\n#type: node\n#context: " + (dop ? "dop" : "sop") +
                     "\n#internal: " + node.shortName() +
                     (dop ? "" : "\n#namespace: tendril\n#version: " + versionOf(node)) +
                     "\n#icon: " + node.icon + "\n\n\"\"\"" + node.about + "\"\"\"\n\n";
  for (const std::string& paragraph : splitAt(node.help, '\n'))
    if (!paragraph.empty()) text += wrapped(paragraph, 100, "") + "\n";
  if (!dop && !node.inputs.empty()) text += "@inputs\n\n";
  for (const NodeInput& input : node.inputs)
    if (!dop)
      text += std::string(input.label) + ":\n" +
              wrapped(std::string(input.required ? "" : "Optional. ") + input.help, 100, "    ") + "\n";
  text += "@parameters\n\n";
  for (const NodeInput& input : node.inputs)
    if (input.data)
      text += std::string(input.label) + " Data:\n    #id: " + input.dataParm() + "\n\n" +
              wrapped(input.help, 100, "    ") + "\n";
  for (const Parameter& parameter : node.parameters) {
    if (parameter.kind == ParameterKind::tab || parameter.kind == ParameterKind::collapsible)
      text += "== " + parameter.label + " ==\n\n";
    if (parameter.holdsValue() || parameter.kind == ParameterKind::button ||
        parameter.kind == ParameterKind::multiparm)
      text += cardEntry(node, parameter);
  }
  return text;
}

std::string metavariable(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::toggle:
      return "on|off";
    case ParameterKind::integer:
      return "N";
    case ParameterKind::real:
      return "X";
    case ParameterKind::vector:
    case ParameterKind::colour:
      return parameter.size == 2 ? "\"X Y\"" : parameter.size == 3 ? "\"X Y Z\"" : "\"X Y Z W\"";
    case ParameterKind::menu: {
      std::vector<std::string> tokens;
      for (const MenuItem& item : parameter.items) tokens.push_back(item.token);
      return joined(tokens, "|");
    }
    case ParameterKind::ramp:
      return "\"POSITION:VALUE ...\"";
    default:
      return "TEXT";
  }
}

std::string flagText(const NodeDefinition& node, const Parameter& parameter) {
  const std::string value = formatValue(parameter, defaultOf(node, parameter)),
                    range = unitAndRange(parameter);
  return parameter.help.effect + (range.empty() ? "" : " Unit: " + range + ".") +
         (value.empty() ? "" : " Default: " + value + ".");
}

std::string flagList(const NodeDefinition& node, const std::string& prefix, const std::string& between) {
  std::string text;
  for (const Parameter& parameter : node.parameters)
    if (parameter.holdsValue())
      text += prefix + parameter.name + between + metavariable(parameter) + "\n" +
              wrapped(flagText(node, parameter), 100, "    ");
  return text;
}

std::string readmeRow(const NodeDefinition& node) {
  return "| `" + node.type.substr(0, node.type.rfind("::")) + "` | " + inputsOf(node) + " | " + node.about +
         " |";
}

}  // namespace tendril::nodes
