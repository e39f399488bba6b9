// Houdini's details to Tendril's Geometry, and back.
#pragma once

#include <GU/GU_Detail.h>

#include <memory>
#include <vector>

#include "nodes/definition.h"

namespace tendril::hdk {

// Points, polygons and curves, public attributes, groups that are not internal, in the order of indices.
// NURBS and Bezier curves become polylines of `samples` points for each control vertex (0: they are carried,
// like all else that is no polygon). A host may ask for an end: throws Interrupted.
Geometry fromDetail(const GU_Detail& detail, int samples, Host* host = nullptr);

// An input, and what was read of it.
struct Input {
  const GU_Detail* detail = nullptr;
  std::shared_ptr<const Geometry> read;
};

// Fills `detail`. Where an input has the geometry's topology, it is taken over with all that Tendril does not
// know, and only what differs is written. Else all is built anew, and what Tendril only carries comes over
// from the first input, behind the polygons.
void toDetail(const Geometry& geometry, GU_Detail& detail, const std::vector<Input>& inputs);

}  // namespace tendril::hdk
