// The program as a person calls it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/host/frames.h"
#include "cli/io/geometry_file.h"
#include "tests/support/laid_file.h"
#include "tests/support/program.h"
#include "tests/support/random_geometry.h"

namespace tendril::test {
namespace {

namespace fs = std::filesystem;

class Command : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("tendril_command_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  fs::path folder_;
};

TEST_F(Command, HelpTellsAStrangerEnough) {
  const Outcome help = run("--help");
  EXPECT_EQ(help.code, 0);
  for (const char* word : {"info", "convert", "Houdini", ".bgeo.sc", "Exit codes"})
    EXPECT_NE(help.text.find(word), std::string::npos) << word;
  EXPECT_NE(run("convert --help").text.find("$F4"), std::string::npos);
  EXPECT_NE(run("--version").text.find("0.1.0"), std::string::npos);
}

TEST_F(Command, WithoutAWordItPrintsItsHelp) {
  const Outcome help = run("--help");
  EXPECT_EQ(help.code, 0);
  for (const char* arguments : {"", "help"}) {
    const Outcome bare = run(arguments);
    EXPECT_EQ(bare.code, 0) << arguments;
    EXPECT_EQ(bare.text, help.text) << arguments;
  }
  EXPECT_EQ(run("help render").text, run("render --help").text);
}

TEST_F(Command, MisspeltWordsAreGuessed) {
  std::ofstream(path("net.json")) << R"({"nodes": {"line": {"type": "line"}}})";
  std::ofstream(path("type.json")) << R"({"nodes": {"line": {"type": "tendril::lime"}}})";
  std::ofstream(path("parm.json")) << R"({"nodes": {"line": {"type": "line", "parms": {"lenght": 2}}}})";
  std::ofstream(path("input.json"))
      << R"({"nodes": {"line": {"type": "line"}, "rods": {"type": "rods", "inputs": ["lien"]}}})";
  const std::pair<std::string, const char*> cases[] = {
      {"rnder", "there is no command \"rnder\"; did you mean \"render\"? (see tendril --help)"},
      {"--verson", "there is no flag --verson; did you mean \"--version\"?"},
      {"render a.geo -o a.png --frame 3",
       "there is no flag --frame; did you mean \"--frames\"? (see tendril render --help)"},
      {"render a.geo --widht=3", "did you mean \"--width\"?"},
      {"fit a.geo --elemnts 3", "did you mean \"--elements\"?"},
      {"nodes helx", "there is no node of type \"helx\"; did you mean \"helix\"?"},
      {"run " + path("type.json"), "there is no node of type \"tendril::lime\"; did you mean \"line\"?"},
      {"run " + path("parm.json"),
       "lenght: tendril::line::1.0 has no such parameter; did you mean \"length\"?"},
      {"run " + path("input.json"), "there is no node called \"lien\"; did you mean \"line\"?"},
      {"run " + path("net.json") + " --set lin.length=1",
       "there is no node called \"lin\"; did you mean \"line\"?"},
      {"run " + path("net.json") + " --set line.lenth=1", "did you mean \"length\"?"},
      {"new vien x.json", "did you mean \"vine\"?"}};
  for (const auto& [arguments, told] : cases) {
    const Outcome wrong = run(arguments);
    EXPECT_NE(wrong.code, 0) << arguments;
    EXPECT_EQ(wrong.lines(), 1u) << wrong.text;
    EXPECT_NE(wrong.text.find(told), std::string::npos) << arguments << "\n" << wrong.text;
  }
  // what nobody can guess is not guessed
  EXPECT_EQ(run("dance").text.find("did you mean"), std::string::npos);
  EXPECT_NE(run("nodes spoon").text.find("see `tendril nodes`"), std::string::npos);
}

TEST_F(Command, ConvertsThereAndBack) {
  const Geometry g = randomGeometry(21);
  io::writeGeometryFile(path("a.bgeo.sc"), g);
  EXPECT_EQ(run("convert " + path("a.bgeo.sc") + " " + path("made/b.geo")).code, 0);
  EXPECT_EQ(run("convert " + path("made/b.geo") + " " + path("c.bgeo")).code, 0);
  EXPECT_TRUE(io::readGeometryFile(path("c.bgeo")) == g);
}

TEST_F(Command, ConvertsSequences) {
  for (const int frame : {1, 2, 5, 12})
    io::writeGeometryFile(path(expandFrame("sim.$F4.bgeo", frame)),
                          randomGeometry(static_cast<unsigned>(frame)));
  EXPECT_EQ(run("convert '" + path("sim.$F4.bgeo") + "' '" + path("text.$F.geo") + "'").code, 0);
  for (const int frame : {1, 2, 5, 12})
    EXPECT_TRUE(io::readGeometryFile(path(expandFrame("text.$F.geo", frame))) ==
                randomGeometry(static_cast<unsigned>(frame)));
  EXPECT_EQ(run("convert '" + path("sim.$F4.bgeo") + "' '" + path("few.$F.geo") + "' --frames 2-5x3").code,
            0);
  EXPECT_TRUE(fs::exists(path("few.5.geo")));
  EXPECT_FALSE(fs::exists(path("few.1.geo")));
}

TEST_F(Command, InfoShowsWhatIsThere) {
  Geometry g = randomGeometry(4);
  g.addGroup(Owner::point, "roots");
  io::writeGeometryFile(path("a.geo"), g);
  const Outcome text = run("info " + path("a.geo"));
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.text.find(std::to_string(g.pointCount()) + " points"), std::string::npos);
  EXPECT_NE(text.text.find("group roots"), std::string::npos);
  const auto json = nlohmann::json::parse(run("info --json " + path("a.geo")).text);
  EXPECT_EQ(json.at("points"), g.pointCount());
  EXPECT_EQ(json.at("groups").size(),
            g.groups[0].size() + g.groups[1].size() + g.groups[2].size() + g.edgeGroups.size());
}

// Spheres as files of Houdini 18.5 have them: counted, named, and converted without a change.
TEST_F(Command, RunsOfSpheresGoThrough) {
  const std::string bytes = layFile(112, 104, [](Tokens& t) {
    polygonRun(t, "c_r", 0, 4, 3);
    sphereRun(t, 12, 112);
  });
  io::writeFile(path("spheres.bgeo.sc"), inContainer(bytes));
  const Outcome info = run("info " + path("spheres.bgeo.sc"));
  EXPECT_EQ(info.code, 0) << info.text;
  EXPECT_NE(info.text.find("    100 Sphere\n"), std::string::npos) << info.text;
  EXPECT_NE(info.text.find("    4 open polyline\n"), std::string::npos) << info.text;
  const auto json = nlohmann::json::parse(run("info --json " + path("spheres.bgeo.sc")).text);
  EXPECT_EQ(json.at("primitivetypes").at("Sphere"), 100);
  EXPECT_EQ(run("convert " + path("spheres.bgeo.sc") + " " + path("b.bgeo")).code, 0);
  EXPECT_TRUE(io::readFile(path("b.bgeo")).view() == bytes);
  EXPECT_EQ(run("convert " + path("b.bgeo") + " " + path("c.bgeo.sc")).code, 0);
  EXPECT_TRUE(io::readFile(path("c.bgeo.sc")).view() == inContainer(bytes));
  EXPECT_EQ(run("convert " + path("b.bgeo") + " " + path("d.geo")).code, 0);
  EXPECT_NE(run("info " + path("d.geo")).text.find("    100 Sphere\n"), std::string::npos);
}

TEST_F(Command, EveryErrorIsOneLineAndACode) {
  io::writeFile(path("bad.bgeo"), "\x7fNSJb[\x55");
  io::writeFile(path("plain.txt"), "hello");
  io::writeGeometryFile(path("a.geo"), Geometry());
  const std::pair<std::string, int> wrong[] = {
      {"dance", 2},
      {"info", 2},
      {"info --loud " + path("a.geo"), 2},
      {"info " + path("none.geo"), 1},
      {"info " + folder_.string(), 1},
      {"info " + path("bad.bgeo"), 1},
      {"info " + path("plain.txt"), 1},
      {"convert " + path("a.geo") + " " + path("a.txt"), 2},
      {"convert " + path("a.geo") + " /proc/nowhere/a.geo", 1},
      {"convert " + path("a.geo") + " '" + path("b.$F.geo") + "'", 2},
      {"convert '" + path("sim.$F.geo") + "' '" + path("b.$F.geo") + "'", 1},
      {"convert '" + path("sim.$F.geo") + "' '" + path("b.geo") + "' --frames 1-2", 2},
      {"convert '" + path("sim.$F.geo") + "' '" + path("b.$F.geo") + "' --frames 5-2", 2},
      {"convert '" + path("sim.$F.geo") + "' '" + path("b.$F.geo") + "' --frames hop", 2},
      {"info --memory -1 " + path("a.geo"), 2},
      {"info " + path("a.geo") + " > /dev/full", 1},
  };
  for (const auto& [arguments, code] : wrong) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, code) << arguments;
    EXPECT_EQ(outcome.lines(), 1u) << arguments << "\n" << outcome.text;
    EXPECT_EQ(outcome.text.rfind("tendril: ", 0), 0u) << outcome.text;
  }
  EXPECT_NE(run("info " + path("bad.bgeo")).text.find("bad.bgeo: byte 6: unknown token"), std::string::npos);
}

