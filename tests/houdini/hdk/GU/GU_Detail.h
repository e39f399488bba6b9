// Stand-in: what a SOP puts out.
#pragma once
#include <GEO/GEO_Detail.h>
#include <GEO/GEO_PrimType.h>
class GU_Detail : public GEO_Detail {
 public:
  GU_Detail();
  ~GU_Detail() override;
  void clearAndDestroy();
  void replaceWith(const GEO_Detail& other);
  void merge(const GU_Detail& other, const GA_PrimitiveGroup* group = nullptr);
};
