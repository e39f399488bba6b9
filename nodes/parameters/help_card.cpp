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

std::string cardEntry(const NodeDefinition& node, const Parameter& row) {
  std::string text = row.label + ":\n    #id: " + row.name + "\n\n" + wrapped(row.help.effect, 100, "    ");
  const auto paragraph = [&](const std::string& about) {
    if (!about.empty()) text += "\n" + wrapped(about, 100, "    ");
  };
  if (row.kind == ParameterKind::menu) {
    std::vector<std::string> labels;
    for (const MenuItem& item : row.items) labels.push_back(item.label);
    paragraph("Choices: " + joined(labels, ", ") + ".");
  }
  std::string facts, shown;
  if (const std::string range = unitAndRange(row); !range.empty()) facts = "Unit: " + range + ".";
  if (row.holdsValue()) {
    shown = formatValue(row, defaultOf(node, row));
    for (const MenuItem& item : row.items)
      if (shown == item.token) shown = item.label;
    facts += (facts.empty() ? "" : " ") + std::string("Default: ") + (shown.empty() ? "empty" : shown) + ".";
  }
  paragraph(facts);
  // the default is typical where nothing else is
  if (row.help.useful != shown && row.help.useful != shown + ".") paragraph(typicalText(row));
  if (row.help.alike != "none") paragraph("Similar in Houdini: " + row.help.alike);
  return text + "\n";
}

}  // namespace

std::string unitAndRange(const Parameter& row) {
  if (!row.isNumber()) return {};
  std::string text = row.unit == "1" ? "plain number" : row.unit;
  if (row.hardLow && row.hardHigh)
    return text + ", " + formatNumber(*row.hardLow) + " to " + formatNumber(*row.hardHigh);
  if (row.hardLow) return text + ", " + formatNumber(*row.hardLow) + " or more";
  if (row.hardHigh) return text + ", " + formatNumber(*row.hardHigh) + " or less";
  return text;
}

std::string typicalText(const Parameter& row) {
  if (row.help.useful.empty()) return {};
  const bool ends = row.help.useful.back() == '.';
  return "Typical: " + row.help.useful + (ends ? "" : ".");
}

std::string tipText(const Parameter& row) {
  const std::string range = unitAndRange(row), typical = typicalText(row);
  return row.help.effect + (range.empty() ? "" : " Unit: " + range + ".") +
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
  for (const Parameter& row : node.rows) {
    if (row.kind == ParameterKind::tab || row.kind == ParameterKind::collapsible)
      text += "== " + row.label + " ==\n\n";
    if (row.holdsValue() || row.kind == ParameterKind::button || row.kind == ParameterKind::multiparm)
      text += cardEntry(node, row);
  }
  return text;
}

std::string metavariable(const Parameter& row) {
  switch (row.kind) {
    case ParameterKind::toggle:
      return "on|off";
    case ParameterKind::integer:
      return "N";
    case ParameterKind::real:
      return "X";
    case ParameterKind::vector:
    case ParameterKind::colour:
      return row.size == 2 ? "\"X Y\"" : row.size == 3 ? "\"X Y Z\"" : "\"X Y Z W\"";
    case ParameterKind::menu: {
      std::vector<std::string> tokens;
      for (const MenuItem& item : row.items) tokens.push_back(item.token);
      return joined(tokens, "|");
    }
    case ParameterKind::ramp:
      return "\"POSITION:VALUE ...\"";
    default:
      return "TEXT";
  }
}

std::string flagText(const NodeDefinition& node, const Parameter& row) {
  const std::string value = formatValue(row, defaultOf(node, row)), range = unitAndRange(row);
  return row.help.effect + (range.empty() ? "" : " Unit: " + range + ".") +
         (value.empty() ? "" : " Default: " + value + ".");
}

std::string flagList(const NodeDefinition& node, const std::string& prefix, const std::string& between) {
  std::string text;
  for (const Parameter& row : node.rows)
    if (row.holdsValue())
      text +=
          prefix + row.name + between + metavariable(row) + "\n" + wrapped(flagText(node, row), 100, "    ");
  return text;
}

std::string readmeRow(const NodeDefinition& node) {
  return "| `" + node.type.substr(0, node.type.rfind("::")) + "` | " + inputsOf(node) + " | " + node.about +
         " |";
}

}  // namespace tendril::nodes
