// Tables of nodes: what they promise about themselves, and the texts made from them.
#include "nodes/parameters/definition.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/network/host_nodes.h"
#include "cli/network/schema.h"
#include "nodes/parameters/help_card.h"
#include "nodes/parameters/text.h"
#include "nodes/parameters/values.h"
#include "tests/support/dialog_script/dialog_script.h"
#include "tests/support/file_text.h"

namespace tendril::test {
namespace {

std::set<std::string> contentWords(const std::string& text) {
  static const std::set<std::string> kEmpty = {"the", "a",    "an",    "of",        "for",  "to",
                                               "in",  "and",  "or",    "is",        "sets", "this",
                                               "how", "that", "value", "parameter", "it",   "as"};
  std::string plain;
  for (const char c : text)
    plain += std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(c)) : ' ';
  std::set<std::string> result;
  for (const std::string& word : words(plain))
    if (!kEmpty.count(word)) result.insert(word);
  return result;
}

// Why a help entry is no help; empty where it is one.
std::string faultOf(const Parameter& parameter) {
  const Help& help = parameter.help;
  if (help.effect.empty() || help.useful.empty() || help.alike.empty()) return "something is not told";
  if (parameter.isNumber() && parameter.unit.empty()) return "no unit";
  std::set<std::string> fresh = contentWords(help.effect);
  for (const std::string& word : contentWords(parameter.label + " " + parameter.name)) fresh.erase(word);
  if (fresh.size() < 4) return "the effect says no more than the label";
  if (help.effect.back() != '.' || !std::isupper(static_cast<unsigned char>(help.effect.front())))
    return "no sentence";
  return {};
}

TEST(Definitions, EveryParameterIsExplained) {
  int seen = 0;
  for (const NodeDefinition& node : commandLineNodes())
    for (const Parameter& parameter : node.parameters) {
      if (!parameter.holdsValue() && parameter.kind != ParameterKind::button &&
          parameter.kind != ParameterKind::multiparm)
        continue;
      EXPECT_EQ(faultOf(parameter), "") << node.type << " " << parameter.name;
      ++seen;
    }
  EXPECT_GT(seen, 80);
}

TEST(Definitions, EmptyHelpIsRefused) {
  Parameter parameter;
  parameter.kind = ParameterKind::real;
  parameter.name = "radius";
  parameter.label = "Radius";
  parameter.unit = "m";
  parameter.help = {"Sets the radius.", "1.", "none"};
  EXPECT_EQ(faultOf(parameter), "the effect says no more than the label");
  parameter.help.effect = "Thick rods stand, thin ones hang down in the wind.";
  EXPECT_EQ(faultOf(parameter), "");
  parameter.unit = "";
  EXPECT_EQ(faultOf(parameter), "no unit");
  parameter.help.alike = "";
  EXPECT_EQ(faultOf(parameter), "something is not told");
}

TEST(Definitions, NamesAndRangesHoldTogether) {
  std::set<std::string> types, shortNames;
  for (const NodeDefinition& node : commandLineNodes()) {
    SCOPED_TRACE(node.type);
    EXPECT_TRUE(types.insert(node.type).second);
    EXPECT_TRUE(shortNames.insert(node.shortName()).second);
    EXPECT_EQ(findCommandLineNode(node.type), &node);
    EXPECT_EQ(findCommandLineNode(node.shortName()), &node);
    EXPECT_FALSE(node.about.empty());
    EXPECT_FALSE(node.help.empty());
    EXPECT_TRUE(node.home == Home::none || !node.icon.empty());
    std::set<std::string> names;
    int open = 0;
    for (const Parameter& parameter : node.parameters) {
      if (parameter.kind == ParameterKind::tab && open == 0) ++open;  // a strip of tabs has one end
      if (parameter.kind == ParameterKind::collapsible || parameter.kind == ParameterKind::multiparm) ++open;
      if (parameter.kind == ParameterKind::end) {
        --open;
        continue;
      }
      EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name << " twice";
      if (!parameter.isNumber()) continue;
      const ParmValue value = defaultOf(node, parameter);
      EXPECT_TRUE(!parameter.softLow || *parameter.softLow < *parameter.softHigh) << parameter.name;
      EXPECT_TRUE(!parameter.hardLow || !parameter.hardHigh || *parameter.hardLow < *parameter.hardHigh)
          << parameter.name;
      const auto* number = std::get_if<double>(&value);  // sliders show their default
      EXPECT_TRUE(!number || !parameter.softLow ||
                  (*number >= *parameter.softLow && *number <= *parameter.softHigh))
          << parameter.name;
    }
    EXPECT_EQ(open, 0);
  }
}

// Defaults pass their own limits, and are what reading them back as text gives.
TEST(Definitions, DefaultsReadBackTheSame) {
  for (const NodeDefinition& node : commandLineNodes()) {
    Parms parms(node);
    for (const Parameter& parameter : node.parameters) {
      if (!parameter.holdsValue() || !parameter.presets.empty()) continue;
      SCOPED_TRACE(node.type + " " + parameter.name);
      const std::string text = formatValue(parameter, parms.get(parameter.name));
      EXPECT_NO_THROW(parms.setText(parameter.name, text)) << text;
      EXPECT_EQ(formatValue(parameter, parms.get(parameter.name)), text);
    }
  }
}

// A number, or the place of a menu's item.
double filledIn(const ParmValue& value) {
  const auto* item = std::get_if<std::int64_t>(&value);
  return item ? static_cast<double>(*item) : std::get<double>(value);
}

TEST(Definitions, PresetsFitTheirRows) {
  int seen = 0;
  for (const NodeDefinition& node : commandLineNodes())
    for (const Parameter& parameter : node.parameters)
      for (const Preset& preset : parameter.presets) {
        Parms parms(node);
        parms.setText(parameter.name, preset.token);
        for (const auto& [name, number] : preset.values)
          EXPECT_EQ(filledIn(parms.get(name)), number) << preset.token << " " << name;
        ++seen;
        // the parameter's default is the preset of that name
        if (formatValue(parameter, defaultOf(node, parameter)) != preset.token) continue;
        for (const auto& [name, number] : preset.values)
          EXPECT_EQ(filledIn(defaultOf(node, *node.find(name))), number) << "default of " << name;
      }
  EXPECT_EQ(seen, 8);
}

TEST(Definitions, DialogScriptsParse) {
  for (const NodeDefinition& node : commandLineNodes()) {
    SCOPED_TRACE(node.type);
    const DialogScript script = parseDialogScript(dialogScript(node));
    EXPECT_EQ(script.name, node.type);
    EXPECT_EQ(script.inputLabels.size(), node.inputs.size());
    std::size_t values = 0;
    for (const Parameter& parameter : node.parameters)
      values += parameter.holdsValue() || parameter.kind == ParameterKind::button ||
                parameter.kind == ParameterKind::separator;
    EXPECT_EQ(allParms(script).size(), values);
  }
}

TEST(Definitions, GroupsAreSelectedInTheViewport) {
  std::size_t groups = 0;
  for (const NodeDefinition& node : allNodes()) {
    const DialogScript script = parseDialogScript(dialogScript(node));
    for (const Parameter& parameter : node.parameters) {
      if (parameter.kind != ParameterKind::group) continue;
      ++groups;
      const auto& tags = findParm(script, parameter.name).tags;
      EXPECT_EQ(tags.at("sop_input"), std::to_string(parameter.input));
      EXPECT_EQ(tags.at("script_action_icon"), "BUTTONS_reselect");
      const std::string& action = tags.at("script_action");
      const char* const type = parameter.groupOwner == Owner::point ? "(hou.geometryType.Points,)"
                                                                    : "(hou.geometryType.Primitives,)";
      EXPECT_NE(action.find(type), std::string::npos) << parameter.name;
      EXPECT_NE(action.find("kwargs['inputindex'] = " + std::to_string(parameter.input) + "\n"),
                std::string::npos)
          << parameter.name;
    }
  }
  EXPECT_GE(groups, 5u);
}

// Parameters are SI in every scene, so Houdini must not take their lengths and masses for units of the scene.
TEST(Definitions, UnitsThatDoNotDependOnTheSceneAreTagged) {
  EXPECT_EQ(houdiniUnits("m/s2"), "m1s-2");
  EXPECT_EQ(houdiniUnits("1"), "");
  EXPECT_EQ(houdiniUnits("furlongs"), "");
  std::set<std::string> tagged;
  for (const NodeDefinition& node : commandLineNodes()) {
    const DialogScript script = parseDialogScript(dialogScript(node));
    for (const Parameter& parameter : node.parameters) {
      if (!parameter.isNumber()) continue;
      const auto& tags = findParm(script, parameter.name).tags;
      const auto units = tags.find("units");
      const bool length = houdiniUnits(parameter.unit).find_first_of("mk") != std::string::npos;
      EXPECT_EQ(units != tags.end(),
                parameter.unit == "scene units" || (!houdiniUnits(parameter.unit).empty() && !length))
          << node.type << " " << parameter.name;
      if (units == tags.end()) continue;
      EXPECT_EQ(units->second, houdiniUnits(parameter.unit));
      tagged.insert(parameter.unit);
    }
  }
  EXPECT_EQ(tagged, (std::set<std::string>{"1/s", "1/s2", "s", "scene units"}));
}

TEST(Definitions, SchemasAreJson) {
  for (const NodeDefinition& node : commandLineNodes())
    EXPECT_TRUE(nlohmann::json::accept(jsonSchema(node))) << node.type;
  const nlohmann::json all = nlohmann::json::parse(jsonSchema(commandLineNodes()));
  EXPECT_EQ(all["properties"]["nodes"]["additionalProperties"]["oneOf"].size(), commandLineNodes().size());
}

// A renamed parameter or a changed default shows as a difference; TENDRIL_GOLDEN=write writes them anew.
TEST(Definitions, GoldenTexts) {
  const bool write = std::getenv("TENDRIL_GOLDEN") != nullptr;
  for (const NodeDefinition& node : commandLineNodes()) {
    const std::pair<const char*, std::string> texts[] = {{".ds", dialogScript(node)},
                                                         {".txt", helpCard(node, commandLineNodes())},
                                                         {".flags", flagList(node)},
                                                         {".json", jsonSchema(node)}};
    for (const auto& [ending, text] : texts) {
      // Houdini loads the help cards of its nodes from the files themselves
      const bool installed = node.home != Home::none && ending == std::string(".txt");
      const std::string path =
          std::string(TENDRIL_SOURCE) + (installed ? "/otls/help/nodes/" + helpFile(node)
                                                   : "/tests/nodes/golden/" + node.shortName() + ending);
      if (write) std::ofstream(path, std::ios::binary) << text;
      EXPECT_EQ(fileText(path), text) << path << " is out of date; TENDRIL_GOLDEN=write renews it";
    }
  }
}

// The rows of a table of README.md: those that follow a header, up to the first line that is none.
std::pair<std::size_t, std::size_t> tableOf(const std::string& readme, std::size_t from) {
  const std::string header = "| node | inputs | what it does |\n|---|---|---|\n";
  const std::size_t at = readme.find(header, from);
  if (at == std::string::npos) return {readme.size(), readme.size()};
  std::size_t end = at + header.size();
  while (end < readme.size() && readme[end] == '|') end = readme.find('\n', end) + 1;
  return {at + header.size(), end};
}

// Houdini's nodes, then those of the command line alone, in the order of `tendril nodes`.
TEST(Definitions, ReadmeListsThemAll) {
  const std::string path = std::string(TENDRIL_SOURCE) + "/README.md";
  std::string readme = fileText(path);
  std::size_t from = 0;
  for (const bool installed : {true, false}) {
    std::string rows;
    for (const NodeDefinition& node : commandLineNodes())
      if ((node.home != Home::none) == installed) rows += readmeRow(node) + "\n";
    const auto [begin, end] = tableOf(readme, from);
    if (std::getenv("TENDRIL_GOLDEN")) {
      readme.replace(begin, end - begin, rows);
      std::ofstream(path, std::ios::binary) << readme;
    }
    EXPECT_EQ(readme.substr(begin, tableOf(readme, from).second - begin), rows)
        << "a table of README.md is out of date; TENDRIL_GOLDEN=write renews it";
    from = begin + rows.size();
  }
}

}  // namespace
}  // namespace tendril::test
