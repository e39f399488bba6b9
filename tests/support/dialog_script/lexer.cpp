// Tokens of dialog scripts.
#include "tests/support/dialog_script/lexer.h"

#include <cmath>
#include <cstdlib>
#include <regex>
#include <stdexcept>

namespace tendril::test::dialog {

namespace {

const std::string kBrackets = "{}[]", kBoundaries = " \t\n\"{}[]";
const std::string kEscapes = "\"\\nr", kEscaped = "\"\\\n\r";
constexpr TokenKind kBracketKinds[] = {TokenKind::open, TokenKind::close, TokenKind::openSquare,
                                       TokenKind::closeSquare};

bool isBoundary(char c) {
  return kBoundaries.find(c) != std::string::npos;
}

// texts hold no control characters, and their lines end in LF alone
void checkCharacters(const std::string& text) {
  int line = 1;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '\n')
      ++line;
    else if ((code < 0x20 && c != '\t') || code == 0x7f)
      fail(line, "control character " + std::to_string(code));
  }
}

}  // namespace

[[noreturn]] void fail(int line, const std::string& what) {
  throw std::runtime_error("line " + std::to_string(line) + ": " + what);
}

std::string inQuotes(const std::string& text) {
  return "'" + text + "'";
}

bool isName(const std::string& text) {
  static const std::regex kForm("[A-Za-z_][A-Za-z0-9_#]*");
  return std::regex_match(text, kForm);
}

bool isNumber(const std::string& text) {
  static const std::regex kForm("-?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?");
  return std::regex_match(text, kForm) && std::isfinite(std::strtod(text.c_str(), nullptr));
}

bool isWhole(const std::string& text) {
  static const std::regex kForm("-?[0-9]{1,9}");
  return std::regex_match(text, kForm);
}

bool isOneOf(const std::string& text, const std::set<std::string>& words) {
  return words.count(text) > 0;
}

std::string describe(const Token& token) {
  if (token.kind == TokenKind::end) return "the end of the text";
  return token.kind == TokenKind::string ? "the string \"" + token.text + "\"" : inQuotes(token.text);
}

Lexer::Lexer(const std::string& text) : text_(text) {
  checkCharacters(text);
}

Token Lexer::next() {
  skipBlanks();
  Token token;
  token.line = line_;
  token.first = first_;
  token.before = at_ > 0 ? text_[at_ - 1] : '\n';
  first_ = false;
  if (at_ == text_.size()) return token;
  readInto(token);
  return token;
}

void Lexer::skipBlanks() {
  for (; at_ < text_.size(); advance()) {
    const bool lineStart = at_ == 0 || text_[at_ - 1] == '\n';
    if (lineStart && text_[at_] == '#')
      while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') advance();
    else if (text_[at_] != ' ' && text_[at_] != '\t' && text_[at_] != '\n')
      return;
  }
}

void Lexer::advance() {
  if (text_[at_++] != '\n') return;
  ++line_;
  first_ = true;
}

void Lexer::readInto(Token& token) {
  const std::size_t bracket = kBrackets.find(text_[at_]);
  if (bracket != std::string::npos) {
    token.kind = kBracketKinds[bracket];
    token.text = text_[at_];
    advance();
  } else if (text_[at_] == '"') {
    readString(token);
  } else {
    readWord(token);
  }
}

void Lexer::readWord(Token& token) {
  token.kind = TokenKind::word;
  if (text_[at_] == '#') fail(line_, "a comment begins in the first column");
  for (; at_ < text_.size() && !isBoundary(text_[at_]); advance()) token.text += text_[at_];
  if (at_ < text_.size() && text_[at_] == '"') fail(line_, "no blank between word and string");
}

void Lexer::readString(Token& token) {
  token.kind = TokenKind::string;
  advance();
  while (at_ < text_.size() && text_[at_] != '"') {
    token.text += text_[at_] == '\\' ? escaped() : text_[at_];
    advance();
  }
  if (at_ == text_.size()) fail(token.line, "the string has no end");
  advance();
  first_ = false;  // what follows a string of several lines begins no line
  if (at_ < text_.size() && (!isBoundary(text_[at_]) || text_[at_] == '"'))
    fail(line_, "no blank after a string");
}

char Lexer::escaped() {
  advance();
  const std::size_t which = at_ < text_.size() ? kEscapes.find(text_[at_]) : std::string::npos;
  if (which == std::string::npos) fail(line_, "unknown escape in a string");
  return kEscaped[which];
}

}  // namespace tendril::test::dialog
