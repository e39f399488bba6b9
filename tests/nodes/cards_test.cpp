// Help cards: what every node tells of itself, and whether it is all that it does.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "cli/network/host_nodes.h"
#include "nodes/parameters/help_card.h"
#include "nodes/parameters/text.h"
#include "tests/support/program.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

// Houdini's own nodes that cards name, by the folders of its help.
const std::set<std::string> kHoudinis = {"dop/gassubstep",
                                         "dop/wireobject",
                                         "dop/wiresolver",
                                         "lop/sopimport",
                                         "sop/add",
                                         "sop/circle",
                                         "sop/color",
                                         "sop/file",
                                         "sop/filecache",
                                         "sop/guidedeform",
                                         "sop/hairgen",
                                         "sop/line",
                                         "sop/lsystem",
                                         "sop/merge",
                                         "sop/resample",
                                         "sop/spiral",
                                         "sop/sweep",
                                         "sop/trail",
                                         "sop/vdbfrompolygons",
                                         "sop/vellumattachconstraints",
                                         "sop/vellumconstraints",
                                         "sop/vellumsolver"};

bool isSentence(const std::string& text) {
  return words(text).size() >= 3 && std::isupper(static_cast<unsigned char>(text.front())) &&
         text.back() == '.';
}

void checkParameters(const NodeDefinition& node, const std::string& card) {
  for (const Parameter& parameter : node.parameters) {
    if (!parameter.holdsValue() && parameter.kind != ParameterKind::button) continue;
    EXPECT_FALSE(parameter.label.empty()) << parameter.name;
    EXPECT_TRUE(isSentence(parameter.help.effect)) << parameter.name << ": " << parameter.help.effect;
    EXPECT_NE(card.find("\n" + parameter.label + ":\n    #id: " + parameter.name + "\n"), std::string::npos)
        << parameter.name;
  }
}

void checkAttributes(const std::vector<NodeAttribute>& attributes, const std::string& card) {
  for (const NodeAttribute& attribute : attributes) {
    EXPECT_FALSE(words(attribute.names).empty());
    EXPECT_FALSE(attribute.owners.empty()) << attribute.names;
    EXPECT_GE(words(attribute.help).size(), 2u) << attribute.names;
    EXPECT_EQ(attribute.help.empty() ? ' ' : attribute.help.back(), '.') << attribute.names;
    for (const std::string& name : words(attribute.names))
      EXPECT_NE(card.find("`" + name + "`"), std::string::npos) << name;
  }
}

TEST(Cards, TellWhatANodeIsForWhatGoesInAndWhatStandsBesideIt) {
  for (const NodeDefinition& node : commandLineNodes()) {
    SCOPED_TRACE(node.type);
    const std::string card = helpCard(node, commandLineNodes());
    EXPECT_GE(words(node.about).size(), 4u);
    EXPECT_EQ(node.about.find('\n'), std::string::npos);
    EXPECT_NE(card.find("\"\"\"" + node.about + "\"\"\""), std::string::npos);
    for (const NodeInput& input : node.inputs) EXPECT_TRUE(isSentence(input.help)) << input.label;
    EXPECT_TRUE(node.inputs.empty() || !node.attributesRead.empty());
    EXPECT_FALSE(node.attributesWritten.empty());
    checkAttributes(node.attributesRead, card);
    checkAttributes(node.attributesWritten, card);
    checkParameters(node, card);
    EXPECT_GE(node.related.size(), 2u);
    EXPECT_NE(card.find("\n@related\n\n* "), std::string::npos);
    for (const char* name : node.related)
      EXPECT_TRUE(findCommandLineNode(name) || kHoudinis.count(name)) << name;
    EXPECT_EQ(std::set<std::string>(node.related.begin(), node.related.end()).size(), node.related.size());
  }
}

// The card of a node that Houdini has links to pages that Houdini has.
TEST(Cards, LinksLeadToInstalledCards) {
  std::size_t links = 0;
  for (const NodeDefinition& node : allNodes()) {
    if (node.home == Home::none) continue;
    const std::string card = helpCard(node, commandLineNodes()), mark = "[Node:";
    EXPECT_EQ(card.find("* Tendril"), std::string::npos) << node.type;
    for (std::size_t at = card.find(mark); at != std::string::npos; at = card.find(mark, at + 1)) {
      const std::string page = card.substr(at + mark.size(), card.find(']', at) - at - mark.size());
      const bool own = page.find("tendril") != std::string::npos;
      EXPECT_TRUE(
          own ? std::filesystem::exists(std::string(TENDRIL_SOURCE) + "/otls/help/nodes/" + page + ".txt")
              : kHoudinis.count(page) > 0)
          << node.type << " " << page;
      links += own;
    }
  }
  EXPECT_GT(links, 10u);
}

