// Stand-in.
#pragma once
#include <GEO/GEO_Primitive.h>
class GEO_Face : public GEO_Primitive {
 public:
  using GEO_Primitive::GEO_Primitive;
  bool isClosed() const;
};
