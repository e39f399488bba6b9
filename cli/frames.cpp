// Frame numbers in file names.
#include "cli/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <regex>

#include "solver/error.h"

namespace tendril {
namespace {

const std::regex& variable() {
  static const std::regex pattern(R"(\$(?:\{(F[0-9]?|FF)\}|(FF|F[0-9]?)))");
  return pattern;
}

std::string replaceVariables(const std::string& text, const std::function<std::string(const std::string&)>& by) {
  std::string result;
  std::size_t end = 0;
  for (std::sregex_iterator i(text.begin(), text.end(), variable()), last; i != last; ++i) {
    result += text.substr(end, static_cast<std::size_t>(i->position()) - end);
    result += by((*i)[1].matched ? (*i)[1].str() : (*i)[2].str());
    end = static_cast<std::size_t>(i->position() + i->length());
  }
  return result + text.substr(end);
}

int widthOf(const std::string& name) { return name.size() == 2 && name[1] != 'F' ? name[1] - '0' : 0; }

std::string padded(long frame, int width) {
  return frame < 0 ? fmt::format("-{:0{}}", -frame, width) : fmt::format("{:0{}}", frame, width);
}

int parseFrame(std::string_view text, const std::string& whole) {
  int value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size())
    throw Error("'" + whole + "' is no frame range; write 1-24, 1-24x2 or 1-3,7");
  return value;
}

void parsePart(std::string_view part, const std::string& whole, std::vector<int>& frames) {
  int step = 1;
  if (const auto x = part.find('x'); x != std::string_view::npos) {
    step = parseFrame(part.substr(x + 1), whole);
    part = part.substr(0, x);
  }
  const auto dash = part.find('-', 1);  // a first '-' is a sign
  const int first = parseFrame(part.substr(0, dash), whole);
  const int last = dash == std::string_view::npos ? first : parseFrame(part.substr(dash + 1), whole);
  if (step < 1 || last < first) throw Error("'" + whole + "' runs backwards");
  if ((static_cast<long>(last) - first) / step >= 10'000'000) throw Error("'" + whole + "' is more than ten million frames");
  for (long frame = first; frame <= last; frame += step) frames.push_back(static_cast<int>(frame));
}

std::string literal(const std::string& text) {
  return std::regex_replace(text, std::regex(R"([.^$|()\[\]{}*+?\\])"), R"(\$&)");
}

}  // namespace

bool hasFrame(const std::string& path) { return std::regex_search(path, variable()); }

std::string expandFrame(const std::string& path, double frame) {
  return replaceVariables(path, [&](const std::string& name) {
    if (name == "FF") return fmt::format("{}", frame);
    return padded(std::lround(std::floor(frame)), widthOf(name));
  });
}

std::vector<int> parseFrames(const std::string& text) {
  std::vector<int> frames;
  std::size_t from = 0;
  while (true) {
    const std::size_t comma = text.find(',', from);
    parsePart(std::string_view(text).substr(from, comma == std::string::npos ? comma : comma - from), text, frames);
    if (comma == std::string::npos) return frames;
    from = comma + 1;
  }
}

std::vector<int> framesOnDisk(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(path).parent_path();
  if (hasFrame(folder.string())) throw Error(path + ": give --frames where a folder carries the frame number");
  const std::string name = fs::path(path).filename().string();
  // marks survive the escaping of the rest
  std::string pattern = literal(replaceVariables(name, [](const std::string&) { return std::string("\x01"); }));
  pattern = std::regex_replace(pattern, std::regex("\x01"), "(-?[0-9]+)");
  const std::regex fits(pattern);
  std::vector<int> frames;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? fs::path(".") : folder, error)) {
    std::smatch match;
    const std::string file = entry.path().filename().string();
    if (!std::regex_match(file, match, fits) || match[1].length() > 9) continue;
    const int frame = std::stoi(match[1]);
    if (expandFrame(name, frame) == file) frames.push_back(frame);
  }
  std::sort(frames.begin(), frames.end());
  return frames;
}

}  // namespace tendril
