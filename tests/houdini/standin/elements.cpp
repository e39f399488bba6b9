// Offsets and indices.
#include "standin/elements.h"

#include <algorithm>
#include <random>
#include <string>

#include "standin/faults.h"

namespace standin {

ElementMap::ElementMap(const char* what, GA_Offset first, GA_Offset every)
    : what_(what), first_(first), next_(first), every_(every) {}

GA_Offset ElementMap::append() {
  // large details are more regular, as Houdini's are
  const GA_Offset every = next_ - first_ > 1000 ? 100 * every_ : every_;
  if (every && (next_ - first_) % every == every - 2) {
    indices_.push_back(-1);
    ++next_;
  }
  indices_.push_back(size());
  offsets_.push_back(next_);
  return next_++;
}

GA_Offset ElementMap::offset(GA_Index index) const {
  if (index < 0 || index >= size())
    stop("no " + std::string(what_) + " has the index " + std::to_string(index) + " of " +
         std::to_string(size()));
  return offsets_[static_cast<std::size_t>(index)];
}

GA_Index ElementMap::index(GA_Offset offset) const {
  if (offset < first_ || offset >= next_) return -1;
  return indices_[static_cast<std::size_t>(offset - first_)];
}

std::size_t ElementMap::slot(GA_Offset offset) const {
  if (!has(offset)) stop("offset " + std::to_string(offset) + " is no " + what_);
  return static_cast<std::size_t>(offset - first_);
}

void ElementMap::remove(GA_Offset offset) {
  const auto index = static_cast<std::ptrdiff_t>(this->index(offset));
  slot(offset);
  offsets_.erase(offsets_.begin() + index);
  indices_[static_cast<std::size_t>(offset - first_)] = -1;
  for (std::size_t i = static_cast<std::size_t>(index); i < offsets_.size(); ++i)
    indices_[static_cast<std::size_t>(offsets_[i] - first_)] = static_cast<GA_Index>(i);
}

void ElementMap::clear() {
  constexpr GA_Offset kMost = 1000000;  // so that tables by offset stay small
  first_ = next_ = next_ < kMost ? next_ + 11 : 29;
  offsets_.clear();
  indices_.clear();
}

void ElementMap::shuffle(unsigned seed) {
  std::shuffle(offsets_.begin(), offsets_.end(), std::mt19937(seed));
  for (std::size_t i = 0; i < offsets_.size(); ++i)
    indices_[static_cast<std::size_t>(offsets_[i] - first_)] = static_cast<GA_Index>(i);
}

}  // namespace standin
