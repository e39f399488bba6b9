// From a dialog script to templates: braces, words and strings, and a rule for each key.
#include <PRM/PRM_TemplateBuilder.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "standin/faults.h"
#include "standin/threads.h"

namespace {

struct Token {
  std::string text;
  bool isString = false;
  int line = 0;
  bool is(const char* word) const { return !isString && text == word; }
};

std::vector<Token> tokensOf(const std::string& script) {
  std::vector<Token> tokens;
  int line = 1;
  for (std::size_t at = 0; at < script.size();) {
    const char c = script[at];
    const bool lineStart = at == 0 || script[at - 1] == '\n';
    if (c == '\n') ++line;
    if (c == ' ' || c == '\t' || c == '\n') {
      ++at;
    } else if ((c == '#' && lineStart) || script.compare(at, 2, "//") == 0) {
      at = std::min(script.find('\n', at), script.size());
    } else if (c == '{' || c == '}') {
      tokens.push_back({std::string(1, c), false, line});
      ++at;
    } else if (c == '"') {
      Token token{"", true, line};
      for (++at; at < script.size() && script[at] != '"'; ++at) {
        const bool escape = script[at] == '\\' && at + 1 < script.size();
        if (escape) ++at;
        token.text += escape && script[at] == 'n' ? '\n' : script[at];
      }
      if (at == script.size())
        throw std::runtime_error("line " + std::to_string(line) + ": a string has no end");
      ++at;
      tokens.push_back(token);
    } else {
      const std::size_t end = std::min(script.find_first_of(" \t\n{}\"", at), script.size());
      tokens.push_back({script.substr(at, end - at), false, line});
      at = end;
    }
  }
  return tokens;
}

class Reader {
 public:
  explicit Reader(const std::string& script) : tokens_(tokensOf(script)) {}

