// A node's parameters, read from Houdini while it cooks.
#pragma once

#include <SYS/SYS_Types.h>

#include <functional>
#include <string>

#include "nodes/parameters/values.h"

namespace tendril::hdk {

// How values are asked for by name; `instance` is null outside of lists.
struct Evaluator {
  std::function<fpreal(const char*, const int* instance, int component)> number;
  std::function<exint(const char*, const int* instance, int component)> whole;
  std::function<std::string(const char*, const int* instance)> text;
  // empty: everything is there; what is not keeps its default
  std::function<bool(const char*)> has = {};
  // of a ramp that cannot be read; empty: that is an Error
  std::function<void(const std::string&)> complain = {};
};

// Throws an Error that names the parameter.
Parms readParms(const NodeDefinition& node, const Evaluator& evaluate);

}  // namespace tendril::hdk
