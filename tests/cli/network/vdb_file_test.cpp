// .vdb files in networks.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "cli/network/runner.h"
#include "solver/vdb/vdb.h"
#include "tests/support/test_host.h"

namespace tendril::test {
namespace {

// What is empty, or of the wrong class, is named, and the run goes on.
TEST(VdbFiles, WhatIsWrongIsNamedAndTheRunGoesOn) {
  if (!hasOpenVdb()) GTEST_SKIP() << "a build without OpenVDB";
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("tendril_vdb_files" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const auto velocity = [](const Eigen::Vector3d&) { return Eigen::Vector3d(1, 0, 0); };
  const VdbGrid wind = velocityGrid({0, 0, 0}, {1, 1, 1}, 0.25, false, velocity),
                empty = velocityGrid({1, 1, 1}, {0, 0, 0}, 0.25, false, velocity);
  const auto run = [&](const std::vector<VdbGrid>& grids, const std::vector<std::string>& warnings) {
    const std::vector<std::uint8_t> bytes = fileOf(grids);
    std::ofstream(folder / "grids.vdb", std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    TestHost host;
    for (const std::string& warning : warnings) host.expect(warning);
    const cli::Network network = cli::parseNetwork(
        R"({"nodes": {"line": {"type": "line"}, "rods": {"type": "rods", "inputs": ["line"]},
            "grids": {"type": "file", "parms": {"file": "$HIP/grids.vdb"}},
            "solver": {"type": "solver", "inputs": ["rods", null, "grids"]}}})",
        folder.string(), {});
    cli::Runner runner(network, host);
    EXPECT_EQ(runner.output(network.nodes.size() - 1, 4)->primitiveCount(), 1u);
  };
  run({}, {"grids.vdb: has no grids"});
  run({empty}, {"grids.vdb: grid 'vel' is empty", "collider 'vel': grid 'vel' is"});
  run({wind}, {"collider 'vel': grid 'vel' is a vector grid and no level set; nothing touches it"});
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace tendril::test
