// Houdini as a host of nodes.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "hdk/geometry.h"

namespace tendril::hdk {

// Lives as long as a cook, between opStart and opEnd (UT_AutoInterrupt). The work runs on the cook's thread
// and in tasks of TBB: Houdini's locks know these, and no others.
class HoudiniHost : public Host {
 public:
  explicit HoudiniHost(const std::vector<Input>& inputs);  // which may be filled later

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
  const std::vector<Input>& inputs_;
  std::atomic<std::int64_t> asked_;  // when, in milliseconds
  std::atomic<bool> stopped_{false};
  std::atomic<int> percent_{0};
  std::mutex mutex_;
  std::vector<std::string> warnings_, notes_;
};

}  // namespace tendril::hdk
