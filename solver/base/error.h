// Error of a caller: names culprit and cure. Each host catches it in one place.
//
//   throw Error("curve 12 has 1 point; a rod needs 2");
#pragma once

#include <stdexcept>
#include <string>

#include "solver/base/layers.h"

namespace tendril::solver {

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

// Returns f(). Errors are prefixed by `name`; null: no prefix.
template <class F>
auto named(const char* name, const F& f) -> decltype(f()) {
  try {
    return f();
  } catch (const Error& error) {
    throw name ? Error(std::string(name) + ": " + error.what()) : error;
  }
}

}  // namespace tendril::solver