  std::vector<PRM_Template> read() {
    expect("{");
    while (!peek().is("}")) {
      const Token key = next();
      if (key.is("inputlabel") || key.is("outputlabel")) {
        next();
        next();
      } else if (key.is("help")) {
        block();
      } else if (key.is("name") || key.is("script") || key.is("label") || key.is("icon")) {
        next();
      } else if (!item(key, "")) {
        fail(key);
      }
    }
    expect("}");
    if (at_ != tokens_.size()) fail(peek());
    for (std::size_t i = 0; i < made_.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (made_[i].token == made_[k].token) throw std::runtime_error("\"" + made_[i].token + "\" twice");
    return std::move(made_);
  }

 private:
  [[noreturn]] void fail(const Token& token) const {
    throw std::runtime_error("line " + std::to_string(token.line) + ": unexpected \"" + token.text + "\"");
  }
  const Token& peek() const {
    static const Token kEnd{"the end of the text", false, 0};
    if (at_ == tokens_.size()) fail(kEnd);
    return tokens_[at_];
  }
  Token next() {
    const Token token = peek();
    ++at_;
    return token;
  }
  void expect(const char* word) {
    const Token token = next();
    if (!token.is(word)) fail(token);
  }
  std::vector<std::string> block() {
    std::vector<std::string> words;
    if (!peek().is("{")) return {next().text};
    for (expect("{"); !peek().is("}");) {
      if (peek().is("{")) fail(peek());
      words.push_back(next().text);
    }
    expect("}");
    return words;
  }

  bool item(const Token& key, std::string parent) {  // a copy: rows move while they are added
    static const char* const kFolders[] = {"group", "groupsimple", "groupcollapsible", "groupradio"};
    static const char* const kLists[] = {"multiparm", "multiscroll", "multitab", "multiswitcher"};
    const auto isOne = [&](const auto& words) {
      return std::any_of(std::begin(words), std::end(words), [&](const char* word) { return key.is(word); });
    };
    const bool list = isOne(kLists);
    if (!key.is("parm") && !list && !isOne(kFolders)) return false;
    const std::size_t row = made_.size();
    made_.emplace_back();
    made_[row].type = list ? "multiparm" : key.is("parm") ? "" : "folder";
    made_[row].parent = parent;
    bool sized = false;
    for (expect("{"); !peek().is("}");) {
      const Token word = next();
      if (made_[row].type.empty() || key.is("parm") || !item(word, list ? made_[row].token : parent))
        property(word, row, sized);
    }
    expect("}");
    check(row, key, sized);
    return true;
  }

  void property(const Token& key, std::size_t row, bool& sized) {
    PRM_Template& to = made_[row];
    if (key.isString) fail(key);
    if (key.text == "name") {
      to.token = next().text;
    } else if (key.text == "type") {
      to.type = next().text;
    } else if (key.text == "size") {
      to.size = std::atoi(next().text.c_str());
      sized = true;
    } else if (key.text == "default") {
      to.defaults = block();
    } else if (key.text == "menu") {
      const std::vector<std::string> words = block();
      for (std::size_t i = 0; i < words.size(); i += 2) to.items.push_back(words[i]);
    } else if (key.text == "parmtag" || key.text == "grouptag") {
      const std::vector<std::string> words = block();
      if (words.size() != 2) fail(key);
      if (words[0] == "rampfloatdefault") to.rampDefault = words[1];
    } else if (key.text == "range" || key.text == "help" || key.text == "menureplace" ||
               key.text == "menutoggle") {
      block();
    } else if (key.text == "label" || key.text == "hidewhen" || key.text == "disablewhen" ||
               key.text == "export" || key.text == "hidewhentab" || key.text == "disablewhentab") {
      next();
    } else if (key.text != "invisible" && key.text != "nolabel" && key.text != "joinnext") {
      fail(key);
    }
  }

  void check(std::size_t row, const Token& key, bool sized) {
    static const std::map<std::string, int> kSizes = {
        {"toggle", 1},    {"float", 1},    {"integer", 1}, {"string", 1},    {"ordinal", 1},
        {"vector", 3},    {"vector2", 2},  {"vector4", 4}, {"intvector", 3}, {"intvector2", 2},
        {"angle", 1},     {"color", 3},    {"color4", 4},  {"direction", 3}, {"log", 1},
        {"intlog", 1},    {"ramp_flt", 1}, {"file", 1},    {"geometry", 1},  {"directory", 1},
        {"oppath", 1},    {"oplist", 1},   {"button", 1},  {"separator", 1}, {"label", 1},
        {"multiparm", 1}, {"folder", 1}};
    PRM_Template& made = made_[row];
    const auto size = kSizes.find(made.type);
    if (size == kSizes.end() || made.token.empty()) fail(key);
    if (!sized) made.size = size->second;
    if (made.parent.empty() != (made.token.find('#') == std::string::npos))
      throw std::runtime_error("\"" + made.token + "\" and # in names do not go together");
    if (made.type == "multiparm" && !made.parent.empty())
      throw std::runtime_error("\"" + made.token + "\" is a list in a list");
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::vector<PRM_Template> made_;
};

PRM_Template* rowOf(std::vector<PRM_Template>& rows, const std::string& name) {
  for (PRM_Template& row : rows)
    if (row.token == name) return &row;
  standin::fault("no parameter is called \"" + name + "\"");
  return nullptr;
}

}  // namespace

PRM_TemplateBuilder::PRM_TemplateBuilder(const UT_StringHolder& name, const char* script, const char**, int) {
  standin::called(__func__);
  try {
    templates_ = Reader(script ? script : "").read();
  } catch (const std::exception& e) {
    standin::fault("dialog script of " + name.toStdString() + ": " + e.what());
  }
  templates_.emplace_back();
}
PRM_Template* PRM_TemplateBuilder::templates() const {
  standin::called(__func__);
  return templates_.data();
}
bool PRM_TemplateBuilder::justBuilt() {
  standin::called(__func__);
  const bool was = fresh_;
  fresh_ = false;
  return was;
}
void PRM_TemplateBuilder::setChoiceListPtr(const UT_StringRef& parm, PRM_ChoiceList* choices) {
  standin::called(__func__);
  if (PRM_Template* row = rowOf(templates_, parm.toStdString())) row->choices = choices;
}
PRM_Callback::PRM_Callback() = default;
PRM_Callback::PRM_Callback(Function from) : function(from) {}
PRM_Callback::PRM_Callback(OldFunction) {}

void PRM_TemplateBuilder::setCallback(const UT_StringRef& parm, PRM_Callback callback) {
  standin::called(__func__);
  if (PRM_Template* row = rowOf(templates_, parm.toStdString())) row->callback = callback;
}
