// The strict reader of dialog scripts: what it reads, and that each of its rules has a script that breaks it.
#include "tests/support/dialog_script.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tendril::test {
namespace {

using Strings = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

// Seven lines: what follows begins on line 8.
const std::string kHeader =
    "{\n    name\tdemo::lean::1.0\n    script\tdemo::lean::1.0\n    label\t\"Lean\"\n    help {\n\t\"\"\n    "
    "}\n";

std::string script(const std::string& items) {
  return kHeader + items + "\n}\n";
}

// A parm named a on lines 8 to 10, then whatever it is given, each on a line.
std::string parm(const std::string& type, const std::string& rest, const std::string& name = "a") {
  return "parm {\nname \"" + name + "\"\nlabel \"A\"\ntype " + type + "\n" + rest + "\n}\n";
}

const std::string kToggle = parm("toggle", "default { \"0\" }", "on");

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

DialogScript parse(const std::string& items) {
  return parseDialogScript(script(items));
}

DialogParm parseParm(const std::string& text) {
  return findParm(parse(text), "a");
}

// The reason, or nothing.
std::string reasonAgainst(const std::string& text) {
  try {
    parseDialogScript(text);
    return {};
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

// ---- what Houdini writes

class DialogExamples : public ::testing::Test {
 protected:
  static std::string folder() { return std::string(TENDRIL_SHARED) + "/houdini/hda_examples"; }

  void SetUp() override {
    if (!std::filesystem::is_directory(folder())) GTEST_SKIP() << "no examples at " << folder();
  }

  static DialogScript read(const std::string& path) {
    std::ifstream file(folder() + "/" + path + "/DialogScript");
    EXPECT_TRUE(file.good()) << path;
    std::stringstream text;
    text << file.rdbuf();
    return parseDialogScript(text.str());
  }
};

TEST_F(DialogExamples, Lift) {
  const DialogScript lift = read("demo_lift.hda/demo_8_8Sop_1lift_8_81.0");
  EXPECT_EQ(lift.name, "demo::lift::1.0");
  EXPECT_EQ(lift.script, "demo::lift::1.0");
  EXPECT_EQ(lift.label, "Demo Lift");
  EXPECT_EQ(lift.help, Strings({""}));
  ASSERT_EQ(lift.inputLabels.size(), 1u);
  EXPECT_EQ(lift.inputLabels[0], std::make_pair(1, std::string("Geometry")));
  ASSERT_EQ(lift.items.size(), 1u);
  const DialogParm height = findParm(lift, "height");
  EXPECT_EQ(height.label, "Height");
  EXPECT_EQ(height.type, "float");
  EXPECT_EQ(height.size, 1);
  EXPECT_EQ(height.defaults, Strings({"1"}));
  EXPECT_EQ(height.range, Strings({"0", "10"}));
  EXPECT_EQ(height.line, 14);
}

TEST_F(DialogExamples, Spray) {
  const DialogScript spray = read("demo_spray.hda/demo_8_8Sop_1spray_8_81.0");
  Strings names, types;
  for (const DialogParm& parm : allParms(spray)) {
    names.push_back(parm.name);
    types.push_back(parm.type);
  }
  EXPECT_EQ(names, Strings({"resimulate", "startframe", "usegravity", "gravity"}));
  EXPECT_EQ(types, Strings({"button", "integer", "toggle", "vector"}));
  ASSERT_EQ(spray.items.size(), 3u);
  EXPECT_EQ(spray.items[2].kind, "groupsimple");
  EXPECT_EQ(spray.items[2].parm.name, "folder_forces");
  EXPECT_EQ(spray.items[2].children.size(), 2u);
  const DialogParm gravity = findParm(spray, "gravity");
  EXPECT_EQ(gravity.size, 3);
  EXPECT_EQ(gravity.defaults, Strings({"0", "-9.81", "0"}));
  EXPECT_EQ(gravity.disableWhen, "{ usegravity == 0 }");
  EXPECT_EQ(gravity.range, Strings({"-10", "10"}));
}

// ---- right scripts

TEST(DialogScripts, TokensAndHeader) {
  const DialogScript read = parseDialogScript(
      "# of no \"consequence\n\n{\n    name\tlean\n#a word{\n    script\tany/thing\n"
      "    label\t\"two \\\"words\\\" \\\\ a\\nb\\rc\nd\"\n    help {\n\"one\" \"two\"\n\"three\"\n}\n"
      "    inputlabel\t1\t\"In\"\n    inputlabel\t3\t\"Third\"\n    outputlabel\t1\t\"Out\"\n"
      "    bindhandle\ttx xform \"Move\" tx \"\"\n}");
  EXPECT_EQ(read.name, "lean");
  EXPECT_EQ(read.script, "any/thing");
  EXPECT_EQ(read.label, "two \"words\" \\ a\nb\rc\nd");
  EXPECT_EQ(read.help, Strings({"one", "two", "three"}));
  ASSERT_EQ(read.inputLabels.size(), 2u);
  EXPECT_EQ(read.inputLabels[1], std::make_pair(3, std::string("Third")));
  ASSERT_EQ(read.outputLabels.size(), 1u);
  EXPECT_EQ(read.outputLabels[0].second, "Out");
  ASSERT_EQ(read.handles.size(), 1u);
  EXPECT_EQ(read.handles[0], Strings({"tx", "xform", "Move", "tx", ""}));
  EXPECT_TRUE(read.items.empty());
}

TEST(DialogScripts, OperatorNames) {
  for (const char* name : {"lean", "demo::lean", "lean::2.0", "demo::lean::1.0", "com.demo::lean_2::10"})
    EXPECT_EQ(reasonAgainst(replaced(script(""), "name\tdemo::lean::1.0", std::string("name\t") + name)), "");
}

struct TypeCase {
  const char *type, *rest;
  int size;
};

TEST(DialogScripts, EveryType) {
  const TypeCase kCases[] = {{"toggle", "default { \"on\" }", 1},
                             {"float", "default { \"1e-3\" }", 1},
                             {"float", "size 4\ndefault { \"0\" \".5\" \"-1.\" \"2\" }", 4},
                             {"integer", "default { \"-3\" }", 1},
                             {"integer", "size 2\ndefault { \"1\" \"2\" }", 2},
                             {"string", "default { \"$HIP/a\" }", 1},
                             {"string", "size 3\ndefault { \"\" \"b\" \"c\" }", 3},
                             {"label", "default { \"a\" }", 1},
                             {"label", "size 2\ndefault { \"a\" \"b\" }", 2},
                             {"ordinal", "default { \"0\" }\nmenumini { \"x\" \"X\" }", 1},
                             {"separator", "default { \"\" }", 1},
                             {"button", "default { \"0\" }", 1},
                             {"image", "default { \"\" }", 1},
                             {"oppath", "default { \"..\" }", 1},
                             {"oplist", "default { \"\" }", 1},
                             {"file", "default { \"\" }", 1},
                             {"directory", "default { \"\" }", 1},
                             {"geometry", "default { \"\" }", 1},
                             {"angle", "default { \"90\" }", 1},
                             {"log", "default { \"0.1\" }", 1},
                             {"intlog", "default { \"10\" }", 1},
                             {"vector2", "size 2\ndefault { \"0\" \"0\" }", 2},
                             {"vector", "size 3\ndefault { \"0\" \"0\" \"0\" }", 3},
                             {"vector4", "size 4\ndefault { \"0\" \"0\" \"0\" \"0\" }", 4},
                             {"direction", "size 3\ndefault { \"0\" \"0\" \"1\" }", 3},
                             {"color", "size 3\ndefault { \"1\" \"1\" \"1\" }", 3},
                             {"color4", "size 4\ndefault { \"1\" \"1\" \"1\" \"1\" }", 4},
                             {"intvector2", "size 2\ndefault { \"0\" \"0\" }", 2},
                             {"intvector", "size 3\ndefault { \"0\" \"0\" \"0\" }", 3},
                             {"float_minmax", "size 2\ndefault { \"0\" \"1.5\" }", 2},
                             {"int_minmax", "size 2\ndefault { \"0\" \"1\" }", 2},
                             {"data", "default { \"\" }", 1},
                             {"geometrydata", "default { \"\" }", 1},
                             {"buttonstrip", "default { \"0\" }", 1},
                             {"iconstrip", "default { \"0\" }", 1}};
  for (const TypeCase& c : kCases) {
    SCOPED_TRACE(std::string(c.type) + " " + c.rest);
    const DialogParm read = parseParm(parm(c.type, c.rest));
    EXPECT_EQ(read.type, c.type);
    EXPECT_EQ(read.size, c.size);
    EXPECT_EQ(read.defaults.size(), static_cast<std::size_t>(c.size));
    EXPECT_EQ(read.line, 8);
  }
}

TEST(DialogScripts, EveryKeyword) {
  const DialogParm read = parseParm(
      kToggle + parm("float",
                     "joinnext\nnolabel\ninvisible\nexport none\nhelp \"more \\\"is\\\" more\"\n"
                     "default { \"2\" }\nhidewhen \"{ on == 0 }\"\ndisablewhen \"{ on != 1 }\"\n"
                     "range { 0! 1e1! }\nparmtag { \"units\" \"m1\" }\nparmtag {\n\"autoscope\" \"1\"\n}"));
  EXPECT_TRUE(read.joinNext && read.noLabel && read.invisible);
  EXPECT_EQ(read.exported, "none");
  EXPECT_EQ(read.help, "more \"is\" more");
  EXPECT_EQ(read.hideWhen, "{ on == 0 }");
  EXPECT_EQ(read.disableWhen, "{ on != 1 }");
  EXPECT_EQ(read.range, Strings({"0!", "1e1!"}));
  EXPECT_EQ(read.tags, (std::map<std::string, std::string>{{"units", "m1"}, {"autoscope", "1"}}));
  const DialogParm plain = parseParm(parm("float", "default { \"2\" }"));
  EXPECT_FALSE(plain.joinNext || plain.noLabel || plain.invisible || plain.builtIn);
  EXPECT_EQ(plain.help + plain.hideWhen + plain.disableWhen + plain.exported + plain.menuKind, "");
}

TEST(DialogScripts, BuiltInParms) {
  const DialogParm read = parseParm("parm {\nname \"a\"\nbaseparm\nlabel \"A\"\ninvisible\nexport all\n}\n" +
                                    parm("toggle", "default { \"0\" }\nhidewhen \"{ a == anything }\"", "b"));
  EXPECT_TRUE(read.builtIn && read.invisible);
  EXPECT_EQ(read.type, "");
  EXPECT_TRUE(read.defaults.empty());
}

TEST(DialogScripts, DefaultsFromExpressions) {
  const DialogParm read = parseParm(
      parm("vector", "size 3\ndefault { [ \"ch(\\\"b\\\")\" hscript-expr ] \"0\"\n[ \"f()\" python ] }"));
  EXPECT_EQ(read.defaults, Strings({"ch(\"b\")", "0", "f()"}));
  EXPECT_EQ(read.languages, Strings({"hscript-expr", "", "python"}));
}

TEST(DialogScripts, MenusOfPairs) {
  const DialogParm read =
      parseParm(parm("ordinal", "default { \"1\" }\nmenu {\n\"one\" \"The One\"\n\"two\" \"The Two\"\n}"));
  EXPECT_EQ(read.menuKind, "menu");
  EXPECT_EQ(read.menu, Pairs({{"one", "The One"}, {"two", "The Two"}}));
  EXPECT_FALSE(read.menuOfNumbers);
  EXPECT_EQ(parseParm(parm("ordinal", "default { \"x\" }\nmenumini { \"x\" \"X\" }")).menuKind, "menumini");
  EXPECT_EQ(parseParm(parm("string", "default { \"\" }\nmenureplace { \"x\" \"X\" }")).menuKind,
            "menureplace");
  EXPECT_EQ(parseParm(parm("string", "default { \"\" }\nmenutoggle { \"x\" \"X\" }")).menuKind, "menutoggle");
  const DialogParm numbers =
      parseParm(parm("ordinal", "default { \"8\" }\nmenu usetokenvalue { \"4\" \"Four\" \"8\" \"Eight\" }"));
  EXPECT_TRUE(numbers.menuOfNumbers);
  EXPECT_EQ(numbers.menu.size(), 2u);
}

TEST(DialogScripts, MenusOfScripts) {
  const DialogParm line =
      parseParm(parm("string", "default { \"\" }\nmenureplace { [ \"opmenu -l -a . b\" ] }"));
  EXPECT_EQ(line.menuScript, Strings({"opmenu -l -a . b"}));
  EXPECT_EQ(line.menuLanguage, "hscript");
  EXPECT_TRUE(line.menu.empty());
  const DialogParm lines = parseParm(parm("ordinal",
                                          "default { \"anything\" }\nmenu {\n[ \"import hou\" ]\n[ \"\" ]\n[ "
                                          "\"return [\\\"a\\\", \\\"A\\\"]\" ]\nlanguage python\n}"));
  EXPECT_EQ(lines.menuScript, Strings({"import hou", "", "return [\"a\", \"A\"]"}));
  EXPECT_EQ(lines.menuLanguage, "python");
}

const std::string kFloatRamp =
    "default { \"2\" }\nrange { 1! 10 }\nparmtag { \"rampfloatdefault\" \"1pos ( 0 ) 1value ( .5 ) 1interp ( "
    "linear ) 2pos ( 1 ) 2value ( -2 ) 2interp ( constant )\" }";
const std::string kColorRamp =
    "default { \"1\" }\nrange { 1! 10 }\nparmtag { \"rampcolordefault\" \"1pos ( 0.25 ) 1c ( 0 .5 1 ) "
    "1interp ( linear )\" }";

TEST(DialogScripts, Ramps) {
  const DialogParm curve = parseParm(parm("ramp_flt", kFloatRamp));
  ASSERT_EQ(curve.ramp.size(), 2u);
  EXPECT_EQ(curve.ramp[0].position, 0);
  EXPECT_EQ(curve.ramp[0].value, std::vector<double>({0.5}));
  EXPECT_EQ(curve.ramp[1].position, 1);
  EXPECT_EQ(curve.ramp[1].value, std::vector<double>({-2}));
  EXPECT_EQ(curve.ramp[1].interpolation, "constant");
  const DialogParm colors = parseParm(parm("ramp_rgb", kColorRamp));
  ASSERT_EQ(colors.ramp.size(), 1u);
  EXPECT_EQ(colors.ramp[0].position, 0.25);
  EXPECT_EQ(colors.ramp[0].value, std::vector<double>({0, 0.5, 1}));
  for (const char* word :
       {"constant", "linear", "catmull-rom", "monotonecubic", "bezier", "bspline", "hermite"})
    EXPECT_EQ(parseParm(replaced(parm("ramp_rgb", kColorRamp), "linear", word)).ramp[0].interpolation, word);
}

std::string folder(const std::string& kind, const std::string& name, const std::string& rest) {
  return kind + " {\nname \"" + name + "\"\nlabel \"F\"\n" + rest + "\n}\n";
}

TEST(DialogScripts, Folders) {
  const DialogScript read =
      parse(folder("groupcollapsible", "more",
                   "grouptag { \"group_type\" \"collapsible\" }\ngrouptag { \"group_default\" \"1\" }\n"
                   "disablewhen \"{ on == 0 }\"\n" +
                       kToggle + folder("groupsimple", "box", "hidewhen \"{ on == 1 }\"")));
  const DialogItem& more = read.items.at(0);
  EXPECT_EQ(more.kind, "groupcollapsible");
  EXPECT_EQ(more.parm.name, "more");
  EXPECT_EQ(more.parm.label, "F");
  EXPECT_EQ(more.parm.disableWhen, "{ on == 0 }");
  EXPECT_EQ(more.parm.tags.at("group_default"), "1");
  ASSERT_EQ(more.children.size(), 2u);
  EXPECT_TRUE(more.children[0].isParm());
  EXPECT_EQ(more.children[1].kind, "groupsimple");
  EXPECT_EQ(more.children[1].parm.hideWhen, "{ on == 1 }");
  EXPECT_EQ(allParms(read).size(), 1u);
}

TEST(DialogScripts, Tabs) {
  const DialogScript read = parse(
      kToggle +
      folder("group", "tab",
             "tabbreak\ninvisibletab\nhidewhentab \"{ on == 0 }\"\ndisablewhentab \"{ on == 1 }\"") +
      folder("group", "other", "") + folder("groupradio", "radio", "") + folder("groupradio", "radio_1", "") +
      parm("float", "default { \"0\" }\nhidewhen \"{ tab1 == 1 other1 != 0 radio1 > 0 }\""));
  const DialogItem& tab = read.items.at(1);
  EXPECT_TRUE(tab.tabBreak && tab.invisibleTab && tab.isTab());
  EXPECT_EQ(tab.hideTabWhen, "{ on == 0 }");
  EXPECT_EQ(tab.disableTabWhen, "{ on == 1 }");
  EXPECT_FALSE(read.items.at(2).tabBreak || read.items.at(2).invisibleTab);
  EXPECT_EQ(read.items.at(3).kind, "groupradio");
}

TEST(DialogScripts, Multis) {
  for (const char* kind : {"multiparm", "multiscroll", "multiswitcher", "multitab"}) {
    const DialogScript read = parse(
        kToggle +
        folder(kind, "list",
               "default 2\ninvisible\nparmtag { \"multistartoffset\" \"0\" }\nhidewhen \"{ on == 0 }\"\n" +
                   parm("toggle", "default { \"1\" }", "use#") +
                   folder("groupsimple", "box#",
                          parm("float", "default { \"0\" }\nhidewhen \"{ use# == 0 on == 1 }\"", "x#"))) +
        parm("float", "default { \"0\" }\nhidewhen \"{ list == 0 }\""));
    const DialogItem& list = read.items.at(1);
    EXPECT_EQ(list.kind, kind);
    EXPECT_TRUE(list.isMulti() && list.parm.invisible);
    EXPECT_EQ(list.count, 2);
    EXPECT_EQ(list.parm.tags.at("multistartoffset"), "0");
    EXPECT_EQ(list.children.size(), 2u);
    EXPECT_EQ(allParms(read).size(), 4u);
    EXPECT_EQ(findParm(read, "x#").hideWhen, "{ use# == 0 on == 1 }");
  }
  EXPECT_EQ(parse(folder("multiparm", "list", "")).items[0].count, 0);
}

TEST(DialogScripts, NestedMultisSeeTheOuterOne) {
  const std::string inner = folder(
      "multiparm", "in#", parm("float", "default { \"0\" }\nhidewhen \"{ use# == 0 in# > 1 }\"", "x#_#"));
  EXPECT_EQ(
      reasonAgainst(script(folder("multiparm", "out", parm("toggle", "default { \"0\" }", "use#") + inner))),
      "");
}

TEST(DialogScripts, Conditions) {
  const Condition read = parseCondition("{ a == 0 b# != word } { c <= -1.5 } { d == \"\" }");
  ASSERT_EQ(read.size(), 3u);
  ASSERT_EQ(read[0].size(), 2u);
  EXPECT_EQ(read[0][1].name, "b#");
  EXPECT_EQ(read[0][1].comparison, "!=");
  EXPECT_EQ(read[0][1].value, "word");
  EXPECT_EQ(read[1][0].value, "-1.5");
  EXPECT_EQ(read[2][0].value, "\"\"");
  for (const char* comparison : {"==", "!=", "<", ">", "<=", ">="})
    EXPECT_EQ(parseCondition(std::string("{ a ") + comparison + " 1 }")[0][0].comparison, comparison);
}

// A parm a of this type, and another that is hidden by a comparison with it.
std::string compared(const std::string& type, const std::string& rest, const std::string& value) {
  return script(parm(type, rest) +
                parm("toggle", "default { \"0\" }\nhidewhen \"{ a == " + value + " }\"", "b"));
}

const std::string kMenu = "default { \"0\" }\nmenu { \"x\" \"X\" \"y\" \"Y\" }";

TEST(DialogScripts, ConditionsWithValuesOfTheirParm) {
  const std::string text = "default { \"\" }";
  for (const std::string& right :
       {compared("ordinal", kMenu, "y"), compared("ordinal", kMenu, "1"), compared("string", kMenu, "y"),
        compared("string", kMenu, "\\\"\\\""), compared("string", text, "word"),
        compared("string", text + "\nmenureplace { \"x\" \"X\" }", "z"), compared("toggle", kMenu, "off"),
        compared("string", text + "\nmenutoggle { \"x\" \"X\" }", "z"), compared("data", text, "z"),
        compared("ordinal", "default { \"0\" }\nmenu { [ \"f\" ] }", "z"),
        compared("ramp_flt", kFloatRamp, "2"), compared("float", "default { \"0\" }", "-1e3"),
        compared("ordinal", "default { \"4\" }\nmenu usetokenvalue { \"4\" \"F\" }", "4")})
    EXPECT_EQ(reasonAgainst(right), "") << right;
}

TEST(DialogScripts, FindParmNamesWhatIsMissing) {
  EXPECT_THROW(findParm(parse(kToggle), "off"), std::runtime_error);
}

// ---- wrong scripts

struct Wrong {
  const char* rule;
  std::string text, reason;
};

void PrintTo(const Wrong& wrong, std::ostream* stream) {
  *stream << wrong.rule;
}

class WrongDialogScripts : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongDialogScripts, AreRefused) {
  EXPECT_EQ(reasonAgainst(GetParam().text), GetParam().reason);
}

std::string nameOf(const ::testing::TestParamInfo<Wrong>& wrong) {
  return wrong.param.rule;
}

std::string inHeader(const std::string& from, const std::string& to) {
  return replaced(script(kToggle), from, to);
}

// After the help, on line 8.
std::string labels(const std::string& lines) {
  return script(lines);
}

const Wrong kWrongTokens[] = {
    {"Empty", "", "line 1: expected '{', found the end of the text"},
    {"NoEnd", kHeader, "line 8: expected an item, found the end of the text"},
    {"AfterTheEnd", script("") + "}", "line 10: '}' after the end of the script"},
    {"SecondScript", script("") + script(""), "line 10: '{' after the end of the script"},
    {"NoOpeningBracket", "name\tx\n", "line 1: expected '{', found 'name'"},
    {"OpeningBracketWithinLine", "x {\n", "line 1: expected '{', found 'x'"},
    {"CommentWithinLine", inHeader("lean::1.0\n", "lean::1.0 # why\n"),
     "line 2: a comment begins in the first column"},
    {"CommentIndented", script("  # why"), "line 8: a comment begins in the first column"},
    {"BlockComment", script("/* why */"), "line 8: '/*' is no item"},
    {"StringWithoutEnd", kHeader + "parm {\nname \"a\nb", "line 9: the string has no end"},
    {"StringEndsLate", inHeader("\"Lean\"", "\"Lean"), "line 6: no blank after a string"},
    {"StringEndsInEscape", kHeader + "parm {\nname \"a\\", "line 9: unknown escape in a string"},
    {"UnknownEscape", inHeader("\"Lean\"", "\"\\tLean\""), "line 4: unknown escape in a string"},
    {"StringsTouch", script(parm("vector2", "size 2\ndefault { \"0\"\"0\" }")),
     "line 13: no blank after a string"},
    {"StringTouchesWord", script(parm("float", "default { \"0\"x }")), "line 12: no blank after a string"},
    {"WordTouchesString", inHeader("label\t\"Lean\"", "label\"Lean\""),
     "line 4: no blank between word and string"},
    {"CarriageReturn", replaced(script(kToggle), "label \"A\"\n", "label \"A\"\r\n"),
     "line 10: control character 13"},
    {"ControlInString", inHeader("Lean\"", "Le\x01n\""), "line 4: control character 1"},
    {"ControlInWord", inHeader("name\tdemo", "name\td\x7fmo"), "line 2: control character 127"},
    {"ControlInComment", "# \x02\n" + script(""), "line 1: control character 2"},
    {"TwoStatementsOnALine", script(replaced(kToggle, "\nlabel", " label")),
     "line 9: 'label' must begin a line"},
    {"StatementAfterLongString", script(replaced(kToggle, "\"A\"\n", "\"A\nB\" ")),
     "line 11: 'type' must begin a line"},
    {"ArgumentOnTheNextLine", script(replaced(kToggle, "label \"A\"", "label\n\"A\"")),
     "line 11: the string \"A\" must stand on the line of its keyword"},
    {"BracketOnTheNextLine", script(replaced(kToggle, "parm {", "parm\n{")),
     "line 9: '{' must stand on the line of its keyword"},
    {"ClosingBracketWithinLine", script(replaced(kToggle, "}\n}", "} }")), "line 12: '}' must begin a line"},
    {"ScriptClosedWithinLine", kHeader + replaced(kToggle, "}\n}\n", "}\n} }"),
     "line 13: '}' must begin a line"},
    {"FlagWithArgument", script(parm("float", "joinnext 1\ndefault { \"0\" }")),
     "line 12: '1' must begin a line"},
    {"SquareBracketForBlock", script("parm [\n]"), "line 8: expected '{', found '['"},
    {"WordForString", script(replaced(kToggle, "\"A\"", "A")), "line 10: expected a string, found 'A'"},
    {"StringForWord", script(parm("\"float\"", "default { \"0\" }")),
     "line 11: expected a word, found the string \"float\""},
    {"StringForKeyword", script("\"parm\" {\n}"), "line 8: expected an item, found the string \"parm\""},
};
INSTANTIATE_TEST_SUITE_P(Tokens, WrongDialogScripts, ::testing::ValuesIn(kWrongTokens), nameOf);

const Wrong kWrongHeader[] = {
    {"NoName", inHeader("    name\tdemo::lean::1.0\n", ""), "line 2: expected 'name', found 'script'"},
    {"NoScript", inHeader("    script\tdemo::lean::1.0\n", ""), "line 3: expected 'script', found 'label'"},
    {"NoLabel", inHeader("    label\t\"Lean\"\n", ""), "line 4: expected 'label', found 'help'"},
    {"NoHelp", inHeader("    help {\n\t\"\"\n    }\n", ""), "line 5: expected 'help', found 'parm'"},
    {"HeaderOrder",
     inHeader("    script\tdemo::lean::1.0\n    label\t\"Lean\"\n", "    label\t\"Lean\"\n    script\tx\n"),
     "line 3: expected 'script', found 'label'"},
    {"NameTwice", inHeader("    script", "    name\tx\n    script"),
     "line 3: expected 'script', found 'name'"},
    {"OperatorWithTable", inHeader("name\tdemo::lean", "name\tSop/lean"),
     "line 2: 'Sop/lean::1.0' is no operator name"},
    {"OperatorVersion", inHeader("name\tdemo::lean::1.0", "name\tdemo::lean::1.0b"),
     "line 2: 'demo::lean::1.0b' is no operator name"},
    {"QuotedOperator", inHeader("name\tdemo::lean::1.0", "name\t\"lean\""),
     "line 2: expected a word, found the string \"lean\""},
    {"BareLabel", inHeader("\"Lean\"", "Lean"), "line 4: expected a string, found 'Lean'"},
    {"HelpOfWords", inHeader("\t\"\"\n", "\thelp\n"), "line 6: expected a string, found 'help'"},
    {"HelpWithoutBlock", inHeader("help {\n\t\"\"\n    }", "help \"\""),
     "line 5: expected '{', found the string \"\""},
    {"BlankForTab", inHeader("name\t", "name "), "line 2: no tab after 'name'"},
    {"ArgumentOfHeaderOnTheNextLine", inHeader("label\t", "label\n\t"),
     "line 5: the string \"Lean\" must stand on the line of its keyword"},
    {"HeaderWithinLine", inHeader("\n    script", " script"), "line 2: 'script' must begin a line"},
    {"InputLabelFromZero", labels("inputlabel\t0\t\"A\""), "line 8: '0' is no whole number from 1"},
    {"InputLabelFromTwo", labels("inputlabel\t2\t\"A\""),
     "line 8: the numbers of 'inputlabel' begin at 1 and increase"},
    {"InputLabelNotIncreasing", labels("inputlabel\t1\t\"A\"\ninputlabel\t1\t\"B\""),
     "line 9: the numbers of 'inputlabel' begin at 1 and increase"},
    {"InputLabelNoNumber", labels("inputlabel\tone\t\"A\""), "line 8: 'one' is no whole number from 1"},
    {"InputLabelBare", labels("inputlabel\t1\tA"), "line 8: expected a string, found 'A'"},
    {"OutputLabelFromTwo", labels("outputlabel\t2\t\"A\""),
     "line 8: the numbers of 'outputlabel' begin at 1 and increase"},
    {"OutputBeforeInput", labels("outputlabel\t1\t\"A\"\ninputlabel\t1\t\"B\""),
     "line 9: 'inputlabel' is no item"},
    {"HandleOfFourWords", labels("bindhandle\ttx xform \"Move\" tx"), "line 9: expected a string, found '}'"},
    {"HandleWithBareLabel", labels("bindhandle\ttx xform Move tx \"\""),
     "line 8: expected a string, found 'Move'"},
    {"LabelAfterItems", labels(kToggle + "inputlabel\t1\t\"A\""), "line 14: 'inputlabel' is no item"},
    {"SignatureOfVops", labels("signature\t\"A\""), "line 8: 'signature' is no item"},
};
INSTANTIATE_TEST_SUITE_P(Header, WrongDialogScripts, ::testing::ValuesIn(kWrongHeader), nameOf);

const Wrong kWrongNames[] = {
    {"UnknownItem", script("group_simple {\n}"), "line 8: 'group_simple' is no item"},
    {"ParmInParm", script(parm("float", "default { \"0\" }\n" + kToggle)),
     "line 13: 'parm' is no keyword of parm"},
    {"ParmWithoutName", script(replaced(kToggle, "name \"on\"\n", "")), "line 8: 'parm' has no 'name'"},
    {"ParmWithoutLabel", script(replaced(kToggle, "label \"A\"\n", "")), "line 8: 'parm' has no 'label'"},
    {"NameWithBlank", script(replaced(kToggle, "\"on\"", "\"o n\"")), "line 9: 'o n' is no name"},
    {"NameWithColon", script(replaced(kToggle, "\"on\"", "\"a:b\"")), "line 9: 'a:b' is no name"},
    {"NameFromDigit", script(replaced(kToggle, "\"on\"", "\"1a\"")), "line 9: '1a' is no name"},
    {"NameEmpty", script(replaced(kToggle, "\"on\"", "\"\"")), "line 9: '' is no name"},
    {"NameBare", script(replaced(kToggle, "\"on\"", "on")), "line 9: expected a string, found 'on'"},
    {"SameParmTwice", script(kToggle + kToggle), "line 15: a second item is named 'on'"},
    {"ParmAndFolder", script(kToggle + folder("group", "on", "")), "line 15: a second item is named 'on'"},
    {"ParmAndParmInFolder", script(kToggle + folder("group", "f", kToggle)),
     "line 18: a second item is named 'on'"},
    {"ParmAndMulti", script(kToggle + folder("multiparm", "on", "")), "line 15: a second item is named 'on'"},
    {"NumberOutside", script(parm("float", "default { \"0\" }", "a#")),
     "line 9: 'a#' has a '#' outside of multiparms"},
    {"NumberOfFolderOutside", script(folder("groupsimple", "f#", "")),
     "line 9: 'f#' has a '#' outside of multiparms"},
    {"NumberOfMultiOutside", script(folder("multiparm", "m#", "")),
     "line 9: 'm#' has a '#' outside of multiparms"},
    {"NoNumberInside", script(folder("multiparm", "m", kToggle)),
     "line 12: 'on' has no '#' inside of a multiparm"},
    {"NoNumberOfFolderInside", script(folder("multiparm", "m", folder("groupsimple", "f", ""))),
     "line 12: 'f' has no '#' inside of a multiparm"},
    {"NoNumberOfMultiInside", script(folder("multiparm", "m", folder("multiparm", "n", ""))),
     "line 12: 'n' has no '#' inside of a multiparm"},
    {"NumberAfterMulti", script(folder("multiparm", "m", "") + parm("float", "default { \"0\" }", "a#")),
     "line 14: 'a#' has a '#' outside of multiparms"},
};
INSTANTIATE_TEST_SUITE_P(Names, WrongDialogScripts, ::testing::ValuesIn(kWrongNames), nameOf);

const Wrong kWrongParms[] = {
    {"UnknownKeyword", script(parm("float", "default { \"0\" }\nunquoted")),
     "line 13: 'unquoted' is no keyword of parm"},
    {"MisspeltKeyword", script(parm("float", "defaults { \"0\" }")),
     "line 12: 'defaults' is no keyword of parm"},
    {"KeywordTwice", script(parm("float", "default { \"0\" }\ndefault { \"0\" }")),
     "line 13: a second 'default'"},
    {"FlagTwice", script(parm("float", "joinnext\ndefault { \"0\" }\njoinnext")),
     "line 14: a second 'joinnext'"},
    {"NoType", script(replaced(kToggle, "type toggle\n", "")), "line 8: parm 'on' has no 'type'"},
    {"NoDefault", script(parm("float", "range { 0 1 }")), "line 8: parm 'a' has no 'default'"},
    {"UnknownType", script(parm("double", "default { \"0\" }")), "line 11: unknown type 'double'"},
    {"UnmeasuredType", script(parm("uv", "size 2\ndefault { \"0\" \"0\" }")), "line 11: unknown type 'uv'"},
    {"UnknownExport", script(parm("float", "default { \"0\" }\nexport some")),
     "line 13: unknown export 'some'"},
    {"ExportWithoutWord", script(parm("float", "default { \"0\" }\nexport")),
     "line 14: expected a word, found '}'"},
    {"BuiltInWithType", script(parm("float", "baseparm")), "line 11: a built-in parm has no 'type'"},
    {"BuiltInWithDefault", script("parm {\nname \"a\"\nbaseparm\nlabel \"A\"\ndefault { \"0\" }\n}"),
     "line 12: a built-in parm has no 'default'"},
    {"BuiltInWithSize", script("parm {\nname \"a\"\nbaseparm\nlabel \"A\"\nsize 2\n}"),
     "line 12: a built-in parm has no 'size'"},
    {"BuiltInWithRange", script("parm {\nname \"a\"\nbaseparm\nlabel \"A\"\nrange { 0 1 }\n}"),
     "line 12: a built-in parm has no 'range'"},
    {"SizeMissing", script(parm("vector", "default { \"0\" \"0\" \"0\" }")), "line 8: 'vector' needs a size"},
    {"SizeOfOne", script(parm("float", "size 1\ndefault { \"0\" }")), "line 12: a tuple has size 2, 3 or 4"},
    {"SizeOfFive", script(parm("float", "size 5\ndefault { \"0\" \"0\" \"0\" \"0\" \"0\" }")),
     "line 12: a tuple has size 2, 3 or 4"},
    {"SizeOfToggle", script(parm("toggle", "size 1\ndefault { \"0\" }")), "line 12: 'toggle' takes no size"},
    {"SizeOfAngle", script(parm("angle", "size 2\ndefault { \"0\" \"0\" }")),
     "line 12: 'angle' takes no size"},
    {"SizeOfAnotherType", script(parm("vector", "size 2\ndefault { \"0\" \"0\" }")),
     "line 12: the size of 'vector' is 3"},
    {"SizeInWords", script(parm("vector", "size three\ndefault { \"0\" }")),
     "line 12: 'three' is no whole number from 1"},
    {"SizeOfNothing", script(parm("float", "size 0\ndefault { }")), "line 12: '0' is no whole number from 1"},
    {"SizeInBlock", script(parm("vector", "size { 3 }\ndefault { \"0\" }")),
     "line 12: expected a word, found '{'"},
    {"DefaultsTooFew", script(parm("vector", "size 3\ndefault { \"0\" \"0\" }")),
     "line 13: 2 defaults for size 3"},
    {"DefaultsTooMany", script(parm("float", "default { \"0\" \"0\" }")), "line 12: 2 defaults for size 1"},
    {"DefaultsNone", script(parm("string", "default { }")), "line 12: 0 defaults for size 1"},
    {"DefaultBare", script(parm("float", "default { 0 }")), "line 12: expected a string, found '0'"},
    {"DefaultWithoutBlock", script(parm("float", "default \"0\"")),
     "line 12: expected '{', found the string \"0\""},
    {"DefaultOfToggle", script(parm("toggle", "default { \"2\" }")),
     "line 12: '2' is no default of this toggle"},
    {"DefaultOfFloat", script(parm("float", "default { \"1 m\" }")),
     "line 12: '1 m' is no default of this float"},
    {"DefaultTooGreat", script(parm("float", "default { \"1e999\" }")),
     "line 12: '1e999' is no default of this float"},
    {"DefaultOfInteger", script(parm("integer", "default { \"1.5\" }")),
     "line 12: '1.5' is no default of this integer"},
    {"DefaultOfVector", script(parm("intvector2", "size 2\ndefault { \"1\" \"\" }")),
     "line 13: '' is no default of this intvector2"},
    {"DefaultOfButton", script(parm("button", "default { \"1\" }")),
     "line 12: '1' is no default of this button"},
    {"DefaultOfSeparator", script(parm("separator", "default { \"0\" }")),
     "line 12: '0' is no default of this separator"},
    {"DefaultNoToken", script(parm("ordinal", "default { \"z\" }\nmenu { \"x\" \"X\" }")),
     "line 12: 'z' is no default of this ordinal"},
    {"DefaultNoIndex", script(parm("ordinal", "default { \"1\" }\nmenu { \"x\" \"X\" }")),
     "line 12: '1' is no default of this ordinal"},
    {"DefaultNegativeIndex", script(parm("ordinal", "default { \"-1\" }\nmenu { \"x\" \"X\" }")),
     "line 12: '-1' is no default of this ordinal"},
    {"DefaultIndexForNumber",
     script(parm("ordinal", "default { \"0\" }\nmenu usetokenvalue { \"4\" \"F\" }")),
     "line 12: '0' is no default of this ordinal"},
    {"ExpressionLanguage", script(parm("float", "default { [ \"f()\" vex ] }")),
     "line 12: unknown language 'vex'"},
    {"ExpressionWithoutLanguage", script(parm("float", "default { [ \"f()\" ] }")),
     "line 12: expected a language, found ']'"},
    {"ExpressionNotClosed", script(parm("float", "default { [ \"f()\" python }")),
     "line 12: expected ']', found '}'"},
    {"RangeOfOne", script(parm("float", "default { \"0\" }\nrange { 0 }")),
     "line 13: expected a limit, found '}'"},
    {"RangeOfThree", script(parm("float", "default { \"0\" }\nrange { 0 1 2 }")),
     "line 13: expected '}', found '2'"},
    {"RangeOfWords", script(parm("float", "default { \"0\" }\nrange { 0 many }")),
     "line 13: 'many' is no limit"},
    {"RangeOfStrings", script(parm("float", "default { \"0\" }\nrange { \"0\" \"1\" }")),
     "line 13: expected a limit, found the string \"0\""},
    {"RangeMarkApart", script(parm("float", "default { \"0\" }\nrange { 0 ! 1 }")),
     "line 13: '!' is no limit"},
    {"RangeMarkAlone", script(parm("float", "default { \"0\" }\nrange { ! 1 }")), "line 13: '!' is no limit"},
    {"RangeMarkTwice", script(parm("float", "default { \"0\" }\nrange { 0!! 1 }")),
     "line 13: '0!!' is no limit"},
    {"RangeMarkBefore", script(parm("float", "default { \"0\" }\nrange { !0 1 }")),
     "line 13: '!0' is no limit"},
    {"RangeUpsideDown", script(parm("float", "default { \"0\" }\nrange { 2! 1 }")),
     "line 13: the range is upside down"},
    {"HelpBare", script(parm("float", "default { \"0\" }\nhelp more")),
     "line 13: expected a string, found 'more'"},
    {"HelpInBlock", script(parm("float", "default { \"0\" }\nhelp { \"more\" }")),
     "line 13: expected a string, found '{'"},
    {"TagWithoutValue", script(parm("float", "default { \"0\" }\nparmtag { \"a\" }")),
     "line 13: expected the value of the tag, found '}'"},
    {"TagOfThree", script(parm("float", "default { \"0\" }\nparmtag { \"a\" \"b\" \"c\" }")),
     "line 13: expected '}', found the string \"c\""},
    {"TagBare", script(parm("float", "default { \"0\" }\nparmtag { a \"b\" }")),
     "line 13: expected a tag, found 'a'"},
    {"TagTwice", script(parm("float", "default { \"0\" }\nparmtag { \"a\" \"b\" }\nparmtag { \"a\" \"c\" }")),
     "line 14: a second tag 'a'"},
    {"GroupTagOfParm", script(parm("float", "default { \"0\" }\ngrouptag { \"a\" \"b\" }")),
     "line 13: 'grouptag' is no keyword of parm"},
};
INSTANTIATE_TEST_SUITE_P(Parms, WrongDialogScripts, ::testing::ValuesIn(kWrongParms), nameOf);

const Wrong kWrongMenus[] = {
    {"OrdinalWithoutMenu", script(parm("ordinal", "default { \"0\" }")),
     "line 8: an ordinal needs a menu or menumini"},
    {"OrdinalAsField", script(parm("ordinal", "default { \"x\" }\nmenureplace { \"x\" \"X\" }")),
     "line 8: an ordinal needs a menu or menumini"},
    {"FieldOfNumbers", script(parm("float", "default { \"0\" }\nmenutoggle { \"x\" \"X\" }")),
     "line 13: 'menutoggle' needs a text field"},
    {"MenuTwice", script(parm("ordinal", kMenu + "\nmenumini { \"x\" \"X\" }")),
     "line 14: 'menumini' after 'menu'"},
    {"MenuEmpty", script(parm("ordinal", "default { \"0\" }\nmenu { }")), "line 13: the menu is empty"},
    {"MenuOfSingles", script(parm("ordinal", "default { \"0\" }\nmenu { \"x\" \"X\" \"y\" }")),
     "line 13: expected the label of the token, found '}'"},
    {"MenuOfWords", script(parm("ordinal", "default { \"0\" }\nmenu { x \"X\" }")),
     "line 13: expected a token, found 'x'"},
    {"MenuTokenTwice", script(parm("ordinal", "default { \"0\" }\nmenu { \"x\" \"X\" \"x\" \"Y\" }")),
     "line 13: a second token 'x'"},
    {"MenuTokenNoNumber", script(parm("ordinal", "default { \"x\" }\nmenu usetokenvalue { \"x\" \"X\" }")),
     "line 13: the token 'x' is no number"},
    {"MenuWord", script(parm("ordinal", "default { \"0\" }\nmenu usetokens { \"0\" \"X\" }")),
     "line 13: expected '{', found 'usetokens'"},
    {"MenuMiniOfNumbers",
     script(parm("ordinal", "default { \"0\" }\nmenumini usetokenvalue { \"0\" \"X\" }")),
     "line 13: expected '{', found 'usetokenvalue'"},
    {"MenuPairsInPython",
     script(parm("ordinal", "default { \"0\" }\nmenu {\n\"x\" \"X\"\nlanguage python\n}")),
     "line 15: expected a token, found 'language'"},
    {"MenuScriptOfTwoLines", script(parm("ordinal", "default { \"0\" }\nmenu {\n[ \"a\" ]\n[ \"b\" ]\n}")),
     "line 13: a menu script of several lines needs 'language python'"},
    {"MenuScriptLineBreak",
     script(parm("ordinal", "default { \"0\" }\nmenu {\n[ \"a\\nb\" ]\nlanguage python\n}")),
     "line 14: one string holds two lines of the script"},
    {"MenuScriptLanguage", script(parm("ordinal", "default { \"0\" }\nmenu {\n[ \"a\" ]\nlanguage vex\n}")),
     "line 15: unknown language 'vex'"},
    {"MenuScriptLanguageWithinLine",
     script(parm("ordinal", "default { \"0\" }\nmenu {\n[ \"a\" ] language python\n}")),
     "line 14: 'language' must begin a line"},
    {"MenuScriptLanguageApart",
     script(parm("ordinal", "default { \"0\" }\nmenu {\n[ \"a\" ]\nlanguage\npython\n}")),
     "line 16: 'python' must stand on the line of its keyword"},
    {"MenuScriptLanguageFirst",
     script(parm("ordinal", "default { \"0\" }\nmenu {\nlanguage python\n[ \"a\" ]\n}")),
     "line 14: expected a token, found 'language'"},
    {"MenuScriptAfterLanguage",
     script(parm("ordinal", "default { \"0\" }\nmenu {\n[ \"a\" ]\nlanguage python\n[ \"b\" ]\n}")),
     "line 16: expected '}', found '['"},
    {"MenuScriptThenPairs", script(parm("ordinal", "default { \"0\" }\nmenu {\n[ \"a\" ]\n\"x\" \"X\"\n}")),
     "line 15: expected '}', found the string \"x\""},
    {"MenuScriptNotClosed", script(parm("ordinal", "default { \"0\" }\nmenu {\n[ \"a\" \"b\" ]\n}")),
     "line 14: expected ']', found the string \"b\""},
    {"MenuScriptBare", script(parm("ordinal", "default { \"0\" }\nmenu {\n[ opmenu ]\n}")),
     "line 14: expected a line of the script, found 'opmenu'"},
};
INSTANTIATE_TEST_SUITE_P(Menus, WrongDialogScripts, ::testing::ValuesIn(kWrongMenus), nameOf);

const Wrong kWrongRamps[] = {
    {"RampWithoutTag", script(parm("ramp_flt", "default { \"2\" }\nrange { 1! 10 }")),
     "line 8: the ramp has no points in its tag"},
    {"RampWithOtherTag", script(parm("ramp_flt", kColorRamp)),
     "line 8: rampcolordefault belongs to ramp_rgb"},
    {"ColorRampWithOtherTag", script(parm("ramp_rgb", kFloatRamp)),
     "line 8: rampfloatdefault belongs to ramp_flt"},
    {"RampTagElsewhere", script(parm("string", kColorRamp)), "line 8: rampcolordefault belongs to ramp_rgb"},
    {"RampWithoutRange", script(replaced(parm("ramp_flt", kFloatRamp), "range { 1! 10 }\n", "")),
     "line 8: the range of a ramp begins with 1!"},
    {"RampWithSoftRange", script(replaced(parm("ramp_flt", kFloatRamp), "1!", "1")),
     "line 8: the range of a ramp begins with 1!"},
    {"RampCount", script(replaced(parm("ramp_flt", kFloatRamp), "\"2\"", "\"3\"")),
     "line 12: '3' is no default of this ramp_flt"},
    {"RampEmpty",
     script(replaced(parm("ramp_rgb", kColorRamp), "1pos ( 0.25 ) 1c ( 0 .5 1 ) 1interp ( linear )", " ")),
     "line 8: the ramp has no points in its tag"},
    {"RampNumbering", script(replaced(parm("ramp_flt", kFloatRamp), "2pos", "3pos")),
     "line 8: expected '2pos' in the ramp, found '3pos'"},
    {"RampBlanks", script(replaced(parm("ramp_flt", kFloatRamp), "( 0 )", "(0)")),
     "line 8: expected '(' in the ramp, found '(0)'"},
    {"RampNumber", script(replaced(parm("ramp_flt", kFloatRamp), "( 0 )", "( zero )")),
     "line 8: 'zero' in a ramp is no number"},
    {"RampColorOfTwo", script(replaced(parm("ramp_rgb", kColorRamp), "0 .5 1", "0 .5")),
     "line 8: ')' in a ramp is no number"},
    {"RampValueOfTwo", script(replaced(parm("ramp_flt", kFloatRamp), "( .5 )", "( .5 1 )")),
     "line 8: expected ')' in the ramp, found '1'"},
    {"RampKey", script(replaced(parm("ramp_flt", kFloatRamp), "1value", "1c")),
     "line 8: expected '1value' in the ramp, found '1c'"},
    {"RampInterpolation", script(replaced(parm("ramp_flt", kFloatRamp), "constant", "smooth")),
     "line 8: unknown ramp interpolation 'smooth'"},
    {"RampCutOff", script(replaced(parm("ramp_flt", kFloatRamp), " ( constant )", "")),
     "line 8: expected '(' in the ramp, found ''"},
    {"RampNotClosed", script(replaced(parm("ramp_flt", kFloatRamp), "constant )", "constant")),
     "line 8: expected ')' in the ramp, found ''"},
    {"RampDescends", script(replaced(parm("ramp_flt", kFloatRamp), "1pos ( 0 )", "1pos ( 1.1 )")),
     "line 8: ramp positions must ascend from 0 to 1"},
    {"RampTurnsBack",
     script(replaced(replaced(parm("ramp_flt", kFloatRamp), "1pos ( 0 )", "1pos ( .5 )"), "2pos ( 1 )",
                     "2pos ( .4 )")),
     "line 8: ramp positions must ascend from 0 to 1"},
    {"RampBelowZero", script(replaced(parm("ramp_flt", kFloatRamp), "1pos ( 0 )", "1pos ( -1 )")),
     "line 8: ramp positions must ascend from 0 to 1"},
    {"RampBeyondOne", script(replaced(parm("ramp_flt", kFloatRamp), "2pos ( 1 )", "2pos ( 1.1 )")),
     "line 8: ramp positions must ascend from 0 to 1"},
};
INSTANTIATE_TEST_SUITE_P(Ramps, WrongDialogScripts, ::testing::ValuesIn(kWrongRamps), nameOf);

const Wrong kWrongFolders[] = {
    {"FolderWithoutName", script("groupsimple {\nlabel \"F\"\n}"), "line 8: 'groupsimple' has no 'name'"},
    {"FolderWithoutLabel", script("groupsimple {\nname \"f\"\n}"), "line 8: 'groupsimple' has no 'label'"},
    {"FolderNotClosed", kHeader + "groupsimple {\nname \"f\"\nlabel \"F\"\n",
     "line 11: expected a keyword, found the end of the text"},
    {"FolderWithType", script(folder("groupsimple", "f", "type float")),
     "line 11: 'type' is no keyword of groupsimple"},
    {"FolderWithParmTag", script(folder("groupsimple", "f", "parmtag { \"a\" \"b\" }")),
     "line 11: 'parmtag' is no keyword of groupsimple"},
    {"FolderKeywordTwice", script(folder("groupsimple", "f", "label \"G\"")), "line 11: a second 'label'"},
    {"FolderPropertyAfterItem", script(folder("groupsimple", "f", kToggle + "hidewhen \"{ on == 0 }\"")),
     "line 17: 'hidewhen' after the first item"},
    {"FolderTagTwice",
     script(folder("groupsimple", "f", "grouptag { \"a\" \"b\" }\ngrouptag { \"a\" \"b\" }")),
     "line 12: a second tag 'a'"},
    {"FolderOfOtherType", script(folder("groupsimple", "f", "grouptag { \"group_type\" \"collapsible\" }")),
     "line 8: group_type is not that of 'groupsimple'"},
    {"TabOfType", script(folder("group", "f", "grouptag { \"group_type\" \"simple\" }")),
     "line 8: group_type is not that of 'group'"},
    {"FolderDefault", script(folder("groupcollapsible", "f", "grouptag { \"group_default\" \"yes\" }")),
     "line 8: group_default is 0 or 1"},
    {"TabBreakOfBox", script(folder("groupsimple", "f", "tabbreak")),
     "line 11: 'tabbreak' is no keyword of groupsimple"},
    {"InvisibleTabOfBox", script(folder("groupcollapsible", "f", "invisibletab")),
     "line 11: 'invisibletab' is no keyword of groupcollapsible"},
    {"HideTabOfBox", script(folder("groupsimple", "f", "hidewhentab \"{ on == 0 }\"")),
     "line 11: 'hidewhentab' is no keyword of groupsimple"},
    {"MultiCountInBlock", script(folder("multiparm", "m", "default { \"1\" }")),
     "line 11: expected a word, found '{'"},
    {"MultiCountQuoted", script(folder("multiparm", "m", "default \"1\"")),
     "line 11: expected a word, found the string \"1\""},
    {"MultiCountNegative", script(folder("multiparm", "m", "default -1")),
     "line 11: '-1' is no whole number from 0"},
    {"MultiCountBroken", script(folder("multiparm", "m", "default 1.5")),
     "line 11: '1.5' is no whole number from 0"},
    {"MultiCountTooGreat", script(folder("multiparm", "m", "default 12345678901")),
     "line 11: '12345678901' is no whole number from 0"},
    {"MultiWithRange", script(folder("multiparm", "m", "range { 0 1 }")),
     "line 11: 'range' is no keyword of multiparm"},
    {"MultiWithGroupTag", script(folder("multiparm", "m", "grouptag { \"a\" \"b\" }")),
     "line 11: 'grouptag' is no keyword of multiparm"},
    {"MultiPropertyAfterItem",
     script(folder("multiparm", "m", parm("float", "default { \"0\" }", "a#") + "default 1")),
     "line 17: 'default' after the first item"},
    {"MultiOffset", script(folder("multiparm", "m", "parmtag { \"multistartoffset\" \"2\" }")),
     "line 8: multistartoffset is 0 or 1"},
    {"MultiWithoutName", script("multiparm {\nlabel \"F\"\n}"), "line 8: 'multiparm' has no 'name'"},
};
INSTANTIATE_TEST_SUITE_P(Folders, WrongDialogScripts, ::testing::ValuesIn(kWrongFolders), nameOf);

// A condition on a toggle, on line 20.
std::string hidden(const std::string& condition) {
  return script(kToggle + parm("float", "default { \"0\" }\nhidewhen \"" + condition + "\""));
}

const Wrong kWrongConditions[] = {
    {"ConditionEmpty", hidden(""), "line 19: a condition is empty"},
    {"ConditionWithoutBrackets", hidden("on == 0"), "line 19: expected '{' in a condition, found 'on'"},
    {"ConditionNotClosed", hidden("{ on == 0"), "line 19: a condition lacks its '}'"},
    {"ConditionCutOff", hidden("{ on =="), "line 19: '' in a condition is no value"},
    {"ConditionBracesEmpty", hidden("{ }"), "line 19: a condition has empty braces"},
    {"ConditionWithoutBlanks", hidden("{on==0}"), "line 19: expected '{' in a condition, found '{on==0}'"},
    {"ConditionComparison", hidden("{ on = 0 }"), "line 19: '=' in a condition is no comparison"},
    {"ConditionWithoutValue", hidden("{ on == }"), "line 19: '}' in a condition is no value"},
    {"ConditionName", hidden("{ 1on == 0 }"), "line 19: '1on' in a condition is no name"},
    {"ConditionFunction", hidden("{ hasinput(0) == 0 }"), "line 19: 'hasinput(0)' in a condition is no name"},
    {"ConditionQuotedValue", hidden("{ on == \\\"a\\\" }"), "line 19: '\"a\"' in a condition is no value"},
    {"ConditionNested", hidden("{ { on == 0 } }"), "line 19: '{' in a condition is no name"},
    {"ConditionAfter", hidden("{ on == 0 } else"), "line 19: expected '{' in a condition, found 'else'"},
    {"ConditionUnknown", hidden("{ on == 0 } { off == 0 }"),
     "line 14: a condition uses 'off', which it cannot see"},
    {"ConditionBare", script(kToggle + parm("float", "default { \"0\" }\nhidewhen on")),
     "line 19: expected a string, found 'on'"},
    {"ConditionOfDisable", script(parm("float", "default { \"0\" }\ndisablewhen \"{ off == 0 }\"")),
     "line 8: a condition uses 'off', which it cannot see"},
    {"ConditionOfFolder", script(folder("groupsimple", "f", "hidewhen \"{ off == 0 }\"")),
     "line 8: a condition uses 'off', which it cannot see"},
    {"ConditionOfFolderDisable", script(folder("groupsimple", "f", "disablewhen \"{ off == 0 }\"")),
     "line 8: a condition uses 'off', which it cannot see"},
    {"ConditionOfTab", script(folder("group", "f", "hidewhentab \"{ off == 0 }\"")),
     "line 8: a condition uses 'off', which it cannot see"},
    {"ConditionOfTabDisable", script(folder("group", "f", "disablewhentab \"{ off == 0 }\"")),
     "line 8: a condition uses 'off', which it cannot see"},
    {"ConditionOfTabForm", script(folder("group", "f", "disablewhentab \"{ }\"")),
     "line 11: a condition has empty braces"},
    {"ConditionOfTabHideForm", script(folder("group", "f", "hidewhentab \"{ }\"")),
     "line 11: a condition has empty braces"},
    {"ConditionOfDisableForm", script(parm("float", "default { \"0\" }\ndisablewhen \"\"")),
     "line 13: a condition is empty"},
    {"ConditionOfMulti",
     script(
         folder("multiparm", "m", "hidewhen \"{ a# == 0 }\"\n" + parm("float", "default { \"0\" }", "a#"))),
     "line 8: a condition uses 'a#', which it cannot see"},
    {"ConditionIntoMulti",
     script(folder("multiparm", "m", parm("float", "default { \"0\" }", "a#")) +
            parm("float", "default { \"0\" }\nhidewhen \"{ a# == 0 }\"")),
     "line 19: a condition uses 'a#', which it cannot see"},
    {"ConditionIntoOtherMulti",
     script(folder("multiparm", "m", parm("float", "default { \"0\" }", "a#")) +
            folder("multiparm", "n", parm("float", "default { \"0\" }\nhidewhen \"{ a# == 0 }\"", "b#"))),
     "line 22: a condition uses 'a#', which it cannot see"},
    {"ConditionOnBox",
     script(folder("groupsimple", "f", "") + parm("float", "default { \"0\" }\nhidewhen \"{ f1 == 0 }\"")),
     "line 13: a condition uses 'f1', which it cannot see"},
    {"ConditionOnTabItself",
     script(folder("group", "f", "") + parm("float", "default { \"0\" }\nhidewhen \"{ f == 0 }\"")),
     "line 13: a condition uses 'f', which it cannot see"},
    {"ConditionOnSecondTab",
     script(folder("group", "f", "") + folder("group", "g", "") +
            parm("float", "default { \"0\" }\nhidewhen \"{ g1 == 0 }\"")),
     "line 18: a condition uses 'g1', which it cannot see"},
    {"ConditionOnChannel",
     script(parm("vector2", "size 2\ndefault { \"0\" \"0\" }", "v") +
            parm("float", "default { \"0\" }\nhidewhen \"{ vx == 0 }\"")),
     "line 15: a condition uses 'vx', which it cannot see"},
    {"ConditionOnTabByWord",
     script(folder("group", "f", "") + parm("float", "default { \"0\" }\nhidewhen \"{ f1 == first }\"")),
     "line 13: 'f1' can never be first"},
    {"ConditionNoToken", compared("ordinal", kMenu, "z"), "line 15: 'a' can never be z"},
    {"ConditionNoIndex", compared("ordinal", kMenu, "2"), "line 15: 'a' can never be 2"},
    {"ConditionNoTokenOfText", compared("string", kMenu, "z"), "line 15: 'a' can never be z"},
    {"ConditionEmptyOrdinal", compared("ordinal", "default { \"0\" }\nmenu { [ \"f\" ] }", "\\\"\\\""),
     "line 15: 'a' can never be \"\""},
    {"ConditionToggleOfTwo", compared("toggle", "default { \"0\" }", "2"), "line 14: 'a' can never be 2"},
    {"ConditionFloatByWord", compared("float", "default { \"0\" }", "zero"),
     "line 14: 'a' can never be zero"},
    {"ConditionIntegerEmpty", compared("integer", "default { \"0\" }", "\\\"\\\""),
     "line 14: 'a' can never be \"\""},
};
INSTANTIATE_TEST_SUITE_P(Conditions, WrongDialogScripts, ::testing::ValuesIn(kWrongConditions), nameOf);

}  // namespace
}  // namespace tendril::test
