// What a file holds; empty where there is none.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace tendril::test {

inline std::string fileText(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace tendril::test
