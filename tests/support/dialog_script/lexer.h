// From the text of a dialog script to tokens, and what words may be.
#pragma once

#include <set>
#include <string>

namespace tendril::test::dialog {

[[noreturn]] void fail(int line, const std::string& what);

std::string inQuotes(const std::string& text);
bool isName(const std::string& text);
bool isNumber(const std::string& text);
bool isWhole(const std::string& text);
bool isOneOf(const std::string& text, const std::set<std::string>& words);

enum class TokenKind { word, string, open, close, openSquare, closeSquare, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text;    // of a string: without quotes and escapes
  int line = 1;        // where it begins
  bool first = false;  // nothing but blanks before it on its line
  char before = '\n';  // the character before it
};

std::string describe(const Token& token);

class Lexer {
 public:
  explicit Lexer(const std::string& text);
  Token next();

 private:
  void skipBlanks();
  void advance();
  void readInto(Token& token);
  void readWord(Token& token);
  void readString(Token& token);
  char escaped();

  const std::string& text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool first_ = true;
};

}  // namespace tendril::test::dialog
