// The command line as a host.
#include "cli/host/terminal_host.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <utility>

#include "cli/io/geometry_file.h"

namespace tendril::cli {
namespace {

std::atomic<bool> stopAsked{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler may set it

extern "C" void askForStop(int signal) {
  stopAsked = true;
  std::signal(signal, SIG_DFL);  // the second one ends the program
}

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point from) {
  return std::chrono::duration<double>(Clock::now() - from).count();
}

std::string duration(double seconds) {
  const long s = std::lround(seconds);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{}:{:02} min", s / 60, s % 60);
  return fmt::format("{}:{:02} h", s / 3600, s % 3600 / 60);
}

}  // namespace

TerminalHost::TerminalHost(bool writesBeside)
    : start_(Clock::now()), shown_(start_), terminal_(isatty(STDERR_FILENO)), files_(writesBeside) {
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

bool TerminalHost::interrupted() {
  return stopAsked || files_.failed();
}

void TerminalHost::warn(const std::string& message) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!warned_.insert(message).second) return;
  std::string line = message;
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  say("warning: " + line);
}

// Without the mutex: files may be waiting for it.
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

void TerminalHost::progress(double part, const char* what) {
  constexpr double kWait = 1, kBetween = 0.2;  // s; short work shows nothing
  const std::unique_lock<std::mutex> lock(screen_, std::try_to_lock);
  if (!lock || !terminal_ || secondsSince(start_) < kWait || secondsSince(shown_) < kBetween) return;
  shown_ = Clock::now();
  const double whole = (static_cast<double>(done_) + part) / static_cast<double>(all_);
  const std::string left =
      whole > 0.01 ? ", " + duration(secondsSince(start_) * (1 - whole) / whole) + " left" : std::string();
  std::fputs(fmt::format("\r\x1b[K{:3.0f} %{}  {}", 100 * whole, left, what).c_str(), stderr);
  std::fflush(stderr);
  line_ = true;
}

void TerminalHost::inform(const std::string& message) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (warned_.insert("note " + message).second) say("note: " + message);
}

void TerminalHost::logFrame(const std::string& line) {
  const std::lock_guard<std::mutex> lock(mutex_);
  log_ += "; " + line;
}

std::string TerminalHost::takeLog() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(log_, {});
}

void TerminalHost::fail(const std::string& message) {
  warn(message);
  failed_ = true;
}

Geometry TerminalHost::read(const std::string& path) {
  files_.await(path);
  return io::readGeometryFile(path, {});
}

void TerminalHost::write(const std::string& path, std::size_t bytes, std::function<void()> work) {
  files_.add(path, bytes, [frame = frame_, work = std::move(work)] {
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

void TerminalHost::setFrame(std::size_t done, std::size_t all) {
  const std::lock_guard<std::mutex> lock(screen_);
  clearLine();
  done_ = done;
  all_ = all;
}

double TerminalHost::seconds() const {
  return secondsSince(start_);
}

std::string TerminalHost::timeLeft() const {
  if (done_ == 0 || done_ >= all_) return {};
  const double spent = secondsSince(start_);
  return ", " + duration(spent / static_cast<double>(done_) * static_cast<double>(all_ - done_)) + " left";
}

}  // namespace tendril::cli
