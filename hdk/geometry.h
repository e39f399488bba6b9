// Houdini's details to Tendril's Geometry, and back.
#pragma once

#include <GU/GU_Detail.h>

#include <memory>
#include <string>
#include <vector>

#include "nodes/parameters/definition.h"

namespace tendril::hdk {

// An input, and what was read of it.
struct Input {
  const GU_Detail* detail = nullptr;
  std::shared_ptr<const Geometry> read;
  bool sampled = false;             // it had NURBS or Bezier curves, which are polylines in `read`
  std::vector<std::string> unread;  // attributes of kinds that Tendril has no place for
};

// How a detail is read. NURBS and Bezier curves become polylines of `samples` points for each control vertex
// (0: they are carried, like all else that is no polygon). `number`: which input it is. A host may ask for an
// end: throws Interrupted.
struct Reading {
  int number = 0;
  int samples = 0;
  Host* host = nullptr;
};

// Points, polygons and curves, public attributes, groups that are not internal, in the order of indices.
Input readInput(const GU_Detail* detail, const Reading& reading);
Geometry fromDetail(const GU_Detail& detail, int samples = 0);

// Fills a detail that is empty. Where an input has the geometry's topology, it is taken over with all that
// Tendril does not know, and only what differs is written. Else all is built anew, and primitives that
// Tendril only carries are copied from the input they came from, each in its place. A host may ask for an
// end, and is warned of what could not be kept.
void toDetail(const Geometry& geometry, GU_Detail& detail, const std::vector<Input>& inputs,
              Host* host = nullptr);

// For a detail of one's own that still holds what the first input was read of: whether all that is there
// stays, and writing what differs in its place.
bool canUpdate(const Geometry& geometry, const Input& before);
void updateDetail(const Geometry& geometry, const Geometry& before, GU_Detail& detail);

}  // namespace tendril::hdk
