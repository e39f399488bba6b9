// A detail's public side.
#include <algorithm>
#include <cmath>

#include "standin/detail_impl.h"
#include "standin/faults.h"

using Kind = GA_Attribute::Values::Kind;

GA_Detail::GA_Detail() : impl_(new Impl(this)) {}
GA_Detail::~GA_Detail() = default;

GA_Size GA_Detail::getNumPoints() const {
  return impl_->points.size();
}
GA_Size GA_Detail::getNumVertices() const {
  return impl_->vertices.size();
}
GA_Size GA_Detail::getNumPrimitives() const {
  return impl_->primitives.size();
}
GA_Offset GA_Detail::pointOffset(GA_Index index) const {
  return impl_->points.offset(index);
}
GA_Index GA_Detail::pointIndex(GA_Offset offset) const {
  return impl_->points.index(offset);
}
GA_Offset GA_Detail::primitiveOffset(GA_Index index) const {
  return impl_->primitives.offset(index);
}
GA_PrimitiveTypeId GA_Detail::getPrimitiveTypeId(GA_Offset primitive) const {
  return impl_->data(primitive).type;
}
GA_OffsetListRef GA_Detail::getPrimitiveVertexList(GA_Offset primitive) const {
  return GA_OffsetListRef(&impl_->data(primitive).vertices);
}
GA_Offset GA_Detail::vertexPoint(GA_Offset vertex) const {
  return impl_->vertexPoint[impl_->vertices.slot(vertex)];
}
GA_Offset GA_Detail::appendPointBlock(GA_Size count) {
  const GA_Offset first = impl_->appendPoints(count);
  impl_->grow();
  return first;
}

GA_Attribute* GA_Detail::getP() {
  return impl_->p;
}
const GA_Attribute* GA_Detail::getP() const {
  return impl_->p;
}
UT_Vector3 GA_Detail::getPos3(GA_Offset point) const {
  fpreal32 at[3] = {0, 0, 0};
  for (int c = 0; c < 3; ++c) impl_->p->getAIFTuple()->get(impl_->p, point, at[c], c);
  return UT_Vector3(at[0], at[1], at[2]);
}
void GA_Detail::setPos3(GA_Offset point, const UT_Vector3& position) {
  const fpreal32 at[3] = {position.x(), position.y(), position.z()};
  for (int c = 0; c < 3; ++c) impl_->p->getAIFTuple()->set(impl_->p, point, at[c], c);
}

const GA_AttributeDict& GA_Detail::getAttributeDict(GA_AttributeOwner owner) const {
  impl_->elements(owner);  // is there such an owner?
  return impl_->dicts[owner];
}

namespace {

std::vector<double> listed(const GA_Defaults& defaults, int size) {
  std::vector<double> values;
  for (int i = 0; i < size; ++i) values.push_back(defaults.at(i));
  return values;
}

bool isReal(GA_Storage storage) {
  return storage == GA_STORE_REAL16 || storage == GA_STORE_REAL32 || storage == GA_STORE_REAL64;
}

bool isWhole(GA_Storage storage) {
  return storage >= GA_STORE_BOOL && storage <= GA_STORE_INT64;
}

}  // namespace

GA_RWAttributeRef GA_Detail::addFloatTuple(GA_AttributeOwner owner, const UT_StringHolder& name, int size,
                                           const GA_Defaults& defaults, const UT_Options*,
                                           const GA_AttributeOptions*, GA_Storage storage) {
  if (!isReal(storage)) standin::stop("addFloatTuple: storage " + std::to_string(storage));
  return GA_RWAttributeRef(
      impl_->add(owner, name.toStdString(), Kind::numbers, storage, size, listed(defaults, size)));
}
GA_RWAttributeRef GA_Detail::addIntTuple(GA_AttributeOwner owner, const UT_StringHolder& name, int size,
                                         const GA_Defaults& defaults, const UT_Options*,
                                         const GA_AttributeOptions*, GA_Storage storage) {
  if (!isWhole(storage)) standin::stop("addIntTuple: storage " + std::to_string(storage));
  return GA_RWAttributeRef(
      impl_->add(owner, name.toStdString(), Kind::numbers, storage, size, listed(defaults, size)));
}
GA_RWAttributeRef GA_Detail::addStringTuple(GA_AttributeOwner owner, const UT_StringHolder& name, int size) {
  return GA_RWAttributeRef(impl_->add(owner, name.toStdString(), Kind::strings, GA_STORE_STRING, size, {}));
}
GA_Attribute* GA_Detail::addFloatArray(GA_AttributeOwner owner, const UT_StringHolder& name, int size,
                                       const UT_Options*, const GA_AttributeOptions*, GA_Storage storage) {
  if (!isReal(storage)) standin::stop("addFloatArray: storage " + std::to_string(storage));
  return impl_->add(owner, name.toStdString(), Kind::numberArrays, storage, size, {});
}
GA_Attribute* GA_Detail::addIntArray(GA_AttributeOwner owner, const UT_StringHolder& name, int size,
                                     const UT_Options*, const GA_AttributeOptions*, GA_Storage storage) {
  if (!isWhole(storage)) standin::stop("addIntArray: storage " + std::to_string(storage));
  return impl_->add(owner, name.toStdString(), Kind::numberArrays, storage, size, {});
}
GA_Attribute* GA_Detail::addStringArray(GA_AttributeOwner owner, const UT_StringHolder& name, int size) {
  return impl_->add(owner, name.toStdString(), Kind::stringArrays, GA_STORE_STRING, size, {});
}

