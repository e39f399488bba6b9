// What Houdini loads besides the plugin: does it fit the nodes, and where would Houdini look?
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "nodes/parameters/definition.h"
#include "nodes/parameters/help_card.h"
#include "nodes/parameters/text.h"
#include "solver/base/version.h"

namespace tendril::test {
namespace {

const std::string kOtls = std::string(TENDRIL_SOURCE) + "/otls/";

std::string fileText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Houdini {
  std::string version, os;
};

// Package files compare words, as "houdini_version >= '20.5' and houdini_os == 'linux'".
bool holds(const std::string& expression, const Houdini& houdini) {
  std::istringstream words(expression);
  bool all = true;
  for (std::string name, sign, value, also = "and"; words >> name >> sign >> value; words >> also) {
    EXPECT_EQ(also, "and") << expression;
    EXPECT_TRUE(value.size() > 2 && value.front() == '\'' && value.back() == '\'') << expression;
    value = value.substr(1, value.size() - 2);
    const std::string& is = name == "houdini_os" ? houdini.os : houdini.version;
    EXPECT_TRUE(name == "houdini_os" || name == "houdini_version") << expression;
    all = all && (sign == ">=" ? is >= value : sign == "<" ? is < value : sign == "==" && is == value);
  }
  return all;
}

std::vector<std::string> pathsFor(const Houdini& houdini) {
  const nlohmann::json package = nlohmann::json::parse(fileText(kOtls + "tendril.json"));
  std::vector<std::string> paths;
  if (!holds(package["enable"], houdini)) return paths;
  for (const nlohmann::json& part : package["env"][1]["HOUDINI_PATH"])
    for (const auto& [key, value] : part.items())
      if (key == "value" || (key != "method" && holds(key, houdini))) paths.push_back(value);
  return paths;
}

TEST(Package, EachHoudiniFindsItsOwnPlugin) {
  using Paths = std::vector<std::string>;
  EXPECT_EQ(pathsFor({"20.5.278", "linux"}), (Paths{"$TENDRIL", "$TENDRIL/houdini20.5_linux"}));
  EXPECT_EQ(pathsFor({"20.5.684", "windows"}), (Paths{"$TENDRIL", "$TENDRIL/houdini20.5_windows"}));
  EXPECT_EQ(pathsFor({"21.0.440", "linux"}), (Paths{"$TENDRIL", "$TENDRIL/houdini21.0_linux"}));
  EXPECT_EQ(pathsFor({"21.0.512", "macos"}), (Paths{"$TENDRIL", "$TENDRIL/houdini21.0_macos"}));
  EXPECT_EQ(pathsFor({"20.0.896", "linux"}), Paths());
  EXPECT_EQ(pathsFor({"22.0.101", "linux"}), Paths());
}

TEST(Package, SaysTendrilsVersion) {
  EXPECT_EQ(nlohmann::json::parse(fileText(kOtls + "tendril.json"))["version"], kVersion);
}

TEST(Package, EveryNodeHasItsCardAndItsIcon) {
  std::size_t nodes = 0, cards = 0;
  for (const NodeDefinition& node : allNodes()) {
    if (node.home == Home::none) continue;
    ++nodes;
    EXPECT_TRUE(std::filesystem::exists(kOtls + "help/nodes/" + helpFile(node))) << node.type;
    EXPECT_NE(fileText(kOtls + "config/Icons/" + node.icon + ".svg").find("<svg"), std::string::npos)
        << node.type;
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kOtls + "help/nodes"))
    cards += entry.is_regular_file();
  EXPECT_EQ(cards, nodes);
}

// Check Tendril asks for each of them; wiring.py looks up what the tools name.
TEST(Package, TheShelfKnowsEveryNode) {
  const std::string shelf = fileText(kOtls + "toolbar/tendril.shelf");
  for (const NodeDefinition& node : allNodes()) {
    if (node.home == Home::none) continue;
    EXPECT_NE(shelf.find(", \"" + node.type + "\")"), std::string::npos) << node.type;
  }
}

}  // namespace
}  // namespace tendril::test
