// Reading and writing values through the interfaces of an attribute.
#include <GA/GA_AIFNumericArray.h>
#include <GA/GA_AIFSharedStringArray.h>
#include <GA/GA_AIFSharedStringTuple.h>
#include <GA/GA_AIFTuple.h>
#include <GA/GA_Defaults.h>

#include <type_traits>

#include "standin/values.h"

using Kind = GA_Attribute::Values::Kind;

namespace {

bool isNumber(const GA_Attribute::Values& values, int component) {
  return values.kind == Kind::numbers && values.hasComponent(component);
}

template <class T>
bool getReal(const GA_Attribute::Values& values, GA_Offset offset, int component, T& value) {
  if (!isNumber(values, component)) return false;
  value = static_cast<T>(values.real(offset, component));
  return true;
}

template <class T>
bool getWhole(const GA_Attribute::Values& values, GA_Offset offset, int component, T& value) {
  if (!isNumber(values, component)) return false;
  value = static_cast<T>(values.whole(offset, component));
  return true;
}

bool putReal(GA_Attribute::Values& values, GA_Offset offset, int component, double value) {
  if (!isNumber(values, component)) return false;
  values.setReal(offset, component, value);
  return true;
}

bool putWhole(GA_Attribute::Values& values, GA_Offset offset, int component, int64 value) {
  if (!isNumber(values, component)) return false;
  values.setWhole(offset, component, value);
  return true;
}

}  // namespace

int GA_AIFTuple::getTupleSize(const GA_Attribute* attribute) const {
  return attribute->values_->size;
}
GA_Storage GA_AIFTuple::getStorage(const GA_Attribute* attribute) const {
  return attribute->values_->storage;
}
bool standin::refusesDoubles = false;
bool GA_AIFTuple::setStorage(GA_Attribute* attribute, GA_Storage storage) const {
  GA_Attribute::Values& values = *attribute->values_;
  if (!values.isReal() || standin::refusesDoubles) return false;
  values.storage = storage;
  for (double& value : values.reals) value = standin::asStored(storage, value);
  return true;
}
bool GA_AIFTuple::get(const GA_Attribute* attribute, GA_Offset offset, int32& value, int component) const {
  return getWhole(*attribute->values_, offset, component, value);
}
bool GA_AIFTuple::get(const GA_Attribute* attribute, GA_Offset offset, int64& value, int component) const {
  return getWhole(*attribute->values_, offset, component, value);
}
bool GA_AIFTuple::get(const GA_Attribute* attribute, GA_Offset offset, fpreal32& value, int component) const {
  return getReal(*attribute->values_, offset, component, value);
}
bool GA_AIFTuple::get(const GA_Attribute* attribute, GA_Offset offset, fpreal64& value, int component) const {
  return getReal(*attribute->values_, offset, component, value);
}
bool GA_AIFTuple::set(GA_Attribute* attribute, GA_Offset offset, int32 value, int component) const {
  return putWhole(*attribute->values_, offset, component, value);
}
bool GA_AIFTuple::set(GA_Attribute* attribute, GA_Offset offset, int64 value, int component) const {
  return putWhole(*attribute->values_, offset, component, value);
}
bool GA_AIFTuple::set(GA_Attribute* attribute, GA_Offset offset, fpreal32 value, int component) const {
  return putReal(*attribute->values_, offset, component, static_cast<double>(value));
}
bool GA_AIFTuple::set(GA_Attribute* attribute, GA_Offset offset, fpreal64 value, int component) const {
  return putReal(*attribute->values_, offset, component, value);
}

int GA_AIFSharedStringTuple::getTupleSize(const GA_Attribute* attribute) const {
  return attribute->values_->size;
}
// nothing is no string, not an empty one
const char* GA_AIFSharedStringTuple::getString(const GA_Attribute* attribute, GA_Offset offset,
                                               int component) const {
  const GA_Attribute::Values& values = *attribute->values_;
  if (values.kind != Kind::strings || !values.hasComponent(component)) return nullptr;
  const std::string& text = values.texts[values.place(offset, component)];
  return text.empty() ? nullptr : text.c_str();
}
bool GA_AIFSharedStringTuple::setString(GA_Attribute* attribute, GA_Offset offset, const char* text,
                                        int component) const {
  GA_Attribute::Values& values = *attribute->values_;
  if (values.kind != Kind::strings || !values.hasComponent(component)) return false;
  values.texts[values.place(offset, component)] = text ? text : "";
  return true;
}

