// Stand-in: arrays.
#pragma once
#include <SYS/SYS_Types.h>
#include <vector>
template <class T>
class UT_Array {
 public:
  exint append(const T& value) {
    values_.push_back(value);
    return static_cast<exint>(values_.size()) - 1;
  }
  void setSize(exint size) { values_.resize(static_cast<std::size_t>(size)); }
  void clear() { values_.clear(); }
  exint size() const { return static_cast<exint>(values_.size()); }
  exint entries() const { return size(); }
  T& operator()(exint i) { return values_.at(static_cast<std::size_t>(i)); }
  const T& operator()(exint i) const { return values_.at(static_cast<std::size_t>(i)); }
  T* data() { return values_.data(); }
  const T* data() const { return values_.data(); }

 private:
  std::vector<T> values_;
};
