// What the plugin asks of Houdini, and what it shows to others.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "standin/faults.h"
#include "tests/support/thorough.h"

namespace {

using Names = std::set<std::string>;

std::string outputOf(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> part;
  while (pipe && std::fgets(part.data(), part.size(), pipe.get())) text += part.data();
  return text;
}

// Symbols as nm -C prints them.
Names symbols(const char* which) {
  std::istringstream lines(outputOf(std::string("nm -DC ") + which + " " + TENDRIL_PLUGIN));
  Names names;
  for (std::string line; std::getline(lines, line);) {
    std::smatch parts;
    static const std::regex kForm("^[0-9a-f ]*[A-Za-z] (.*)$");
    if (!std::regex_match(line, parts, kForm)) continue;
    names.insert(std::regex_replace(parts[1].str(), std::regex("\\[abi:cxx11\\]|@.*"), ""));
  }
  return names;
}

// Houdini's libraries begin names with two to four capitals and an underscore, or UT and a verb.
bool isHoudinis(const std::string& name) {
  static const std::regex kForm("^(GA|GEO|GU|GOP|OP|PRM|SOP|UT|CH|SIM|GAS|DOP|SYS|CE|DEP)_.*");
  return std::regex_match(name, kForm) || name.rfind("UTget", 0) == 0 || name.rfind("GEObuild", 0) == 0;
}

struct Entry {
  std::string call, header, evidence, note;
};

std::vector<Entry> table() {
  std::ifstream file(std::string(TENDRIL_SOURCE) + "/hdk/surface.md");
  std::vector<Entry> entries;
  bool symbolsOnly = true;
  for (std::string line; std::getline(file, line);) {
    if (line == "## What no symbol shows") symbolsOnly = false;
    static const std::regex kRow("^\\| `([^`]*)` \\| ([^|]*) \\| ([^|]*) \\| ?([^|]*) ?\\|$");
    std::smatch cells;
    static const std::string kOther = standin::version() < 2100 ? "since 21" : "before 21";
    if (symbolsOnly && std::regex_match(line, cells, kRow) && cells[4].str().rfind(kOther, 0) != 0)
      entries.push_back({cells[1], cells[2], cells[3], cells[4]});
  }
  return entries;
}

TEST(Surface, EveryCallIsListedWithItsEvidence) {
  Names listed, asked;
  for (const Entry& entry : table()) {
    EXPECT_TRUE(listed.insert(entry.call).second) << entry.call << " twice";
    EXPECT_EQ(entry.header.front(), '`') << entry.call;
    EXPECT_FALSE(entry.evidence.empty()) << entry.call;
  }
  for (const std::string& name : symbols("--undefined-only"))
    if (isHoudinis(name)) asked.insert(name);
  EXPECT_GT(asked.size(), 100u);
  for (const std::string& name : asked) EXPECT_TRUE(listed.count(name)) << "not in hdk/surface.md: " << name;
  for (const std::string& name : listed) EXPECT_TRUE(asked.count(name)) << "no longer asked for: " << name;
}

TEST(Surface, FewCallsAreUnconfirmed) {
  int unconfirmed = 0;
  for (const Entry& entry : table()) unconfirmed += entry.evidence.find("unconfirmed") != std::string::npos;
  EXPECT_LT(unconfirmed, 5);
}

// Work is done by the cook and by tasks: a thread of our own is none that Houdini's locks know.
TEST(Surface, ThePluginMakesNoThread) {
  for (const std::string& name : symbols("--undefined-only")) {
    EXPECT_EQ(name.rfind("std::thread::", 0), std::string::npos) << name;
    EXPECT_EQ(name.rfind("pthread_create", 0), std::string::npos) << name;
    EXPECT_EQ(name.rfind("std::condition_variable::", 0), std::string::npos) << name;
  }
}

// Nothing of ours may meet another plugin's of the same name. Sanitizers add symbols of their own.
THOROUGH_TEST(Surface, ThePluginShowsItsEntryPointsOnly) {
  for (const std::string& name : symbols("--defined-only")) {
    const bool entry =
        name == "newSopOperator" || name == "initializeSIM" || name.rfind("HoudiniDSOVersion", 0) == 0;
    const bool language = name.find("std::") != std::string::npos || name == "_init" || name == "_fini";
    EXPECT_TRUE(entry || language) << name;
    EXPECT_EQ(name.find("Eigen::"), std::string::npos) << name;
  }
}

// Headers of the HDK are included in hdk/ only, the version header once.
TEST(Surface, HeadersOfTheHdkStayInTheirFolder) {
  static const std::regex kInclude("#include <(GA|GEO|GU|GOP|OP|PRM|SOP|UT|CH|SIM|GAS|DOP|SYS)/");
  int versions = 0;
  for (const char* folder : {"solver", "nodes", "cli", "bench", "hdk"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::string(TENDRIL_SOURCE) + "/" + folder)) {
      const std::string suffix = entry.path().extension().string();
      if (suffix != ".h" && suffix != ".cpp") continue;
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) {
        const bool adapters = std::string(folder) == "hdk";
        const bool wrong =
            adapters ? line.find("<Eigen/") != std::string::npos : std::regex_search(line, kInclude);
        EXPECT_FALSE(wrong) << entry.path() << ": " << line;
        versions += line.find("UT_DSOVersion.h") != std::string::npos;
      }
    }
  EXPECT_EQ(versions, 1);
}

}  // namespace
