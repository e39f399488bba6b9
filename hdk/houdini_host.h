// Houdini as a host of nodes.
#pragma once

#include <UT/UT_Interrupt.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "hdk/geometry.h"

namespace tendril::hdk {

// Lives as long as a cook. The work runs on its own thread and may use others; the cook's thread polls
// Houdini for an interrupt every few milliseconds.
class HoudiniHost : public Host {
 public:
  // `inputs` may be filled later.
  HoudiniHost(UT_AutoInterrupt& boss, const std::vector<Input>& inputs) : boss_(boss), inputs_(inputs) {}

  void run(const std::function<void()>& work);  // rethrows exceptions of the work

  // Called by the work: runs the job on the cook's thread, where Houdini may be called.
  void onCookThread(const std::function<void()>& job);

  bool interrupted() override { return stopped_; }
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
  std::atomic<bool> stopped_{false};
  std::atomic<int> percent_{0};
  std::mutex mutex_;
  std::vector<std::string> warnings_, notes_;
  // shared by the cook's thread and the work
  std::mutex turn_;
  std::condition_variable changed_;
  const std::function<void()>* job_ = nullptr;
  std::exception_ptr jobFailure_;
};

}  // namespace tendril::hdk
