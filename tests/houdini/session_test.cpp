// A small plugin lives in a session: what Houdini does to plugins is done to it, and what plugins must not do
// is noticed.
#include "session.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <thread>

#include "standin/faults.h"

namespace {

using Faults = Session::Faults;

std::unique_ptr<GU_Detail> threePoints() {
  auto detail = std::make_unique<GU_Detail>();
  standin::appendPolygon(*detail, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}});
  detail->newPointGroup("tip")->addOffset(detail->pointOffset(2));
  return detail;
}

float height(const GU_Detail* detail, GA_Index point) {
  return detail->getPos3(detail->pointOffset(point)).y();
}

struct Lifted : testing::Test {
  Session session{FAKE_PLUGIN};
  Session::Node& source = session.sourceNode(threePoints());
  Session::Node& lift = session.create("fake::lift::1.0", "lift1");
  Session::Node& row = session.create("fake::row::1.0", "row1");
  Session::Node& bad = session.create("fake::bad::1.0", "bad1");
  void SetUp() override {
    session.connect(lift, 0, source);
    session.connect(bad, 0, source);
  }
  void TearDown() override { EXPECT_EQ(session.faults(), Faults()); }
};

// The plugin's tag, built by a newer Visual C++ than that of 20.5.
TEST(Session, ANewerCompilerIsNotRefused) {
  void* handle = dlopen(VISUAL_TAG, RTLD_NOW | RTLD_LOCAL);
  ASSERT_TRUE(handle);
  const auto compiler = reinterpret_cast<int (*)()>(dlsym(handle, "HoudiniDSOVersionCompilerStandIn"));
  ASSERT_TRUE(compiler);
  EXPECT_EQ(compiler(), standin::version() < 2100 ? 1939 : 1944);
  EXPECT_LE(compiler(), standin::compiler());
}

TEST(Session, PluginsAreCheckedWhenTheyLoad) {
  EXPECT_THROW(Session("/nosuch.so"), std::runtime_error);
  EXPECT_THROW(Session{FAKE_OLD}, std::runtime_error);
  EXPECT_THROW(Session{FAKE_NEWER}, std::runtime_error);
  Session session(FAKE_PLUGIN);
  ASSERT_EQ(session.operators().size(), 3u);
  const OP_Operator& lift = session.operatorNamed("fake::lift::1.0");
  EXPECT_EQ(lift.inputLabels, std::vector<std::string>{"Points"});
  EXPECT_EQ(lift.submenu.toStdString(), "Fake");
  EXPECT_STREQ(lift.templates[1].getToken(), "group");
  EXPECT_EQ(lift.templates[1].choices, &SOP_Node::pointGroupMenu);
  EXPECT_THROW(session.create("fake::nosuch", "n"), std::runtime_error);
  EXPECT_EQ(session.faults(), Faults());
}

TEST_F(Lifted, DefaultsCook) {
  const Session::Cooked cooked = session.cook(lift, 0);
  EXPECT_EQ(cooked.text(), "");
  ASSERT_NE(cooked.geometry, nullptr);
  EXPECT_EQ(height(cooked.geometry, 0), 1);
  EXPECT_EQ(height(session.shown(source), 0), 0);
  EXPECT_NE(cooked.geometry->pointOffset(0), session.shown(source)->pointOffset(0));
}

TEST_F(Lifted, ParametersChangeAndAreAnimated) {
  session.setFloat(lift, "byy", 3);
  EXPECT_EQ(height(session.cook(lift, 0).geometry, 0), 3);
  session.setString(lift, "group", "tip");
  EXPECT_EQ(height(session.cook(lift, 0).geometry, 0), 0);
  EXPECT_EQ(height(session.cook(lift, 0).geometry, 2), 3);
  session.setKey(lift, "by", 0, 0, 1);
  session.setKey(lift, "by", 2, 8, 1);
  EXPECT_EQ(height(session.cook(lift, 0.5).geometry, 2), 2);
  session.setRamp(lift, "shape", {{0, 10, "constant"}, {1, 0}});
  EXPECT_EQ(height(session.cook(lift, 0.5).geometry, 2), 20);
  session.setString(lift, "mode", "still");
  EXPECT_EQ(session.sop(lift).evalInt("mode", 0, 0), 0);
  EXPECT_EQ(height(session.cook(lift, 0.5).geometry, 2), 0);
  EXPECT_THROW(session.setFloat(lift, "nosuch", 1), std::invalid_argument);
  EXPECT_THROW(session.setString(lift, "mode", "nosuch"), std::invalid_argument);
}

TEST_F(Lifted, ListsGrowAndShrink) {
  session.setInt(lift, "weights", 3);
  session.setFloat(lift, "weight2", 5);
  EXPECT_EQ(height(session.cook(lift, 0).geometry, 0), 5);
  session.setInt(lift, "weights", 1);
  EXPECT_THROW(session.setFloat(lift, "weight2", 5), std::invalid_argument);
  session.setInt(lift, "weights", 2);
  EXPECT_EQ(height(session.cook(lift, 0).geometry, 0), 1);
}

TEST_F(Lifted, ParametersAreSavedAndLoaded) {
  session.setInt(lift, "weights", 2);
  session.setFloat(lift, "weight2", 0.1);
  session.setString(lift, "group", "a \"b\"\nc $F");
  session.setKey(lift, "byx", 1, 2);
  session.setRamp(lift, "shape", {{0, 1, "constant"}});
  const std::string saved = session.saveParms(lift);
  Session::Node& other = session.create("fake::lift::1.0", "lift2");
  EXPECT_NE(session.saveParms(other), saved);
  session.loadParms(other, saved);
  EXPECT_EQ(session.saveParms(other), saved);
  UT_String text;
  session.sop(other).evalString(text, "group", 0, 1);
  EXPECT_EQ(text.toStdString(), "a \"b\"\nc 25");
}

