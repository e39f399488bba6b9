// What a SOP puts out, and who holds it.
#include <GU/GU_DetailHandle.h>

#include "standin/detail_impl.h"

GU_Detail::GU_Detail() = default;
GU_Detail::~GU_Detail() = default;
void GU_Detail::clearAndDestroy() {
  impl_->clear();
}
void GU_Detail::replaceWith(const GEO_Detail& other) {
  if (&other == this) return;
  impl_->clear();
  impl_->append(other, nullptr, true);
}
void GU_Detail::merge(const GU_Detail& other, const GA_PrimitiveGroup* group) {
  if (&other == this) {
    GU_Detail copy;
    copy.replaceWith(other);
    return merge(copy);
  }
  impl_->append(other, group, false);
}

GU_DetailHandle::GU_DetailHandle() = default;
void GU_DetailHandle::allocateAndSet(GU_Detail* detail, bool own) {
  if (own)
    detail_.reset(detail);
  else
    detail_ = std::shared_ptr<GU_Detail>(detail, [](GU_Detail*) {});
}
bool GU_DetailHandle::isNull() const {
  return !detail_;
}
void GU_DetailHandle::clear() {
  detail_.reset();
}
GU_Detail* GU_DetailHandle::gdpNC() const {
  return detail_.get();
}
const GU_Detail* GU_DetailHandle::gdp() const {
  return detail_.get();
}

GU_ConstDetailHandle::GU_ConstDetailHandle() = default;
GU_ConstDetailHandle::GU_ConstDetailHandle(const GU_DetailHandle& handle) : handle_(handle) {}
bool GU_ConstDetailHandle::isNull() const {
  return handle_.isNull();
}
const GU_Detail* GU_ConstDetailHandle::gdp() const {
  return handle_.gdp();
}
