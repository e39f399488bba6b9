// Every kind of parameter, and every kind of trouble, through the adapters.
#include <gtest/gtest.h>

#include "hdk/geometry.h"
#include "nodes/parameters/values.h"
#include "session.h"
#include "tests/support/test_host.h"
#include "trial_node.h"

namespace tendril::test {
namespace {

// What the node writes into detail attributes, as one text with all digits.
std::string written(const Geometry& g) {
  std::string text;
  for (const char* name : {"numbers", "ramp", "weights"})
    if (const Attribute* found = g.find(Owner::detail, name))
      for (std::size_t i = 0; i < sizeOf(found->numbers); ++i) {
        char digits[40];
        std::snprintf(digits, sizeof digits, "%s%.17g", i ? " " : "\n", numberAt(found->numbers, i));
        text += digits;
      }
  const Attribute* found = g.find(Owner::detail, "text");
  return text + "\n" + (found ? std::string(found->stringAt(0)) : "");
}

class Trial : public ::testing::Test {
 protected:
  using Values = std::vector<std::pair<std::string, std::string>>;

  Trial() {
    points_.add(Owner::point, "P", Storage::real32, 3, "point");
    points_.addPoints(3);
    session.connect(node, 0, session.sourceNode([this](double) {
      auto detail = std::make_unique<GU_Detail>();
      hdk::toDetail(points_, *detail, {});
      return detail;
    }));
  }
  void TearDown() override { EXPECT_EQ(session.faults(), Session::Faults()); }

  // As the command line cooks it.
  std::string expected(const Values& values) const {
    const NodeDefinition definition = trialNode();
    Parms parms(definition);
    for (const auto& [name, text] : values) parms.setText(name, text);
    TestHost host;
    Cook with{host, {}};
    with.inputs = {std::make_shared<const Geometry>(points_)};
    return written(*definition.cook(parms.data(), with).at(0));
  }

  std::string cooked(double time = 0) {
    const Session::Cooked result = session.cook(node, time);
    EXPECT_LT(result.severity, UT_ERROR_WARNING) << result.text();
    return result.geometry ? written(hdk::fromDetail(*result.geometry, 0)) : "nothing";
  }

