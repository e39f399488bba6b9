// Stand-in: a primitive of a detail.
#pragma once
#include <GEO/GEO_Detail.h>
class GEO_Primitive {
 public:
  GEO_Primitive(const GA_Detail* detail, GA_Offset offset);
  virtual ~GEO_Primitive();
  GA_PrimitiveTypeId getTypeId() const;
  GA_Size getVertexCount() const;
  GA_Offset getPointOffset(GA_Size i) const;
  GA_Offset getMapOffset() const;
  int evaluatePointV4(UT_Vector4& position, float u, float v = 0, unsigned du = 0, unsigned dv = 0) const;

 protected:
  const GA_Detail* detail_;
  GA_Offset offset_;
};
