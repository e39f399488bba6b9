// Small pieces of text handling that node tables share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::nodes {

std::vector<std::string> splitAt(std::string_view text, char mark);  // "a,b" -> a b; empty parts stay
std::vector<std::string> words(std::string_view text);               // at blanks; none is empty
std::optional<double> parseNumber(std::string_view text);            // all of the text, finite
std::string formatNumber(float value);
std::string formatNumber(double value);  // the shortest that reads back the same
// "1 rod was", "12 rods were".
std::string counted(std::size_t count, const char* one, const char* many);
std::string joined(const std::vector<std::string>& parts, const char* mark);
// The first few: "0, 7, 12, 13, 20 and 40 more".
std::string firstOf(const std::vector<std::string>& names, const char* mark = ", ");
std::string wrapped(std::string_view text, std::size_t width, const std::string& indent);

// `*` any run of characters, `?` any one.
bool matches(std::string_view pattern, std::string_view text);

}  // namespace tendril::nodes
