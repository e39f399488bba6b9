// run, wedge and new as a person calls them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "cli/io/geometry_file.h"
#include "cli/network/starters.h"
#include "cli/render/picture.h"
#include "tests/support/drawn.h"
#include "tests/support/file_text.h"
#include "tests/support/program.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

namespace fs = std::filesystem;

class RunCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("tendril_run_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  Outcome runIn(const std::string& folder, const std::string& arguments) const {
    fs::create_directories(path(folder));
    return shell("cd '" + path(folder) + "' && '" TENDRIL_PROGRAM "' " + arguments);
  }
  // A rod that swings; `more`: nodes besides.
  void writeSwing(const std::string& more = "", const std::string& inputs = "\"rods\"") const {
    std::ofstream(path("swing.json")) << R"({"frames": [1, 8], "nodes": {
      "line": {"type": "line", "parms": {"direction": [1, 0, 0]}},
      "rods": {"type": "rods", "inputs": ["line"], "parms": {"material": "rope"}},
      "solver": {"type": "solver", "inputs": [)" +
                                             inputs + R"(]},
      "curves": {"type": "curves", "inputs": ["solver"]},
      "curvecache": {"type": "cache", "inputs": ["curves"], "parms": {"file": "out/c.$F2.bgeo.sc"}})" +
                                             more + "}}";
  }
  static constexpr const char* kRodCache =
      R"(, "rodcache": {"type": "cache", "inputs": ["solver"], "parms": {"file": "$HIP/out/r.$F2.bgeo.sc"}})";
  static constexpr const char* kTie =
      R"(, "tie": {"type": "constrain", "inputs": ["rods"], "parms": {"type": "distance", "place": "tip"}})";

  std::string frame(const char* name, int number) const {
    char file[32];
    std::snprintf(file, sizeof file, "out/%s.%02d.bgeo.sc", name, number);
    return path(file);
  }
  fs::path folder_;
};

// ---- resume

TEST_F(RunCommand, ResumesBehindTheLastFrameThatAllCachesHave) {
  writeSwing(kRodCache);
  ASSERT_EQ(run("run " + path("swing.json")).code, 0);
  const std::string rods = fileText(frame("r", 8)), curves = fileText(frame("c", 8));
  // as a kill leaves them: frame 6 in one cache only
  for (const int gone : {7, 8}) fs::remove(frame("r", gone));
  for (const int gone : {6, 7, 8}) fs::remove(frame("c", gone));
  const Outcome resumed = run("run " + path("swing.json") + " --resume");
  EXPECT_EQ(resumed.code, 0) << resumed.text;
  EXPECT_NE(resumed.text.find("--resume: frame 5 is the last that all caches have; going on with 6"),
            std::string::npos)
      << resumed.text;
  EXPECT_NE(resumed.text.find("frame 6 (1 of 3)"), std::string::npos) << resumed.text;
  EXPECT_EQ(resumed.text.find("frames before"), std::string::npos) << resumed.text;
  EXPECT_EQ(fileText(frame("r", 8)), rods);
  EXPECT_EQ(fileText(frame("c", 8)), curves);
  const Outcome again = run("run " + path("swing.json") + " --resume");
  EXPECT_EQ(again.code, 0) << again.text;
  EXPECT_NE(again.text.find("all frames up to 8 are there"), std::string::npos) << again.text;
  EXPECT_EQ(again.lines(), 1u) << again.text;
}

