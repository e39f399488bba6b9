// Reads JSON text.
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "cli/io/json_builder.h"

namespace tendril::cli::io {
namespace {

class AsciiParser {
 public:
  explicit AsciiParser(JsonBuilder& builder) : builder_(builder), bytes_(builder.text()) {}

  void parse() {
    for (skipSpace(); at_ < bytes_.size(); skipSpace()) token();
  }

 private:
  // after a value a ',' or a closing bracket must come, after a key a ':'
  enum class Expect { value, separator };

  void skipSpace() {
    while (at_ < bytes_.size() && std::string_view(" \t\r\n").find(bytes_[at_]) != std::string_view::npos)
      ++at_;
  }

  void token() {
    const std::size_t place = at_;
    const char c = bytes_[at_];
    if (c == ']' || c == '}') {
      if (expect_ == Expect::value && !justOpened_)
        builder_.fail(place, "a value is missing before the bracket");
      ++at_;
      builder_.end(c == ']' ? JsonType::array : JsonType::map, place);
      return valueDone();
    }
    if (c == ',' || c == ':') return separator(c);
    if (expect_ == Expect::separator) builder_.fail(place, "',' or a closing bracket is missing");
    if (c == '[' || c == '{') {
      ++at_;
      builder_.begin(c == '[' ? JsonType::array : JsonType::map, place);
      justOpened_ = true;
      return;
    }
    scalar(c, place);
    valueDone();
  }

  void valueDone() {
    justOpened_ = false;
    expect_ = Expect::separator;
  }

  void separator(char c) {
    const bool afterKey = builder_.inside(JsonType::map) && !builder_.expectsKey();
    if (expect_ != Expect::separator || builder_.done() || (c == ':') != afterKey)
      builder_.fail(at_, std::string("a '") + c + "' out of place");
    ++at_;
    expect_ = Expect::value;
    justOpened_ = false;
  }

  void scalar(char c, std::size_t place) {
    if (c == '"') return string(place);
    if (word("true")) return builder_.boolean(true, place);
    if (word("false")) return builder_.boolean(false, place);
    if (word("null")) return builder_.null(place);
    number(place);
  }

  bool word(std::string_view text) {
    if (bytes_.substr(at_, text.size()) != text) return false;
    at_ += text.size();
    return true;
  }

  void number(std::size_t place) {
    const char* first = bytes_.data() + at_;
    const char* last = bytes_.data() + bytes_.size();
    std::int64_t integer = 0;
    const auto asInteger = std::from_chars(first, last, integer);
    const bool whole =
        asInteger.ec == std::errc() &&
        (asInteger.ptr == last || std::string_view(".eE").find(*asInteger.ptr) == std::string_view::npos);
    const bool negativeZero =
        whole && integer == 0 && *first == '-';  // of a real: as an integer it loses its sign
    if (whole && !negativeZero) {
      at_ = static_cast<std::size_t>(asInteger.ptr - bytes_.data());
      return builder_.integer(integer, place);
    }
    double real = 0;
    const auto asReal = std::from_chars(first, last, real);
    if (asReal.ec == std::errc::result_out_of_range) {  // too small is 0, too large is nothing
      real = std::strtod(std::string(first, asReal.ptr).c_str(), nullptr);
      if (!std::isfinite(real)) builder_.fail(place, "a number beyond the range of a double");
    } else if (asReal.ec != std::errc()) {
      builder_.fail(place, "this is no value");
    }
    at_ = static_cast<std::size_t>(asReal.ptr - bytes_.data());
    builder_.real(real, place);
  }

  void string(std::size_t place) {
    const std::size_t first = ++at_;
    const std::size_t stop = bytes_.find_first_of("\"\\", first);
    if (stop != std::string_view::npos && bytes_[stop] == '"') {
      at_ = stop + 1;
      return builder_.string(bytes_.substr(first, stop - first), place);
    }
    std::string text;
    while (at_ < bytes_.size() && bytes_[at_] != '"')
      text += bytes_[at_] == '\\' ? escape() : bytes_.substr(at_++, 1);
    if (at_ == bytes_.size()) builder_.fail(place, "a string without an end");
    ++at_;
    builder_.string(builder_.keep(std::move(text), place), place);
  }

  std::string escape() {
    const std::size_t place = at_++;
    if (at_ == bytes_.size()) builder_.fail(place, "a string without an end");
    const char c = bytes_[at_++];
    constexpr std::string_view kFrom = "\"\\/bfnrt";
    constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    if (const std::size_t i = kFrom.find(c); i != std::string_view::npos) return std::string(1, kTo[i]);
    if (c == 'u') return utf8(codePoint(place));
    builder_.fail(place, "an unknown escape in a string");
  }

  unsigned hex4(std::size_t place) {
    unsigned code = 0;
    const std::string_view digits = bytes_.substr(at_, 4);
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (digits.size() != 4 || result.ptr != digits.data() + 4)
      builder_.fail(place, "\\u needs four hex digits");
    at_ += 4;
    return code;
  }

  unsigned codePoint(std::size_t place) {
    const unsigned high = hex4(place);
    if (high < 0xd800 || high > 0xdfff) return high;
    if (high > 0xdbff || bytes_.substr(at_, 2) != "\\u") builder_.fail(place, "half of a surrogate pair");
    at_ += 2;
    const unsigned low = hex4(place);
    if (low < 0xdc00 || low > 0xdfff) builder_.fail(place, "half of a surrogate pair");
    return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
  }

  static std::string utf8(unsigned code) {
    const auto tail = [&](int shift) { return static_cast<char>(0x80 | (code >> shift & 0x3f)); };
    if (code < 0x80) return {static_cast<char>(code)};
    if (code < 0x800) return {static_cast<char>(0xc0 | code >> 6), tail(0)};
    if (code < 0x10000) return {static_cast<char>(0xe0 | code >> 12), tail(6), tail(0)};
    return {static_cast<char>(0xf0 | code >> 18), tail(12), tail(6), tail(0)};
  }

  JsonBuilder& builder_;
  std::string_view bytes_;
  std::size_t at_ = 0;
  Expect expect_ = Expect::value;
  bool justOpened_ = false;
};

}  // namespace

void parseAscii(JsonBuilder& builder) {
  AsciiParser(builder).parse();
}

}  // namespace tendril::cli::io
