// From tokens of a dialog script to its items.
#include <cstdlib>
#include <functional>
#include <regex>
#include <set>
#include <stdexcept>

#include "tests/support/dialog_script/lexer.h"
#include "tests/support/dialog_script/rules.h"

namespace tendril::test::dialog {

namespace {

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
    if (!std::regex_match(script.name, kOperator)) fail(line, inQuotes(script.name) + " is no operator name");
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
      checkParm(item.parm, lines);
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
    if (!isType(text)) fail(line, "unknown type " + inQuotes(text));
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

  Lexer lexer_;
  Token token_;
  std::set<std::string> names_;
  int multis_ = 0;  // how many we are in
};

}  // namespace
}  // namespace tendril::test::dialog

namespace tendril::test {

DialogScript parseDialogScript(const std::string& text) {
  DialogScript script = dialog::Parser(text).parse();
  checkConditions(script);
  return script;
}

}  // namespace tendril::test