TEST_F(RunCommand, ResumesWithPartOfTheFrames) {
  writeSwing(kRodCache);
  ASSERT_EQ(run("run " + path("swing.json")).code, 0);
  const std::string rods = fileText(frame("r", 8));
  for (const int gone : {5, 6, 7, 8}) {
    fs::remove(frame("r", gone));
    fs::remove(frame("c", gone));
  }
  const Outcome told = run("run " + path("swing.json") + " --frames 5-6");
  EXPECT_NE(told.text.find("solver simulates the frames before 5 again"), std::string::npos) << told.text;
  EXPECT_NE(told.text.find("(and 3 frames before)"), std::string::npos) << told.text;
  const Outcome resumed = run("run " + path("swing.json") + " --frames 7-8 --resume");
  EXPECT_NE(resumed.text.find("frame 6 is the last"), std::string::npos) << resumed.text;
  EXPECT_EQ(resumed.text.find("before)"), std::string::npos) << resumed.text;
  EXPECT_EQ(fileText(frame("r", 8)), rods);
}

// Frames of an earlier run, which this one had not come to, are not mixed with its own.
TEST_F(RunCommand, ResumeLeavesOlderFrames) {
  writeSwing(kRodCache);
  ASSERT_EQ(run("run " + path("swing.json") + " --set rods.young=1e5").code, 0);
  const auto now = fs::file_time_type::clock::now();
  for (int number = 1; number <= 8; ++number)
    for (const char* name : {"r", "c"})
      fs::last_write_time(frame(name, number),
                          now + std::chrono::seconds(number < 4 ? number - 100 : number - 1000));
  const Outcome resumed = run("run " + path("swing.json") + " --resume");
  EXPECT_NE(resumed.text.find("frame 3 is the last that all caches have, as the next are older"),
            std::string::npos)
      << resumed.text;
  EXPECT_EQ(resumed.code, 0);
  // and one that was changed since says so
  fs::last_write_time(path("swing.json"), now + std::chrono::hours(1));
  fs::remove(frame("c", 8));
  EXPECT_NE(run("run " + path("swing.json") + " --resume").text.find("was changed after frame 7 was written"),
            std::string::npos);
}

TEST_F(RunCommand, ResumeRefusesWithAReason) {
  const auto refusal = [&](const std::string& flags = "") {
    EXPECT_EQ(run("run " + path("swing.json") + flags).code, 0);
    fs::remove(frame("c", 8));
    const Outcome refused = run("run " + path("swing.json") + " --resume" + flags);
    EXPECT_EQ(refused.code, 1) << refused.text;
    EXPECT_EQ(refused.lines(), 1u) << refused.text;
    return refused.text;
  };
  writeSwing();
  EXPECT_NE(refusal().find("solver: its rods are in no cache"), std::string::npos);
  writeSwing(std::string(kRodCache) + kTie, R"("rods", "tie")");
  EXPECT_NE(refusal().find("solver: its constraints are in no cache"), std::string::npos);
  writeSwing(kRodCache);
  EXPECT_NE(refusal(" --subframes 2").find("has no $FF"), std::string::npos);
  std::ofstream(path("still.json")) << R"({"nodes": {"line": {"type": "line"}}})";
  EXPECT_EQ(run("run " + path("still.json") + " --resume").code, 1);
  // nothing is there yet: it begins
  fs::remove_all(path("out"));
  const Outcome fresh = run("run " + path("swing.json") + " --resume --frames 1-2");
  EXPECT_EQ(fresh.code, 0) << fresh.text;
  EXPECT_NE(fresh.text.find("no frame is in all caches yet"), std::string::npos) << fresh.text;
}

// ---- names of files

TEST_F(RunCommand, NamesInSetBeginAtTheShellsFolder) {
  writeSwing(kRodCache);
  EXPECT_EQ(runIn("elsewhere", "run ../swing.json --frames 1-3 --set 'curvecache.file=here/c.$F2.geo'").code,
            0);
  EXPECT_TRUE(fs::exists(path("elsewhere/here/c.02.geo")));
  EXPECT_FALSE(fs::exists(path("here")));
  EXPECT_TRUE(fs::exists(frame("r", 2)));  // the network's own begin at its folder, as ever
  EXPECT_EQ(
      runIn("elsewhere", "run ../swing.json --frames 1 --set 'curvecache.file=$HIP/there/c.$F2.geo'").code,
      0);
  EXPECT_TRUE(fs::exists(path("there/c.01.geo")));
  EXPECT_EQ(runIn("elsewhere",
                  "run ../swing.json --frames 3-4 --set solver.startfrom=cache --set "
                  "solver.cacheframe=2 --set solver.cachefile=../out/r.02.bgeo.sc")
                .code,
            0);
}

