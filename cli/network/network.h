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
  // by parameter: the folder at which the relative name of a file begins, where it is not the network's
  std::map<std::string, std::string> folders;

  const NodeDefinition& definition() const { return parms.node(); }
};

struct Network {
  double unitLength = 1;  // metres of a scene unit
  double framesPerSecond = 24;
  int firstFrame = 1, lastFrame = 1;
  int subframes = 1;               // cooks a frame
  std::string path;                // of its file; empty: there is none
  std::string folder;              // $HIP
  std::string wedge = "0";         // $WEDGE
  std::vector<NetworkNode> nodes;  // inputs before the nodes that use them
};

// Throw an Error that names the node and the fault. `settings`: "node.parm=value", overrides the file; their
// relative names of files begin at the shell's folder.
Network readNetwork(const std::string& path, const std::vector<std::string>& settings);
Network parseNetwork(const std::string& text, const std::string& folder,
                     const std::vector<std::string>& settings);

// The parameters on a frame: interpolates keys and replaces $F, $FF, $HIP and $WEDGE in file names.
Parms parmsAt(const Network& network, const NetworkNode& node, double frame);
// The parameters on the first frame and at every key, with file names as they were given: all that they can
// be.
std::vector<Parms> momentsOf(const Network& network, const NetworkNode& node);
// The file that a parameter names on a frame.
std::string fileAt(const Network& network, const NetworkNode& node, const std::string& parameter,
                   double frame);
// The same with $F as it is.
std::string filePattern(const Network& network, const NetworkNode& node, const std::string& parameter);
// To end an error with that names a file which is not there: at which folder its name begins. Else empty.
std::string folderHint(const Network& network, const NetworkNode& node, double frame,
                       const std::string& error);

}  // namespace tendril::cli
