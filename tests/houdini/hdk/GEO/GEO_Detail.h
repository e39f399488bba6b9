// Stand-in.
#pragma once
#include <GA/GA_Detail.h>
class GEO_Primitive;
class GEO_Detail : public GA_Detail {
 public:
  const GEO_Primitive* getGEOPrimitive(GA_Offset primitive) const;
};
