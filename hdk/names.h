// Conversion of owners, storages and typeinfos between Houdini and Tendril.
#pragma once

#include <GA/GA_Types.h>

#include <string>

#include "solver/geometry/attribute.h"

namespace tendril::hdk {

constexpr GA_AttributeOwner kGaOwners[] = {GA_ATTRIB_VERTEX, GA_ATTRIB_POINT, GA_ATTRIB_PRIMITIVE,
                                           GA_ATTRIB_DETAIL};  // in the order of Owner
inline GA_AttributeOwner gaOwner(Owner owner) {
  return kGaOwners[static_cast<std::size_t>(owner)];
}

Storage storageOf(GA_Storage storage);  // bool as int8
GA_Storage gaStorage(Storage storage);
std::string typeInfoOf(GA_TypeInfo info);
GA_TypeInfo gaTypeInfo(const std::string& info);

}  // namespace tendril::hdk
