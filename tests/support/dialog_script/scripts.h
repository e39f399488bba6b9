// Shared by tests of the parser of dialog scripts: parts of scripts, and scripts that break a rule.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/dialog_script/dialog_script.h"

namespace tendril::test::dialog {

using Strings = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

// Seven lines; the next one is line 8.
inline const std::string kHeader =
    "{\n    name\tdemo::lean::1.0\n    script\tdemo::lean::1.0\n    label\t\"Lean\"\n    help {\n\t\"\"\n    "
    "}\n";

inline std::string script(const std::string& items) {
  return kHeader + items + "\n}\n";
}

// A parm `name` on lines 8 to 10, followed by `rest`.
inline std::string parm(const std::string& type, const std::string& rest, const std::string& name = "a") {
  return "parm {\nname \"" + name + "\"\nlabel \"A\"\ntype " + type + "\n" + rest + "\n}\n";
}

inline const std::string kToggle = parm("toggle", "default { \"0\" }", "on");

inline std::string folder(const std::string& kind, const std::string& name, const std::string& rest) {
  return kind + " {\nname \"" + name + "\"\nlabel \"F\"\n" + rest + "\n}\n";
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

inline const std::string kMenu = "default { \"0\" }\nmenu { \"x\" \"X\" \"y\" \"Y\" }";

inline const std::string kFloatRamp =
    "default { \"2\" }\nrange { 1! 10 }\nparmtag { \"rampfloatdefault\" \"1pos ( 0 ) 1value ( .5 ) 1interp ( "
    "linear ) 2pos ( 1 ) 2value ( -2 ) 2interp ( constant )\" }";
inline const std::string kColorRamp =
    "default { \"1\" }\nrange { 1! 10 }\nparmtag { \"rampcolordefault\" \"1pos ( 0.25 ) 1c ( 0 .5 1 ) "
    "1interp ( linear )\" }";

// A parm a of this type, and one that is hidden by a comparison with it.
inline std::string compared(const std::string& type, const std::string& rest, const std::string& value) {
  return script(parm(type, rest) +
                parm("toggle", "default { \"0\" }\nhidewhen \"{ a == " + value + " }\"", "b"));
}

inline DialogScript parse(const std::string& items) {
  return parseDialogScript(script(items));
}

inline DialogParm parseParm(const std::string& text) {
  return findParm(parse(text), "a");
}

// The reason of the rejection; empty: accepted.
inline std::string reasonAgainst(const std::string& text) {
  try {
    parseDialogScript(text);
    return {};
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

// A script and the expected reason.
struct Wrong {
  const char* rule;
  std::string text, reason;
};

inline void PrintTo(const Wrong& wrong, std::ostream* stream) {
  *stream << wrong.rule;
}

class WrongDialogScripts : public ::testing::TestWithParam<Wrong> {};

inline std::string nameOf(const ::testing::TestParamInfo<Wrong>& wrong) {
  return wrong.param.rule;
}

}  // namespace tendril::test::dialog
