// A DOP network as an artist makes it: nodes of SideFX's and of the plugin, wires to grey and green inputs,
// parameters by name.
//
//   Network network(dops);
//   network.add("emptyobject", "object");
//   network.set("object", "objname", "hair");
//   network.add("sopgeo", "rods");
//   network.wire("rods", 0, "object");          // 0: the grey input, which takes objects; others are green
//   network.show("rods");
//
// Houdini would refuse what throws here.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "dops.h"

class Network {
 public:
  explicit Network(Dops& dops) : dops_(dops) {}

  void sop(const std::string& path, Dops::Source source) { sops_[path] = std::move(source); }
  // As from the Tab menu: with the type's own values, and what its script for new nodes sets.
  void add(const std::string& type, const std::string& name);
  void set(const std::string& node, const std::string& parm, const std::string& value);
  void setKey(const std::string& node, const std::string& parm, double frame, double value, int component);
  const std::string& get(const std::string& node, const std::string& parm) const;
  void wire(const std::string& node, std::size_t input, const std::string& source);
  void show(const std::string& node);  // the simulation is what comes out of this one

 private:
  struct Node {
    std::string type;
    std::map<std::string, std::string> parms;
    std::vector<std::string> inputs;
  };
  const Node& at(const std::string& name) const;
  bool hasGreyInput(const Node& node) const;
  std::string objectOf(const Node& node) const;
  void attach(const Node& node, const std::string& object);
  std::size_t attachSolvers(const Node& node);

  Dops& dops_;
  std::map<std::string, Dops::Source> sops_;
  std::map<std::string, Node> nodes_;
};
