// Stand-in: a primitive of a detail.
#pragma once
#include <GEO/GEO_Detail.h>
class UT_Vector4;
class GEO_Primitive {
 public:
  GEO_Primitive(const GA_Detail* detail, GA_Offset offset);
  virtual ~GEO_Primitive();
  GA_PrimitiveTypeId getTypeId() const;
  GA_Size getVertexCount() const;
  GA_Offset getPointOffset(GA_Size i) const;
  GA_Offset getMapOffset() const;
  bool evaluateInteriorPoint(UT_Vector4& position, float u, float v) const;

 protected:
  const GA_Detail* detail_;
  GA_Offset offset_;
};
