// A node's parameters, read from Houdini while it cooks.
#pragma once

#include <SOP/SOP_NodeParmsOptions.h>

#include "nodes/parms.h"

namespace tendril::hdk {

// How values are asked for by name; `instance` is null outside of lists.
struct Evaluator {
  std::function<fpreal(const char*, const int* instance, int component)> number;
  std::function<exint(const char*, const int* instance, int component)> whole;
  std::function<std::string(const char*, const int* instance)> text;
};

// Throws an Error that names the parameter.
Parms readParms(const NodeDefinition& node, const Evaluator& evaluate);

}  // namespace tendril::hdk
