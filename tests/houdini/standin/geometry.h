// What tests do to geometry that a plugin has no call for.
#pragma once
#include <GU/GU_Detail.h>
#include "standin/all_of_ga.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace standin {

using Points = std::vector<std::array<float, 3>>;

// New points and a primitive on them; its offset.
GA_Offset appendPolygon(GU_Detail& detail, const Points& points, bool closed = false);
GA_Offset appendNurbs(GU_Detail& detail, const Points& points, bool closed = false, bool clamped = true);
GA_Offset appendBezier(GU_Detail& detail, const Points& points, bool closed = false);
GA_Offset appendVdb(GU_Detail& detail, std::array<float, 3> at);     // one point, no grid
GA_Offset appendSphere(GU_Detail& detail, std::array<float, 3> at);  // one point
// A polygon on points that are there.
GA_Offset appendPolygonOn(GU_Detail& detail, const std::vector<GA_Offset>& points, bool closed = false);

// A public attribute, or null.
GA_Attribute* findAttribute(const GEO_Detail& detail, GA_AttributeOwner owner, const std::string& name);
// A float of GA_SCOPE_PRIVATE and a point group that is internal, with all points.
void addPrivate(GU_Detail& detail, const std::string& attribute = "__private",
                const std::string& group = "__internal");
GA_ElementGroup* addOrderedGroup(GU_Detail& detail, GA_AttributeOwner owner, const std::string& name);
// Other indices for the same elements: offsets no longer ascend with them.
void shuffle(GU_Detail& detail, unsigned seed);
// Of all there is: offsets, values, groups, data ids.
std::uint64_t checksum(const GU_Detail& detail);

}  // namespace standin
