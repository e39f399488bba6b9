// What is right in a dialog script.
#include "tests/support/dialog_script/rules.h"

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <sstream>

#include "tests/support/dialog_script/lexer.h"

namespace tendril::test::dialog {

namespace {

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

}  // namespace

bool isType(const std::string& name) {
  return kTypes.count(name) > 0;
}

bool isToken(const DialogParm& parm, const std::string& value) {
  return std::any_of(parm.menu.begin(), parm.menu.end(),
                     [&](const auto& pair) { return pair.first == value; });
}

namespace {

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

// "1pos ( 0 ) 1value ( 0 ) 1interp ( linear ) 2pos ..."

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

// Whether something is connected to an input: hasinput(1).
bool isInputFunction(const std::string& name) {
  static const std::regex kFunction("hasinput\\([0-9]+\\)");
  return std::regex_match(name, kFunction);
}

void checkCondition(const std::string& text, int line, const Names& names) {
  if (text.empty()) return;
  for (const auto& terms : parseCondition(text, line))
    for (const ConditionTerm& term : terms) {
      if (isInputFunction(term.name)) {
        if (!isOneOf(term.value, {"0", "1"})) fail(line, inQuotes(term.name) + " can never be " + term.value);
        continue;
      }
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
  if (!isName(term.name) && !isInputFunction(term.name))
    fail(line, inQuotes(term.name) + " in a condition is no name");
  if (!isOneOf(term.comparison, {"==", "!=", "<", ">", "<=", ">="}))
    fail(line, inQuotes(term.comparison) + " in a condition is no comparison");
  if (!std::regex_match(term.value, kValue)) fail(line, inQuotes(term.value) + " in a condition is no value");
  return term;
}

}  // namespace

void checkParm(DialogParm& parm, const Lines& lines) {
  ParmRules(parm, lines).check();
}

void checkTags(const DialogItem& item) {
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

}  // namespace tendril::test::dialog

namespace tendril::test {

Condition parseCondition(const std::string& text, int line) {
  Condition condition;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word != "{") dialog::fail(line, "expected '{' in a condition, found " + dialog::inQuotes(word));
    condition.emplace_back();
    while (words >> word && word != "}") condition.back().push_back(dialog::readTerm(words, word, line));
    if (word != "}") dialog::fail(line, "a condition lacks its '}'");
    if (condition.back().empty()) dialog::fail(line, "a condition has empty braces");
  }
  if (condition.empty()) dialog::fail(line, "a condition is empty");
  return condition;
}

void checkConditions(const DialogScript& script) {
  dialog::Names names;
  dialog::addNames(script.items, names);
  dialog::checkItems(script.items, names);
}

}  // namespace tendril::test