TEST_F(Command, AFailedWriteLeavesTheOldFile) {
  io::writeFile(path("keep.bgeo"), "old");
  Geometry broken;
  broken.vertexPoints = {5};
  EXPECT_THROW(io::writeGeometryFile(path("keep.bgeo"), broken), Error);
  EXPECT_EQ(io::readFile(path("keep.bgeo")).view(), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST(Frames, Expand) {
  EXPECT_EQ(expandFrame("a.$F4.geo", 7), "a.0007.geo");
  EXPECT_EQ(expandFrame("a.${F3}b.geo", 7), "a.007b.geo");
  EXPECT_EQ(expandFrame("$F/$F2", 123), "123/123");
  EXPECT_EQ(expandFrame("a.$F4.geo", -7), "a.-0007.geo");
  EXPECT_EQ(expandFrame("a.$FF.geo", 7.25), "a.7.25.geo");
  EXPECT_EQ(expandFrame("$HIP/a.geo", 1), "$HIP/a.geo");
  EXPECT_FALSE(hasFrame("a.geo"));
}

TEST(Frames, Parse) {
  EXPECT_EQ(parseFrames("3"), std::vector<int>({3}));
  EXPECT_EQ(parseFrames("1-3,7"), std::vector<int>({1, 2, 3, 7}));
  EXPECT_EQ(parseFrames("-2-2x2"), std::vector<int>({-2, 0, 2}));
  for (const char* bad : {"", "1-", "x", "1-3x0", "3-1", "1,,2", "1-99999999999"})
    EXPECT_THROW(parseFrames(bad), Error) << bad;
}

TEST_F(Command, RunsANetworkOverFrames) {
  const std::string network = path("net.json");
  std::ofstream(network) << R"({"frames": [1, 3], "nodes": {
    "arc": {"type": "arc", "parms": {"angle": {"keys": [[1, 90], [3, 120]]}}},
    "rods": {"type": "rods", "inputs": ["arc", "arc@1"]},
    "curves": {"type": "curves", "inputs": ["rods", "arc@1"]},
    "cache": {"type": "cache", "inputs": ["curves"], "parms": {"file": "out/a.$F2.bgeo.sc"}}}})";
  const Outcome done = run("run " + network);
  EXPECT_EQ(done.code, 0) << done.text;
  EXPECT_EQ(done.lines(), 3u) << done.text;  // one a frame
  EXPECT_NE(done.text.find("frame 3 (3 of 3)"), std::string::npos);
  for (const char* name : {"out/a.01.bgeo.sc", "out/a.02.bgeo.sc", "out/a.03.bgeo.sc"})
    EXPECT_TRUE(fs::exists(path(name))) << name;
  // the same bits whatever the number of threads
  const Geometry one = io::readGeometryFile(path("out/a.02.bgeo.sc"), {});
  EXPECT_EQ(run("run " + network + " --threads 1 --frames 2").code, 0);
  EXPECT_TRUE(io::readGeometryFile(path("out/a.02.bgeo.sc"), {}) == one);
  EXPECT_EQ(run("run " + network + " --frames 2 --set arc.angle=45 --set rods.elements=1").code, 0);
  EXPECT_FALSE(io::readGeometryFile(path("out/a.02.bgeo.sc"), {}) == one);
}

