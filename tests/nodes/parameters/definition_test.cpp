// Tables of nodes: what they promise about themselves, and the texts made from them.
#include "nodes/parameters/definition.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cli/network/host_nodes.h"
#include "cli/network/schema.h"
#include "nodes/parameters/help_card.h"
#include "nodes/parameters/text.h"
#include "nodes/parameters/values.h"
#include "tests/support/dialog_script/dialog_script.h"

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
std::string faultOf(const Parameter& row) {
  const Help& help = row.help;
  if (help.effect.empty() || help.useful.empty() || help.alike.empty()) return "something is not told";
  if (row.isNumber() && row.unit.empty()) return "no unit";
  std::set<std::string> fresh = contentWords(help.effect);
  for (const std::string& word : contentWords(row.label + " " + row.name)) fresh.erase(word);
  if (fresh.size() < 4) return "the effect says no more than the label";
  if (help.effect.back() != '.' || !std::isupper(static_cast<unsigned char>(help.effect.front())))
    return "no sentence";
  return {};
}

TEST(Definitions, EveryParameterIsExplained) {
  int seen = 0;
  for (const NodeDefinition& node : commandLineNodes())
    for (const Parameter& row : node.rows) {
      if (!row.holdsValue() && row.kind != ParameterKind::button && row.kind != ParameterKind::multiparm)
        continue;
      EXPECT_EQ(faultOf(row), "") << node.type << " " << row.name;
      ++seen;
    }
  EXPECT_GT(seen, 80);
}

TEST(Definitions, EmptyHelpIsRefused) {
  Parameter row;
  row.kind = ParameterKind::real;
  row.name = "radius";
  row.label = "Radius";
  row.unit = "m";
  row.help = {"Sets the radius.", "1.", "none"};
  EXPECT_EQ(faultOf(row), "the effect says no more than the label");
  row.help.effect = "Thick rods stand, thin ones hang down in the wind.";
  EXPECT_EQ(faultOf(row), "");
  row.unit = "";
  EXPECT_EQ(faultOf(row), "no unit");
  row.help.alike = "";
  EXPECT_EQ(faultOf(row), "something is not told");
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
    for (const Parameter& row : node.rows) {
      if (row.kind == ParameterKind::tab && open == 0) ++open;  // a strip of tabs has one end
      if (row.kind == ParameterKind::collapsible || row.kind == ParameterKind::multiparm) ++open;
      if (row.kind == ParameterKind::end) {
        --open;
        continue;
      }
      EXPECT_TRUE(names.insert(row.name).second) << row.name << " twice";
      if (!row.isNumber()) continue;
      const ParmValue value = defaultOf(node, row);
      EXPECT_TRUE(!row.softLow || *row.softLow < *row.softHigh) << row.name;
      EXPECT_TRUE(!row.hardLow || !row.hardHigh || *row.hardLow < *row.hardHigh) << row.name;
      const auto* number = std::get_if<double>(&value);  // sliders show their default
      EXPECT_TRUE(!number || !row.softLow || (*number >= *row.softLow && *number <= *row.softHigh))
          << row.name;
    }
    EXPECT_EQ(open, 0);
  }
}

// Defaults pass their own limits, and are what reading them back as text gives.
TEST(Definitions, DefaultsReadBackTheSame) {
  for (const NodeDefinition& node : commandLineNodes()) {
    Parms parms(node);
    for (const Parameter& row : node.rows) {
      if (!row.holdsValue() || !row.presets.empty()) continue;
      SCOPED_TRACE(node.type + " " + row.name);
      const std::string text = formatValue(row, parms.get(row.name));
      EXPECT_NO_THROW(parms.setText(row.name, text)) << text;
      EXPECT_EQ(formatValue(row, parms.get(row.name)), text);
    }
  }
}

TEST(Definitions, PresetsFitTheirRows) {
  int seen = 0;
  for (const NodeDefinition& node : commandLineNodes())
    for (const Parameter& row : node.rows)
      for (const Preset& preset : row.presets) {
        Parms parms(node);
        parms.setText(row.name, preset.token);
        for (const auto& [name, number] : preset.values)
          EXPECT_EQ(std::get<double>(parms.get(name)), number) << preset.token << " " << name;
        ++seen;
        // the row's default is the preset of that name
        if (formatValue(row, defaultOf(node, row)) != preset.token) continue;
        for (const auto& [name, number] : preset.values)
          EXPECT_EQ(std::get<double>(defaultOf(node, *node.find(name))), number) << "default of " << name;
      }
  EXPECT_EQ(seen, 7);
}

TEST(Definitions, DialogScriptsParse) {
  for (const NodeDefinition& node : commandLineNodes()) {
    SCOPED_TRACE(node.type);
    const DialogScript script = parseDialogScript(dialogScript(node));
    EXPECT_EQ(script.name, node.type);
    EXPECT_EQ(script.inputLabels.size(), node.inputs.size());
    std::size_t values = 0;
    for (const Parameter& row : node.rows)
      values += row.holdsValue() || row.kind == ParameterKind::button || row.kind == ParameterKind::separator;
    EXPECT_EQ(allParms(script).size(), values);
  }
}

TEST(Definitions, SchemasAreJson) {
  for (const NodeDefinition& node : commandLineNodes())
    EXPECT_TRUE(nlohmann::json::accept(jsonSchema(node))) << node.type;
  const nlohmann::json all = nlohmann::json::parse(jsonSchema(commandLineNodes()));
  EXPECT_EQ(all["properties"]["nodes"]["additionalProperties"]["oneOf"].size(), commandLineNodes().size());
}

std::string fileText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// A renamed parameter or a changed default shows as a difference; TENDRIL_GOLDEN=write writes them anew.
TEST(Definitions, GoldenTexts) {
  const bool write = std::getenv("TENDRIL_GOLDEN") != nullptr;
  for (const NodeDefinition& node : commandLineNodes()) {
    const std::pair<const char*, std::string> texts[] = {{".ds", dialogScript(node)},
                                                         {".txt", helpCard(node)},
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

TEST(Definitions, ReadmeListsThemAll) {
  const std::string readme = fileText(std::string(TENDRIL_SOURCE) + "/README.md");
  for (const NodeDefinition& node : commandLineNodes())
    EXPECT_NE(readme.find(readmeRow(node)), std::string::npos) << "README.md lacks\n" << readmeRow(node);
}

}  // namespace
}  // namespace tendril::test
