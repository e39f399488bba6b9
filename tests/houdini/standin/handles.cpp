// Values of attributes by type, many at once.
#include <GA/GA_Handle.h>

#include <type_traits>

#include "standin/detail_impl.h"
#include "standin/faults.h"
#include "standin/values.h"

namespace {

GA_Attribute::Values* numbersOf(const GA_Attribute* attribute) {
  if (!attribute) return nullptr;
  GA_Attribute::Values& values = GA_Detail::Impl::valuesOf(const_cast<GA_Attribute&>(*attribute));
  return values.kind == GA_Attribute::Values::Kind::numbers ? &values : nullptr;
}

// The first value; all others follow at a distance of the tuple's size.
std::size_t placeOf(const GA_Attribute::Values& values, GA_Offset start, GA_Size count, int component) {
  if (!values.hasComponent(component)) standin::stop("a handle was asked for a component that is not there");
  for (GA_Offset offset = start; offset < start + count; ++offset) values.elements->slot(offset);
  return values.place(start, component);
}

}  // namespace

template <class T>
GA_ROHandleT<T>::GA_ROHandleT(const GA_Attribute* attribute) : attribute_(attribute) {}
template <class T>
bool GA_ROHandleT<T>::isValid() const {
  return numbersOf(attribute_) != nullptr;
}
template <class T>
void GA_ROHandleT<T>::getBlock(GA_Offset start, GA_Size count, T* to, int stride, int component) const {
  const GA_Attribute::Values& values = *numbersOf(attribute_);
  std::size_t at = placeOf(values, start, count, component);
  const std::size_t step = static_cast<std::size_t>(values.size);
  for (GA_Size i = 0; i < count; ++i, at += step, to += stride)
    *to = values.isReal() ? static_cast<T>(values.reals[at]) : static_cast<T>(values.ints[at]);
}
template <class T>
GA_RWHandleT<T>::GA_RWHandleT(GA_Attribute* attribute) : attribute_(attribute) {}
template <class T>
bool GA_RWHandleT<T>::isValid() const {
  return numbersOf(attribute_) != nullptr;
}
template <class T>
void GA_RWHandleT<T>::setBlock(GA_Offset start, GA_Size count, const T* from, int stride,
                               int component) const {
  GA_Attribute::Values& values = *numbersOf(attribute_);
  std::size_t at = placeOf(values, start, count, component);
  const std::size_t step = static_cast<std::size_t>(values.size);
  const bool exact = (std::is_same_v<T, fpreal32> && values.storage == GA_STORE_REAL32) ||
                     (std::is_same_v<T, fpreal64> && values.storage == GA_STORE_REAL64);
  for (GA_Size i = 0; i < count; ++i, at += step, from += stride) {
    if (exact)
      values.reals[at] = static_cast<double>(*from);
    else if (values.isReal())
      values.reals[at] = standin::asStored(values.storage, static_cast<double>(*from));
    else
      values.ints[at] = standin::asStored(values.storage, static_cast<int64>(*from));
  }
}

template class GA_ROHandleT<fpreal32>;
template class GA_ROHandleT<fpreal64>;
template class GA_ROHandleT<int32>;
template class GA_ROHandleT<int64>;
template class GA_RWHandleT<fpreal32>;
template class GA_RWHandleT<fpreal64>;
template class GA_RWHandleT<int32>;
template class GA_RWHandleT<int64>;
