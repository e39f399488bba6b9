// Small pieces of text handling.
#include "nodes/parameters/text.h"

#include <charconv>
#include <cmath>
#include <sstream>

namespace tendril::nodes {

std::vector<std::string> splitAt(std::string_view text, char mark) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == mark)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::vector<std::string> words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

std::optional<double> parseNumber(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

namespace {

template <class T>
std::string shortest(T value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, result.ptr);
}

}  // namespace

std::string formatNumber(float value) {
  return shortest(value);
}

std::string formatNumber(double value) {
  return shortest(value);
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string joined(const std::vector<std::string>& parts, const char* mark) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : mark) + part;
  return text;
}

std::string firstOf(const std::vector<std::string>& names, const char* mark) {
  constexpr std::size_t kNamed = 5;
  if (names.size() <= kNamed) return joined(names, mark);
  const std::vector<std::string> first(names.begin(), names.begin() + kNamed);
  return joined(first, mark) + " and " + std::to_string(names.size() - kNamed) + " more";
}

std::string wrapped(std::string_view text, std::size_t width, const std::string& indent) {
  std::string result, line = indent;
  for (const std::string& word : words(text)) {
    if (line.size() > indent.size() && line.size() + 1 + word.size() > width) {
      result += line + "\n";
      line = indent;
    }
    if (line.size() > indent.size()) line += ' ';
    line += word;
  }
  return result + line + "\n";
}

bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, from = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t]) && pattern[p] != '*') {
      ++p, ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace tendril::nodes
