// A network of nodes, as a JSON file has it:
//
//   { "unitlength": 1, "fps": 24, "frames": [1, 48],
//     "nodes": {
//       "groom":  {"type": "file", "parms": {"file": "$HIP/groom.$F4.bgeo.sc"}},
//       "rods":   {"type": "tendril::rods", "inputs": ["groom", "groom@1"], "parms": {"elements": 6}},
//       "curves": {"type": "tendril::curves::1.0", "inputs": ["rods", "groom@1"]},
//       "out":    {"type": "cache", "inputs": ["curves"], "parms": {"file": "$HIP/out.$F4.bgeo.sc"}} } }
//
// `groom@1` is groom as it is on frame 1; `solver:constraints` another output of a node, by its label. A
// parameter that moves: {"keys": [[1, 0], [24, 1]]}.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nodes/parameters/values.h"

namespace tendril::cli {

struct Key {
  enum class Shape { linear, constant, smooth };  // how it goes on to the next
  double frame = 1;
  ParmValue value;
  Shape shape = Shape::linear;
};

struct NetworkInput {
  std::optional<std::size_t> node;  // none: not connected
  bool fixed = false;               // as it is on `frame`
  double frame = 1;
  std::size_t output = 0;
};

struct NetworkNode {
  std::string name;
  Parms parms;
  std::vector<NetworkInput> inputs;
  std::map<std::string, std::vector<Key>> keys;  // by parameter
  bool moves = false;                            // may differ from frame to frame

  const NodeDefinition& definition() const { return parms.node(); }
};

struct Network {
  double unitLength = 1;  // metres of a scene unit
  double framesPerSecond = 24;
  int firstFrame = 1, lastFrame = 1;
  int subframes = 1;               // cooked so many times a frame
  std::string folder;              // $HIP
  std::vector<NetworkNode> nodes;  // inputs come before those who use them
};

// Throw an Error that names the node and what is wrong with it. `settings`: "node.parm=value", on top of the
// file's.
Network readNetwork(const std::string& path, const std::vector<std::string>& settings);
Network parseNetwork(const std::string& text, const std::string& folder,
                     const std::vector<std::string>& settings);

// The parameters on a frame: keys interpolated, $F, $FF and $HIP in file names filled in.
Parms parmsAt(const Network& network, const NetworkNode& node, double frame);

}  // namespace tendril::cli
