// What the documentation tells people to type works as it is written, after `make demo`.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "tests/support/file_text.h"
#include "tests/support/program.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

namespace fs = std::filesystem;

// Lines of code that call the program, or set it up.
std::vector<std::string> commandsIn(const std::string& text) {
  std::vector<std::string> commands;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("    tendril ", 0) == 0 || line.rfind("    export ", 0) == 0)
      commands.push_back(line.substr(4));
  return commands;
}

bool has(const char* program) {
  return shell("command -v " + std::string(program)).code == 0;
}

// A copy of what the commands need, as make demo leaves it. The program is called as it is written, but for
// less hair and smaller pictures, which take minutes otherwise.
class Readme : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("tendril_readme_" + std::to_string(getpid()));
    for (const char* folder : {"cli", ".ci", "build/release/bin"}) fs::create_directories(folder_ / folder);
    fs::copy(TENDRIL_SOURCE "/cli/networks", folder_ / "cli/networks");
    fs::copy(TENDRIL_SOURCE "/.ci/demo", folder_ / ".ci/demo");
    const fs::path program = folder_ / "build/release/bin/tendril";
    std::ofstream(program) << R"(#!/usr/bin/env bash
words=() last=
for word in "$@"; do
  case $last in --width|--height) word=64 ;; --samples) word=1 ;; esac
  words+=("$word") last=$word
done
smaller() { [[ " $* " == *" --samples "* ]] || words+=(--samples 1); [[ " $* " == *" --width "* ]] || words+=(--width 64 --height 48); }
case $1 in
  render|wedge) smaller "$@" ;;
  run) case $2 in
    */ponytail.json) words+=(--set tail.stems=12 --set solver.preroll=2) ;;
    */willow.json) words+=(--set willow.twigs=1) ;;
    */hair.json) words+=(--set groom.hairs=10) ;;
  esac ;;
esac
exec ')" TENDRIL_PROGRAM R"(' "${words[@]}"
)";
    fs::permissions(program, fs::perms::owner_all);
  }
  void TearDown() override { fs::remove_all(folder_); }

  Outcome in(const std::string& command) const {
    return shell("cd '" + folder_.string() + "' && " + command);
  }

  void demo() {
    const Outcome made = in(".ci/demo build/release/bin/tendril");
    ASSERT_EQ(made.code, 0) << made.text;
    for (const char* file : {"out/ponytail.png", "out/ponytail.usda", "out/ponytail/curves.0032.bgeo.sc"})
      ASSERT_TRUE(fs::exists(folder_ / file)) << file;
  }

  fs::path folder_;
};

TEST_F(Readme, CommandsRunAsTheyAreWritten) {
  if (!kThorough) GTEST_SKIP() << "minutes under sanitizers";
  demo();
  std::string path;  // what `export` said so far: each line runs in a shell of its own
  std::size_t count = 0;
  for (const char* page : {"README.md", "docs/see.md"})
    for (const std::string& command : commandsIn(fileText(fs::path(TENDRIL_SOURCE) / page))) {
      if (command.rfind("export ", 0) == 0) {
        path = command + " && ";
        continue;
      }
      ++count;
      if (command.find(".mp4") != std::string::npos && !has("ffmpeg")) continue;
      const Outcome outcome = in(path + command);
      EXPECT_EQ(outcome.code, 0) << page << ": " << command << "\n" << outcome.text;
    }
  EXPECT_FALSE(path.empty()) << "README says how tendril comes on the path";
  EXPECT_GT(count, 15u);
}

// Every command has a row in README's table, and every row is a command.
TEST_F(Readme, ListsAllCommands) {
  const auto namesIn = [](const std::string& text, const std::regex& line) {
    std::set<std::string> names;
    for (auto at = std::sregex_iterator(text.begin(), text.end(), line); at != std::sregex_iterator(); ++at)
      names.insert((*at)[1]);
    return names;
  };
  const std::string help = run("--help").text;
  const std::set<std::string> commands =
      namesIn(help.substr(help.find("Subcommands:")), std::regex("\n  ([a-z]+) +[A-Z]"));
  EXPECT_GE(commands.size(), 10u) << help;
  EXPECT_EQ(namesIn(fileText(TENDRIL_SOURCE "/README.md"), std::regex("\n\\| `tendril ([a-z]+)")), commands);
  // and help of its own, with what it does first
  for (const std::string& command : commands) {
    if (command == "bench") continue;  // another program's, which may not be built
    const Outcome its = run(command + " --help");
    EXPECT_EQ(its.code, 0) << its.text;
    EXPECT_NE(its.text.find("--help"), std::string::npos) << its.text;
  }
}

// `make install` without its build: into a folder, the program and the networks.
TEST_F(Readme, TheProgramIsInstalled) {
  const fs::path build = fs::path(TENDRIL_PROGRAM).parent_path().parent_path();
  const Outcome made = shell("cmake --install '" + build.string() + "' --component program --prefix '" +
                             (folder_ / "usr").string() + "'");
  ASSERT_EQ(made.code, 0) << made.text;
  const Outcome version = shell("PATH='" + (folder_ / "usr/bin").string() + ":'$PATH tendril --version");
  EXPECT_NE(version.text.find("tendril "), std::string::npos) << version.text;
  EXPECT_TRUE(fs::exists(folder_ / "usr/share/tendril/networks/willow.json"));
  EXPECT_EQ(fs::exists(folder_ / "usr/include"), false);
}

}  // namespace
}  // namespace tendril::test
