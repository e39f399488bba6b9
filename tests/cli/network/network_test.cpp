// Networks: read, checked, cooked.
#include "cli/network/network.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "cli/io/geometry_file.h"
#include "cli/network/runner.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"
#include "tests/support/test_host.h"

namespace tendril::test {
namespace {

std::string errorOf(const std::string& text, const std::vector<std::string>& settings = {}) {
  try {
    parseNetwork(text, "/tmp", settings);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string nodes(const std::string& inside) {
  return "{\"nodes\": {" + inside + "}}";
}

TEST(Network, ErrorsNameNodeAndCulprit) {
  const std::pair<std::string, const char*> cases[] = {
      {"{", "is not valid JSON: parse error at line 1, column 2"},
      {"[]", "the network: is an object in braces"},
      {"{\"node\": {}}",
       "the network: knows no \"node\"; it knows fps, frames, nodes, subframes, unitlength"},
      {"{\"unitlength\": 0, \"nodes\": {}}", "unitlength: is a number from"},
      {"{\"frames\": [5, 1], \"nodes\": {}}", "frames: is [first, last]"},
      {nodes("\"a\": {\"type\": \"line\"}, \"a\": {\"type\": \"arc\"}"), "\"a\" is there twice"},
      {nodes("\"a\": {}"), "a: type: is missing"},
      {nodes("\"a\": {\"type\": \"lines\"}"), "a: type: there is no node of type \"lines\""},
      {nodes("\"a.b\": {\"type\": \"line\"}"), "a.b: a node's name has no . @ or ="},
      {nodes("\"a\": {\"type\": \"line\", \"parm\": {}}"), "a: a node: knows no \"parm\""},
      {nodes("\"a\": {\"type\": \"line\", \"parms\": {\"lenght\": 1}}"),
       "a: lenght: tendril::line::1.0 has no such parameter"},
      {nodes("\"a\": {\"type\": \"line\", \"parms\": {\"length\": -1}}"), "a: length: -1 m is below"},
      {nodes("\"a\": {\"type\": \"line\", \"parms\": {\"length\": null}}"), "a: length: is a number"},
      {nodes("\"a\": {\"type\": \"rods\"}"), "a: inputs: needs Curves in input 1"},
      {nodes("\"a\": {\"type\": \"line\", \"inputs\": [\"a\"]}"),
       "a: inputs: 1 is connected, tendril::line::1.0 has 0"},
      {nodes("\"a\": {\"type\": \"rods\", \"inputs\": [\"b\"]}"), "a: inputs: there is no node called \"b\""},
      {nodes("\"a\": {\"type\": \"rods\", \"inputs\": [\"b\"]}, \"b\": {\"type\": \"rods\", \"inputs\": "
             "[\"a\"]}"),
       "a: inputs: it would feed itself"},
      {nodes("\"a\": {\"type\": \"rods\", \"inputs\": [\"b\"]}, \"b\": {\"type\": \"line\", \"parms\": "
             "{\"points\": 1}}"),
       "b: points: 1 is below 2"},
      {nodes("\"b\": {\"type\": \"line\"}, \"a\": {\"type\": \"rods\", \"inputs\": [\"b@x\"]}"),
       "a: inputs: \"b@x\": a frame number"},
      {nodes("\"a\": {\"type\": \"line\", \"parms\": {\"points\": true}}"), "a: points: is a number"},
      {nodes("\"a\": {\"type\": \"line\", \"parms\": {\"points\": \"5\"}}"), "a: points: is a number"},
      {nodes("\"b\": {\"type\": \"line\"}, \"a\": {\"type\": \"rods\", \"inputs\": [\"b\", \"\"]}"),
       "a: inputs: a name is empty"},
      {nodes("\"b\": {\"type\": \"line\"}, \"a\": {\"type\": \"rods\", \"inputs\": [\"b\"], \"parms\": "
             "{\"taper\": [[0, 1, 5]]}}"),
       "a: taper: is a list of"},
      {nodes("\"b\": {\"type\": \"line\"}, \"a\": {\"type\": \"rods\", \"inputs\": [\"b\"], \"parms\": "
             "{\"taper\": [[0, 1], [1, 1, \"wavy\"]]}}"),
       "a: taper: no shape"},
      {nodes("\"a\": {\"type\": \"line\", \"parms\": {\"length\": {\"keys\": []}}}"),
       "a: length: \"keys\" is a list"},
      {nodes("\"a\": {\"type\": \"line\", \"parms\": {\"length\": {\"keys\": [[2, 1], [1, 1]]}}}"),
       "a: length: frames of keys ascend"},
      {nodes("\"a\": {\"type\": \"line\", \"parms\": {\"length\": {\"keys\": [[2, -4]]}}}"),
       "a: length: -4 m is below"},
      {nodes("\"a\": {\"type\": \"line\", \"parms\": {\"length\": {\"keys\": [[1, 1, \"cubic\"]]}}}"),
       "a: length: a key's shape"},
      {nodes("\"b\": {\"type\": \"line\"}, \"a\": {\"type\": \"rods\", \"inputs\": [\"b\"], \"parms\": "
             "{\"elements\": {\"keys\": [[1, 2]]}}}"),
       "a: elements: cannot be animated"}};
  for (const auto& [text, expected] : cases) {
    const std::string what = errorOf(text);
    EXPECT_EQ(what.substr(0, std::string(expected).size()), expected) << text;
  }
  const std::string good = nodes("\"a\": {\"type\": \"line\"}");
  EXPECT_EQ(errorOf(good), "no error");
  EXPECT_EQ(errorOf(good, {"a.length"}), "--set a.length: is written node.parameter=value");
  EXPECT_EQ(errorOf(good, {"b.length=1"}), "--set b.length=1: there is no node called \"b\"");
  EXPECT_EQ(errorOf(good, {"a.length=x"}), "--set a.length: \"x\" is not a number");
}

TEST(Network, KeysMoveParametersAndSettingsWin) {
  const std::string text = nodes(
      "\"a\": {\"type\": \"line\", \"parms\": {\"length\": {\"keys\": [[1, 1], [5, 3, \"constant\"], [9, 7, "
      "\"smooth\"], "
      "[13, 11]]}, \"direction\": {\"keys\": [[1, [1, 0, 0]], [3, [0, 1, 0]]]}, \"translatey\": 4}}");
  const Network network = parseNetwork(text, "/tmp", {});
  const auto length = [&](const Network& n, double frame) {
    return std::get<double>(parmsAt(n, n.nodes[0], frame).get("length"));
  };
  EXPECT_EQ(length(network, 0), 1);
  EXPECT_EQ(length(network, 3), 2);
  EXPECT_EQ(length(network, 8.5), 3);
  EXPECT_EQ(length(network, 11), 9);
  EXPECT_LT(length(network, 10), 8);  // smooth begins slowly
  EXPECT_EQ(length(network, 20), 11);
  EXPECT_EQ(std::get<double>(parmsAt(network, network.nodes[0], 2).get("directiony")), 0.5);
  EXPECT_EQ(std::get<double>(network.nodes[0].parms.get("translatey")), 4);
  EXPECT_TRUE(network.nodes[0].moves);
  EXPECT_EQ(length(parseNetwork(text, "/tmp", {"a.length=6"}), 3), 6);
  // a component on the command line stands above keys of the whole vector
  const Network turned = parseNetwork(text, "/tmp", {"a.directionx=7"});
  EXPECT_EQ(std::get<double>(parmsAt(turned, turned.nodes[0], 2).get("directionx")), 7);
}

TEST(Network, PresetsComeBeforeNumbers) {
  // "density" stands before "material" in the file, and still counts
  const Network network =
      parseNetwork(nodes("\"a\": {\"type\": \"line\"}, \"b\": {\"type\": \"rods\", \"inputs\": [\"a\"], "
                         "\"parms\": {\"density\": 5, "
                         "\"material\": \"vine\", \"taper\": [[0, 1], [1, 0.5, \"linear\"]]}}"),
                   "/tmp", {});
  const Parms& parms = network.nodes[1].parms;
  EXPECT_EQ(std::get<double>(parms.get("density")), 5);
  EXPECT_EQ(std::get<double>(parms.get("radius")), 0.003);
  EXPECT_EQ(std::get<Ramp>(parms.get("taper")).keys.size(), 2u);
}

TEST(Network, StillNodesCookOnceAndFramesCanBeHeld) {
  const Network network = parseNetwork(nodes("\"still\": {\"type\": \"line\"}, \"moving\": {\"type\": "
                                             "\"arc\", \"parms\": {\"angle\": {\"keys\": [[1, 90], "
                                             "[11, 190]]}}}, \"rods\": {\"type\": \"rods\", \"inputs\": "
                                             "[\"moving\", \"moving@1\"]}, \"first\": {\"type\": "
                                             "\"rods\", \"inputs\": [\"moving@1\"]}"),
                                       "/tmp", {});
  TestHost host;
  Runner runner(network, host);
  const auto number = [&](const char* name) {
    std::size_t i = 0;
    while (network.nodes[i].name != name) ++i;
    return i;
  };
  EXPECT_FALSE(network.nodes[number("still")].moves);
  EXPECT_FALSE(network.nodes[number("first")].moves);
  const auto once = runner.output(number("still"), 1);
  EXPECT_EQ(runner.output(number("still"), 5), once);
  EXPECT_NE(runner.output(number("moving"), 1), runner.output(number("moving"), 5));
  const double natural = readRods(*runner.output(number("rods"), 1))[0].rest.kappa[1].norm();
  const Rod later = readRods(*runner.output(number("rods"), 6))[0];
  EXPECT_NEAR(later.rest.kappa[1].norm(), natural, 1e-12);
  EXPECT_EQ(runner.output(number("first"), 9), runner.output(number("first"), 1));
}

TEST(Network, ErrorsWhileCookingNameTheNode) {
  const Network network = parseNetwork(
      nodes("\"read\": {\"type\": \"file\", \"parms\": {\"file\": \"nowhere.$F2.geo\"}}"), "/tmp", {});
  TestHost host;
  Runner runner(network, host);
  try {
    runner.cook(7);
    FAIL();
  } catch (const Error& error) {
    const std::string what = error.what();
    EXPECT_EQ(what.substr(0, 26), "read: /tmp/nowhere.07.geo:") << what;
  }
}

std::string folderFor(const char* name) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("tendril_network_" + std::to_string(getpid())) / name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder.string();
}

// A node held at a frame writes nothing; caches in the middle of a network write on every frame.
TEST(Network, CachesWriteTheRunsFramesOnly) {
  const std::string folder = folderFor("$HIP s$F4");  // names that must not be filled in
  const Network network =
      parseNetwork(nodes("\"arc\": {\"type\": \"arc\", \"parms\": {\"angle\": {\"keys\": [[1, 90], [9, "
                         "99]]}}}, \"mid\": {\"type\": \"cache\", "
                         "\"inputs\": [\"arc\"], \"parms\": {\"file\": \"$HIP/m.$F.geo\"}}, \"rods\": "
                         "{\"type\": \"rods\", \"inputs\": [\"arc\", "
                         "\"mid@1\"]}, \"out\": {\"type\": \"cache\", \"inputs\": [\"rods\"], \"parms\": "
                         "{\"file\": \"r.$F.geo\"}}"),
                   folder, {});
  TestHost host;
  Runner runner(network, host);
  runner.cook(5);
  runner.cook(6);
  std::vector<std::string> written;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    written.push_back(entry.path().filename().string());
  std::sort(written.begin(), written.end());
  EXPECT_EQ(written, (std::vector<std::string>{"m.5.geo", "m.6.geo", "r.5.geo", "r.6.geo"}));
}

TEST(Network, TwoCachesDoNotShareAFile) {
  const std::string folder = folderFor("shared"),
                    cache = "\"type\": \"cache\", \"inputs\": [\"a\"], \"parms\": {\"file\": \"x.geo\"}";
  const Network network = parseNetwork(
      nodes("\"a\": {\"type\": \"arc\", \"parms\": {\"angle\": {\"keys\": [[1, 90], [9, 99]]}}}, \"b\": {" +
            cache + "}, \"c\": {" + cache + "}"),
      folder, {});
  TestHost host;
  Runner runner(network, host);
  EXPECT_THROW(runner.cook(1), Error);
  const Network one = parseNetwork(
      nodes("\"a\": {\"type\": \"arc\", \"parms\": {\"angle\": {\"keys\": [[1, 90], [9, 99]]}}}, \"b\": {" +
            cache + "}"),
      folder, {});
  Runner again(one, host);
  again.cook(1);
  host.expect("b: file: has no $F (subframes: $FF), so each frame overwrites the one before");
  again.cook(2);
}

TEST(Network, UnknownVariablesAreNamed) {
  const Network network = parseNetwork(
      nodes("\"a\": {\"type\": \"file\", \"parms\": {\"file\": \"$JOB/x.$FSTART.geo\"}}"), "/tmp", {});
  try {
    parmsAt(network, network.nodes[0], 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "file: $JOB is not known here; there are $F, $F4, $FF, $HIP and $WEDGE");
  }
}

// What never ends a farm job well: NaN in a cache.
TEST(Network, CachesTakeNoNaN) {
  TestHost host;
  Geometry line = cook(host, "line", {}, {});
  line.positions()[4] = std::numeric_limits<float>::infinity();
  const std::string path = (std::filesystem::temp_directory_path() / "tendril_never.bgeo.sc").string();
  EXPECT_THROW(cook(host, "cache", {{"file", path}}, {&line}), Error);
  EXPECT_FALSE(std::filesystem::exists(path));
}

// A file's geometry goes where keyframes say, about the origin, and its v says how fast; unmoved, it is as it
// was read.
TEST(Network, FilesAreMovedByKeyframes) {
  const std::string folder = folderFor("moved_file");
  TestHost host;
  const Geometry line = cook(host, "line", {{"length", "2"}, {"points", "3"}}, {});
  io::writeGeometryFile(folder + "/line.geo", line);
  const Network network = parseNetwork(
      nodes(
          "\"still\": {\"type\": \"file\", \"parms\": {\"file\": \"$HIP/line.geo\"}}, \"turned\": {\"type\": "
          "\"file\", \"parms\": {\"file\": \"$HIP/line.geo\", \"rotate\": [0, 0, 90], \"translate\": "
          "{\"keys\": "
          "[[1, [0, 0, 0]], [25, [0, 0, 12]]]}}}"),
      folder, {});
  Runner runner(network, host);
  const Geometry still = *runner.output(0, 7), turned = *runner.output(1, 7);
  EXPECT_EQ(still.find(Owner::point, "v"), nullptr);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto at = [&](const Geometry& g, const char* name) {
      return Eigen::Vector3d(tupleAt(*g.find(Owner::point, name), i));
    };
    const Eigen::Vector3d p = at(line, "P");
    EXPECT_EQ(at(still, "P"), p);
    EXPECT_LT((at(turned, "P") - Eigen::Vector3d(-p.y(), p.x(), p.z() + 3)).norm(), 1e-6) << i;
    EXPECT_LT((at(turned, "v") - Eigen::Vector3d(0, 0, 12)).norm(), 1e-4) << i;  // 12 m in a second
  }
}

}  // namespace
}  // namespace tendril::test
