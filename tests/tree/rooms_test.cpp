// The house: who may include whom, and how long files and functions may be.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/tree/source_tree.h"

namespace tendril::test {
namespace {

constexpr std::size_t kFileLines = 400, kFunctionLines = 80;

// What may be longer, and why.
struct Exception {
  const char* path;
  const char* function;  // null: the file
  const char* reason;
};
constexpr Exception kExceptions[] = {
    {"", "", ""},
};

bool isExcused(const std::string& path, const std::string& function) {
  for (const Exception& known : kExceptions)
    if (path == known.path && (known.function ? function == known.function : function.empty())) return true;
  return false;
}

TEST(Rooms, IncludesPointDownwards) {
  const Sources sources = readSources();
  ASSERT_GT(sources.size(), 400u);
  const auto rooms = readRooms();
  ASSERT_GT(rooms.size(), 20u);
  for (const auto& [room, may] : rooms)
    for (const std::string& other : may) EXPECT_EQ(rooms.count(other), 1u) << room << ": " << other;
  for (const std::string& wrong : wrongIncludes(sources, rooms)) ADD_FAILURE() << wrong;
}

// Every folder with sources is a room that rooms.def knows.
TEST(Rooms, AllAreListed) {
  const auto rooms = readRooms();
  for (const auto& [path, text] : readSources()) {
    const std::string room = roomOf(path);
    if (room.find("/") != std::string::npos) {
      EXPECT_EQ(rooms.count(room), 1u) << path;
    }
  }
}

TEST(Rooms, WrongIncludesAreFound) {
  const auto rooms = readRooms();
  const Sources good = readSources();
  const std::pair<const char*, const char*> planted[] = {
      {"solver/fit/fit.cpp", "#include \"solver/step/step.h\"\n"},             // a room above
      {"solver/base/span.h", "#include \"nodes/parameters/definition.h\"\n"},  // a layer above
      {"nodes/sources/line.cpp", "#include \"cli/io/geometry_file.h\"\n"},
      {"nodes/rods.cpp", "#include <SOP/SOP_Node.h>\n"},
      {"cli/io/json.cpp", "#include \"cli/render/tracer.h\"\n"},
      {"hdk/sop.cpp", "#include \"cli/io/geometry_file.h\"\n"},
      {"cli/main.cpp", "#include <openvdb/openvdb.h>\n"},
      {"solver/scene/scene.cpp", "#include \"scene.h\"\n"}};
  for (const auto& [path, include] : planted) {
    Sources sources = good;
    ASSERT_EQ(sources.count(path), 1u) << path;
    sources[path] += include;
    EXPECT_EQ(wrongIncludes(sources, rooms).size(), 1u) << path << ": " << include;
  }
}

// What a program includes to use the library says nothing of how it is computed.
TEST(Rooms, ThePublicDoorReadsNoKernel) {
  const Sources sources = readSources();
  std::vector<std::string> reached = {"solver/tendril.h"};
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const std::string& next : includesOf(sources.at(reached[i])))
      if (sources.count(next) && std::find(reached.begin(), reached.end(), next) == reached.end())
        reached.push_back(next);
  EXPECT_GT(reached.size(), 12u);
  for (const std::string& path : reached) {
    for (const char* room : {"solver/elements", "solver/models", "solver/linear", "solver/coupling"})
      EXPECT_NE(roomOf(path), room) << path;
    EXPECT_NE(path, "solver/sweep/sweep.h");
    EXPECT_NE(path, "solver/kinematics/series.h");
    EXPECT_EQ(sources.at(path).find("<Eigen/Sparse"), std::string::npos) << path;
  }
}

TEST(Sizes, FilesAndFunctionsAreShort) {
  std::size_t functions = 0;
  for (const auto& [path, text] : readSources()) {
    if (linesOf(text) > kFileLines && !isExcused(path, ""))
      ADD_FAILURE() << path << " has " << linesOf(text) << " lines; " << kFileLines << " are enough";
    for (const Function& function : functionsOf(text)) {
      ++functions;
      if (function.lines > kFunctionLines && !isExcused(path, function.name))
        ADD_FAILURE() << path << ":" << function.line << ": " << function.name << " has " << function.lines
                      << " lines; " << kFunctionLines << " are enough";
    }
  }
  EXPECT_GT(functions, 3000u);  // they were found
}

TEST(Sizes, LongFunctionsAreFound) {
  std::string body;
  for (int i = 0; i < 90; ++i) body += "  if (a) { b(\"}\"); }  // }\n";
  const auto found = functionsOf("namespace n {\nstruct S {\n  void f() const {\n" + body +
                                 "  }\n};\nint g() { return 1; }\n}\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "f");
  EXPECT_EQ(found[0].lines, 92u);
  EXPECT_EQ(found[1].name, "g");
  EXPECT_EQ(found[1].lines, 1u);
}

}  // namespace
}  // namespace tendril::test
