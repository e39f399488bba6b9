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

std::string cardAttributes(const char* title, const std::vector<NodeAttribute>& attributes) {
  if (attributes.empty()) return {};
  std::string text = std::string(title) + "\n\n";
  for (const NodeAttribute& attribute : attributes)
    text += "`" + joined(words(attribute.names), "`, `") + "` (" + attribute.owners + "):\n" +
            wrapped(attribute.help, 100, "    ") + "\n";
  return text;
}

std::string cardParameters(const NodeDefinition& node) {
  std::string text = "@parameters\n\n";
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

// Links to Tendril's own cards and to Houdini's.
std::string cardRelated(const NodeDefinition& node, const std::vector<NodeDefinition>& all) {
  std::string text;
  for (const char* name : node.related) {
    const NodeDefinition* other = findNode(all, name);
    if (other && other->home == Home::none) {
      if (node.home == Home::none) text += "* " + other->label + "\n";
      continue;
    }
    std::string page = other ? helpFile(*other) : name;
    if (other) page.resize(page.size() - std::string(".txt").size());
    text += "* [Node:" + page + "]\n";
  }
  return text.empty() ? "" : "@related\n\n" + text;
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

std::string helpCard(const NodeDefinition& node, const std::vector<NodeDefinition>& all) {
  const bool dop = node.home == Home::microsolver;
  std::string text = "= " + node.label + " =\n\n#type: node\n#context: " + (dop ? "dop" : "sop") +
                     "\n#internal: " + node.shortName() +
                     (dop ? "" : "\n#namespace: tendril\n#version: " + versionOf(node)) +
                     (node.icon.empty() ? "" : "\n#icon: " + node.icon) + "\n\n\"\"\"" + node.about +
                     "\"\"\"\n\n";
  if (*node.picture.file)
    text += "[Image:/images/tendril/" + std::string(node.picture.file) + "]\n\n" +
            wrapped(node.picture.caption, 100, "") + "\n";
  for (const std::string& paragraph : splitAt(node.help, '\n'))
    if (!paragraph.empty()) text += wrapped(paragraph, 100, "") + "\n";
  text += cardAttributes("== Attributes Read ==", node.attributesRead) +
          cardAttributes("== Attributes Written ==", node.attributesWritten);
  if (!dop && !node.inputs.empty()) text += "@inputs\n\n";
  for (const NodeInput& input : node.inputs)
    if (!dop)
      text += std::string(input.label) + ":\n" +
              wrapped(std::string(input.required ? "" : "Optional. ") + input.help, 100, "    ") + "\n";
  return text + cardParameters(node) + cardRelated(node, all);
}

std::string inputList(const NodeDefinition& node) {
  std::string text;
  for (std::size_t i = 0; i < node.inputs.size(); ++i)
    text += "input " + std::to_string(i + 1) + ": " + node.inputs[i].label +
            (node.inputs[i].required ? "" : " (optional)") + "\n" + wrapped(node.inputs[i].help, 100, "    ");
  return text;
}

std::string attributeLists(const NodeDefinition& node) {
  std::string text;
  const auto add = [&](const char* title, const std::vector<NodeAttribute>& attributes) {
    if (attributes.empty()) return;
    text += (text.empty() ? "" : "\n") + std::string(title) + "\n";
    for (const NodeAttribute& attribute : attributes)
      text += wrapped(joined(words(attribute.names), ", ") + " (" + attribute.owners + ")", 100, "  ") +
              wrapped(attribute.help, 100, "    ");
  };
  add("Attributes read:", node.attributesRead);
  add("Attributes written:", node.attributesWritten);
  return text;
}

std::string relatedList(const NodeDefinition& node, const std::vector<NodeDefinition>& all) {
  std::vector<std::string> names;
  for (const char* name : node.related) {
    const NodeDefinition* other = findNode(all, name);
    names.push_back(other ? other->type.substr(0, other->type.rfind("::"))
                          : "Houdini's " + std::string(name));
  }
  return names.empty() ? "" : wrapped("Related nodes: " + joined(names, ", "), 100, "");
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
