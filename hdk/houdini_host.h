// Houdini as a host of nodes.
#pragma once

#include <GOP/GOP_Manager.h>
#include <UT/UT_Interrupt.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "hdk/geometry.h"
#include "nodes/definition.h"

namespace tendril::hdk {

// Lives as long as a cook. Nodes may ask from any thread; Houdini is asked from the cook's own alone.
class HoudiniHost : public Host {
 public:
  // `inputs` may be filled later.
  HoudiniHost(UT_AutoInterrupt& boss, const std::vector<Input>& inputs) : boss_(boss), inputs_(inputs) {}

  bool interrupted() override;
  void warn(const std::string& message) override;
  void inform(const std::string& note) override;
  void progress(double part, const char* what) override;
  std::vector<std::uint8_t> select(const Geometry& geometry, Owner owner,
                                   const std::string& pattern) override;

  // For the end of the cook.
  const std::vector<std::string>& warnings() const { return warnings_; }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  UT_AutoInterrupt& boss_;
  const std::vector<Input>& inputs_;
  std::thread::id thread_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point asked_;
  std::atomic<bool> stopped_{false};
  std::atomic<int> percent_{0};
  std::mutex mutex_;
  std::vector<std::string> warnings_, notes_;
};

}  // namespace tendril::hdk
