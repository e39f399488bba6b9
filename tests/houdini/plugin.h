// What tests of the plugin's SOPs share: a session of Houdini that has loaded it.
#pragma once

#include <gtest/gtest.h>

#include "hdk/geometry.h"
#include "plugin_file.h"
#include "same_geometry.h"
#include "session.h"
#include "tests/support/test_host.h"

namespace tendril::test {

inline Geometry readBack(const Session::Cooked& cooked) {
  EXPECT_LT(cooked.severity, UT_ERROR_WARNING) << cooked.text();
  return cooked.geometry ? hdk::fromDetail(*cooked.geometry, 0) : Geometry();
}

inline Geometry made(const char* type, const std::vector<std::pair<std::string, std::string>>& parms = {}) {
  TestHost host;
  return cook(host, type, parms, {});
}

class Plugin : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(session.faults(), Session::Faults()); }
  Session session{pluginFile()};
};

}  // namespace tendril::test