TEST_F(RunCommand, ErrorsAboutFilesNameBothFolders) {
  std::ofstream(path("net.json")) << R"({"nodes": {"read": {"type": "file", "parms": {"file": "a.geo"}}}})";
  const Outcome inNetwork = runIn("elsewhere", "run ../net.json"),
                inShell = runIn("elsewhere", "run ../net.json --set read.file=b.geo"),
                none = runIn("elsewhere", "run net.json");
  for (const Outcome* outcome : {&inNetwork, &inShell}) {
    EXPECT_EQ(outcome->code, 1);
    EXPECT_EQ(outcome->lines(), 1u);
    EXPECT_NE(outcome->text.find(path("elsewhere")), std::string::npos) << outcome->text;
    EXPECT_NE(outcome->text.find("begin at"), std::string::npos) << outcome->text;
  }
  EXPECT_NE(inNetwork.text.find("/a.geo: cannot be read"), std::string::npos) << inNetwork.text;
  EXPECT_NE(inShell.text.find(path("elsewhere/b.geo")), std::string::npos) << inShell.text;
  EXPECT_NE(none.text.find("looked for in " + path("elsewhere")), std::string::npos) << none.text;
}

// ---- wedge

TEST_F(RunCommand, WedgesRunEachValueIntoFilesOfItsOwn) {
  writeSwing(kRodCache);
  const std::string small = " --width 96 --height 72 --samples 2";
  const Outcome made = runIn("w",
                             "wedge ../swing.json --set rods.young=1e5,1e8 --set rods.elements=2..4:2 --set "
                             "rods.density=900 --frames 1-4 --shots 2 -o cmp" +
                                 small);
  EXPECT_EQ(made.code, 0) << made.text;
  for (const char* word : {"wedge 1 of 4: young 1e5, elements 2", "wedge 4 of 4: young 1e8, elements 4",
                           "rods.young", "seconds", "result", "sheet.png", "index.html"})
    EXPECT_NE(made.text.find(word), std::string::npos) << word << "\n" << made.text;
  EXPECT_FALSE(fs::exists(path("out")));  // the network's own
  const std::string names[] = {"1_young-1e5_elements-2", "2_young-1e5_elements-4", "3_young-1e8_elements-2",
                               "4_young-1e8_elements-4"};
  for (const std::string& name : names)
    for (const char* file : {"c.04.bgeo.sc", "r.04.bgeo.sc"})
      EXPECT_TRUE(fs::exists(path("w/cmp/" + name + "/" + file))) << name << file;
  // as a run with these values makes them
  EXPECT_EQ(run("run " + path("swing.json") +
                " --frames 1-4 --set rods.young=1e8 --set rods.elements=2 --set "
                "rods.density=900")
                .code,
            0);
  EXPECT_EQ(fileText(frame("c", 4)), fileText(path("w/cmp/" + names[2] + "/c.04.bgeo.sc")));
  EXPECT_NE(fileText(frame("c", 4)), fileText(path("w/cmp/" + names[0] + "/c.04.bgeo.sc")));
  const show::Picture sheet = show::readPng(path("w/cmp/sheet.png"));
  EXPECT_EQ(sheet.width, 2 * 96);
  EXPECT_EQ(sheet.height, 4 * (72 + 13));
  // labels are drawn: dark letters on the bar above each row
  for (int row = 0; row < 4; ++row) {
    int dark = 0;
    for (int y = 0; y < 13; ++y)
      for (int x = 0; x < sheet.width; ++x) dark += sheet.at(x, row * 85 + y)[0] < 80;
    EXPECT_GT(dark, 100) << row;
  }
  const std::string page = fileText(path("w/cmp/index.html"));
  for (const std::string& name : names) EXPECT_NE(page.find("<a href=\"" + name + "/\">"), std::string::npos);
  EXPECT_NE(page.find("sheet.png"), std::string::npos);
}

