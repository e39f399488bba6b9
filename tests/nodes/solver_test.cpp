// tendril::solver: restarts, matching by id, edits, goals, growth, and what the parameters promise.
#include <gtest/gtest.h>

#include <cmath>

#include "nodes/simulation/simulation.h"
#include "solver/edit.h"
#include "solver/regrow.h"
#include "solver/tuples.h"
#include "tests/test_host.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;
using Values = std::vector<std::pair<std::string, std::string>>;

// A solver that is fed anew on each frame.
class Shot {
 public:
  using Input = std::function<std::shared_ptr<const Geometry>(double frame)>;

  Shot(Host& host, const Values& values, std::vector<Input> inputs)
      : host_(host), inputs_(std::move(inputs)), parms_(*findNode("tendril::solver")) {
    for (const auto& [name, text] : values) parms_.setText(name, text);
  }

  Geometry at(double frame) {
    Cook cook{host_, inputsAt(frame), frame, 24, 1};
    cook.memory = &memory_;
    cook.at = [&](double other) {
      return Moment{std::shared_ptr<const void>(parms_.data(), [](const void*) {}), inputsAt(other)};
    };
    Geometry result = std::move(parms_.node().cook(parms_.data(), cook).at(0));
    result.check();
    return result;
  }

 private:
  std::vector<std::shared_ptr<const Geometry>> inputsAt(double frame) const {
    std::vector<std::shared_ptr<const Geometry>> all;
    for (const Input& input : inputs_) all.push_back(input ? input(frame) : nullptr);
    return all;
  }

  Host& host_;
  std::vector<Input> inputs_;
  Parms parms_;
  std::shared_ptr<void> memory_;
};

std::shared_ptr<const Geometry> share(Geometry g) { return std::make_shared<const Geometry>(std::move(g)); }

Shot::Input still(const Geometry& g) {
  return [kept = share(g)](double) { return kept; };
}

Geometry rodsOf(Host& host, const Geometry& curves, const Values& values = {}) {
  return cook(host, "rods", values, {&curves, &curves});
}

Geometry hairs(Host& host, const std::string& count, const Values& values) {
  return rodsOf(host, cook(host, "scalp", {{"hairs", count}}, {}), values);
}

double farthest(const Geometry& a, const Geometry& b) {
  EXPECT_EQ(a.pointCount(), b.pointCount());
  double most = 0;
  for (std::size_t i = 0; i < std::min(a.pointCount(), b.pointCount()); ++i)
    most = std::max(most, (Vector3d(tupleAt(*a.find(Owner::point, "P"), i)) - Vector3d(tupleAt(*b.find(Owner::point, "P"), i))).norm());
  return most;
}

TEST(Solver, RodsOfAllModelsFallAndStayFinite) {
  for (const char* model : {"clothoid", "helix", "chain"}) {
    TestHost host;
    const Geometry rods = hairs(host, "5", {{"model", model}});
    Shot shot(host, {}, {still(rods)});
    EXPECT_TRUE(shot.at(1).find(Owner::primitive, "paststep") != nullptr);
    const Geometry first = shot.at(1), later = shot.at(12);
    EXPECT_GT(farthest(first, later), 1e-3) << model;
    EXPECT_EQ(farthest(first, rods), 0);
  }
}

}  // namespace
}  // namespace tendril::test