TEST_F(Lifted, ButtonsCallBack) {
  EXPECT_EQ(session.cook(row, 0).geometry->getNumPoints(), 3);
  session.press(row, "double");
  EXPECT_EQ(session.cook(row, 0).geometry->getNumPoints(), 6);
  EXPECT_EQ(session.sop(row).evalFloat("tintg", 0, 0), 0.5);
}

TEST_F(Lifted, WhatWasLeftIsFoundAgainUntilItIsEvicted) {
  std::vector<std::string> said;
  for (int i = 0; i < 6; ++i) said.push_back(session.cook(row, 0).text());
  EXPECT_EQ(said, (std::vector<std::string>{"message: built", "message: kept", "message: kept",
                                            "message: built", "message: kept", "message: kept"}));
  session.evict(row);
  EXPECT_EQ(session.cook(row, 0).text(), "message: built");
  EXPECT_EQ(session.cookCompiled(row, 0).text(), "message: built");
  session.setInt(row, "count", 101);
  EXPECT_EQ(session.cook(row, 0).severity, UT_ERROR_WARNING);
}

TEST_F(Lifted, ErrorsKeepWhatWasShown) {
  const GU_Detail* good = session.cook(row, 0).geometry;
  const std::uint64_t sum = standin::checksum(*good);
  session.setInt(row, "count", 13);
  const Session::Cooked cooked = session.cook(row, 0);
  EXPECT_TRUE(cooked.failed());
  EXPECT_EQ(cooked.text(), "message: built\nerror: unlucky");
  EXPECT_EQ(cooked.geometry, good);
  EXPECT_EQ(standin::checksum(*good), sum);
  EXPECT_EQ(session.shown(row), good);
  session.connect(lift, 0, row);
  EXPECT_EQ(session.cook(lift, 0).text(), "error: row1 has an error");
  session.setInt(row, "count", 4);
  EXPECT_EQ(session.cook(lift, 0).geometry->getNumPoints(), 4);
}

TEST_F(Lifted, InputsAreMissingBypassedAndAnimated) {
  session.disconnect(lift, 0);
  EXPECT_EQ(session.cook(lift, 0).text(), "error: Not enough sources specified.");
  Session::Node& moving = session.sourceNode([](double time) {
    auto detail = std::make_unique<GU_Detail>();
    standin::appendPolygon(*detail, {{0, static_cast<float>(time), 0}, {1, 0, 0}});
    return detail;
  });
  session.connect(lift, 0, moving);
  EXPECT_EQ(height(session.cook(lift, 2).geometry, 0), 3);
  session.bypass(lift, true);
  EXPECT_EQ(height(session.cook(lift, 2).geometry, 0), 2);
  EXPECT_THROW(session.connect(lift, 1, moving), std::runtime_error);
}

TEST_F(Lifted, BadGroupsAreErrors) {
  session.setString(lift, "group", "nosuch");
  EXPECT_EQ(session.cook(lift, 0).text(), "error: Invalid group nosuch");
}

TEST_F(Lifted, TwoThreadsCook) {
  Session::Node& other = session.create("fake::lift::1.0", "lift2");
  session.connect(other, 0, row);
  session.connect(lift, 0, row);
  std::thread thread([&] {
    for (int i = 0; i < 200; ++i) session.cook(other, i);
  });
  for (int i = 0; i < 200; ++i) session.cook(lift, i);
  thread.join();
  EXPECT_EQ(height(session.shown(other), 2), 1);
}

// ---- what is forbidden is noticed

TEST_F(Lifted, ForbiddenThingsAreFaults) {
  const auto faultOf = [&](const char* what) {
    session.setString(bad, "what", what);
    session.cook(bad, 0);
    const Faults faults = session.faults();
    return faults.size() == 1 ? faults[0] : "number of faults: " + std::to_string(faults.size());
  };
  EXPECT_EQ(faultOf(""), "number of faults: 0");
  EXPECT_EQ(faultOf("throw"), "bad1: exception left a cook: thrown");
  EXPECT_EQ(faultOf("open"), "bad1: an interrupt was left open");
  EXPECT_EQ(faultOf("write"), "bad1: input 0 was changed");
  EXPECT_EQ(faultOf("poll"), "number of faults: 0");  // any thread may
  EXPECT_EQ(faultOf("thread"), "hasInput was called on a thread that Houdini does not know");
  EXPECT_EQ(faultOf("name"), "no parameter is called \"nosuch\"");
}

TEST_F(Lifted, ExceptionsAreErrorsToo) {
  session.setString(bad, "what", "throw");
  EXPECT_EQ(session.cook(bad, 0).text(), "error: thrown");
  EXPECT_EQ(session.faults().size(), 1u);
}

TEST_F(Lifted, InterruptsAfterPollsAndAfterTime) {
  session.setString(bad, "what", "slow");
  session.interruptAfterPolls(10);
  Session::Cooked cooked = session.cook(bad, 0);
  EXPECT_TRUE(cooked.interrupted);
  EXPECT_EQ(session.polls(), 11);
  session.interruptAfter(std::chrono::milliseconds(30));
  cooked = session.cook(bad, 0);
  EXPECT_TRUE(cooked.interrupted);
  EXPECT_GE(cooked.milliseconds, 30);
  EXPECT_GE(cooked.afterInterrupt, 0);
  EXPECT_LT(cooked.afterInterrupt, 1000);
  session.clearInterrupt();
  session.setString(bad, "what", "");
  EXPECT_FALSE(session.cook(bad, 0).interrupted);
}

}  // namespace
