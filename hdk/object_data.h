// The geometries that an object of a simulation carries.
#pragma once

#include <GU/GU_DetailHandle.h>
#include <SIM/SIM_GeometryCopy.h>
#include <SIM/SIM_Object.h>

#include <optional>
#include <string>

#include "hdk/geometry.h"
#include "nodes/microsolver.h"

namespace tendril::hdk {

// One of them, locked for reading as long as this lives.
class ObjectGeometry {
 public:
  // Empty where the object has no data of that name, or the name is empty. Throws an Error that begins with
  // the name where the data is no geometry.
  ObjectGeometry(const SIM_Object& object, const std::string& name);
  ObjectGeometry(const ObjectGeometry&) = delete;

  bool isThere() const { return isThere_; }
  bool isOurs() const { return isOurs_; }  // it may be written in its place
  const std::string& name() const { return name_; }
  const GU_Detail* detail() const { return lock_ ? lock_->getGdp() : nullptr; }
  const ObjectMatrix& placement() const { return placement_; }  // of its coordinates in the world

 private:
  std::string name_;
  bool isThere_ = false, isOurs_ = false;
  GU_ConstDetailHandle handle_;
  std::optional<GU_DetailHandleAutoReadLock> lock_;
  ObjectMatrix placement_ = kInPlace;
};

// Under the name of a geometry that the object has, one that may be written, with the same content: where it
// belongs to somebody else (SOP Geometry), a copy takes its place. Throws an Error that begins with the name.
SIM_GeometryCopy& writable(SIM_Object& object, const std::string& name);

}  // namespace tendril::hdk
