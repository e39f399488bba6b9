// The layers of Tendril. Each has a namespace of its own, so that the same name in two of them is two
// symbols; what stands in tendril:: sees all of them.
#pragma once

namespace tendril {

namespace solver {}  // namespace solver
namespace nodes {}   // namespace nodes
namespace cli {}     // namespace cli
using namespace solver;
using namespace nodes;
using namespace cli;

}  // namespace tendril
