// Real files written by Houdini, which are kept beside the repository.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace tendril::test {

inline std::string samplesFolder() {
  return std::string(TENDRIL_SHARED) + "/houdini/samples";
}

// Base of tests of real files: skipped if the files are missing.
class SampleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::is_directory(samplesFolder())) GTEST_SKIP() << "no samples at " << samplesFolder();
  }
};

}  // namespace tendril::test
