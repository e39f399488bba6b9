// The command line as a host: warnings, progress with the time left, an end by Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "cli/host/file_writer.h"
#include "cli/host/frame_clock.h"
#include "nodes/parameters/definition.h"

namespace tendril::cli {

class TerminalHost : public Host {
 public:
  // From now on Ctrl-C and a farm's SIGTERM ask for an end. `writesBeside`: files are written on another
  // thread.
  explicit TerminalHost(bool writesBeside = false);
  ~TerminalHost() override;

  bool interrupted() override;  // somebody asked for an end, or a file could not be written
  bool stopped() const;         // somebody asked for an end
  void warn(const std::string& message) override;    // each message once
  void inform(const std::string& message) override;  // each message once
  // One line on a terminal; in a log a line a minute, as long as a frame takes longer than that.
  void progress(double part, const char* what) override;
  void logFrame(const std::string& line) override;
  void fail(const std::string& message) override;
  Geometry read(const std::string& path) override;
  void write(const std::string& path, std::size_t bytes, const std::function<void()>& work) override;
  void await(const std::string& path) override { files_.await(path); }

  bool failed() const { return failed_; }
  std::size_t warnings() const { return warnings_; }

  // A run of frames. endFrame() returns the line that tells of it: its time, the time left, what was logged.
  void beginRun(std::size_t frames);
  void beginFrame(double frame);
  std::string endFrame();
  // A line on standard output, once the files so far are there.
  void print(const std::string& line);
  FileWriter& files() { return files_; }
  double seconds() const;  // since the beginning
  void setLogInterval(double seconds) { logInterval_ = seconds; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Logged {
    std::string node, line;
    std::size_t times;
  };

  void clearLine();
  void say(const std::string& line);  // on standard error, after the lines of frames before
  std::string place() const;

  Clock::time_point start_, shown_, told_, frameStart_;
  std::mutex mutex_, screen_;  // of messages; of what the terminal shows. Both: in this order
  std::set<std::string> warned_;
  FrameClock frames_;
  double frame_ = 0;
  bool runs_ = false;
  std::vector<Logged> log_;  // of this frame: the last line of each node
  double logInterval_ = 60;  // s
  std::size_t warnings_ = 0;
  bool terminal_ = false, line_ = false, failed_ = false;
  FileWriter files_;  // last: its work prints
};

// As long as a terminal's line that `stream` goes to; all of it elsewhere.
std::string cutToTerminal(const std::string& line, int stream);
std::string cutTo(const std::string& line, std::size_t width);

}  // namespace tendril::cli
