// A view of contiguous values that somebody else owns (std::span is C++20).
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::solver {

template <class T>
class Span {
 public:
  Span() = default;
  Span(T* data, std::size_t size) : data_(data), size_(size) {}
  Span(std::vector<std::remove_const_t<T>>& values) : data_(values.data()), size_(values.size()) {}
  template <class U = T, class = std::enable_if_t<std::is_const_v<U>>>
  Span(const std::vector<std::remove_const_t<T>>& values) : data_(values.data()), size_(values.size()) {}

  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }
  Span part(std::size_t from, std::size_t count) const { return {data_ + from, count}; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tendril::solver
