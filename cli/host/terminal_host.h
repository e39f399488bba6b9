// The command line as a host: warnings, progress with the time left, an end by Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <string>

#include "cli/host/file_writer.h"
#include "nodes/parameters/definition.h"

namespace tendril::cli {

class TerminalHost : public Host {
 public:
  // From now on Ctrl-C and a farm's SIGTERM ask for an end. `writesBeside`: files are written on another
  // thread.
  explicit TerminalHost(bool writesBeside = false);
  ~TerminalHost() override;

  bool interrupted() override;
  void warn(const std::string& message) override;    // each message once
  void inform(const std::string& message) override;  // each message once
  void progress(double part, const char* what) override;
  void logFrame(const std::string& line) override;
  void fail(const std::string& message) override;
  Geometry read(const std::string& path) override;
  void write(const std::string& path, std::size_t bytes, std::function<void()> work) override;
  void await(const std::string& path) override { files_.await(path); }

  std::string takeLog();  // what was logged since the last call: "; a; b"
  bool failed() const { return failed_; }

  // The part of the whole work that nodes' own progress belongs to: frame `done` of `all`.
  void setFrame(std::size_t done, std::size_t all);
  void beginFrame(double frame) { frame_ = frame; }  // which errors of its files name
  // A line on standard output, once the files so far are there.
  void print(const std::string& line);
  FileWriter& files() { return files_; }
  double seconds() const;        // since the beginning
  std::string timeLeft() const;  // ", 12 s left", empty as long as nobody can know

 private:
  void clearLine();
  void say(const std::string& line);  // on standard error, after the lines of frames before

  std::chrono::steady_clock::time_point start_, shown_;
  std::mutex mutex_, screen_;  // of messages; of what the terminal shows
  std::set<std::string> warned_;
  std::size_t done_ = 0, all_ = 1;
  std::string log_;
  double frame_ = 0;
  bool terminal_ = false, line_ = false, failed_ = false;
  FileWriter files_;  // last: its work prints
};

}  // namespace tendril::cli
