// Bytes in a page: deflated, in base64.
#pragma once

#include <string>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::cli::show {

std::string base64(const std::string& bytes);
std::string deflated(const std::string& bytes);

template <class T>
void appendBytes(std::string& to, const std::vector<T>& values) {
  to.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

}  // namespace tendril::cli::show
