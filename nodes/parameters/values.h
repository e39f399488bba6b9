// The values of one node's parameters, set by name.
//
//   Parms parms(*findNode("rods"));
//   parms.setText("model", "helix");
//   parms.set("gravityy", -9.81);
//   node.cook(parms.data(), cook);
#pragma once

#include <memory>
#include <string>

#include "nodes/parameters/definition.h"

namespace tendril::nodes {

class Parms {
 public:
  explicit Parms(const NodeDefinition& node);  // keeps a reference

  const void* data() const { return data_.get(); }
  const NodeDefinition& node() const { return node_; }

  // Names as Houdini's channels: a parameter (`gravity`), a component of a vector (`gravityy`), a parameter
  // of the third instance of a multiparm (`force3`), a multiparm itself (its count). Throw an Error that
  // begins with the name: unknown, of the wrong kind, out of its hard range, not finite.
  void set(const std::string& name, const ParmValue& value);
  // "0.5", "on", "0 1 0", a menu's token, a ramp's keys.
  void setText(const std::string& name, const std::string& text);
  ParmValue get(const std::string& name) const;

  // The parameter behind a name; null where there is none.
  const Parameter* parameterOf(const std::string& name) const;

  // Whether two names reach the same field: `gravity` and `gravityy` do.
  bool sameField(const std::string& a, const std::string& b) const;

  Parms copy() const;

 private:
  struct Place {
    const Parameter* parameter = nullptr;
    void* object = nullptr;
    int component = -1;
  };
  Place placeOf(const std::string& name) const;
  Place inMultiparm(const Parameter& list, const std::string& name) const;

  const NodeDefinition& node_;
  std::shared_ptr<void> data_;
};

// Names of a vector's or colour's components: gravityx, gravityy, gravityz.
std::string componentName(const Parameter& parameter, std::size_t component);

// As setText() reads it.
std::string formatValue(const Parameter& parameter, const ParmValue& value);

// What a parameter holds before anybody sets it.
ParmValue defaultOf(const NodeDefinition& node, const Parameter& parameter);

}  // namespace tendril::nodes
