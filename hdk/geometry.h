// Converts Houdini's details to Geometry and back.
#pragma once

#include <GU/GU_Detail.h>

#include <memory>
#include <string>
#include <vector>

#include "nodes/parameters/definition.h"

namespace tendril::hdk {

// An input and the geometry read from it.
struct Input {
  const GU_Detail* detail = nullptr;
  std::shared_ptr<const Geometry> read;
  bool sampled = false;             // NURBS or Bezier curves became polylines in `read`
  std::vector<std::string> unread;  // attributes of unsupported kinds
};

// Options for reading a detail. NURBS and Bezier curves become polylines of `samples` points for each control
// vertex (0: passed through, like all other primitives that are no polygons). `number`: index of the input.
// Throws Interrupted if the host asks to stop.
struct Reading {
  int number = 0;
  int samples = 0;
  Host* host = nullptr;
};

// Points, polygons and curves, public attributes, non-internal groups, in the order of indices.
Input readInput(const GU_Detail* detail, const Reading& reading);
Geometry fromDetail(const GU_Detail& detail, int samples = 0);

// Fills an empty detail. If an input has the geometry's topology, it is copied with everything that Tendril
// does not know, and only differences are written. Otherwise all is built anew, and primitives that Tendril
// only passes through are copied from their inputs. The host may ask to stop, and is warned of what was lost.
void toDetail(const Geometry& geometry, GU_Detail& detail, const std::vector<Input>& inputs,
              Host* host = nullptr);

// For an own detail that still holds what the first input was read from: true if all elements stay, so that
// differences can be written in place.
bool canUpdate(const Geometry& geometry, const Input& before);
void updateDetail(const Geometry& geometry, const Geometry& before, GU_Detail& detail);

}  // namespace tendril::hdk
