// Variants of a network: parameters in all combinations of given values, each with files of its own.
//
//   --set rods.young=1e8,3e8          two values
//   --set rods.elements=2..8:4        2 4 6 8: four values, evenly from 2 to 8
//   --set rods.young=1e7..1e9:3log    1e7 1e8 1e9: each the same multiple of the one before
//   --set solver.wind='0 0 0,8 0 0'   vectors: blanks between numbers, commas between values
//   --set file.file='a.geo|b.geo'     text may hold commas: | stands between values
#pragma once

#include <string>
#include <vector>

#include "cli/network/network.h"

namespace tendril::cli {

struct WedgeAxis {
  std::string target;               // node.parameter
  std::vector<std::string> values;  // as setText() reads them; one: the same in all wedges
};

struct Wedge {
  std::string name;                   // for files: 2_young-3e8
  std::string label;                  // for people: young 3e8
  std::vector<std::string> values;    // of the axes that vary
  std::vector<std::string> settings;  // for readNetwork()
};

// `network`: says what kind of value a parameter has. Throws a UsageError.
WedgeAxis wedgeAxis(const Network& network, const std::string& setting);

// All combinations, the last axis fastest. Throws a UsageError where there are more than 1000, or no axis
// varies.
std::vector<Wedge> wedgesOf(const std::vector<WedgeAxis>& axes);

// What the network writes goes into a folder of the wedge's name in `folder`, but for names of files that
// hold $WEDGE, which becomes the wedge's name.
void sendTo(const std::string& folder, const Wedge& wedge, Network& network);

// Patterns of the caches that show best what came of it: curves where there are some, else rods; no
// constraints.
std::vector<std::string> cachesToShow(const Network& network);

}  // namespace tendril::cli
