// Cooks a network frame by frame.
#pragma once

#include <map>
#include <memory>

#include "cli/network/network.h"

namespace tendril::cli {

class Runner {
 public:
  Runner(const Network& network, Host& host);

  // Cooks every node that no other uses, and every cache. Throws an Error that begins with the node's name.
  void cook(double frame);

  // A node's output on a frame, cooked on demand. Caches on the way write nothing.
  std::shared_ptr<const Geometry> output(std::size_t node, double frame) {
    current_ = frame;
    return outputs(node, frame, false).at(0);
  }

 private:
  struct Made {
    bool known = false, written = false;
    double frame = 0;
    Outputs outputs;
  };
  struct Kept {
    Made now, beside;                 // beside: on another frame, which a node has asked for
    std::map<double, Outputs> fixed;  // by frames that inputs refer to
  };
  const Outputs& outputs(std::size_t node, double frame, bool writes);
  Outputs cookNode(std::size_t node, double frame, bool writes);
  Cook inputsOf(const NetworkNode& node, Host& host, double frame, bool writes);
  void claim(const NetworkNode& node, const std::string& path);
  std::string hintTo(const NetworkNode& node, double frame, const std::string& what) const;
  void tellUnused(std::size_t node, const Cook& cook);
  void claimStage(const NetworkNode& node, const std::string& path);

  const Network& network_;
  Host& host_;
  double current_ = 0;  // the frame that is cooked
  std::vector<Kept> kept_;
  std::vector<std::shared_ptr<void>> memories_;  // data that nodes keep from frame to frame
  std::vector<bool> feedsOnCache_;               // the node or one before it writes a cache
  std::map<std::string, std::string> writers_;   // node by written file
  std::vector<bool> told_;                       // what of the node's settings has no effect
};

}  // namespace tendril::cli
