// Houdini's words.
#include "hdk/names.h"

#include <utility>

#include "solver/base/error.h"

namespace tendril::hdk {
namespace {

constexpr std::pair<GA_Storage, Storage> kStorages[] = {
    {GA_STORE_INT8, Storage::int8},     {GA_STORE_UINT8, Storage::uint8},  {GA_STORE_INT16, Storage::int16},
    {GA_STORE_INT32, Storage::int32},   {GA_STORE_INT64, Storage::int64},  {GA_STORE_REAL16, Storage::real16},
    {GA_STORE_REAL32, Storage::real32}, {GA_STORE_REAL64, Storage::real64}};

constexpr std::pair<GA_TypeInfo, const char*> kTypeInfos[] = {
    {GA_TYPE_POINT, "point"},
    {GA_TYPE_HPOINT, "hpoint"},
    {GA_TYPE_VECTOR, "vector"},
    {GA_TYPE_NORMAL, "normal"},
    {GA_TYPE_COLOR, "color"},
    {GA_TYPE_TRANSFORM, "matrix"},
    {GA_TYPE_QUATERNION, "quaternion"},
    {GA_TYPE_TEXTURE_COORD, "texturecoord"},
    {GA_TYPE_NONARITHMETIC_INTEGER, "nonarithmetic_integer"}};

}  // namespace

Storage storageOf(GA_Storage storage) {
  for (const auto& [ga, ours] : kStorages)
    if (ga == storage) return ours;
  if (storage == GA_STORE_BOOL) return Storage::int8;
  throw Error("an attribute is stored in a way that Tendril does not know (" + std::to_string(storage) + ")");
}

GA_Storage gaStorage(Storage storage) {
  for (const auto& [ga, ours] : kStorages)
    if (ours == storage) return ga;
  return GA_STORE_INVALID;
}

std::string typeInfoOf(GA_TypeInfo info) {
  for (const auto& [ga, ours] : kTypeInfos)
    if (ga == info) return ours;
  return {};
}

GA_TypeInfo gaTypeInfo(const std::string& info) {
  for (const auto& [ga, ours] : kTypeInfos)
    if (info == ours) return ga;
  return GA_TYPE_VOID;
}

}  // namespace tendril::hdk
