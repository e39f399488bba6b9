// Houdini's life with Tendril's plugin: nodes, parameters, messages, threads.
#include "plugin.h"

#include <cmath>
#include <cstdlib>
#include <set>
#include <thread>

#include "nodes/parameters/help_card.h"
#include "nodes/parameters/values.h"

namespace tendril::test {
namespace {

TEST_F(Plugin, OffersEveryNodeForHoudini) {
  std::set<std::string> expected, found;
  for (const NodeDefinition& node : allNodes())
    if (node.home == Home::sop) expected.insert(node.type);
  for (OP_Operator* op : session.operators()) {
    found.insert(op->getName().toStdString());
    const NodeDefinition& node = *findNode(op->getName().toStdString());
    EXPECT_EQ(op->minSources, node.requiredInputs());
    EXPECT_EQ(op->maxSources, node.inputs.size());
    UT_String help, version;
    EXPECT_TRUE(op->getHDKHelp(help));
    EXPECT_EQ(help.toStdString(), helpCard(node, allNodes()));
    EXPECT_TRUE(op->getVersion(version));
    EXPECT_EQ(version.toStdString(), "1.0");
  }
  EXPECT_EQ(found, expected);
  EXPECT_GE(found.size(), 2u);
}

// Parameters that the dialog script carried to Houdini come back with their defaults.
TEST_F(Plugin, DefaultsArriveAsTheyWereWritten) {
  for (OP_Operator* op : session.operators()) {
    const NodeDefinition& definition = *findNode(op->getName().toStdString());
    SOP_Node& node = session.sop(session.create(definition.type, "node"));
    for (const Parameter& parameter : definition.parameters) {
      if (!parameter.holdsValue()) continue;
      const ParmValue value = defaultOf(definition, parameter);
      const char* name = parameter.name.c_str();
      const auto* number = std::get_if<double>(&value);
      const auto* whole = std::get_if<std::int64_t>(&value);
      const auto* on = std::get_if<bool>(&value);
      EXPECT_TRUE(!number || node.evalFloat(name, 0, 0) == *number) << name;
      EXPECT_TRUE(!whole || node.evalInt(name, 0, 0) == *whole) << name;
      EXPECT_TRUE(!on || node.evalInt(name, 0, 0) == *on) << name;
      const auto* list = std::get_if<std::vector<double>>(&value);
      for (std::size_t c = 0; list && c < list->size(); ++c)
        EXPECT_EQ(node.evalFloat(name, static_cast<int>(c), 0), (*list)[c]) << name;
    }
  }
}

// Every SOP gives what the command line gives, bit for bit.
TEST_F(Plugin, SopsGiveTheCommandLinesBits) {
  using Values = std::vector<std::pair<std::string, std::string>>;
  const Geometry hair = made("scalp", {{"hairs", "12"}}), vine = made("vine");
  const std::pair<const Geometry*, Values> cases[] = {
      {&hair, {}},
      {&hair, {{"model", "helix"}, {"elements", "6"}, {"group", "0-5"}}},
      {&hair, {{"model", "chain"}, {"restshape", "straight"}}},
      {&vine, {{"fitby", "tolerance"}, {"material", "vine"}, {"curl", "0.5"}}},
      {&vine, {{"rootframe", "upvector"}, {"upvector", "1 0 0"}, {"grading", "0.4"}}}};
  for (const auto& [curves, values] : cases) {
    Session::Node& source = session.sourceNode(detailOf(*curves));
    Session::Node& rods = session.create("tendril::rods::1.0", "rods");
    session.connect(rods, 0, source);
    for (const auto& [name, text] : values) {
      const Parameter& parameter = *findNode("rods")->find(name);
      if (parameter.kind == ParameterKind::integer) session.setInt(rods, name, std::stoll(text));
      if (parameter.kind == ParameterKind::real) session.setFloat(rods, name, std::stod(text));
      if (parameter.kind == ParameterKind::vector)
        for (int c = 0; c < 3; ++c)
          session.setFloat(rods, name, text[static_cast<std::size_t>(2 * c)] - '0', c);
      if (parameter.kind == ParameterKind::menu || parameter.kind == ParameterKind::group)
        session.setString(rods, name, text);
    }
    TestHost host;
    const Geometry expected = cook(host, "rods", values, {curves});
    expectSame(expected, readBack(session.cook(rods, 0)));
    Session::Node& drawn = session.create("tendril::curves::1.0", "drawn");
    session.connect(drawn, 0, rods);
    expectSame(cook(host, "curves", {}, {&expected}), readBack(session.cook(drawn, 0)));
    Session::Node& moved = session.create("tendril::curves::1.0", "moved");
    session.connect(moved, 0, rods);
    session.connect(moved, 1, source);
    expectSame(cook(host, "curves", {}, {&expected, curves}), readBack(session.cook(moved, 0)));
    expectSame(cook(host, "curves", {}, {&expected, curves}), readBack(session.cookCompiled(moved, 0)));
  }
}

TEST_F(Plugin, APresetFillsInNumbersThatOneCanChange) {
  Session::Node& rods = session.create("tendril::rods::1.0", "rods");
  session.setString(rods, "material", "vine");
  EXPECT_EQ(session.sop(rods).evalFloat("young", 0, 0), 1e8);
  session.setFloat(rods, "young", 5e7);
  session.connect(rods, 0, session.sourceNode(detailOf(made("line"))));
  const Geometry made = readBack(session.cook(rods, 0));
  EXPECT_EQ(made.find(Owner::primitive, "young")->values<float>()[0], 5e7f);
  EXPECT_EQ(made.find(Owner::primitive, "density")->values<float>()[0], 900.0f);
}

TEST_F(Plugin, ErrorsStayOnTheNodeAndTheGeometryStays) {
  Geometry line = made("line");
  bool broken = false;
  Session::Node& source = session.sourceNode([&](double) {
    Geometry now = line;
    if (broken) now.positions()[4] = std::nanf("");
    return detailOf(now);
  });
  Session::Node& rods = session.create("tendril::rods::1.0", "rods");
  EXPECT_TRUE(session.cook(rods, 0).failed());  // nothing is connected
  session.connect(rods, 0, source);
  const Session::Cooked before = session.cook(rods, 0);
  const Geometry good = readBack(before);
  broken = true;
  const Session::Cooked bad = session.cook(rods, 1);
  EXPECT_TRUE(bad.failed());
  ASSERT_FALSE(bad.left.isNull());  // and what the node itself holds is untouched
  expectSame(good, hdk::fromDetail(*bad.left.gdp()));
  EXPECT_NE(bad.text().find("primitive 0: P of point 1 is not finite"), std::string::npos) << bad.text();
  ASSERT_NE(bad.geometry, nullptr);
  expectSame(good, hdk::fromDetail(*bad.geometry, 0));
  broken = false;
  session.setString(rods, "group", "nothing_of_that_name");
  EXPECT_TRUE(session.cook(rods, 2).failed());
  session.setString(rods, "group", "");
  session.setFloat(rods, "radius", -1);
  const Session::Cooked absurd = session.cook(rods, 3);
  EXPECT_NE(absurd.text().find("radius: -1 m is below"), std::string::npos) << absurd.text();
  session.setFloat(rods, "radius", 0.001);
  EXPECT_FALSE(session.cook(rods, 4).failed());
}

TEST_F(Plugin, WarningsReachTheNode) {
  Geometry curves = made("line");
  const std::int32_t one[] = {0};
  curves.addPrimitive(PrimitiveKind::polyline, Span<const std::int32_t>(one, 1));
  Session::Node& rods = session.create("tendril::rods::1.0", "rods");
  session.connect(rods, 0, session.sourceNode(detailOf(curves)));
  const Session::Cooked cooked = session.cook(rods, 0);
  EXPECT_EQ(cooked.severity, UT_ERROR_WARNING);
  EXPECT_NE(cooked.text().find("tendril_bad"), std::string::npos) << cooked.text();
}

TEST_F(Plugin, AnInterruptEndsACookSoon) {
  Session::Node& rods = session.create("tendril::rods::1.0", "rods");
  session.setInt(rods, "elements", 16);
  session.connect(rods, 0, session.sourceNode(detailOf(made("scalp", {{"hairs", "3000"}}))));
  session.interruptAfterPolls(2);
  const Session::Cooked cooked = session.cook(rods, 0);
  EXPECT_TRUE(cooked.interrupted);
  EXPECT_EQ(cooked.geometry, nullptr);
  session.clearInterrupt();
}

// One curve alone, too: the fit itself looks up.
TEST_F(Plugin, AnInterruptEndsASingleFit) {
  Session::Node& rods = session.create("tendril::rods::1.0", "rods");
  session.setInt(rods, "elements", 1000);
  session.connect(rods, 0, session.sourceNode(detailOf(made("vine", {{"points", "5000"}, {"shoots", "0"}}))));
  session.interruptAfterPolls(3);
  const Session::Cooked cooked = session.cook(rods, 0);
  EXPECT_TRUE(cooked.interrupted);
  EXPECT_EQ(cooked.geometry, nullptr);
  session.clearInterrupt();
}

TEST_F(Plugin, AnimatedAndBypassedAndSaved) {
  const Geometry arc = made("arc");
  Session::Node& source = session.sourceNode(detailOf(arc));
  Session::Node& rods = session.create("tendril::rods::1.0", "rods");
  session.connect(rods, 0, source);
  session.setKey(rods, "curl", 0, 0);
  session.setKey(rods, "curl", 1, 1);
  const auto restBend = [&](double time) {
    const Geometry g = readBack(session.cook(rods, time));
    return std::abs(g.find(Owner::point, "kapparest")->values<double>()[1]) +
           std::abs(g.find(Owner::point, "kapparest")->values<double>()[2]);
  };
  EXPECT_EQ(restBend(0), 0);
  EXPECT_NEAR(restBend(0.5), 0.5 * restBend(1), 1e-9);
  const std::string saved = session.saveParms(rods);
  Session::Node& other = session.create("tendril::rods::1.0", "other");
  session.loadParms(other, saved);
  session.connect(other, 0, source);
  expectSame(readBack(session.cook(rods, 0.25)), readBack(session.cook(other, 0.25)));
  session.bypass(rods, true);
  expectSame(arc, readBack(session.cook(rods, 0)));
}

TEST_F(Plugin, ANodeTellsWhatItMade) {
  Session::Node& rods = session.create("tendril::rods::1.0", "rods");
  session.connect(rods, 0, session.sourceNode(detailOf(made("scalp", {{"hairs", "12"}}))));
  const std::string text = session.cook(rods, 0).text();
  EXPECT_NE(text.find("message: 12 rods of 4 elements, 60 knots"), std::string::npos) << text;
}

TEST_F(Plugin, InputsThatMayStayOpenAreDotted) {
  const SOP_Node& rods = session.sop(session.create("tendril::rods::1.0", "rods"));
  EXPECT_EQ(rods.isRefInput(0), 0);
  EXPECT_EQ(rods.isRefInput(1), 1);
  EXPECT_EQ(rods.isRefInput(7), 0);
}

TEST_F(Plugin, TheUnitOfLengthIsTheEnvironments) {
  Session::Node& rods = session.create("tendril::rods::1.0", "rods");
  session.connect(rods, 0, session.sourceNode(detailOf(made("line"))));
  const auto width = [&] {
    return readBack(session.cook(rods, 0)).find(Owner::point, "pscale")->values<float>()[0];
  };
  const float metres = width();
  setenv("TENDRIL_UNITLENGTH", "0.01", 1);
  EXPECT_FLOAT_EQ(width(), 100 * metres);
  setenv("TENDRIL_UNITLENGTH", "a mile", 1);
  EXPECT_NE(session.cook(rods, 0).text().find("TENDRIL_UNITLENGTH"), std::string::npos);
  unsetenv("TENDRIL_UNITLENGTH");
}

void expectSameAtOnce(Session& session, Session::Node* const (&nodes)[2]) {
  Session::Cooked results[2];
  std::thread other([&] { results[1] = session.cook(*nodes[1], 0); });
  results[0] = session.cook(*nodes[0], 0);
  other.join();
  expectSame(readBack(results[0]), readBack(results[1]));
}

TEST_F(Plugin, TwoThreadsCookAtOnce) {
  Session::Node* nodes[2];
  for (Session::Node*& node : nodes) {
    node = &session.create("tendril::rods::1.0", "rods");
    session.connect(*node, 0, session.sourceNode(detailOf(made("scalp", {{"hairs", "100"}}))));
  }
  expectSameAtOnce(session, nodes);
}

// Nodes that share an input read it at once.
TEST_F(Plugin, TwoThreadsShareAnInput) {
  Session::Node& source = session.sourceNode(detailOf(made("scalp", {{"hairs", "100"}})));
  Session::Node* nodes[2];
  for (Session::Node*& node : nodes) {
    node = &session.create("tendril::rods::1.0", "rods");
    session.connect(*node, 0, source);
  }
  session.cook(source, 0);
  expectSameAtOnce(session, nodes);
}

}  // namespace
}  // namespace tendril::test
