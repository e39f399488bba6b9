// Splits a dialog script into tokens.
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
  int line = 1;        // of its start
  bool first = false;  // first on its line, after blanks
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