  Geometry points_;
  Session session{TRIAL_PLUGIN};
  Session::Node& node = session.create("tendril::trial::1.0", "trial");
};

TEST_F(Trial, DefaultsAreTheStructs) {
  EXPECT_EQ(cooked(), expected({}));
}

TEST_F(Trial, EveryKindArrives) {
  session.setInt(node, "toggle", 0);
  session.setInt(node, "whole", 12345);
  session.setFloat(node, "real", 1.0 / 3);
  session.setFloat(node, "pair", -1.5, 0);
  session.setFloat(node, "four", 1e-30, 3);
  session.setFloat(node, "colour", 0.1, 2);
  session.setString(node, "text", "\xc3\xa4 \"quoted\" ; #");
  session.setString(node, "file", "/tmp/a b.bgeo.sc");
  session.setString(node, "path", "../curves");
  session.setString(node, "group", "1-2");
  EXPECT_EQ(cooked(), expected({{"toggle", "off"},
                                {"whole", "12345"},
                                {"real", "0.3333333333333333"},
                                {"pair", "-1.5 2"},
                                {"four", "1 2 3 1e-30"},
                                {"colour", "0.2 0.5 0.1"},
                                {"text", "\xc3\xa4 \"quoted\" ; #"},
                                {"file", "/tmp/a b.bgeo.sc"},
                                {"path", "../curves"},
                                {"group", "1-2"}}));
}

TEST_F(Trial, RampsHaveTheSameBits) {
  session.setRamp(node, "ramp",
                  {{0, 0.3, "linear"},
                   {0.123456789, 0.7, "constant"},
                   {0.4, 0.1, "catmull-rom"},
                   {0.6, 0.9, "monotonecubic"},
                   {1, 0.5, "linear"}});
  EXPECT_EQ(cooked(), expected({{"ramp",
                                 "0:0.3:linear 0.123456789:0.7:constant 0.4:0.1:catmull-rom "
                                 "0.6:0.9:monotonecubic 1:0.5:linear"}}));
}

TEST_F(Trial, RampsOfUnknownShapesAreSampled) {
  session.setRamp(node, "ramp", {{0, 0, "bezier"}, {1, 1, "bezier"}});
  const Session::Cooked result = session.cook(node, 0);
  ASSERT_FALSE(result.failed()) << result.text();
  const Geometry g = hdk::fromDetail(*result.geometry, 0);
  const auto& values = g.find(Owner::detail, "ramp")->values<double>();
  EXPECT_EQ(values[0], 0);
  EXPECT_EQ(values[40], 1);
  for (std::size_t i = 1; i < values.size(); ++i) EXPECT_GE(values[i], values[i - 1]);
}

TEST_F(Trial, ListsArriveInstanceByInstance) {
  session.setInt(node, "weights", 3);
  session.setFloat(node, "weight2", 0.25);
  session.setInt(node, "count3", 7);
  session.setString(node, "name1", "root");
  session.setFloat(node, "direction3", -2, 1);
  EXPECT_EQ(cooked(), expected({{"weights", "3"},
                                {"weight2", "0.25"},
                                {"count3", "7"},
                                {"name1", "root"},
                                {"direction3", "0 -2 0"}}));
  session.setInt(node, "weights", 0);
  EXPECT_EQ(cooked(), expected({{"weights", "0"}}));
}

TEST_F(Trial, ParametersAnimate) {
  session.setKey(node, "real", 0, 0);
  session.setKey(node, "real", 1, 2);
  EXPECT_EQ(cooked(0.25), expected({{"real", "0.5"}}));
}

// Whatever is thrown becomes an error on the node, and what it showed stays.
TEST_F(Trial, NoTroubleLeavesACook) {
  const std::string before = cooked();
  const std::pair<const char*, const char*> troubles[] = {{"error", "text: \"a b\" is absurd"},
                                                          {"memory", "not enough memory"},
                                                          {"standard", "a fault of Tendril itself: a slip"},
                                                          {"unknown", "a fault of Tendril itself"},
                                                          {"unfinished", "a fault of Tendril itself"}};
  int untouched = 0;
  for (const auto& [token, text] : troubles) {
    session.setString(node, "trouble", token);
    const Session::Cooked bad = session.cook(node, 0);
    EXPECT_TRUE(bad.failed()) << token;
    // what the node itself holds, shown or not, unless the stand-in took it away before the cook
    ASSERT_FALSE(bad.left.isNull());
    const std::string left = written(hdk::fromDetail(*bad.left.gdp()));
    EXPECT_TRUE(left == before || left == written(Geometry())) << token;
    untouched += left == before;
    EXPECT_NE(bad.text().find(text), std::string::npos) << bad.text();
    ASSERT_NE(session.shown(node), nullptr);
    EXPECT_EQ(written(hdk::fromDetail(*session.shown(node), 0)), before) << token;
  }
  EXPECT_GE(untouched, 2);
  session.setString(node, "trouble", "none");
  session.setInt(node, "whole", -1);
  EXPECT_NE(session.cook(node, 0).text().find("whole: -1 is below 0"), std::string::npos);
  session.setInt(node, "whole", 3);
  session.setString(node, "group", "no_such_group");
  EXPECT_TRUE(session.cook(node, 0).failed());
  session.setString(node, "group", "");
  EXPECT_EQ(cooked(), before);
}

TEST_F(Trial, AnInterruptEndsWorkOfManyThreads) {
  const std::string before = cooked();
  session.setString(node, "trouble", "slow");
  session.interruptAfter(std::chrono::milliseconds(20));
  const Session::Cooked stopped = session.cook(node, 0);
  session.clearInterrupt();
  EXPECT_TRUE(stopped.interrupted);
  ASSERT_FALSE(stopped.left.isNull());
  EXPECT_EQ(written(hdk::fromDetail(*stopped.left.gdp())), before);
  EXPECT_EQ(written(hdk::fromDetail(*session.shown(node), 0)), before);
}

TEST_F(Trial, NotesReachTheNode) {
  EXPECT_NE(session.cook(node, 0).text().find("message: all is written"), std::string::npos);
}

}  // namespace
}  // namespace tendril::test