const GA_ElementGroupTable& GA_Detail::getElementGroupTable(GA_AttributeOwner owner) const {
  if (owner < GA_ATTRIB_VERTEX || owner > GA_ATTRIB_PRIMITIVE)
    standin::stop("a detail has no groups of itself");
  return impl_->groups[owner];
}
GA_ElementGroupTable& GA_Detail::getElementGroupTable(GA_AttributeOwner owner) {
  if (owner < GA_ATTRIB_VERTEX || owner > GA_ATTRIB_PRIMITIVE)
    standin::stop("a detail has no groups of itself");
  return impl_->groups[owner];
}
GA_PointGroup* GA_Detail::newPointGroup(const UT_StringHolder& name) {
  return static_cast<GA_PointGroup*>(impl_->groups[GA_ATTRIB_POINT].newGroup(name.c_str()));
}
GA_PrimitiveGroup* GA_Detail::newPrimitiveGroup(const UT_StringHolder& name) {
  return static_cast<GA_PrimitiveGroup*>(impl_->groups[GA_ATTRIB_PRIMITIVE].newGroup(name.c_str()));
}
GA_VertexGroup* GA_Detail::newVertexGroup(const UT_StringHolder& name) {
  return static_cast<GA_VertexGroup*>(impl_->groups[GA_ATTRIB_VERTEX].newGroup(name.c_str()));
}
const GEO_Primitive* GEO_Detail::getGEOPrimitive(GA_Offset primitive) const {
  return impl_->data(primitive).object.get();
}
void GA_Detail::bumpAllDataIds() {
  impl_->eachAttribute([](GA_Attribute& attribute) { attribute.bumpDataId(); });
  impl_->topologyId = standin::newDataId();
}
int64 GA_Detail::getMemoryUsage(bool inclusive) const {
  std::size_t bytes = inclusive ? sizeof(GA_Detail) : 0;
  bytes += 8 * (impl_->points.slots() + 2 * impl_->vertices.slots() + 4 * impl_->primitives.slots());
  impl_->eachAttribute([&](GA_Attribute& attribute) {
    const auto slots = static_cast<std::size_t>(impl_->elements(attribute.getOwner()).size());
    bytes += 8 * slots * static_cast<std::size_t>(attribute.getTupleSize());
  });
  return static_cast<int64>(bytes);
}

GA_Defaults::GA_Defaults(fpreal32 value) : values_{static_cast<fpreal64>(value)} {}
GA_Defaults::GA_Defaults(fpreal64 value) : values_{value} {}
GA_Defaults::GA_Defaults(int32 value) : values_{static_cast<fpreal64>(value)} {}
GA_Defaults::GA_Defaults(const fpreal32* values, int count) : values_(values, values + count) {}
GA_Defaults::GA_Defaults(const fpreal64* values, int count) : values_(values, values + count) {}
GA_Defaults::GA_Defaults(const int32* values, int count) : values_(values, values + count) {}
// one value is for all components, more are for the first ones
fpreal64 GA_Defaults::at(int i) const {
  if (values_.size() == 1) return values_[0];
  return i >= 0 && static_cast<std::size_t>(i) < values_.size() ? values_[static_cast<std::size_t>(i)] : 0;
}

// ---- changes of topology

GA_Topology::GA_Topology(GA_Detail* detail) : detail_(detail) {}
void GA_Topology::wireVertexPoint(GA_Offset vertex, GA_Offset point) {
  GA_Detail::Impl& impl = detail_->impl();
  impl.topologyId = standin::newDataId();
  impl.points.slot(point);
  impl.vertexPoint[impl.vertices.slot(vertex)] = point;
}
GA_Topology& GA_Detail::getTopology() {
  return impl_->topology;
}
bool GA_Detail::destroyPointOffset(GA_Offset point, GA_DestroyPointMode, bool) {
  for (const GA_Offset primitive : impl_->primitives.offsets())
    for (const GA_Offset vertex : impl_->data(primitive).vertices)
      if (impl_->vertexPoint[impl_->vertices.slot(vertex)] == point)
        standin::stop("destroyPointOffset: a primitive uses the point");
  impl_->points.remove(point);
  impl_->topologyId = standin::newDataId();
  return true;
}
bool GA_Detail::destroyAttribute(GA_AttributeOwner owner, const UT_StringRef& name,
                                 const GA_AttributeFilter*) {
  auto& all = impl_->dicts[owner].all_;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& attribute) {
    return attribute->getScope() == GA_SCOPE_PUBLIC && attribute->getName() == name;
  });
  if (found == all.end()) return false;
  if (found->get() == impl_->p) {
    standin::fault("somebody tries to destroy P");
    return false;
  }
  all.erase(found);
  return true;
}
bool GA_Detail::destroyElementGroup(GA_AttributeOwner owner, const UT_StringRef& name) {
  auto& all = impl_->groups[owner].all_;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& group) { return group->getName() == name; });
  if (found == all.end()) return false;
  all.erase(found);
  return true;
}
