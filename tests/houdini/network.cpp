// A DOP network of nodes and wires.
#include "network.h"

#include <SIM/SIM_DopDescription.h>

#include <fstream>
#include <regex>
#include <stdexcept>

namespace {

using Parms = std::map<std::string, std::string>;

// What nodes come with, by files that Houdini has saved.
const std::map<std::string, Parms>& houdinis() {
  static const std::map<std::string, Parms> types = {
      {"emptyobject", {{"objname", "object"}}},
      {"sopgeo",
       {{"dataname", "Geometry"}, {"uniquedataname", "off"}, {"defaultparmop", "initial"}, {"soppath", ""}}},
      {"multisolver", {{"dataname", "Solver"}, {"uniquedataname", "off"}, {"defaultparmop", "initial"}}},
      {"gassubstep",
       {{"dataname", "Solver"},
        {"uniquedataname", "on"},
        {"defaultparmop", "initial"},
        {"minimumsubsteps", "1"}}}};
  return types;
}

// Lines of the form node.parm("name").set("value").
void runScript(const std::string& type, Parms& parms) {
  std::ifstream file(std::string(TENDRIL_SOURCE) + "/otls/scripts/dop/" + type + ".py");
  static const std::regex kSet("parm\\(\"(\\w+)\"\\)\\.set\\(\"(\\w+)\"\\)");
  for (std::string line; std::getline(file, line);)
    if (std::smatch parts; std::regex_search(line, parts, kSet)) parms.at(parts[1]) = parts[2];
}

}  // namespace

void Network::add(const std::string& type, const std::string& name) {
  Node node{type, {}, {}};
  const SIM_DopDescription& ours = dops_.description();
  if (type == ours.dopName)
    node.parms = {{"dataname", ours.dataName},
                  {"uniquedataname", ours.isUnique ? "on" : "off"},
                  {"defaultparmop", "initial"}};
  else
    node.parms = houdinis().at(type);
  runScript(type, node.parms);
  if (!nodes_.emplace(name, std::move(node)).second) throw std::runtime_error(name + " is there already");
}

const Network::Node& Network::at(const std::string& name) const {
  const auto found = nodes_.find(name);
  if (found == nodes_.end()) throw std::runtime_error("no node is called " + name);
  return found->second;
}

const std::string& Network::get(const std::string& node, const std::string& parm) const {
  return at(node).parms.at(parm);
}

void Network::set(const std::string& node, const std::string& parm, const std::string& value) {
  at(node);
  nodes_[node].parms.at(parm) = value;
}

void Network::setKey(const std::string& node, const std::string& parm, double frame, double value,
                     int component) {
  if (at(node).type != dops_.description().dopName) throw std::runtime_error(node + " cannot be keyed here");
  dops_.setKey(parm, frame, value, component);
}

bool Network::hasGreyInput(const Node& node) const {
  return node.type != "emptyobject" &&
         (node.type != dops_.description().dopName || !dops_.description().appliesOnly);
}

void Network::wire(const std::string& node, std::size_t input, const std::string& source) {
  at(source);
  if (at(node).type == "emptyobject") throw std::runtime_error(node + " has no inputs");
  if (input == 0 && !hasGreyInput(at(node))) throw std::runtime_error(node + " has no grey input");
  std::vector<std::string>& inputs = nodes_[node].inputs;
  if (inputs.size() <= input) inputs.resize(input + 1);
  inputs[input] = source;
}

// Of the stream that comes in at the grey input; empty: there is only data.
std::string Network::objectOf(const Node& node) const {
  if (node.type == "emptyobject") return node.parms.at("objname");
  return node.inputs.empty() || node.inputs[0].empty() ? "" : objectOf(at(node.inputs[0]));
}

// Solvers at green inputs; how many there are.
std::size_t Network::attachSolvers(const Node& node) {
  std::size_t count = 0;
  std::string unique;
  for (std::size_t i = 1; i < node.inputs.size(); ++i) {
    const Node& solver = at(node.inputs[i]);
    if (!objectOf(solver).empty()) throw std::runtime_error(node.inputs[i] + " is no data, but objects");
    if (solver.type != dops_.description().dopName)
      throw std::runtime_error(node.inputs[i] + " is no solver");
    dops_.setUniqueDataName(solver.parms.at("uniquedataname") == "on");
    dops_.setDefaultOperation(solver.parms.at("defaultparmop") == "always" ? Dops::kAlways
                                                                           : Dops::kInitially);
    ++count;
  }
  return count;
}

void Network::attach(const Node& node, const std::string& object) {
  if (node.type == "emptyobject") return dops_.addObject(object);
  attach(at(node.inputs[0]), object);
  const Dops::When when = node.parms.at("defaultparmop") == "always" ? Dops::kAlways : Dops::kInitially;
  if (node.type == "sopgeo")
    return dops_.attach(object, node.parms.at("dataname"), sops_.at(node.parms.at("soppath")), when);
  if (node.type == dops_.description().dopName) {
    dops_.wire(Dops::kBehindObject);
    dops_.setUniqueDataName(node.parms.at("uniquedataname") == "on");
    return dops_.setDefaultOperation(when);
  }
  const bool steps = node.type == "gassubstep";
  const int nodes = static_cast<int>(attachSolvers(node));
  dops_.wire(steps ? Dops::kInSubStep : Dops::kInMultiSolver,
             steps ? std::stoi(node.parms.at("minimumsubsteps")) : 1, nodes);
}

void Network::show(const std::string& node) {
  const std::string object = objectOf(at(node));
  if (object.empty()) throw std::runtime_error(node + ": without an object nothing is simulated");
  attach(at(node), object);
}
