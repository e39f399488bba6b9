// What tests do to geometry.
#include "standin/geometry.h"

#include <cstring>

#include "standin/detail_impl.h"

namespace standin {
namespace {

using Kind = GA_Attribute::Values::Kind;

GA_Offset append(GU_Detail& detail, GA_PrimitiveTypeId type, const Points& points, bool closed,
                 bool clamped = true) {
  std::vector<GA_Offset> offsets;
  for (const auto& p : points) {
    offsets.push_back(detail.appendPointBlock(1));
    detail.setPos3(offsets.back(), UT_Vector3(p[0], p[1], p[2]));
  }
  const GA_Offset made = detail.impl().appendPrimitive(type, offsets, closed, clamped);
  detail.impl().grow();
  return made;
}

class Sum {
 public:
  void bytes(const void* data, std::size_t size) {
    const auto* at = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) sum_ = (sum_ ^ at[i]) * 1099511628211u;
  }
  template <class T>
  void add(const T& value) {
    bytes(&value, sizeof value);
  }
  void add(const std::string& text) {
    add(text.size());
    bytes(text.data(), text.size());
  }
  template <class T>
  void add(const std::vector<T>& list) {
    add(list.size());
    for (const T& value : list) add(value);
  }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 1469598103934665603u;
};

void addValue(Sum& sum, const GA_Attribute& attribute, GA_Offset offset) {
  for (int c = 0; c < attribute.getTupleSize(); ++c) {
    const auto* tuple = attribute.getAIFTuple();
    if (tuple && !attribute.getAIFNumericArray()) {
      double real = 0;
      int64 whole = 0;
      tuple->get(&attribute, offset, real, c);
      tuple->get(&attribute, offset, whole, c);
      sum.add(real);
      sum.add(whole);
    }
    if (const auto* strings = attribute.getAIFSharedStringTuple()) {
      const char* text = strings->getString(&attribute, offset, c);
      sum.add(std::string(text ? text : ""));
    }
  }
  if (const auto* arrays = attribute.getAIFNumericArray()) {
    UT_Array<fpreal64> values;
    arrays->get(&attribute, offset, values);
    for (exint i = 0; i < values.size(); ++i) sum.add(values(i));
    sum.add(values.size());
  }
  if (const auto* arrays = attribute.getAIFSharedStringArray()) {
    UT_StringArray values;
    arrays->get(&attribute, offset, values);
    for (exint i = 0; i < values.size(); ++i) sum.add(values(i).toStdString());
    sum.add(values.size());
  }
}

void addGroups(Sum& sum, const GU_Detail& detail, GA_AttributeOwner owner) {
  for (auto at = detail.getElementGroupTable(owner).beginTraverse(); !at.atEnd(); ++at) {
    sum.add(at.group()->getName().toStdString());
    sum.add(at.group()->isInternal());
    sum.add(at.group()->getOrdered());
    for (const GA_Offset offset : detail.impl().elements(owner).offsets())
      sum.add(at.group()->containsOffset(offset));
  }
}

}  // namespace

GA_Offset appendPolygon(GU_Detail& detail, const Points& points, bool closed) {
  return append(detail, GA_PRIMPOLY, points, closed);
}
GA_Offset appendNurbs(GU_Detail& detail, const Points& points, bool closed, bool clamped) {
  return append(detail, GA_PRIMNURBCURVE, points, closed, clamped);
}
GA_Offset appendBezier(GU_Detail& detail, const Points& points, bool closed) {
  return append(detail, GA_PRIMBEZCURVE, points, closed);
}
GA_Offset appendVdb(GU_Detail& detail, std::array<float, 3> at) {
  return append(detail, GA_PRIMVDB, {at}, false);
}
GA_Offset appendSphere(GU_Detail& detail, std::array<float, 3> at) {
  return append(detail, GA_PRIMSPHERE, {at}, false);
}
GA_Offset appendPolygonOn(GU_Detail& detail, const std::vector<GA_Offset>& points, bool closed) {
  const GA_Offset made = detail.impl().appendPrimitive(GA_PRIMPOLY, points, closed);
  detail.impl().grow();
  return made;
}

GA_Attribute* findAttribute(const GEO_Detail& detail, GA_AttributeOwner owner, const std::string& name) {
  return detail.impl().find(owner, name, GA_SCOPE_PUBLIC);
}

void addPrivate(GU_Detail& detail, const std::string& attribute, const std::string& group) {
  detail.impl().add(GA_ATTRIB_POINT, attribute, Kind::numbers, GA_STORE_REAL32, 1, {7}, GA_SCOPE_PRIVATE);
  GA_ElementGroup* internal = detail.impl().group(GA_ATTRIB_POINT, group, true, false);
  for (const GA_Offset offset : detail.impl().points.offsets()) internal->addOffset(offset);
}

GA_ElementGroup* addOrderedGroup(GU_Detail& detail, GA_AttributeOwner owner, const std::string& name) {
  return detail.impl().group(owner, name, false, true);
}

void shuffle(GU_Detail& detail, unsigned seed) {
  detail.impl().points.shuffle(seed);
  detail.impl().primitives.shuffle(seed + 1);
}

std::uint64_t checksum(const GU_Detail& detail) {
  Sum sum;
  GA_Detail::Impl& impl = detail.impl();
  sum.add(impl.points.offsets());
  sum.add(impl.vertices.offsets());
  sum.add(impl.vertexPoint);
  for (const GA_Offset offset : impl.primitives.offsets()) {
    const PrimitiveData& data = impl.data(offset);
    sum.add(offset);
    sum.add(data.type.get());
    sum.add(data.closed);
    sum.add(data.vertices);
  }
  impl.eachAttribute([&](GA_Attribute& attribute) {
    sum.add(attribute.getName().toStdString());
    sum.add(attribute.getOwner());
    sum.add(attribute.getTypeInfo());
    sum.add(attribute.getDataId());
    for (const GA_Offset offset : impl.elements(attribute.getOwner()).offsets())
      addValue(sum, attribute, offset);
  });
  for (const auto owner : {GA_ATTRIB_VERTEX, GA_ATTRIB_POINT, GA_ATTRIB_PRIMITIVE})
    addGroups(sum, detail, owner);
  return sum.value();
}

}  // namespace standin