TEST_F(Command, RunFailsInOneLine) {
  const std::string network = path("net.json");
  std::ofstream(network) << R"({"nodes": {"read": {"type": "file", "parms": {"file": "missing.geo"}}}})";
  const Outcome missing = run("run " + network);
  EXPECT_EQ(missing.code, 1);
  EXPECT_EQ(missing.lines(), 1u);
  EXPECT_NE(missing.text.find("frame 1: read: "), std::string::npos) << missing.text;
  EXPECT_EQ(run("run " + network + " --set read.flie=x").code, 2);
  EXPECT_EQ(run("run " + network + " --set nonsense").code, 2);
  EXPECT_EQ(run("run " + path("none.json")).code, 1);
  EXPECT_EQ(run("run " + network + " --frames 3-x").code, 2);
}

TEST_F(Command, FitTakesTheNodesParametersAsFlags) {
  std::ofstream(path("net.json"))
      << R"({"nodes": {"h": {"type": "helix"}, "c": {"type": "cache", "inputs": ["h"],
    "parms": {"file": "h.bgeo.sc"}}}})";
  ASSERT_EQ(run("run " + path("net.json")).code, 0);
  const Outcome fit = run("fit " + path("h.bgeo.sc") + " --model helix --elements 3 -o " + path("r.bgeo.sc"));
  EXPECT_EQ(fit.code, 0) << fit.text;
  EXPECT_NE(fit.text.find("1 rod, 3 elements"), std::string::npos) << fit.text;
  EXPECT_EQ(io::readGeometryFile(path("r.bgeo.sc"), {}).pointCount(), 4u);
  EXPECT_EQ(run("fit " + path("h.bgeo.sc") + " --model noodle").code, 2);
  EXPECT_EQ(run("fit " + path("h.bgeo.sc") + " --elements 0").code, 2);
}

TEST_F(Command, NodesAreListedAndDescribed) {
  const Outcome list = run("nodes");
  EXPECT_EQ(list.code, 0);
  for (const char* name : {"tendril::rods", "tendril::curves", "tendril::scalp", "tendril::cache"})
    EXPECT_NE(list.text.find(name), std::string::npos) << name;
  EXPECT_NE(run("nodes rods").text.find("--elements N"), std::string::npos);
  EXPECT_NE(run("nodes rods --card").text.find("= Tendril Rods ="), std::string::npos);
  EXPECT_NE(run("nodes tendril::rods::1.0 --dialog").text.find("parm {"), std::string::npos);
  EXPECT_TRUE(nlohmann::json::accept(run("nodes --json").text));
  EXPECT_EQ(run("nodes spoon").code, 2);
  EXPECT_EQ(run("nodes --card").code, 2);
}

}  // namespace
}  // namespace tendril::test
