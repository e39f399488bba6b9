// The layers of Tendril. Each has its own namespace, so that equal names are different symbols; code in
// tendril:: sees all of them.
#pragma once

namespace tendril {

namespace solver {}  // namespace solver
namespace nodes {}   // namespace nodes
namespace cli {}     // namespace cli
using namespace solver;
using namespace nodes;
using namespace cli;

}  // namespace tendril
