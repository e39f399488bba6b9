// Runs the program by its command line.
#pragma once

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

namespace tendril::test {

struct Outcome {
  int code;
  std::string text;  // of both streams

  std::size_t lines() const { return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')); }
};

inline Outcome shell(const std::string& command) {
  std::FILE* pipe = popen(("(" + command + "\n) 2>&1").c_str(), "r");
  std::string text;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), count);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text};
}

inline Outcome run(const std::string& arguments) {
  return shell(std::string(TENDRIL_PROGRAM) + " " + arguments);
}

}  // namespace tendril::test
