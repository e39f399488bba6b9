// What Houdini loads besides the plugin: does it fit the nodes, and where would Houdini look?
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "nodes/parameters/definition.h"
#include "nodes/parameters/help_card.h"
#include "nodes/parameters/text.h"
#include "solver/base/version.h"
#include "tests/support/file_text.h"

namespace tendril::test {
namespace {

const std::string kOtls = std::string(TENDRIL_SOURCE) + "/otls/";

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

// What a package file adds to HOUDINI_PATH.
std::vector<std::string> pathsOf(const nlohmann::json& package, const Houdini& houdini) {
  std::vector<std::string> paths;
  if (!holds(package["enable"], houdini)) return paths;
  for (const nlohmann::json& variable : package["env"])
    if (variable.contains("HOUDINI_PATH"))
      for (const nlohmann::json& part : variable["HOUDINI_PATH"]) paths.push_back(part["value"]);
  return paths;
}

nlohmann::json commonPackage() {
  return nlohmann::json::parse(fileText(kOtls + "tendril.json"));
}

// The file of one build, as hdk/CMakeLists.txt makes it.
nlohmann::json packageOf(const Houdini& build) {
  std::string text = fileText(kOtls + "tendril_build.json.in");
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"@Houdini_VERSION@", build.version},
                                    {"@houdini_system@", build.os},
                                    {"@houdini_build@", build.version + "_" + build.os},
                                    {"@PROJECT_VERSION@", kVersion}})
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name))
      text.replace(at, name.size(), value);
  return nlohmann::json::parse(text);
}

TEST(Package, IsForTheHoudinisThatTendrilIsBuiltFor) {
  using Paths = std::vector<std::string>;
  for (const char* version : {"20.5.278", "21.0.440", "22.0.368"})
    for (const char* os : {"linux", "windows", "macos"})
      EXPECT_EQ(pathsOf(commonPackage(), {version, os}), Paths{"$TENDRIL"}) << version;
  EXPECT_EQ(pathsOf(commonPackage(), {"20.0.896", "linux"}), Paths());
  EXPECT_EQ(pathsOf(commonPackage(), {"22.5.101", "linux"}), Paths());
}

// Two builds of one version, side by side, do not load each other's plugin.
TEST(Package, EachBuildFindsItsOwnPlugin) {
  const Houdini builds[] = {{"20.5.684", "windows"},
                            {"21.0.440", "linux"},
                            {"21.0.512", "linux"},
                            {"21.0.512", "macos"},
                            {"22.0.368", "linux"}};
  for (const Houdini& houdini : builds) {
    std::vector<std::string> paths;
    for (const Houdini& installed : builds)
      for (const std::string& path : pathsOf(packageOf(installed), houdini)) paths.push_back(path);
    EXPECT_EQ(paths, (std::vector<std::string>{"$HOUDINI_PACKAGE_PATH/tendril/houdini" + houdini.version +
                                               "_" + houdini.os}));
  }
}

TEST(Package, SaysTendrilsVersion) {
  EXPECT_EQ(commonPackage()["version"], kVersion);
  EXPECT_EQ(packageOf({"21.0.440", "linux"})["version"], kVersion);
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