// ---- arrays

namespace {

template <class To, class From>
void assign(UT_Array<To>& to, const std::vector<From>& from) {
  to.clear();
  for (const From& value : from) {
    if constexpr (std::is_same_v<From, double> && std::is_same_v<To, int64>)
      to.append(standin::truncated(value));
    else
      to.append(static_cast<To>(value));
  }
}

template <class T>
bool getArray(const GA_Attribute::Values& values, GA_Offset offset, UT_Array<T>& to) {
  if (values.kind != Kind::numberArrays) return false;
  const std::size_t slot = values.elements->slot(offset);
  if (values.isReal())
    assign(to, values.realArrays[slot]);
  else
    assign(to, values.intArrays[slot]);
  return true;
}

template <class T>
bool putArray(GA_Attribute::Values& values, GA_Offset offset, const UT_Array<T>& from) {
  if (values.kind != Kind::numberArrays || from.size() % values.size != 0) return false;
  const std::size_t slot = values.elements->slot(offset);
  std::vector<double> reals;
  std::vector<int64> wholes;
  for (exint i = 0; i < from.size(); ++i) {
    if (values.isReal())
      reals.push_back(standin::asStored(values.storage, static_cast<double>(from(i))));
    else if constexpr (std::is_same_v<T, int64>)
      wholes.push_back(standin::asStored(values.storage, from(i)));
    else
      wholes.push_back(standin::asStored(values.storage, standin::truncated(from(i))));
  }
  if (values.isReal())
    values.realArrays[slot] = std::move(reals);
  else
    values.intArrays[slot] = std::move(wholes);
  return true;
}

}  // namespace

int GA_AIFNumericArray::getTupleSize(const GA_Attribute* attribute) const {
  return attribute->values_->size;
}
GA_Storage GA_AIFNumericArray::getStorage(const GA_Attribute* attribute) const {
  return attribute->values_->storage;
}
bool GA_AIFNumericArray::get(const GA_Attribute* attribute, GA_Offset offset, UT_Array<int64>& values) const {
  return getArray(*attribute->values_, offset, values);
}
bool GA_AIFNumericArray::get(const GA_Attribute* attribute, GA_Offset offset,
                             UT_Array<fpreal64>& values) const {
  return getArray(*attribute->values_, offset, values);
}
bool GA_AIFNumericArray::set(GA_Attribute* attribute, GA_Offset offset, const UT_Array<int64>& values) const {
  return putArray(*attribute->values_, offset, values);
}
bool GA_AIFNumericArray::set(GA_Attribute* attribute, GA_Offset offset,
                             const UT_Array<fpreal64>& values) const {
  return putArray(*attribute->values_, offset, values);
}

bool GA_AIFSharedStringArray::get(const GA_Attribute* attribute, GA_Offset offset,
                                  UT_StringArray& values) const {
  const GA_Attribute::Values& all = *attribute->values_;
  if (all.kind != Kind::stringArrays) return false;
  values.clear();
  for (const std::string& text : all.textArrays[all.elements->slot(offset)]) values.append(text);
  return true;
}
bool GA_AIFSharedStringArray::set(GA_Attribute* attribute, GA_Offset offset,
                                  const UT_StringArray& values) const {
  GA_Attribute::Values& all = *attribute->values_;
  if (all.kind != Kind::stringArrays) return false;
  std::vector<std::string> texts;
  for (exint i = 0; i < values.size(); ++i) texts.push_back(values(i).toStdString());
  all.textArrays[all.elements->slot(offset)] = std::move(texts);
  return true;
}

const GA_Defaults GA_AIFTuple::getDefaults(const GA_Attribute* attribute) const {
  const std::vector<double>& values = attribute->values_->defaults;
  return GA_Defaults(values.data(), static_cast<int>(values.size()));
}
bool GA_Defaults::get(int i, fpreal64& value) const {
  value = at(i);
  return true;
}