TEST_F(RunCommand, AWedgeThatFailsDoesNotStopTheOthers) {
  std::ofstream(path("net.json")) << R"({"nodes": {"read": {"type": "file", "parms": {"file": "a.geo"}},
    "cache": {"type": "cache", "inputs": ["read"], "parms": {"file": "$HIP/made/$WEDGE.geo"}}}})";
  Geometry line;
  addCurve(line, {{0, 0, 0}, {1, 0, 0}});
  for (const char* name : {"a.geo", "c.geo"}) io::writeGeometryFile(path(name), line);
  const Outcome made = runIn(".",
                             "wedge net.json --set 'read.file=a.geo|b.geo|c.geo' --shots 1 --width 64 "
                             "--height 48 --samples 1 --no-play");
  EXPECT_EQ(made.code, 1) << made.text;
  EXPECT_NE(made.text.find("failed: wedge 2; the others are done"), std::string::npos) << made.text;
  EXPECT_TRUE(fs::exists(path("made/1_file-a.geo.geo")));
  EXPECT_FALSE(fs::exists(path("made/2_file-b.geo.geo")));
  EXPECT_TRUE(fs::exists(path("made/3_file-c.geo.geo")));
  EXPECT_TRUE(fs::exists(path("net_wedge/sheet.png")));
  const std::string page = fileText(path("net_wedge/index.html"));
  EXPECT_NE(page.find("failed: frame 1: read: "), std::string::npos) << page;
  // a plain run fills the name in, too
  EXPECT_EQ(runIn(".", "run net.json").code, 0);
  EXPECT_TRUE(fs::exists(path("made/0.geo")));
}

TEST_F(RunCommand, WrongWedgesRunNothing) {
  writeSwing(kRodCache);
  const std::pair<const char*, const char*> cases[] = {
      {"--set rods.young=1e8", "no --set has several values"},
      {"--set rods.yuong=1e8,2e8", "did you mean \"young\"?"},
      {"--set rod.young=1e8,2e8", "did you mean \"rods\"?"},
      {"--set rods.young=1e8,-1", "below"},
      {"--set rods.young=1..2", "LOW..HIGH:COUNT"},
      {"--set rods.young=0..2:3log", "above 0"},
      {"--set rods.young=1,,2", "a value is empty"},
      {"--set rods.young=1..2:900 --set rods.density=1..2:2", "more than 1000"},
      {"--set young=1,2", "is written node.parameter"},
      {"", "--set"}};
  for (const auto& [flags, told] : cases) {
    const Outcome wrong = runIn(".", std::string("wedge swing.json ") + flags);
    EXPECT_EQ(wrong.code, 2) << flags << wrong.text;
    EXPECT_EQ(wrong.lines(), 1u) << wrong.text;
    EXPECT_NE(wrong.text.find(told), std::string::npos) << wrong.text;
  }
  EXPECT_FALSE(fs::exists(path("swing_wedge")));
}

// ---- new

