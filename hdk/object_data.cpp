// An object's geometries.
#include "hdk/object_data.h"

#include <SIM/SIM_Position.h>
#include <SIM/SIM_Utils.h>
#include <UT/UT_Matrix4.h>

#include <algorithm>

namespace tendril::hdk {
namespace {

const SIM_Geometry* find(const SIM_Object& object, const std::string& name) {
  if (name.empty()) return nullptr;
  const SIM_Data* data = object.getConstNamedSubData(name.c_str());
  if (!data) return nullptr;
  const SIM_Geometry* geometry = SIM_DATA_CASTCONST(data, SIM_Geometry);
  if (!geometry) throw Error(name + ": is " + data->getDataType().toStdString() + ", which is no geometry");
  return geometry;
}

ObjectMatrix plain(UT_DMatrix4& matrix) {
  ObjectMatrix numbers;
  std::copy_n(matrix.data(), numbers.size(), numbers.begin());
  return numbers;
}

// The data's own transform first, then where the object is.
ObjectMatrix placementOf(const SIM_Object& object, const SIM_Geometry& geometry, const std::string& name) {
  UT_DMatrix4 matrix;
  geometry.getTransform(matrix);
  const ObjectMatrix local = plain(matrix);
  const SIM_Position* position = object.getPositionForGeometry(name.c_str());
  if (!position) return local;
  position->getTransform(matrix);
  return product(local, plain(matrix));
}

}  // namespace

ObjectGeometry::ObjectGeometry(const SIM_Object& object, const std::string& name) : name_(name) {
  const SIM_Geometry* geometry = find(object, name);
  if (!geometry) return;
  isThere_ = true;
  isOurs_ = SIM_DATA_CASTCONST(geometry, SIM_GeometryCopy) != nullptr;
  placement_ = placementOf(object, *geometry, name);
  handle_ = geometry->getGeometry();
  lock_.emplace(handle_);
  if (!detail()) throw Error(name + ": is empty");
}

SIM_GeometryCopy& writable(SIM_Object& object, const std::string& name) {
  SIM_GeometryCopy* copy = SIM_DATA_CREATE(object, name.c_str(), SIM_GeometryCopy,
                                           SIM_DATA_RETURN_EXISTING | SIM_DATA_ADOPT_EXISTING_ON_DELETE);
  if (!copy) throw Error(name + ": Houdini makes no copy of it that can be written");
  return *copy;
}

}  // namespace tendril::hdk
