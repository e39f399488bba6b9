// From text to tokens, from tokens to items, and the rules that single items and whole scripts keep.
#include "tests/support/dialog_script.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

namespace tendril::test {
namespace {

[[noreturn]] void fail(int line, const std::string& what) {
  throw std::runtime_error("line " + std::to_string(line) + ": " + what);
}

std::string inQuotes(const std::string& text) {
  return "'" + text + "'";
}

bool matches(const std::string& text, const std::regex& form) {
  return std::regex_match(text, form);
}

bool isName(const std::string& text) {
  static const std::regex kForm("[A-Za-z_][A-Za-z0-9_#]*");
  return matches(text, kForm);
}

bool isNumber(const std::string& text) {
  static const std::regex kForm("-?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?");
  return matches(text, kForm) && std::isfinite(std::strtod(text.c_str(), nullptr));
}

bool isWhole(const std::string& text) {
  static const std::regex kForm("-?[0-9]{1,9}");
  return matches(text, kForm);
}

bool isOneOf(const std::string& text, const std::set<std::string>& words) {
  return words.count(text) > 0;
}

// ---- tokens

enum class TokenKind { word, string, open, close, openSquare, closeSquare, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text;    // of a string: without quotes and escapes
  int line = 1;        // where it begins
  bool first = false;  // nothing but blanks before it on its line
  char before = '\n';  // the character before it
};

std::string describe(const Token& token) {
  if (token.kind == TokenKind::end) return "the end of the text";
  return token.kind == TokenKind::string ? "the string \"" + token.text + "\"" : inQuotes(token.text);
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

class Lexer {
 public:
  explicit Lexer(const std::string& text) : text_(text) { checkCharacters(text); }

  Token next() {
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

 private:
  void skipBlanks() {
    for (; at_ < text_.size(); advance()) {
      const bool lineStart = at_ == 0 || text_[at_ - 1] == '\n';
      if (lineStart && text_[at_] == '#')
        while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') advance();
      else if (text_[at_] != ' ' && text_[at_] != '\t' && text_[at_] != '\n')
        return;
    }
  }

  void advance() {
    if (text_[at_++] != '\n') return;
    ++line_;
    first_ = true;
  }

  void readInto(Token& token) {
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

  void readWord(Token& token) {
    token.kind = TokenKind::word;
    if (text_[at_] == '#') fail(line_, "a comment begins in the first column");
    for (; at_ < text_.size() && !isBoundary(text_[at_]); advance()) token.text += text_[at_];
    if (at_ < text_.size() && text_[at_] == '"') fail(line_, "no blank between word and string");
  }

  void readString(Token& token) {
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

  char escaped() {
    advance();
    const std::size_t which = at_ < text_.size() ? kEscapes.find(text_[at_]) : std::string::npos;
    if (which == std::string::npos) fail(line_, "unknown escape in a string");
    return kEscaped[which];
  }

  static bool isBoundary(char c) { return kBoundaries.find(c) != std::string::npos; }

  inline static const std::string kBrackets = "{}[]", kBoundaries = " \t\n\"{}[]";
  inline static const std::string kEscapes = "\"\\nr", kEscaped = "\"\\\n\r";
  static constexpr TokenKind kBracketKinds[] = {TokenKind::open, TokenKind::close, TokenKind::openSquare,
                                                TokenKind::closeSquare};
  const std::string& text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool first_ = true;
};

// ---- types

enum class ValueKind { toggle, real, whole, text, free, choice, zero, blank, ramp };

struct TypeRule {
  int size = 1;
  ValueKind values = ValueKind::free;
  bool tuple = false;  // may have a size of 2, 3 or 4 instead
};

const std::map<std::string, TypeRule> kTypes = {{"toggle", {1, ValueKind::toggle}},
                                                {"float", {1, ValueKind::real, true}},
                                                {"integer", {1, ValueKind::whole, true}},
                                                {"string", {1, ValueKind::text, true}},
                                                {"label", {1, ValueKind::text, true}},
                                                {"ordinal", {1, ValueKind::choice}},
                                                {"separator", {1, ValueKind::blank}},
                                                {"button", {1, ValueKind::zero}},
                                                {"image", {1, ValueKind::text}},
                                                {"oppath", {1, ValueKind::text}},
                                                {"oplist", {1, ValueKind::text}},
                                                {"file", {1, ValueKind::text}},
                                                {"directory", {1, ValueKind::text}},
                                                {"geometry", {1, ValueKind::text}},
                                                {"angle", {1, ValueKind::real}},
                                                {"log", {1, ValueKind::real}},
                                                {"intlog", {1, ValueKind::whole}},
                                                {"vector2", {2, ValueKind::real}},
                                                {"vector", {3, ValueKind::real}},
                                                {"vector4", {4, ValueKind::real}},
                                                {"direction", {3, ValueKind::real}},
                                                {"color", {3, ValueKind::real}},
                                                {"color4", {4, ValueKind::real}},
                                                {"intvector2", {2, ValueKind::whole}},
                                                {"intvector", {3, ValueKind::whole}},
                                                {"float_minmax", {2, ValueKind::real}},
                                                {"int_minmax", {2, ValueKind::whole}},
                                                {"ramp_flt", {1, ValueKind::ramp}},
                                                {"ramp_rgb", {1, ValueKind::ramp}},
                                                {"data", {}},
                                                {"geometrydata", {}},
                                                {"buttonstrip", {}},
                                                {"iconstrip", {}}};

bool isToken(const DialogParm& parm, const std::string& value) {
  return std::any_of(parm.menu.begin(), parm.menu.end(),
                     [&](const auto& pair) { return pair.first == value; });
}

// a token, or the number of one; scripts decide when they run
bool isChoice(const DialogParm& parm, const std::string& value) {
  if (!parm.menuScript.empty() || isToken(parm, value)) return true;
  if (parm.menuOfNumbers || !isWhole(value)) return false;
  const int index = std::stoi(value);
  return index >= 0 && index < static_cast<int>(parm.menu.size());
}

bool isValue(const DialogParm& parm, const std::string& value) {
  switch (kTypes.at(parm.type).values) {
    case ValueKind::toggle:
      return isOneOf(value, {"0", "1", "off", "on"});
    case ValueKind::real:
      return isNumber(value);
    case ValueKind::whole:
      return isWhole(value);
    case ValueKind::choice:
      return isChoice(parm, value);
    case ValueKind::zero:
      return value == "0";
    case ValueKind::blank:
      return value.empty();
    case ValueKind::ramp:
      return value == std::to_string(parm.ramp.size());
    case ValueKind::text:
    case ValueKind::free:
      break;
  }
  return true;
}

// ---- ramps: "1pos ( 0 ) 1value ( 0 ) 1interp ( linear ) 2pos ..."

class RampReader {
 public:
  RampReader(const std::string& text, int line, bool color) : words_(text), line_(line), color_(color) {}

  std::vector<RampPoint> read() {
    std::vector<RampPoint> points;
    while (words_ >> std::ws, !words_.eof()) {
      number_ = std::to_string(points.size() + 1);
      points.push_back(readPoint());
      const double before = points.size() > 1 ? points[points.size() - 2].position : 0;
      if (points.back().position < before || points.back().position > 1)
        fail(line_, "ramp positions must ascend from 0 to 1");
    }
    return points;
  }

 private:
  RampPoint readPoint() {
    RampPoint point;
    point.position = numbers("pos", 1)[0];
    point.value = color_ ? numbers("c", 3) : numbers("value", 1);
    expect(number_ + "interp");
    expect("(");
    words_ >> point.interpolation;
    if (!isOneOf(point.interpolation,
                 {"constant", "linear", "catmull-rom", "monotonecubic", "bezier", "bspline", "hermite"}))
      fail(line_, "unknown ramp interpolation " + inQuotes(point.interpolation));
    expect(")");
    return point;
  }

  std::vector<double> numbers(const std::string& key, std::size_t count) {
    expect(number_ + key);
    expect("(");
    std::vector<double> values(count);
    for (double& value : values) {
      std::string word;
      words_ >> word;
      if (!isNumber(word)) fail(line_, inQuotes(word) + " in a ramp is no number");
      value = std::strtod(word.c_str(), nullptr);
    }
    expect(")");
    return values;
  }

  void expect(const std::string& wanted) {
    std::string word;
    words_ >> word;
    if (word != wanted) fail(line_, "expected " + inQuotes(wanted) + " in the ramp, found " + inQuotes(word));
  }

  std::istringstream words_;
  int line_;
  bool color_;
  std::string number_;
};

// ---- items

using Lines = std::map<std::string, int>;  // keywords of a block and where they stand

// The rules of one parm, when its block is read.
class ParmRules {
 public:
  ParmRules(DialogParm& parm, const Lines& lines) : parm_(parm), lines_(lines) {}

  void check() {
    if (parm_.builtIn) {
      for (const char* keyword : {"type", "size", "default", "range"})
        if (has(keyword)) fail(lines_.at(keyword), "a built-in parm has no " + inQuotes(keyword));
      return;
    }
    for (const char* keyword : {"type", "default"})
      if (!has(keyword)) fail(parm_.line, "parm " + inQuotes(parm_.name) + " has no " + inQuotes(keyword));
    checkSize();
    checkMenu();
    checkRamp();
    checkDefaults();
  }

 private:
  bool has(const std::string& keyword) const { return lines_.count(keyword) > 0; }
  TypeRule rule() const { return kTypes.at(parm_.type); }

  void checkSize() {
    if (has("size") && rule().tuple) {
      if (parm_.size < 2 || parm_.size > 4) fail(lines_.at("size"), "a tuple has size 2, 3 or 4");
      return;
    }
    if (has("size") && rule().size == 1) fail(lines_.at("size"), inQuotes(parm_.type) + " takes no size");
    if (!has("size") && rule().size != 1) fail(parm_.line, inQuotes(parm_.type) + " needs a size");
    if (parm_.size != rule().size)
      fail(lines_.at("size"), "the size of " + inQuotes(parm_.type) + " is " + std::to_string(rule().size));
  }

  void checkMenu() {
    const bool field = isOneOf(parm_.menuKind, {"menureplace", "menutoggle"});
    if (rule().values == ValueKind::choice && (parm_.menuKind.empty() || field))
      fail(parm_.line, "an ordinal needs a menu or menumini");
    if (field && rule().values != ValueKind::text)
      fail(lines_.at(parm_.menuKind), inQuotes(parm_.menuKind) + " needs a text field");
  }

  void checkRamp() {
    if (parm_.tags.count("rampfloatdefault") && parm_.type != "ramp_flt")
      fail(parm_.line, "rampfloatdefault belongs to ramp_flt");
    if (parm_.tags.count("rampcolordefault") && parm_.type != "ramp_rgb")
      fail(parm_.line, "rampcolordefault belongs to ramp_rgb");
    if (rule().values != ValueKind::ramp) return;
    if (parm_.range.empty() || parm_.range[0] != "1!") fail(parm_.line, "the range of a ramp begins with 1!");
    const bool color = parm_.type == "ramp_rgb";
    const auto tag = parm_.tags.find(color ? "rampcolordefault" : "rampfloatdefault");
    if (tag == parm_.tags.end()) fail(parm_.line, "the ramp has no points in its tag");
    parm_.ramp = RampReader(tag->second, parm_.line, color).read();
    if (parm_.ramp.empty()) fail(parm_.line, "the ramp has no points in its tag");
  }

  void checkDefaults() {
    const int line = lines_.at("default");
    if (parm_.defaults.size() != static_cast<std::size_t>(parm_.size))
      fail(line, std::to_string(parm_.defaults.size()) + " defaults for size " + std::to_string(parm_.size));
    for (std::size_t i = 0; i < parm_.defaults.size(); ++i)
      if (parm_.languages[i].empty() && !isValue(parm_, parm_.defaults[i]))
        fail(line, inQuotes(parm_.defaults[i]) + " is no default of this " + parm_.type);
  }

  DialogParm& parm_;
  const Lines& lines_;
};

const std::set<std::string> kItemKinds = {"parm",     "groupsimple", "groupcollapsible",
                                          "group",    "groupradio",  "multiparm",
                                          "multitab", "multiscroll", "multiswitcher"};

class Parser {
 public:
  explicit Parser(const std::string& text) : lexer_(text), token_(lexer_.next()) {}

  DialogScript parse() {
    DialogScript script;
    takeFirst(TokenKind::open, "'{'");
    readHeader(script);
    while (token_.kind != TokenKind::close) script.items.push_back(readItem());
    takeFirst(TokenKind::close, "'}'");
    if (token_.kind != TokenKind::end) fail(token_.line, describe(token_) + " after the end of the script");
    return script;
  }

 private:
  using Read = std::function<void(Parser&, DialogItem&)>;
  using Keywords = std::map<std::string, Read>;

  // ---- tokens
  Token take(TokenKind kind, const char* what) {
    if (token_.kind != kind)
      fail(token_.line, std::string("expected ") + what + ", found " + describe(token_));
    return std::exchange(token_, lexer_.next());
  }

  // keywords and the brackets that close items begin their lines
  Token takeFirst(TokenKind kind, const char* what) {
    if (token_.kind == kind && !token_.first) fail(token_.line, describe(token_) + " must begin a line");
    return take(kind, what);
  }

  // what belongs to a keyword stands on its line
  Token takeBeside(TokenKind kind, const char* what) {
    if (token_.kind == kind && token_.first)
      fail(token_.line, describe(token_) + " must stand on the line of its keyword");
    return take(kind, what);
  }

  std::string string() { return takeBeside(TokenKind::string, "a string").text; }
  std::string word() { return takeBeside(TokenKind::word, "a word").text; }
  void open() { takeBeside(TokenKind::open, "'{'"); }
  void close() { take(TokenKind::close, "'}'"); }

  int whole(int least) {
    const int line = token_.line;
    const std::string text = word();
    if (!isWhole(text) || std::stoi(text) < least)
      fail(line, inQuotes(text) + " is no whole number from " + std::to_string(least));
    return std::stoi(text);
  }

  // ---- header
  std::string headerKeyword(const std::string& wanted) {
    const Token token = takeFirst(TokenKind::word, inQuotes(wanted).c_str());
    if (token.text != wanted) fail(token.line, "expected " + inQuotes(wanted) + ", found " + describe(token));
    if (wanted != "help" && token_.before != '\t') fail(token.line, "no tab after " + inQuotes(wanted));
    return wanted;
  }

  void readHeader(DialogScript& script) {
    static const std::regex kOperator(
        "([A-Za-z_][A-Za-z0-9_.]*::)?[A-Za-z_][A-Za-z0-9_]*(::[0-9]+(\\.[0-9]+)*)?");
    headerKeyword("name");
    const int line = token_.line;
    script.name = word();
    if (!matches(script.name, kOperator)) fail(line, inQuotes(script.name) + " is no operator name");
    headerKeyword("script");
    script.script = word();
    headerKeyword("label");
    script.label = string();
    headerKeyword("help");
    open();
    while (token_.kind != TokenKind::close) script.help.push_back(take(TokenKind::string, "a string").text);
    close();
    readLabels("inputlabel", script.inputLabels);
    readLabels("outputlabel", script.outputLabels);
    readHandles(script);
  }

  bool at(const std::string& keyword) const {
    return token_.kind == TokenKind::word && token_.text == keyword;
  }

  void readLabels(const std::string& keyword, std::vector<std::pair<int, std::string>>& labels) {
    while (at(keyword)) {
      headerKeyword(keyword);
      const int line = token_.line, number = whole(1);
      if (labels.empty() ? number != 1 : number <= labels.back().first)
        fail(line, "the numbers of " + inQuotes(keyword) + " begin at 1 and increase");
      labels.emplace_back(number, string());
    }
  }

  void readHandles(DialogScript& script) {
    while (at("bindhandle")) {
      headerKeyword("bindhandle");
      std::vector<std::string> words = {word(), word()};
      words.push_back(string());
      words.push_back(word());
      words.push_back(string());
      script.handles.push_back(words);
    }
  }

  // ---- items
  DialogItem readItem() {
    const Token keyword = takeFirst(TokenKind::word, "an item");
    if (!isOneOf(keyword.text, kItemKinds)) fail(keyword.line, describe(keyword) + " is no item");
    DialogItem item;
    item.kind = keyword.text;
    item.parm.line = keyword.line;
    const Lines lines = readBlock(item);
    for (const char* wanted : {"name", "label"})
      if (!lines.count(wanted)) fail(keyword.line, inQuotes(item.kind) + " has no " + inQuotes(wanted));
    if (item.isParm())
      ParmRules(item.parm, lines).check();
    else
      checkTags(item);
    return item;
  }

  Lines readBlock(DialogItem& item) {
    Lines lines;
    open();
    while (token_.kind != TokenKind::close) {
      if (!item.isParm() && token_.kind == TokenKind::word && isOneOf(token_.text, kItemKinds))
        readChild(item);
      else
        readProperty(item, lines);
    }
    takeFirst(TokenKind::close, "'}'");
    return lines;
  }

  void readChild(DialogItem& item) {
    multis_ += item.isMulti();
    item.children.push_back(readItem());
    multis_ -= item.isMulti();
  }

  void readProperty(DialogItem& item, Lines& lines) {
    const Token keyword = takeFirst(TokenKind::word, "a keyword");
    const Keywords& keywords = keywordsOf(item);
    const auto read = keywords.find(keyword.text);
    if (read == keywords.end()) fail(keyword.line, describe(keyword) + " is no keyword of " + item.kind);
    if (!item.children.empty()) fail(keyword.line, describe(keyword) + " after the first item");
    const bool once = keyword.text != "parmtag" && keyword.text != "grouptag";
    if (!lines.emplace(keyword.text, keyword.line).second && once)
      fail(keyword.line, "a second " + describe(keyword));
    read->second(*this, item);
  }

  static const Keywords& keywordsOf(const DialogItem& item) {
    if (item.isParm()) return parmKeywords();
    if (item.isMulti()) return multiKeywords();
    return item.isTab() ? tabKeywords() : folderKeywords();
  }

  static Keywords commonKeywords() {
    return {{"name", [](Parser& p, DialogItem& i) { i.parm.name = p.name(); }},
            {"label", [](Parser& p, DialogItem& i) { i.parm.label = p.string(); }},
            {"hidewhen", [](Parser& p, DialogItem& i) { i.parm.hideWhen = p.condition(); }},
            {"disablewhen", [](Parser& p, DialogItem& i) { i.parm.disableWhen = p.condition(); }}};
  }

  static const Keywords& folderKeywords() {
    static const Keywords kKeywords = [] {
      Keywords all = commonKeywords();
      all["grouptag"] = [](Parser& p, DialogItem& i) { p.readTag(i.parm); };
      return all;
    }();
    return kKeywords;
  }

  static const Keywords& tabKeywords() {
    static const Keywords kKeywords = [] {
      Keywords all = folderKeywords();
      all["hidewhentab"] = [](Parser& p, DialogItem& i) { i.hideTabWhen = p.condition(); };
      all["disablewhentab"] = [](Parser& p, DialogItem& i) { i.disableTabWhen = p.condition(); };
      all["invisibletab"] = [](Parser&, DialogItem& i) { i.invisibleTab = true; };
      all["tabbreak"] = [](Parser&, DialogItem& i) { i.tabBreak = true; };
      return all;
    }();
    return kKeywords;
  }

  static const Keywords& multiKeywords() {
    static const Keywords kKeywords = [] {
      Keywords all = commonKeywords();
      all["default"] = [](Parser& p, DialogItem& i) { i.count = p.whole(0); };
      all["parmtag"] = [](Parser& p, DialogItem& i) { p.readTag(i.parm); };
      all["invisible"] = [](Parser&, DialogItem& i) { i.parm.invisible = true; };
      return all;
    }();
    return kKeywords;
  }

  static const Keywords& parmKeywords() {
    static const Keywords kKeywords = [] {
      Keywords all = commonKeywords();
      all["type"] = [](Parser& p, DialogItem& i) { i.parm.type = p.type(); };
      all["size"] = [](Parser& p, DialogItem& i) { i.parm.size = p.whole(1); };
      all["default"] = [](Parser& p, DialogItem& i) { p.readDefaults(i.parm); };
      all["range"] = [](Parser& p, DialogItem& i) { i.parm.range = p.range(); };
      all["help"] = [](Parser& p, DialogItem& i) { i.parm.help = p.string(); };
      all["export"] = [](Parser& p, DialogItem& i) { i.parm.exported = p.exported(); };
      all["parmtag"] = [](Parser& p, DialogItem& i) { p.readTag(i.parm); };
      all["joinnext"] = [](Parser&, DialogItem& i) { i.parm.joinNext = true; };
      all["nolabel"] = [](Parser&, DialogItem& i) { i.parm.noLabel = true; };
      all["invisible"] = [](Parser&, DialogItem& i) { i.parm.invisible = true; };
      all["baseparm"] = [](Parser&, DialogItem& i) { i.parm.builtIn = true; };
      for (const char* kind : {"menu", "menumini", "menureplace", "menutoggle"})
        all[kind] = [kind](Parser& p, DialogItem& i) { p.readMenu(i.parm, kind); };
      return all;
    }();
    return kKeywords;
  }

  // ---- what follows a keyword
  std::string name() {
    const int line = token_.line;
    const std::string text = string();
    if (!isName(text)) fail(line, inQuotes(text) + " is no name");
    if (!names_.insert(text).second) fail(line, "a second item is named " + inQuotes(text));
    const bool numbered = text.find('#') != std::string::npos;
    if (numbered && multis_ == 0) fail(line, inQuotes(text) + " has a '#' outside of multiparms");
    if (!numbered && multis_ > 0) fail(line, inQuotes(text) + " has no '#' inside of a multiparm");
    return text;
  }

  std::string type() {
    const int line = token_.line;
    const std::string text = word();
    if (!kTypes.count(text)) fail(line, "unknown type " + inQuotes(text));
    return text;
  }

  std::string exported() {
    const int line = token_.line;
    const std::string text = word();
    if (!isOneOf(text, {"none", "all", "dialog"})) fail(line, "unknown export " + inQuotes(text));
    return text;
  }

  // its form; the names wait for the end of the script
  std::string condition() {
    const int line = token_.line;
    const std::string text = string();
    parseCondition(text, line);
    return text;
  }

  void readDefaults(DialogParm& parm) {
    open();
    while (token_.kind != TokenKind::close) {
      const bool expression = token_.kind == TokenKind::openSquare;
      if (expression) take(TokenKind::openSquare, "'['");
      parm.defaults.push_back(take(TokenKind::string, "a string").text);
      parm.languages.push_back(expression ? expressionLanguage() : "");
    }
    close();
  }

  std::string expressionLanguage() {
    const Token language = take(TokenKind::word, "a language");
    if (!isOneOf(language.text, {"hscript-expr", "python"}))
      fail(language.line, "unknown language " + describe(language));
    take(TokenKind::closeSquare, "']'");
    return language.text;
  }

  std::vector<std::string> range() {
    const int line = token_.line;
    open();
    std::vector<std::string> limits;
    for (int i = 0; i < 2; ++i) limits.push_back(limit());
    close();
    if (std::strtod(limits[0].c_str(), nullptr) > std::strtod(limits[1].c_str(), nullptr))
      fail(line, "the range is upside down");
    return limits;
  }

  std::string limit() {
    const Token token = take(TokenKind::word, "a limit");
    const bool hard = token.text.back() == '!';
    if (!isNumber(token.text.substr(0, token.text.size() - hard)))
      fail(token.line, describe(token) + " is no limit");
    return token.text;
  }

  void readTag(DialogParm& parm) {
    open();
    const Token key = take(TokenKind::string, "a tag");
    const std::string value = take(TokenKind::string, "the value of the tag").text;
    close();
    if (!parm.tags.emplace(key.text, value).second) fail(key.line, "a second tag " + inQuotes(key.text));
  }

  void readMenu(DialogParm& parm, const std::string& kind) {
    if (!parm.menuKind.empty()) fail(token_.line, inQuotes(kind) + " after " + inQuotes(parm.menuKind));
    parm.menuKind = kind;
    const int line = token_.line;
    if (kind == "menu" && at("usetokenvalue")) {
      word();
      parm.menuOfNumbers = true;
    }
    open();
    if (token_.kind == TokenKind::openSquare)
      readMenuScript(parm, line);
    else
      readMenuPairs(parm);
    close();
    if (parm.menu.empty() && parm.menuScript.empty()) fail(line, "the menu is empty");
  }

  void readMenuPairs(DialogParm& parm) {
    while (token_.kind != TokenKind::close) {
      const Token token = take(TokenKind::string, "a token");
      if (isToken(parm, token.text)) fail(token.line, "a second token " + inQuotes(token.text));
      if (parm.menuOfNumbers && !isNumber(token.text))
        fail(token.line, "the token " + inQuotes(token.text) + " is no number");
      parm.menu.emplace_back(token.text, take(TokenKind::string, "the label of the token").text);
    }
  }

  void readMenuScript(DialogParm& parm, int line) {
    while (token_.kind == TokenKind::openSquare) parm.menuScript.push_back(scriptLine());
    parm.menuLanguage = "hscript";
    if (at("language")) {
      takeFirst(TokenKind::word, "'language'");
      const Token language = takeBeside(TokenKind::word, "a language");
      parm.menuLanguage = language.text;
      if (language.text != "python") fail(language.line, "unknown language " + describe(language));
    } else if (parm.menuScript.size() > 1) {
      fail(line, "a menu script of several lines needs 'language python'");
    }
  }

  std::string scriptLine() {
    take(TokenKind::openSquare, "'['");
    const Token line = take(TokenKind::string, "a line of the script");
    if (line.text.find('\n') != std::string::npos)
      fail(line.line, "one string holds two lines of the script");
    take(TokenKind::closeSquare, "']'");
    return line.text;
  }

  static void checkTags(const DialogItem& item) {
    const auto value = [&](const char* key, const std::string& otherwise) {
      const auto tag = item.parm.tags.find(key);
      return tag == item.parm.tags.end() ? otherwise : tag->second;
    };
    if (item.isMulti() && !isOneOf(value("multistartoffset", "1"), {"0", "1"}))
      fail(item.parm.line, "multistartoffset is 0 or 1");
    if (item.isMulti()) return;
    if ("group" + value("group_type", item.kind.substr(5)) != item.kind)
      fail(item.parm.line, "group_type is not that of " + inQuotes(item.kind));
    if (!isOneOf(value("group_default", "0"), {"0", "1"})) fail(item.parm.line, "group_default is 0 or 1");
  }

  Lexer lexer_;
  Token token_;
  std::set<std::string> names_;
  int multis_ = 0;  // how many we are in
};

// ---- conditions

using Names = std::map<std::string, const DialogParm*>;  // null: a number of a kind that has no parm

// What conditions beside these items can see of them. The first of several tabs in a row holds the choice.
void addNames(const std::vector<DialogItem>& items, Names& names) {
  std::string before;
  for (const DialogItem& item : items) {
    if (item.isParm()) names[item.parm.name] = &item.parm;
    if (item.isMulti()) names[item.parm.name] = nullptr;
    if (item.isTab() && item.kind != before) names[item.parm.name + "1"] = nullptr;
    if (!item.isMulti()) addNames(item.children, names);
    before = item.tabBreak ? "" : item.kind;
  }
}

bool canBe(const DialogParm* parm, const std::string& value) {
  const bool empty = value == "\"\"";
  if (!parm) return isNumber(value);
  if (parm->builtIn) return true;
  switch (kTypes.at(parm->type).values) {
    case ValueKind::choice:
      return !empty && isChoice(*parm, value);
    case ValueKind::toggle:
      return isValue(*parm, value);
    case ValueKind::text:
      return empty || parm->menu.empty() || parm->menuKind == "menureplace" ||
             parm->menuKind == "menutoggle" || isToken(*parm, value);
    case ValueKind::free:
      return true;
    default:
      return isNumber(value);
  }
}

void checkCondition(const std::string& text, int line, const Names& names) {
  if (text.empty()) return;
  for (const auto& terms : parseCondition(text, line))
    for (const ConditionTerm& term : terms) {
      const auto seen = names.find(term.name);
      if (seen == names.end())
        fail(line, "a condition uses " + inQuotes(term.name) + ", which it cannot see");
      if (!canBe(seen->second, term.value)) fail(line, inQuotes(term.name) + " can never be " + term.value);
    }
}

void checkItems(const std::vector<DialogItem>& items, const Names& names) {
  for (const DialogItem& item : items) {
    for (const std::string& text :
         {item.parm.hideWhen, item.parm.disableWhen, item.hideTabWhen, item.disableTabWhen})
      checkCondition(text, item.parm.line, names);
    Names inside = names;
    if (item.isMulti()) addNames(item.children, inside);
    checkItems(item.children, inside);
  }
}

ConditionTerm readTerm(std::istringstream& words, const std::string& name, int line) {
  static const std::regex kValue("\"\"|[^\"{}]+");
  ConditionTerm term;
  term.name = name;
  words >> term.comparison >> term.value;
  if (!isName(term.name)) fail(line, inQuotes(term.name) + " in a condition is no name");
  if (!isOneOf(term.comparison, {"==", "!=", "<", ">", "<=", ">="}))
    fail(line, inQuotes(term.comparison) + " in a condition is no comparison");
  if (!matches(term.value, kValue)) fail(line, inQuotes(term.value) + " in a condition is no value");
  return term;
}

void addParms(const std::vector<DialogItem>& items, std::vector<DialogParm>& parms) {
  for (const DialogItem& item : items) {
    if (item.isParm()) parms.push_back(item.parm);
    addParms(item.children, parms);
  }
}

}  // namespace

Condition parseCondition(const std::string& text, int line) {
  Condition condition;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word != "{") fail(line, "expected '{' in a condition, found " + inQuotes(word));
    condition.emplace_back();
    while (words >> word && word != "}") condition.back().push_back(readTerm(words, word, line));
    if (word != "}") fail(line, "a condition lacks its '}'");
    if (condition.back().empty()) fail(line, "a condition has empty braces");
  }
  if (condition.empty()) fail(line, "a condition is empty");
  return condition;
}

void checkConditions(const DialogScript& script) {
  Names names;
  addNames(script.items, names);
  checkItems(script.items, names);
}

DialogScript parseDialogScript(const std::string& text) {
  DialogScript script = Parser(text).parse();
  checkConditions(script);
  return script;
}

std::vector<DialogParm> allParms(const DialogScript& script) {
  std::vector<DialogParm> parms;
  addParms(script.items, parms);
  return parms;
}

DialogParm findParm(const DialogScript& script, const std::string& name) {
  for (const DialogParm& parm : allParms(script))
    if (parm.name == name) return parm;
  throw std::runtime_error("no parm is named " + inQuotes(name));
}

}  // namespace tendril::test
