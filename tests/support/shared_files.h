// Real files that Houdini wrote lie beside the repository, not in it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace tendril::test {

inline std::string samplesFolder() {
  return std::string(TENDRIL_SHARED) + "/houdini/samples";
}

// Tests of real files derive from this: they report themselves skipped where the files are not.
class SampleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::is_directory(samplesFolder())) GTEST_SKIP() << "no samples at " << samplesFolder();
  }
};

}  // namespace tendril::test
