// Frame numbers in file names.
#include "cli/host/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string_view>

#include "cli/host/usage.h"

namespace tendril::cli {
namespace {

// A name cut into literal text and variables, in order.
struct Piece {
  bool variable;
  std::string text;  // of a variable: F, F4, FF
};

// Length of the variable that starts at the '$' at `at`, and its name; 0 where there is none.
std::size_t variableAt(std::string_view text, std::size_t at, std::string& name) {
  const bool braces = text.substr(at + 1, 1) == "{";
  const std::size_t start = at + (braces ? 2 : 1);
  if (text.substr(start, 1) != "F") return 0;
  std::size_t end = start + 1;
  if (end < text.size() && (text[end] == 'F' || (text[end] >= '0' && text[end] <= '9'))) ++end;
  if (braces && text.substr(end, 1) != "}") return 0;
  const unsigned char after = end < text.size() ? static_cast<unsigned char>(text[end]) : ' ';
  if (!braces && (std::isalnum(after) || after == '_')) return 0;  // $FSTART is another variable
  name = std::string(text.substr(start, end - start));
  return end + (braces ? 1 : 0) - at;
}

std::vector<Piece> cut(const std::string& text) {
  std::vector<Piece> pieces = {{false, ""}};
  for (std::size_t at = 0; at < text.size();) {
    std::string name;
    const std::size_t length = text[at] == '$' ? variableAt(text, at, name) : 0;
    if (length) {
      pieces.push_back({true, name});
      pieces.push_back({false, ""});
      at += length;
    } else {
      pieces.back().text += text[at++];
    }
  }
  return pieces;
}

int widthOf(const std::string& name) {
  return name.size() == 2 && name[1] != 'F' ? name[1] - '0' : 0;
}

std::string padded(long frame, int width) {
  return frame < 0 ? fmt::format("-{:0{}}", -frame, width) : fmt::format("{:0{}}", frame, width);
}

int parseFrame(std::string_view text, const std::string& whole) {
  int value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size())
    throw UsageError("'" + whole + "' is no frame range; write 1-24, 1-24x2 or 1-3,7");
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
  if (step < 1 || last < first) throw UsageError("'" + whole + "' runs backwards");
  if ((static_cast<long>(last) - first) / step >= 10'000'000)
    throw UsageError("'" + whole + "' is more than ten million frames");
  for (long frame = first; frame <= last; frame += step) frames.push_back(static_cast<int>(frame));
}

// The frame whose name this file has, by trying its digits after the text before the first variable.
std::optional<int> frameOf(const std::string& pattern, const std::string& file) {
  const std::string before = cut(pattern).front().text;
  if (file.compare(0, before.size(), before) != 0) return std::nullopt;
  for (std::size_t digits = std::min<std::size_t>(10, file.size() - before.size()); digits > 0; --digits) {
    int frame = 0;
    const char* first = file.data() + before.size();
    const auto result = std::from_chars(first, first + digits, frame);
    if (result.ec == std::errc() && result.ptr == first + digits && expandFrame(pattern, frame) == file)
      return frame;
  }
  return std::nullopt;
}

}  // namespace

std::string withoutFrame(const std::string& path) {
  std::string text;
  for (const Piece& piece : cut(path)) {
    if (!piece.variable)
      text += piece.text;
    else if (!text.empty() && (text.back() == '.' || text.back() == '_' || text.back() == '-'))
      text.pop_back();
  }
  return text;
}

bool hasFrame(const std::string& path) {
  return cut(path).size() > 1;
}

std::string expandFrame(const std::string& path, double frame) {
  std::string result;
  for (const Piece& piece : cut(path)) {
    if (!piece.variable)
      result += piece.text;
    else if (piece.text == "FF")
      result += fmt::format("{}", frame);
    else
      result += padded(std::lround(std::floor(frame)), widthOf(piece.text));
  }
  return result;
}

std::vector<int> parseFrames(const std::string& text) {
  std::vector<int> frames;
  std::size_t from = 0;
  while (true) {
    const std::size_t comma = text.find(',', from);
    parsePart(std::string_view(text).substr(from, comma == std::string::npos ? comma : comma - from), text,
              frames);
    if (comma == std::string::npos) return frames;
    from = comma + 1;
  }
}

std::vector<int> framesOnDisk(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(path).parent_path();
  if (hasFrame(folder.string()))
    throw UsageError(path + ": give --frames where a folder carries the frame number");
  const std::string name = fs::path(path).filename().string();
  std::vector<int> frames;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? fs::path(".") : folder, error))
    if (const auto frame = frameOf(name, entry.path().filename().string())) frames.push_back(*frame);
  std::sort(frames.begin(), frames.end());
  return frames;
}

}  // namespace tendril::cli
