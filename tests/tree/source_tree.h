// The repository's own sources, read as text: who includes whom, and how long files and functions are.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace tendril::test {

using Sources = std::map<std::string, std::string>;  // text by path from the root

Sources readSources();  // of solver, nodes, cli, hdk, bench and tests

// Rooms of all layers (rooms.def): "solver/fit" and the rooms that it may include, itself among them.
std::map<std::string, std::vector<std::string>> readRooms();

// "solver/fit" of solver/fit/fit.h, "nodes" of nodes/rods.cpp, "tests" of whatever is below it.
std::string roomOf(const std::string& path);

// One line for each #include that points where it may not.
std::vector<std::string> wrongIncludes(const Sources& sources,
                                       const std::map<std::string, std::vector<std::string>>& rooms);

// What a text includes by a path in quotes.
std::vector<std::string> includesOf(const std::string& text);

struct Function {
  std::string name;  // as far as its first line tells
  std::size_t line = 0, lines = 0;
};
std::vector<Function> functionsOf(const std::string& text);

std::size_t linesOf(const std::string& text);

}  // namespace tendril::test
