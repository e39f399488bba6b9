// A reader of Houdini dialog scripts for tests. It is stricter than Houdini: only the forms that Houdini was
// seen to write pass (shared/houdini/hda.md, 4.1 and 4.2); anything else throws and names its line.
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
  int line = 0;                   // where its block begins, from 1
  std::string name, label, type;  // a built-in parm, a folder and a multi have no type
  int size = 1;
  std::vector<std::string> defaults;
  std::vector<std::string> languages;  // for each default: hscript-expr, python, or nothing for a plain value
  std::vector<std::string> range;      // as written, a hard limit with its '!'
  std::string menuKind;                // menu, menumini, menureplace, menutoggle, or nothing
  std::vector<std::pair<std::string, std::string>> menu;  // token, label
  bool menuOfNumbers = false;                             // usetokenvalue
  std::vector<std::string> menuScript;                    // lines, instead of pairs
  std::string menuLanguage;                               // of the lines: hscript or python
  std::string help, hideWhen, disableWhen, exported;
  std::map<std::string, std::string> tags;
  std::vector<RampPoint> ramp;  // from the tag of a ramp
  bool joinNext = false, noLabel = false, invisible = false, builtIn = false;
};

// A parm; a folder: groupsimple, groupcollapsible, group (a tab) or groupradio; or a multi: multiparm,
// multiscroll, multiswitcher or multitab.
struct DialogItem {
  std::string kind = "parm";
  DialogParm parm;  // of folders and multis: name, label, conditions, tags, invisible
  std::string hideTabWhen, disableTabWhen;
  bool invisibleTab = false, tabBreak = false;
  int count = 0;  // of a multi: instances at first
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
using Condition = std::vector<std::vector<ConditionTerm>>;  // any of: all of

// Throws std::runtime_error "line N: what is wrong". All checks below are part of it.
DialogScript parseDialogScript(const std::string& text);

// Reads "{ a == 0 b != 2 } { c > 1 }".
Condition parseCondition(const std::string& text, int line = 1);

// Every name that a condition uses is one that it can see, and every value one that the name can have.
void checkConditions(const DialogScript& script);

// All parms in the order of the text, without folders and multis.
std::vector<DialogParm> allParms(const DialogScript& script);

// The parm of this name; throws where there is none.
DialogParm findParm(const DialogScript& script, const std::string& name);

}  // namespace tendril::test
