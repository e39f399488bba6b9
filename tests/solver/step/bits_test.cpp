// Five scenes whose states have the same bits with every compiler: a hash of each, shared by gcc and clang,
// debug and optimised. TENDRIL_GOLDEN=write prints them anew; a change of these numbers is a change of
// results.
#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "solver/examples/constraint_scenes.h"
#include "solver/examples/rod_scenes.h"
#include "solver/step/step.h"

namespace tendril::test {
namespace {

// FNV-1a over the bits of what a state holds.
class Hash {
 public:
  void add(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 8; ++i) value_ = (value_ ^ ((bits >> (8 * i)) & 0xff)) * 1099511628211u;
  }
  template <class Derived>
  void add(const Eigen::MatrixBase<Derived>& values) {
    for (Eigen::Index i = 0; i < values.size(); ++i) add(values(i));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037u;
};

std::uint64_t hashOf(const State& state) {
  Hash hash;
  for (const RodState& rod : state.rods) {
    hash.add(rod.pose.root.position);
    for (int c = 0; c < 3; ++c) hash.add(Eigen::Vector3d(rod.pose.root.axes.col(c)));
    for (const Eigen::Vector3d& kappa : rod.pose.kappa) hash.add(kappa);
    for (const Eigen::Quaterniond& joint : rod.pose.joints) hash.add(joint.coeffs());
    for (const Eigen::Vector3d& rate : rod.rates) hash.add(rate);
  }
  for (const ConstraintState& constraint : state.constraints) hash.add(constraint.force);
  return hash.value();
}

std::uint64_t hashAfter(const Scene& scene, State state, int steps, double dt) {
  StepSettings settings;
  settings.dt = dt;
  EXPECT_TRUE(simulate(scene, state, settings, steps).failed.empty());
  return hashOf(state);
}

TEST(Bits, FiveScenesAreEqualForEveryCompiler) {
  struct Golden {
    const char* name;
    std::uint64_t hash;
  };
  const Golden golden[] = {{"a curl of clothoids lets go", 0xc9669eda2bf8aa8e},
                           {"a curl of helices lets go", 0x548e572cbf6127a8},
                           {"a pot plant of links sways", 0x94448fbee2193b55},
                           {"a pot plant in gusts", 0x31662b94e44731a8},
                           {"a net of distances", 0x6e0adb809f8b421d}};
  std::uint64_t found[5];
  const Scene clothoids = hangingCurl(Model::clothoid, 6, 1e7), helices = hangingCurl(Model::helix, 6, 1e7);
  found[0] = hashAfter(clothoids, restState(clothoids), 30, 1.0 / 60);
  found[1] = hashAfter(helices, restState(helices), 30, 1.0 / 60);
  const Scene plant = potPlant(45);
  found[2] = hashAfter(plant, restState(plant), 30, 1.0 / 60);
  Scene stormy = potPlant(51);
  stormy.wind.steady = {3, 0, 1};
  stormy.wind.gust = 0.5;
  stormy.wind.noise = 1.5;
  stormy.wind.noiseSize = 0.3;
  stormy.wind.noiseTime = 0.4;
  found[3] = hashAfter(stormy, restState(stormy), 30, 1.0 / 60);
  const TiedSample net = std::move(tableOfTheReport()[4]);
  found[4] = hashAfter(net.scene, net.state, 20, 1.0 / 60);
  for (int i = 0; i < 5; ++i) {
    if (std::getenv("TENDRIL_GOLDEN")) std::printf("%s: 0x%016" PRIx64 "\n", golden[i].name, found[i]);
    EXPECT_EQ(found[i], golden[i].hash) << golden[i].name;
  }
}

}  // namespace
}  // namespace tendril::test
