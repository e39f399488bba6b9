// The command line as a host: warnings, progress with the time left, an end by Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <string>

#include "nodes/parameters/definition.h"

namespace tendril::cli {

class TerminalHost : public Host {
 public:
  TerminalHost();  // from now on Ctrl-C and a farm's SIGTERM ask for an end
  ~TerminalHost() override;

  bool interrupted() override;
  void warn(const std::string& message) override;    // each message once
  void inform(const std::string& message) override;  // each message once
  void progress(double part, const char* what) override;
  void logFrame(const std::string& line) override;
  void fail(const std::string& message) override;
  Geometry read(const std::string& path) override;

  std::string takeLog();  // what was logged since the last call: "; a; b"
  bool failed() const { return failed_; }

  // The part of the whole work that nodes' own progress belongs to: frame `done` of `all`.
  void setFrame(std::size_t done, std::size_t all);
  double seconds() const;        // since the beginning
  std::string timeLeft() const;  // ", 12 s left", empty as long as nobody can know

 private:
  void clearLine();

  std::chrono::steady_clock::time_point start_, shown_;
  std::mutex mutex_;
  std::set<std::string> warned_;
  std::size_t done_ = 0, all_ = 1;
  std::string log_;
  bool terminal_ = false, line_ = false, failed_ = false;
};

}  // namespace tendril::cli