// Each runs as it is written, moves, and can be gone on with.
TEST_F(RunCommand, NewNetworksRunAtOnce) {
  for (const Starter& starter : starters()) {
    const std::string name = starter.name;
    const Outcome made = runIn("new", "new " + name + " my_" + name);
    EXPECT_EQ(made.code, 0) << made.text;
    EXPECT_NE(made.text.find("tendril run my_" + name + ".json"), std::string::npos) << made.text;
    const std::string text = fileText(path("new/my_" + name + ".json"));
    EXPECT_EQ(text.find("//"), 0u);
    EXPECT_EQ(text.find("@NAME@"), std::string::npos);
    const std::string fewer = name == "hair"   ? " --set groom.hairs=20"
                              : name == "tree" ? " --set tree.twigs=1"
                                               : "";
    const std::string last = name == "rope" ? "34" : "6";
    const Outcome ran = runIn("new", "run my_" + name + ".json --frames 1-" + last + fewer);
    EXPECT_EQ(ran.code, 0) << ran.text;
    EXPECT_EQ(ran.text.find("warning"), std::string::npos) << ran.text;
    // what it says to look at it with
    for (const char* how : {"view ", "render "}) {
      const std::size_t at = made.text.find(std::string("  tendril ") + how) + 10;
      std::string command = made.text.substr(at, made.text.find('\n', at) - at);
      if (*how == 'r')
        command.replace(command.find("--frames 30"), 11, "--frames 3 --width 64 --height 48 --samples 1");
      const Outcome looked = runIn("new", command);
      if (looked.text.find("built without the page") != std::string::npos) continue;
      EXPECT_EQ(looked.code, 0) << command << looked.text;
    }
    const std::string caches = path("new/my_" + name + "/curves.");
    const Geometry first = io::readGeometryFile(caches + "0001.bgeo.sc"),
                   end = io::readGeometryFile(caches + (last.size() > 1 ? "00" : "000") + last + ".bgeo.sc");
    EXPECT_FALSE(first == end) << name << " does not move";
    const Outcome resumed = runIn(
        "new", "run my_" + name + ".json --resume --frames 1-" + std::to_string(std::stoi(last) + 1) + fewer);
    EXPECT_EQ(resumed.code, 0) << resumed.text;
    EXPECT_NE(resumed.text.find("frame " + last + " is the last"), std::string::npos) << resumed.text;
  }
}

// What one makes first stands: two seconds without wind do not lay it down.
THOROUGH_TEST(StarterNetworks, TheVineStands) {
  const fs::path folder = fs::temp_directory_path() / ("tendril_stands_" + std::to_string(getpid()));
  fs::create_directories(folder);
  const auto fall = [&](const std::string& settings) {
    const Outcome made = shell("cd '" + folder.string() + "' && '" TENDRIL_PROGRAM "' new vine --force && '" +
                               std::string(TENDRIL_PROGRAM) +
                               "' run vine.json --frames 1-48 --set solver.wind='0 0 0'" + settings);
    EXPECT_EQ(made.code, 0) << made.text;
    const auto top = [&](const char* name) {
      const Geometry g = io::readGeometryFile((folder / "vine" / name).string());
      double highest = -1e9;
      for (std::size_t i = 0; i < g.pointCount(); ++i)
        highest = std::max<double>(highest, g.positions()[3 * i + 1]);
      return highest;
    };
    return top("rods.0001.bgeo.sc") - top("rods.0048.bgeo.sc");
  };
  EXPECT_LT(std::abs(fall("")), 0.001);                  // m
  EXPECT_GT(fall(" --set rods.undergravity=sag"), 0.3);  // as it falls otherwise
  fs::remove_all(folder);
}

TEST_F(RunCommand, NewWritesOverNothing) {
  EXPECT_EQ(runIn(".", "new rope").code, 0);
  EXPECT_TRUE(fs::exists(path("rope.json")));
  const Outcome again = runIn(".", "new rope");
  EXPECT_EQ(again.code, 1);
  EXPECT_NE(again.text.find("--force"), std::string::npos) << again.text;
  EXPECT_EQ(runIn(".", "new rope --force").code, 0);
  EXPECT_EQ(runIn(".", "new roep x.json").code, 2);
  EXPECT_NE(runIn(".", "new roep x.json").text.find("did you mean \"rope\"?"), std::string::npos);
  EXPECT_EQ(runIn(".", "new rope x.txt").code, 2);
  EXPECT_NE(runIn(".", "new").text.find("vine"), std::string::npos);
}

}  // namespace
}  // namespace tendril::test
