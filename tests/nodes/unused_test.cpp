// Settings without effect: the conditions that say so are true, and hosts tell of them once.
#include "nodes/parameters/unused.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "cli/network/host_nodes.h"
#include "cli/network/runner.h"
#include "cli/network/starters.h"
#include "nodes/parameters/text.h"
#include "solver/geometry/tuples.h"
#include "tests/support/program.h"
#include "tests/support/shot.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

using Texts = std::vector<std::string>;

Texts labelsOf(const std::vector<Unused>& unused) {
  Texts labels;
  for (const Unused& one : unused) labels.push_back(one.parameter->label);
  return labels;
}

Parms with(const char* type, const Values& values) {
  Parms parms(*findCommandLineNode(type));
  for (const auto& [name, text] : values) parms.setText(name, text);
  return parms;
}

TEST(Unused, ConditionsAreHoudinis) {
  const auto braces = readCondition("{ place != even } { type == pins count > 3 }");
  ASSERT_EQ(braces.size(), 2u);
  EXPECT_EQ(braces[0], (ConditionTerms{{"place", "!=", "even"}}));
  EXPECT_EQ(braces[1], (ConditionTerms{{"type", "==", "pins"}, {"count", ">", "3"}}));
  EXPECT_TRUE(readCondition("").empty());
  for (const char* wrong : {"place == even", "{ place == }", "{ place == even", "{ { a == b } }"})
    EXPECT_THROW(readCondition(wrong), Error) << wrong;
}

// Parameters and inputs that conditions name are there, so that they can be evaluated.
TEST(Unused, ConditionsNameWhatThereIs) {
  std::size_t seen = 0;
  for (const NodeDefinition& node : commandLineNodes()) {
    const Parms parms(node);
    for (const NodeAttribute& attribute : node.attributesRead)
      for (const ConditionTerms& terms : readCondition(attribute.unusedWhen))
        for (const auto& term : terms) EXPECT_TRUE(parms.parameterOf(term[0])) << node.type << " " << term[0];
    for (const Parameter& parameter : node.parameters)
      for (const std::string* condition :
           {&parameter.hideWhen, &parameter.disableWhen, &parameter.unusedWhen})
        for (const ConditionTerms& terms : readCondition(*condition))
          for (const auto& term : terms) {
            ++seen;
            if (term[0].rfind("hasinput(", 0) == 0) {
              EXPECT_LT(std::stoul(term[0].substr(9)), node.inputs.size()) << parameter.name;
              continue;
            }
            const Parameter* other = parms.parameterOf(term[0]);
            ASSERT_TRUE(other) << node.type << " " << parameter.name << ": " << term[0];
            const bool isItem = std::any_of(other->items.begin(), other->items.end(),
                                            [&](const MenuItem& item) { return term[2] == item.token; });
            EXPECT_TRUE(!other->items.empty() ? isItem
                                              : parseNumber(term[2]).has_value() || term[2] == "\"\"")
                << node.type << " " << parameter.name << ": " << term[2];
          }
  }
  EXPECT_GT(seen, 100u);
}

TEST(Unused, AreToldWithTheReason) {
  EXPECT_TRUE(unusedOf({with("solver", {})}, {}).empty());
  const auto wind =
      unusedOf({with("solver", {{"gust", "0.5"}, {"windnoisesize", "2"}, {"goalramp", "0:1 1:0"}})}, {});
  EXPECT_EQ(labelsOf(wind), (Texts{"Gust Amplitude", "Noise Size", "Goal Ramp"}));
  EXPECT_EQ(
      unusedText(wind),
      "3 settings have no effect: Gust Amplitude (Wind is 0 0 0); Noise Size (Wind Noise is 0); Goal Ramp "
      "(Goal Weight is 0)");
  EXPECT_TRUE(unusedOf({with("solver", {{"gust", "0.5"}, {"wind", "0 0 1"}})}, {}).empty());
  const auto fit = unusedOf({with("rods", {{"tolerance", "0.01"}, {"maxelements", "9"}})}, {true});
  EXPECT_EQ(unusedText(fit),
            "2 settings have no effect: Tolerance, Max Elements (Fit By is Number of Elements)");
  const Parms curves = with("curves", {{"angle", "7"}});
  EXPECT_TRUE(unusedOf({curves}, {true, false}).empty());
  EXPECT_EQ(unusedText(unusedOf({curves}, {true, true})),
            "1 setting has no effect: Max Angle (Points is Automatic and Original Curves is connected)");
}

