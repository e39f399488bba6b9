// Every node with parameters at random.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cli/host/finite.h"
#include "tests/nodes/making/curves_by_hand.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

// Every node: its defaults cook, and random parameters give an error or finite output.
TEST(Nodes, RandomParametersGiveAnErrorOrFiniteOutput) {
  const Geometry hairs = scalp(kThorough ? "6" : "1");
  const Geometry none, two = curveOf({Vector3d(0, 0, 0), Vector3d(0, 1, 0)});
  std::mt19937 random(11);
  int cooked = 0, refused = 0;
  for (const NodeDefinition& node : allNodes())
    for (int trial = 0; trial < (kThorough ? 12 : 8); ++trial) {
      Parms parms(node);
      for (const Parameter& parameter : node.parameters) {
        if (!parameter.holdsValue() || random() % 3 || trial == 0) continue;
        const auto number = [&](bool whole) {
          const double far = 10 * std::min(parameter.softLow.value_or(-3), 0.0) - 1;  // absurd enough
          const double low = std::max(parameter.hardLow.value_or(parameter.softLow.value_or(-3)), far),
                       high = std::min(parameter.softHigh.value_or(3), parameter.hardHigh.value_or(1e9));
          constexpr double kMost = kThorough ? 60 : 6;  // of counts, or the test never ends
          const double value =
              low + (std::min(high, low + kMost) - low) * std::generate_canonical<double, 53>(random);
          return whole ? std::floor(value) : value;
        };
        if (parameter.kind == ParameterKind::toggle) parms.set(parameter.name, random() % 2 == 0);
        if (parameter.kind == ParameterKind::integer) parms.set(parameter.name, number(true));
        if (parameter.kind == ParameterKind::real) parms.set(parameter.name, number(false));
        if (parameter.kind == ParameterKind::vector)
          parms.set(parameter.name, std::vector<double>(parameter.size, number(false)));
        if (parameter.kind == ParameterKind::group)
          parms.set(parameter.name, std::string(random() % 2 ? "0-2" : "!1"));
        if (parameter.kind == ParameterKind::ramp)
          parms.set(parameter.name, parseRamp(random() % 2 ? "0:1 1:0.1" : "0:1 1:-1"));
        if (parameter.kind == ParameterKind::menu)
          parms.set(parameter.name, static_cast<std::int64_t>(random() % parameter.items.size()));
      }
      TestHost host;
      host.allowWarnings();
      for (const Geometry* input : {&hairs, &none, &two}) {
        Cook with{host, {}, 1, 24, 1};
        if (!node.inputs.empty()) {
          const bool wantsRods = node.inputs[0].label == std::string("Rods");
          const Geometry in = wantsRods ? cook(host, "rods", {}, {input}) : *input;
          with.inputs.push_back(std::make_shared<const Geometry>(in));
          if (node.simulates) {  // from wherever it starts, two frames on
            const auto start = std::get<std::int64_t>(parms.get("startframe"));
            with.frame = static_cast<double>(start) + 2;
          }
        }
        try {
          for (const auto& result : node.cook(parms.data(), with)) {
            result->check();
            EXPECT_NO_THROW(checkFinite(*result)) << node.type;
          }
          ++cooked;
        } catch (const Error&) {
          ++refused;
          EXPECT_NE(trial, 0) << node.type << ": the defaults must cook";
        }
      }
    }
  EXPECT_GT(cooked, 2 * refused);
}

}  // namespace
}  // namespace tendril::test
