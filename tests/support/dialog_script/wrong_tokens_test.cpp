// Dialog scripts that break a rule of tokens, header or names, each of one rule.
#include "tests/support/dialog_script/scripts.h"

namespace tendril::test::dialog {
namespace {

TEST_P(WrongDialogScripts, AreRefused) {
  EXPECT_EQ(reasonAgainst(GetParam().text), GetParam().reason);
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

}  // namespace
}  // namespace tendril::test::dialog
