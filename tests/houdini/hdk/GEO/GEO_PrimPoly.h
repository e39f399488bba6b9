// Stand-in.
#pragma once
#include <GEO/GEO_Face.h>
#include <GEO/GEO_PolyCounts.h>
class GEO_PrimPoly : public GEO_Face {
 public:
  using GEO_Face::GEO_Face;
  // Point numbers count from startpt. Returns the offset of the first.
  static GA_Offset buildBlock(GA_Detail* detail, GA_Offset startpt, GA_Size npoints,
                              const GEO_PolyCounts& sizes, const int* points, bool closed = true);
};