// A key that is away from 0 at any time makes the others count.
TEST(Unused, KeysAreLookedAtOnAllFrames) {
  const auto at = [](const char* weight, const char* damping) {
    return with("solver", {{"goalweight", weight}, {"goaldamping", damping}});
  };
  EXPECT_TRUE(unusedOf({at("0", "0.2"), at("0.5", "0.2")}, {}).empty());
  EXPECT_EQ(labelsOf(unusedOf({at("0", "0.05"), at("0", "0.2")}, {})), Texts{"Goal Damping"});
}

// Attributes of targets may make it a spring.
TEST(Unused, NothingIsSaidOfWhatAttributesMayUse) {
  EXPECT_TRUE(unusedOf({with("constrain", {{"damping", "0.1"}})}, {true}).empty());
}

TEST(Unused, DampingWithoutASpringIsTold) {
  ShotHost host;
  const Geometry rods = lineRod(host, {}, {{"material", "rope"}});
  cook(host, "constrain", {{"damping", "0.1"}, {"compliance", "0.01"}}, {&rods});
  EXPECT_EQ(host.told.find("Damping"), std::string::npos);
  Geometry soft = rods;
  setTuple(soft.add(Owner::primitive, "constraintcompliance", Storage::real32, 1), 0, 0.01);
  cook(host, "constrain", {{"damping", "0.1"}}, {&soft});
  EXPECT_EQ(host.told.find("Damping"), std::string::npos);
  cook(host, "constrain", {{"damping", "0.1"}}, {&rods});
  EXPECT_NE(host.told.find("Damping has no effect: Compliance is 0, and no attribute sets it"),
            std::string::npos);
}

std::size_t expectAllUsed(const Network& network, const std::string& name) {
  for (const NetworkNode& node : network.nodes) {
    Connected connected;
    for (const NetworkInput& input : node.inputs) connected.push_back(input.node.has_value());
    const auto unused = unusedOf(momentsOf(network, node), connected);
    EXPECT_TRUE(unused.empty()) << name << " " << node.name << ": " << unusedText(unused);
  }
  return network.nodes.size();
}

TEST(Unused, NoShippedNetworkHasAny) {
  std::size_t nodes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TENDRIL_SOURCE "/cli/networks"))
    if (entry.path().extension() == ".json")
      nodes += expectAllUsed(readNetwork(entry.path().string(), {}), entry.path().stem().string());
  EXPECT_GT(nodes, 100u);
  for (const Starter& starter : starters())
    nodes += expectAllUsed(parseNetwork(starterText(starter.name, "x"), "/tmp", {}), starter.name);
}

class NoteHost : public TestHost {
 public:
  void note(const std::string& message) override { notes.push_back(message); }
  Texts notes;
};

TEST(Unused, ARunTellsThemOnce) {
  const char* const text =
      "{\"frames\": [1, 4], \"nodes\": {\"a\": {\"type\": \"line\", \"parms\": {\"length\": {\"keys\": [[1, "
      "1], "
      "[4, 2]]}}}, \"b\": {\"type\": \"rods\", \"inputs\": [\"a\"], \"parms\": {\"tolerance\": 0.01, "
      "\"margin\": 0.5}}}}";
  NoteHost host;
  const Network network = parseNetwork(text, "/tmp", {});
  Runner runner(network, host);
  for (int frame = 1; frame <= 4; ++frame) runner.cook(frame);
  EXPECT_EQ(host.notes,
            Texts{"b: 2 settings have no effect: Tolerance (Fit By is Number of Elements); Stability "
                  "Margin (Under Gravity is Sag)"});
}

