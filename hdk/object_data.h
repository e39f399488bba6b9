// The geometries of a simulation's object.
#pragma once

#include <GU/GU_DetailHandle.h>
#include <SIM/SIM_GeometryCopy.h>
#include <SIM/SIM_Object.h>

#include <optional>
#include <string>

#include "hdk/geometry.h"
#include "nodes/microsolver.h"

namespace tendril::hdk {

// One of them, locked for reading during its lifetime.
class ObjectGeometry {
 public:
  // Empty if the object has no data of that name or the name is empty. Throws an Error that begins with the
  // name if the data is no geometry.
  ObjectGeometry(const SIM_Object& object, const std::string& name);
  ObjectGeometry(const ObjectGeometry&) = delete;

  bool isThere() const { return isThere_; }
  bool isOurs() const { return isOurs_; }  // may be written in place
  const std::string& name() const { return name_; }
  const GU_Detail* detail() const { return lock_ ? lock_->getGdp() : nullptr; }
  const ObjectMatrix& placement() const { return placement_; }  // from local to world coordinates

 private:
  std::string name_;
  bool isThere_ = false, isOurs_ = false;
  GU_ConstDetailHandle handle_;
  std::optional<GU_DetailHandleAutoReadLock> lock_;
  ObjectMatrix placement_ = kInPlace;
};

// A writable geometry with the same content under the name of one that the object has; one owned by others
// (SOP Geometry) is replaced by a copy. Throws an Error that begins with the name.
SIM_GeometryCopy& writable(SIM_Object& object, const std::string& name);

}  // namespace tendril::hdk
