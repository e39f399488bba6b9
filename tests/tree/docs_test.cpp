// Files that the documentation names are there.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "tests/support/file_text.h"

namespace tendril::test {
namespace {

namespace fs = std::filesystem;

// Paths from the root in a text: `solver/step/step.h`, in backticks or not.
std::set<std::string> pathsIn(const std::string& text) {
  static const std::regex kPath(
      "(^|[^\\w./-])((solver|nodes|cli|hdk|otls|tests|bench|docs|changes)/[\\w./-]*[\\w])");
  std::set<std::string> paths;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), kPath); at != std::sregex_iterator(); ++at) {
    const std::size_t end = static_cast<std::size_t>(at->position() + at->length());
    const char next = end < text.size() ? text[end] : ' ';
    if (next != '<' && next != '*' && next != '{') paths.insert((*at)[2]);  // a pattern is no path
  }
  return paths;
}

TEST(Docs, PathsAreFound) {
  EXPECT_EQ(pathsIn("see `solver/step/step.h`, (nodes/rods.cpp). docs/a.md and out/solver/x, "
                    "`solver/models/<name>.cpp`"),
            (std::set<std::string>{"solver/step/step.h", "nodes/rods.cpp", "docs/a.md", "solver/models"}));
}

TEST(Docs, NameFilesThatAreThere) {
  const fs::path root = TENDRIL_SOURCE;
  std::vector<fs::path> pages = {root / "README.md", root / "CONTRIBUTING.md", root / "RELEASING.md"};
  for (const char* folder : {"docs", "nodes", "hdk"})
    for (const fs::directory_entry& entry : fs::directory_iterator(root / folder))
      if (entry.path().extension() == ".md") pages.push_back(entry.path());
  std::size_t found = 0;
  for (const fs::path& page : pages)
    for (const std::string& path : pathsIn(fileText(page))) {
      ++found;
      EXPECT_TRUE(fs::exists(root / path)) << page.filename() << " names " << path;
    }
  EXPECT_GT(found, 100u);
}

}  // namespace
}  // namespace tendril::test
