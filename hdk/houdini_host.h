// Houdini as a host of nodes.
#pragma once

#include <GOP/GOP_Manager.h>
#include <UT/UT_Interrupt.h>

#include <atomic>
#include <chrono>
#include <functional>
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
  using Tell = std::function<void(const std::string&)>;
  HoudiniHost(UT_AutoInterrupt& boss, const std::vector<Input>& inputs, Tell tell);

  bool interrupted() override;
  void warn(const std::string& message) override;
  void progress(double part, const char* what) override;
  std::vector<std::uint8_t> select(const Geometry& geometry, Owner owner,
                                   const std::string& pattern) override;

  void tellWarnings();  // at the end, on the cook's thread

 private:
  UT_AutoInterrupt& boss_;
  const std::vector<Input>& inputs_;
  Tell tell_;
  std::thread::id thread_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point asked_;
  std::atomic<bool> stopped_{false};
  std::atomic<int> percent_{0};
  std::mutex mutex_;
  std::vector<std::string> warnings_;
};

}  // namespace tendril::hdk
