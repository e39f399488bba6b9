// Stand-in: which point a vertex is of.
#pragma once
#include <GA/GA_Types.h>
class GA_Detail;
class GA_Topology {
 public:
  explicit GA_Topology(GA_Detail* detail);
  void wireVertexPoint(GA_Offset vertex, GA_Offset point);

 private:
  GA_Detail* detail_;
};
