// A node with a parameter of every kind, for tests of what goes from Houdini to a node and back.
#pragma once

#include "nodes/parameters/definition.h"

namespace tendril::test {

// Writes all its parameters into attributes; `trouble` makes it fail in one of many ways.
NodeDefinition trialNode();

}  // namespace tendril::test