TEST(Unused, AttributesThatMultiplyNothingAreTold) {
  TestHost host;
  Geometry rods = lineRod(host, {}, {});
  for (const char* name : {"goalweight", "targetweight"})
    setTuple(rods.add(Owner::point, name, Storage::real32, 1), 0, 0.5);
  const std::vector<std::shared_ptr<const Geometry>> inputs = {std::make_shared<const Geometry>(rods)};
  EXPECT_EQ(
      unusedAttributes({with("solver", {})}, inputs),
      (Texts{"the attribute goalweight has no effect: Goal Weight is 0",
             "the attribute targetweight has no effect: Target Stiffness is 0 and Target Damping is 0"}));
  EXPECT_EQ(unusedAttributes(
                {with("solver", {}), with("solver", {{"goalweight", "1"}, {"targetdamping", "1"}})}, inputs),
            Texts());
  EXPECT_EQ(unusedAttributes({with("solver", {})}, {nullptr}), Texts());
}

TEST(Unused, FlagsOfFitAreTold) {
  const Outcome told = run("fit '" TENDRIL_SOURCE "/docs/samples/vine.geo' --tolerance 0.01");
  EXPECT_NE(told.text.find("note: 1 setting has no effect: Tolerance (Fit By is Number of Elements)"),
            std::string::npos)
      << told.text;
}

// ---- what is said to have no effect has none

// What makes the rest of a node act, so that the parameter under test could.
Values actingOf(const std::string& node) {
  if (node == "solver" || node == "tendril_rodsolver")
    return {{"wind", "3 0 1"},         {"gust", "0.5"},        {"windnoise", "1"},    {"plasticbend", "1"},
            {"targetstiffness", "10"}, {"targetdamping", "1"}, {"goalweight", "0.3"}, {"framet", "0.1 0 0"}};
  if (node == "tree") return {{"twigs", "2"}, {"boughs", "3"}};
  if (node == "scalp") return {{"hairs", "3"}};
  if (node == "tuft") return {{"waves", "2"}};
  return {};
}

// Sets what a term asks for; false where it asks for something else (an input).
bool grant(const std::vector<std::string>& term, Parms& parms, std::set<std::size_t>& open) {
  if (term[0].rfind("hasinput(", 0) == 0) {
    if (term[2] == "0") open.insert(std::stoul(term[0].substr(9)));
    return true;
  }
  if (term[1] == "==") {
    parms.setText(term[0], term[2]);
    return true;
  }
  if (term[1] != "!=") return false;
  for (const MenuItem& item : parms.parameterOf(term[0])->items)
    if (term[2] != item.token) {
      parms.setText(term[0], item.token);
      return true;
    }
  return false;
}

// Another value than the present one, which the parameter may have.
void change(const Parameter& parameter, Parms& parms) {
  const ParmValue now = parms.get(parameter.name);
  if (const auto* on = std::get_if<bool>(&now)) return parms.set(parameter.name, !*on);
  if (parameter.kind == ParameterKind::ramp) return parms.setText(parameter.name, "0:1 1:0.4");
  if (parameter.kind == ParameterKind::menu)
    return parms.set(parameter.name,
                     (std::get<std::int64_t>(now) + 1) % static_cast<std::int64_t>(parameter.items.size()));
  if (const auto* list = std::get_if<std::vector<double>>(&now)) {
    std::vector<double> other = *list;
    for (double& number : other) number = 0.5 * number + 0.25;
    return parms.set(parameter.name, other);
  }
  if (parameter.isNumber()) {
    const double high = parameter.softHigh.value_or(3), low = parameter.softLow.value_or(0);
    const bool atHigh = formatValue(parameter, now) == formatNumber(high);
    return parms.set(parameter.name, atHigh ? low : high);
  }
  parms.setText(parameter.name, parameter.kind == ParameterKind::group ? "0" : "0.3");
}

