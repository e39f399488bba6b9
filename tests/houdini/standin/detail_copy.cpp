// One detail into another.
#include <algorithm>
#include <unordered_map>

#include "standin/detail_impl.h"

using Pairs = std::vector<std::pair<GA_Offset, GA_Offset>>;  // there, here

// Offsets are this detail's own: a copy has the indices of its source and nothing else.
void GA_Detail::Impl::append(const GA_Detail& other, const GA_PrimitiveGroup* group, bool exact) {
  const Impl& from = other.impl();
  std::vector<Pairs> pairs(4);
  std::unordered_map<GA_Offset, GA_Offset> pointHere;
  const auto point = [&](GA_Offset there) {
    const auto [place, isNew] = pointHere.try_emplace(there, 0);
    if (isNew) {
      place->second = points.append();
      pairs[GA_ATTRIB_POINT].emplace_back(there, place->second);
    }
    return place->second;
  };
  if (!group)
    for (const GA_Offset there : from.points.offsets()) point(there);
  for (const GA_Offset there : from.primitives.offsets()) {
    if (group && !group->containsOffset(there)) continue;
    const standin::PrimitiveData& old = from.data(there);
    std::vector<GA_Offset> ofPoints;
    for (const GA_Offset vertex : old.vertices)
      ofPoints.push_back(point(from.vertexPoint[from.vertices.slot(vertex)]));
    const GA_Offset here = appendPrimitive(old.type, ofPoints, old.closed, old.clamped);
    pairs[GA_ATTRIB_PRIMITIVE].emplace_back(there, here);
    const standin::PrimitiveData& made = data(here);
    for (std::size_t i = 0; i < old.vertices.size(); ++i)
      pairs[GA_ATTRIB_VERTEX].emplace_back(old.vertices[i], made.vertices[i]);
  }
  pairs[GA_ATTRIB_DETAIL].emplace_back(GA_DETAIL_OFFSET, GA_DETAIL_OFFSET);
  grow();
  copyAttributes(from, pairs, exact);
  copyGroups(from, pairs, exact);
  if (exact) topologyId = from.topologyId;
}

void GA_Detail::Impl::copyAttributes(const Impl& other, const std::vector<Pairs>& pairs, bool exact) {
  other.eachAttribute([&](GA_Attribute& attribute) {
    const GA_Attribute::Values& from = *attribute.values_;
    if (!exact && from.scope != GA_SCOPE_PUBLIC) return;
    const std::string name = from.name.toStdString();
    GA_Attribute* here = find(from.owner, name, from.scope);
    const bool isNew = !here;
    if (isNew) here = add(from.owner, name, from.kind, from.storage, from.size, from.defaults, from.scope);
    GA_Attribute::Values& to = *here->values_;
    if (to.kind != from.kind || (from.owner == GA_ATTRIB_DETAIL && !isNew)) return;
    if (to.kind == GA_Attribute::Values::Kind::numberArrays && to.isReal() != from.isReal()) return;
    if (isNew || exact) to.info = from.info;
    if (exact && to.isReal() && from.isReal()) to.storage = from.storage;  // of P, which is always there
    for (const auto& [there, place] : pairs[from.owner]) to.copy(place, from, there);
    if (exact)
      to.dataId = from.dataId;
    else
      here->bumpDataId();
  });
}

void GA_Detail::Impl::copyGroups(const Impl& other, const std::vector<Pairs>& pairs, bool exact) {
  for (const GA_ElementGroupTable& table : other.groups) {
    for (const auto& from : table.all_) {
      if (!exact && from->isInternal()) continue;
      GA_ElementGroup* to =
          group(table.owner_, from->getName().toStdString(), from->isInternal(), from->getOrdered());
      std::unordered_map<GA_Offset, GA_Offset> here;
      for (const auto& [there, place] : pairs[table.owner_]) here[there] = place;
      for (const GA_Offset member : from->order_)
        if (const auto place = here.find(member); place != here.end()) to->addOffset(place->second);
    }
  }
}
