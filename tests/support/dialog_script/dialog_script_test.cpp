// The strict reader of dialog scripts: what it reads.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/dialog_script/scripts.h"

namespace tendril::test::dialog {
namespace {

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

}  // namespace
}  // namespace tendril::test::dialog