// Geometries for the inputs of a node; null where the node is cooked without.
class InputMaker {
 public:
  InputMaker() {
    host_.allowWarnings();
    curves_ = cook(host_, "vine", {{"shoots", "2"}}, {});
    rods_ = rodsOf(host_, curves_, {{"material", "vine"}, {"elements", "4"}});
    for (const char* name : {"pintoanimation"}) {
      Attribute& pin = rods_.add(Owner::point, name, Storage::real32, 1);
      setNumber(pin.numbers, 0, 1);
    }
    points_ = cook(host_, "tuft", {{"stems", "2"}, {"points", "4"}}, {});
    colliders_ = cook(host_, "collider", {{"type", "box"}}, {});
    constraints_ = cook(host_, "constrain", {}, {&rods_});
  }
  const Geometry* of(const NodeDefinition& node, std::size_t i) const {
    const std::string label = node.inputs[i].label, name = node.shortName();
    if (label == "Rods" || label == "Rest" || label == "Goal" || label == "Rods as Made") return &rods_;
    if (label == "Constraints") return &constraints_;
    if (label == "Colliders" || name == "collider") return &colliders_;
    if (label == "Targets") return &points_;
    return &curves_;
  }

 private:
  TestHost host_;
  Geometry curves_, rods_, points_, colliders_, constraints_;
};

// All outputs, or the error in their place.
std::pair<Outputs, std::string> cooked(const Parms& parms, const std::vector<const Geometry*>& inputs) {
  TestHost host;
  host.allowWarnings();
  Cook cook{host, {}, 3, 24, 1};
  std::shared_ptr<void> memory;
  cook.memory = &memory;
  for (const Geometry* input : inputs)
    cook.inputs.push_back(input ? std::make_shared<const Geometry>(*input) : nullptr);
  try {
    return {parms.node().cook(parms.data(), cook), ""};
  } catch (const Error& error) {
    return {{}, error.what()};
  }
}

// But for what a simulation remembers of its surroundings.
Geometry bare(Geometry g) {
  for (const char* name :
       {"winddrift", "framepos", "frameorient", "framevel", "framespin", "framemean", "framemeanspin"})
    g.remove(Owner::detail, name);
  return g;
}

bool same(const Outputs& a, const Outputs& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(bare(*a[i]) == bare(*b[i]))) return false;
  return true;
}

TEST(Unused, HasNoEffectIndeed) {
  const InputMaker inputs;
  std::size_t compared = 0, refused = 0, seen = 0;
  for (const NodeDefinition& node : commandLineNodes()) {
    if (node.writes) continue;
    for (const Parameter& parameter : node.parameters)
      for (const std::string* condition :
           {&parameter.hideWhen, &parameter.disableWhen, &parameter.unusedWhen})
        for (const ConditionTerms& terms : readCondition(*condition)) {
          if (parameter.usedByAttributes) continue;
          if (!kThorough && ++seen % 8 != 0) continue;
          SCOPED_TRACE(node.shortName() + " " + parameter.name + " " + *condition + " by " + terms[0][0] +
                       terms[0][1] + terms[0][2]);
          Parms parms(node);
          for (const auto& [name, text] : actingOf(node.shortName())) parms.setText(name, text);
          std::set<std::size_t> open;
          bool granted = true;
          for (const auto& term : terms) granted = grant(term, parms, open) && granted;
          ASSERT_TRUE(granted);
          std::vector<const Geometry*> given;
          Connected connected;
          for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            given.push_back(open.count(i) ? nullptr : inputs.of(node, i));
            connected.push_back(given.back() != nullptr);
          }
          const auto [before, whyNot] = cooked(parms, given);
          change(parameter, parms);
          const Texts told = labelsOf(unusedOf({parms}, connected));
          EXPECT_TRUE(std::count(told.begin(), told.end(), parameter.label)) << "is not told";
          const auto [after, whyNotNow] = cooked(parms, given);
          EXPECT_EQ(whyNot, whyNotNow);
          EXPECT_TRUE(same(before, after)) << "has an effect";
          ++(whyNot.empty() ? compared : refused);
        }
  }
  EXPECT_GT(compared, kThorough ? 100u : 10u);
  EXPECT_LT(refused, compared / 2);
}

}  // namespace
}  // namespace tendril::test
