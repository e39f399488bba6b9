// Memory that Embree owns.
#pragma once

#include <embree3/rtcore.h>

#include <cstddef>

#include "solver/base/error.h"

namespace tendril::cli::show {

template <class Value>
Value* buffer(RTCGeometry geometry, RTCBufferType type, unsigned slot, RTCFormat format, std::size_t stride,
              std::size_t count) {
  void* made = rtcSetNewGeometryBuffer(geometry, type, slot, format, stride, count);
  if (!made) throw Error("there is not enough memory for the picture's scene");
  return static_cast<Value*>(made);
}

}  // namespace tendril::cli::show
