// Reads a node's parameters from Houdini during a cook.
#pragma once

#include <SYS/SYS_Types.h>

#include <functional>
#include <string>

#include "nodes/parameters/values.h"

namespace tendril::hdk {

// Reads values by name; `instance` is null outside of lists.
struct Evaluator {
  std::function<fpreal(const char*, const int* instance, int component)> number;
  std::function<exint(const char*, const int* instance, int component)> whole;
  std::function<std::string(const char*, const int* instance)> text;
  // empty: all parameters exist; missing ones keep their defaults
  std::function<bool(const char*)> has = {};
  // reports an unreadable ramp; empty: throws an Error
  std::function<void(const std::string&)> complain = {};
};

// Throws an Error that names the parameter.
Parms readParms(const NodeDefinition& node, const Evaluator& evaluate);

}  // namespace tendril::hdk
