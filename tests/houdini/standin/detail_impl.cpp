// Elements, attributes and primitives of a detail.
#include "standin/detail_impl.h"

#include <GEO/GEO_PrimPoly.h>

#include <algorithm>
#include <cctype>

#include "standin/faults.h"

using Kind = GA_Attribute::Values::Kind;

namespace {

// of the reversed name, so that neither the alphabet nor the order of making shows
std::size_t scrambled(const std::string& name) {
  std::size_t hash = 1469598103934665603u;
  for (auto c = name.rbegin(); c != name.rend(); ++c)
    hash = (hash ^ static_cast<unsigned char>(*c)) * 1099511628211u;
  return hash;
}

bool isAttributeName(const std::string& name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':';
  });
}

std::unique_ptr<GEO_Primitive> makeObject(const GA_Detail* detail, GA_PrimitiveTypeId type,
                                          GA_Offset offset) {
  if (type == GA_PRIMPOLY) return std::make_unique<GEO_PrimPoly>(detail, offset);
  if (type == GA_PRIMNURBCURVE || type == GA_PRIMBEZCURVE) return std::make_unique<GEO_Face>(detail, offset);
  return std::make_unique<GEO_Primitive>(detail, offset);
}

}  // namespace

GA_Detail::Impl::Impl(GA_Detail* owner)
    : self(owner),
      points("point", 17, 7),
      vertices("vertex", 5, 4),
      primitives("primitive", 3, 5),
      whole("detail", 0, 0),
      topology(owner) {
  whole.append();
  for (const auto kind : {GA_ATTRIB_VERTEX, GA_ATTRIB_POINT, GA_ATTRIB_PRIMITIVE}) {
    groups[kind].owner_ = kind;
    groups[kind].elements_ = &elements(kind);
  }
  addP();
}
GA_Detail::Impl::~Impl() = default;

standin::ElementMap& GA_Detail::Impl::elements(GA_AttributeOwner owner) {
  if (owner == GA_ATTRIB_POINT) return points;
  if (owner == GA_ATTRIB_VERTEX) return vertices;
  if (owner == GA_ATTRIB_PRIMITIVE) return primitives;
  if (owner != GA_ATTRIB_DETAIL)
    standin::stop("no owner of attributes has the number " + std::to_string(owner));
  return whole;
}

void GA_Detail::Impl::addP() {
  p = add(GA_ATTRIB_POINT, "P", Kind::numbers, GA_STORE_REAL32, 3, {0, 0, 0});
  p->setTypeInfo(GA_TYPE_POINT);
}

GA_Attribute* GA_Detail::Impl::find(GA_AttributeOwner owner, const std::string& name,
                                    GA_AttributeScope scope) const {
  for (const auto& attribute : dicts[owner].all_)
    if (attribute->getName().toStdString() == name && attribute->getScope() == scope) return attribute.get();
  return nullptr;
}

GA_Attribute* GA_Detail::Impl::add(GA_AttributeOwner owner, const std::string& name, Kind kind,
                                   GA_Storage storage, int size, const std::vector<double>& defaults,
                                   GA_AttributeScope scope) {
  if (!isAttributeName(name) || size < 1) {
    standin::fault("\"" + name + "\" of size " + std::to_string(size) + " cannot be an attribute");
    return nullptr;
  }
  auto& all = dicts[owner].all_;
  if (GA_Attribute* old = find(owner, name, scope)) {
    const GA_Attribute::Values& values = *old->values_;
    if (old == p || (values.kind == kind && values.storage == storage && values.size == size)) return old;
    all.erase(std::find_if(all.begin(), all.end(), [&](const auto& a) { return a.get() == old; }));
  }
  std::unique_ptr<GA_Attribute> made(new GA_Attribute());
  GA_Attribute::Values& values = *made->values_;
  values.name = name;
  values.owner = owner;
  values.scope = scope;
  values.kind = kind;
  values.storage = storage;
  values.size = size;
  values.defaults = defaults;
  values.defaults.resize(static_cast<std::size_t>(size));
  values.dataId = standin::newDataId();
  values.elements = &elements(owner);
  values.grow();
  const auto before = [&](const auto& a) { return scrambled(a->getName().toStdString()) > scrambled(name); };
  return all.insert(std::find_if(all.begin(), all.end(), before), std::move(made))->get();
}

void GA_Detail::Impl::eachAttribute(const std::function<void(GA_Attribute&)>& visit) const {
  for (const GA_AttributeDict& dict : dicts)
    for (const auto& attribute : dict.all_) visit(*attribute);
}

const standin::PrimitiveData& GA_Detail::Impl::data(GA_Offset offset) const {
  return *primitive[primitives.slot(offset)];
}

void GA_Detail::Impl::grow() {
  eachAttribute([](GA_Attribute& attribute) { attribute.values_->grow(); });
}

GA_Offset GA_Detail::Impl::appendPoints(GA_Size count) {
  topologyId = standin::newDataId();
  GA_Offset first = GA_INVALID_OFFSET;
  for (GA_Size i = 0; i < count; ++i) {
    const GA_Offset offset = points.append();
    if (i == 0) first = offset;
  }
  return first;
}

GA_Offset GA_Detail::Impl::appendPrimitive(GA_PrimitiveTypeId type, const std::vector<GA_Offset>& ofPoints,
                                           bool closed, bool clamped) {
  auto made = std::make_unique<standin::PrimitiveData>();
  made->type = type;
  made->closed = closed;
  made->clamped = clamped;
  for (const GA_Offset point : ofPoints) {
    points.slot(point);
    made->vertices.push_back(vertices.append());
    vertexPoint.resize(vertices.slots(), GA_INVALID_OFFSET);
    vertexPoint.back() = point;
  }
  topologyId = standin::newDataId();
  const GA_Offset offset = primitives.append();
  made->object = makeObject(self, type, offset);
  primitive.resize(primitives.slots());
  primitive.back() = std::move(made);
  return offset;
}

void GA_Detail::Impl::clear() {
  for (GA_AttributeDict& dict : dicts) dict.all_.clear();
  for (GA_ElementGroupTable& table : groups) table.all_.clear();
  vertexPoint.clear();
  primitive.clear();
  points.clear();
  vertices.clear();
  primitives.clear();
  addP();
}

GA_ElementGroup* GA_Detail::Impl::group(GA_AttributeOwner owner, const std::string& name, bool internal,
                                        bool ordered) {
  GA_ElementGroup* found = groups[owner].find(name.c_str());
  if (!found) found = groups[owner].newGroup(name.c_str(), internal);
  if (found && ordered) found->ordered_ = true;
  return found;
}
