// The trial node.
#include "trial_node.h"

#include <chrono>
#include <new>
#include <stdexcept>
#include <thread>

#include "nodes/parameters/pieces.h"
#include "solver/base/error.h"

namespace tendril::test {
namespace {

enum class Trouble { none, error, memory, standard, unknown, unfinished, slow };

struct Weight {
  double weight = 1;
  std::int64_t count = 2;
  std::string name = "tip";
  std::array<double, 3> direction = {0, 1, 0};
};

struct TrialParms {
  bool toggle = true;
  std::int64_t whole = 3;
  double real = 0.1;
  std::array<double, 2> pair = {1, 2};
  std::array<double, 4> four = {1, 2, 3, 4};
  std::array<double, 3> colour = {0.2, 0.5, 1};
  std::string text = "a b", file, path, group;
  Trouble trouble = Trouble::none;
  Ramp ramp{{{0, 1, Ramp::Shape::linear}, {0.3f, 0.7f, Ramp::Shape::catmullRom}, {1, 0.2f}}};
  std::vector<Weight> weights{{}, {}};
};

void make(const TrialParms& parms, Host& host) {
  switch (parms.trouble) {
    case Trouble::error:
      throw Error("text: \"" + parms.text + "\" is absurd");
    case Trouble::memory:
      throw std::bad_alloc();
    case Trouble::standard:
      throw std::out_of_range("a slip");
    case Trouble::unknown:
      throw 42;
    case Trouble::slow:
      forEachPiece(host, 5000, "waiting",
                   [](std::size_t) { std::this_thread::sleep_for(std::chrono::milliseconds(2)); });
      break;
    default:
      break;
  }
}

void writeNumbers(Geometry& g, const char* name, const std::vector<double>& values) {
  g.add(Owner::detail, name, Storage::real64, static_cast<int>(values.size())).numbers = values;
}

Outputs cookTrial(const TrialParms& parms, const Cook& cook) {
  make(parms, cook.host);
  Geometry g = cook.input(0) ? *cook.input(0) : Geometry();
  if (parms.trouble == Trouble::unfinished) return {};
  // by the input itself: the host knows it
  const auto marks = cook.host.select(cook.input(0) ? *cook.input(0) : g, Owner::point, parms.group);
  std::vector<double> numbers = {parms.toggle ? 1.0 : 0.0, static_cast<double>(parms.whole), parms.real,
                                 static_cast<double>(parms.trouble), static_cast<double>(marks.size())};
  for (const std::uint8_t mark : marks) numbers.push_back(mark);
  numbers.insert(numbers.end(), parms.pair.begin(), parms.pair.end());
  numbers.insert(numbers.end(), parms.four.begin(), parms.four.end());
  numbers.insert(numbers.end(), parms.colour.begin(), parms.colour.end());
  writeNumbers(g, "numbers", numbers);
  std::vector<double> ramp;
  for (int i = 0; i <= 40; ++i) ramp.push_back(parms.ramp.at(i / 40.0));
  writeNumbers(g, "ramp", ramp);
  std::vector<double> weights;
  std::string names;
  for (const Weight& weight : parms.weights) {
    weights.push_back(weight.weight);
    weights.push_back(static_cast<double>(weight.count));
    weights.insert(weights.end(), weight.direction.begin(), weight.direction.end());
    names += weight.name + "|";
  }
  if (!weights.empty()) writeNumbers(g, "weights", weights);
  g.addString(Owner::detail, "text")
      .setString(0, parms.text + "|" + parms.file + "|" + parms.path + "|" + names);
  cook.host.inform("all is written");
  return outputsOf(std::move(g));
}

}  // namespace

NodeDefinition trialNode() {
  NodeDefinition node = makeNode<TrialParms>("tendril::trial::1.0", "Tendril Trial", cookTrial);
  node.icon = "SOP_null";
  node.about = "Tries every kind of parameter";
  node.inputs = {{"Geometry", true}, {"More", false}};
  ParameterTable<TrialParms> table(node);
  table.tab("tabone", "One");
  table.toggle<&TrialParms::toggle>("toggle", "Toggle");
  table.integer<&TrialParms::whole>("whole", "Whole").hardLow(0);
  table.real<&TrialParms::real>("real", "Real");
  table.vector<&TrialParms::pair>("pair", "Pair");
  table.vector<&TrialParms::four>("four", "Four");
  table.colour<&TrialParms::colour>("colour", "Colour");
  table.tab("tabtwo", "Two");
  table.string<&TrialParms::text>("text", "Text");
  table.file<&TrialParms::file>("file", "File");
  table.operatorPath<&TrialParms::path>("path", "Path");
  table.group<&TrialParms::group>("group", "Group", Owner::point, 0);
  table.menu<&TrialParms::trouble>("trouble", "Trouble",
                                   {{"none", "None"},
                                    {"error", "Error"},
                                    {"memory", "Memory"},
                                    {"standard", "Standard"},
                                    {"unknown", "Unknown"},
                                    {"unfinished", "Unfinished"},
                                    {"slow", "Slow"}});
  table.ramp<&TrialParms::ramp>("ramp", "Ramp");
  table.button("press", "Press");
  table.end();
  table.multiparm<&TrialParms::weights>("weights", "Weights");
  ParameterTable<Weight> inside(node);
  inside.real<&Weight::weight>("weight#", "Weight");
  inside.integer<&Weight::count>("count#", "Count");
  inside.string<&Weight::name>("name#", "Name");
  inside.vector<&Weight::direction>("direction#", "Direction");
  inside.end();
  return node;
}

}  // namespace tendril::test