TEST(Cards, ShowAPicture) {
  for (const NodeDefinition& node : commandLineNodes()) {
    const std::string file = node.picture.file;
    EXPECT_TRUE(!file.empty() || node.home == Home::none) << node.type;
    if (file.empty()) continue;
    EXPECT_TRUE(std::filesystem::exists(std::string(TENDRIL_SOURCE) + "/docs/pictures/" + file)) << file;
    EXPECT_TRUE(isSentence(node.picture.caption)) << node.type;
    EXPECT_NE(helpCard(node, commandLineNodes()).find("[Image:/images/tendril/" + file + "]"),
              std::string::npos);
  }
}

// Attributes that a node's outputs have and none of its inputs.
void expectNamed(const char* type, const std::vector<const Geometry*>& inputs, const Geometry& made) {
  const NodeDefinition& node = *findCommandLineNode(type);
  for (const Owner owner : {Owner::point, Owner::vertex, Owner::primitive, Owner::detail})
    for (const Attribute& attribute : made.attributes[indexOf(owner)]) {
      bool named = false;
      for (const Geometry* input : inputs) named = named || input->find(owner, attribute.name);
      for (const NodeAttribute& told : node.attributesWritten)
        for (const std::string& name : words(told.names)) named = named || matches(name, attribute.name);
      EXPECT_TRUE(named) << type << " writes " << attribute.name << ", and its card does not say so";
    }
}

TEST(Cards, NameAllThatANodeWrites) {
  ShotHost host;
  host.allowWarnings();
  for (const NodeDefinition& node : commandLineNodes())
    if (node.inputs.empty() && node.shortName() != "file")
      expectNamed(node.shortName().c_str(), {}, cook(host, node.shortName(), {}, {}));
  expectNamed("draw", {}, cook(host, "draw", {{"width", "0.01"}}, {}));
  const Geometry curves = cook(host, "vine", {{"shoots", "2"}}, {});
  expectNamed("color", {&curves}, cook(host, "color", {}, {&curves}));
  expectNamed("merge", {&curves}, cook(host, "merge", {}, {&curves}));
  const Geometry rods =
      rodsOf(host, curves, {{"material", "vine"}, {"undergravity", "stay"}, {"roots", "held"}});
  expectNamed("rods", {&curves}, rods);
  expectNamed("rods", {&curves}, rodsOf(host, curves, {{"model", "chain"}}));
  Geometry constraints;
  for (const char* type : {"keyhole", "pearl", "distance", "angle", "plane", "attach"}) {
    const Geometry more = cook(
        host, "constrain", {{"type", type}, {"friction", "0.1"}, {"imposeslide", "on"}, {"maxforce", "9"}},
        {&rods, nullptr, &constraints});
    expectNamed("constrain", {&rods}, more);
    constraints = more;
  }
  for (const char* type : {"sphere", "plane", "box"})
    expectNamed("collider", {}, cook(host, "collider", {{"type", type}}, {}));
  const Geometry ball = cook(host, "collider", {{"type", "sphere"}}, {});
  Shot shot(host, {{"useframe", "on"}, {"growth", "0.5"}, {"cutlength", "0.3"}, {"plasticbend", "1"}},
            {still(rods), still(constraints), still(ball)});
  const Geometry late = shot.at(3);
  EXPECT_TRUE(late.find(Owner::detail, "framepos") && late.find(Owner::detail, "contacts"));
  expectNamed("solver", {&rods}, late);
  const Geometry held = shot.at(3, 1);
  EXPECT_GT(held.primitiveCount(), 0u);
  expectNamed("solver", {&constraints}, held);
  expectNamed("tendril_rodsolver", {&rods}, cook(host, "tendril_rodsolver", {}, {&rods}));
  expectNamed("curves", {&curves}, cook(host, "curves", {{"outputorient", "on"}}, {&late, &curves}));
  expectNamed("curves", {&late}, cook(host, "curves", {{"outputorient", "on"}}, {&late}));
}

TEST(Cards, TheCommandLineShowsTheSame) {
  const std::string told = run("nodes constrain").text;
  for (const char* part :
       {"input 2: Targets (optional)\n", "Points or triangles that rods are constrained to",
        "Attributes read:\n", "Attributes written:\n", "rodid, arclength (point)",
        "Related nodes: tendril::rods, tendril::solver, tendril_rodsolver, Houdini's "
        "sop/vellumconstraints"})
    EXPECT_NE(told.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace tendril::test
