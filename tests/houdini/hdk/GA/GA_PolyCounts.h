// Stand-in: vertex counts of many polygons.
#pragma once
#include <GA/GA_Types.h>
#include <vector>
class GA_PolyCounts {
 public:
  void append(GA_Size size, GA_Size count = 1);
  GA_Size getNumPolygons() const;
  GA_Size getNumVertices() const;
  GA_Size at(GA_Size polygon) const;

 private:
  std::vector<GA_Size> sizes_;
};
