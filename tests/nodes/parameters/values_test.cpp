// Parameters set by name, ramps, group patterns; every kind of parameter on a node made for it.
#include "nodes/parameters/values.h"

#include <gtest/gtest.h>

#include "nodes/parameters/help_card.h"
#include "nodes/parameters/text.h"
#include "solver/base/error.h"
#include "tests/support/dialog_script/dialog_script.h"

namespace tendril::test {
namespace {

enum class Fruit { apple, pear };

struct Force {
  double strength = 1;
  std::array<double, 3> direction = {0, 1, 0};
};

struct AllParms {
  bool on = true;
  int count = 3;
  double size = 0.5;
  std::array<double, 2> range = {0, 1};
  std::array<double, 3> gravity = {0, -9.81, 0};
  std::array<double, 4> corner = {1, 2, 3, 4};
  std::array<double, 3> tint = {1, 0.5, 0};
  std::string text = "a \"quoted\" word\\", file, group, path;
  Fruit fruit = Fruit::apple;
  Ramp ramp = {{{0, 1, Ramp::Shape::linear}, {1, 0, Ramp::Shape::constant}}};
  std::vector<Force> forces = std::vector<Force>(2);
};

Outputs nothing(const AllParms&, const Cook&) {
  return outputsOf(Geometry());
}

const Help kHelp = {"Something happens in the picture that one can see.", "Any.", "none"};

// Every kind of parameter and structure.
const NodeDefinition& everything() {
  static const NodeDefinition node = [] {
    NodeDefinition made = makeNode<AllParms>("tendril::everything::1.0", "Everything", nothing);
    ParameterTable<AllParms> table(made);
    table.tab("first", "First");
    table.toggle<&AllParms::on>("on", "On").help(kHelp);
    table.integer<&AllParms::count>("count", "Count")
        .soft(0, 10)
        .hardLow(0)
        .help(kHelp)
        .disableWhen("{ on == 0 }");
    table.real<&AllParms::size>("size", "Size").unit("m").soft(0, 1).hardLow(0).hardHigh(2).help(kHelp);
    table.collapsible("inner", "Inner");
    table.vector<&AllParms::range>("range", "Range").unit("m").help(kHelp);
    table.vector<&AllParms::gravity>("gravity", "Gravity").unit("m/s2").soft(-10, 10).help(kHelp);
    table.vector<&AllParms::corner>("corner", "Corner").unit("m").help(kHelp);
    table.end();
    table.separator("line");
    table.tab("second", "Second");
    table.colour<&AllParms::tint>("tint", "Tint").help(kHelp);
    table.string<&AllParms::text>("text", "Text").help(kHelp);
    table.file<&AllParms::file>("file", "File").help(kHelp);
    table.group<&AllParms::group>("group", "Group", Owner::point, 1).help(kHelp);
    table.operatorPath<&AllParms::path>("path", "Path").help(kHelp);
    table.menu<&AllParms::fruit>("fruit", "Fruit", {{"apple", "Apple"}, {"pear", "Pear"}})
        .help(kHelp)
        .fixed()
        .presets({{"pear", {{"size", 1.5}}}})
        .hideWhen("{ on == 0 count > 3 } { size < 1 }");
    table.ramp<&AllParms::ramp>("ramp", "Ramp").help(kHelp);
    table.button("press", "Press").help(kHelp);
    table.end();
    table.multiparm<&AllParms::forces>("forces", "Forces").help(kHelp);
    ParameterTable<Force> force(made);
    force.real<&Force::strength>("strength#", "Strength").unit("N").help(kHelp);
    force.vector<&Force::direction>("direction#", "Direction")
        .unit("1")
        .help(kHelp)
        .hideWhen("{ strength# == 0 }");
    table.end();
    return made;
  }();
  return node;
}

const AllParms& held(const Parms& parms) {
  return *static_cast<const AllParms*>(parms.data());
}

std::string errorOf(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Parms, TextSetsEveryKind) {
  Parms parms(everything());
  const std::pair<const char*, const char*> texts[] = {
      {"on", "off"},        {"count", "7"},         {"size", "1.25"},   {"range", "2 3"},
      {"gravity", "1,2,3"}, {"corner", "4 3 2 1"},  {"tint", "0 0 1"},  {"text", "hello world"},
      {"file", "a.geo"},    {"group", "!bad"},      {"path", "/obj/x"}, {"ramp", "0:0 1:1:monotonecubic"},
      {"strength2", "9"},   {"direction1", "1 0 0"}};
  for (const auto& [name, text] : texts) parms.setText(name, text);
  const AllParms& p = held(parms);
  EXPECT_FALSE(p.on);
  EXPECT_EQ(p.count, 7);
  EXPECT_EQ(p.size, 1.25);
  EXPECT_EQ(p.range[1], 3);
  EXPECT_EQ(p.gravity, (std::array<double, 3>{1, 2, 3}));
  EXPECT_EQ(p.corner[3], 1);
  EXPECT_EQ(p.tint[2], 1);
  EXPECT_EQ(p.text, "hello world");
  EXPECT_EQ(p.group, "!bad");
  EXPECT_EQ(p.ramp.keys[1].shape, Ramp::Shape::monotoneCubic);
  EXPECT_EQ(p.ramp.keys[1].value, 1);
  EXPECT_EQ(p.forces[1].strength, 9);
  EXPECT_EQ(p.forces[0].direction[0], 1);
  EXPECT_EQ(p.forces[1].direction[0], 0);
}

TEST(Parms, ComponentsInstancesAndPresets) {
  Parms parms(everything());
  parms.set("gravityy", -1.0);
  parms.set("tintb", 0.25);
  parms.set("direction2z", 5.0);
  parms.set("forces", 3.0);
  parms.set("strength3", 4.0);
  EXPECT_EQ(held(parms).gravity[1], -1);
  EXPECT_EQ(held(parms).tint[2], 0.25);
  EXPECT_EQ(held(parms).forces[1].direction[2], 5);
  EXPECT_EQ(held(parms).forces[2].strength, 4);
  EXPECT_EQ(std::get<double>(parms.get("gravityy")), -1);
  const Parms copy = parms.copy();
  parms.set("strength3", 8.0);
  EXPECT_EQ(held(copy).forces[2].strength, 4);
  parms.setText("fruit", "pear");
  EXPECT_EQ(held(parms).fruit, Fruit::pear);
  EXPECT_EQ(held(parms).size, 1.5);  // written by the preset
  EXPECT_EQ(held(copy).size, 0.5);
}

TEST(Parms, ErrorsNameTheParameter) {
  Parms parms(everything());
  const auto text = [&](const char* name, const char* value) {
    return errorOf([&] { parms.setText(name, value); });
  };
  EXPECT_EQ(text("size", "-1"), "size: -1 m is below 0 m, the least");
  EXPECT_EQ(text("size", "3"), "size: 3 m is above 2 m, the most");
  EXPECT_EQ(text("size", "wide"), "size: \"wide\" is not a number");
  EXPECT_EQ(text("size", "nan"), "size: \"nan\" is not a number");
  EXPECT_EQ(text("size", "1 2"), "size: is one number");
  EXPECT_EQ(text("count", "1.5"), "count: 1.5 is not a whole number");
  EXPECT_EQ(text("count", "99999999999"), "count: 99999999999 is not a whole number");
  EXPECT_EQ(text("gravity", "1 2"), "gravity: is 3 numbers");
  EXPECT_EQ(text("fruit", "plum"), "fruit: there is no \"plum\"; there are apple, pear");
  EXPECT_EQ(text("on", "maybe"), "on: \"maybe\" is not a number");
  EXPECT_EQ(text("press", "1"), "press: is a button and holds no value");
  EXPECT_EQ(text("strength7", "1"), "strength7: forces has 2 instances; set it to more first");
  EXPECT_EQ(text("ramp", "0:1 x"), "ramp: \"x\" is no key; write position:value or position:value:shape");
  EXPECT_EQ(text("siez", "1"),
            "siez: tendril::everything::1.0 has no such parameter; did you mean \"size\"?");
  EXPECT_EQ(text("zzzz", "1"),
            "zzzz: tendril::everything::1.0 has no such parameter (see `tendril nodes everything`)");
  EXPECT_EQ(errorOf([&] { parms.set("size", std::numeric_limits<double>::quiet_NaN()); }),
            "size: is not a finite number");
  EXPECT_EQ(errorOf([&] { parms.set("text", 1.0); }), "text: is text");
  EXPECT_EQ(held(parms).size, 0.5);  // nothing of all that was kept
}

TEST(Parms, EveryRowKindReachesTheDialogScript) {
  const DialogScript script = parseDialogScript(dialogScript(everything()));
  const auto type = [&](const char* name) {
    const DialogParm parm = findParm(script, name);
    return parm.type;
  };
  const std::pair<const char*, const char*> expected[] = {
      {"on", "toggle"},        {"count", "integer"},  {"size", "float"},     {"range", "vector2"},
      {"gravity", "vector"},   {"corner", "vector4"}, {"tint", "color"},     {"text", "string"},
      {"file", "file"},        {"group", "string"},   {"path", "oppath"},    {"fruit", "ordinal"},
      {"ramp", "ramp_flt"},    {"press", "button"},   {"line", "separator"}, {"strength#", "float"},
      {"direction#", "vector"}};
  for (const auto& [name, kind] : expected) EXPECT_EQ(type(name), kind) << name;
  EXPECT_EQ(findParm(script, "text").defaults[0], "a \"quoted\" word\\");
  EXPECT_EQ(findParm(script, "size").range, (std::vector<std::string>{"0!", "1"}));
  EXPECT_EQ(findParm(script, "fruit").hideWhen, "{ on == 0 count > 3 } { size < 1 }");
  EXPECT_EQ(script.items.size(), 3u);  // two tabs and the list
}

TEST(Ramp, ShapesGoThroughTheirKeys) {
  const Ramp ramp = parseRamp("0:0:linear 0.5:1:constant 0.75:0.5:monotonecubic 1:2");
  EXPECT_EQ(ramp.at(-1), 0);
  EXPECT_EQ(ramp.at(0.25), 0.5);
  EXPECT_EQ(ramp.at(0.6), 1);
  EXPECT_EQ(ramp.at(0.75), 0.5);
  EXPECT_EQ(ramp.at(2), 2);
  EXPECT_GT(ramp.at(0.9), 0.5);
  EXPECT_EQ(formatRamp(ramp), "0:0:linear 0.5:1:constant 0.75:0.5:monotonecubic 1:2:linear");
  // never beyond its keys where it is monotone; Catmull and Rom's is
  const char* keys = "0:0:%s 0.4:0.1:%s 0.5:1:%s 1:1";
  const auto most = [&](const char* shape) {
    std::string text = keys;
    for (std::size_t at = text.find("%s"); at != std::string::npos; at = text.find("%s"))
      text.replace(at, 2, shape);
    double largest = 0;
    for (int i = 0; i <= 1000; ++i) largest = std::max(largest, parseRamp(text).at(0.001 * i));
    return largest;
  };
  EXPECT_LE(most("monotonecubic"), 1 + 1e-12);
  EXPECT_GT(most("catmull-rom"), 1.01);
  EXPECT_THROW(parseRamp("0:1:bspline"), Error);
  EXPECT_THROW(parseRamp(""), Error);
}

TEST(Text, NumbersWrappingAndWildcards) {
  EXPECT_EQ(formatNumber(0.1), "0.1");
  EXPECT_EQ(*parseNumber("+1e3"), 1000);
  EXPECT_FALSE(parseNumber("1x"));
  EXPECT_FALSE(parseNumber("inf"));
  EXPECT_EQ(wrapped("aaa bbb ccc", 8, " "), " aaa bbb\n ccc\n");
  EXPECT_TRUE(matches("a*b?", "axxbc"));
  EXPECT_FALSE(matches("a*b", "axxbc"));
  EXPECT_TRUE(matches("**", ""));
}

}  // namespace
}  // namespace tendril::test
