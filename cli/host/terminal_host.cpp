// The command line as a host.
#include "cli/host/terminal_host.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <optional>

#include "cli/io/geometry_file.h"
#include "nodes/parameters/text.h"

namespace tendril::cli {
namespace {

std::atomic<bool> stopAsked{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler may set it

extern "C" void askForStop(int signal) {
  stopAsked = true;
  std::signal(signal, SIG_DFL);  // the second one ends the program
}

double secondsSince(std::chrono::steady_clock::time_point from) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
}

std::string oneLine(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return text;
}

std::string duration(double seconds) {
  const long s = std::lround(seconds);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{}:{:02} min", s / 60, s % 60);
  return fmt::format("{}:{:02} h", s / 3600, s % 3600 / 60);
}

// ", 12 s left"; less than half a second is not worth a word.
std::string leftOf(const std::optional<double>& seconds) {
  return seconds && *seconds >= 0.5 ? ", " + duration(*seconds) + " left" : std::string();
}

}  // namespace

std::string cutTo(const std::string& line, std::size_t width) {
  if (line.size() <= width || width < 4) return line;
  return line.substr(0, width - 3) + "...";
}

std::string cutToTerminal(const std::string& line, int stream) {
  winsize size{};
  if (!isatty(stream) || ioctl(stream, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return line;
  return cutTo(line, size.ws_col - 1u);  // a full line would begin the next
}

TerminalHost::TerminalHost(bool writesBeside)
    : start_(Clock::now()),
      shown_(start_),
      told_(start_),
      frameStart_(start_),
      terminal_(isatty(STDERR_FILENO)),
      files_(writesBeside) {
  stopAsked = false;
  std::signal(SIGINT, askForStop);
  std::signal(SIGTERM, askForStop);
}

TerminalHost::~TerminalHost() {
  try {
    files_.finish();
  } catch (...) {  // what went wrong was told, or something before it was
  }
  clearLine();
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool TerminalHost::stopped() const {
  return stopAsked;
}

bool TerminalHost::interrupted() {
  return stopAsked || files_.failed();
}

void TerminalHost::warn(const std::string& message) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!warned_.insert(message).second) return;
  ++warnings_;
  say("warning: " + oneLine(message));
}

// Also from threads that are at work; the files' own thread waits for the screen only.
void TerminalHost::say(const std::string& line) {
  files_.then([this, line] {
    const std::lock_guard<std::mutex> lock(screen_);
    clearLine();
    std::fputs((line + "\n").c_str(), stderr);  // which may be closed: the work goes on
  });
}

void TerminalHost::print(const std::string& line) {
  files_.then([this, line] {
    const std::lock_guard<std::mutex> lock(screen_);
    clearLine();
    fmt::print("{}\n", line);
    std::fflush(stdout);  // a farm reads along
  });
}

void TerminalHost::inform(const std::string& message) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (warned_.insert("note " + message).second) say("note: " + oneLine(message));
}

// "frame 7 (3 of 48)".
std::string TerminalHost::place() const {
  return fmt::format("frame {} ({} of {})", frame_, frames_.done() + 1, frames_.frames());
}

void TerminalHost::progress(double part, const char* what) {
  constexpr double kWait = 1, kBetween = 0.2;  // s; short work shows nothing
  const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  const std::unique_lock<std::mutex> screen(screen_, std::try_to_lock);
  if (!lock || !screen) return;
  const double waits = terminal_ ? kBetween : logInterval_;
  if (secondsSince(start_) < kWait || secondsSince(terminal_ ? shown_ : told_) < waits) return;
  shown_ = told_ = Clock::now();
  std::string line = runs_ ? place() : std::string();
  // several nodes' work makes a frame, so a node's part is not the frame's
  const auto left = runs_ ? frames_.secondsLeft(secondsSince(frameStart_)) : std::nullopt;
  if (!terminal_ && runs_) line += ", " + duration(secondsSince(frameStart_)) + " so far";
  line += leftOf(left);
  line += fmt::format("{}{}, {:.0f} %", line.empty() ? "" : ": ", oneLine(what), 100 * part);
  if (terminal_)
    std::fputs(("\r\x1b[K" + cutToTerminal(line, STDERR_FILENO)).c_str(), stderr);
  else
    std::fputs((line + "\n").c_str(), stderr);
  std::fflush(stderr);
  line_ = terminal_;
}

// "solver: 120 rods, ...": where one cook makes several frames, the last one counts.
void TerminalHost::logFrame(const std::string& line) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::string node = line.substr(0, line.find(':'));
  for (Logged& logged : log_)
    if (logged.node == node) {
      logged.line = line;
      ++logged.times;
      return;
    }
  log_.push_back({node, line, 1});
}

void TerminalHost::fail(const std::string& message) {
  warn(message);
  failed_ = true;
}

Geometry TerminalHost::read(const std::string& path) {
  files_.await(path);
  return io::readGeometryFile(path, {});
}

void TerminalHost::write(const std::string& path, std::size_t bytes, const std::function<void()>& work) {
  files_.add(path, bytes, [frame = frame_, work] {
    try {
      work();
    } catch (const Error& error) {
      throw WriteError(fmt::format("frame {}: {}", frame, error.what()));
    }
  });
}

void TerminalHost::clearLine() {
  if (line_) std::fputs("\r\x1b[K", stderr);
  line_ = false;
}

void TerminalHost::beginRun(std::size_t frames) {
  const std::lock_guard<std::mutex> lock(mutex_);
  frames_.begin(frames);
  runs_ = true;
}

void TerminalHost::beginFrame(double frame) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::lock_guard<std::mutex> screen(screen_);
  clearLine();
  frame_ = frame;
  frameStart_ = told_ = Clock::now();
}

std::string TerminalHost::endFrame() {
  const std::lock_guard<std::mutex> lock(mutex_);
  const double seconds = secondsSince(frameStart_);
  std::string line = fmt::format("{}: {:.3f} s", place(), seconds), log;
  std::size_t most = 1;
  for (const Logged& logged : log_) {
    log += "; " + logged.line;
    if (logged.times > 1) log += " (and " + nodes::counted(logged.times - 1, "frame", "frames") + " before)";
    most = std::max(most, logged.times);
  }
  log_.clear();
  frames_.finished(seconds, most);
  return line + leftOf(frames_.secondsLeft()) + log;
}

double TerminalHost::seconds() const {
  return secondsSince(start_);
}

}  // namespace tendril::cli
