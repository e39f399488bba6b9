// A network of nodes, as a JSON file has it:
//
//   { "unitlength": 1, "fps": 24, "frames": [1, 48],
//     "nodes": {
//       "groom":  {"type": "file", "parms": {"file": "$HIP/groom.$F4.bgeo.sc"}},
//       "rods":   {"type": "tendril::rods", "inputs": ["groom", "groom@1"], "parms": {"elements": 6}},
//       "curves": {"type": "tendril::curves::1.0", "inputs": ["rods", "groom@1"]},
//       "out":    {"type": "cache", "inputs": ["curves"], "parms": {"file": "$HIP/out.$F4.bgeo.sc"}} } }
//
// `groom@1`: groom on frame 1. `solver:constraints`: an output of a node, by its label. An animated
// parameter: {"keys": [[1, 0], [24, 1]]}.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nodes/parameters/values.h"

namespace tendril::cli {

struct Key {
  enum class Shape { linear, constant, smooth };  // interpolation to the next key
  double frame = 1;
  ParmValue value;
  Shape shape = Shape::linear;
};

struct NetworkInput {
  std::optional<std::size_t> node;  // none: not connected
  bool fixed = false;               // always taken on `frame`
  double frame = 1;
  std::size_t output = 0;
};

struct NetworkNode {
  std::string name;
  Parms parms;
  std::vector<NetworkInput> inputs;
  std::map<std::string, std::vector<Key>> keys;  // by parameter
  bool moves = false;                            // may change from frame to frame

  const NodeDefinition& definition() const { return parms.node(); }
};

struct Network {
  double unitLength = 1;  // metres of a scene unit
  double framesPerSecond = 24;
  int firstFrame = 1, lastFrame = 1;
  int subframes = 1;               // cooks a frame
  std::string folder;              // $HIP
  std::vector<NetworkNode> nodes;  // inputs before the nodes that use them
};

// Throw an Error that names the node and the fault. `settings`: "node.parm=value", overrides the file.
Network readNetwork(const std::string& path, const std::vector<std::string>& settings);
Network parseNetwork(const std::string& text, const std::string& folder,
                     const std::vector<std::string>& settings);

// The parameters on a frame: interpolates keys and replaces $F, $FF and $HIP in file names.
Parms parmsAt(const Network& network, const NetworkNode& node, double frame);

}  // namespace tendril::cli
