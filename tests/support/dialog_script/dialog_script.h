// A parser of Houdini's dialog scripts for tests. It is stricter than Houdini: it accepts only forms that
// Houdini was seen to write (shared/houdini/hda.md, 4.1 and 4.2) and throws an error with the line otherwise.
//
//   const DialogScript script = parseDialogScript(text);
//   EXPECT_EQ(findParm(script, "gravity").defaults[1], "-9.81");
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tendril::test {

struct RampPoint {
  double position = 0;
  std::vector<double> value;  // one number, or red green blue
  std::string interpolation;
};

struct DialogParm {
  int line = 0;                   // of its block's start, from 1
  std::string name, label, type;  // built-in parms, folders and multis have no type
  int size = 1;
  std::vector<std::string> defaults;
  std::vector<std::string> languages;  // by default: hscript-expr, python, or empty for a plain value
  std::vector<std::string> range;      // as written; '!' marks a hard limit
  std::string menuKind;                // menu, menumini, menureplace, menutoggle, or empty
  std::vector<std::pair<std::string, std::string>> menu;  // token, label
  bool menuOfNumbers = false;                             // usetokenvalue
  std::vector<std::string> menuScript;                    // lines of a script instead of pairs
  std::string menuLanguage;                               // of the script: hscript or python
  std::string help, hideWhen, disableWhen, exported;
  std::map<std::string, std::string> tags;
  std::vector<RampPoint> ramp;  // from a ramp's tag
  bool joinNext = false, noLabel = false, invisible = false, builtIn = false;
};

// A parm; a folder (groupsimple, groupcollapsible, group (a tab), groupradio); or a multi (multiparm,
// multiscroll, multiswitcher, multitab).
struct DialogItem {
  std::string kind = "parm";
  DialogParm parm;  // of folders and multis: name, label, conditions, tags, invisible
  std::string hideTabWhen, disableTabWhen;
  bool invisibleTab = false, tabBreak = false;
  int count = 0;  // of a multi: initial instances
  std::vector<DialogItem> children;

  bool isParm() const { return kind == "parm"; }
  bool isTab() const { return kind == "group" || kind == "groupradio"; }
  bool isMulti() const { return kind.rfind("multi", 0) == 0; }
};

struct DialogScript {
  std::string name, script, label;
  std::vector<std::string> help;
  std::vector<std::pair<int, std::string>> inputLabels, outputLabels;
  std::vector<std::vector<std::string>> handles;  // the five words of each bindhandle
  std::vector<DialogItem> items;
};

struct ConditionTerm {
  std::string name, comparison, value;
};
using Condition = std::vector<std::vector<ConditionTerm>>;  // a disjunction of conjunctions

// Throws std::runtime_error "line N: reason". Includes all checks below.
DialogScript parseDialogScript(const std::string& text);

// Reads "{ a == 0 b != 2 } { c > 1 }".
Condition parseCondition(const std::string& text, int line = 1);

// Checks that every name in a condition is visible to it and every value is possible.
void checkConditions(const DialogScript& script);

// All parms in the order of the text; no folders or multis.
std::vector<DialogParm> allParms(const DialogScript& script);

// The parm of this name; throws if there is none.
DialogParm findParm(const DialogScript& script, const std::string& name);

}  // namespace tendril::test
