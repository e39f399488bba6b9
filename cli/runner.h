// Cooks a network frame by frame.
#pragma once

#include <map>
#include <memory>

#include "cli/network.h"

namespace tendril {

class Runner {
 public:
  Runner(const Network& network, Host& host) : network_(network), host_(host), kept_(network.nodes.size()) {}

  // Every node that no other uses. Throws an Error that begins with the node's name.
  void cook(double frame);

  // What a node gives on a frame; cooked if need be.
  std::shared_ptr<const Geometry> output(std::size_t node, double frame);

 private:
  struct Kept {
    bool known = false;
    double frame = 0;
    std::shared_ptr<const Geometry> geometry;
    std::map<double, std::shared_ptr<const Geometry>> fixed;  // of frames that inputs ask for by number
  };
  std::shared_ptr<const Geometry> cookNode(std::size_t node, double frame);

  const Network& network_;
  Host& host_;
  std::vector<Kept> kept_;
};

}  // namespace tendril
