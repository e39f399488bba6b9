// A host for tests: fails on unexpected warnings and on expected ones that are missing.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "nodes/parameters/values.h"

namespace tendril::test {

class TestHost : public Host {
 public:
  ~TestHost() override {
    for (const std::string& expected : expected_) ADD_FAILURE() << "no warning said \"" << expected << "\"";
  }
  // Expects one warning that contains this text.
  void expect(const std::string& text) { expected_.push_back(text); }
  void allowWarnings() { any_ = true; }

  void warn(const std::string& message) override {
    for (auto it = expected_.begin(); it != expected_.end(); ++it)
      if (message.find(*it) != std::string::npos) {
        expected_.erase(it);
        return;
      }
    if (!any_) ADD_FAILURE() << "unexpected warning: " << message;
  }

 private:
  std::vector<std::string> expected_;
  bool any_ = false;
};

// Cooks a node by name with parameters as text: cook(host, "rods", {{"elements", "8"}}, {&curves}).
struct Asked {
  double frame = 1, unitLength = 1;
};
Geometry cook(Host& host, const std::string& type,
              const std::vector<std::pair<std::string, std::string>>& parms,
              const std::vector<const Geometry*>& inputs, const Asked& asked = {});

}  // namespace tendril::test
