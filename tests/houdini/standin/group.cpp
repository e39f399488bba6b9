// Groups of elements, and lists.
#include <GA/GA_ElementGroupTable.h>
#include <GA/GA_OffsetList.h>
#include <GA/GA_PolyCounts.h>

#include "standin/elements.h"
#include "standin/faults.h"

GA_Group::GA_Group(const char* name, bool internal) : name_(name), internal_(internal) {}
GA_Group::~GA_Group() = default;
const UT_StringHolder& GA_Group::getName() const {
  return name_;
}
bool GA_Group::isInternal() const {
  return internal_;
}

GA_ElementGroup::GA_ElementGroup(const char* name, bool ordered, bool internal)
    : GA_Group(name, internal), ordered_(ordered) {}
GA_ElementGroup::~GA_ElementGroup() = default;
bool GA_ElementGroup::getOrdered() const {
  return ordered_;
}
bool GA_ElementGroup::containsOffset(GA_Offset offset) const {
  return offset >= 0 && offset < static_cast<GA_Offset>(members_.size()) &&
         members_[static_cast<std::size_t>(offset)];
}
void GA_ElementGroup::addOffset(GA_Offset offset) {
  if (elements_ ? !elements_->has(offset) : offset < 0)
    standin::stop("group " + getName().toStdString() + ": offset " + std::to_string(offset) +
                  " has no element");
  if (containsOffset(offset)) return;
  const auto slot = static_cast<std::size_t>(offset);
  if (slot >= members_.size()) members_.resize(slot + 1 + slot / 2);
  members_[slot] = 1;
  order_.push_back(offset);
}
GA_Size GA_ElementGroup::entries() const {
  return static_cast<GA_Size>(order_.size());
}

// the last group made comes first
GA_ElementGroupTable::iterator::iterator(const GA_ElementGroupTable* table) : table_(table) {}
bool GA_ElementGroupTable::iterator::atEnd() const {
  return at_ >= table_->all_.size();
}
GA_ElementGroupTable::iterator& GA_ElementGroupTable::iterator::operator++() {
  ++at_;
  return *this;
}
GA_ElementGroup* GA_ElementGroupTable::iterator::group() {
  return table_->all_[table_->all_.size() - 1 - at_].get();
}
GA_ElementGroupTable::iterator GA_ElementGroupTable::beginTraverse() const {
  return iterator(this);
}

GA_ElementGroup* GA_ElementGroupTable::newGroup(const char* name, bool internal) {
  const std::string text = name ? name : "";
  if (text.empty() || text.find_first_of(" \t\n") != std::string::npos) {
    standin::fault("\"" + text + "\" cannot be the name of a group");
    return nullptr;
  }
  if (find(name)) {
    standin::fault("group " + text + " was made twice");
    return nullptr;
  }
  if (owner_ == GA_ATTRIB_POINT)
    all_.push_back(std::make_unique<GA_PointGroup>(name, false, internal));
  else if (owner_ == GA_ATTRIB_VERTEX)
    all_.push_back(std::make_unique<GA_VertexGroup>(name, false, internal));
  else
    all_.push_back(std::make_unique<GA_PrimitiveGroup>(name, false, internal));
  all_.back()->elements_ = elements_;
  return all_.back().get();
}

GA_ElementGroup* GA_ElementGroupTable::find(const char* name) const {
  for (const auto& group : all_)
    if (group->getName().toStdString() == name) return group.get();
  return nullptr;
}

GA_OffsetListRef::GA_OffsetListRef(const std::vector<GA_Offset>* list) : list_(list) {}
GA_Size GA_OffsetListRef::size() const {
  return static_cast<GA_Size>(list_->size());
}
GA_Offset GA_OffsetListRef::operator()(GA_Size i) const {
  if (i < 0 || i >= size()) standin::stop("place " + std::to_string(i) + " of a shorter list of offsets");
  return (*list_)[static_cast<std::size_t>(i)];
}

void GA_PolyCounts::append(GA_Size size, GA_Size count) {
  for (GA_Size i = 0; i < count; ++i) sizes_.push_back(size);
}
GA_Size GA_PolyCounts::getNumPolygons() const {
  return static_cast<GA_Size>(sizes_.size());
}
GA_Size GA_PolyCounts::getNumVertices() const {
  GA_Size sum = 0;
  for (const GA_Size size : sizes_) sum += size;
  return sum;
}
GA_Size GA_PolyCounts::at(GA_Size polygon) const {
  return sizes_.at(static_cast<std::size_t>(polygon));
}
